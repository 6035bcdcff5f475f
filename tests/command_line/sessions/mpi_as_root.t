What only root can try: folders that are not shared, a full disk, and two machines. `.ci/mpi` runs
this with Open MPI.

  $ loa solve 4x4 --tables alone -q
  9 tables, 310,471 positions, [..] s
  the start of 4x4 under mover-pass: x wins in 3
  $ loa solve 5x5 --stones 7 --tables alone -q
  10 tables, 8,940,606 positions, [..] s
  these tables do not reach the start of 5x5
  $ mkdir new
  $ $MPIRUN -n 1 loa solve 4x4 --tables new : \
  >   -n 1 unshare -m sh -c "mount -t tmpfs none new && exec loa solve 4x4 --tables new" 2>&1 | grep '^loa'
  loa: the processes do not share new: process 1 cannot find the file that process 0 has written there; name a folder that every machine has, with --tables DIR
  $ $MPIRUN -n 1 loa verify 4x4 --tables alone : \
  >   -n 1 unshare -m sh -c "mount -t tmpfs none alone && exec loa verify 4x4 --tables alone" 2>&1 | grep '^loa'
  loa: the processes do not share alone/mover-pass/4x4: process 1 finds other tables there than process 0
  $ ls new

A disk that another program fills up, and then makes room on.

  $ cat >filling <<'SH'
  > mkdir full; mount -t tmpfs -o size=40m none full
  > $MPIRUN -n 3 loa solve 5x5 --stones 7 --tables full --threads 1 -q --checkpoint 0 2>&1 | grep -o 'No space left on device' &
  > until [ -d full/mover-pass/5x5/work ] || ! kill -0 $! 2>/dev/null; do sleep 0.1; done
  > cat /dev/zero >full/filling 2>/dev/null; wait; rm full/filling
  > $MPIRUN -n 2 loa solve 5x5 --stones 7 --tables full --threads 1 -q >/dev/null
  > diff -r -x '.*' alone/mover-pass/5x5 full/mover-pass/5x5
  > SH
  $ unshare -m bash filling
  No space left on device

Two machines, as network namespaces that a cable joins; Open MPI starts its daemon on another
machine by a script instead of ssh.

  $ ip netns add loa-a; ip netns add loa-b
  $ ip link add loa-a0 netns loa-a type veth peer name loa-b0 netns loa-b
  $ for machine in a:1 b:2; do
  >   ip -n loa-${machine%:*} address add 10.77.0.${machine#*:}/24 dev loa-${machine%:*}0
  >   ip -n loa-${machine%:*} link set loa-${machine%:*}0 up
  >   ip -n loa-${machine%:*} link set lo up
  > done
  $ cat >agent <<'SH'
  > #!/bin/sh
  > host=$1; shift
  > case $host in *.1) machine=loa-a ;; *) machine=loa-b ;; esac
  > exec ip netns exec $machine sh -c "$*"
  > SH
  $ chmod +x agent
  $ ip netns exec loa-a mpirun.openmpi -n 2 --host 10.77.0.1:1,10.77.0.2:1 \
  >   --mca plm_rsh_agent $PWD/agent --mca btl tcp,self \
  >   --mca btl_tcp_if_include 10.77.0.0/24 --mca oob_tcp_if_include 10.77.0.0/24 \
  >   $(command -v loa) solve 4x4 --tables $PWD/machines --threads 1 -q \
  >   2>&1 | grep -v 'plm:rsh: Warning: setpgid'
  9 tables, 310,471 positions, [..] s
  the start of 4x4 under mover-pass: x wins in 3
  $ diff -r -x '.*' alone/mover-pass/4x4 machines/mover-pass/4x4
  $ ip netns del loa-a; ip netns del loa-b
