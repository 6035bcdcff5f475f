Questions about positions, answered without any table made: those of 4x4 are built into the
program.

  $ loa probe "1xx1/o2o/o2o/1xx1 x"
  1xx1/o2o/o2o/1xx1 x  4v4 on 4x4 under mover-pass
  wins in 3
    b1-b3  wins in 3
    b4-b2  wins in 3
    c1-c3  wins in 3
    c4-c2  wins in 3
    b1-d1  loses in 4
    b4-d4  loses in 4
    c1-a1  loses in 4
    c4-a4  loses in 4
    b1xd3  loses in 2
    b4xd2  loses in 2
    c1xa3  loses in 2
    c4xa2  loses in 2
  $ loa probe "1xx1/o2o/o2o/1xx1 x" --json
  {"position":"1xx1/o2o/o2o/1xx1 x","board":"4x4","rules":"mover-pass","material":"4v4","category":"win","plies":3,"over":null,"moves":[{"move":"b1-b3","capture":false,"category":"win","plies":3,"position":"1xx1/ox1o/o2o/2x1 o"},{"move":"b4-b2","capture":false,"category":"win","plies":3,"position":"2x1/o2o/ox1o/1xx1 o"},{"move":"c1-c3","capture":false,"category":"win","plies":3,"position":"1xx1/o1xo/o2o/1x2 o"},{"move":"c4-c2","capture":false,"category":"win","plies":3,"position":"1x2/o2o/o1xo/1xx1 o"},{"move":"b1-d1","capture":false,"category":"loss","plies":4,"position":"1xx1/o2o/o2o/2xx o"},{"move":"b4-d4","capture":false,"category":"loss","plies":4,"position":"2xx/o2o/o2o/1xx1 o"},{"move":"c1-a1","capture":false,"category":"loss","plies":4,"position":"1xx1/o2o/o2o/xx2 o"},{"move":"c4-a4","capture":false,"category":"loss","plies":4,"position":"xx2/o2o/o2o/1xx1 o"},{"move":"b1xd3","capture":true,"category":"loss","plies":2,"position":"1xx1/o2x/o2o/2x1 o"},{"move":"b4xd2","capture":true,"category":"loss","plies":2,"position":"2x1/o2o/o2x/1xx1 o"},{"move":"c1xa3","capture":true,"category":"loss","plies":2,"position":"1xx1/x2o/o2o/1x2 o"},{"move":"c4xa2","capture":true,"category":"loss","plies":2,"position":"1x2/o2o/x2o/1xx1 o"}],"basis":"verified"}
  $ loa probe 1xx1/o2o/o2o/1xx1 x --value
  wins in 3
  $ loa probe start 4x4 --value --json
  {"position":"1xx1/o2o/o2o/1xx1 x","category":"win","plies":3}

A position in which the game is over has no moves, and the rules decide who has won.

  $ for rules in club tournament misere; do loa probe "xx2/4/4/oo2 x" --json --rules $rules; done
  {"position":"xx2/4/4/oo2 x","board":"4x4","rules":"mover-pass","material":"2v2","category":"loss","plies":0,"over":"both-connected","moves":[],"basis":"verified"}
  {"position":"xx2/4/4/oo2 x","board":"4x4","rules":"draw-pass","material":"2v2","category":"draw","plies":null,"over":"both-connected","moves":[],"basis":"verified"}
  {"position":"xx2/4/4/oo2 x","board":"4x4","rules":"mover-pass-misere","material":"2v2","category":"win","plies":0,"over":"both-connected","moves":[],"basis":"verified"}
  $ loa probe "xx2/4/4/o2o x" --json
  {"position":"xx2/4/4/o2o x","board":"4x4","rules":"mover-pass","material":"2v2","category":"win","plies":0,"over":"us-connected","moves":[],"basis":"verified"}
  $ loa probe "x2x/4/4/oo2 x" --json --rules soucie
  {"position":"x2x/4/4/oo2 x","board":"4x4","rules":"own-loss","material":"2v2","category":"loss","plies":0,"over":"them-connected","moves":[],"basis":"verified"}
  $ for rules in own-draw own-loss; do loa probe "xo2/oo2/4/2o1 x" --json --rules $rules; done
  {"position":"xo2/oo2/4/2o1 x","board":"4x4","rules":"own-draw","material":"1v4","category":"draw","plies":null,"over":"no-move","moves":[],"basis":"tables"}
  {"position":"xo2/oo2/4/2o1 x","board":"4x4","rules":"own-loss","material":"1v4","category":"loss","plies":0,"over":"no-move","moves":[],"basis":"verified"}
  $ loa probe "o1o1/1x1x/o1o1/1x1x x" --json
  {"position":"o1o1/1x1x/o1o1/1x1x x","board":"4x4","rules":"mover-pass","material":"4v4","category":"draw","plies":null,"over":"dead","moves":[],"basis":"verified"}

Moves are listed even so, for programs have come to rely on that; whoever reads them learns
first that nobody will make them.

  $ loa moves "1ox2/2o2/2x2/2x2 o"
  1ox2/2o2/2x2/2x2 o  over: us-connected, o wins
    the moves of its stones, were it not over:
    b4-a3
    b4-b3
    b4-d2
    c3-b2
    c3-b3
    c3-d3
    c3-d4
    c3-e1

Best play to the end, and how a draw is held.

  $ loa line "o2o/x3/2o1/x1xo x"
  o2o/x3/2o1/x1xo x  wins in 15
      1. a3-b4  ox1o/4/2o1/x1xo o  only move
    1... c2-c4  oxoo/4/4/x1xo x
      2. b4-b3  o1oo/1x2/4/x1xo o  only move
    2... d4-b2  o1o1/1x2/1o2/x1xo x
      3. a1-a3  o1o1/xx2/1o2/2xo o  only move
    3... c4-c2  o3/xx2/1oo1/2xo x
      4. c1-d2  o3/xx2/1oox/3o o
    4... b2-c3  o3/xxo1/2ox/3o x
      5. b3-b4  ox2/x1o1/2ox/3o o  only move
    5... c3-d4  ox1o/x3/2ox/3o x
      6. d2-c1  ox1o/x3/2o1/2xo o
    6... c2-d2  ox1o/x3/3o/2xo x
      7. a3-b3  ox1o/1x2/3o/2xo o
    7... a4-a3  1x1o/ox2/3o/2xo x
      8. b4-b2  3o/ox2/1x1o/2xo o
  black wins: black is connected
  $ loa line start 4x4 --rules misere
  1xx1/o2o/o2o/1xx1 x  draws
      1. b1-d1  1xx1/o2o/o2o/2xx o
    1... a2-b1  1xx1/o2o/3o/1oxx x
      2. b4-b2  2x1/o2o/1x1o/1oxx o
    2... a3-a2  2x1/3o/ox1o/1oxx x
      3. b2-c3  2x1/2xo/o2o/1oxx o  only move
    3... a2xc4  2o1/2xo/3o/1oxx x  only move
      4. c1xc4  2x1/2xo/3o/1o1x o  only move
    4... b1-b2  2x1/2xo/1o1o/3x x
      5. c3-a3  2x1/x2o/1o1o/3x o
    5... b2-b3  2x1/xo1o/3o/3x x
      6. a3-a2  2x1/1o1o/x2o/3x o
    6... b3-b2  2x1/3o/xo1o/3x x
      7. a2-a1  2x1/3o/1o1o/x2x o
    7... b2-b1  2x1/3o/3o/xo1x x  only move
      8. a1-a2  2x1/3o/x2o/1o1x o
    8... b1-b2  2x1/3o/xo1o/3x x  only move
  the position after 12 moves again, so the game can continue
  $ loa line "xx2/4/4/oo2 x" --rules tournament
  xx2/4/4/oo2 x  draws (over: both-connected)
  a draw: both sides are connected
  $ loa line "xx2/4/4/oo2 x" --rules tournament --json
  {"position":"xx2/4/4/oo2 x","board":"4x4","material":"2v2","rules":"draw-pass","over":"both-connected","category":"draw","plies":null,"bound":false,"score":null,"level":false,"basis":"verified","moves":[],"line":[],"mirrored":false}

A pass is a move, except where a side without a move loses.

  $ loa moves "6ox/6oo/8/8/8/8/oo6/xo6 x" --json
  {"position":"6ox/6oo/8/8/8/8/oo6/xo6 x","over":null,"moves":[{"move":"pass","capture":false,"position":"6ox/6oo/8/8/8/8/oo6/xo6 o"}]}
  $ loa moves "6ox/6oo/8/8/8/8/oo6/xo6 x" --json --rules openspiel
  {"position":"6ox/6oo/8/8/8/8/oo6/xo6 x","over":"no-move","moves":[]}

Where repetition loses, a draw of the table is decided without its history.

  $ loa probe "2o1/1xxo/4/xo1x x" --json --rules soucie
  {"position":"2o1/1xxo/4/xo1x x","board":"4x4","rules":"own-loss","material":"4v3","category":"draw","plies":null,"over":null,"moves":[{"move":"c3-b4","capture":false,"category":"draw","plies":null,"position":"1xo1/1x1o/4/xo1x o"},{"move":"a1-a2","capture":false,"category":"loss","plies":2,"position":"2o1/1xxo/x3/1o1x o"},{"move":"b3xb1","capture":true,"category":"loss","plies":2,"position":"2o1/2xo/4/xx1x o"},{"move":"c3-c1","capture":false,"category":"loss","plies":2,"position":"2o1/1x1o/4/xoxx o"},{"move":"c3-d2","capture":false,"category":"loss","plies":2,"position":"2o1/1x1o/3x/xo1x o"},{"move":"d1xd3","capture":true,"category":"loss","plies":2,"position":"2o1/1xxx/4/xo2 o"}],"basis":"verified","note":"neither side can force a win without the repetition rule","repetition":{"category":"win","move":"c3-b4","positions":4,"basis":"tables"}}
  $ loa probe "2o1/1xxo/4/xo1x x" --json --rules own-loss
  {"position":"2o1/1xxo/4/xo1x x","board":"4x4","rules":"own-loss","material":"4v3","category":"draw","plies":null,"over":null,"moves":[{"move":"c3-b4","capture":false,"category":"draw","plies":null,"position":"1xo1/1x1o/4/xo1x o"},{"move":"a1-a2","capture":false,"category":"loss","plies":2,"position":"2o1/1xxo/x3/1o1x o"},{"move":"b3xb1","capture":true,"category":"loss","plies":2,"position":"2o1/2xo/4/xx1x o"},{"move":"c3-c1","capture":false,"category":"loss","plies":2,"position":"2o1/1x1o/4/xoxx o"},{"move":"c3-d2","capture":false,"category":"loss","plies":2,"position":"2o1/1x1o/3x/xo1x o"},{"move":"d1xd3","capture":true,"category":"loss","plies":2,"position":"2o1/1xxx/4/xo2 o"}],"basis":"verified"}

Counts of moves.

  $ loa perft start 4x4 2
  120
  $ loa perft "1xx1/o2o/o2o/1xx1 x" 4 --json
  {"position":"1xx1/o2o/o2o/1xx1 x","depth":4,"nodes":7460}
  $ loa perft start 4x4 3 --divide | sed "s, in .*,,"
  b1-b3  94
  b1-d1  101
  b1xd3  58
  b4-b2  94
  b4-d4  101
  b4xd2  58
  c1-a1  101
  c1-c3  94
  c1xa3  58
  c4-a4  101
  c4-c2  94
  c4xa2  58
  1012
  $ loa perft "1xx1/4/4/o2o x" 3 --divide --json
  {"position":"1xx1/4/4/o2o x","depth":3,"nodes":0,"seconds":[..],"moves":[]}
  $ loa perft start 4x4 0 --divide --json
  {"position":"1xx1/o2o/o2o/1xx1 x","depth":0,"nodes":1,"seconds":[..],"moves":[]}

Every line of standard input gets a line, and the first failure decides the exit status.

  $ printf 'start 4x4\n\nnonsense\nxo2/4/2xo/o2x x\nstart 5x5\n' | loa probe --stdin --value
  {"position":"1xx1/o2o/o2o/1xx1 x","category":"win","plies":3}
  {"position":"nonsense","error":"not a position: character 1 is 'n': expected x, o, a digit from 1 to 8, / or a space","status":2,"kind":"usage","character":1,"line":3}
  {"position":"xo2/4/2xo/o2x x","category":"win","plies":3}
  {"position":"start 5x5","error":"black wins in 11: the start is solved and verified; its moves need tables: no table for 6v6 on 5x5 under mover-pass: looked for tables/mover-pass/5x5/6v6.loa; make it (about [..]) with: loa solve 5x5","status":5,"kind":"missing-table","hint":"loa solve 5x5","proved":{"category":"win","plies":11,"bound":false,"score":null,"level":false,"basis":"verified"},"line":5}
  loa: line 3: not a position: character 1 is 'n': expected x, o, a digit from 1 to 8, / or a space
  [2]

A bad line costs itself, and is named by its number.

  $ (printf 'start 4x4\n\xff\xfe\n\n'; head -c 70000 /dev/zero | tr '\0' x; printf '\n4/4/4/4 x\r\nstart 4x4') >lines
  $ for command in "probe --stdin" "probe --stdin --value" "moves --stdin"; do loa $command <lines 2>&1 | cut -c1-90; done
  {"position":"1xx1/o2o/o2o/1xx1 x","board":"4x4","rules":"mover-pass","material":"4v4","cat
  {"position":"ÿþ","error":"not a position: character 1 is 'ÿ': expected x, o, a digit fr
  {"position":null,"error":"the line is longer than 65536 bytes","status":2,"kind":"usage","
  {"position":"4/4/4/4 x","error":"not a position: x has no stones: each side needs one","st
  {"position":"1xx1/o2o/o2o/1xx1 x","board":"4x4","rules":"mover-pass","material":"4v4","cat
  loa: line 2: not a position: character 1 is 'ÿ': expected x, o, a digit from 1 to 8, / or
  {"position":"1xx1/o2o/o2o/1xx1 x","category":"win","plies":3}
  {"position":"ÿþ","error":"not a position: character 1 is 'ÿ': expected x, o, a digit fr
  {"position":null,"error":"the line is longer than 65536 bytes","status":2,"kind":"usage","
  {"position":"4/4/4/4 x","error":"not a position: x has no stones: each side needs one","st
  {"position":"1xx1/o2o/o2o/1xx1 x","category":"win","plies":3}
  loa: line 2: not a position: character 1 is 'ÿ': expected x, o, a digit from 1 to 8, / or
  {"position":"1xx1/o2o/o2o/1xx1 x","over":null,"moves":[{"move":"b1-b3","capture":false,"po
  {"position":"ÿþ","error":"not a position: character 1 is 'ÿ': expected x, o, a digit fr
  {"position":null,"error":"the line is longer than 65536 bytes","status":2,"kind":"usage","
  {"position":"4/4/4/4 x","error":"not a position: x has no stones: each side needs one","st
  {"position":"1xx1/o2o/o2o/1xx1 x","over":null,"moves":[{"move":"b1-b3","capture":false,"po
  loa: line 2: not a position: character 1 is 'ÿ': expected x, o, a digit from 1 to 8, / or
  $ loa probe --stdin --value <lines 2>/dev/null | grep -o '"line":[0-9]*'
  "line":2
  "line":4
  "line":5

An estimate is marked as one, and can be left out. A search that reaches the end gives none.

  $ position="1xxxxx1/o5o/o5o/o5o/o5o/o5o/1xxxxx1 x"; for question in probe line; do
  >   loa $question "$position" --movetime 20 2>/dev/null | grep -o 'by the engine, not proved$'
  >   loa $question "$position" --movetime 20 --json >json; grep -o '"category":null,"plies":null,"bound":false,"score":-\?[0-9]*,"level":[a-z]*,"basis":"estimate","moves":' json | cut -d, -f1-3,6
  >   grep -o '"depth":[1-9]' json | wc -l; grep -oE '\],"line":\["[a-h]|"certificate":.' json
  >   for without in "--movetime 0" --exact; do loa $question "$position" $without 2>&1 | cut -d: -f1-2; done
  > done
  by the engine, not proved
  "category":null,"plies":null,"bound":false,"basis":"estimate"
  30
  ],"line":["c
  loa: no table for 10v10 on 7x7 under mover-pass
  loa: no table for 10v10 on 7x7 under mover-pass
  by the engine, not proved
  "category":null,"plies":null,"bound":false,"basis":"estimate"
  30
  ],"line":["c
  loa: no table for 10v10 on 7x7 under mover-pass
  loa: no table for 10v10 on 7x7 under mover-pass
  $ loa probe start 5x4 --rules draw-pass --json --movetime 20 | grep -oE '"category.*"basis":"search","moves":|"kind":"[^"]*"'
  "category":"win","plies":3,"bound":false,"score":null,"level":false,"basis":"search","moves":
  "kind":"missing-table"
