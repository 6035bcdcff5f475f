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

/// The processes that `mpirun` has started, or only this process without `mpirun`.
///
/// The main thread creates this value and makes all calls of the exchange. Before every call the
/// processes agree on the kind of call. So if one of them leaves early or panics, the others
/// notice and fail instead of waiting. If a process is killed, `mpirun` ends the others. If a
/// process or its machine has stopped, its missing heartbeat, which a separate thread sends, tells
/// the others.
pub(crate) struct Mpi {
    world: SimpleCommunicator,
    slice: usize,
    sent: u64,
    left: Option<Left>,
    _heartbeat: Option<Heartbeat>,
    /// Ends MPI when it is dropped, after all other fields.
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
    /// Bytes that MPI gets at a time: counts in MPI have 31 bits.
    pub(crate) const SLICE: usize = 1 << 30;

    /// The time of silence after which a process counts as stopped, for `start`.
    pub(crate) const PATIENCE: Duration = Duration::from_secs(60);

    /// Joins the other processes. Returns `None` if this process has joined before, or if the MPI
    /// library does not work in a process with several threads.
    ///
    /// If another process sends no heartbeat for about `patience`, another thread calls
    /// `on_silence` with its number, and all processes end with status 1. Long computations do not
    /// count as silence. Without effect if the MPI library allows calls from only one thread.
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

    /// Limits the bytes handed over at a time, for tests, to at least one byte for each process.
    /// All processes must set the same limit.
    #[must_use]
    #[allow(dead_code, reason = "the check of the exchange takes small slices")]
    pub(crate) fn with_slice(mut self, bytes: usize) -> Mpi {
        self.slice = bytes.min(Mpi::SLICE);
        self
    }

    /// Leaves the other processes with an exit status. Returns the common status: the largest, or
    /// that of a process that has left before.
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

    /// Replaces each number by the largest of all processes. The numbers are sent as signed
    /// numbers in the same order, because MPICH 4.0 treats all 64-bit numbers as signed.
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

    /// Sends bytes to every other process, in slices, and returns the bytes from every other
    /// process.
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

/// Returns a signed number in the same order: larger numbers become larger ones.
const fn signed(number: u64) -> i64 {
    (number ^ 1 << 63).cast_signed()
}

/// Returns the original of a signed number.
const fn unsigned(number: i64) -> u64 {
    number.cast_unsigned() ^ 1 << 63
}

/// Returns room for `bytes` bytes at a distinct address, even for zero bytes. An empty vector
/// without room has the address 1, which Open MPI mistakes for a request to work in place.
fn buffer(len: usize) -> Vec<u8> {
    Vec::with_capacity(len.max(1))
}

fn has_left(left: Left) -> io::Error {
    let message = format!("process {} has left", left.rank);
    io::Error::new(io::ErrorKind::BrokenPipe, message)
}

impl Exchange for Mpi {
    fn sent(&self) -> u64 {
        self.sent
    }

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
