//! The processes that run a command together: only this one, or those that `mpirun` has started if
//! the program has the feature `mpi`.

#[cfg(feature = "mpi")]
mod heartbeat;
#[cfg(feature = "mpi")]
mod many;
#[cfg(feature = "mpi")]
mod mpi;
#[cfg(any(feature = "mpi", test))]
mod slice;
#[cfg(any(feature = "mpi", test))]
mod start;

use std::path::Path;

use loa_solver::retrograde::{Exchange, Local};

use crate::failure::Failure;

/// The processes that run a command together.
pub(crate) enum Processes {
    /// Only this process.
    Alone(Local),
    /// This process and others.
    #[cfg(feature = "mpi")]
    Many(mpi::Mpi),
}

impl Processes {
    /// Joins the other processes if `mpirun` has started this one. All processes except the first
    /// stop printing.
    pub(crate) fn join() -> Result<Processes, Failure> {
        #[cfg(feature = "mpi")]
        if many::are_launched() {
            return many::join().map(Processes::Many);
        }
        Ok(Processes::Alone(Local))
    }

    /// Returns how many processes share the work.
    pub(crate) fn count(&mut self) -> usize {
        self.exchange().size()
    }

    /// Checks that all processes run the same program with the same command line.
    pub(crate) fn expect_same_command(&mut self) -> Result<(), Failure> {
        match self {
            Processes::Alone(_) => Ok(()),
            #[cfg(feature = "mpi")]
            Processes::Many(mpi) => many::expect_same_command(mpi),
        }
    }

    /// Checks that all processes have the same folder for tables.
    pub(crate) fn expect_shared(&mut self, folder: &Path) -> Result<(), Failure> {
        match self {
            Processes::Alone(_) => {
                let _ = folder;
                Ok(())
            }
            #[cfg(feature = "mpi")]
            Processes::Many(mpi) => start::expect_shared(mpi, folder),
        }
    }

    /// Returns the exchange between the processes.
    pub(crate) fn exchange(&mut self) -> &mut dyn Exchange {
        match self {
            Processes::Alone(local) => local,
            #[cfg(feature = "mpi")]
            Processes::Many(mpi) => mpi,
        }
    }

    /// Ends the work of all processes with an exit status. Returns the largest status of all.
    pub(crate) fn leave(self, status: u8) -> u8 {
        match self {
            Processes::Alone(_) => status,
            #[cfg(feature = "mpi")]
            Processes::Many(mpi) => mpi.leave(status),
        }
    }
}
