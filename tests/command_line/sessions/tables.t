A solve builds what its tables depend on, and no more.

  $ loa solve 5x4 --material 2v3 --json
  {"board":"5x4","tables_of":"5x4","rules":"mover-pass","pieces":null,"written":3,"skipped":0,"replaced":[],"restarted":0,"unproven":[],"positions":94248,"bytes":7114,"seconds":[..],"processes":1,"sent":0,"start":null}
  $ loa solve 5x4 --material 3v3 --json
  {"board":"5x4","tables_of":"5x4","rules":"mover-pass","pieces":null,"written":1,"skipped":3,"replaced":[],"restarted":0,"unproven":[],"positions":199920,"bytes":15432,"seconds":[..],"processes":1,"sent":0,"start":null}
  $ loa solve 5x4 --stones 6 --json
  {"board":"5x4","tables_of":"5x4","rules":"mover-pass","pieces":6,"written":2,"skipped":4,"replaced":[],"restarted":0,"unproven":[],"positions":321720,"bytes":21088,"seconds":[..],"processes":1,"sent":0,"start":null}
  $ loa verify 5x4 --json
  {"board":"5x4","rules":"mover-pass","tables":6,"values":615888,"built_in":false,"sample":null,"processes":1,"sent":0,"ok":true}
  $ loa info
  board  rules              material      positions          bytes   bits longest win longest loss  won / drawn / lost
  5x4    mover-pass         2v2                8568            878   0.82           5            6  61.34 / 0.00 / 38.66 %
  5x4    mover-pass         2v3               45696           2924   0.51           9            8  73.85 / 0.03 / 26.12 %
  5x4    mover-pass         3v2               39984           3312   0.66           9           10  55.58 / 0.03 / 44.39 %
  5x4    mover-pass         2v4              171360           8932   0.42          13           12  76.17 / 0.04 / 23.78 %
  5x4    mover-pass         3v3              199920          15432   0.62          13           12  67.82 / 0.04 / 32.14 %
  5x4    mover-pass         4v2              150360          12156   0.65          13           14  53.69 / 0.05 / 46.26 %
  6 tables in tables: 615,888 positions, 42.61 KiB
  built into the program: 4x4 under mover-pass, mover-loss, draw-pass, draw-draw, own-loss, mover-pass-misere
  $ loa check
  tables/mover-pass/5x4/2v2.loa: ok
  tables/mover-pass/5x4/2v3.loa: ok
  tables/mover-pass/5x4/3v2.loa: ok
  tables/mover-pass/5x4/2v4.loa: ok
  tables/mover-pass/5x4/3v3.loa: ok
  tables/mover-pass/5x4/4v2.loa: ok
  no damage in 6 files

Files in each other's places are found.

  $ loa solve 3x4 --material 3v2 -q
  3 tables, 5,790 positions, [..] s
  the start of 3x4 under mover-pass: x wins in 1
  $ mkdir -p tables/draw-pass/3x4 tables/mover-pass/4x3
  $ cp tables/mover-pass/3x4/2v2.loa tables/draw-pass/3x4
  $ cp tables/mover-pass/3x4/2v2.loa tables/mover-pass/4x3
  $ cd tables/mover-pass/3x4; cp 3v2.loa other; cp 2v3.loa 3v2.loa; cp other 2v3.loa
  $ rm -r tables/mover-pass/5x4
  $ loa check
  tables/mover-pass/3x4/2v2.loa: ok
  tables/mover-pass/3x4/2v3.loa is a table of 3v2 on 3x4 under mover-pass where 2v3 on 3x4 under mover-pass belongs
  tables/mover-pass/3x4/3v2.loa is a table of 2v3 on 3x4 under mover-pass where 3v2 on 3x4 under mover-pass belongs
  tables/mover-pass/4x3/2v2.loa is a table of 2v2 on 3x4 under mover-pass where 2v2 on 4x3 under mover-pass belongs
  tables/draw-pass/3x4/2v2.loa is a table of 2v2 on 3x4 under mover-pass where 2v2 on 3x4 under draw-pass belongs
  loa: 4 of 5 in the wrong place; move each to the path of its rules, board and material
  [4]
  $ loa check --json
  {"files":[{"file":"tables/mover-pass/3x4/2v2.loa","ok":true,"error":null},{"file":"tables/mover-pass/3x4/2v3.loa","ok":false,"error":"tables/mover-pass/3x4/2v3.loa is a table of 3v2 on 3x4 under mover-pass where 2v3 on 3x4 under mover-pass belongs"},{"file":"tables/mover-pass/3x4/3v2.loa","ok":false,"error":"tables/mover-pass/3x4/3v2.loa is a table of 2v3 on 3x4 under mover-pass where 3v2 on 3x4 under mover-pass belongs"},{"file":"tables/mover-pass/4x3/2v2.loa","ok":false,"error":"tables/mover-pass/4x3/2v2.loa is a table of 2v2 on 3x4 under mover-pass where 2v2 on 4x3 under mover-pass belongs"},{"file":"tables/draw-pass/3x4/2v2.loa","ok":false,"error":"tables/draw-pass/3x4/2v2.loa is a table of 2v2 on 3x4 under mover-pass where 2v2 on 3x4 under draw-pass belongs"}],"sound":1,"damaged":4}
  {"error":"4 of 5 in the wrong place; move each to the path of its rules, board and material","status":4,"kind":"damaged"}
  [4]
  $ loa check tables/mover-pass/3x4/3v2.loa
  tables/mover-pass/3x4/3v2.loa is a table of 2v3 on 3x4 under mover-pass where 3v2 on 3x4 under mover-pass belongs
  loa: 1 of 1 in the wrong place; move it to tables/mover-pass/3x4/2v3.loa
  [4]
  $ loa solve 3x4 --material 3v2 -q
  2 tables, 4,800 positions, [..] s; 1 table already existed
  made tables/mover-pass/3x4/3v2.loa again; the old file is now tables/mover-pass/3x4/3v2.loa.1.old
  made tables/mover-pass/3x4/2v3.loa again; the old file is now tables/mover-pass/3x4/2v3.loa.1.old
  the start of 3x4 under mover-pass: x wins in 1
  $ loa check tables/mover-pass/3x4/3v2.loa
  tables/mover-pass/3x4/3v2.loa: ok
  no damage in 1 file
  $ rm -r tables/draw-pass tables/mover-pass/4x3

Sound and damaged tables are listed both.

  $ truncate -s 100 tables/mover-pass/3x4/2v2.loa
  $ loa info
  board  rules              material      positions          bytes   bits longest win longest loss  won / drawn / lost
  3x4    mover-pass         2v3                2640            536   1.62           3            4  56.87 / 0.00 / 43.13 %
  3x4    mover-pass         3v2                2160            456   1.69           3            4  51.77 / 0.00 / 48.23 %
  tables/mover-pass/3x4/2v2.loa is truncated or padded: 100 bytes where 128 belong
  2 tables in tables: 4,800 positions, 992 B
  built into the program: 4x4 under mover-pass, mover-loss, draw-pass, draw-draw, own-loss, mover-pass-misere
  loa: 1 of 3 damaged; make it again with: loa solve 3x4 --material 2v2
  [4]

The longest wins and losses of a census are those of the tables.

  $ loa solve 3x4 --material 3v2 -q
  1 table, 990 positions, [..] s; 2 tables already existed
  made tables/mover-pass/3x4/2v2.loa again
  the start of 3x4 under mover-pass: x wins in 1
  $ loa census 3x4
  3x4 under mover-pass, 2v2 to 3v2, 4 and 5 stones of 6: placements by value to the side to move
  material            won          drawn           lost  longest win
  2v2                1523              0           1447  3        o2/x2/3/o1x x
  2v3                4504              0           3416  3        2o/x1o/3/x1o x
  3v2                4100              0           3820  3        1o1/x2/o2/1xx x
  all               10127              0           8683  3        o2/x2/3/o1x x
  $ loa census 3x4 --material 3v2
  3x4 under mover-pass, 3v2, 5 stones of 6: placements by value to the side to move
  material            won          drawn           lost  longest win
  3v2                4100              0           3820  3        1o1/x2/o2/1xx x
  all                4100              0           3820  3        1o1/x2/o2/1xx x
  $ loa census 3x4 --json
  {"board":"3x4","rules":"mover-pass","covers":{"words":"2v2 to 3v2, 4 and 5 stones of 6","fewest":4,"most":5,"whole":false},"materials":[{"material":"2v2","counts":[{"outcome":"loss","plies":1,"count":2},{"outcome":"loss","plies":2,"count":132},{"outcome":"loss","plies":4,"count":8},{"outcome":"terminal-loss","plies":0,"count":1305},{"outcome":"terminal-win","plies":0,"count":749},{"outcome":"win","plies":1,"count":714},{"outcome":"win","plies":3,"count":60}],"longest_win":{"plies":3,"position":"o2/x2/3/o1x x"},"longest_loss":{"plies":4,"position":"3/x1o/3/o1x x"}},{"material":"2v3","counts":[{"outcome":"loss","plies":2,"count":492},{"outcome":"loss","plies":4,"count":44},{"outcome":"terminal-loss","plies":0,"count":2880},{"outcome":"terminal-win","plies":0,"count":2290},{"outcome":"win","plies":1,"count":2062},{"outcome":"win","plies":2,"count":4},{"outcome":"win","plies":3,"count":148}],"longest_win":{"plies":3,"position":"2o/x1o/3/x1o x"},"longest_loss":{"plies":4,"position":"2o/x2/1oo/x2 x"}},{"material":"3v2","counts":[{"outcome":"loss","plies":1,"count":4},{"outcome":"loss","plies":2,"count":320},{"outcome":"loss","plies":4,"count":16},{"outcome":"terminal-loss","plies":0,"count":3480},{"outcome":"terminal-win","plies":0,"count":1690},{"outcome":"win","plies":1,"count":2224},{"outcome":"win","plies":3,"count":186}],"longest_win":{"plies":3,"position":"1o1/x2/o2/1xx x"},"longest_loss":{"plies":4,"position":"1o1/x2/1ox/x2 x"}}],"all":{"material":"all","counts":[{"outcome":"loss","plies":1,"count":6},{"outcome":"loss","plies":2,"count":944},{"outcome":"loss","plies":4,"count":68},{"outcome":"terminal-loss","plies":0,"count":7665},{"outcome":"terminal-win","plies":0,"count":4729},{"outcome":"win","plies":1,"count":5000},{"outcome":"win","plies":2,"count":4},{"outcome":"win","plies":3,"count":394}],"longest_win":{"plies":3,"position":"o2/x2/3/o1x x"},"longest_loss":{"plies":4,"position":"3/x1o/3/o1x x"}}}
  $ loa census 3x4 --csv | head -5
  board,rules,mover,other,outcome,plies,count
  3x4,mover-pass,2,2,loss,1,2
  3x4,mover-pass,2,2,loss,2,132
  3x4,mover-pass,2,2,loss,4,8
  3x4,mover-pass,2,2,terminal-loss,0,1305

A folder is no file, and tables of presets are built into the program.

  $ loa check tables
  loa: tables is a folder; to see the tables in it: loa check
  [2]
  $ loa info tables
  loa: tables is a folder; to see the tables in it: loa info
  [2]
  $ loa info --tables none
  no tables in none
  built into the program: 4x4 under mover-pass, mover-loss, draw-pass, draw-draw, own-loss, mover-pass-misere
  $ loa info --tables none --json | cut -d, -f1-4
  {"tables":[],"damaged":[],"folder":"none","built_in":[{"board":"4x4"
  $ loa verify 4x4 -q --rules openspiel
  4x4 under mover-loss: 310,471 values of 9 built-in tables checked, all agree with their successors
  $ loa verify 4x4 -q --rules own-draw
  loa: no tables of 4x4 under own-draw in tables/own-draw/4x4; make it (about [..]) with: loa solve 4x4 --rules own-draw
  [5]

Without --tables and LOA_TABLES, tables lie in the user's data folder.

  $ env -u LOA_TABLES -u XDG_DATA_HOME loa info
  no tables in [FOLDER]/.local/share/loa/tables
  built into the program: 4x4 under mover-pass, mover-loss, draw-pass, draw-draw, own-loss, mover-pass-misere

Work of an older version is begun again, which is said.

  $ work=tables/mover-pass/3x3/work; mkdir -p $work; head -c 990 /dev/zero >$work/2v2.values; echo '{"version":3,"board":"3x3","rules":"mover-pass","family":"2v2","width":"Narrow","at":{"stage":{"Ply":2},"side":0,"block":0}}' >$work/2v2.record
  $ loa solve 3x3; loa verify 3x3 -q
  2v2: begun again: tables/mover-pass/3x3/work/2v2.record is of version 3; this program resumes version 9
  2v2: 168 positions, longest 2 plies, 324 B in tables/mover-pass/3x3/2v2.loa, [..] s
  1 table, 168 positions, [..] s
  1 family was begun again: the work files were not trustworthy
  the start of 3x3 under mover-pass: x loses in 2
  3x3 under mover-pass: 168 values of 1 table checked, all agree with their successors

Where there is no terminal, a line now and then says how far a solve has come.

  $ loa solve 5x5 --stones 6 --log-every 0 2>log >/dev/null
  $ grep -c 'positions, longest' log; grep -v 'positions, longest' log >lines
  6
  $ grep -oE '^solving [0-9]v[0-9] \([0-9] of [0-9]\)' lines | uniq
  solving 2v2 (1 of 4)
  solving 3v2 (2 of 4)
  solving 3v3 (3 of 4)
  solving 4v2 (4 of 4)
  $ grep -oE '\), (mark|ply 1|seed|ply 2|ply 20|packing):' lines | sort -u
  ), mark:
  ), packing:
  ), ply 1:
  ), ply 20:
  ), ply 2:
  ), seed:
  $ grep -oE '[0-9,]+ of [0-9]+,' lines | tr -d , | sort -nc && echo rising
  rising
  $ grep -vE '^solving [0-9]v[0-9] \([0-9] of 4\), [a-z]+( [0-9]+)?: [0-9,]+ of 1,447,880(, [0-9.,]+( million)?/s(, left [0-9:]+)?)?$' lines
  [1]
  $ loa solve 4x4 2>&1 >/dev/null | wc -l
  9
  $ loa solve 4x3 --quiet 2>&1 >/dev/null
