Tags of a list of moves say where its game begins.

  $ cat >fen <<'GAME'
  > [Event "casual"]
  > [SetUp "1"]
  > [FEN "1xx1/o2o/o2o/1xx1 x"]
  > [Result "1-0"]
  > 
  > 1. b1-b3 a2-a4 2. b4-b2 1-0
  > GAME
  $ loa review fen | sed -n '1,5p;$p'
  1xx1/o2o/o2o/1xx1 x  on 4x4 under mover-pass
  White was lost from the start: Black wins in 3, exact
      1. x b1-b3  wins in 3    best
    1... o a2-a4  loses in 2
      2. x b4-b2  wins in 1    best
  result as recorded: 1-0
  $ printf '[Variant "Scrambled Eggs"]\n1. d1-d3 *' | loa review --movetime 0 - | head -1
  1oxoxox1/x6o/o6x/x6o/o6x/x6o/o6x/1xoxoxo1 x  on 8x8 under mover-pass
  $ printf '[SetUp "1"]\n[FEN "1LL1/l2l/l2l/1LL1 w"]\n1. b1-b3' | loa review - | head -1
  1xx1/o2o/o2o/1xx1 x  on 4x4 under mover-pass
  $ printf '[SetUp "1"]\n[FEN "1bb1/w2w/w2w/1bb1 b"]\n1. b1-b3' | loa review -
  loa: standard input is not the record of a game: line 2, character 7: the tag FEN: not a position: character 2 is 'b': expected x, o, a digit from 1 to 8, / or a space
  [2]
  $ printf '[SetUp "1"]\n[Variant "Hex"]\n1. b1-b3' | loa review --movetime 0 - | tail -1
  standard input: line 1, character 9: SetUp is not used: "1"
  standard input: line 2, character 11: Variant is not used: "Hex"
  not over after 1 move

A file may hold several games, and one that cannot be read costs itself alone.

  $ cat >two <<'GAMES'
  > [White "Ana"]
  > [Black "Bo"]
  > [Result "1-0"]
  > 
  > 1. b1-b3 h7-f7 1-0
  > 
  > [White "Cy"]
  > [Black "Di"]
  > [Result "0-1"]
  > 
  > 1. g8-g6 a2-c2 0-1
  > GAMES
  $ loa review --movetime 0 two
  two: this is game 1 of 2
  1xxxxxx1/o6o/o6o/o6o/o6o/o6o/o6o/1xxxxxx1 x  on 8x8 under mover-pass
  black: Bo
  white: Ana
  moves 1 to 2 are outside the tables: no table can cover this position: 12v12 on 8x8 has too many positions to number
  not over after 2 moves
  result as recorded: 1-0
  $ loa review --movetime 0 two --game 2
  1xxxxxx1/o6o/o6o/o6o/o6o/o6o/o6o/1xxxxxx1 x  on 8x8 under mover-pass
  black: Di
  white: Cy
  moves 1 to 2 are outside the tables: no table can cover this position: 12v12 on 8x8 has too many positions to number
  not over after 2 moves
  result as recorded: 0-1
  $ loa review --movetime 0 two --game 3
  loa: two: the text has only 2 games
  [2]
  $ printf '(;GM[9]SZ[4];B[b1-b3])\n(;GM[9];B[b1\n(;GM[9]SZ[4];B[c1-c3])' >three
  $ for game in 1 2 3; do loa review three --game $game --json | cut -c1-60; done
  {"position":"1xx1/o2o/o2o/1xx1 x","board":"4x4","rules":"mov
  {"error":"three is not the record of a game: line 2, character 11: \"b1\\n(;GM[9\" is not a move such as e1-e3, pass or resign","status":2,"kind":"usage"}
  {"error":"three: the text has only 2 games","status":2,"kind":"usage"}
  $ loa review --movetime 0 two --json | grep -o '"notices":[^]]*.'
  "notices":["this is game 1 of 2"]

A list may begin with a diagram.

  $ printf '4 . x x .\n3 o . . o\n2 o . . o\n1 . x x .\n  a b c d\nx to move\n1. b1-b3' | loa review - | sed -n 1,3p
  1xx1/o2o/o2o/1xx1 x  on 4x4 under mover-pass
  White was lost from the start: Black wins in 3, exact
      1. x b1-b3  wins in 3    best

A move ends at a separator, and what is left over is an error.

  $ printf 'b1-b3,h7-f7;g8-g6' | loa review --movetime 0 - | tail -1
  not over after 3 moves
  $ printf 'b1-b3|h7-f7' | loa review --movetime 0 -
  loa: standard input is not the record of a game: line 1, character 6 is '|': expected white space or a comma after the move
  [2]
  $ printf 'b1xb3 a2-c2' | loa review --movetime 0 - | tail -1
  standard input: line 1, character 1: "b1xb3" takes nothing; does the game begin from another start?
  not over after 2 moves
  $ printf '(;GM[9]SZ[4]RU[olympiad](;B[b1-b3])(;B[b1-b4]))' | loa review - --json | grep -o '"notices":\[.*\],"sgf'
  "notices":["line 1, character 16: \"olympiad\" names no rules that are known","a variation ends early: move 1, \"b1-b4\" at line 1, character 40, cannot be played: it is not a legal move in 1xx1/o2o/o2o/1xx1 x: 2 stones stand on file b, so b1 moves 2 squares along it, and b4 is 3 away"],"sgf
  $ loa review - </dev/null
  loa: standard input is not the record of a game: no game found: expected SGF, or a list of moves such as b1-b3 a2xc2
  [2]

A copy keeps comments, variations, dates and properties that mean nothing here.

  $ cat >own.sgf <<'SGF'
  > (;GM[9]FF[4]CA[UTF-8]SZ[4]PB[Ana]PW[Bo]DT[2024-05-01]EV[Cup]RO[3]XX[y]
  > ;B[b1-b3]C[my own remark](;W[a2-a4]C[second remark];B[b4-b2])(;W[d2-b2]C[a variation of mine]))
  > SGF
  $ cp own.sgf a.sgf; loa review a.sgf --sgf a.sgf; cmp own.sgf a.sgf
  a.sgf: not known, so kept without use: XX
  loa: a.sgf exists: name another file, or overwrite it with --force
  $ loa review a.sgf --sgf a.sgf --force >/dev/null; cat a.sgf
  a.sgf: not known, so kept without use: XX
  (;GM[9]FF[4]CA[UTF-8]SZ[4]PB[Ana]PW[Bo]DT[2024-05-01]EV[Cup]RO[3]XX[y]RU[club]RE[B+]GB[1]
  ;B[b1-b3]C[my own remark
  wins in 3, best]GB[1]
  (;W[a2-a4]C[second remark
  loses in 2]GB[1]
  ;B[b4-b2]GB[1]C[wins in 1, best])
  (;W[d2-b2]C[a variation of mine]))
  $ cp a.sgf b.sgf; loa review a.sgf --sgf a.sgf --force >/dev/null; cmp a.sgf b.sgf
  a.sgf: not known, so kept without use: XX
  $ printf '(;GM[9]FF[4]CA[ISO-8859-1]SZ[4]PB[Ren\351e]PW[J\374rg];B[b1-b3])' >latin1.sgf
  $ loa review latin1.sgf --sgf utf8.sgf | sed -n 2,3p; cat utf8.sgf
  black: Renée
  white: Jürg
  (;GM[9]FF[4]CA[UTF-8]SZ[4]PB[Renée]PW[Jürg]RU[club]GB[1]
  ;B[b1-b3]GB[1]C[wins in 3, best])
  $ printf '[Event "Cup"]\n[Date "2024.05.01"]\n[Mode "ICS"]\nstart 4x4\n{first} 1. b1-b3! {good} a2-a4 1-0' | loa review - --sgf list.sgf >/dev/null; cat list.sgf
  (;FF[4]GM[9]CA[UTF-8]AP[loa:[VERSION]]SZ[4]SU[Standard]EV[Cup]DT[2024-05-01]GC[[Mode "ICS"\]]RE[1-0]C[first]RU[club]GB[1]
  ;B[b1-b3!]C[good
  wins in 3, best]GB[1]
  ;W[a2-a4]GB[1]C[loses in 2])
  $ printf 'undo\nb4-b2\n' | loa play --resume own.sgf --white person --sgf more.sgf --json | grep '"save"'; cat more.sgf
  {"event":"save","file":"more.sgf"}
  (;GM[9]FF[4]CA[UTF-8]SZ[4]PB[Ana]PW[Bo]DT[2024-05-01]EV[Cup]RO[3]XX[y]RU[club]RE[B+]
  ;B[b1-b3]C[my own remark]
  (;W[a2-a4]C[second remark];B[b4-b2])
  (;W[d2-b2]C[a variation of mine]))

Games of a match are added to a file of games.

  $ loa match "faulty_engine first" "faulty_engine first" 4x4 --games 2 --movetime 9000 --quiet --sgf own.sgf >/dev/null; grep -c 'GM\[9\]' own.sgf
  3
  $ loa review own.sgf --game 2 | sed -n 2,3p
  black: faulty_engine first
  white: faulty_engine first
  $ echo 'no games' >notes; loa match "faulty_engine first" "faulty_engine first" 4x4 --games 2 --movetime 9000 --quiet --sgf notes; cat notes
  loa: notes is not a file of complete games in SGF, so no game is added to it: name another file, or overwrite it with --force
  no games

OpenSpiel ends a game when a board comes back.

  $ printf 'g1-a1 h2-h8 a1-g1 h8-h2' | loa review --movetime 0 --rules openspiel - | tail -1
  a draw: the board has occurred before
  $ printf 'g1-a1 h2-h8 a1-g1 h8-h2' | loa review --movetime 0 --rules mover-loss - | tail -1
  not over after 4 moves
