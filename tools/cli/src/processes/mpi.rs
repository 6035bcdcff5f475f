//! The exchange over MPI.

use std::io;
use std::time::Duration;

use loa_solver::retrograde::Exchange;
use mpi::Threading;
use mpi::collective::SystemOperation;
use mpi::datatype::{Partition, PartitionMut};
use mpi::environment::Universe;
use mpi::topology::SimpleCommunicator;
use mpi::traits::{Communicator, CommunicatorCollectives};

use super::heartbeat::Heartbeat;
use super::slice::Slice;

/// The processes that `mpirun` has started, or this process alone without it.
///
/// The exchange's calls come from the thread that has made this value, which is the main thread.
/// Before every call the processes agree on which it is: so they notice if one of them
/// leaves early, also by a panic, and fail instead of waiting. A process that is
/// killed ends the others as well: that is the work of `mpirun`. One that has stopped, or
/// whose machine has, is noticed by its heartbeat, which a thread of its own sends.
pub(crate) struct Mpi {
    world: SimpleCommunicator,
    slice: usize,
    sent: u64,
    left: Option<Left>,
    _heartbeat: Option<Heartbeat>,
    /// Ends MPI when it is dropped, after all else.
    _universe: Universe,
}

/// The end of the exchange: a process has left.
#[derive(Clone, Copy, Debug)]
struct Left {
    rank: usize,
    status: u8,
}

/// The calls that all processes make together.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Call {
    Leave,
    AllToAll,
    Max,
}

/// The exit status of a process that panics.
const PANICKED: u8 = 1;

impl Mpi {
    /// Bytes that are handed to MPI at a time: counts in MPI have 31 bits.
    pub(crate) const SLICE: usize = 1 << 30;

    /// The time after which a process without a sign of life has stopped, for `start`.
    pub(crate) const PATIENCE: Duration = Duration::from_secs(60);

    /// Joins the other processes; `None` if this process has done so before, or if the
    /// MPI library does not work in a process with several threads.
    ///
    /// When another process shows no sign of life for about `patience`, however long its
    /// computations are, `on_silence` is called with its number on another thread, and all
    /// processes end with status 1. An MPI library that allows calls from one thread alone
    /// has no such bound.
    pub(crate) fn start(
        patience: Duration,
        on_silence: impl FnOnce(usize) + Send + 'static,
    ) -> Option<Mpi> {
        let (universe, threads) = mpi::initialize_with_threading(Threading::Multiple)?;
        if threads < Threading::Funneled {
            return None;
        }
        let world = universe.world();
        let is_watched = threads == Threading::Multiple && world.size() > 1;
        let heartbeat = is_watched.then(|| Heartbeat::start(patience, on_silence));
        Some(Mpi {
            world,
            slice: Mpi::SLICE,
            sent: 0,
            left: None,
            _heartbeat: heartbeat.transpose().ok()?,
            _universe: universe,
        })
    }

    /// Hands over at most so many bytes at a time, as a test does, but at least one for
    /// each process. All processes must set the same.
    #[must_use]
    #[allow(dead_code, reason = "the check of the exchange takes small slices")]
    pub(crate) fn with_slice(mut self, bytes: usize) -> Mpi {
        self.slice = bytes.min(Mpi::SLICE);
        self
    }

    /// Returns the bytes that this process has sent to others.
    pub(crate) const fn sent(&self) -> u64 {
        self.sent
    }

    /// Leaves the others with an exit status, and returns the one that all leave with:
    /// the largest, or that of the process that has left before.
    pub(crate) fn leave(mut self, status: u8) -> u8 {
        self.announce_end(status)
    }

    fn announce_end(&mut self, status: u8) -> u8 {
        let common = match (self.left, self.announce(Call::Leave, status)) {
            (None, Ok(common)) => common,
            (Some(left), _) => left.status.max(status),
            (None, Err(_)) => status,
        };
        let rank = self.rank();
        self.left.get_or_insert(Left { rank, status });
        common
    }

    /// Agrees with the others on the next call, and returns the largest status.
    fn announce(&mut self, call: Call, status: u8) -> io::Result<u8> {
        if let Some(left) = self.left {
            return Err(has_left(left));
        }
        let leaves = call == Call::Leave;
        let number = call as u64;
        let rank = if leaves { 1 + self.rank() as u64 } else { 0 };
        let mut numbers = [number, u64::MAX - number, rank, status.into()];
        self.enlarge(&mut numbers);
        let [most, least, left, status] = numbers;
        if most == u64::MAX - least {
            return Ok(status as u8);
        }
        if left == 0 {
            return Err(io::Error::other("the processes are not in the same call"));
        }
        let left = Left { rank: left as usize - 1, status: status as u8 };
        self.left = Some(left);
        Err(has_left(left))
    }

    /// Replaces each number by the largest of all processes. They travel as signed ones
    /// in the same order, for MPICH 4.0 takes all of 64 bits for signed.
    fn enlarge(&self, numbers: &mut [u64]) {
        let ordered: Vec<i64> = numbers.iter().map(|&number| signed(number)).collect();
        let mut largest = vec![0i64; ordered.len()];
        if !ordered.is_empty() {
            let max = SystemOperation::max();
            self.world.all_reduce_into(&ordered[..], &mut largest[..], max);
        }
        for (number, largest) in numbers.iter_mut().zip(largest) {
            *number = unsigned(largest);
        }
    }

    /// Hands bytes to every process, in slices, and returns those of every process for
    /// this one. Its own take no part.
    fn swap(&mut self, outgoing: &[&[u8]]) -> Vec<Vec<u8>> {
        let lens: Vec<u64> = outgoing.iter().map(|bytes| bytes.len() as u64).collect();
        let mut coming = vec![0; lens.len()];
        self.world.all_to_all_into(&lens[..], &mut coming[..]);
        let mut longest = [lens.iter().copied().max().unwrap_or(0)];
        self.enlarge(&mut longest);
        let most = (self.slice / self.size()).max(1) as u64;
        let mut inbound = vec![Vec::new(); coming.len()];
        for first in (0..longest[0]).step_by(most as usize) {
            let (from, to) = (Slice::new(&lens, first, most), Slice::new(&coming, first, most));
            let mut bytes = buffer(from.len());
            for (outgoing, &count) in outgoing.iter().zip(&from.counts) {
                let rest = outgoing.get(first as usize..).unwrap_or_default();
                bytes.extend(&rest[..count as usize]);
            }
            let mut received = buffer(to.len());
            received.resize(to.len(), 0);
            self.world.all_to_all_varcount_into(
                &Partition::new(&bytes[..], &from.counts[..], &from.starts[..]),
                &mut PartitionMut::new(&mut received[..], &to.counts[..], &to.starts[..]),
            );
            for (rank, inbound) in inbound.iter_mut().enumerate() {
                inbound.extend(to.part(&received, rank));
            }
        }
        self.sent += lens.iter().sum::<u64>();
        inbound
    }
}

/// Returns a signed number; larger ones have larger ones.
const fn signed(number: u64) -> i64 {
    (number ^ 1 << 63).cast_signed()
}

/// Returns the number that has become a signed one.
const fn unsigned(number: i64) -> u64 {
    number.cast_unsigned() ^ 1 << 63
}

/// Returns room for so many bytes that has an address of its own even for none. An
/// empty vector without room has the address 1, which Open MPI takes for a request to
/// work in place.
fn buffer(len: usize) -> Vec<u8> {
    Vec::with_capacity(len.max(1))
}

fn has_left(left: Left) -> io::Error {
    let message = format!("process {} has left", left.rank);
    io::Error::new(io::ErrorKind::BrokenPipe, message)
}

impl Exchange for Mpi {
    fn rank(&self) -> usize {
        self.world.rank() as usize
    }

    fn size(&self) -> usize {
        self.world.size() as usize
    }

    fn all_to_all(&mut self, mut outgoing: Vec<Vec<u8>>) -> io::Result<Vec<Vec<u8>>> {
        self.announce(Call::AllToAll, 0)?;
        let rank = self.rank();
        let own = std::mem::take(&mut outgoing[rank]);
        let bytes: Vec<&[u8]> = outgoing.iter().map(Vec::as_slice).collect();
        let mut inbound = self.swap(&bytes);
        inbound[rank] = own;
        Ok(inbound)
    }

    fn max(&mut self, numbers: &mut [u64]) -> io::Result<()> {
        self.announce(Call::Max, 0)?;
        self.enlarge(numbers);
        Ok(())
    }
}

impl Drop for Mpi {
    fn drop(&mut self) {
        if self.left.is_none() {
            self.announce_end(PANICKED);
        }
    }
}

impl std::fmt::Debug for Mpi {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("Mpi")
            .field("rank", &self.rank())
            .field("size", &self.size())
            .field("slice", &self.slice)
            .field("sent", &self.sent)
            .field("left", &self.left)
            .finish_non_exhaustive()
    }
}
