Tables that are solved are packed to the very bytes that they have.

  $ loa solve 4x3 -q; loa solve 4x3 -q --rules tournament
  5 tables, 14,302 positions, [..] s
  the start of 4x3 under mover-pass: x wins in 1
  5 tables, 14,302 positions, [..] s
  the start of 4x3 under draw-pass: x wins in 1
  $ loa pack --rules club --to packed
  packed/mover-pass/4x3/2v2.loa: 422 B before, 422 B packed, 3.410 bits a position
  packed/mover-pass/4x3/2v3.loa: 530 B before, 530 B packed, 1.606 bits a position
  packed/mover-pass/4x3/3v2.loa: 474 B before, 474 B packed, 1.756 bits a position
  packed/mover-pass/4x3/2v4.loa: 684 B before, 684 B packed, 1.184 bits a position
  packed/mover-pass/4x3/4v2.loa: 502 B before, 502 B packed, 1.032 bits a position
  $ diff -r -x '.*' packed/mover-pass tables/mover-pass
  $ loa pack --rules soucie
  loa: no such tables in tables
  [5]

Tables without distances, which earlier builds made, are refused, and a solve sets them aside.

  $ loa check tests/versions/without-distances.loa
  tests/versions/without-distances.loa is a table without distances, which earlier builds made
  loa: 1 of 1 damaged
  [4]
  $ mkdir -p old/draw-pass/3x5; cp tests/versions/without-distances.loa old/draw-pass/3x5/2v5.loa
  $ loa probe "xoo/3/oo1/o1x/3 x" --rules tournament --tables old --movetime 0
  loa: old/draw-pass/3x5/2v5.loa is a table without distances, which earlier builds made; make it again with: loa solve 3x5 --material 5v2 --rules draw-pass --tables old
  [4]
  $ loa solve 3x5 --rules tournament --material 2v2 -q --tables old; loa info --tables old
  1 table, 2,652 positions, [..] s
  these tables do not reach the start of 3x5
  board  rules              material      positions          bytes   bits longest win longest loss  won / drawn / lost
  3x5    draw-pass          2v2                2652            656   1.98           7            6  53.70 / 15.26 / 31.04 %
  old/draw-pass/3x5/2v5.loa is a table without distances, which earlier builds made
  1 table in old: 2,652 positions, 656 B
  built into the program: 4x4 under mover-pass, mover-loss, draw-pass, draw-draw, own-loss, mover-pass-misere
  loa: 1 of 2 damaged; make it again with: loa solve 3x5 --material 5v2 --rules draw-pass --tables old
  [4]
  $ loa solve 3x5 --rules tournament --material 5v2 -q --tables old; ls old/draw-pass/3x5 | head -3
  6 tables, 142,441 positions, [..] s; 1 table already existed
  made old/draw-pass/3x5/2v5.loa again; the old file is now old/draw-pass/3x5/2v5.loa.1.old
  these tables do not reach the start of 3x5
  2v2.loa
  2v3.loa
  2v4.loa

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
