Tables of a board serve the board with files and ranks exchanged, which is not solved again.

  $ loa solve 4x3 -q
  5 tables, 14,302 positions, [..] s
  the start of 4x3 under mover-pass: x wins in 1
  $ loa solve 3x4 -q
  nothing to do: all 5 tables already exist
  its tables are those of 4x3: 3x4 is the same board turned
  the start of 3x4 under mover-pass: x wins in 1
  $ loa solve 3x4 -q --tables tall
  5 tables, 14,302 positions, [..] s
  the start of 3x4 under mover-pass: x wins in 1
  $ for question in "probe start 3x4" "line start 3x4" "census 3x4 --csv" "verify 3x4 -q"; do
  >   loa $question >found; loa $question --tables tall | cmp - found
  > done
  $ loa census 3x4 --json | sed 's/,"materials.*//'
  {"board":"3x4","rules":"mover-pass","covers":{"words":"2v2 to 4v2, 4 to 6 stones of 6","fewest":4,"most":6,"whole":true}
  $ loa plan 3x4 --json | sed 's/.*"tables_of"/"tables_of"/; s/,.*//'
  "tables_of":"4x3"
  $ ls tables/mover-pass
  4x3

What is left of the transpose is solved where it was begun.

  $ loa solve 4x3 --material 3v2 -q --tables begun
  3 tables, 5,790 positions, [..] s
  the start of 4x3 under mover-pass: x wins in 1
  $ loa solve 3x4 --json --tables begun | cut -d, -f3-6
  "rules":"mover-pass","pieces":null,"written":2,"skipped":3
  $ diff -r -x '.*' tables begun

Tables of both boards serve together, and a damaged one of the other board is solved for this one.

  $ mkdir -p both/mover-pass/3x4 both/mover-pass/4x3
  $ cp tall/mover-pass/3x4/{2v3,3v2}.loa both/mover-pass/3x4
  $ cp tables/mover-pass/4x3/{2v2,2v3}.loa both/mover-pass/4x3
  $ loa solve 3x4 -q --tables both
  2 tables, 8,512 positions, [..] s; 3 tables already existed
  built on 2v2, 2v3 and 3v2, neither solved nor verified in this folder; verify with: loa verify 3x4 --tables both
  the start of 3x4 under mover-pass: x wins in 1
  $ diff -r -x '.*' tall/mover-pass/3x4 both/mover-pass/3x4
  Only in tall/mover-pass/3x4: 2v2.loa
  [1]
  $ loa verify 3x4 --json --tables both
  {"board":"3x4","rules":"mover-pass","tables":5,"values":14302,"built_in":false,"sample":null,"processes":1,"sent":0,"ok":true}
  $ truncate -s -1 both/mover-pass/4x3/2v2.loa
  $ loa solve 3x4 -q --tables both
  1 table, 990 positions, [..] s; 4 tables already existed
  the start of 3x4 under mover-pass: x wins in 1
  $ diff -r -x '.*' tall/mover-pass/3x4 both/mover-pass/3x4
