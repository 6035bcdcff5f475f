Tables without distances have the same results.

  $ loa solve 4x3 -q
  5 tables, 14,302 positions, [..] s
  the start of 4x3 under mover-pass: x wins in 1
  $ loa solve 4x3 --metric wdl -q --tables wdl
  5 tables, 14,302 positions, [..] s
  the start of 4x3 under mover-pass: x wins in 1
  $ loa probe "xo1o/4/o1xo x" --tables wdl
  xo1o/4/o1xo x  2v4 on 4x3 under mover-pass
  wins
    c1-c2  wins
    c1-d2  loses
    a3xa1  loses in 2
  $ loa probe "xo1o/4/o1xo x"
  xo1o/4/o1xo x  2v4 on 4x3 under mover-pass
  wins in 5
    c1-c2  wins in 5
    c1-d2  loses in 4
    a3xa1  loses in 2
  $ loa info --tables wdl
  board  rules              material metric        positions          bytes   bits longest win longest loss  won / drawn / lost
  4x3    mover-pass         2v2      wdl                 990            372   3.01           -            -  51.28 / 0.00 / 48.72 %
  4x3    mover-pass         2v3      wdl                2640            450   1.36           -            -  56.87 / 0.00 / 43.13 %
  4x3    mover-pass         3v2      wdl                2160            390   1.44           -            -  51.77 / 0.00 / 48.23 %
  4x3    mover-pass         2v4      wdl                4620            524   0.91           -            -  52.41 / 0.00 / 47.59 %
  4x3    mover-pass         4v2      wdl                3892            428   0.88           -            -  52.41 / 0.00 / 47.59 %
  5 tables in wdl: 14,302 positions, 2.11 KiB
  built into the program: 4x4 under mover-pass, mover-loss, draw-pass, draw-draw, own-loss, mover-pass-misere

What needs distances says so, and solving gives them back.

  $ loa line "xo1o/4/o1xo x" --tables wdl
  loa: the tables for 2v4 on 4x3 under mover-pass have no distances; make it (about [..]) with: loa solve 4x3 --tables wdl
  [6]
  $ loa verify 4x3 -q --tables wdl
  loa: wdl/mover-pass/4x3/2v2.loa has wins, draws and losses, and no distances
  [6]
  $ loa pack --tables wdl
  loa: wdl/mover-pass/4x3/2v2.loa has wins, draws and losses, and no distances
  [6]
  $ loa solve 4x3 --metric wdl --tables wdl
  2v2: there
  3v2: there
  4v2: there
  nothing to do: all 5 tables are there
  the start of 4x3 under mover-pass: x wins in 1
  $ loa pack --metric wdl --to packed
  packed/mover-pass/4x3/2v2.loa: 422 B before, 372 B packed, 3.006 bits a position
  packed/mover-pass/4x3/2v3.loa: 530 B before, 450 B packed, 1.364 bits a position
  packed/mover-pass/4x3/3v2.loa: 474 B before, 390 B packed, 1.444 bits a position
  packed/mover-pass/4x3/2v4.loa: 684 B before, 524 B packed, 0.907 bits a position
  packed/mover-pass/4x3/4v2.loa: 502 B before, 428 B packed, 0.880 bits a position
  $ diff -r -x '.*' packed wdl
  $ loa solve 4x3 -q --tables wdl
  5 tables, 14,302 positions, [..] s
  the start of 4x3 under mover-pass: x wins in 1
  $ diff -r -x '.*' tables wdl

Solving without distances leaves those that are there.

  $ loa solve 4x3 --metric wdl
  2v2: there, with distances
  3v2: there, with distances
  4v2: there, with distances
  nothing to do: all 5 tables are there, with distances
  the start of 4x3 under mover-pass: x wins in 1
  $ loa solve 4x3 --metric wdl --json
  {"board":"4x3","tables_of":"4x3","rules":"mover-pass","pieces":null,"written":0,"skipped":5,"with_distances":5,"replaced":[],"restarted":0,"unproven":[],"positions":0,"bytes":0,"seconds":[..],"processes":1,"sent":0,"start":{"position":"1xx1/o2o/1xx1 x","category":"win","plies":1}}
  $ diff -r -x '.*' tables wdl

They are dropped only where that is said and agreed to.

  $ loa solve 4x3 -q --rules tournament
  5 tables, 14,302 positions, [..] s
  the start of 4x3 under draw-pass: x wins in 1
  $ loa pack --metric wdl
  loa: this drops the distances of 5 tables of 4x3 under mover-pass (2.55 KiB), 5 tables of 4x3 under draw-pass (2.77 KiB) for good: name the files, or a --board or --rules
  [2]
  $ loa pack --metric wdl --yes
  loa: this drops the distances of 5 tables of 4x3 under mover-pass (2.55 KiB), 5 tables of 4x3 under draw-pass (2.77 KiB) for good: name the files, or a --board or --rules
  [2]
  $ loa pack --metric wdl --rules club
  loa: this drops the distances of 5 tables of 4x3 under mover-pass (2.55 KiB) for good: add --yes if that is wanted
  [2]
  $ loa pack --metric wdl tables/mover-pass/4x3/2v2.loa
  loa: this drops the distances of 1 table of 4x3 under mover-pass (422 B) for good: add --yes if that is wanted
  [2]
  $ loa pack --metric wdl --rules club --json
  {"error":"this drops the distances of 5 tables of 4x3 under mover-pass (2.55 KiB) for good: add --yes if that is wanted","status":2}
  [2]
  $ loa pack --metric wdl --rules tournament --board 4x3 --yes | cut -c1-60
  tables/draw-pass/4x3/2v2.loa: 454 B before, 404 B packed, 3.
  tables/draw-pass/4x3/2v3.loa: 586 B before, 494 B packed, 1.
  tables/draw-pass/4x3/3v2.loa: 522 B before, 440 B packed, 1.
  tables/draw-pass/4x3/2v4.loa: 736 B before, 552 B packed, 0.
  tables/draw-pass/4x3/4v2.loa: 534 B before, 462 B packed, 0.
  $ loa info | cut -c1-42
  board  rules              material metric 
  4x3    mover-pass         2v2      distanc
  4x3    mover-pass         2v3      distanc
  4x3    mover-pass         3v2      distanc
  4x3    mover-pass         2v4      distanc
  4x3    mover-pass         4v2      distanc
  4x3    draw-pass          2v2      wdl    
  4x3    draw-pass          2v3      wdl    
  4x3    draw-pass          3v2      wdl    
  4x3    draw-pass          2v4      wdl    
  4x3    draw-pass          4v2      wdl    
  10 tables in tables: 28,604 positions, 4.8
  built into the program: 4x4 under mover-pa
  $ loa pack --rules soucie
  loa: no such tables in tables
  [5]

Into another folder nothing is lost, until it has distances.

  $ loa pack --rules club --to other >/dev/null
  $ loa pack --metric wdl --rules tournament --to other >/dev/null
  $ loa pack --metric wdl --rules club --to other
  loa: this drops the distances of 5 tables of 4x3 under mover-pass (2.55 KiB) for good, in other: add --yes if that is wanted
  [2]

A table of version 2 is read, and packed to the bytes of today.

  $ loa check tests/versions/2.loa
  tests/versions/2.loa: ok
  no damage in 1 file
  $ loa pack tests/versions/2.loa --to again
  again/draw-loss/5x4/3v3.loa: 13.02 KiB before, 14.80 KiB packed, 0.606 bits a position
  $ cmp again/draw-loss/5x4/3v3.loa data/conformance/draw-loss/5x4/3v3.loa

Memory that is not allowed is not taken.

  $ loa verify 4x3 --memory 1KiB
  loa: this needs 12.02 MiB of memory, and 1.00 KiB are allowed
  [1]
  $ loa pack --memory 1KiB --rules club
  loa: this needs 12.00 MiB of memory, and 1.00 KiB are allowed
  [1]
  $ loa verify 4x3 --memory 256MiB -q
  4x3 under mover-pass: 14,302 values of 5 tables checked, all agree with their successors

Nothing is packed while the board is solved.

  $ flock tables/mover-pass/4x3/.lock loa pack
  loa: [FOLDER]/tables/mover-pass/4x3/.lock: another solve of this board is running, or its tables are being packed
  [1]
  $ flock tables/mover-pass/4x3/.lock loa pack --metric wdl --rules club --yes
  loa: [FOLDER]/tables/mover-pass/4x3/.lock: another solve of this board is running, or its tables are being packed
  [1]
