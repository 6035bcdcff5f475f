No command writes through a link that lies in a folder of tables, or waits for a pipe there.

  $ mkdir -p tables/mover-pass/3x3 elsewhere; echo kept >precious; echo kept >elsewhere/2v2.states
  $ ln -s ../../../precious tables/mover-pass/3x3/.lock
  $ loa solve 3x3 -q
  loa: tables/mover-pass/3x3/.lock is a link or not a plain file, so it is not opened: remove it
  [1]
  $ rm tables/mover-pass/3x3/.lock; ln -s ../../../elsewhere tables/mover-pass/3x3/work
  $ loa solve 3x3 -q
  loa: tables/mover-pass/3x3/work is a link or not a plain file, so it is not opened: remove it
  [1]
  $ rm tables/mover-pass/3x3/{work,.lock}; mkfifo tables/mover-pass/3x3/.lock
  $ loa solve 3x3 -q
  loa: tables/mover-pass/3x3/.lock is a link or not a plain file, so it is not opened: remove it
  [1]
  $ rm tables/mover-pass/3x3/.lock

Temporary files are made anew, and a table is replaced by renaming.

  $ for name in 2v2.loa.part 2v2.loa; do ln -s ../../../precious tables/mover-pass/3x3/$name; done
  $ loa solve 3x3 -q
  1 table, 168 positions, [..] s
  made tables/mover-pass/3x3/2v2.loa again
  the start of 3x3 under mover-pass: x loses in 2
  $ ls -F tables/mover-pass/3x3 elsewhere; cat precious elsewhere/*
  elsewhere:
  2v2.states
  
  tables/mover-pass/3x3:
  2v2.loa
  kept
  kept

The folder of a board may lie elsewhere.

  $ rm -r tables/mover-pass/3x3; mkdir disk; ln -s ../../disk tables/mover-pass/3x3
  $ loa solve 3x3 -q; ls disk
  1 table, 168 positions, [..] s
  the start of 3x3 under mover-pass: x loses in 2
  2v2.loa
