An engine of a few lines plays and hears the whole game.

  $ cat >engine.sh <<'SH'
  > while read -r line; do
  >   echo "$line" >>heard
  >   case "$line" in
  >     uci) echo 'id name Shelly'; echo uciok ;;
  >     isready) echo readyok ;;
  >     go*) echo "bestmove $1"; shift ;;
  >     quit) exit ;;
  >   esac
  > done
  > SH
  $ loa play start 4x4 --json --seed 1 --movetime 50 --white perfect --black "engine:sh engine.sh b1-b3 b4-b2" | cut -c1-130
  {"event":"start","board":"4x4","rules":"mover-pass","preset":"club","position":"1xx1/o2o/o2o/1xx1 x","black":"Shelly","white":"per
  {"event":"position","position":"1xx1/o2o/o2o/1xx1 x","to_move":"black","by":"Shelly","person":false}
  {"event":"move","number":1,"side":"black","move":"b1-b3","capture":false}
  {"event":"position","position":"1xx1/ox1o/o2o/2x1 o","to_move":"white","by":"perfect","person":false}
  {"event":"move","number":2,"side":"white","move":"a2-a4","capture":false}
  {"event":"position","position":"oxx1/ox1o/3o/2x1 x","to_move":"black","by":"Shelly","person":false}
  {"event":"move","number":3,"side":"black","move":"b4-b2","capture":false}
  {"event":"position","position":"o1x1/ox1o/1x1o/2x1 o","to_move":"white","by":null,"person":false}
  {"event":"end","result":"black","reason":"them-connected"}
  {"event":"history","moves":[{"number":1,"side":"black","move":"b1-b3","position":"1xx1/o2o/o2o/1xx1 x","played":{"move":"b1-b3","c
  $ cat heard
  uci
  setoption name Rules value mover-pass
  isready
  ucinewgame
  isready
  position fen 1xx1/o2o/o2o/1xx1 x
  go movetime 50
  isready
  position fen 1xx1/o2o/o2o/1xx1 x moves b1-b3 a2-a4
  go movetime 50
  quit

One that fails ends the session after the game so far, which is saved.

  $ loa play start 4x4 --seed 1 --white perfect --black "engine:sh engine.sh b1-b3 b4-b1" | tail -7
  loa: the engine 'sh engine.sh b1-b3 b4-b1': illegal move: 'b4-b1' in oxx1/ox1o/3o/2x1 x: 2 stones stand on file b, so b4 moves 2 squares along it, and b1 is 3 away; its last line was "bestmove b4-b1"
  not over after 2 moves
      1. x b1-b3  wins in 3    best
    1... o a2-a4  loses in 2
  black threw nothing away; 1 of 1 moves judged: 1 best
  white threw nothing away; 1 of 1 moves judged: 1 best
  the game is saved in loa-game-1.sgf; to continue it: loa play --resume loa-game-1.sgf
  to review every move: loa review loa-game-1.sgf
  $ cat loa-game-1.sgf
  (;FF[4]GM[9]CA[UTF-8]AP[loa:[VERSION]]SZ[4]RU[club]SU[Standard]PB[Shelly]PW[perfect]
  ;B[b1-b3];W[a2-a4])

Where no tables reach the built-in engine plays by default.

  $ for start in 5x5 8x8 4x4; do echo quit | loa play start $start --json | grep -o '"white":"[a-z]*"'; done
  "white":"engine"
  "white":"engine"
  "white":"perfect"

One that does not start is a line, and no report.

  $ loa judge /no/such/program 4x4 --json
  {"error":"could not start '/no/such/program': No such file or directory (os error 2)","status":1,"kind":"failed"}
  [1]
  $ loa judge / 4x4
  loa: could not start '/': Permission denied (os error 13)
  [1]
  $ loa judge "" 4x4
  loa: '' is not a command line: it is empty
  [2]
  $ loa judge "engine 'x" 4x4
  loa: 'engine 'x' is not a command line: a quotation mark is left open
  [2]
  $ loa judge "~/engine" 4x4
  loa: '~/engine' is not a command line: ~ stands for no folder here: write the folder's name
  [2]
  $ loa judge "FOO=1 engine" 4x4
  loa: 'FOO=1 engine' is not a command line: to set FOO, begin with env: env FOO=1 engine
  [2]
  $ loa judge loa
  loa: no board given: name one, or --suite FILE
  [2]
  $ loa judge loa 4x4 --depth 3 --nodes 5 2>&1 | head -1
  loa: the argument '--depth <PLIES>' cannot be used with '--nodes <N>'
  $ loa judge "faulty_engine perfect" 5x5
  loa: no tables of 5x5 under mover-pass in tables/mover-pass/5x5; make it (about [..]) with: loa solve 5x5
  [5]
  $ ls *.html
  ls: cannot access '*.html': No such file or directory
  [2]

Options that may not be set are listed.

  $ loa judge "loa engine" 4x4 --positions 5 --quiet --workers 2 --option Hash=abc --option Foo=3 --option UseTables=true >/dev/null
  loa: warning: option Hash=abc: the engine declares it as 'spin default 16 min 1 max 4096'
  loa: warning: option Hash=abc: the engine said 'setoption Hash: 'abc' is no number from 1 to 4096'
  loa: warning: option Foo=3: the engine declares no such option
  loa: warning: option Foo=3: the engine said 'setoption Foo: there is no such option'

An engine is not judged by rules that it does not know.

  $ loa judge "faulty_engine club-only" 4x4 --rules tournament --movetime 9000 --quiet --workers 1 --positions 1
  faulty_engine club-only under draw-pass, 9000 ms a move
  0 of 1 position of 4x4 by seed 1
  value kept: no answer
  
  failures: 1 no-handshake
    4/o3/x2x/1oo1 x: does not know the rules draw-pass: it offers combo default mover-pass var mover-pass
      said: id name Faulty <of> the tests
      said: option name Rules type combo default mover-pass var mover-pass
      said: uciok
  the judge stopped after these failures
  loa: the engine did not pass: 1 failure
  [3]
  $ loa judge "faulty_engine wrong-case" 4x4 --movetime 9000 --quiet --workers 1 --positions 1
  Faulty <of> the tests (faulty_engine wrong-case) under mover-pass, 9000 ms a move
  0 of 1 position of 4x4 by seed 1
  value kept: no answer
  
  failures: 1 wrong-case
    3x/3o/1x2/o3 o: wrong case: 'BestMove a1-a2' where 'bestmove' is meant
      said: id name Faulty <of> the tests
      said: option name Rules type string default mover-pass
      said: uciok
      said: readyok
      said: readyok
      said: BestMove a1-a2
  loa: the engine did not pass: 1 failure
  [3]
  $ loa judge "faulty_engine nonsense" 4x4 --movetime 9000 --quiet --workers 1 --positions 1
  Faulty <of> the tests (faulty_engine nonsense) under mover-pass, 9000 ms a move
  0 of 1 position of 4x4 by seed 1
  value kept: no answer
  
  failures: 1 nonsense
    3x/3o/1x2/o3 o: nonsense: '<b>banana</b>'
      said: id name Faulty <of> the tests
      said: option name Rules type string default mover-pass
      said: uciok
      said: readyok
      said: readyok
      said: bestmove <b>banana</b>
  loa: the engine did not pass: 1 failure
  [3]

A judgement in words and as JSON; a log that cannot be written to is named first.

  $ loa judge "faulty_engine random" 4x4 --positions 100 --play 6 --worst 3 --movetime 9000 --quiet
  Faulty <of> the tests (faulty_engine random) under mover-pass, 9000 ms a move
  100 positions of 4x4 by seed 1
  value kept: 42.00 % (42 of 100)
  blunders: 58 (0 win-to-draw, 54 win-to-loss, 4 draw-to-loss)
  distance lost: 2 plies slower in 1 won positions, 97 plies sooner in 24 lost ones
  time a move: [..] ms on average, [..] ms at most
  
                                   win-to  win-to draw-to
  material        answers  kept %    draw    loss    loss  slower  sooner failures
  2v2                   7   42.86       0       4       0       0       2       0
  2v3                   8   37.50       0       5       0       0       6       0
  3v2                  10   30.00       0       7       0       0       6       0
  2v4                  11   54.55       0       5       0       0       4       0
  3v3                  10   40.00       0       6       0       0       6       0
  4v2                  11   45.45       0       6       0       0      13       0
  3v4                  11   27.27       0       8       0       0      12       0
  4v3                  16   56.25       0       7       0       0      32       0
  4v4                  16   37.50       0       6       4       2      16       0
  
                                   win-to  win-to draw-to
  distance        answers  kept %    draw    loss    loss  slower  sooner failures
  win in 1-2           19   26.32       0      14       0       0       0       0
  win in 3-4           18   27.78       0      13       0       2       0       0
  win in 5-8           20    0.00       0      20       0       0       0       0
  win in 9-16          10   30.00       0       7       0       0       0       0
  draw                  4    0.00       0       0       4       0       0       0
  loss in 1-2           6  100.00       0       0       0       0       2       0
  loss in 3-4           9  100.00       0       0       0       0      16       0
  loss in 5-8           9  100.00       0       0       0       0      35       0
  loss in 9-16          5  100.00       0       0       0       0      44       0
  all                 100   42.00       0      54       4       2      97       0
  
  worst moves
    1o1x/2ox/1x1o/o3 o  wins in 1 (its score: cp -7); b4-a3 loses in 2 after b2xd2; better: b4xb2, d2xb2
    1o2/2x1/o1o1/3x x  wins in 1 (its score: cp -7); c3-b3 loses in 4 after a2-a3 b3-a2 a3-b3; better: d1-d2
    1o2/x3/2ox/oxo1 x  wins in 1 (its score: cp -7); d2-d3 loses in 2 after b4-b2; better: a3xc1
  
  played out: 0 of 6 wins converted, 0 plies over perfect; 0 of 6 draws held
    3x/o1ox/1x1x/oo2 o  wins in 15: thrown away, win-to-loss at ply 1
    x2o/4/o2o/xx1o o  wins in 7: thrown away, win-to-loss at ply 1
    ox1x/4/2ox/o3 x  wins in 9: thrown away, win-to-loss at ply 3
    3x/2oo/2x1/o2o x  wins in 11: thrown away, win-to-loss at ply 1
    1x2/4/x1oo/oxox x  wins in 9: thrown away, win-to-loss at ply 1
    1xo1/2o1/oxx1/3o o  wins in 11: thrown away, win-to-loss at ply 3
    3o/ox1x/2oo/x2x x  draws: thrown away, draw-to-loss at ply 1
    1o2/xxx1/ooo1/2x1 o  draws: thrown away, draw-to-loss at ply 1
    1o2/xox1/1oxo/2x1 x  draws: thrown away, draw-to-loss at ply 1
    o1x1/2o1/1x2/oxox o  draws: thrown away, draw-to-loss at ply 1
    1x2/oxo1/1xox/2o1 o  draws: thrown away, draw-to-loss at ply 1
    2o1/2x1/1ox1/xoxo o  draws: thrown away, draw-to-loss at ply 1
  loa: the engine did not pass: 58 blunders, 12 games given away
  [3]
  $ loa judge "faulty_engine random" 4x4 --positions 100 --play 6 --worst 3 --movetime 9000 --quiet --json
  {"engine":"faulty_engine random","protocol":"uci","limit":"9000 ms a move","rules":"mover-pass","board":"4x4","seed":1,"requested":100,"positions":100,"all":{"answers":100,"kept":42,"kept_percent":42.0,"best":17,"slower":{"moves":1,"plies":2},"sooner":{"moves":24,"plies":97},"blunders":{"win-to-draw":0,"win-to-loss":54,"draw-to-loss":4},"failures":0,"seconds":[..],"longest_seconds":[..]},"by_material":{"2v2":{"answers":7,"kept":3,"kept_percent":42.86,"best":2,"slower":{"moves":0,"plies":0},"sooner":{"moves":1,"plies":2},"blunders":{"win-to-draw":0,"win-to-loss":4,"draw-to-loss":0},"failures":0,"seconds":[..],"longest_seconds":[..]},"2v3":{"answers":8,"kept":3,"kept_percent":37.5,"best":1,"slower":{"moves":0,"plies":0},"sooner":{"moves":2,"plies":6},"blunders":{"win-to-draw":0,"win-to-loss":5,"draw-to-loss":0},"failures":0,"seconds":[..],"longest_seconds":[..]},"3v2":{"answers":10,"kept":3,"kept_percent":30.0,"best":1,"slower":{"moves":0,"plies":0},"sooner":{"moves":2,"plies":6},"blunders":{"win-to-draw":0,"win-to-loss":7,"draw-to-loss":0},"failures":0,"seconds":[..],"longest_seconds":[..]},"2v4":{"answers":11,"kept":6,"kept_percent":54.55,"best":5,"slower":{"moves":0,"plies":0},"sooner":{"moves":1,"plies":4},"blunders":{"win-to-draw":0,"win-to-loss":5,"draw-to-loss":0},"failures":0,"seconds":[..],"longest_seconds":[..]},"3v3":{"answers":10,"kept":4,"kept_percent":40.0,"best":2,"slower":{"moves":0,"plies":0},"sooner":{"moves":2,"plies":6},"blunders":{"win-to-draw":0,"win-to-loss":6,"draw-to-loss":0},"failures":0,"seconds":[..],"longest_seconds":[..]},"4v2":{"answers":11,"kept":5,"kept_percent":45.45,"best":1,"slower":{"moves":0,"plies":0},"sooner":{"moves":4,"plies":13},"blunders":{"win-to-draw":0,"win-to-loss":6,"draw-to-loss":0},"failures":0,"seconds":[..],"longest_seconds":[..]},"3v4":{"answers":11,"kept":3,"kept_percent":27.27,"best":0,"slower":{"moves":0,"plies":0},"sooner":{"moves":3,"plies":12},"blunders":{"win-to-draw":0,"win-to-loss":8,"draw-to-loss":0},"failures":0,"seconds":[..],"longest_seconds":[..]},"4v3":{"answers":16,"kept":9,"kept_percent":56.25,"best":3,"slower":{"moves":0,"plies":0},"sooner":{"moves":6,"plies":32},"blunders":{"win-to-draw":0,"win-to-loss":7,"draw-to-loss":0},"failures":0,"seconds":[..],"longest_seconds":[..]},"4v4":{"answers":16,"kept":6,"kept_percent":37.5,"best":2,"slower":{"moves":1,"plies":2},"sooner":{"moves":3,"plies":16},"blunders":{"win-to-draw":0,"win-to-loss":6,"draw-to-loss":4},"failures":0,"seconds":[..],"longest_seconds":[..]}},"by_distance":{"win in 1-2":{"answers":19,"kept":5,"kept_percent":26.32,"best":5,"slower":{"moves":0,"plies":0},"sooner":{"moves":0,"plies":0},"blunders":{"win-to-draw":0,"win-to-loss":14,"draw-to-loss":0},"failures":0,"seconds":[..],"longest_seconds":[..]},"win in 3-4":{"answers":18,"kept":5,"kept_percent":27.78,"best":4,"slower":{"moves":1,"plies":2},"sooner":{"moves":0,"plies":0},"blunders":{"win-to-draw":0,"win-to-loss":13,"draw-to-loss":0},"failures":0,"seconds":[..],"longest_seconds":[..]},"win in 5-8":{"answers":20,"kept":0,"kept_percent":0.0,"best":0,"slower":{"moves":0,"plies":0},"sooner":{"moves":0,"plies":0},"blunders":{"win-to-draw":0,"win-to-loss":20,"draw-to-loss":0},"failures":0,"seconds":[..],"longest_seconds":[..]},"win in 9-16":{"answers":10,"kept":3,"kept_percent":30.0,"best":3,"slower":{"moves":0,"plies":0},"sooner":{"moves":0,"plies":0},"blunders":{"win-to-draw":0,"win-to-loss":7,"draw-to-loss":0},"failures":0,"seconds":[..],"longest_seconds":[..]},"draw":{"answers":4,"kept":0,"kept_percent":0.0,"best":0,"slower":{"moves":0,"plies":0},"sooner":{"moves":0,"plies":0},"blunders":{"win-to-draw":0,"win-to-loss":0,"draw-to-loss":4},"failures":0,"seconds":[..],"longest_seconds":[..]},"loss in 1-2":{"answers":6,"kept":6,"kept_percent":100.0,"best":4,"slower":{"moves":0,"plies":0},"sooner":{"moves":2,"plies":2},"blunders":{"win-to-draw":0,"win-to-loss":0,"draw-to-loss":0},"failures":0,"seconds":[..],"longest_seconds":[..]},"loss in 3-4":{"answers":9,"kept":9,"kept_percent":100.0,"best":1,"slower":{"moves":0,"plies":0},"sooner":{"moves":8,"plies":16},"blunders":{"win-to-draw":0,"win-to-loss":0,"draw-to-loss":0},"failures":0,"seconds":[..],"longest_seconds":[..]},"loss in 5-8":{"answers":9,"kept":9,"kept_percent":100.0,"best":0,"slower":{"moves":0,"plies":0},"sooner":{"moves":9,"plies":35},"blunders":{"win-to-draw":0,"win-to-loss":0,"draw-to-loss":0},"failures":0,"seconds":[..],"longest_seconds":[..]},"loss in 9-16":{"answers":5,"kept":5,"kept_percent":100.0,"best":0,"slower":{"moves":0,"plies":0},"sooner":{"moves":5,"plies":44},"blunders":{"win-to-draw":0,"win-to-loss":0,"draw-to-loss":0},"failures":0,"seconds":[..],"longest_seconds":[..]}},"by_theme":{},"gave_up":false,"name":"Faulty <of> the tests","option_warnings":[],"late":0,"worst":[{"position":"1o1x/2ox/1x1o/o3 o","category":"win","plies":1,"effect":"win-to-loss","plies_lost":0,"score":{"estimate":-7},"move":"b4-a3","move_value":{"category":"loss","plies":2},"best":["b4xb2","d2xb2"],"refutation":["b2xd2"]},{"position":"1o2/2x1/o1o1/3x x","category":"win","plies":1,"effect":"win-to-loss","plies_lost":0,"score":{"estimate":-7},"move":"c3-b3","move_value":{"category":"loss","plies":4},"best":["d1-d2"],"refutation":["a2-a3","b3-a2","a3-b3"]},{"position":"1o2/x3/2ox/oxo1 x","category":"win","plies":1,"effect":"win-to-loss","plies_lost":0,"score":{"estimate":-7},"move":"d2-d3","move_value":{"category":"loss","plies":2},"best":["a3xc1"],"refutation":["b4-b2"]}],"played_out":{"won":{"played":6,"succeeded":0},"drawn":{"played":6,"succeeded":0},"plies_over_perfect":0,"games":[{"position":"3x/o1ox/1x1x/oo2 o","category":"win","plies":15,"moves":["a3xd3"],"result":{"thrown-away":"win-to-loss"}},{"position":"x2o/4/o2o/xx1o o","category":"win","plies":7,"moves":["d4-b4"],"result":{"thrown-away":"win-to-loss"}},{"position":"ox1x/4/2ox/o3 x","category":"win","plies":9,"moves":["b4-a3","c2-a2","a3-b2"],"result":{"thrown-away":"win-to-loss"}},{"position":"3x/2oo/2x1/o2o x","category":"win","plies":11,"moves":["d4-c4"],"result":{"thrown-away":"win-to-loss"}},{"position":"1x2/4/x1oo/oxox x","category":"win","plies":9,"moves":["a2-b3"],"result":{"thrown-away":"win-to-loss"}},{"position":"1xo1/2o1/oxx1/3o o","category":"win","plies":11,"moves":["a2-a3","b2-d2","c4-d3"],"result":{"thrown-away":"win-to-loss"}},{"position":"3o/ox1x/2oo/x2x x","category":"draw","plies":null,"moves":["a1-c1"],"result":{"thrown-away":"draw-to-loss"}},{"position":"1o2/xxx1/ooo1/2x1 o","category":"draw","plies":null,"moves":["c2-d3"],"result":{"thrown-away":"draw-to-loss"}},{"position":"1o2/xox1/1oxo/2x1 x","category":"draw","plies":null,"moves":["c1-c4"],"result":{"thrown-away":"draw-to-loss"}},{"position":"o1x1/2o1/1x2/oxox o","category":"draw","plies":null,"moves":["a4-a2"],"result":{"thrown-away":"draw-to-loss"}},{"position":"1x2/oxo1/1xox/2o1 o","category":"draw","plies":null,"moves":["a3-a4"],"result":{"thrown-away":"draw-to-loss"}},{"position":"2o1/2x1/1ox1/xoxo o","category":"draw","plies":null,"moves":["c4-b4"],"result":{"thrown-away":"draw-to-loss"}}]},"failures":{"counts":{},"each":[]},"interrupted":false,"seconds":[..],"passed":false,"reasons":["58 blunders","12 games given away"]}
  {"error":"the engine did not pass: 58 blunders, 12 games given away","status":3,"kind":"wrong"}
  [3]
  $ loa judge "faulty_engine errs 1 asked" 4x4 --positions 20 --movetime 9000 --quiet --log none/log; ls asked
  loa: none/log: No such file or directory (os error 2)
  ls: cannot access 'asked': No such file or directory
  [2]
  $ loa judge "faulty_engine perfect" 4x4 --positions 20 --movetime 9000 --quiet --log /dev/full >report; sed -n 2,3p report
  loa: /dev/full: No space left on device (os error 28)
  20 positions of 4x4 by seed 1
  value kept: 100.00 % (20 of 20)

What fails a judgement is for the caller to say.

  $ for reasons in blunder slower sooner failure never blunder,failure,slower,sooner; do
  >   for mode in random nonsense perfect; do
  >     loa judge "faulty_engine $mode" 4x4 --positions 50 --max-failures 1 --movetime 9000 --quiet --fail-on $reasons >/dev/null 2>&1
  >     echo $reasons $mode $?
  >   done
  > done
  blunder random 3
  blunder nonsense 0
  blunder perfect 0
  slower random 3
  slower nonsense 0
  slower perfect 0
  sooner random 3
  sooner nonsense 0
  sooner perfect 0
  failure random 0
  failure nonsense 3
  failure perfect 0
  never random 0
  never nonsense 0
  never perfect 0
  blunder,failure,slower,sooner random 3
  blunder,failure,slower,sooner nonsense 3
  blunder,failure,slower,sooner perfect 0

A suite is asked line by line, and counted by theme.

  $ cat >suite <<'SUITE'
  > # a comment
  > o2o/x3/2o1/x1xo x; mover-pass; win in 15; a3-b4; only-win long-win
  > 
  > 1xx1/o2o/o2o/1xx1 x; mover-pass; win in 3; b1-b3; long-win
  > SUITE
  $ loa judge "faulty_engine perfect" --suite suite --movetime 9000 --quiet
  Faulty <of> the tests (faulty_engine perfect) under mover-pass, 9000 ms a move
  2 positions of suite
  value kept: 100.00 % (2 of 2)
  blunders: 0 (0 win-to-draw, 0 win-to-loss, 0 draw-to-loss)
  distance lost: 0 plies slower in 0 won positions, 0 plies sooner in 0 lost ones
  time a move: [..] ms on average, [..] ms at most
  
                                   win-to  win-to draw-to
  material        answers  kept %    draw    loss    loss  slower  sooner failures
  3v4                   1  100.00       0       0       0       0       0       0
  4v4                   1  100.00       0       0       0       0       0       0
  
                                   win-to  win-to draw-to
  distance        answers  kept %    draw    loss    loss  slower  sooner failures
  win in 3-4            1  100.00       0       0       0       0       0       0
  win in 9-16           1  100.00       0       0       0       0       0       0
  all                   2  100.00       0       0       0       0       0       0
  
                                   win-to  win-to draw-to
  theme           answers  kept %    draw    loss    loss  slower  sooner failures
  only-win              1  100.00       0       0       0       0       0       0
  long-win              2  100.00       0       0       0       0       0       0
  $ loa judge "faulty_engine perfect" --suite suite --movetime 9000 --quiet --rules tournament
  loa: suite: line 2: a problem under mover-pass, not draw-pass
  [7]
  $ echo "1xx1/o2q/o2o/1xx1 x; bad" >suite; loa judge "faulty_engine perfect" --suite suite --movetime 9000 --quiet
  loa: suite: line 1: not a position: character 8 is 'q': expected x, o, a digit from 1 to 8, / or a space
  [2]

A match is scored, and all games are written.

  $ loa match "faulty_engine perfect" "faulty_engine first" 4x4 --games 8 --movetime 9000 --quiet --sgf games.sgf
  1: faulty_engine perfect
  2: faulty_engine first
  1 has won 7, drawn 0 and lost 1 of 8 games
  score of 1: 87.5 +- 24.5 % in 4 openings played from both sides, 7 different games
  Elo of 1 over 2: +338, 95 % interval +92 to +infinite
  ended: 8 by the rules
  $ grep -c 'GM\[9\]' games.sgf
  8
  $ loa match "faulty_engine first" "faulty_engine perfect" 4x4 --engine "loa engine --no-tables" --games 8 --depth 1 --quiet
  round robin of 3 engines: 3 pairings, 24 games, 13 different
  
      points  games  score in %          Elo  95 % interval          engine
    2   12.0     16  75.0 +- 18.5       +191  +45 to +464            faulty_engine perfect
    3   10.0     16  62.5 +- 24.5        +89  -85 to +330            loa engine --no-tables
    1    2.0     16  12.5 +- 16.0       -338  -infinite to -159      faulty_engine first
  
  points against      2      3      1
    2                 -    5.0    7.0
    3               3.0      -    7.0
    1               1.0    1.0      -
  
  ended: 24 by the rules
  $ loa match "faulty_engine first" "faulty_engine perfect" 4x4 --engine "loa engine --no-tables" --games 8 --depth 1 --quiet --gauntlet
  gauntlet of 3 engines: 2 pairings, 16 games, 11 different
  
      points  games  score in %          Elo  95 % interval          engine
    2    7.0      8  87.5 +- 24.5       +338  +92 to +infinite       faulty_engine perfect
    3    7.0      8  87.5 +- 24.5       +338  +92 to +infinite       loa engine --no-tables
    1    2.0     16  12.5 +- 16.0       -338  -infinite to -159      faulty_engine first
  
  points against      2      3      1
    2                 -      -    7.0
    3                 -      -    7.0
    1               1.0    1.0      -
  
  ended: 16 by the rules
  $ loa match "faulty_engine first" "faulty_engine dies-on 1" 4x4 --games 2 --movetime 9000 --quiet
  1: faulty_engine first
  2: faulty_engine dies-on 1
  1 has won 2, drawn 0 and lost 0 of 2 games
  score of 1: 100.0 % in 1 opening played from both sides, 2 different games
  ended: 2 by a failure
  failures, each a loss:
    2 in 4/xo1x/o1xo/o1x1 o: died: exit status: 3
      said: id name Faulty <of> the tests
      said: option name Rules type string default mover-pass
      said: uciok
      said: readyok
      said: readyok
      complained: the answer is too much for me
    2 in 1x2/1o1x/o1xo/o1x1 x: died: exit status: 3
      said: id name Faulty <of> the tests
      said: option name Rules type string default mover-pass
      said: uciok
      said: readyok
      said: readyok
      complained: the answer is too much for me
  $ loa match "faulty_engine first" "faulty_engine dies-at-once" 4x4 --games 2 --movetime 9000 --quiet
  loa: faulty_engine dies-at-once: died before the handshake: exit status: 3; run it by hand: an engine answers uci with uciok
      complained: I do not feel well
  [1]
  $ printf 'start 4x4 ; the start\nscrambled 4x4\n' >openings
  $ loa match "faulty_engine first" "faulty_engine first" --suite openings --games 4 --movetime 9000 --quiet --json
  {"rules":"mover-pass","preset":"club","board":"4x4","commands":["faulty_engine first","faulty_engine first"],"engines":["faulty_engine first","faulty_engine first"],"requested":4,"available":2,"games":4,"different":2,"repeats":0,"won":1,"drawn":2,"lost":1,"points":2.0,"openings":2,"pairs":[0,0,2,0,0],"score":0.5,"standard_error":null,"elo":null,"sprt":null,"endings":{"rules":4},"gave_up":false,"list":[{"engines":[1,2],"first":"black","winner":"white","ending":"rules","failure":null,"plies":10,"opening_plies":0,"position":"1xx1/2oo/xo1o/2x1 x"},{"engines":[1,2],"first":"white","winner":"white","ending":"rules","failure":null,"plies":10,"opening_plies":0,"position":"1xx1/2oo/xo1o/2x1 x"},{"engines":[1,2],"first":"black","winner":null,"ending":"rules","failure":null,"plies":36,"opening_plies":0,"position":"2x1/x1oo/3x/1o2 x"},{"engines":[1,2],"first":"white","winner":null,"ending":"rules","failure":null,"plies":36,"opening_plies":0,"position":"2x1/x1oo/3x/1o2 x"}]}
  $ loa match a b 2>&1 | head -2
  loa: the following required arguments were not provided:
    <BOARD>

A program that dies in a match is quoted, as it is when it is judged.

  $ cat >dying.sh <<'SH'
  > while read line; do case "$line" in
  >   uci) echo uciok ;; isready) echo readyok ;;
  >   go*) echo "info string so far"; echo "no module named loa" >&2; exit 2 ;;
  > esac; done
  > SH
  $ loa match "sh dying.sh" "loa engine" 4x4 --games 2 --depth 1 --concurrency 1 -q | sed -n '/failures/,$p'
  failures, each a loss:
    1 in 1x2/1o1x/o1xo/o1x1 x: died: exit status: 2
      said: uciok
      said: readyok
      said: readyok
      said: info string so far
      complained: no module named loa
  $ loa match "sh nowhere.sh" "loa engine" 4x4 --games 2 --depth 1 -q
  loa: sh nowhere.sh: died before the handshake: exit status: 2; run it by hand: an engine answers uci with uciok
      complained: [..]nowhere.sh[..]
  [1]
  $ loa judge "sh nowhere.sh" 4x4 --positions 10 --workers 1 -q 2>&1 | head -5
  sh nowhere.sh under mover-pass, 100 ms a move
  0 of 10 positions of 4x4 by seed 1
  value kept: no answer
  
  failures: 1 died
