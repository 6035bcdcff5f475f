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

Searching each question among all others would take half a minute: questions without end are all answered when the input ends.

  $ (echo 'position fen xx2/4/4/oo2 x'; yes 'go infinite' | head -150000) | timeout 20 loa engine --tables none | grep -c 'bestmove none'
  150000

Nonsense does no harm. The first line is no UTF-16: it has no byte order mark.

  $ (printf '\xff\xfd\x00 nonsense\n\r\n \t \n'
  > printf '%s\n' 'bestmove a1-a2' 'setoption name Hash value 99999999999999999999' 'position start 99999999999999999999x4' 'position fen 1xx1/o2o/o2o/1xx1 x moves b1-b3 é' 'go wtime -1 btime -1'
  > printf '\xef\xbb\xbfuci\n'; yes go | head -10000 | xargs; printf 'stop\nposition  start   4x4\r\nGO depth 1 \r\nquit\nisready\ngo\n') | loa engine --tables none | cut -c1-150 | grep -v 'info depth'
  info string no tables in none
  info string "ÿý\0 nonsense" is not a command: expected uci, isready, ucinewgame, setoption, position, go, stop, ponderhit, quit
  info string "bestmove a1-a2" is not a command: expected uci, isready, ucinewgame, setoption, position, go, stop, ponderhit, quit
  info string setoption Hash: '99999999999999999999' is no number from 1 to 4096
  info string '99999999999999999999x4' is not a board: expected files x ranks, such as 5x5
  info string 'é' is not a move: character 1 should be a file from a to h
  info string go: wtime needs a number, and "-1" counts as 0
  info string go: btime needs a number, and "-1" counts as 0
  info string there is no position: the last one could not be read
  bestmove none
  id name loa [VERSION]
  id author the loa project
  option name Rules type combo default club var club var tournament var soucie var openspiel var playstrategy var misere var mover-pass var mover-loss v
  option name Tables type string default none
  option name UseTables type check default true
  option name TablesWait type check default true
  option name Hash type spin default 16 min 1 max 4096
  uciok
  info string go: "go go go go go go go go go go go go go g..." is not understood
  info string go: no limit was understood, so the search takes 1000 ms
  info string there is no position: the last one could not be read
  bestmove none
  bestmove b1-b3

Whatever is not understood is named.

  $ printf '%s\n' 'go depth 1 swiftly' 'go depth 1 searchmoves b1-b2 b1-h1' 'go ponder depth 1' ponderhit 'setoption name Swift value 3' swift 'position start 8x8 swift' quit | loa engine --no-tables | grep string
  info string go: "swiftly" is not understood
  info string go searchmoves: b1-b2 is not a legal move in 1xxxxxx1/o6o/o6o/o6o/o6o/o6o/o6o/1xxxxxx1 x: 2 stones stand on file b, so b1 moves 2 squares along it, and b2 is 1 away
  info string go: the search with ponder begins at ponderhit
  info string setoption Swift: there is no such option
  info string "swift" is not a command: expected uci, isready, ucinewgame, setoption, position, go, stop, ponderhit, quit
  info string position: 'swift' stands after the board, where only the word moves and moves can
  $ printf 'position start 5x5\ngo depth 9\nquit\n' | loa engine --level 2 --no-tables | grep string
  info string go: a level has its own depth, and uses only times
