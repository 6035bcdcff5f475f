A game of another program is reviewed, and a text without a game refused with its place.

  $ cat >game.sgf <<'SGF'
  > (;FF[4]GM[9]SZ[4]RU[misere]PB[Anna \] B]PW[Bert]RE[W+R]XX[unknown]C[a (;remark]
  > ;B[B1-B3!] (;W[a2-a4]C[the main line];B[b4-b2++])(;W[d2-d4]))
  > SGF
  $ loa review game.sgf
  game.sgf: not known, so kept without use: XX
  1xx1/o2o/o2o/1xx1 x  on 4x4 under mover-pass-misere
  black: Anna ] B
  white: Bert
      1. x b1-b3  loses in 2   gives away the draw; better: b1-d1 (draws)
           White now wins in 1 move: a3xc1
    1... o a2-a4  draws        gives away the win; better: a3xc1 (wins in 1)
      2. x b4-b2  loses in 1   gives away the draw; better: b4xd2 (draws)
  black threw away a draw with 1. b1-b3 (a loss), a draw with 2. b4-b2 (a loss); 2 of 2 moves judged: 0 best, 2 draw-to-loss
  white threw away a win with 1... a2-a4 (a draw); 1 of 1 moves judged: 0 best, 1 win-to-draw
  up: black wins, # nearer if longer; down: white wins; =: a draw; ?: a win or a draw given away
  black
  
  
  
        =-=-
         # #
         # #
         # #
  white  # #
         ???
         1.
  white wins: black is connected
  result as recorded: W+R
  $ loa review game.sgf --rules soucie
  loa: the record is of a game under misere, not under soucie
  [7]
  $ loa review game.sgf --rules club
  loa: the record is of a game under misere, not under club
  [7]
  $ loa review nowhere.sgf
  loa: nowhere.sgf: No such file or directory (os error 2)
  [1]
  $ loa review - <<<"(;GM[1];B[aa])"
  loa: standard input is not the record of a game: line 1, character 6: "1" is not 9, the number of Lines of Action
  [2]
  $ loa review - <<<"(;GM[9];B[e1-e9])"
  loa: standard input is not the record of a game: line 1, character 11: "e1-e9" is not a move such as e1-e3, pass or resign
  [2]
  $ loa review - <<<$'start 4x4\n b1-b3 and so on'
  loa: standard input is not the record of a game: line 2, character 8: "and" is not a move such as b1-b3 or a2xc2, pass or resign
  [2]
  $ loa review - <<<"1xx1/o2q/o2o/1xx1 x"
  loa: standard input is not the record of a game: line 1, character 1: not a position: character 8 is 'q': expected x, o, a digit from 1 to 8, / or a space
  [2]
  $ loa review - <<<"(;SZ[4];B[b1-b3];B[b4-b2])"
  1xx1/o2o/o2o/1xx1 x  on 4x4 under mover-pass
  White was lost from the start: Black wins in 3, exact
      1. x b1-b3  wins in 3    best
  black threw nothing away; 1 of 1 moves judged: 1 best
  up: black wins, # nearer if longer; down: white wins; =: a draw
  black
        ##
        ##
        ##
        --
  
  
  
  white
         1.
  loa: move 2, "b4-b2" at line 1, character 20, cannot be played: it is white's turn in 1xx1/ox1o/o2o/2x1 o
  [2]
  $ loa review - <<<"start 4x4"
  loa: standard input contains no moves: expected SGF, or a list of moves such as b1-b3 a2xc2
  [2]
  $ loa review /dev/zero
  loa: /dev/zero is longer than 8 MiB, the most that is read
  [1]
  $ mkfifo pipe; (echo "start 4x4" >pipe &); loa review pipe; (echo "" >pipe &); loa suite check pipe
  loa: pipe contains no moves: expected SGF, or a list of moves such as b1-b3 a2xc2
  loa: pipe: the file has no problem
  [2]
  $ head -c 8388609 /dev/zero >long; loa review long
  loa: long is longer than 8 MiB, the most that is read
  [1]

An illegal move ends a review after what came before.

  $ printf 'start 4x4\n1. b1-b3 a2-a4\n2. b4-b1 d2-d4\n' >game
  $ loa review game
  1xx1/o2o/o2o/1xx1 x  on 4x4 under mover-pass
  White was lost from the start: Black wins in 3, exact
      1. x b1-b3  wins in 3    best
    1... o a2-a4  loses in 2
  black threw nothing away; 1 of 1 moves judged: 1 best
  white threw nothing away; 1 of 1 moves judged: 1 best
  up: black wins, # nearer if longer; down: white wins; =: a draw
  black   #
        ###
        ###
        ###
        ---
  
  
  
  white
         1.
  loa: move 3, "b4-b1" at line 3, character 4, cannot be played: it is not a legal move in oxx1/ox1o/3o/2x1 x: 2 stones stand on file b, so b4 moves 2 squares along it, and b1 is 3 away
  [2]
  $ loa review game --json
  {"position":"1xx1/o2o/o2o/1xx1 x","board":"4x4","rules":"mover-pass","preset":"club","black":"","white":"","recorded_result":null,"end":null,"stopped":{"number":3,"text":"b4-b1","position":"oxx1/ox1o/3o/2x1 x","message":"move 3, \"b4-b1\" at line 3, character 4, cannot be played: it is not a legal move in oxx1/ox1o/3o/2x1 x: 2 stones stand on file b, so b4 moves 2 squares along it, and b1 is 3 away","reason":"2 stones stand on file b, so b4 moves 2 squares along it, and b1 is 3 away"},"lost_from_start":{"side":"white","category":"loss","plies":3,"bound":false,"score":null,"level":false,"basis":"verified","words":"White was lost from the start: Black wins in 3, exact"},"lesson":null,"moves":[{"number":1,"side":"black","move":"b1-b3","position":"1xx1/o2o/o2o/1xx1 x","played":{"move":"b1-b3","category":"win","plies":3,"bound":false,"score":null,"level":false,"basis":"verified","line":["b1-b3"]},"best":{"move":"b1-b3","category":"win","plies":3,"bound":false,"score":null,"level":false,"basis":"verified","line":["b1-b3"]},"effect":"best","plies_lost":0,"mark":null,"words":null,"lost":null,"why":null},{"number":2,"side":"white","move":"a2-a4","position":"1xx1/ox1o/o2o/2x1 o","played":{"move":"a2-a4","category":"loss","plies":2,"bound":false,"score":null,"level":false,"basis":"verified","line":["a2-a4"]},"best":{"move":"a2-a4","category":"loss","plies":2,"bound":false,"score":null,"level":false,"basis":"verified","line":["a2-a4"]},"effect":"best","plies_lost":0,"mark":null,"words":null,"lost":null,"why":null}],"resignation":null,"outside":null,"summary":{"black":{"moves":1,"judged":1,"kept":1,"kept_percent":100.0,"best":1,"slower":{"moves":0,"plies":0},"sooner":{"moves":0,"plies":0},"blunders":{"win-to-draw":0,"win-to-loss":0,"draw-to-loss":0}},"white":{"moves":1,"judged":1,"kept":1,"kept_percent":100.0,"best":1,"slower":{"moves":0,"plies":0},"sooner":{"moves":0,"plies":0},"blunders":{"win-to-draw":0,"win-to-loss":0,"draw-to-loss":0}}},"values":[{"category":"win","plies":3,"bound":false,"score":null,"level":false,"basis":"verified"},{"category":"win","plies":2,"bound":false,"score":null,"level":false,"basis":"verified"},{"category":"win","plies":1,"bound":false,"score":null,"level":false,"basis":"verified"}],"notices":[],"sgf":"(;FF[4]GM[9]CA[UTF-8]AP[loa:[VERSION]]SZ[4]SU[Standard]RU[club]GB[1]\n;B[b1-b3]GB[1]C[wins in 3, best]\n;W[a2-a4]GB[1]C[loses in 2];B[b4-b1];W[d2-d4])\n","lines":[{"moves":["b1-b3","a2-a4"],"notes":[],"properties":[]}]}
  {"error":"move 3, \"b4-b1\" at line 3, character 4, cannot be played: it is not a legal move in oxx1/ox1o/3o/2x1 x: 2 stones stand on file b, so b4 moves 2 squares along it, and b1 is 3 away","status":2,"kind":"usage"}
  [2]
  $ loa review - <<<$'start 4x4\nb1-b3 a2-a4 b4-b2 d2-d4'
  1xx1/o2o/o2o/1xx1 x  on 4x4 under mover-pass
  White was lost from the start: Black wins in 3, exact
      1. x b1-b3  wins in 3    best
    1... o a2-a4  loses in 2
      2. x b4-b2  wins in 1    best
  black threw nothing away; 2 of 2 moves judged: 2 best
  white threw nothing away; 1 of 1 moves judged: 1 best
  up: black wins, # nearer if longer; down: white wins; =: a draw
  black   ##
        ####
        ####
        ####
        ----
  
  
  
  white
         1.
  black wins: black is connected
  loa: move 4, "d2-d4" at line 2, character 19, cannot be played: the game is over: black wins: black is connected
  [2]

A resignation is judged as well, and names of strangers are printed and not obeyed.

  $ loa review - <<<"(;GM[9]SZ[4];B[b1-d1];W[Resign])"
  1xx1/o2o/o2o/1xx1 x  on 4x4 under mover-pass
  White was lost from the start: Black wins in 3, exact
      1. x b1-d1  loses in 4   gives away the win; better: b1-b3 (wins in 3)
           White now joins in 2 moves: a2-c2, a3xc1
    1... o resign loses        gives away the win; better: a2-c2 (wins in 3)
  black threw away a win with 1. b1-d1 (a loss); 1 of 1 moves judged: 0 best, 1 win-to-loss
  white threw away a win by resigning
  White resigned, but a2-c2 wins in 3
  up: black wins, # nearer if longer; down: white wins; =: a draw; ?: a win or a draw given away
  black
        #
        #
        #
        --
         #
         #
         #
  white
         ?
         1.
  black wins: white resigns
  $ printf '(;GM[9]SZ[4]PB[\033\\[2J\u009b31m]PW[a\u202eb]RE[\033[31mB+];B[b1-b3])' | loa review -
  1xx1/o2o/o2o/1xx1 x  on 4x4 under mover-pass
  black: \u{1b}[2J\u{9b}31m
  white: a\u{202e}b
  White was lost from the start: Black wins in 3, exact
      1. x b1-b3  wins in 3    best
  black threw nothing away; 1 of 1 moves judged: 1 best
  up: black wins, # nearer if longer; down: white wins; =: a draw
  black
        ##
        ##
        ##
        --
  
  
  
  white
         1.
  not over after 1 move
  result as recorded: \u{1b}[31mB+

A review is a chart, and a record with values; that of boardspace is read as well.

  $ printf 'start 4x4\nb1-d1 a2xc4' | loa review -
  1xx1/o2o/o2o/1xx1 x  on 4x4 under mover-pass
  White was lost from the start: Black wins in 3, exact
      1. x b1-d1  loses in 4   gives away the win; better: b1-b3 (wins in 3)
           White now joins in 2 moves: a2-c2, a3xc1
    1... o a2xc4  loses in 2   gives away the win; better: a2-c2 (wins in 3)
           Black now joins in 1 move: b4xd2
  black threw away a win with 1. b1-d1 (a loss); 1 of 1 moves judged: 0 best, 1 win-to-loss
  white threw away a win with 1... a2xc4 (a loss); 1 of 1 moves judged: 0 best, 1 win-to-loss
  up: black wins, # nearer if longer; down: white wins; =: a draw; ?: a win or a draw given away
  black   #
        # #
        # #
        # #
        ---
         #
         #
         #
  white
         ??
         1.
  not over after 2 moves
  $ cat >boardspace.sgf <<'SGF'
  > (;
  > GM[9]VV[1]
  > SZ[4]SU[Standard]
  > P0[id "Anna"]
  > P1[id "Bert"]
  > ; P0[0 Start P0]
  > ; P0[1 Move b 1 d 1]
  > ; P1[2 Move a 2 c 4]
  > )
  > SGF
  $ loa review boardspace.sgf --sgf "with values.sgf" >/dev/null
  $ cat "with values.sgf"
  (;GM[9]VV[1]SZ[4]SU[Standard]PB[Anna]PW[Bert]FF[4]CA[UTF-8]RU[club]GB[1]
  ;P0[0 Start P0]
  ;B[b1-d1]GW[1]BM[2]C[loses in 4, gives away the win; better: b1-b3 (wins in 3); White now joins in 2 moves: a2-c2, a3xc1]
  ;W[a2-c4]GB[1]BM[2]C[loses in 2, gives away the win; better: a2-c2 (wins in 3); Black now joins in 1 move: b4xd2])
  $ printf '(;\nGM[9]\nSU[Standard]\n; X0[0 Start]\n; X0[1 Move c 1 c 3]\n)\n' | loa review -
  loa: standard input is not the record of a game: no moves found: "X0" at line 4, character 6 is not understood; moves belong in B and W, as in ;B[b1-b3]
  [2]

Moves outside the tables are estimated by the engine, unless it gets no time.

  $ loa review - --movetime 0 <<<"b1-h1 a2-c2"
  1xxxxxx1/o6o/o6o/o6o/o6o/o6o/o6o/1xxxxxx1 x  on 8x8 under mover-pass
  moves 1 to 2 are outside the tables: no table can cover this position: 12v12 on 8x8 has too many positions to number
  not over after 2 moves
  $ loa review - --movetime 0 --json <<<"b1-h1"
  {"position":"1xxxxxx1/o6o/o6o/o6o/o6o/o6o/o6o/1xxxxxx1 x","board":"8x8","rules":"mover-pass","preset":"club","black":"","white":"","recorded_result":null,"end":null,"stopped":null,"lost_from_start":null,"lesson":null,"moves":[{"number":1,"side":"black","move":"b1-h1","position":"1xxxxxx1/o6o/o6o/o6o/o6o/o6o/o6o/1xxxxxx1 x","played":null,"best":null,"mark":null,"words":null,"lost":null,"why":null}],"resignation":null,"outside":"no table can cover this position: 12v12 on 8x8 has too many positions to number","summary":{"black":{"moves":1,"judged":0,"kept":0,"kept_percent":null,"best":0,"slower":{"moves":0,"plies":0},"sooner":{"moves":0,"plies":0},"blunders":{"win-to-draw":0,"win-to-loss":0,"draw-to-loss":0}},"white":{"moves":0,"judged":0,"kept":0,"kept_percent":null,"best":0,"slower":{"moves":0,"plies":0},"sooner":{"moves":0,"plies":0},"blunders":{"win-to-draw":0,"win-to-loss":0,"draw-to-loss":0}}},"values":[null,null],"notices":[],"sgf":"(;FF[4]GM[9]CA[UTF-8]AP[loa:[VERSION]]SZ[8]SU[Standard]RU[club]\n;B[b1-h1])\n","lines":[{"moves":["b1-h1"],"notes":[],"properties":[]}]}

A line goes on from a recorded game.

  $ echo "(;GM[9]SZ[4]RU[club];B[b1-b3];W[a2-a4])" >game
  $ loa line --game game
  oxx1/ox1o/3o/2x1 x  wins in 1
      1. b4-b2  o1x1/ox1o/1x1o/2x1 o
  black wins: black is connected
  $ loa line --game game --after 0 --json | cut -d, -f1-6
  {"position":"1xx1/o2o/o2o/1xx1 x","board":"4x4","material":"4v4","rules":"mover-pass","over":null,"category":"win"
  $ loa line --game game --after 3
  loa: the game has only 2 moves
  [2]
  $ loa line start 4x4 --after 1 2>&1 | head -2
  loa: the argument '[POSITION]...' cannot be used with '--after <MOVES>'
  
  $ loa line 2>&1 | head -2
  loa: the following required arguments were not provided:
    <POSITION>...

The moves and signs of a game of two people of 19 October 2013 at iggamecenter.com, as one of
them published it, without his remarks: linesofaction100.blogspot.com, game 8.

  $ cat >published <<'GAME'
  > 1.c8-c6 a2-c2 2. b1-b3 h4-f2 3. f1xh3 h5-f7 4. g8-g6 h7-e7 5. e8-b5 h6-f4
  > 6. e1-e3 a7xe3 7. f8-c8 c2xc6! 8. b8-e5 h2xe5 9. b5xe5 f7-d7 10. g1-g3 f2-d4
  > 11. c1xa3? e3-c5! 12. g3-g5 a6-b5 13. b3xb5 f4-c4 14. a3-c3 d4-b6#
  > GAME
  $ loa review published --movetime 0
  1xxxxxx1/o6o/o6o/o6o/o6o/o6o/o6o/1xxxxxx1 x  on 8x8 under mover-pass
  moves 1 to 28 are outside the tables: no table can cover this position: 12v12 on 8x8 has too many positions to number
  up: black wins, # nearer if longer; down: white wins; =: a draw
  black
  
  
  
                                    -
                                    #
                                    #
                                    #
  white                             #
         1.        6.        11.
  white wins: white is connected

Where the tables begin after a capture, moves are judged from there on.

  $ loa solve 5x4 --material 3v3 -q
  4 tables, 294,168 positions, [..] s
  these tables do not reach the start of 5x4
  $ printf 'o3x/5/x3o/o1ox1 x\n1. e4xe2 c1-d2\n' | loa review - --movetime 0
  o3x/5/x3o/o1ox1 x  on 5x4 under mover-pass
  move 1 is outside the tables: no table for 3v4 on 5x4 under mover-pass: looked for tables/mover-pass/5x4/3v4.loa; make it (about [..]) with: loa solve 5x4
    1... o c1-d2  loses in 2   gives away the win; better: a1-b2 (wins in 3)
           Black now joins in 1 move: a2xd2
  white threw away a win with 1... c1-d2 (a loss); 1 of 1 moves judged: 0 best, 1 win-to-loss
  up: black wins, # nearer if longer; down: white wins; =: a draw; ?: a win or a draw given away
  black   #
          #
          #
          #
         --
         #
         #
         #
  white
          ?
         1.
  not over after 2 moves
  $ loa probe "o4/5/x3x/o1ox1 o" | tail -3
    c1-b2  loses in 4
    a4-b4  loses in 2
    c1-d2  loses in 2
  $ loa review - --movetime 5 <<<"b1-h1 a2-c2" | grep -o 'engine estimates'
  [1]
  $ loa review - --movetime 5 --json <<<"b1-h1" | grep -o '"played":{"move":"b1-h1","category":null'
  "played":{"move":"b1-h1","category":null

Where tables end, the engine judges every move of a lost game, and names the better move and the answer.

  $ cat >lost <<'END'
  > start 8x8
  > 1. b1-h1 a6-c4 2. f1-f3 h6xf8 3. c1xc4 h5-f7 4. c8-c6 h2-f4 5. e8-b5 a3-c5 6. b8-b6 h4-d4
  > 7. d1xd4 h3xf3 8. h1-h3 f8-d6 9. h3xf3 h7-e7 10. e1-c1 f7-c7 11. c6-e4 d6xb6 12. c1xc5 e7xc5
  > 13. d4-e5 a2-a6 14. g1xc5 a6-c6 15. f3xc6 f4-f5 16. g8-e6 c7xe5 17. e4-b4 f5-h3 18. d8-d7
  > END
  $ loa review lost
  1xxxxxx1/o6o/o6o/o6o/o6o/o6o/o6o/1xxxxxx1 x  on 8x8 under mover-pass
  outside the tables; scores are estimates by the engine, not proven:
      1. x b1-h1  -69 ?!; better: c8-c6, +14; now a5-c7 g8-g6 h2-e5
    1... o a6-c4  -51 ?!; better: h2-f2, +51; now c1xc4 a7-c7 g8-d5
           White's stones are in 4 groups now, 3 after h2-f2
      2. x f1-f3  -101 ?; better: c1xc4, +23; now a3-c5 g1-g3 h5-e5
           h1 can no longer move after a3-c5: White is in the way along file h; Black stands on its landing along rank 1 and diagonal a8-h1
    2... o h6xf8  -80 ?; better: a7-c5, +79; now c1xc4 a3-d3 g8-d5
           White's stones are in 6 groups now, 3 after a7-c5
      3. x c1xc4  +66
    3... o h5-f7  -91
      4. x c8-c6  +84
    4... o h2-f4  -120
      5. x e8-b5  +56
    5... o a3-c5  -99
      6. x b8-b6  +56
    6... o h4-d4  -65
      7. x d1xd4  +26
    7... o h3xf3  -17
      8. x h1-h3  +23
    8... o f8-d6  -23
      9. x h3xf3  +17
    9... o h7-e7  -22
     10. x e1-c1  -2
   10... o f7-c7  -60
     11. x c6-e4  +39
   11... o d6xb6  -76
     12. x c1xc5  +61
   12... o e7xc5  -44
     13. x d4-e5  loses within 20 ??; better: d4-d6, -25; now f4-e3 d8-d7 a7-a3
   13... o a2-a6  -121 left the proof: f4-e3 wins within 19
     14. x g1xc5  +11
   14... o a6-c6  loses within 8 ??; better: f4-f6, +87; now f3xc6 f4-e3 g8-e6
     15. x f3xc6  wins within 7
   15... o f4-f5  loses in 6
     16. x g8-e6  wins in 5
   16... o c7xe5  loses in 4
     17. x e4-b4  wins in 3
   17... o f5-h3  loses in 2
     18. x d8-d7  wins in 1
  moves 1 to 35 are outside the tables: no table can cover this position: 12v12 on 8x8 has too many positions to number
  up: black wins, # nearer if longer; down: white wins; =: a draw; :: an estimate; ?: a win or a draw given away
  black                                   ##
                                    ########
                                    ########
          : :::::::::       : ::  : ########
        ------------------------------------
         : :                     #
                                 #
  
  white
           ??                    ?  ?
         1.        6.        11.       16.
  black wins: black is connected

A resignation before the first move is judged by a certificate.

  $ loa review - <<<"(;GM[9]SZ[5];B[Resign])" | tail -2
  Black resigned, but c1-c3 wins within 13
  white wins: black resigns

A player who resigns without a turning point learns where the chances fell most.

  $ loa review - <<<"(;GM[9]SZ[8];B[c8-c6];W[h2-f2];B[b1-b3];W[a2-c2];B[d1-d3];W[h4-f4];B[Resign])" | grep chances
  Black's chances fell most with 3. d1-d3, by 18 %: b8-b6 was better

A search that is two plies deeper agrees about the move 14 of White, which lost.

  $ printf '3x2x1/o1o5/oo6/oxx1x3/o1x1xo2/5x2/8/8 o\na6-c6' | loa review - --depth 6 | grep -o '?.*better'
  ??; better
