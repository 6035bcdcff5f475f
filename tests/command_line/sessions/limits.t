A solve that does not fit is refused before it begins, with the most that does.

  $ loa solve 5x5 --memory 40MiB --threads 1 2>&1 | sed 's/[0-9.]* MiB of/N MiB of/g; s/, [^,]* values//'
  loa: this needs N MiB of memory, and 40.00 MiB are allowed; the largest part that fits is --stones 7: loa solve 5x5 --stones 7 --memory 40MiB
  $ loa solve 8x8 --stones 9 --memory 1000000GiB --threads 1 2>&1 | grep -o 'of disk'
  of disk
  $ loa solve 8x8 --memory 12GiB 2>&1 | grep -o '9v9 on 8x8 has too many positions'
  9v9 on 8x8 has too many positions
  $ loa solve 4x4 --fit --memory 1k
  loa: not even four stones on 4x4 fit 1.00 KiB of memory and [..]iB of disk
  [1]
  $ ls
  data
  tests

A plan says what fits, and a solve does that much.

  $ loa plan 4x4 --threads 1
  4x4 under mover-pass
    2v2                    1,911 positions  to solve
    3v2                   13,650 positions  to solve
    3v3                   22,022 positions  to solve
    4v2                   37,653 positions  to solve
    4v3                  110,495 positions  to solve
    4v4                  124,740 positions  to solve
  positions to solve  310,471
  memory              6.73 MiB, and 53.76 KiB for smaller tables; at least 16.37 MiB
  disk for tables     26.96 KiB
  disk while working  297.40 KiB
  time                about 1 CPU-second, 1 second by 1 thread: a forecast
  fits                yes, in [..]iB of memory and [..]iB of disk; the largest part that fits is --stones 16
  $ loa plan 4x4 --stones 5 --threads 1 --json | grep -o '"least_memory":[0-9]*' | cut -d: -f2 >least
  $ loa plan 4x4 --threads 1 --memory $(cat least) | tail -1 | sed "s/$(cat least)/LEAST/"
  fits                no, 15.62 MiB of memory and [..]iB of disk are available; the largest part that fits is --stones 5: loa plan 4x4 --stones 5 --memory LEAST
  $ loa solve 4x4 --fit --threads 1 --memory $(cat least) 2>&1 | head -1
  4x4 to 5 stones is the largest part that fits 15.62 MiB of memory and [..]iB of disk
  $ loa solve 4x4 --fit -q --threads 1 --memory $(cat least) --json | grep -o '"pieces":[0-9]*'
  "pieces":5
  $ ls tables/mover-pass/4x4
  2v2.loa
  2v3.loa
  3v2.loa

Numbers of threads are bounded.

  $ for words in "probe start 4x4 --value" "solve 4x4" "plan 4x4" serve "judge nosuch 4x4"; do
  >   loa $words --threads 1025 2>&1 | grep -o 'a number from 1 to'
  > done
  a number from 1 to
  a number from 1 to
  a number from 1 to
  a number from 1 to
  a number from 1 to

A thread that cannot be started is an error: the stacks of threads have the size that the variable says, that of a search for a proof has 256 MiB.

  $ export RUST_MIN_STACK=1152921504606846976; for command in "verify 4x4" "moves --stdin" engine; do loa $command </dev/null; done
  loa: a thread cannot be started: Resource temporarily unavailable (os error 11); try fewer with --threads 1
  loa: a thread cannot be started: Resource temporarily unavailable (os error 11); try fewer with --threads 1
  loa: a thread cannot be started: Resource temporarily unavailable (os error 11); try fewer with --threads 1
  [1]
  $ ulimit -v 200000; for threads in 1 2; do loa prove 4x4 --hash 1MiB --threads $threads; done
  loa: a thread cannot be started: Resource temporarily unavailable (os error 11); the system allows this user or container no more threads or memory: see ulimit -u and ulimit -v, or pids.max of the control group
  loa: a thread cannot be started: Resource temporarily unavailable (os error 11); try fewer with --threads 1
  [1]

A limit on the size of files is an error, and the same command goes on once there is space: 30 KiB are enough for all files but the values of 4v4.

  $ ulimit -f 0; loa prove 5x8 --winner o -q --threads 1 --hash 8MiB --proof p
  loa: p: File too large (os error 27); p.search: File too large (os error 27); the search is not saved
  [1]
  $ ulimit -f 30; loa solve 4x4 -q --tables full
  loa: full/mover-pass/4x4/work/4v4.0.1.values: File too large (os error 27); the work so far is saved; the same command continues it
  [1]
  $ loa solve 4x4 -q --tables whole --checkpoint never
  9 tables, 310,471 positions, [..] s
  the start of 4x4 under mover-pass: x wins in 3
  $ diff -r -x .proven full/mover-pass/4x4 whole/mover-pass/4x4
  Only in whole/mover-pass/4x4: 4v4.loa
  [1]
  $ loa solve 4x4 -q --tables full; diff -r -x .proven full/mover-pass/4x4 whole/mover-pass/4x4
  1 table, 124,740 positions, [..] s; 8 tables already existed
  the start of 4x4 under mover-pass: x wins in 3

Without checkpoints a solve needs less disk.

  $ disk() { loa solve 8x8 --stones 10 --memory 8000000TiB --checkpoint $1 2>&1 | grep -o '[0-9.]* TiB of disk' | cut -d' ' -f1; }
  > awk "BEGIN { exit !($(disk never) < 0.7 * $(disk 20)) }"

A plan, a hint and the documents forecast the same, with any number of threads.

  $ cpu() { grep -om1 '[0-9]* CPU-[a-z]*'; }
  > (for threads in 1 2 4; do loa plan 5x5 --threads $threads | cpu; done
  > for question in "probe start 5x5 --exact" "probe start 5x5 --value" "line start 5x5 --exact" "census 5x5"; do loa $question --json 2>&1 | cpu; done
  > grep '`loa solve 5x5`' tests/../README.md | cpu; grep 'All of 5x5' tests/../docs/results.md | cpu) | uniq -c
        9 6 CPU-minutes
  $ seconds() { loa plan 5x5 --json --threads $1 | grep -oE '"(cpu_)?seconds":[0-9.]+' | cut -d: -f2 | xargs; }
  > echo $(seconds 1) $(seconds 2) | awk '{ print $1 == $2, $1 == $3, $4 == $1 / 2 }'
  1 1 1
