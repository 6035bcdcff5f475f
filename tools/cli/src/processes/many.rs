//! Processes started by `mpirun`.

use std::env;
use std::fs;

use loa_solver::retrograde::Exchange;
use xxhash_rust::xxh3::xxh3_64;

use super::mpi::Mpi;
use super::start::expect_same;
use crate::failure::{Failure, Status};
use crate::output;

/// Variables with which launchers tell a process its rank: Open MPI; PMIx (`srun` and Open MPI 5);
/// PMI (MPICH and Intel MPI).
const RANKS: [&str; 3] = ["OMPI_COMM_WORLD_RANK", "PMIX_RANK", "PMI_RANK"];

/// `true` if a launcher has started this process.
pub(super) fn are_launched() -> bool {
    RANKS.iter().any(|name| env::var_os(name).is_some())
}

pub(super) fn join() -> Result<Mpi, Failure> {
    let mpi = Mpi::start(Mpi::PATIENCE, |rank| {
        let seconds = Mpi::PATIENCE.as_secs();
        let message = format!(
            "process {rank} has been silent for {seconds} seconds: it, its machine or the network has stopped; the same command continues a solve or a saved search from the last checkpoint"
        );
        output::failure(
            &Failure::new(Status::Failed, message),
            output::wants_json(),
        );
    }).ok_or_else(|| {
        let message = "the MPI library does not work in a process with several threads";
        Failure::new(Status::Failed, message)
    })?;
    if mpi.rank() > 0 {
        output::fall_silent();
    }
    Ok(mpi)
}

pub(super) fn expect_same_command(mpi: &mut Mpi) -> Result<(), Failure> {
    let words: Vec<_> = env::args_os().skip(1).collect();
    let words: Vec<_> = words.iter().map(|word| word.to_string_lossy()).collect();
    let program_failure = (Status::Failed, "; install the same file on every machine");
    expect_same(mpi, ("program", &program()), program_failure)?;
    expect_same(mpi, ("command line", &words.join(" ")), (Status::Usage, ""))
}

/// Returns the version of the program and a digest that distinguishes builds.
fn program() -> String {
    let version = env!("CARGO_PKG_VERSION");
    let bytes = env::current_exe().and_then(fs::read);
    let digest = bytes.map_or(0, |bytes| xxh3_64(&bytes));
    format!("loa {version}, build {digest:016x}")
}
