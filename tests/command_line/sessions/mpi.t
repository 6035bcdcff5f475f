Processes that work together over MPI make and verify the tables of one alone. `.ci/mpi` runs this
with Open MPI and with MPICH.

  $ loa solve 4x4 --tables alone -q
  9 tables, 310,471 positions, [..] s
  the start of 4x4 under mover-pass: x wins in 3
  $ loa solve 5x5 --stones 7 --tables alone -q
  10 tables, 8,940,606 positions, [..] s
  these tables do not reach the start of 5x5

The exchange. A process that leaves early, panics or has stopped holds up no other, and one that
computes for long is waited for.

  $ for processes in 1 2 3 4; do $MPIRUN -n $processes check_exchange | cut -d';' -f1; done
  1 processes agree
  2 processes agree
  3 processes agree
  4 processes agree
  $ $MPIRUN -n 3 check_exchange leave 2>/dev/null
  [4]
  $ ! $MPIRUN -n 2 check_exchange panic 2>/dev/null
  $ $MPIRUN -n 3 check_exchange stop 2>&1 | grep -o 'process 2 is silent'
  process 2 is silent
  $ $MPIRUN -n 2 check_exchange compute

Tables are the same bytes.

  $ for processes in 2 3; do
  >   $MPIRUN -n $processes loa solve 4x4 --tables many$processes --threads 1 -q
  >   diff -r -x '.*' alone/mover-pass/4x4 many$processes/mover-pass/4x4
  > done
  9 tables, 310,471 positions, [..] s
  the start of 4x4 under mover-pass: x wins in 3
  9 tables, 310,471 positions, [..] s
  the start of 4x4 under mover-pass: x wins in 3
  $ $MPIRUN -n 2 loa solve 5x5 --stones 7 --tables many2 --threads 1 -q --json | grep -o '"processes":2'
  "processes":2
  $ diff -r -x '.*' alone many2
  $ $MPIRUN -n 3 loa solve 5x5 --stones 7 --tables many3 --threads 2 -q --memory 60MiB
  10 tables, 8,940,606 positions, [..] s
  these tables do not reach the start of 5x5
  $ diff -r -x '.*' alone many3

Verification agrees with that of one process, also by a sample; memory is bounded.

  $ for processes in 2 3; do
  >   rm -f alone/mover-pass/4x4/.proven
  >   $MPIRUN -n $processes loa verify 4x4 --tables alone --threads 1 -q
  >   [ -s alone/mover-pass/4x4/.proven ] || echo nothing is recorded
  >   $MPIRUN -n $processes loa verify 5x5 --tables alone --threads 2 -q --memory 100MiB
  >   $MPIRUN -n $processes loa verify 5x5 --tables alone --threads 1 -q --sample 100000 --seed 7
  >   loa verify 5x5 --tables alone --threads 1 -q --sample 100000 --seed 7
  > done
  4x4 under mover-pass: 310,471 values of 9 tables checked, all agree with their successors
  5x5 under mover-pass: 8,940,606 values of 10 tables checked, all agree with their successors
  5x5 under mover-pass: 124,762 of 8,940,606 values of 10 tables checked (1.40 %, 131 blocks, seed 7), all agree with their successors; a sample does not prove the rest
  5x5 under mover-pass: 124,762 of 8,940,606 values of 10 tables checked (1.40 %, 131 blocks, seed 7), all agree with their successors; a sample does not prove the rest
  4x4 under mover-pass: 310,471 values of 9 tables checked, all agree with their successors
  5x5 under mover-pass: 8,940,606 values of 10 tables checked, all agree with their successors
  5x5 under mover-pass: 124,762 of 8,940,606 values of 10 tables checked (1.40 %, 131 blocks, seed 7), all agree with their successors; a sample does not prove the rest
  5x5 under mover-pass: 124,762 of 8,940,606 values of 10 tables checked (1.40 %, 131 blocks, seed 7), all agree with their successors; a sample does not prove the rest
  $ $MPIRUN -n 2 loa verify 5x5 --tables alone --threads 1 -q --memory 10MiB 2>&1 | grep -o 'of memory, and.*'
  of memory, and 10.00 MiB are allowed

Wrong values and damaged files are found.

  $ cp -r alone wrong; wrong_value wrong 5x5 4v3 >/dev/null
  $ for processes in 2 3; do
  >   $MPIRUN -n $processes loa verify 5x5 --tables wrong --threads 1 -q 2>&1 | grep -o 'is stored as.*'
  > done
  is stored as draw, its successors make it win in 21
  is stored as draw, its successors make it win in 21
  $ truncate -s -1 wrong/mover-pass/4x4/4v3.loa
  $ $MPIRUN -n 2 loa verify 4x4 --tables wrong --threads 1 -q 2>&1 | grep '^loa'
  loa: wrong/mover-pass/4x4/4v3.loa is truncated or padded: 3853 bytes where 3854 belong; make it again with: loa solve 4x4 --material 4v3 --tables wrong

Different commands, programs or folders: a line, and nothing is written.

  $ $MPIRUN -n 1 loa solve 4x4 --tables new : -n 1 loa solve 4x4 --tables new --rules misere 2>&1 | grep '^loa'
  loa: command line differs: process 1 has solve 4x4 --tables new --rules misere, process 0 has solve 4x4 --tables new
  $ cp "$(command -v loa)" other; echo >>other
  $ $MPIRUN -n 2 loa solve 4x4 --tables new : -n 1 ./other solve 4x4 --tables new 2>&1 | grep -o 'process 2 has loa'
  process 2 has loa
  $ $MPIRUN -n 2 loa solve 9x9 --tables new 2>&1 | grep '^loa'
  loa: invalid value '9x9' for '<BOARD>': a board of 9x9 is not supported: files and ranks go from 3 to 8, so 8x8 is the largest
  $ $MPIRUN -n 2 loa verify 4x5 --tables new 2>&1 | grep '^loa'
  loa: no tables of 4x5 under mover-pass in new/mover-pass/4x5; make it (about [..]) with: loa solve 4x5 --tables new
  $ $MPIRUN -n 2 loa census 4x4 --tables new 2>&1 | grep '^loa'
  loa: only solve, verify and prove run as several processes: start this command without mpirun
  $ ls new
  ls: cannot access 'new': No such file or directory
  [2]

Processes search for a proof together; as many of them find the same again.

  $ for processes in 1 2 3; do
  >   for file in $processes again; do
  >     $MPIRUN -n $processes loa prove 5x6 --rules normal --threads 1 -q --proof $file.proof >/dev/null
  >   done
  >   loa proof check $processes.proof | grep -o 'o wins'; cmp $processes.proof again.proof; rm again.proof
  > done; ls *.proof*
  o wins
  o wins
  o wins
  1.proof
  2.proof
  3.proof
  $ $MPIRUN -n 2 loa prove 5x5 --winner x --threads 1 -q --shortest --json | grep -o '"distance":11\|"processes":2'
  "distance":11
  "processes":2
  $ $MPIRUN -n 2 loa prove 4x4 --winner o --threads 1 -q 2>&1 | grep -o 'no win of o'
  no win of o
  $ $MPIRUN -n 2 loa prove 4x4 --threads 1 -q --proof 1.proof 2>&1 | grep '^loa'
  loa: 1.proof exists: name another file, or overwrite it with --force

A search goes on with another number of processes when one of them was interrupted or killed.

  $ cat >search <<'SH'
  > search() {
  >   $MPIRUN -n $1 loa prove 6x6 --position '1xxxx1/o4o/o4o/o2x1o/o4o/2xxx1 o' --winner o \
  >     --threads 1 -q --hash 64MiB --checkpoint 1 --proof long.proof
  > }
  > [ -n "$2" ] || { search $1; exit; }
  > touch begun; search $1 >/dev/null 2>&1 &
  > for try in $(seq 200); do [ long.proof.search.$(($1 - 1)) -nt begun ] && break; sleep 0.2; done
  > kill -$2 $(pgrep -f -- "^[^ ]*loa prove 6x6 .* --proof long" | tail -n 1); wait $!
  > SH
  $ bash search 3 INT
  [130]
  $ ls long.*
  long.proof.search
  long.proof.search.1
  long.proof.search.2
  $ bash search 2 KILL 2>/dev/null || ls long.*
  long.proof.search
  long.proof.search.1
  $ cp long.proof.search.1 saved; truncate -s 100 long.proof.search.1; bash search 2 2>&1 | grep '^loa'
  loa: process 1 has failed: long.proof.search.1 cannot be continued: incomplete frame; name another file, or remove it to start again
  $ mv saved long.proof.search.1; bash search 2 | cut -d, -f1; ls long.*
  o wins from 1xxxx1/o4o/o4o/o2x1o/o4o/2xxx1 o under mover-pass with f5xd3
  long.proof written
  long.proof

One process is killed again and again, and another number of them goes on.

  $ for attempt in 1 2 3 4 5; do
  >   $MPIRUN -n $((attempt % 3 + 2)) loa solve 5x5 --stones 7 --tables killed --threads 1 -q --checkpoint 0 >/dev/null 2>&1 &
  >   sleep $attempt
  >   victim=$(pgrep -f -- "^[^ ]*loa solve 5x5 .* --tables killed" | tail -n 1)
  >   [ -z "$victim" ] || kill -KILL $victim 2>/dev/null
  >   wait $! && break
  > done
  > true
  $ $MPIRUN -n 2 loa solve 5x5 --stones 7 --tables killed --threads 1 -q >/dev/null
  $ diff -r -x '.*' alone/mover-pass/5x5 killed/mover-pass/5x5
