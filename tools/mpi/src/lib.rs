//! Many processes that solve Lines of Action together.
//!
//! `Mpi` is the [`Exchange`](loa_solver::retrograde::Exchange) of the processes that
//! `mpirun` has started. It exists with the cargo feature `mpi` alone, which needs an
//! MPI library and libclang to build. [`expect_same`] and [`expect_shared`] make sure,
//! over any exchange, that all processes are about to do the same work in the same
//! folder.

#[cfg(feature = "mpi")]
mod heartbeat;
#[cfg(feature = "mpi")]
mod mpi;
#[cfg(any(feature = "mpi", test))]
mod slice;
mod start;

#[cfg(feature = "mpi")]
pub use crate::mpi::Mpi;
pub use start::{Fact, StartError, expect_same, expect_shared};
