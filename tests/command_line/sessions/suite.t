A suite is made, says how, and is checked.

  $ loa suite make 4x4 --count 4 --seed 5 -q | tee made.suite
  # 4 problems, made by: loa suite make 4x4 --rules mover-pass --count 4 --seed 5 --tries 1000000 --themes only-win,long-win,greedy,only-draw
  # position; rules; value; good moves; themes (loa suite --help explains them)
  
  # only-win
  4/ox2/2o1/x2x x; mover-pass; win in 3; a1-b2; only-win
  
  # long-win
  o3/1x2/4/2ox o; mover-pass; win in 5; a4-b4; long-win greedy
  
  # greedy
  1o1o/x3/4/x2x x; mover-pass; win in 5; a1-c3; long-win greedy
  
  # only-draw
  xox1/3o/xx1o/3o x; mover-pass; draw; b2-c3; only-draw
  $ loa suite make 4x4 --count 4 --seed 5 -q --threads 1 | cmp - made.suite
  $ loa suite check made.suite
  made.suite: 4 problems, every claim holds
  $ loa suite make 4x4 --rules misere --count 2 --themes greedy -q
  # 2 problems, made by: loa suite make 4x4 --rules mover-pass-misere --count 2 --seed 1 --tries 1000000 --themes greedy
  # position; rules; value; good moves; themes (loa suite --help explains them)
  
  # greedy
  oox1/4/1o2/x3 o; mover-pass-misere; win in 13; a4-a2 b2-a2 b2-d4; long-win greedy
  1oxx/4/2oo/x3 o; mover-pass-misere; win in 19; c2-d1; only-win long-win greedy

Every wrong claim is found with its line, and rules decide.

  $ cat >sound.suite <<'SUITE'
  > # two problems
  > 
  > 1o2/x1xo/x2o/3x x; mover-pass; win in 15; c3-c4; only-win long-win greedy
  > 1o1o/x3/4/x2x x ; mover-pass;  win in 5 ;a1-c3; greedy # the second
  > SUITE
  $ loa suite check sound.suite
  sound.suite: 2 problems, every claim holds
  $ wrong() { sed "$1" sound.suite >wrong.suite; loa suite check wrong.suite 2>/dev/null | head -1; }
  > wrong "s/win in 15/draw/"
  > wrong "s/win in 15/win in 13/"
  > wrong "s/a1-c3/a1-c1/"
  > wrong "s/a1-c3/a1-c3 d1-d3 d1-b1/"
  > wrong "s/c3-c4/a3xd3 c3-c4/"
  > wrong "s/; greedy/; only-draw/"
  > wrong "s/; greedy/; only-win greedy/"
  > wrong "s/mover-pass/mover-pass-misere/"
  line 3: it is a win in 15, not a draw
  line 3: it is a win in 15, not a win in 13
  line 4: good moves are missing: a1-c3
  line 4: these moves are not good: d1-d3 d1-b1
  line 3: these moves are not good: a3xd3
  line 4: the theme only-draw does not apply
  line 4: the theme only-win does not apply
  line 3: it is a win in 7, not a win in 15
  $ loa suite check wrong.suite --json
  {"problems":2,"ok":false,"wrong":[{"line":3,"claim":"distance","message":"it is a win in 7, not a win in 15"},{"line":3,"claim":"moves","message":"good moves are missing: a3xd3 c3-c2 d1-c2 a2-c2 a2-b1 c3-d4 a2-a4 a2-b3 a3-a1 d1-c1"},{"line":3,"claim":"theme","message":"the theme only-win does not apply"},{"line":3,"claim":"theme","message":"the theme long-win does not apply"},{"line":3,"claim":"theme","message":"the theme greedy does not apply"},{"line":4,"claim":"distance","message":"it is a win in 7, not a win in 5"},{"line":4,"claim":"moves","message":"good moves are missing: a1-c1 d1-d3 a3-b3 d1-c2 d1-b1"},{"line":4,"claim":"theme","message":"the theme greedy does not apply"}]}
  {"error":"wrong.suite: 8 wrong claims, the first in line 3: it is a win in 7, not a win in 15","status":3,"kind":"wrong"}
  [3]

A line that is no problem is named with its field.

  $ wrong() { sed "3{$1}" sound.suite >wrong.suite; loa suite check wrong.suite; }
  > wrong "s/; only-win.*//"
  > wrong "s/3x x/3y x/"
  > wrong "s/mover-pass/club/"
  > wrong "s/win in 15/won/"
  > wrong "s/c3-c4/c3-c1/"
  > wrong "s/greedy/hard/"
  loa: wrong.suite: line 3: 4 fields where there should be five: position; rules; value; good moves; themes
  loa: wrong.suite: line 3: not a position: character 15 is 'y': expected x, o, a digit from 1 to 8, / or a space
  loa: wrong.suite: line 3: rules: 'club' is a preset's name: expected the rules id mover-pass
  loa: wrong.suite: line 3: value: 'won' is not the value of a problem: expected "win in N" or "draw"
  loa: wrong.suite: line 3: good moves: c3-c1 is not a legal move in 1o2/x1xo/x2o/3x x: 1 stone stands on file c, so c3 moves 1 square along it, and c1 is 2 away
  loa: wrong.suite: line 3: themes: 'hard' is not a theme: expected only-win, long-win, greedy or only-draw
  [2]
  $ printf '# nothing\n' >empty.suite; loa suite check empty.suite
  loa: empty.suite: the file has no problem
  [2]
  $ printf '\xff\xfe\n' >bytes.suite; loa suite check bytes.suite
  loa: bytes.suite: the file has no problem
  [2]
  $ loa suite check nowhere.suite
  loa: nowhere.suite: No such file or directory (os error 2)
  [1]
  $ for words in "" make "make 9x9" "make 4x4 --count 0" "make 4x4 --themes hard" "make 4x4 --stones 5 --material 3v2" \
  >     "make 4x4 --stones 3" "make 4x4 --material 1v3" "make 4x4 --material 9v9" "show x.suite"; do
  >   loa suite $words 2>/dev/null || echo $?
  > done
  2
  2
  2
  2
  2
  2
  2
  2
  2
  1

Tables that are missing are named, with a command for them.

  $ loa suite make 5x4 --stones 4
  loa: no table for 2v2 on 5x4 under mover-pass: looked for tables/mover-pass/5x4/2v2.loa; make it (about [..]) with: loa solve 5x4
  [5]
  $ loa suite check data/suites/8x8-mover-pass.suite
  loa: data/suites/8x8-mover-pass.suite: no tables for 2v2, 2v3, 3v2, 3v3 on 8x8 under mover-pass; make them (about [..]) with: loa solve 8x8 --material 3v3
  [5]
  $ loa judge ./engine --suite data/suites/8x8-mover-pass.suite
  loa: data/suites/8x8-mover-pass.suite: no tables for 2v2, 2v3, 3v2, 3v3 on 8x8 under mover-pass; make them (about [..]) with: loa solve 8x8 --material 3v3
  [5]
  $ printf 'xo1/3/o1x o; mover-pass; win in 3; b3-b2; only-win\nxo1/3/o1x o; own-loss; win in 3; b3-b2; only-win\n' >two.suite
  $ loa suite check two.suite
  loa: two.suite: no tables for 2v2 on 3x3 under mover-pass; 2v2 on 3x3 under own-loss; make them with: loa solve 3x3 && loa solve 3x3 --rules own-loss
  [5]

Fewer than are wanted are printed.

  $ loa suite make 4x4 --material 2v2 --count 500 --tries 500 -q 2>&1 >few.suite
  loa: found 1 problem of 500: use more --tries, other themes or more material
  [1]

Suites are shown without tables, in the terminal or as pictures.

  $ loa suite show data/suites/8x8-mover-pass.suite 2>&1 | head -4
  1. Black to move and win, under mover-pass
    8  . . . . . . . .
    7  . . . x . . . o
    6  . . . . . . . .
  $ loa suite show made.suite --svg pictures
  4 drawings in pictures
  $ ls pictures; grep -o '<title>[^<]*' pictures/001.svg
  001.svg
  002.svg
  003.svg
  004.svg
  <title>4/ox2/2o1/x2x x: Black (x) to move; marked: a1-b2
  <title>a1-b2

Suites are made as wanted, under all rules.

  $ loa solve 3x4 --rules own-draw -q; loa solve 4x3 --rules draw-loss-misere -q
  5 tables, 14,302 positions, [..] s
  the start of 3x4 under own-draw: x wins in 1
  5 tables, 14,302 positions, [..] s
  the start of 4x3 under draw-loss-misere: x wins in 3
  $ for asked in "4x4 --rules tournament --material 4v3,2v4 --count 10" "4x4 --rules soucie --stones 5 --count 10 --themes greedy,only-win" \
  >   "4x4 --rules openspiel --count 8 --themes long-win" "4x4 --rules playstrategy --count 8 --themes only-draw" "4x4 --rules misere --count 12" \
  >   "3x4 --rules own-draw --count 6 --themes greedy" "4x3 --rules draw-loss-misere --count 6 --themes long-win"; do
  >   loa suite make $asked -q >asked.suite; loa suite check asked.suite
  >   sed -n 's/^[^#].*; *//p' asked.suite | tr ' ' '\n' | sort -u | xargs
  > done
  asked.suite: 10 problems, every claim holds
  greedy long-win only-draw only-win
  asked.suite: 10 problems, every claim holds
  greedy long-win only-win
  asked.suite: 8 problems, every claim holds
  greedy long-win only-win
  asked.suite: 8 problems, every claim holds
  only-draw
  asked.suite: 12 problems, every claim holds
  greedy long-win only-draw only-win
  asked.suite: 6 problems, every claim holds
  greedy long-win only-win
  asked.suite: 6 problems, every claim holds
  greedy long-win only-win
  $ loa suite make 4x4 --count 2 --stones 5 --seed 9 -q | cut -d';' -f1
  # 2 problems, made by: loa suite make 4x4 --stones 5 --rules mover-pass --count 2 --seed 9 --tries 1000000 --themes only-win,long-win,greedy,only-draw
  # position
  
  # only-win
  4/ox2/3o/1x1x o
  
  # long-win
  o3/x3/2o1/3x x

Problems are shown in the terminal, with their solutions on request.

  $ loa suite show sound.suite
  1. Black to move and win, under mover-pass
    4  . o . .
    3  x . x o
    2  x . . o
    1  . . . x
       a b c d
  
  2. Black to move and win, under mover-pass
    4  . o . o
    3  x . . .
    2  . . . .
    1  x . . x
       a b c d
  $ loa suite show sound.suite --solutions | tail -9
  
  2. Black to move and win, under mover-pass
    4  . o . o
    3  x . . .
    2  . . . .
    1  x . . x
       a b c d
      win in 5: a1-c3 (greedy)
      Best play: 1. a1-c3 d4-d2 2. a3-b2 b4-a3 3. b2xd2
  $ loa suite show sound.suite --json
  {"suite":"sound.suite","problems":[{"position":"1o2/x1xo/x2o/3x x","rules":"mover-pass","category":"win","plies":15,"good_moves":["c3-c4"],"themes":["only-win","long-win","greedy"]},{"position":"1o1o/x3/4/x2x x","rules":"mover-pass","category":"win","plies":5,"good_moves":["a1-c3"],"themes":["greedy"]}]}
  $ loa suite show sound.suite --solutions --svg pictures 2>&1 | head -1
  loa: the argument '--solutions' cannot be used with '--svg <DIR>'

Drawings are not written over.

  $ echo kept >pictures/002.svg; rm pictures/001.svg; loa suite show made.suite --svg pictures; ls pictures; cat pictures/002.svg
  loa: pictures/002.svg exists: name another file, or overwrite it with --force
  002.svg
  003.svg
  004.svg
  kept
  $ loa suite show made.suite --svg pictures --force; head -c 4 pictures/002.svg
  4 drawings in pictures
  <svg

The suite of 4x4 is what its command makes of the built-in tables. Another seed makes other problems, at least six of each theme.

  $ suite=data/suites/4x4-mover-pass.suite; loa suite check $suite; $(sed -n '1s/.*made by: //p' $suite) -q --threads 3 | cmp - $suite; grep -o 4x4-mover-pass.suite data/suites/README.md | uniq
  data/suites/4x4-mover-pass.suite: 40 problems, every claim holds
  4x4-mover-pass.suite
  $ loa suite make 4x4 --count 24 --seed 6 -q | grep '^[^#].*;' >other.suite; wc -l <other.suite; test $(grep -cxFf other.suite data/suites/4x4-mover-pass.suite) -lt 12
  24
  $ for theme in only-win long-win greedy only-draw; do test $(grep -c $theme other.suite) -ge 6; echo $?; done
  0
  0
  0
  0

Problems of 5x5 hold as far as small tables reach. All suites are checked for legal moves when they are read.

  $ loa solve 5x5 --stones 6 -q | tail -1; awk -F';' '/^[^#]/ { stones = $1; if (gsub(/[xo]/, "", stones) <= 7) print }' data/suites/5x5-mover-pass.suite >small.suite; loa suite check small.suite
  these tables do not reach the start of 5x5
  small.suite: 26 problems, every claim holds
  $ for board in 5x5 8x8; do loa suite show data/suites/$board-mover-pass.suite | grep -c '^[0-9]*\. '; done
  100
  100
