A game of two people over a pipe: who threw what away.

  $ printf 'b1-d1\nresign\n' | loa play start 4x4 --white person --seed 1
  4x4 under mover-pass; black: person, white: person; seed 1; help lists the commands
    4  . x x .
    3  o . . o
    2  o . . o
    1  . x x .
       a b c d
  black (x) to move
  1. x b1-d1
    4  . x x .
    3  o . . o
    2  o . . o
    1  . . x[x]
       a b c d
  white (o) to move
  black wins: white resigns
      1. x b1-d1  loses in 4   gives away the win; better: b1-b3 (wins in 3)
           White now joins in 2 moves: a2-c2, a3xc1
    1... o resign loses        gives away the win; better: a2-c2 (wins in 3)
  black threw away a win with 1. b1-d1 (a loss); 1 of 1 moves judged: 0 best, 1 win-to-loss
  white threw away a win by resigning
  $ printf 'resign\n' | loa play start 4x4 --white person --seed 1 | tail -4
  black (x) to move
  white wins: black resigns
      1. x resign loses        gives away the win; better: b1-b3 (wins in 3)
  black threw away a win by resigning
  $ printf 'b1-b3\nresign\n' | loa play start 4x4 --white person --seed 1 | tail -4
  black wins: white resigns
      1. x b1-b3  wins in 3    best
    1... o resign loses
  black threw nothing away; 1 of 1 moves judged: 1 best
  $ printf 'resign\n' | loa play start 5x5 --white person | tail -1
  white wins: black resigns

The end of input prints the game so far and saves it; what is there is left alone.

  $ printf 'b1-b3' | loa play start 4x4 --white person --seed 1 | tail -6
  white (o) to move
  not over after 1 move
      1. x b1-b3  wins in 3    best
  black threw nothing away; 1 of 1 moves judged: 1 best
  the game is saved in loa-game-1.sgf; to continue it: loa play --resume loa-game-1.sgf
  to review every move: loa review loa-game-1.sgf
  $ cat loa-game-1.sgf
  (;FF[4]GM[9]CA[UTF-8]AP[loa:[VERSION]]SZ[4]RU[club]SU[Standard]PB[person]PW[person]
  ;B[b1-b3])
  $ printf 'b1-d1\n' | loa play start 4x4 --white person --seed 1 | tail -1
  to review every move: loa review loa-game-2.sgf
  $ printf 'b1-b3\nquit\n' | loa play start 4x4 --white person --seed 1 | tail -1
  to review every move: loa review loa-game-3.sgf
  $ printf 'b1-b3\na2-a4\nb4-b2\n' | loa play start 4x4 --white person --seed 1 | tail -4
    1... o a2-a4  loses in 2
      2. x b4-b2  wins in 1    best
  black threw nothing away; 2 of 2 moves judged: 2 best
  white threw nothing away; 1 of 1 moves judged: 1 best
  $ ls *.sgf
  loa-game-1.sgf
  loa-game-2.sgf
  loa-game-3.sgf

It is resumed, and another begun.

  $ printf 'board\nnew\nquit\n' | loa play --resume loa-game-1.sgf --white person --seed 1
  4x4 under mover-pass; black: person, white: person; seed 1; help lists the commands
    4  . x x .
    3  o[x]. o
    2  o . . o
    1  . . x .
       a b c d
  white (o) to move
    4  . x x .
    3  o[x]. o
    2  o . . o
    1  . . x .
       a b c d
  white (o) to move
    4  . x x .
    3  o . . o
    2  o . . o
    1  . x x .
       a b c d
  black (x) to move
  not over after 0 moves
  $ printf 'board\nnew\nboard\nquit\n' | loa play --resume --json --white person --seed 1
  {"event":"start","board":"4x4","rules":"mover-pass","preset":"club","position":"1xx1/o2o/o2o/1xx1 x","black":"person","white":"person","seed":1}
  {"event":"position","position":"1xx1/ox1o/o2o/2x1 o","to_move":"white","by":"person","person":true}
  {"event":"position","position":"1xx1/ox1o/o2o/2x1 o","to_move":"white","by":"person","person":true}
  {"event":"position","position":"1xx1/o2o/o2o/1xx1 x","to_move":"black","by":"person","person":true}
  {"event":"position","position":"1xx1/o2o/o2o/1xx1 x","to_move":"black","by":"person","person":true}
  {"event":"unfinished","moves":0}
  $ mkdir gap; cd gap; for move in b1-b3 b1-d1; do echo $move | loa play start 4x4 --white person; done >/dev/null
  > rm loa-game-1.sgf; echo c1-c3 | loa play start 4x4 --white person >/dev/null; ls; rm loa-game-2.sgf
  > echo quit | loa play --resume --white person | grep -o 'x [b-d].*'
  loa-game-2.sgf
  loa-game-3.sgf
  x c1-c3  wins in 3    best
  $ mkdir empty; cd empty; loa play --resume --white person
  loa: this folder has no loa-game-1.sgf or later to continue
  [1]

The players of the file play on, unless others are named.

  $ echo quit | loa play --resume loa-game-1.sgf --white level:1 --seed 1 --sgf mixed.sgf | sed -n 2p; cat mixed.sgf
  loa: White was person in the file, and level:1 plays on
    4  . x x .
  (;FF[4]GM[9]CA[UTF-8]AP[loa:[VERSION]]SZ[4]RU[club]SU[Standard]PB[person]PW[person, then level:1]
  ;B[b1-b3];W[d3-d1])
  $ echo quit | loa play --resume loa-game-2.sgf --seed 1 | sed -n 1p
  4x4 under mover-pass; black: person, white: person; seed 1; help lists the commands

A named file gets the game however it ends, and is not written over.

  $ loa play start 4x4 --white person --sgf "my game.sgf" </dev/null | tail -1
  not over after 0 moves
  $ printf 'b1-b3\na2-a4\nquit\n' | loa play start 4x4 --white person --sgf "my game.sgf" | tail -1
  to review every move: loa review 'my game.sgf'
  $ cat "my game.sgf"
  (;FF[4]GM[9]CA[UTF-8]AP[loa:[VERSION]]SZ[4]RU[club]SU[Standard]PB[person]PW[person]
  ;B[b1-b3];W[a2-a4])
  $ loa play start 4x4 --white person --sgf "my game.sgf"
  loa: my game.sgf exists: name another file, or overwrite it with --force
  [2]
  $ tail -1 "my game.sgf"; printf 'c1-c3\nquit\n' | loa play start 4x4 --white person --sgf "my game.sgf" --force >/dev/null; tail -1 "my game.sgf"
  ;B[b1-b3];W[a2-a4])
  ;B[c1-c3])

Moves are taken back, and no nonsense does harm.

  $ printf 'B1-D1\na2:c4\nundo\nundo\nundo\nB1-D1\nflip\na2c4\nquit\n' |
  >   loa play start 4x4 --json --seed 1 --black person --white person
  {"event":"start","board":"4x4","rules":"mover-pass","preset":"club","position":"1xx1/o2o/o2o/1xx1 x","black":"person","white":"person","seed":1}
  {"event":"position","position":"1xx1/o2o/o2o/1xx1 x","to_move":"black","by":"person","person":true}
  {"event":"move","number":1,"side":"black","move":"b1-d1","capture":false}
  {"event":"position","position":"1xx1/o2o/o2o/2xx o","to_move":"white","by":"person","person":true}
  {"event":"move","number":2,"side":"white","move":"a2xc4","capture":true}
  {"event":"position","position":"1xo1/o2o/3o/2xx x","to_move":"black","by":"person","person":true}
  {"event":"undo","plies":1}
  {"event":"position","position":"1xx1/o2o/o2o/2xx o","to_move":"white","by":"person","person":true}
  {"event":"undo","plies":1}
  {"event":"position","position":"1xx1/o2o/o2o/1xx1 x","to_move":"black","by":"person","person":true}
  {"event":"error","message":"no move of a person to take back"}
  {"event":"move","number":1,"side":"black","move":"b1-d1","capture":false}
  {"event":"position","position":"1xx1/o2o/o2o/2xx o","to_move":"white","by":"person","person":true}
  {"event":"position","position":"1xx1/o2o/o2o/2xx o","to_move":"white","by":"person","person":true}
  {"event":"move","number":2,"side":"white","move":"a2xc4","capture":true}
  {"event":"position","position":"1xo1/o2o/3o/2xx x","to_move":"black","by":"person","person":true}
  {"event":"unfinished","moves":2}
  {"event":"history","moves":[{"number":1,"side":"black","move":"b1-d1","position":"1xx1/o2o/o2o/1xx1 x","played":{"move":"b1-d1","category":"loss","plies":4,"bound":false,"score":null,"level":false,"basis":"verified","line":["b1-d1","a2-c2","b4-b3","a3xc1"]},"best":{"move":"b1-b3","category":"win","plies":3,"bound":false,"score":null,"level":false,"basis":"verified","line":["b1-b3"]},"effect":"win-to-loss","plies_lost":0,"mark":"??","words":"turned a win into a loss","lost":null,"why":"White now joins in 2 moves: a2-c2, a3xc1"},{"number":2,"side":"white","move":"a2xc4","position":"1xx1/o2o/o2o/2xx o","played":{"move":"a2xc4","category":"loss","plies":2,"bound":false,"score":null,"level":false,"basis":"verified","line":["a2xc4","b4xd2"]},"best":{"move":"a2-c2","category":"win","plies":3,"bound":false,"score":null,"level":false,"basis":"verified","line":["a2-c2"]},"effect":"win-to-loss","plies_lost":0,"mark":"??","words":"turned a win into a loss","lost":null,"why":"Black now joins in 1 move: b4xd2"}],"resignation":null,"outside":null,"summary":{"black":{"moves":1,"judged":1,"kept":0,"kept_percent":0.0,"best":0,"slower":{"moves":0,"plies":0},"sooner":{"moves":0,"plies":0},"blunders":{"win-to-draw":0,"win-to-loss":1,"draw-to-loss":0}},"white":{"moves":1,"judged":1,"kept":0,"kept_percent":0.0,"best":0,"slower":{"moves":0,"plies":0},"sooner":{"moves":0,"plies":0},"blunders":{"win-to-draw":0,"win-to-loss":1,"draw-to-loss":0}}},"values":[{"category":"win","plies":3,"bound":false,"score":null,"level":false,"basis":"verified"},{"category":"loss","plies":3,"bound":false,"score":null,"level":false,"basis":"verified"},{"category":"win","plies":1,"bound":false,"score":null,"level":false,"basis":"verified"}]}
  {"event":"save","file":"loa-game-4.sgf"}
  $ printf 'resign\nb1-b3\nundo\nb1-b3\nquit\n' | loa play start 4x4 --json --white person --seed 1
  {"event":"start","board":"4x4","rules":"mover-pass","preset":"club","position":"1xx1/o2o/o2o/1xx1 x","black":"person","white":"person","seed":1}
  {"event":"position","position":"1xx1/o2o/o2o/1xx1 x","to_move":"black","by":"person","person":true}
  {"event":"end","result":"white","reason":"resignation"}
  {"event":"history","moves":[],"resignation":{"side":"black","position":"1xx1/o2o/o2o/1xx1 x","best":{"move":"b1-b3","category":"win","plies":3,"bound":false,"score":null,"level":false,"basis":"verified","line":["b1-b3"]},"effect":"win-to-loss","plies_lost":0},"outside":null,"summary":{"black":{"moves":0,"judged":0,"kept":0,"kept_percent":null,"best":0,"slower":{"moves":0,"plies":0},"sooner":{"moves":0,"plies":0},"blunders":{"win-to-draw":0,"win-to-loss":0,"draw-to-loss":0}},"white":{"moves":0,"judged":0,"kept":0,"kept_percent":null,"best":0,"slower":{"moves":0,"plies":0},"sooner":{"moves":0,"plies":0},"blunders":{"win-to-draw":0,"win-to-loss":0,"draw-to-loss":0}}},"values":[null]}
  {"event":"error","message":"the game is over: white wins: black resigns"}
  {"event":"undo","plies":0}
  {"event":"position","position":"1xx1/o2o/o2o/1xx1 x","to_move":"black","by":"person","person":true}
  {"event":"move","number":1,"side":"black","move":"b1-b3","capture":false}
  {"event":"position","position":"1xx1/ox1o/o2o/2x1 o","to_move":"white","by":"person","person":true}
  {"event":"unfinished","moves":1}
  {"event":"history","moves":[{"number":1,"side":"black","move":"b1-b3","position":"1xx1/o2o/o2o/1xx1 x","played":{"move":"b1-b3","category":"win","plies":3,"bound":false,"score":null,"level":false,"basis":"verified","line":["b1-b3"]},"best":{"move":"b1-b3","category":"win","plies":3,"bound":false,"score":null,"level":false,"basis":"verified","line":["b1-b3"]},"effect":"best","plies_lost":0,"mark":null,"words":null,"lost":null,"why":null}],"resignation":null,"outside":null,"summary":{"black":{"moves":1,"judged":1,"kept":1,"kept_percent":100.0,"best":1,"slower":{"moves":0,"plies":0},"sooner":{"moves":0,"plies":0},"blunders":{"win-to-draw":0,"win-to-loss":0,"draw-to-loss":0}},"white":{"moves":0,"judged":0,"kept":0,"kept_percent":null,"best":0,"slower":{"moves":0,"plies":0},"sooner":{"moves":0,"plies":0},"blunders":{"win-to-draw":0,"win-to-loss":0,"draw-to-loss":0}}},"values":[{"category":"win","plies":3,"bound":false,"score":null,"level":false,"basis":"verified"},{"category":"win","plies":2,"bound":false,"score":null,"level":false,"basis":"verified"}]}
  {"event":"save","file":"loa-game-5.sgf"}
  $ printf 'foo\nb1-b9\nb1\nhint me\na1-a2\npass\n\xff\x00b1\n\n   \nquit\n' |
  >   loa play start 4x4 --json --white person --seed 1
  {"event":"start","board":"4x4","rules":"mover-pass","preset":"club","position":"1xx1/o2o/o2o/1xx1 x","black":"person","white":"person","seed":1}
  {"event":"position","position":"1xx1/o2o/o2o/1xx1 x","to_move":"black","by":"person","person":true}
  {"event":"error","message":"'foo' is not a move: character 2 should be a rank from 1 to 8 (help lists the commands)"}
  {"event":"error","message":"'b1-b9' is not a move: character 5 should be a rank from 1 to 8 (help lists the commands)"}
  {"event":"error","message":"'b1' is not a move: character 3 should be a file from a to h (help lists the commands)"}
  {"event":"error","message":"hint takes no argument, but got 'me'"}
  {"event":"error","message":"a1-a2 is not a legal move in 1xx1/o2o/o2o/1xx1 x: no stone stands on a1 (help lists the commands)"}
  {"event":"error","message":"pass is not a legal move in 1xx1/o2o/o2o/1xx1 x: x can move, and only a side that cannot may pass (help lists the commands)"}
  {"event":"error","message":"'ÿ\\0b1' is not a move: character 1 should be a file from a to h (help lists the commands)"}
  {"event":"unfinished","moves":0}
  $ loa play start 4x4 --white nobody
  loa: invalid value 'nobody' for '--white <PLAYER>': 'nobody' is not a player: expected person, perfect, perfect:20 (with mistakes in 20 moves of 100), random, engine (the built-in one), level:0 to level:5, engine:COMMAND, proof (one that is here) or proof:FILE
  
  For more information, try '--help'.
  [2]
  $ loa play nonsense
  loa: not a position: character 1 is 'n': expected x, o, a digit from 1 to 8, / or a space
  [2]

If one player is named, the other one is a person.

  $ for named in "" "--black random" "--white random" "--black person" "--white person"; do
  >   echo quit | loa play 4x4 $named --json --seed 1 | grep -o '"black":"[a-z]*","white":"[a-z]*"'
  > done
  "black":"person","white":"perfect"
  "black":"random","white":"person"
  "black":"person","white":"random"
  "black":"person","white":"perfect"
  "black":"person","white":"person"

Without tables nobody is perfect.

  $ loa play start 5x5 --black perfect --white random
  loa: no perfect play here; the engine can play: no table for 6v6 on 5x5 under mover-pass: looked for tables/mover-pass/5x5/6v6.loa; a certificate plays Black: loa play 5x5 --black proof
  [5]
  $ loa play start 8x8 --white perfect:20
  loa: no perfect play here; the engine can play: no table can cover this position: 12v12 on 8x8 has too many positions to number
  [6]

Games of other rules or with wrong moves are not resumed.

  $ echo '(;GM[9]SZ[4]RU[club];B[b1-b3])' >game
  $ loa play --resume game --white person --rules soucie
  loa: the record is of a game under club, not under soucie
  [7]
  $ echo '(;GM[9]SZ[4];B[b1-b3];W[a2-a3])' >game
  $ loa play --resume game --white person --rules soucie
  loa: game: move 2, "a2-a3" at line 1, character 25, cannot be played: it is not a legal move in 1xx1/ox1o/o2o/2x1 o: 2 stones stand on file a, so a2 moves 2 squares along it, and a3 is 1 away
  [2]
  $ echo '(;GM[9]SZ[4]' >game
  $ loa play --resume game --white person --rules soucie
  loa: game is not the record of a game: the text ends at line 2, character 1: expected a property, ; to begin a node, ( or )
  [2]
  $ echo '(;GM[9]SZ[4]RU[Soucie];B[b1-b3!];W[a2-a4])' >game
  $ echo quit | loa play --resume game --json --white person --rules soucie 2>&1 | sed -n 2p
  {"event":"position","position":"oxx1/ox1o/3o/2x1 x","to_move":"black","by":"person","person":true}

A perfect player of a resumed game says once that it has no tables.

  $ echo '(;GM[9]SZ[5]PB[perfect]PW[person])' >game
  $ printf 'a2-a4\na3-a5\nb1-b1\nquit\n' | loa play --resume game --json --seed 5 | grep '"note"'
  {"event":"note","message":"perfect has no value for this position, and plays by the known values after its moves: no table for 6v6 on 5x5 under mover-pass: looked for tables/mover-pass/5x5/6v6.loa; make it (about [..]) with: loa solve 5x5"}

Certificates that are built in or in a file play, where they prove something.

  $ loa play 5x5 --json --black proof --white random --seed 1 | grep '"end"'
  {"event":"end","result":"black","reason":"them-connected"}
  $ loa play 5x5 --black person --white proof
  loa: no certificate here proves that o wins from 1xxx1/o3o/o3o/o3o/1xxx1 x under mover-pass: name a file, proof:FILE
  [6]
  $ loa play --black random --white proof:data/proofs/5x5.proof
  loa: data/proofs/5x5.proof: the certificate does not prove that o wins from 1xxx1/o3o/o3o/o3o/1xxx1 x: it proves that x wins from 1xxx1/o3o/o3o/o3o/1xxx1 x
  [6]
  $ loa play --black proof:data/proofs/5x5.proof --white random --rules misere
  loa: data/proofs/5x5.proof: the certificate proves a win under normal, not under mover-pass-misere; choose the rules with --rules
  [7]
  $ loa play start 5x6 --black proof:data/proofs/5x5.proof --white random
  loa: data/proofs/5x5.proof: the certificate does not prove that x wins from 1xxx1/o3o/o3o/o3o/o3o/1xxx1 x: it proves that x wins from 1xxx1/o3o/o3o/o3o/1xxx1 x
  [6]
  $ loa play --black proof:nowhere --white random
  loa: nowhere: the file cannot be read: No such file or directory (os error 2)
  [1]

An engine that does not start.

  $ loa play start 4x4 --white engine:/no/such/program
  loa: the engine '/no/such/program': could not start '/no/such/program': No such file or directory (os error 2)
  [1]
  $ loa play start 4x4 --white "engine:engine 'x"
  loa: 'engine 'x' is not a command line: a quotation mark is left open
  [2]

Hints and values are those of the tables.

  $ printf 'hint\nvalues\nmoves\nquit\n' | loa play "o2o/x3/2o1/x1xo x" --rules tournament --seed 1 --json
  {"event":"start","board":"4x4","rules":"draw-pass","preset":"tournament","position":"o2o/x3/2o1/x1xo x","black":"person","white":"perfect","seed":1}
  {"event":"position","position":"o2o/x3/2o1/x1xo x","to_move":"black","by":"person","person":true}
  {"event":"hint","move":"a3-b4","category":"win","plies":15,"bound":false,"score":null,"level":false,"basis":"verified","line":["a3-b4"]}
  {"event":"values","moves":[{"move":"a3-b4","category":"win","plies":15,"bound":false,"score":null,"level":false,"basis":"verified","line":["a3-b4"]},{"move":"a3-b3","category":"loss","plies":6,"bound":false,"score":null,"level":false,"basis":"verified","line":["a3-b3"]},{"move":"a1-c3","category":"loss","plies":4,"bound":false,"score":null,"level":false,"basis":"verified","line":["a1-c3"]},{"move":"a1xd1","category":"loss","plies":4,"bound":false,"score":null,"level":false,"basis":"verified","line":["a1xd1"]},{"move":"c1-d2","category":"loss","plies":4,"bound":false,"score":null,"level":false,"basis":"verified","line":["c1-d2"]},{"move":"a1xa4","category":"loss","plies":2,"bound":false,"score":null,"level":false,"basis":"verified","line":["a1xa4"]}]}
  {"event":"moves","moves":["a1-c3","a1xa4","a1xd1","a3-b3","a3-b4","c1-d2"]}
  {"event":"unfinished","moves":0}
  $ loa probe "o2o/x3/2o1/x1xo x" --rules tournament
  o2o/x3/2o1/x1xo x  3v4 on 4x4 under draw-pass
  wins in 15
    a3-b4  wins in 15
    a3-b3  loses in 6
    a1-c3  loses in 4
    a1xd1  loses in 4
    c1-d2  loses in 4
    a1xa4  loses in 2

A capture into a table is found without one: of 3v4 there is no table, and after e4xb1 the tables have a loss in 8.

  $ loa solve 5x4 --material 3v3 -q
  4 tables, 294,168 positions, [..] s
  these tables do not reach the start of 5x4
  $ loa probe "o3x/3xo/5/xoo2 x" --movetime 0
  loa: no table for 3v4 on 5x4 under mover-pass: looked for tables/mover-pass/5x4/3v4.loa; make it (about [..]) with: loa solve 5x4
  [5]
  $ printf 'e4xb1\nundo\n' | loa play "o3x/3xo/5/xoo2 x" --white person --sgf of.sgf >/dev/null; sed -i 's/PB.person/PB[perfect/' of.sgf
  $ for seed in 1 2 3; do echo quit | loa play --resume of.sgf --seed $seed | grep '^1. x'; done
  1. x e4xb1
  1. x e4xb1
  1. x e4xb1

The engine advises where tables end, and marks what it estimates. The hint and the best of all values come from one answer.

  $ printf 'hint\nvalues\n' | loa play start 5x5 --white person --json >asked; grep -oE '"event":"(hint|values)".*' asked | grep -oE '"category.*?,"depth":' | cut -d, -f1-6; grep -o '"move":' asked | wc -l
  "category":"win","plies":13,"bound":true,"score":null,"level":false,"basis":"proof"
  "category":"win","plies":13,"bound":true,"score":null,"level":false,"basis":"proof"
  19
  $ printf 'hint\nvalues\nquit\n' | loa play start 8x8 --white person --movetime 60 >game; grep -o 'by the engine, not proved' game; grep -A1 'moves by the engine:' game | tail -1 >best
  > grep ' at depth ' game | head -1 | cmp - best; test $(grep -c ' at depth ' game) -gt 2
  by the engine, not proved

It says what its moves are worth, and a player by proof what it waits for.

  $ loa play start 3x3 --json --black engine --white random --movetime 20 --seed 1 | grep '"event":"move"'
  {"event":"move","number":1,"side":"black","move":"b1-a1","capture":false,"category":"loss","plies":2,"bound":false,"score":null,"level":false,"basis":"search"}
  {"event":"move","number":2,"side":"white","move":"c2-c3","capture":false}
  {"event":"move","number":3,"side":"black","move":"a1xc3","capture":true,"category":"win","plies":1,"bound":false,"score":null,"level":false,"basis":"search"}
  $ loa play 5x5 --rules misere --black proof --white random --seed 1 --json | grep '"end"'
  built-in 5x5-misere: checking 23,207 moves before the first answer
  {"event":"end","result":"black","reason":"us-connected"}

Values begin with the moves of the certificate.

  $ printf 'values\nhint\nquit\n' | loa play 5x5 --movetime 20 | grep -E 'wins|certificate'
  wins in 11: the start is solved and verified
  moves by the certificate built-in 5x5, whose numbers are bounds:
    c1-c3  wins within 13
    c5-c3  wins within 13
    c1-c3  wins within 13
