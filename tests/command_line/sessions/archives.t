An archive is smaller, answers as its table does, and becomes that very table again.

  $ loa solve 4x3 -q --rules soucie
  5 tables, 14,302 positions, [..] s
  the start of 4x3 under own-loss: x wins in 1
  $ cp -r tables solved
  $ loa pack --archive
  tables/own-loss/4x3/2v2.loa: 390 B before, 418 B packed, 3.378 bits a position
  tables/own-loss/4x3/2v3.loa: 526 B before, 542 B packed, 1.642 bits a position
  tables/own-loss/4x3/3v2.loa: 434 B before, 452 B packed, 1.674 bits a position
  tables/own-loss/4x3/2v4.loa: 784 B before, 786 B packed, 1.361 bits a position
  tables/own-loss/4x3/4v2.loa: 512 B before, 520 B packed, 1.069 bits a position
  $ loa pack --archive
  tables/own-loss/4x3/2v2.loa: an archive already
  tables/own-loss/4x3/2v3.loa: an archive already
  tables/own-loss/4x3/3v2.loa: an archive already
  tables/own-loss/4x3/2v4.loa: an archive already
  tables/own-loss/4x3/4v2.loa: an archive already
  $ loa pack --archive --json
  {"tables":[{"file":"tables/own-loss/4x3/2v2.loa","metric":"distance","form":"archive","packed":false,"positions":990,"before":418,"bytes":418,"digest":"6a2f7fa579afdc24d8016d9d1846ba9b"},{"file":"tables/own-loss/4x3/2v3.loa","metric":"distance","form":"archive","packed":false,"positions":2640,"before":542,"bytes":542,"digest":"69d8db6d4d3798f4ec7094cc1fdc6617"},{"file":"tables/own-loss/4x3/3v2.loa","metric":"distance","form":"archive","packed":false,"positions":2160,"before":452,"bytes":452,"digest":"4c7cf92a00eaafdcbf62e3a3e1629e3d"},{"file":"tables/own-loss/4x3/2v4.loa","metric":"distance","form":"archive","packed":false,"positions":4620,"before":786,"bytes":786,"digest":"2698f5e233cb35f762ef71329611dcd4"},{"file":"tables/own-loss/4x3/4v2.loa","metric":"distance","form":"archive","packed":false,"positions":3892,"before":520,"bytes":520,"digest":"3fe2b99fdb5813f494c6f8124551c101"}]}
  $ loa info
  board  rules              material metric   form         positions          bytes   bits longest win longest loss  won / drawn / lost
  4x3    own-loss           2v2      distance archive            990            418   3.38           3            4  51.28 / 0.00 / 48.72 %
  4x3    own-loss           2v3      distance archive           2640            542   1.64           3            4  56.52 / 0.00 / 43.48 %
  4x3    own-loss           3v2      distance archive           2160            452   1.67           3            4  51.77 / 0.00 / 48.23 %
  4x3    own-loss           2v4      distance archive           4620            786   1.36           5            6  51.26 / 0.00 / 48.74 %
  4x3    own-loss           4v2      distance archive           3892            520   1.07           5            4  52.41 / 0.00 / 47.59 %
  5 tables in tables: 14,302 positions, 2.65 KiB
  built into the program: 4x4 under mover-pass, mover-loss, draw-pass, draw-draw, own-loss, mover-pass-misere
  $ for question in "probe start 4x3 --json" "line start 4x3" "census 4x3 --csv" "solve 4x3 -q"; do
  >   loa $question --rules soucie >found; loa $question --rules soucie --tables solved | cmp - found
  > done
  $ loa verify 4x3 --rules soucie -q
  4x3 under own-loss: 14,302 values of 5 tables checked, all agree with their successors
  $ loa verify 4x3 --rules soucie --sample 1000 -q
  4x3 under own-loss: 1,210 of 14,302 values of 5 tables checked (8.46 %, 21 blocks, seed 0), all agree with their successors; a sample does not prove the rest
  $ loa check
  tables/own-loss/4x3/2v2.loa: ok
  tables/own-loss/4x3/2v3.loa: ok
  tables/own-loss/4x3/3v2.loa: ok
  tables/own-loss/4x3/2v4.loa: ok
  tables/own-loss/4x3/4v2.loa: ok
  no damage in 5 files
  $ loa pack
  tables/own-loss/4x3/2v2.loa: 418 B before, 390 B packed, 3.152 bits a position
  tables/own-loss/4x3/2v3.loa: 542 B before, 526 B packed, 1.594 bits a position
  tables/own-loss/4x3/3v2.loa: 452 B before, 434 B packed, 1.607 bits a position
  tables/own-loss/4x3/2v4.loa: 786 B before, 784 B packed, 1.358 bits a position
  tables/own-loss/4x3/4v2.loa: 520 B before, 512 B packed, 1.052 bits a position
  $ diff -r -x '.*' solved tables

A solve builds on archives, and writes tables as ever.

  $ loa pack --archive --to archive >/dev/null; rm archive/own-loss/4x3/4v2.loa
  $ loa solve 4x3 --rules soucie -q --tables archive
  2 tables, 8,512 positions, [..] s; 3 tables were there
  built on 2v2, 2v3 and 3v2, neither made nor verified in this folder; prove that with: loa verify 4x3 --rules own-loss --tables archive
  the start of 4x3 under own-loss: x wins in 1
  $ cmp solved/own-loss/4x3/4v2.loa archive/own-loss/4x3/4v2.loa

One without distances comes back as well; distances are wanted by default.

  $ loa solve 4x3 --metric wdl -q --tables wdl; cp -r wdl before
  5 tables, 14,302 positions, [..] s
  the start of 4x3 under mover-pass: x wins in 1
  $ loa pack --archive --tables wdl
  loa: wdl/mover-pass/4x3/2v2.loa has wins, draws and losses, and no distances
  [6]
  $ loa pack --archive --metric wdl --tables wdl
  wdl/mover-pass/4x3/2v2.loa: 372 B before, 400 B packed, 3.232 bits a position
  wdl/mover-pass/4x3/2v3.loa: 450 B before, 464 B packed, 1.406 bits a position
  wdl/mover-pass/4x3/3v2.loa: 390 B before, 410 B packed, 1.519 bits a position
  wdl/mover-pass/4x3/2v4.loa: 524 B before, 532 B packed, 0.921 bits a position
  wdl/mover-pass/4x3/4v2.loa: 428 B before, 442 B packed, 0.909 bits a position
  $ loa pack --archive --metric wdl --tables wdl | head -1
  wdl/mover-pass/4x3/2v2.loa: an archive already
  $ loa info --tables wdl | cut -c1-53
  board  rules              material metric   form     
  4x3    mover-pass         2v2      wdl      archive  
  4x3    mover-pass         2v3      wdl      archive  
  4x3    mover-pass         3v2      wdl      archive  
  4x3    mover-pass         2v4      wdl      archive  
  4x3    mover-pass         4v2      wdl      archive  
  5 tables in wdl: 14,302 positions, 2.20 KiB
  built into the program: 4x4 under mover-pass, mover-l
  $ loa pack --metric wdl --tables wdl >/dev/null; diff -r -x '.*' before wdl
