Commands that fail: one clear line, the right exit status, and nothing lost. Text that does not
parse is refused with the character and the reason.

  $ loa probe "1xx1/o2q/o2o/1xx1 x"
  loa: not a position: character 8 is 'q': expected x, o, a digit from 1 to 8, / or a space
  [2]
  $ loa moves "4/4/4/xx2 x"
  loa: not a position: o has no stones: each side needs one
  [2]
  $ loa probe start 9x9
  loa: a board of 9x9 is not supported: files and ranks go from 3 to 8, so 8x8 is the largest
  [2]
  $ loa perft start 4x4 deep
  loa: 'deep' is not a depth: expected plies from 0 to 100
  [2]
  $ loa solve 4x4 --stones 99
  loa: 99 stones do not fit the 16 squares of 4x4
  [2]
  $ loa solve 4x4 --stones 3
  loa: nothing to solve: a side with one stone is connected, so tables begin at 2v2 and 4 stones
  [2]
  $ loa solve 4x4 --material 9v9
  loa: 9v9 does not fit on 4x4
  [2]
  $ loa census 4x4 --material 9v9
  loa: 9v9 does not fit on 4x4
  [2]
  $ loa solve 4x4 --frobnicate
  loa: unexpected argument '--frobnicate' found
  
    tip: to pass '--frobnicate' as a value, use '-- --frobnicate'
  
  Usage: loa solve <BOARD>
  
  For more information, try '--help'.
  [2]
  $ loa frobnicate
  loa: unrecognized subcommand 'frobnicate'
  
  Usage: loa <COMMAND>
  
  For more information, try '--help'.
  [2]
  $ loa solve 4x4 --rules chess
  loa: invalid value 'chess' for '--rules <RULES>': 'chess' names no rules: expected a preset (club, tournament, soucie, openspiel, playstrategy, misere) or a rules id (mover-, draw- or own-, then pass, loss or draw, and -misere except with own)
  
  For more information, try '--help'.
  [2]
  $ loa solve 4x4 --threads 0 2>&1 | sed 's/from 1 to .*/from 1 to N/'
  loa: invalid value '0' for '--threads <N>': expected a number from 1 to N
  
  For more information, try '--help'.
  $ loa solve 4x4 --checkpoint often
  loa: invalid value 'often' for '--checkpoint <SECONDS>': expected seconds or 'never'
  
  For more information, try '--help'.
  [2]
  $ loa probe start 4x4 --rules normal
  loa: --rules normal stands for nine rules ids, and only prove accepts it
  [2]
  $ for words in "solve 9x9" solve probe "solve 4x4 --material 9" "solve 4x4 --checkpoint=-1" "perft -- --json"; do
  >   loa $words 2>/dev/null || echo $?
  > done
  2
  2
  2
  2
  2
  2

Without a command there is a hint, and with --json a failure is a line of JSON.

  $ loa
  loa: no command given. Try:
    loa play             a game against perfect play or the engine
    loa serve            games, reviews and problems in the browser
    loa probe start 4x4  who wins, and the value of every move
  All commands: loa --help
  [2]
  $ loa probe start 5x5 --json
  {"position":"1xxx1/o3o/o3o/o3o/1xxx1 x","board":"5x5","material":"6v6","rules":"mover-pass","over":null,"category":"win","plies":11,"bound":false,"score":null,"level":false,"basis":"verified","moves":[{"move":"c1-c3","category":"win","plies":13,"bound":true,"score":null,"level":false,"basis":"proof","line":["c1-c3"]},{"move":"c5-c3","category":"win","plies":13,"bound":true,"score":null,"level":false,"basis":"proof","line":["c5-c3"]},{"move":"b1-b3","category":null,"plies":null,"bound":false,"score":null,"level":false,"basis":"unknown","line":["b1-b3"]},{"move":"b1-d3","category":null,"plies":null,"bound":false,"score":null,"level":false,"basis":"unknown","line":["b1-d3"]},{"move":"b1-e1","category":null,"plies":null,"bound":false,"score":null,"level":false,"basis":"unknown","line":["b1-e1"]},{"move":"b5-b3","category":null,"plies":null,"bound":false,"score":null,"level":false,"basis":"unknown","line":["b5-b3"]},{"move":"b5-d3","category":null,"plies":null,"bound":false,"score":null,"level":false,"basis":"unknown","line":["b5-d3"]},{"move":"b5-e5","category":null,"plies":null,"bound":false,"score":null,"level":false,"basis":"unknown","line":["b5-e5"]},{"move":"c1xa3","category":null,"plies":null,"bound":false,"score":null,"level":false,"basis":"unknown","line":["c1xa3"]},{"move":"c1xe3","category":null,"plies":null,"bound":false,"score":null,"level":false,"basis":"unknown","line":["c1xe3"]},{"move":"c5xa3","category":null,"plies":null,"bound":false,"score":null,"level":false,"basis":"unknown","line":["c5xa3"]},{"move":"c5xe3","category":null,"plies":null,"bound":false,"score":null,"level":false,"basis":"unknown","line":["c5xe3"]},{"move":"d1-a1","category":null,"plies":null,"bound":false,"score":null,"level":false,"basis":"unknown","line":["d1-a1"]},{"move":"d1-b3","category":null,"plies":null,"bound":false,"score":null,"level":false,"basis":"unknown","line":["d1-b3"]},{"move":"d1-d3","category":null,"plies":null,"bound":false,"score":null,"level":false,"basis":"unknown","line":["d1-d3"]},{"move":"d5-a5","category":null,"plies":null,"bound":false,"score":null,"level":false,"basis":"unknown","line":["d5-a5"]},{"move":"d5-b3","category":null,"plies":null,"bound":false,"score":null,"level":false,"basis":"unknown","line":["d5-b3"]},{"move":"d5-d3","category":null,"plies":null,"bound":false,"score":null,"level":false,"basis":"unknown","line":["d5-d3"]}],"line":["c1-c3","a3-b2","b1-d3","a2-d2","d1-c1","a4-c4","c5-b4","c4-a2","d5xd2"],"certificate":{"name":"built-in 5x5","board":"5x5","rules":["mover-pass","mover-loss","mover-draw","draw-pass","draw-loss","draw-draw","own-pass","own-loss","own-draw"],"start":"1xxx1/o3o/o3o/o3o/1xxx1 x","winner":"x","plies":13,"positions":37,"built_in":true},"mirrored":false,"missing":{"error":"no table for 6v6 on 5x5 under mover-pass: looked for tables/mover-pass/5x5/6v6.loa; make it (about [..]) with: loa solve 5x5","status":5,"kind":"missing-table","hint":"loa solve 5x5"}}
  $ loa --json moves foo
  {"error":"not a position: character 1 is 'f': expected x, o, a digit from 1 to 8, / or a space","status":2,"kind":"usage","character":1}
  [2]
  $ loa solve 4x4 --frobnicate --json
  {"error":"unexpected argument '--frobnicate' found\n\n  tip: to pass '--frobnicate' as a value, use '-- --frobnicate'\n\nUsage: loa solve <BOARD>\n\nFor more information, try '--help'.","status":2,"kind":"usage"}
  [2]

A missing table is named, with its place and with the command that makes it.

  $ loa probe start 5x5
  1xxx1/o3o/o3o/o3o/1xxx1 x  6v6 on 5x5 under mover-pass
  wins in 11: the start is solved and verified
  moves by the certificate built-in 5x5, whose numbers are bounds:
    c1-c3  wins within 13
    c5-c3  wins within 13
  no table for 6v6 on 5x5 under mover-pass: looked for tables/mover-pass/5x5/6v6.loa; make it (about [..]) with: loa solve 5x5
  $ loa probe start 8x8 --movetime 0
  loa: no table can cover this position: 12v12 on 8x8 has too many positions to number
  [6]
  $ loa probe "xx6/8/8/x7/8/8/o5o1/8 x" --movetime 0
  loa: no table for 3v2 on 8x8 under mover-pass: looked for tables/mover-pass/8x8/3v2.loa; make it (about [..]) with: loa solve 8x8 --material 3v2
  [5]
  $ loa verify 6x6
  loa: no tables of 6x6 under mover-pass in tables/mover-pass/6x6; make it (about [..]) with: loa solve 6x6 --stones [..]
  [5]
  $ loa census 6x6
  loa: no tables of 6x6 under mover-pass in tables/mover-pass/6x6; make it (about [..]) with: loa solve 6x6 --stones [..]
  [5]
  $ loa probe "xo1/3/o1x o" --rules draw-loss --tables "my tables" --movetime 0
  loa: no tables in my tables
  loa: no table for 2v2 on 3x3 under draw-loss: looked for my tables/draw-loss/3x3/2v2.loa; make it (about [..]) with: loa solve 3x3 --rules draw-loss --tables 'my tables'
  [5]
  $ loa solve 3x3 --rules draw-loss --tables 'my tables' -q
  1 table, 168 positions, [..] s
  the start of 3x3 under draw-loss: x loses in 2
  $ loa probe "xo1/3/o1x o" --rules draw-loss --tables "my tables" --value
  wins in 1

The table of the question is there, one that it leads to is not.

  $ loa solve 5x4 --material 3v3 -q
  4 tables, 294,168 positions, [..] s
  these tables do not reach the start of 5x4
  $ mv tables/mover-pass/5x4/2v3.loa kept
  $ loa probe "xo3/4x/o4/x3o x" --movetime 0
  loa: no table for 2v3 on 5x4 under mover-pass (needed to answer 3v3): looked for tables/mover-pass/5x4/2v3.loa; make it (about [..]) with: loa solve 5x4
  [5]
  $ loa verify 5x4 -q
  loa: the table for 2v3 is missing, which 3v2 depends on; make it (about [..]) with: loa solve 5x4
  [5]
  $ mv kept tables/mover-pass/5x4/2v3.loa

A damaged table is another failure than a missing one.

  $ cd tables/mover-pass/5x4; cp 3v2.loa ../../../whole; truncate -s -7 3v2.loa
  $ loa probe "xo3/4x/o4/4x x"
  loa: tables/mover-pass/5x4/3v2.loa is truncated or padded: 3305 bytes where 3312 belong; make it again with: loa solve 5x4 --material 3v2
  [4]
  $ cp whole tables/mover-pass/5x4/3v2.loa
  $ printf '\xff' | dd of=tables/mover-pass/5x4/3v2.loa bs=1 seek=150 conv=notrunc status=none; loa census 5x4
  loa: tables/mover-pass/5x4/3v2.loa: the census or the model is damaged: their checksum is 1056019435791c44, not dd8ee14d06cf5c00; make it again with: loa solve 5x4 --material 3v2
  [4]
  $ echo "no table" >tables/mover-pass/5x4/3v2.loa; loa probe "xo3/4x/o4/4x x"
  loa: tables/mover-pass/5x4/3v2.loa is not a table: it does not begin with "LOATABLE"; make it again with: loa solve 5x4 --material 3v2
  [4]
  $ loa check
  tables/mover-pass/5x4/2v2.loa: ok
  tables/mover-pass/5x4/2v3.loa: ok
  tables/mover-pass/5x4/3v2.loa is not a table: it does not begin with "LOATABLE"
  tables/mover-pass/5x4/3v3.loa: ok
  loa: 1 of 4 damaged; make it again with: loa solve 5x4 --material 3v2
  [4]
  $ for version in 2 99; do
  >   cp whole tables/mover-pass/5x4/3v2.loa
  >   printf "\\x$(printf %x $version)" | dd of=tables/mover-pass/5x4/3v2.loa bs=1 seek=8 conv=notrunc status=none
  >   loa probe "xo3/4x/o4/4x x"
  > done
  loa: tables/mover-pass/5x4/3v2.loa is of format version 2; this program reads version 3; make it again with: loa solve 5x4 --material 3v2
  loa: tables/mover-pass/5x4/3v2.loa is of format version 99; this program reads version 3; make it again with: loa solve 5x4 --material 3v2
  [4]

Whatever the damage is, solving makes the table again and says which.

  $ loa solve 5x4 --material 3v2 -q
  2 tables, 85,680 positions, [..] s; 1 table already existed
  made tables/mover-pass/5x4/3v2.loa again; the old file is now tables/mover-pass/5x4/3v2.loa.1.old
  these tables do not reach the start of 5x4
  $ cmp whole tables/mover-pass/5x4/3v2.loa

Tables of other rules or of other material are refused.

  $ mkdir -p tables/mover-loss; cp -r tables/mover-pass/5x4 tables/mover-loss
  $ loa probe "xo3/4x/o4/4x x" --rules mover-loss
  loa: tables/mover-loss/5x4/3v2.loa is a table of 3v2 on 5x4 under mover-pass where 3v2 on 5x4 under mover-loss belongs; move it to tables/mover-pass/5x4/3v2.loa
  [7]
  $ cp tables/mover-pass/5x4/2v3.loa tables/mover-pass/5x4/3v2.loa
  $ loa probe "xo3/4x/o4/4x x"
  loa: tables/mover-pass/5x4/3v2.loa is a table of 2v3 on 5x4 under mover-pass where 3v2 on 5x4 under mover-pass belongs; move it to tables/mover-pass/5x4/2v3.loa
  [4]

A folder that cannot be written to is named.

  $ echo "in the way" >file
  $ loa solve 4x4 -q --tables file
  loa: file/mover-pass/4x4: Not a directory (os error 20)
  [1]
  $ cat file
  in the way

A server listens at a name or address with a port, and answers to pages of an origin.

  $ for name in nosuch.invalid:8080 localhost localhost: :x 1.2.3.4.5:80 nowhere; do loa serve --listen $name 2>&1 | head -1; done
  loa: invalid value 'nosuch.invalid:8080' for '--listen <ADDR:PORT>': expected a port, or an address or a known name with a port, such as 0.0.0.0:8080 or localhost:8080
  loa: invalid value 'localhost' for '--listen <ADDR:PORT>': expected a port, or an address or a known name with a port, such as 0.0.0.0:8080 or localhost:8080
  loa: invalid value 'localhost:' for '--listen <ADDR:PORT>': expected a port, or an address or a known name with a port, such as 0.0.0.0:8080 or localhost:8080
  loa: invalid value ':x' for '--listen <ADDR:PORT>': expected a port, or an address or a known name with a port, such as 0.0.0.0:8080 or localhost:8080
  loa: invalid value '1.2.3.4.5:80' for '--listen <ADDR:PORT>': expected a port, or an address or a known name with a port, such as 0.0.0.0:8080 or localhost:8080
  loa: invalid value 'nowhere' for '--listen <ADDR:PORT>': expected a port, or an address or a known name with a port, such as 0.0.0.0:8080 or localhost:8080
  $ for origin in example.org https://a/b; do loa serve --allow-origin $origin 2>&1 | head -1; done
  loa: invalid value 'example.org' for '--allow-origin <URL>': expected an origin such as https://example.org, or *
  loa: invalid value 'https://a/b' for '--allow-origin <URL>': expected an origin such as https://example.org, or *
