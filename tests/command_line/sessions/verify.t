A folder knows which of its tables it has made or verified.

  $ loa solve 3x4 --material 2v2 -q --tables elsewhere
  1 table, 990 positions, [..] s
  the start of 3x4 under mover-pass: x wins in 1
  $ mkdir -p tables/mover-pass/3x4; cp elsewhere/mover-pass/3x4/2v2.loa tables/mover-pass/3x4
  $ loa solve 3x4 --material 3v2 -q
  2 tables, 4,800 positions, [..] s; 1 table already existed
  built on 2v2, neither solved nor verified in this folder; verify with: loa verify 3x4
  the start of 3x4 under mover-pass: x wins in 1
  $ loa solve 3x4 --json | grep -o '"unproven":[^]]*]'
  "unproven":["2v2","2v3","3v2"]
  $ loa verify 3x4 --material 3v2 -q
  3x4 under mover-pass: 4,800 values of 2 tables checked, all agree with their successors
  $ rm tables/mover-pass/3x4/4v2.loa; loa solve 3x4 --json | grep -o '"unproven":[^]]*]'
  "unproven":["2v2","2v3","3v2"]

A sample proves nothing of the rest.

  $ loa verify 3x4 --sample 100 --seed 5 -q
  3x4 under mover-pass: 439 of 14,302 values of 5 tables checked (3.07 %, 5 blocks, seed 5), all agree with their successors; a sample does not prove the rest
  $ loa verify 3x4 --sample 100 --json
  {"board":"3x4","rules":"mover-pass","tables":5,"values":439,"built_in":false,"sample":{"of":14302,"blocks":5,"seed":0},"processes":1,"sent":0,"ok":true}
  $ loa verify 3x4 --sample 1000000 --json
  {"board":"3x4","rules":"mover-pass","tables":5,"values":14302,"built_in":false,"sample":{"of":14302,"blocks":265,"seed":0},"processes":1,"sent":0,"ok":true}
  $ loa verify 3x4 --seed 1 2>&1 | head -2
  loa: --seed needs a sample: give its size, such as --sample 1000000
  $ rm tables/mover-pass/3x4/4v2.loa; loa solve 3x4 --json | grep -o '"unproven":[^]]*]'
  "unproven":["2v2","2v3","3v2"]

All that is verified, the smaller families first, is proved.

  $ loa verify 3x4 --json
  {"board":"3x4","rules":"mover-pass","tables":5,"values":14302,"built_in":false,"sample":null,"processes":1,"sent":0,"ok":true}
  $ rm tables/mover-pass/3x4/4v2.loa; loa solve 3x4 --json | grep -o '"unproven":[^]]*]'
  "unproven":[]

Memory that is not allowed is not taken.

  $ loa verify 3x4 --memory 1KiB
  loa: this needs 12.02 MiB of memory, and 1.00 KiB are allowed
  [1]
  $ loa verify 3x4 --memory 256MiB -q
  3x4 under mover-pass: 14,302 values of 5 tables checked, all agree with their successors

A folder that has made all its tables, or has verified them, has nothing unproven; verifying twice is no error.

  $ for stones in 4 6; do loa solve 3x4 --stones $stones --tables own --json | grep -o '"unproven":[^]]*]'; done
  "unproven":[]
  "unproven":[]
  $ mkdir -p right/mover-pass/3x4; cp elsewhere/mover-pass/3x4/2v2.loa right/mover-pass/3x4; loa verify 3x4 --tables right -q; loa solve 3x4 --tables right --json | grep -o '"unproven":[^]]*]'; loa verify 3x4 --tables right -q
  3x4 under mover-pass: 990 values of 1 table checked, all agree with their successors
  "unproven":[]
  3x4 under mover-pass: 14,302 values of 5 tables checked, all agree with their successors
