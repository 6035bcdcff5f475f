Every way to fail is told apart, with what the engine said last.

  $ for mode in mute "late 900" floods illegal "dies-on 1"; do
  >   loa judge "faulty_engine $mode" 4x4 --movetime 20 --grace 150 --max-failures 4 --workers 1 --quiet >report 2>&1
  >   grep -E '^failures:|judge stopped' report; grep -E 'said:|complained:' report | tail -1
  > done
  failures: 4 hung
  the judge stopped after these failures
      said: let me see
  failures: 4 hung
  the judge stopped after these failures
      said: readyok
  failures: 4 hung
  the judge stopped after these failures
      said: info string and another thing
  failures: 4 illegal
  the judge stopped after these failures
      said: bestmove a1-a1
  failures: 4 died
  the judge stopped after these failures
      complained: the answer is too much for me

One that never gets ready is given up at once.

  $ loa judge "faulty_engine deaf" 4x4 --ready 400 --workers 1 --max-failures 50 --quiet 2>&1 | grep -A9 failures:
  failures: 1 no-handshake
    1x2/4/o2o/1o1x x: no handshake: no 'uciok' in [..] s; does it flush its output?
      said: what do you want?
  the judge stopped after these failures
  loa: the engine did not pass: 1 failure
  $ loa judge "faulty_engine dies-at-once" 4x4 --ready 400 --workers 1 --max-failures 50 --quiet 2>&1 | grep -A9 failures:
  failures: 1 died
    1x2/4/o2o/1o1x x: died before the handshake: exit status: 3; run it by hand: an engine answers uci with uciok
      complained: I do not feel well
  the judge stopped after these failures
  loa: the engine did not pass: 1 failure

What was judged before an engine dies counts: four engines answer twice each.

  $ loa judge "faulty_engine dies-on 3" 4x4 --positions 60 --grace 20000 --max-failures 4 --workers 1 --quiet --json 2>/dev/null | grep -oE '"(answers|kept_percent|counts|gave_up)":[^,]*' | head -2
  "answers":8
  "kept_percent":100.0
  $ loa judge "faulty_engine dies-on 3" 4x4 --positions 60 --grace 20000 --max-failures 50 --workers 1 --quiet 2>&1 | tail -3
      complained: the answer is too much for me
    and 16 more
  loa: the engine did not pass: 20 failures

Talk beside the answers is forgiven.

  $ loa judge "faulty_engine babbles" 4x4 --positions 200 --movetime 9000 --quiet | sed -n 2,3p
  200 positions of 4x4 by seed 1
  value kept: 100.00 % (200 of 200)

A game ends with its engine.

  $ loa judge "faulty_engine mute" 4x4 --positions 0 --play 10 --movetime 20 --grace 150 --max-failures 4 --workers 1 --quiet 2>&1 | tail -4
      said: readyok
      said: let me see
  the judge stopped after these failures
  loa: the engine did not pass: 4 failures

Answers that come late are counted.

  $ loa judge "faulty_engine late 120" 4x4 --positions 2 --movetime 20 --workers 1 --quiet | grep late:
  late: 2 answers after more than 20 ms a move
  $ loa judge "faulty_engine perfect" 4x4 --positions 2 --depth 3 --workers 1 --quiet --json | grep -o '"late":[a-z0-9]*'
  "late":null

A position in which the game is over is not asked about.

  $ echo 4/xx2/4/1o2 x >over.suite; loa judge "faulty_engine perfect" --suite over.suite --quiet
  loa: no position to ask about: the game is over in every position of over.suite
  [1]

Positions are drawn of the material that is wanted.

  $ for only in "--material 3v2,4v4" "--stones 5"; do
  >   loa judge "faulty_engine perfect" 4x4 --movetime 9000 --quiet --positions 60 $only | grep -oE '^[0-9]v[0-9]' | xargs
  > done
  3v2 4v4
  2v2 2v3 3v2

CodinGame's protocol is spoken on its board only.

  $ loa solve 8x8 --material 2v2 -q
  1 table, 525,698 positions, [..] s
  these tables do not reach the start of 8x8
  $ loa judge "faulty_engine codingame" 8x8 --protocol codingame --ready 20000 --grace 20000 --positions 40 --quiet 2>&1 | sed -n '1,2p;$p'
  faulty_engine codingame under mover-pass, 150 ms a move
  40 positions of 8x8 by seed 1
  loa: the engine did not pass: 30 blunders
  $ for wrong in 4x4 "8x8 --rules tournament" "8x8 --depth 3"; do loa judge "faulty_engine codingame" $wrong --protocol codingame; done
  loa: CodinGame's protocol knows 8x8 under mover-pass and times alone, and no options
  loa: CodinGame's protocol knows 8x8 under mover-pass and times alone, and no options
  loa: CodinGame's protocol knows 8x8 under mover-pass and times alone, and no options
  [2]
  $ loa judge "faulty_engine codingame-mute" 8x8 --protocol codingame --ready 200 --positions 20 --max-failures 2 --workers 1 --quiet 2>&1 | grep failures
  failures: 2 hung
  the judge stopped after these failures
  loa: the engine did not pass: 2 failures

A failure of what comes after loses no report: tables that the game reaches are damaged, those of the question are not.

  $ export LOA_TABLES=damaged; loa solve 4x4 --material 3v3 -q; truncate -s -1 damaged/mover-pass/4x4/2v3.loa damaged/mover-pass/4x4/3v2.loa
  > echo "4/x3/oox1/x2o x" >suite; loa judge "faulty_engine first" --suite suite --play 1 --quiet >report; echo $?; grep kept report
  4 tables, 37,583 positions, [..] s
  the start of 4x4 under mover-pass: x wins in 3
  loa: damaged/mover-pass/4x4/2v3.loa is truncated or padded: 897 bytes where 898 belong; make it again with: loa solve 4x4 --material 3v2
  4
  value kept: 100.00 % (1 of 1)
  material        answers  kept %    draw    loss    loss  slower  sooner failures
  distance        answers  kept %    draw    loss    loss  slower  sooner failures

A perfect engine keeps everything, converts every win and holds every draw.

  $ for rules in club tournament soucie openspiel playstrategy misere; do loa judge "faulty_engine perfect" 4x4 --rules $rules --play 20 -q | grep -E '^(value|blunders|all|played)'; done | sort | uniq -c
        6 all                1000  100.00       0       0       0       0       0       0
        6 blunders: 0 (0 win-to-draw, 0 win-to-loss, 0 draw-to-loss)
        6 played out: 20 of 20 wins converted, 0 plies over perfect; 20 of 20 draws held
        6 value kept: 100.00 % (1000 of 1000)

The same seed gives the same judgement with any number of threads.

  $ judge() { loa judge "faulty_engine random" 4x4 --worst 1000 --positions 300 --play 5 -q "$@" 2>/dev/null | grep -v '^time'; }
  > judge --seed 7 --threads 1 --workers 1 >once; judge --seed 7 --threads 4 --workers 3 | cmp - once; judge --seed 8 | grep -E '^(300|value)'; grep -E '^(300|value)' once
  300 positions of 4x4 by seed 8
  value kept: 44.67 % (134 of 300)
  300 positions of 4x4 by seed 7
  value kept: 42.00 % (126 of 300)
