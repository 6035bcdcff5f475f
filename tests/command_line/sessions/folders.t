A folder that was named and has no tables is told of in one line, with what lies near it.

  $ loa solve 3x4 -q >log; for folder in nowhere tables/mover-pass tables/mover-pass/3x4 tables/mover-pass/3x4/2v2.loa . '"tables"' '$HOME/tables'; do loa probe "o1x/3/x2/1o1 x" --tables $folder 2>&1 >/dev/null | head -1; done
  loa: no tables in nowhere
  loa: no tables in tables/mover-pass (did you mean tables?)
  loa: no tables in tables/mover-pass/3x4 (did you mean tables?)
  loa: tables/mover-pass/3x4/2v2.loa is a file, not a folder of tables (did you mean tables?)
  loa: no tables in . (did you mean tables?)
  loa: no tables in "tables" (did you mean tables?)
  loa: no tables in $HOME/tables (did you mean tables?)
  $ for folder in tables tables/mover-pass '"tables"'; do printf 'position start 4x4\ngo depth 1\nquit\n' | LOA_TABLES=$folder loa engine | grep string; done
  info string no tables in tables/mover-pass (did you mean tables?)
  info string no tables in "tables" (did you mean tables?)
  $ printf 'setoption name Tables value tables/mover-pass\nquit\n' | loa engine
  info string setoption Tables: no tables in tables/mover-pass (did you mean tables?)
  $ loa census 3x4 --tables tables/mover-pass/3x4/2v2.loa
  loa: tables/mover-pass/3x4/2v2.loa is a file, not a folder of tables (did you mean tables?)
  loa: no tables of 3x4 under mover-pass in tables/mover-pass/3x4/2v2.loa/mover-pass/3x4; did you mean --tables tables?
  [5]
  $ loa probe "start 3x4" --tables nowhere --json
  {"position":"1x1/o1o/o1o/1x1 x","board":"3x4","rules":"mover-pass","material":"2v4","category":"win","plies":1,"over":null,"moves":[{"move":"b1-b3","capture":false,"category":"win","plies":1,"position":"1x1/oxo/o1o/3 o"},{"move":"b4-b2","capture":false,"category":"win","plies":1,"position":"3/o1o/oxo/1x1 o"},{"move":"b1-a1","capture":false,"category":"loss","plies":2,"position":"1x1/o1o/o1o/x2 o"},{"move":"b1-c1","capture":false,"category":"loss","plies":2,"position":"1x1/o1o/o1o/2x o"},{"move":"b4-a4","capture":false,"category":"loss","plies":2,"position":"x2/o1o/o1o/1x1 o"},{"move":"b4-c4","capture":false,"category":"loss","plies":2,"position":"2x/o1o/o1o/1x1 o"}],"basis":"search"}

A verification of such a folder fails, although 4x4 is built in.

  $ loa verify 4x4 --tables nowhere; loa suite check data/suites/4x4-mover-pass.suite --tables nowhere
  loa: no tables of 4x4 under mover-pass in nowhere/mover-pass/4x4; make it (about [..]) with: loa solve 4x4 --tables nowhere
  loa: no tables in nowhere
  [5]

Tables in the folder of other rules, or outside the folders, are whole.

  $ mkdir -p moved/draw-pass flat; cp -r tables/mover-pass/3x4 moved/draw-pass; cp tables/mover-pass/3x4/*.loa flat
  $ loa check --tables moved 2>&1 | tail -2; loa info --tables moved 2>&1 | tail -1
  moved/draw-pass/3x4/4v2.loa is a table of 4v2 on 3x4 under mover-pass where 4v2 on 3x4 under draw-pass belongs
  loa: 5 of 5 in the wrong place; move them to moved/mover-pass/3x4
  loa: 5 of 5 in the wrong place; move them to moved/mover-pass/3x4
  $ loa probe "o1x/3/x2/1o1 x" --tables moved --movetime 0; loa probe "o1x/3/x2/1o1 x" --tables moved --rules draw-pass --movetime 0
  loa: no table for 2v2 on 3x4 under mover-pass: looked for moved/mover-pass/3x4/2v2.loa; moved/draw-pass/3x4/2v2.loa is a table: move it to moved/mover-pass/3x4/2v2.loa
  loa: moved/draw-pass/3x4/2v2.loa is a table of 2v2 on 3x4 under mover-pass where 2v2 on 3x4 under draw-pass belongs; move it to moved/mover-pass/3x4/2v2.loa
  [7]
  $ loa census 3x4 --tables flat
  loa: no tables in flat (flat/2v2.loa is a table: move it to flat/mover-pass/3x4/2v2.loa)
  loa: no tables of 3x4 under mover-pass in flat/mover-pass/3x4; flat/2v2.loa is a table: move it to flat/mover-pass/3x4/2v2.loa
  [5]

A name that a shell was to replace, or a list of folders, is refused, unless such a folder exists.

  $ mkdir names; cd names; for name in '~' '~/tables' '~other/tables' a:b /nowhere/a:/nowhere/b; do
  >   loa solve 3x3 -q --tables="$name" || echo $?
  >   for command in "solve 3x3 -q" "probe start 4x5"; do LOA_TABLES=$name loa $command || echo $?; done
  > done; ls
  loa: ~: the shell replaces ~ only at the beginning of a word without quotes: write the whole path of the folder for tables, or ./~
  2
  loa: ~: the shell replaces ~ only at the beginning of a word without quotes: write the whole path of the folder for tables, or ./~
  2
  loa: ~: the shell replaces ~ only at the beginning of a word without quotes: write the whole path of the folder for tables, or ./~
  2
  loa: ~/tables: the shell replaces ~ only at the beginning of a word without quotes: write the whole path of the folder for tables, or ./~/tables
  2
  loa: ~/tables: the shell replaces ~ only at the beginning of a word without quotes: write the whole path of the folder for tables, or ./~/tables
  2
  loa: ~/tables: the shell replaces ~ only at the beginning of a word without quotes: write the whole path of the folder for tables, or ./~/tables
  2
  loa: ~other/tables: the shell replaces ~ only at the beginning of a word without quotes: write the whole path of the folder for tables, or ./~other/tables
  2
  loa: ~other/tables: the shell replaces ~ only at the beginning of a word without quotes: write the whole path of the folder for tables, or ./~other/tables
  2
  loa: ~other/tables: the shell replaces ~ only at the beginning of a word without quotes: write the whole path of the folder for tables, or ./~other/tables
  2
  loa: a:b: name one folder for tables, without a colon in its name
  2
  loa: a:b: name one folder for tables, without a colon in its name
  2
  loa: a:b: name one folder for tables, without a colon in its name
  2
  loa: /nowhere/a:/nowhere/b: name one folder for tables, without a colon in its name
  2
  loa: /nowhere/a:/nowhere/b: name one folder for tables, without a colon in its name
  2
  loa: /nowhere/a:/nowhere/b: name one folder for tables, without a colon in its name
  2
  $ cd names; for name in '~' a:b; do mkdir "$name"; LOA_TABLES=$name loa solve 3x3 -q; done; LOA_TABLES=./~new loa solve 3x3 -q
  1 table, 168 positions, [..] s
  the start of 3x3 under mover-pass: x loses in 2
  1 table, 168 positions, [..] s
  the start of 3x3 under mover-pass: x loses in 2
  1 table, 168 positions, [..] s
  the start of 3x3 under mover-pass: x loses in 2
