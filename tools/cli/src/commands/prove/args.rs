//! The arguments of `loa prove`.

use std::path::PathBuf;

use loa_solver::Color;
use loa_solver::proof::Question;

use crate::output_file::Overwrite;
use crate::size::size;

/// Prove who wins a board from its start, and write a certificate
///
/// Searches for a win of the player who moves first and of the other in turns, each
/// turn as long as all before it, unless --winner names one. A win that is not found
/// is no proof of anything: the command then ends undecided.
///
/// Processes that mpirun has started share the work: see docs/cluster.md.
#[derive(clap::Args, Debug)]
pub(crate) struct ProveArgs {
    /// The board, such as 5x5 (files x ranks, each 3 to 8), or: start BOARD, or: scrambled
    /// BOARD, or another position
    #[arg(num_args = 1..=2, required = true, value_name = "BOARD")]
    pub(super) board: Vec<String>,
    /// Another position of the board than its start
    #[arg(long, value_name = "POSITION")]
    pub(super) position: Option<String>,
    /// The player whose win is to be proved, x or o, instead of either
    #[arg(long, value_name = "x|o", value_parser = color)]
    pub(super) winner: Option<Color>,
    /// Search only for a win within this number of plies, at most 127
    #[arg(long, value_name = "PLIES")]
    #[arg(value_parser = clap::value_parser!(u8).range(1..=i64::from(Question::MOST_PLIES)))]
    pub(super) within: Option<u8>,
    /// After a win is proved, search for shorter wins until none is found
    #[arg(long)]
    pub(super) shortest: bool,
    /// The file for the certificate; the search is saved beside it, in FILE.search (and
    /// FILE.search.1, .. of further processes), and continued from there
    #[arg(long, value_name = "FILE")]
    pub(super) proof: Option<PathBuf>,
    /// Memory for the search's tables; a saved search goes on with more or less of it, too
    #[arg(long, value_name = "SIZE", default_value = "1GiB", value_parser = size)]
    pub(super) hash: u64,
    /// Correct first estimates of work by a small net, which the search trains on its own
    /// table as it grows, or not; a saved search goes on as it began
    #[arg(long, value_name = "on|off", default_value = "on")]
    #[arg(action = clap::ArgAction::Set, value_parser = on_or_off)]
    pub(super) learn: bool,
    /// Seconds after which the command ends undecided
    #[arg(long, value_name = "SECONDS")]
    pub(super) time: Option<u64>,
    /// Seconds between two saves of the search
    #[arg(long, value_name = "SECONDS", default_value_t = 600)]
    pub(super) checkpoint: u64,
    /// The most bytes of a saved search besides the net's 22 kB, instead of all: it keeps what
    /// took most work, so that a small file can be handed on, and searches the rest again
    #[arg(long, value_name = "SIZE", requires = "proof", value_parser = size)]
    pub(super) save: Option<u64>,
    /// Seconds between two lines of progress where there is no terminal
    #[arg(long, value_name = "SECONDS", default_value_t = 10)]
    pub(super) log_every: u64,
    #[command(flatten)]
    pub(super) overwrite: Overwrite,
}

fn on_or_off(text: &str) -> Result<bool, String> {
    match text {
        "on" => Ok(true),
        "off" => Ok(false),
        _ => Err("expected on or off".to_owned()),
    }
}

fn color(text: &str) -> Result<Color, String> {
    match text {
        "x" => Ok(Color::Black),
        "o" => Ok(Color::White),
        _ => Err("expected x or o".to_owned()),
    }
}
