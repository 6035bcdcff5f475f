A proof is written, and the checker accepts it; it is never written over.

  $ loa prove 4x4 --rules normal --hash 1MiB --threads 1 --proof 4x4.proof
  x: proved after [..] expansions; reading the strategy out of the table
  x wins from the start of 4x4 under normal with b1-b3, within 3 plies: 0 moves, [..] expansions in [..] s
  4x4.proof written, 80 B; check it: loa proof check 4x4.proof
  $ loa prove 4x4 --rules normal --hash 1MiB --threads 1 --json --quiet
  {"board":"4x4","start":"1xx1/o2o/o2o/1xx1 x","rules":"normal","winner":"x","first_move":"b1-b3","plies":3,"distance":null,"positions":0,"expansions":[..],"seconds":[..],"bytes":80,"digest":"b65b9ea0c64e0b44fde225c92721f0d9","proof":null,"processes":1,"ended":false,"continued":[]}
  $ loa proof check 4x4.proof
  4x4 under normal: x wins within 3 plies from 1xx1/o2o/o2o/1xx1 x; 0 moves checked in [..] s
  $ LOA_TABLES='~/x' loa proof check 4x4.proof --threads 1
  4x4 under normal: x wins within 3 plies from 1xx1/o2o/o2o/1xx1 x; 0 moves checked in [..] s
  $ loa proof check 4x4.proof --json
  {"board":"4x4","rules":["mover-pass","mover-loss","mover-draw","draw-pass","draw-loss","draw-draw","own-pass","own-loss","own-draw"],"start":"1xx1/o2o/o2o/1xx1 x","winner":"x","plies":3,"positions":0,"bytes":80,"digest":"b65b9ea0c64e0b44fde225c92721f0d9","seconds":[..],"ok":true}
  $ loa prove 4x4 --proof 'of 4x4.proof' -q | tail -1; rm of*
  of 4x4.proof written, 80 B; check it: loa proof check 'of 4x4.proof'
  $ loa prove 4x4 --proof 4x4.proof
  loa: 4x4.proof exists: name another file, or overwrite it with --force
  [2]

A start is named as elsewhere.

  $ loa prove scrambled 4x4 -q
  x wins from 1ox1/x2o/o2x/1xo1 x under mover-pass with b1-b3, within 3 plies: 0 moves, [..] expansions in [..] s
  $ loa prove 4x4 --position "xo1/3/o1x o"
  loa: xo1/3/o1x o is a position of 3x3, not of 4x4
  [2]
  $ loa prove 4x4 --winner o --hash 1MiB -q
  loa: no win of o from 1xx1/o2o/o2o/1xx1 x under mover-pass is found, though one may exist: all lines were searched, with [..] expansions
  [8]

A search out of time goes on with the same command, if the question is the same.

  $ loa prove 5x6 --winner o --hash 2MiB --threads 1 --proof 5x6.proof -q --time 0
  loa: no win of o is proved from 1xxx1/o3o/o3o/o3o/o3o/1xxx1 x under mover-pass within the time given, after [..] expansions; the search is saved in 5x6.proof.search, and the same command continues it
  [8]
  $ loa prove 5x6 --winner x --hash 2MiB --threads 1 --proof 5x6.proof -q --time 0
  loa: 5x6.proof.search cannot be continued: it is a search for a win of o, not of x; name another file, or remove it to start again
  [2]
  $ cp 5x6.proof.search search; truncate -s 1000 5x6.proof.search
  $ loa prove 5x6 --winner o --hash 2MiB --threads 1 --proof 5x6.proof -q
  loa: 5x6.proof.search cannot be continued: incomplete frame; name another file, or remove it to start again
  [4]
  $ mv search 5x6.proof.search
  $ loa prove 5x6 --winner o --hash 2MiB --threads 1 --proof 5x6.proof -q --time 0 --save 5kB 2>&1 | grep -o 'the search is saved'
  the search is saved
  $ test $(wc -c < 5x6.proof.search) -lt 30000
  $ loa prove 5x6 --winner o --hash 1MiB --threads 1 --proof 5x6.proof -q | cut -c1-40; ls 5x6*
  o wins from the start of 5x6 under mover
  5x6.proof written, 336 B; check it: loa 
  5x6.proof

A win is bounded, and shortened to its exact distance.

  $ loa prove 5x5 --winner x --hash 4MiB --threads 1 -q --within 10
  loa: no win of x from 1xxx1/o3o/o3o/o3o/1xxx1 x under mover-pass exists within 10 plies: all lines were searched, with [..] expansions
  [8]
  $ loa prove 5x5 --winner x --hash 4MiB --threads 1 -q --within 12 --json | grep -o '"plies":.*,"distance":[a-z0-9]*'
  "plies":11,"distance":null
  $ loa prove 5x5 --winner x --hash 4MiB --threads 1 -q --shortest --json | grep -o '"plies":.*,"distance":[0-9]*'
  "plies":11,"distance":11
  $ loa prove 5x5 --within 128 2>&1 | head -1
  loa: invalid value '128' for '--within <PLIES>': expected a number from 1 to 127

A proved start is known without its certificate.

  $ loa probe start 6x6 --exact
  loa: black wins within 59: it is proved and verified; its exact value is not known: no table for 8v8 on 6x6 under mover-pass: looked for tables/mover-pass/6x6/8v8.loa
  [5]
  $ loa line start 6x6 --json --exact
  {"error":"black wins within 59: it is proved and verified; its exact value is not known: no table for 8v8 on 6x6 under mover-pass: looked for tables/mover-pass/6x6/8v8.loa","status":5,"kind":"missing-table","proved":{"category":"win","plies":59,"bound":true,"score":null,"level":false,"basis":"verified"}}
  [5]
  $ echo start 6x6 | loa probe --stdin 2>/dev/null | grep -o '"kind.*"bound"'
  "kind":"missing-table","proved":{"category":"win","plies":59,"bound"
  $ echo '[{"position":"start 6x6"}]' | loa ask /api/probe --body - | grep -o '"kind.*"bound"'
  "kind":"missing-table","proved":{"category":"win","plies":59,"bound"
  $ printf 'values\nquit\n' | loa play 6x6 --black person --white person --movetime 20 | grep 'wins within 59:'
  built-in 6x6: checking 153,714 moves before the first answer
  wins within 59: it is proved and verified
  $ loa probe start 6x6 --rules misere --exact 2>&1 | cut -d: -f1
  loa

A certificate is text, and play.

  $ loa proof positions 4x4.proof | head -3
  $ loa proof line 4x4.proof b1-b3
  1xx1/ox1o/o2o/2x1 o  4v4 on 4x4 under mover-pass
  loses in 2: it is proved
  moves by the certificate 4x4.proof, whose numbers are bounds:
    a2-a4  loses in 2, answered by c1xa3
    a2-b1  loses in 2, answered by c1xa3
    a2-c2  loses in 2, answered by c1xa3
    a3-a1  loses in 2, answered by c1-b2
    d2-b2  loses in 2, answered by c1-c3
    d2-d4  loses in 2, answered by c1xa3
    d2xb4  loses in 2, answered by c1xa3
    d3-c2  loses in 2, answered by c1xa3
    d3-d1  loses in 2, answered by c1xa3
    a3xc1  loses in 1

Its parts prove it only together.

  $ loa proof split data/proofs/5x5.proof parts --moves 20
  4 parts of up to 17 moves written; check them: loa proof check parts/part-*.proof
  $ loa proof check parts/part-*.proof
  5x5 under normal: x wins within 13 plies from 1xxx1/o3o/o3o/o3o/1xxx1 x; 37 moves in 4 certificates checked in [..] s
  $ loa proof check parts/part-1.proof
  5x5 under normal: x wins within 9 plies from 1oo2/x3x/2xox/x3x/1ooo1 x; 7 moves checked in [..] s
  $ loa proof check parts/part-4.proof parts/part-1.proof
  loa: parts/part-4.proof: its moves are right, but it rests on certificates c72ceb65bc8dff0a63f47af159066454, 4ed26b234482d32f8b457ddcb8890481, without which it proves nothing
  [3]
  $ loa proof check parts/part-1.proof parts/part-2.proof
  loa: parts/part-1.proof, parts/part-2.proof prove several claims: check them one by one, each with the parts that it rests on
  [2]
  $ loa proof line parts/part-4.proof
  loa: parts/part-4.proof: it rests on certificates 6e2a135f43b5ca9752ea9452bba95ae5, c72ceb65bc8dff0a63f47af159066454, 4ed26b234482d32f8b457ddcb8890481, without which it proves nothing
  [3]
  $ loa proof split data/proofs/5x5.proof parts --moves 20
  loa: parts/part-1.proof exists: name another file, or overwrite it with --force
  [2]
  $ loa proof split data/proofs/5x5.proof parts --moves 50 --force
  loa: parts/part-[..].proof is no part of this split: remove it, or name another folder
  [2]
  $ mkdir -p tables/proofs; cp parts/part-4.proof tables/proofs/5x5.proof
  $ loa probe start 5x5 | grep certificate; loa line start 5x5 --json | grep -o '"certificate":{"name":[^,]*'; rm -r tables
  moves by the certificate built-in 5x5, whose numbers are bounds:
  "certificate":{"name":"built-in 5x5"

A damaged certificate is refused wherever it is used.

  $ cp data/proofs/5x5.proof damaged.proof
  $ printf '\xff' | dd of=damaged.proof bs=1 seek=90 conv=notrunc status=none
  $ loa proof check damaged.proof
  loa: damaged.proof: the file is damaged: its digest does not agree
  [4]
  $ loa play --black proof:damaged.proof --white random
  loa: damaged.proof: the file is damaged: its digest does not agree
  [4]

A player by proof goes on where the certificate proves nothing, and prints that.

  $ printf 'b1-d1\na2-c2\nquit\n' | loa play start 4x4 --black person --white person --sgf elsewhere.sgf >/dev/null
  $ echo quit | loa play --resume elsewhere.sgf --json --black proof:4x4.proof --white person --movetime 20 | grep note
  {"event":"note","message":"4x4.proof does not prove a win for the side to move here, so the built-in engine plays"}

The search of 7x7 that comes with the project goes on.

  $ cp data/proofs/7x7.search 7x7.proof.search
  $ loa prove 7x7 --rules normal --winner x --hash 64MiB --proof 7x7.proof --time 0 --quiet
  loa: no win of x is proved from 1xxxxx1/o5o/o5o/o5o/o5o/o5o/1xxxxx1 x under normal within the time given, after [..] expansions; the search is saved in 7x7.proof.search, and the same command continues it
  [8]

Nothing is proved of a game that is over, and a proof says where it does not hold.

  $ loa prove "3/ooo/xxx x" --within 3
  loa: the game is over in 3/ooo/xxx x: white wins: both sides are connected
  [2]
  $ loa prove 5x5 --rules openspiel --threads 1 --quiet | cut -d: -f1
  x wins from the start of 5x5 under mover-loss with c1-c3, within 17 plies, unless a board must occur twice

A certificate speaks for itself, also where a shorter win is known.

  $ loa proof line data/proofs/5x5.proof | head -2 | tail -1
  wins within 13: it is proved

A certificate that is named twice is one claim.

  $ loa proof check data/proofs/5x5.proof data/proofs/5x5.proof | cut -d';' -f1
  5x5 under normal: x wins within 13 plies from 1xxx1/o3o/o3o/o3o/1xxx1 x

A saved search of another question is not continued, and stays as it is.

  $ prove() { loa prove "$@" --hash 4MiB --threads 1 --proof p -q --time 0 2>&1 | grep -oE 'it is a search[^;]*|is saved in [^,]*'; echo ${PIPESTATUS[0]}; }
  > prove 5x6 --winner o --within 30; cp p.search begun
  > for other in "5x6 --winner x --within 30" "5x6 --winner o --within 31" "5x6 --winner o" "5x6 --winner o --within 30 --rules normal" "6x5 --winner o --within 30" "scrambled 5x6 --winner o --within 30"; do
  >   prove $other; cmp begun p.search
  > done
  > prove 5x6 --winner o --within 30; rm p.search
  is saved in p.search
  8
  it is a search for a win of o, not of x
  2
  it is a search for a win within 30 plies, not within 31 plies
  2
  it is a search for a win within 30 plies, not within any number of plies
  2
  it is a search under mover-pass, not under normal
  2
  it is a search from 1xxx1/o3o/o3o/o3o/o3o/1xxx1 x, not from 1xxxx1/o4o/o4o/o4o/1xxxx1 x
  2
  it is a search from 1xxx1/o3o/o3o/o3o/o3o/1xxx1 x, not from 1oxo1/x3x/o3o/x3x/o3o/1xox1 x
  2
  is saved in p.search
  8
  $ prove() { loa prove "$@" --hash 4MiB --threads 1 --proof p -q --time 0 2>&1 | grep -oE 'it is a search[^;]*|is saved in [^,]*'; }
  > prove 5x6; prove 5x6 --winner x; prove 5x6; rm p.search
  > prove 5x6 --winner x; prove 5x6; prove 5x6 --winner x; rm p.search
  is saved in p.search
  it is a search for a win of either player, not of one
  is saved in p.search
  is saved in p.search
  it is a search for a win of one player, not of either
  is saved in p.search

What a search denies rests on the saved search that it continues, whose entries may be wrong: here they were changed.

  $ cp tests/command_line/searches/liar-6x6-within61.search p.search
  $ loa prove 6x6 --rules normal --winner x --within 61 --hash 64MiB --threads 1 --proof p -q --json
  {"board":"6x6","start":"1xxxx1/o4o/o4o/o4o/o4o/1xxxx1 x","rules":"normal","winner":null,"first_move":null,"plies":null,"distance":null,"positions":null,"expansions":[..],"seconds":[..],"bytes":null,"digest":null,"proof":null,"processes":1,"ended":true,"continued":["p.search"]}
  {"error":"no win of x from 1xxxx1/o4o/o4o/o4o/o4o/1xxxx1 x under normal is found within 61 plies: all lines were searched, with [..] expansions; this rests on p.search, which the search continued: remove it to search again","status":8,"kind":"undecided"}
  [8]
  $ rm p.search; within() { loa prove 5x5 --winner x --within 10 --hash 4MiB --threads 1 --proof p -q "$@" || echo $?; }
  > within --time 0; within; rm p.search; within; ls | grep '^p\b'
  loa: no win of x is proved from 1xxx1/o3o/o3o/o3o/1xxx1 x under mover-pass within the time given, after [..] expansions; the search is saved in p.search, and the same command continues it
  8
  loa: no win of x from 1xxx1/o3o/o3o/o3o/1xxx1 x under mover-pass is found within 10 plies: all lines were searched, with [..] expansions; this rests on p.search, which the search continued: remove it to search again
  8
  loa: no win of x from 1xxx1/o3o/o3o/o3o/1xxx1 x under mover-pass exists within 10 plies: all lines were searched, with [..] expansions
  8
  [1]
  $ cp tests/command_line/searches/hang-6x6.search p.search
  $ loa prove 6x6 --rules normal --winner x --hash 64MiB --threads 1 --proof p -q --time 0
  loa: no win of x is proved from 1xxxx1/o4o/o4o/o4o/o4o/1xxxx1 x under normal within the time given, after [..] expansions: a win of x was found, but not yet read out and checked; the search is saved in p.search, and the same command continues it
  [8]
  $ timeout 120 loa prove 6x6 --rules normal --winner x --hash 64MiB --threads 1 --proof p -q
  loa: the table does not hold the proof that it states; try again with a larger hash table, or without p.search, which may be wrong; the search is saved in p.search, and the same command continues it
  [1]

A certificate replaces no device.

  $ loa prove 4x4 --winner x -q --force --proof /dev/null | cut -c1-30; test -c /dev/null
  x wins from the start of 4x4 u
  $ loa prove 4x4 --winner x -q --force --proof /dev/null --save 1MiB
  loa: --proof /dev/null: --save saves the search beside a file
  [2]

A bound that is the distance is said as one, at each move of the line.

  $ loa line "start 5x5" 2>/dev/null | awk '$3 ~ "/" { print $3, $4 }' >positions; wc -l <positions
  9
  $ while read -r position; do
  >   for command in probe line "probe --json"; do loa $command "$position" --movetime 20; done
  > done <positions >said 2>&1; grep -E 'wins within 1(:|$)|loses within 2(:|$)|"category":"win","plies":1,"bound":true' said; grep -oE 'loses in 2|wins within 3' said | sort -u
  loses in 2
  wins within 3
