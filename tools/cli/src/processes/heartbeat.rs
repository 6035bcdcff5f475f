//! Heartbeats, by which processes notice that one of them has stopped.

use std::io;
use std::process;
use std::sync::mpsc::{self, Receiver, RecvTimeoutError, Sender};
use std::thread::{self, JoinHandle, sleep};
use std::time::{Duration, Instant};

use mpi::point_to_point::{Destination, Source};
use mpi::topology::{Process, SimpleCommunicator};
use mpi::traits::Communicator;

/// The tag of heartbeats, which the exchange does not use.
const TAG: i32 = 1;

/// A heartbeat, and the last heartbeat of a process that leaves.
const ALIVE: u8 = 0;
const LEAVES: u8 = 1;

/// The maximum number of consecutive heartbeats that may be missing.
const MISSING: u32 = 20;

/// The time that MPI has to end the other processes, and the pause between two checks for a last
/// heartbeat.
const ENDING: Duration = Duration::from_secs(10);
const PAUSE: Duration = Duration::from_millis(5);

/// A thread that sends heartbeats to the next process of a ring and listens for those of the
/// previous process. It runs beside a main thread that computes for hours or waits in MPI.
pub(crate) struct Heartbeat {
    leaving: Option<Sender<()>>,
    thread: Option<JoinHandle<()>>,
}

impl Heartbeat {
    /// Starts the thread. If the previous process is silent for about `patience`, the thread calls
    /// `on_silence` with the rank of that process and ends all processes.
    pub(crate) fn start(
        patience: Duration,
        on_silence: impl FnOnce(usize) + Send + 'static,
    ) -> io::Result<Heartbeat> {
        let (leaving, asked) = mpsc::channel();
        let thread = thread::Builder::new().spawn(move || {
            if let Err(silent) = watch(&asked, patience) {
                on_silence(silent);
                // MPI itself may have stopped.
                thread::spawn(|| {
                    sleep(ENDING);
                    process::abort();
                });
                SimpleCommunicator::world().abort(1);
            }
        })?;
        Ok(Heartbeat { leaving: Some(leaving), thread: Some(thread) })
    }
}

impl Drop for Heartbeat {
    /// Sends the last heartbeat to both neighbours. They do the same before MPI ends.
    fn drop(&mut self) {
        drop(self.leaving.take());
        if let Some(thread) = self.thread.take() {
            let _ = thread.join();
        }
    }
}

/// Sends and receives heartbeats until this process and the previous one leave. Returns the rank of
/// the previous process if it falls silent.
fn watch(leaving: &Receiver<()>, patience: Duration) -> Result<(), usize> {
    let world = SimpleCommunicator::world();
    let (rank, size) = (world.rank(), world.size());
    let before = (rank + size - 1) % size;
    let next = world.process_at_rank((rank + 1) % size);
    let from = world.process_at_rank(before);
    let silent = Err(before as usize);
    let (mut missing, mut has_left) = (0, false);
    // This counts pauses, not seconds: if all processes are suspended, none counts as silent.
    while leaving.recv_timeout(patience / MISSING) == Err(RecvTimeoutError::Timeout) {
        next.send_with_tag(&ALIVE, TAG);
        match last_sign(&from) {
            None if !has_left => missing += 1,
            sign => {
                missing = 0;
                has_left |= sign == Some(LEAVES);
            }
        }
        if missing > MISSING {
            return silent;
        }
    }
    next.send_with_tag(&LEAVES, TAG);
    let began = Instant::now();
    while !has_left {
        if began.elapsed() > patience {
            return silent;
        }
        sleep(PAUSE);
        has_left = last_sign(&from) == Some(LEAVES);
    }
    Ok(())
}

/// Returns the last heartbeat received.
fn last_sign(from: &Process<'_>) -> Option<u8> {
    let mut last = None;
    while let Some((sign, _)) = from.immediate_matched_probe_with_tag(TAG) {
        last = Some(sign.matched_receive().0);
    }
    last
}
