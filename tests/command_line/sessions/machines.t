Machines where one thing is broken, by a library that is loaded before the system's. A file system without locks is warned of once; another error of a lock ends the solve.

  $ cc -shared -fPIC -o broken.so tests/command_line/machines/broken.c -ldl
  $ broken() { LD_PRELOAD=$PWD/broken.so env "$@"; }
  > for error in ENOSYS=38 ENOLCK=37 EOPNOTSUPP=95 EIO=5; do echo $error; broken NO_LOCKS=${error#*=} loa solve 3x3 -q --tables $error || echo $?; done
  > loa verify 3x3 -q --tables ENOLCK=37
  ENOSYS=38
  loa: warning: the file system of ENOSYS=38/mover-pass/3x3 has no locks: make sure that no other process solves there
  1 table, 168 positions, [..] s
  the start of 3x3 under mover-pass: x loses in 2
  ENOLCK=37
  loa: warning: the file system of ENOLCK=37/mover-pass/3x3 has no locks: make sure that no other process solves there
  1 table, 168 positions, [..] s
  the start of 3x3 under mover-pass: x loses in 2
  EOPNOTSUPP=95
  loa: warning: the file system of EOPNOTSUPP=95/mover-pass/3x3 has no locks: make sure that no other process solves there
  1 table, 168 positions, [..] s
  the start of 3x3 under mover-pass: x loses in 2
  EIO=5
  loa: EIO=5/mover-pass/3x3/.lock: Input/output error (os error 5)
  1
  3x3 under mover-pass: 168 values of 1 table checked, all agree with their successors

A folder that cannot be synced holds tables all the same, unless its disk fails.

  $ broken() { LD_PRELOAD=$PWD/broken.so env "$@"; }
  > for error in EINVAL=22 ENOSYS=38 EOPNOTSUPP=95; do
  >   for run in 1 2; do broken NO_FOLDER_SYNC=${error#*=} loa solve 3x4 --stones 5 --json --tables $error | grep -o '"written":[0-9]*'; done
  > done
  > broken NO_FOLDER_SYNC=5 loa solve 3x4 -q --tables EIO
  "written":3
  "written":0
  "written":3
  "written":0
  "written":3
  "written":0
  loa: EIO/mover-pass/3x4/2v2.loa: Input/output error (os error 5); make it again with: loa solve 3x4 --material 2v2 --tables EIO
  [1]

The least limit of all control groups counts: of version 2 for a job whose step has no limit, of version 1, and of containers that see their own group as the root.

  $ mib() { mkdir -p "$other/sys/fs/cgroup/$(dirname $1)"; echo $2 >"$other/sys/fs/cgroup/$1"; }
  > solve() { mkdir -p "$other/proc/self"; printf "$1" >"$other/proc/self/cgroup"; LD_PRELOAD=$PWD/broken.so OTHER_GROUPS=$PWD/$other timeout 60 loa solve 5x5 --threads 1 -q 2>&1 | grep -o 'and .* are allowed'; }
  > other=two; mib slurm/job_7/step_0/memory.max max; mib slurm/job_7/memory.max $((30 << 20)); mib slurm/memory.max $((300 << 20)); solve '0::/slurm/job_7/step_0\n'
  > other=one; mib memory/slurm/job_7/memory.limit_in_bytes $((4000 << 20)); mib memory/slurm/memory.limit_in_bytes $((30 << 20)); mib memory/memory.limit_in_bytes 9223372036854771712; solve '5:cpu:/x\n4:memory:/slurm/job_7\n0::/\n'
  > other=root; mib memory.max $((30 << 20)); solve '0::/\n'
  > other=docker; mib memory/memory.limit_in_bytes $((30 << 20)); solve '4:memory:/docker/7\n'
  and 30.00 MiB are allowed
  and 30.00 MiB are allowed
  and 30.00 MiB are allowed
  and 30.00 MiB are allowed

A clock before 1970 ends nothing but a server, because HTTP has no date for that time.

  $ export LD_PRELOAD=$PWD/broken.so CLOCK=-86400 LOA_TABLES=clock
  > for command in --version "solve 3x3 -q" "probe start 4x4" "prove 4x4 -q --proof 4x4.proof" "play 4x4 --black perfect --white random --sgf game.sgf" "review game.sgf --movetime 0"; do loa $command >/dev/null; echo $?; done
  > for CLOCK in -1 253402300800; do timeout 60 loa serve --listen 0; echo $?; done
  0
  0
  0
  0
  0
  0
  loa: the clock of this machine is not set: HTTP has no date before 1970
  1
  loa: the clock of this machine is not set: HTTP has no date before 1970
  1

A search goes on when its disk is full, is saved elsewhere, and continues from there. If it cannot be saved anywhere, the message names the last save, which stays.

  $ mkdir disk here tmp; cat >prove <<'SH'
  > full=$(printf "$PWD/%s:" $1); proof=$PWD/disk/p; export TMPDIR=$PWD/tmp LD_PRELOAD=$PWD/broken.so; shift
  > cd here; FULL_DISK=$full loa prove "$@" --threads 1 -q --proof $proof
  > SH
  $ long="6x6 --rules normal --winner x --hash 16MiB --checkpoint 1"; expansions() { grep -o 'after [0-9,]* exp' $1 | tail -1 | tr -cd 0-9; }
  > bash prove disk $long --time 3 2>first || echo $?; cat first; ls disk here tmp
  > mv here/p.search disk; cp disk/p.search saved
  > bash prove "disk here" $long --time 0 2>second || echo $?; cat second; test $(expansions second) -ge $(expansions first)
  > bash prove "disk here tmp" $long --time 0 2>third || echo $?; cat third; test $(expansions third) = $(expansions first); cmp saved disk/p.search; ls disk here tmp
  8
  loa: warning: [FOLDER]/disk/p.search: No space left on device (os error 28); the search continues and tries to save again later
  loa: no win of x is proved from 1xxxx1/o4o/o4o/o4o/o4o/1xxxx1 x under normal within the time given, after [..] expansions; [FOLDER]/disk/p.search: No space left on device (os error 28); the search is saved in p.search instead: move it to [FOLDER]/disk/p.search, and the same command continues it
  disk:
  
  here:
  p.search
  
  tmp:
  8
  loa: no win of x is proved from 1xxxx1/o4o/o4o/o4o/o4o/1xxxx1 x under normal within the time given, after [..] expansions; [FOLDER]/disk/p.search: No space left on device (os error 28); the search is saved in [FOLDER]/tmp/p.search instead: move it to [FOLDER]/disk/p.search, and the same command continues it
  1
  loa: no win of x is proved from 1xxxx1/o4o/o4o/o4o/o4o/1xxxx1 x under normal within the time given, after [..] expansions; [FOLDER]/disk/p.search: No space left on device (os error 28); [FOLDER]/disk/p.search contains the search after [..] expansions, and the same command continues from there
  disk:
  p.search
  
  here:
  
  tmp:
  p.search

A certificate goes elsewhere, too. If that is impossible, the search is lost, which is said, and a file of another kind is not overwritten.

  $ for full in disk "disk here"; do
  >   rm -f disk/* here/* tmp/*; bash prove "$full" 5x8 --winner o --hash 8MiB --json | grep -o '"proof":"[^"]*"'; ls disk here tmp
  >   loa proof check here/p 2>/dev/null || loa proof check tmp/p
  > done
  {"error":"[FOLDER]/disk/p: No space left on device (os error 28); the certificate is in p instead","status":1,"kind":"failed"}
  "proof":"p"
  disk:
  
  here:
  p
  
  tmp:
  5x8 under mover-pass: o wins within 24 plies from 1xxx1/o3o/o3o/o3o/o3o/o3o/o3o/1xxx1 x; 1,486 moves checked in [..] s
  {"error":"[FOLDER]/disk/p: No space left on device (os error 28); the certificate is in [FOLDER]/tmp/p instead","status":1,"kind":"failed"}
  "proof":"[FOLDER]/tmp/p"
  disk:
  
  here:
  
  tmp:
  p
  5x8 under mover-pass: o wins within 24 plies from 1xxx1/o3o/o3o/o3o/o3o/o3o/o3o/1xxx1 x; 1,486 moves checked in [..] s
  $ rm -f disk/* here/* tmp/*; bash prove "disk here tmp" 5x8 --winner o --hash 8MiB || echo $?; ls disk here tmp
  loa: [FOLDER]/disk/p: No space left on device (os error 28); [FOLDER]/disk/p.search: No space left on device (os error 28); the search is not saved
  1
  disk:
  
  here:
  
  tmp:
  $ echo precious >here/p; bash prove disk 4x4 --winner x --hash 1MiB | grep -v expansions; cat here/p; ls disk here tmp
  loa: [FOLDER]/disk/p: No space left on device (os error 28); the certificate is in p.1 instead
  x wins from the start of 4x4 under mover-pass with b1-b3, within 3 plies: 0 moves, [..] expansions in [..] s
  p.1 written, 80 B; check it: loa proof check p.1
  precious
  disk:
  
  here:
  p
  p.1
  
  tmp:

Output that is lost is a failure, once: on a full device, or where there is no output.

  $ export LOA_TABLES=lost; each() { for command in "probe start 4x4" "probe start 4x4 --json" "moves start 4x4" "line start 4x4" rules --help "probe --help" --version "completions bash" man "perft start 4x4 1" "solve 3x3 -q" "plan 3x3" info "prove 4x4 -q" "play 4x4 --black perfect --white random" "census 4x4"; do
  >   eval loa $command "$1"; echo $?
  > done | sort | uniq -c; }
  > each '2>&1 >&-'; each '2>&1 >/dev/full'; each '>/dev/null'; each '1<>/dev/null'
       17 1
       16 loa: standard output is closed
        1 {"error":"standard output is closed","status":1,"kind":"failed"}
       17 1
       16 loa: No space left on device (os error 28)
        1 {"error":"No space left on device (os error 28)","status":1,"kind":"failed"}
       17 0
       17 0

Another failure keeps its status, and a command that prints nothing loses nothing.

  $ loa probe nonsense >&-
  loa: not a position: character 1 is 'n': expected x, o, a digit from 1 to 8, / or a space
  [2]
  $ loa probe --stdin >&-
