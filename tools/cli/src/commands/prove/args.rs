//! The arguments of `loa prove`.

use std::io;
use std::path::PathBuf;

use loa_api::amount;
use loa_solver::Color;
use loa_solver::proof::Question;
use loa_tablebase::fitting;

use crate::failure::{Failure, failure};
use crate::output_file::Overwrite;
use crate::size::size;

/// Prove who wins a board from its start, and write a certificate
///
/// The search looks for a win of the first player and a win of the second in turns, each turn as
/// long as all turns before it together, unless --winner names one player. A search without a
/// result ends undecided; only with --within does it prove that no win exists.
///
/// Processes that mpirun starts share the work: see docs/cluster.md.
#[derive(clap::Args, Debug)]
pub(crate) struct ProveArgs {
    /// The board, such as 5x5 (files x ranks, each 3 to 8), or: start BOARD, or: scrambled BOARD,
    /// or another position
    #[arg(num_args = 1..=2, required = true, value_name = "BOARD")]
    pub(super) board: Vec<String>,
    /// A position of the board to use instead of its start
    #[arg(long, value_name = "POSITION")]
    pub(super) position: Option<String>,
    /// Prove a win for this player only (x or o, also black or white)
    #[arg(long, value_name = "x|o")]
    pub(super) winner: Option<Color>,
    /// Search only for a win within this number of plies, up to 127
    #[arg(long, value_name = "PLIES")]
    #[arg(value_parser = clap::value_parser!(u8).range(1..=i64::from(Question::MOST_PLIES)))]
    pub(super) within: Option<u8>,
    /// After proving a win, search for shorter wins until the search finds none
    #[arg(long)]
    pub(super) shortest: bool,
    /// The file for the certificate. The search is saved beside it, in FILE.search (further
    /// processes: FILE.search.1 and so on), and continues from there
    #[arg(long, value_name = "FILE")]
    pub(super) proof: Option<PathBuf>,
    /// Memory for the search's tables, on 8x8 at least 64 MiB, with --within at least 4 GiB; may
    /// change when a saved search continues [default: 1GiB, or less if the system has too little]
    #[arg(long, value_name = "SIZE", value_parser = size)]
    pub(super) hash: Option<u64>,
    /// Correct first estimates of work with a small net, which the search trains on its own table
    /// as it grows, or not; a saved search keeps the setting it began with
    #[arg(long, value_name = "on|off", default_value = "on")]
    #[arg(action = clap::ArgAction::Set, value_parser = on_or_off)]
    pub(super) learn: bool,
    /// Seconds after which the command ends undecided
    #[arg(long, value_name = "SECONDS")]
    pub(super) time: Option<u64>,
    /// Seconds between two saves of the search
    #[arg(long, value_name = "SECONDS", default_value_t = 600)]
    pub(super) checkpoint: u64,
    /// Maximum size of a saved search, without the net's 22 kB [default: no limit]. A limited save
    /// keeps the positions that took the most work, so that a small file can be passed on, and
    /// searches the rest again
    #[arg(long, value_name = "SIZE", requires = "proof", value_parser = size)]
    pub(super) save: Option<u64>,
    /// Seconds between progress lines when output is not a terminal
    #[arg(long, value_name = "SECONDS", default_value_t = 10)]
    pub(super) log_every: u64,
    #[command(flatten)]
    pub(super) overwrite: Overwrite,
}

/// The usual memory for the search's tables, in bytes.
const USUAL_HASH: u64 = 1 << 30;

/// The addresses that a thread of the search takes: 256 MiB for its stack, 128 MiB for its heap.
const THREAD_BYTES: u64 = 384 << 20;

impl ProveArgs {
    /// Makes a search on some threads with the requested memory for its tables, or with what the
    /// system has.
    pub(super) fn in_memory<T>(
        &self,
        threads: usize,
        make: impl Fn(u64) -> io::Result<T>,
    ) -> Result<T, Failure> {
        let Some(bytes) = self.hash else {
            let made = fitting(USUAL_HASH, THREAD_BYTES * threads as u64, make);
            return made.map_err(|error| failure!(Failed, "no memory for the search: {error}"));
        };
        let refused = |error| failure!(Failed, "--hash: {} refused: {error}", amount(bytes));
        make(bytes).map_err(refused)
    }
}

fn on_or_off(text: &str) -> Result<bool, String> {
    match text {
        "on" => Ok(true),
        "off" => Ok(false),
        _ => Err("expected on or off".to_owned()),
    }
}
