The rules in a screen, for people and for programs.

  $ loa rules
  Lines of Action: club (rules id mover-pass)
  
   8  . x x x x x x .   Black, x, moves first, and then the sides take turns.
   7  o . . . . . . o
   6  o . . . . . . o   A stone moves along a rank, file or diagonal by exactly as
   5  o . . . . . . o   many squares as stones of both sides stand on that whole
   4  o . . . . . . o   line, itself included. It may pass over stones of the same
   3 (o). + . + . . o   side, not over the enemy's. It lands on an empty square or
   2  o . . . . . . o   on an enemy, which is taken, never on its own side.
   1  . x[x]x x x x .
      a b c d e f g h   c1 stands on a file of two stones: c1-c3; on a diagonal of
                        two: c1-e3; on another of two: it takes a3, c1xa3; and on
                        a rank of six, where no square is six away.
  
  The stones of a side are connected when all of them form one group, the eight
  neighbours of a square counted. One stone alone is connected.
  - The side whose stones are connected after a move wins. If both sides are, the
    side that has moved wins.
  - A side without a move passes, and only such a side. If neither side can move,
    the game is drawn.
  - A position that occurs for the third time with the same side to move ends the
    game in a draw.
  Other rules: loa rules RULES, with club, tournament, soucie, openspiel, playstrategy, misere
  $ loa rules soucie
  Lines of Action: soucie (rules id own-loss); * is unlike club
  
   8  . x x x x x x .   Black, x, moves first, and then the sides take turns.
   7  o . . . . . . o
   6  o . . . . . . o   A stone moves along a rank, file or diagonal by exactly as
   5  o . . . . . . o   many squares as stones of both sides stand on that whole
   4  o . . . . . . o   line, itself included. It may pass over stones of the same
   3 (o). + . + . . o   side, not over the enemy's. It lands on an empty square or
   2  o . . . . . . o   on an enemy, which is taken, never on its own side.
   1  . x[x]x x x x .
      a b c d e f g h   c1 stands on a file of two stones: c1-c3; on a diagonal of
                        two: c1-e3; on another of two: it takes a3, c1xa3; and on
                        a rank of six, where no square is six away.
  
  The stones of a side are connected when all of them form one group, the eight
  neighbours of a square counted. One stone alone is connected.
  * The side that has moved wins if its stones are connected. Stones that the
    enemy's capture connects win only when their side moves and they still are.
  * A side without a move loses.
  * The side whose move brings back a position, with the same side to move, loses.
  Other rules: loa rules RULES, with club, tournament, soucie, openspiel, playstrategy, misere
  $ loa rules --rules soucie | head -1
  Lines of Action: soucie (rules id own-loss); * is unlike club
  $ loa rules soucie --json
  {"name":"soucie","rules":"own-loss","repetition":"loss","repeated":"position","occurrences":2,"connection":"own","no_move":"loss","misere":false,"shared":["Black, x, moves first, and then the sides take turns.","A stone moves along a rank, file or diagonal by exactly as many squares as stones of both sides stand on that whole line, itself included. It may pass over stones of the same side, not over the enemy's. It lands on an empty square or on an enemy, which is taken, never on its own side.","c1 stands on a file of two stones: c1-c3; on a diagonal of two: c1-e3; on another of two: it takes a3, c1xa3; and on a rank of six, where no square is six away.","The stones of a side are connected when all of them form one group, the eight neighbours of a square counted. One stone alone is connected."],"articles":[{"text":"The side that has moved wins if its stones are connected. Stones that the enemy's capture connects win only when their side moves and they still are.","special":true},{"text":"A side without a move loses.","special":true},{"text":"The side whose move brings back a position, with the same side to move, loses.","special":true}],"text":["Lines of Action: soucie (rules id own-loss); * is unlike club",""," 8  . x x x x x x .   Black, x, moves first, and then the sides take turns."," 7  o . . . . . . o"," 6  o . . . . . . o   A stone moves along a rank, file or diagonal by exactly as"," 5  o . . . . . . o   many squares as stones of both sides stand on that whole"," 4  o . . . . . . o   line, itself included. It may pass over stones of the same"," 3 (o). + . + . . o   side, not over the enemy's. It lands on an empty square or"," 2  o . . . . . . o   on an enemy, which is taken, never on its own side."," 1  . x[x]x x x x .","    a b c d e f g h   c1 stands on a file of two stones: c1-c3; on a diagonal of","                      two: c1-e3; on another of two: it takes a3, c1xa3; and on","                      a rank of six, where no square is six away.","","The stones of a side are connected when all of them form one group, the eight","neighbours of a square counted. One stone alone is connected.","* The side that has moved wins if its stones are connected. Stones that the","  enemy's capture connects win only when their side moves and they still are.","* A side without a move loses.","* The side whose move brings back a position, with the same side to move, loses."]}
  $ loa rules soucie --rules club
  loa: the rules are named twice: soucie and --rules club
  [2]
  $ loa rules chess 2>&1 | head -1
  loa: invalid value 'chess' for '[RULES]': 'chess' names no rules: expected a preset (club, tournament, soucie, openspiel, playstrategy, misere) or a rules id (mover-, draw- or own-, then pass, loss or draw, and -misere except with own)

An illegal move is explained wherever it comes from.

  $ printf 'b1-b4\nrules\n' | loa play start 4x4 | sed -n 7,13p
  black (x) to move
  b1-b4 is not a legal move in 1xx1/o2o/o2o/1xx1 x: 2 stones stand on file b, so b1 moves 2 squares along it, and b4 is 3 away (help lists the commands)
  Lines of Action: club (rules id mover-pass)
  
   8  . x x x x x x .   Black, x, moves first, and then the sides take turns.
   7  o . . . . . . o
   6  o . . . . . . o   A stone moves along a rank, file or diagonal by exactly as
  $ printf 'start 4x4\nb1-b4\n' | loa review -
  1xx1/o2o/o2o/1xx1 x  on 4x4 under mover-pass
  White was lost from the start: Black wins in 3, exact
  loa: move 1, "b1-b4" at line 2, character 1, cannot be played: it is not a legal move in 1xx1/o2o/o2o/1xx1 x: 2 stones stand on file b, so b1 moves 2 squares along it, and b4 is 3 away
  [2]
