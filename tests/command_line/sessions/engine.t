Rules decide what is played: b1-b3 would connect Black.

  $ printf 'position fen 1x2/2x1/o2o/1x1o x\ngo depth 4\nsetoption name rules value misere\ngo depth 4\nquit\n' | loa engine | grep bestmove
  bestmove b1-b3
  bestmove b1xd1

When nobody is left to ask, everything is answered.

  $ printf 'position start 4x4\ngo depth 2\nposition start 5x5\ngo infinite\ngo nodes 100\n' | loa engine --no-tables | grep -c bestmove
  3

A line that is too long costs that line.

  $ (printf 'position start 4x4'; printf ' moves%.0s' $(seq 20000); printf '\ngo depth 1\nposition start 4x4\ngo depth 1\n') | loa engine | grep -v depth
  info string the line is longer than 65536 bytes
  info string there is no position: the last one could not be read
  bestmove none
  bestmove b1-b3
  $ (printf 'position start 4x4'; printf ' moves%.0s' $(seq 20000); printf '\nquit\n') | loa play start 4x4 --seed 1 --white person | grep longer
  the line is longer than 65536 bytes

A damaged table is reported, and the engine searches instead.

  $ loa solve 4x4 -q
  9 tables, 310,471 positions, [..] s
  the start of 4x4 under mover-pass: x wins in 3
  $ truncate -s 1000 tables/mover-pass/4x4/4v4.loa
  $ printf 'position start 4x4\ngo depth 3\n' | loa engine | grep -oE 'info string.*|score win 3'
  info string tables/mover-pass/4x4/4v4.loa is truncated or padded: 1000 bytes where 8220 belong
  score win 3
