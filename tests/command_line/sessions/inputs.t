What other programs and people write is read, or named: it is never dropped or answered wrongly.

Words of go.

  $ printf 'position start 8x8\ngo depth 2 searchmoves b1-h1\ngo nodes 1e3 searchmoves c1-c3 depht 3\nquit\n' | loa engine --no-tables | grep -v '^info depth'
  bestmove b1-h1
  info string go: "depht 3" is not understood
  bestmove c1-c3
  $ printf 'position start 4x4\ngo mate 2\ngo movetime 20.5\nquit\n' | loa engine | grep -v '^info depth'
  bestmove b1-b3
  bestmove b1-b3

Pipes, and - for standard input and output.

  $ loa review <(printf 'start 4x4\nb1-b3') | tail -1
  not over after 1 move
  $ printf 'start 4x4\nb1-b3' | loa review /dev/stdin | tail -1
  not over after 1 move
  $ printf 'start 4x4\nb1-b3' | loa review - --sgf - 2>report | head -1; tail -1 report; ls -- - 2>&1
  (;FF[4]GM[9]CA[UTF-8]AP[loa:[VERSION]]SZ[4]SU[Standard]RU[club]GB[1]
  not over after 1 move
  ls: cannot access '-': No such file or directory
  [2]

The end of a game, and facts that contradict each other.

  $ printf '(;GM[9]VV[1]SU[Loa]P0[id "alpha"]P1[id "beta"]\n;P0[0 Start P0];P0[1 B1-B3  ];P1[2 A2-C2  ];P0[3 Forfeit])' | loa review --movetime 0 - 2>&1 | tail -1
  white wins: black forfeits
  $ printf '(;GM[9]SZ[4]RE[W+];B[b1-b3];W[a2-a4];B[b4-b2])' | loa review - 2>&1 | sed -n '1p;$p'
  standard input: black wins: black is connected; the record says otherwise: "W+" in RE; other rules, or another start?
  result as recorded: W+

Signs of other programs, and other spellings of moves.

  $ for moves in '1. b1‑b3 a2‑c2' 'b1 - b3, a2 - c2' 'd1>d3 h2 to f2' 'B1 B3 A2 C2' 'X: b1-b3 O: a2-c2'; do echo "$moves" | loa review --movetime 0 - 2>&1 | tail -1; done
  not over after 2 moves
  not over after 2 moves
  not over after 2 moves
  not over after 2 moves
  not over after 2 moves
  $ echo '1. a2-c2 b1-b3' | loa review --movetime 0 - 2>&1 | tail -1
  loa: move 1, "a2-c2" at line 1, character 4, cannot be played: it is not a legal move in 1xxxxxx1/o6o/o6o/o6o/o6o/o6o/o6o/1xxxxxx1 x: the stone on a2 is o, and x is to move; if o moves first, say so in a first line: 1xxxxxx1/o6o/o6o/o6o/o6o/o6o/o6o/1xxxxxx1 o

Comments in lists of positions.

  $ printf 'start 4x4\n# a comment\n\n; another\nstart 4x4 # the end\n' | loa probe --stdin --value
  {"position":"1xx1/o2o/o2o/1xx1 x","category":"win","plies":3}
  {"position":"1xx1/o2o/o2o/1xx1 x","category":"win","plies":3}

Another preset, and proofs under the rules of repetition of openspiel.

  $ loa rules Club | head -1
  Lines of Action: club (rules id mover-pass)
  $ loa probe "start 5x6" --rules openspiel 2>/dev/null | sed -n 2p
  loses within 22: it is proved, unless a board must occur twice
  $ loa prove 9x9
  loa: a board of 9x9 is not supported: files and ranks go from 3 to 8, so 8x8 is the largest
  [2]
  $ loa suite rules 2>&1 | head -1
  loa: unrecognized subcommand 'rules'

A match is continued only as it began, and a torn last game is played again.

  $ match() { loa match "${first-faulty_engine first}" "${second-faulty_engine random 'b [x]'}" 5x5 --engine "faulty_engine nonsense" --games 4 --concurrency 1 -q --sgf games.sgf "$@"; }
  > again() { match --resume ${options---max-plies 10 --resign 5,3 --movetime 9000} "$@" 2>&1 | tail -1; }
  > match --max-plies 10 --resign 5,3 --movetime 9000 >/dev/null; cp games.sgf whole.sgf
  > for rules in tournament soucie openspiel playstrategy misere; do again --rules $rules; done
  > first="faulty_engine perfect" again; second="faulty_engine random b" again; first="faulty_engine random 'b [x]'" second="faulty_engine first" again
  > again --draw 1,2; again --grace 2000
  > while read -r options; do again; done <<OPTIONS
  > --max-plies 11 --resign 5,3 --movetime 9000
  > --max-plies 10 --movetime 9000
  > --max-plies 10 --resign 5,3 --tc 8+0.5
  > --max-plies 10 --resign 5,3 --nodes 7
  > --max-plies 10 --resign 5,3 --depth 7
  > OPTIONS
  > unset options; again --rules mover-pass >report; cmp games.sgf whole.sgf
  > for edit in s/W+Resign/B+Resign/ s/RE.W+Resign.// s/RE.B+.GC/RE[W+]GC/ 's/"white"/"black"/' s/Draw/B+/ s/END.*MATCH/MATCH/ s/RU.club.// s/RO.2./RO[0]/ s/RO.2./RO[25]/; do
  >   sed "$edit" whole.sgf >games.sgf; again
  > done
  > head -c -20 whole.sgf >games.sgf; match --resume --max-plies 10 --resign 5,3 --movetime 9000 2>&1 | grep 'has no end'; cmp games.sgf whole.sgf
  loa: games.sgf: game 1 of the file was played under club, and the match is under tournament
  loa: games.sgf: game 1 of the file was played under club, and the match is under soucie
  loa: games.sgf: game 1 of the file was played under club, and the match is under openspiel
  loa: games.sgf: game 1 of the file was played under club, and the match is under playstrategy
  loa: games.sgf: game 1 of the file was played under club, and the match is under misere
  loa: games.sgf: game 1 of the file was played with 'faulty_engine first' as Black, and the match is with 'faulty_engine perfect' as Black
  loa: games.sgf: game 1 of the file was played with 'faulty_engine random 'b [x]'' as White, and the match is with 'faulty_engine random b' as White
  loa: games.sgf: game 1 of the file was played with 'faulty_engine first' as Black, and the match is with 'faulty_engine random 'b [x]'' as Black
  loa: games.sgf: game 1 of the file was played without --draw 1,2, and the match is with --draw 1,2
  loa: games.sgf: game 1 of the file was played with --grace 1000, and the match is with --grace 2000
  loa: games.sgf: game 1 of the file was played with --max-plies 10, and the match is with --max-plies 11
  loa: games.sgf: game 1 of the file was played with --resign 5,3, and the match is without --resign 5,3
  loa: games.sgf: game 1 of the file was played with --movetime 9000 --grace 1000, and the match is with --tc 8+0.5 --grace 100
  loa: games.sgf: game 1 of the file was played with --movetime 9000 --grace 1000, and the match is with --nodes 7 --grace 60000
  loa: games.sgf: game 1 of the file was played with --movetime 9000 --grace 1000, and the match is with --depth 7 --grace 60000
  loa: games.sgf: game 2 of the file has the result 'B+Resign', and its moves and end give 'W+Resign'
  loa: games.sgf: game 2 of the file has the result '', and its moves and end give 'W+Resign'
  loa: games.sgf: game 3 of the file has the result 'W+', and its moves and end give 'B+'
  loa: games.sgf: game 3 of the file has the result 'B+', and its moves and end give 'W+'
  loa: games.sgf: game 1 of the file has the result 'B+', and its moves and end give 'Draw'
  loa: games.sgf: game 1 of the file is no game of this match: it does not say how it ended
  loa: games.sgf: game 1 of the file is no game of this match: its rules (RU) are missing
  loa: games.sgf: game 2 of the file is no game of this match: its round (RO) is missing
  loa: games.sgf: game 2 of the file is no game of this match: the match has fewer games
  loa: warning: games.sgf: game 12 of the file has no end, as after a loss of power; it is removed and played again

A certificate of a stranger has no name of the program.

  $ cp data/proofs/5x5.proof "built-in 6x6.proof"; loa serve --listen 127.0.0.1:0 --proof "built-in 6x6.proof"
  loa: built-in 6x6.proof: only certificates of the program have such a name: rename the file
  [2]

Files without plain text, and numbers that an option does not take.

  $ for file in '\x1f\x8b\x08' 'PK\x03\x04' 'BZh91AY&SY' '\xfd7zXZ\x00' '(\xb5/\xfd' '{\\rtf1 b1-b3}' '%%PDF-1.7' '\xef\xbb\xbf<!DOCTYPE html>' ' <HTML>'; do printf "$file" | loa review -; done
  loa: standard input is not the record of a game: it is a compressed file: unpack it first
  loa: standard input is not the record of a game: it is a compressed file: unpack it first
  loa: standard input is not the record of a game: it is a compressed file: unpack it first
  loa: standard input is not the record of a game: it is a compressed file: unpack it first
  loa: standard input is not the record of a game: it is a compressed file: unpack it first
  loa: standard input is not the record of a game: it is a document with formatting: save it as plain text first
  loa: standard input is not the record of a game: it is a document with formatting: save it as plain text first
  loa: standard input is not the record of a game: it is a web page: copy the text from it, or save it as plain text
  loa: standard input is not the record of a game: it is a web page: copy the text from it, or save it as plain text
  [2]
  $ printf '\x1f\x8b\x08junk' >z; loa suite show z; loa match level:1 level:2 --suite z
  loa: z is a compressed file: unpack it first
  loa: z is a compressed file: unpack it first
  [2]
  $ printf '{\\rtf1 b1-b3}' >z; loa suite check z
  loa: z is a document with formatting: save it as plain text first
  [2]
  $ for games in 1.5 0 99999999999; do loa match level:1 level:2 4x4 --games $games; done 2>&1 | grep loa
  loa: invalid value '1.5' for '--games <N>': expected a whole number
  loa: invalid value '0' for '--games <N>': expected a number from 1 to 1000000
  loa: invalid value '99999999999' for '--games <N>': expected a number from 1 to 1000000

A certificate or suite that is named for the server and cannot be read is an error.

  $ echo "no certificate" >damaged.proof; loa serve --listen 127.0.0.1:0 --proof damaged.proof
  loa: damaged.proof: the file is not a certificate: it does not begin with LOAPROOF
  [4]
  $ loa serve --listen 127.0.0.1:0 --suite nowhere
  loa: nowhere: No such file or directory (os error 2)
  [1]
