The rules of a match and of a judgement are those of the suite.

  $ loa suite make 4x4 --count 4 --rules draw-pass --quiet >mine.suite
  $ match() { loa match "faulty_engine first" "faulty_engine first" --movetime 9000 --quiet --games 2 --json "$@" | grep -o '"rules":"[^"]*"'; }
  > judge() { loa judge "faulty_engine perfect" --movetime 9000 --quiet --json "$@" | grep -o '"rules":"[^"]*"'; }
  > match --suite mine.suite; match --suite mine.suite --rules tournament; judge --suite mine.suite; judge --suite mine.suite --rules draw-pass
  > match --suite mine.suite --rules club; judge --suite mine.suite --rules club
  > cat mine.suite data/suites/4x4-mover-pass.suite >two.suite; match --suite two.suite
  "rules":"draw-pass"
  "rules":"draw-pass"
  "rules":"draw-pass"
  "rules":"draw-pass"
  {"error":"mine.suite: line 5: a problem under draw-pass, not mover-pass","status":7,"kind":"other-rules"}
  {"error":"mine.suite: line 5: a problem under draw-pass, not mover-pass","status":7,"kind":"other-rules"}
  {"error":"two.suite: line 19: a problem under mover-pass, not draw-pass","status":7,"kind":"other-rules"}
  [1]
  $ loa match "faulty_engine first" "faulty_engine first" --suite two.suite
  loa: two.suite: line 19: a problem under mover-pass, not draw-pass
  [7]

Engines hear their clocks, and an engine that never answers loses on time.

  $ loa match "loa engine --no-tables" "loa engine --no-tables" 5x5 --games 2 --tc 0.4+0.02 --resign 0,3 --draw 5,3 --log log -q --json | grep -o '"games":2'
  "games":2
  $ grep -om1 'go btime.*' log
  go btime 400 wtime 400 binc 20 winc 20
  $ loa match "faulty_engine mute" "loa engine --no-tables" 6x6 --games 2 --tc 0.3 --grace 50 -q --sgf mute.sgf | grep ended
  ended: 2 on time
  $ grep -oE 'RE.[BW]\+T.' mute.sgf | sort
  RE[B+T]
  RE[W+T]

An interrupted match is resumed from its games, in whatever order they were written, to the result of one that is not.

  $ match() { loa match "loa engine --level 3" "loa engine --level 4" 4x4 --plies 2 --games 12 --json -q --sgf games.sgf "$@"; }
  > counts() { grep -oE '"(games|available|openings)":[0-9]+' $1 | xargs; grep -c '(;FF' games.sgf; }
  > match >whole; counts whole
  > awk 'BEGIN { RS = ")\n" } NR <= 5 { game[NR] = $0 } END { for (i = 5; i; i--) printf "%s)\n", game[i] }' games.sgf >kept; cp kept games.sgf
  > match --resume >resumed; counts resumed; head -c $(wc -c <kept) games.sgf | cmp - kept; cp games.sgf resumed.sgf
  > match --resume >again; cmp again resumed; cmp games.sgf resumed.sgf
  available:6 games:12 openings:6
  12
  available:6 games:12 openings:6
  12

Only a table that is named ends a game early: these engines connect only if they must.

  $ loa solve 4x5 --stones 7 -q | tail -1
  these tables do not reach the start of 4x5
  $ match() { loa match "faulty_engine blind" "faulty_engine blind" --games 40 --max-plies 80 -q --json "$@"; }
  > for rest in 4x5 "4x5 --play-out" "4x5 --no-tables" "6x6 --end-by-tables"; do match $rest | grep -o '"endings":{[^}]*}'; done
  > match 4x5 --play-out --end-by-tables 2>&1 | head -1
  > for board in 4x5 5x4; do
  >   match $board --end-by-tables --sgf $board.sgf >early; grep -o '"endings":{[^}]*}' early
  >   grep -o '{[^{}]*"ending":"tables"[^{}]*}' early | tee list | grep -o '"table":"[^"]*' | cut -c10- | sort >tables-of-list; ls $(cat tables-of-list) >/dev/null; wc -l <tables-of-list
  >   grep -o 'decided by the table [^:]*' $board.sgf | cut -c22- | sort | cmp - tables-of-list
  >   grep -vE '"winner":(null,.*"distance":null|"[a-z]*",.*"distance":[0-9])' list
  > done
  "endings":{"rules":40}
  "endings":{"rules":40}
  "endings":{"rules":40}
  "endings":{"rules":40}
  {"error":"the argument '--play-out' cannot be used with '--end-by-tables'\n\nUsage: loa match --games <N> --max-plies <N> --quiet --json --play-out <ENGINE> <ENGINE> <BOARD>\n\nFor more information, try '--help'.","status":2,"kind":"usage"}
  "endings":{"rules":26,"tables":14}
  14
  "endings":{"rules":34,"tables":6}
  6
  [1]
