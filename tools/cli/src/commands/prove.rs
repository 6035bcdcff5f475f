//! `loa prove`: proves who wins from a position and writes a certificate.

use std::path::{Path, PathBuf};
use std::time::Duration;

use loa_api::{ProofJob, ProofOutcome, certificate_elsewhere};
use loa_record::text::path_text;
use loa_solver::proof::Question;
use loa_solver::retrograde::all_succeed;
use loa_solver::{Color, Position};

use crate::common::Common;
use crate::failure::{Failure, Status, bail};
use crate::interruption::heed_signals;
use crate::output;
use crate::output_file::{OutputFile, Overwrite};
use crate::paths::is_special;
use crate::position_argument::read_position_under;
use crate::processes::Processes;
use loa_api::jobs::size;

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
    board: Vec<String>,
    /// A position of the board to use instead of its start
    #[arg(long, value_name = "POSITION")]
    position: Option<String>,
    /// Prove a win for this player only (x or o, also black or white)
    #[arg(long, value_name = "x|o")]
    winner: Option<Color>,
    /// Search only for a win within this number of plies, up to 127
    #[arg(long, value_name = "PLIES")]
    #[arg(value_parser = clap::value_parser!(u8).range(1..=i64::from(Question::MOST_PLIES)))]
    within: Option<u8>,
    /// After proving a win, search for shorter wins until the search finds none
    #[arg(long)]
    shortest: bool,
    /// The file for the certificate. The search is saved beside it, in FILE.search (further
    /// processes: FILE.search.1 and so on), and continues from there
    #[arg(long, value_name = "FILE")]
    proof: Option<PathBuf>,
    /// Memory for the search's tables, on 8x8 at least 64 MiB, with --within at least 4 GiB; may
    /// change when a saved search continues [default: 1GiB, or less if the system has too little]
    #[arg(long, value_name = "SIZE", value_parser = size)]
    hash: Option<u64>,
    /// Correct first estimates of work with a small net, which the search trains on its own table
    /// as it grows, or not; a saved search keeps the setting it began with
    #[arg(long, value_name = "on|off", default_value = "on")]
    #[arg(action = clap::ArgAction::Set, value_parser = on_or_off)]
    learn: bool,
    /// Seconds after which the command ends undecided
    #[arg(long, value_name = "SECONDS")]
    time: Option<u64>,
    /// Seconds between two saves of the search
    #[arg(long, value_name = "SECONDS", default_value_t = 600)]
    checkpoint: u64,
    /// Maximum size of a saved search, without the net's 22 kB [default: no limit]. A limited save
    /// keeps the positions that took the most work, so that a small file can be passed on, and
    /// searches the rest again
    #[arg(long, value_name = "SIZE", requires = "proof", value_parser = size)]
    save: Option<u64>,
    #[command(flatten)]
    overwrite: Overwrite,
}

impl ProveArgs {
    fn start(&self, common: &Common) -> Result<Position, Failure> {
        let read = |text: &str| read_position_under(common.rules.rules, text);
        let start = read(&self.board.join(" "))?;
        let Some(position) = &self.position else {
            return Ok(start);
        };
        let position = read(position)?;
        if position.board() != start.board() {
            bail!(
                Usage,
                "{position} is a position of {}, not of {}",
                position.board(),
                start.board()
            );
        }
        Ok(position)
    }

    /// Returns the path of a certificate that is a pipe, a device or standard output. Nothing can be
    /// saved beside it.
    fn pipe(&self) -> Option<&Path> {
        self.proof.as_deref().filter(|proof| is_special(proof) && !proof.is_dir())
    }

    /// Returns the search of a process, and the pipe for its certificate if it writes to one.
    fn read(
        &self,
        common: &Common,
        is_first: bool,
    ) -> Result<(ProofJob, Option<OutputFile>), Failure> {
        let pipe = self.pipe();
        if let (Some(pipe), Some(_)) = (pipe, self.save) {
            bail!(Usage, "--proof {}: --save saves the search beside a file", path_text(pipe));
        }
        let proof = self.proof.as_deref().filter(|_| pipe.is_none());
        proof.map_or(Ok(()), |proof| self.overwrite.check(proof))?;
        let job = ProofJob {
            start: self.start(common)?,
            rules: common.rule_set(),
            winner: self.winner,
            within: self.within,
            shortest: self.shortest,
            learn: self.learn,
            hash: self.hash,
            threads: common.threads(),
            time: self.time.map(Duration::from_secs),
            proof: proof.map(Path::to_owned),
            checkpoint: Duration::from_secs(self.checkpoint.max(1)),
            most_saved: self.save,
        };
        let pipe = pipe.filter(|_| is_first).map(|pipe| self.overwrite.open(pipe));
        Ok((job, pipe.transpose()?))
    }
}

pub(crate) fn run(
    common: &Common,
    args: &ProveArgs,
    processes: &mut Processes,
) -> Result<(), Failure> {
    heed_signals()?;
    let exchange = processes.exchange();
    let is_first = exchange.rank() == 0;
    let read = args.read(common, is_first);
    let (job, pipe) = all_succeed(exchange, read)?;
    let meter = common.meter();
    let ended = job.run(exchange, &mut meter.control());
    meter.finish();
    match ended {
        Ok(ProofOutcome::Proved(mut proved)) => {
            if !is_first {
                return proved.trouble.map_or(Ok(()), Err);
            }
            if let Some(why) = pipe.and_then(|pipe| pipe.write(&proved.bytes).err()) {
                let name = Path::new("certificate.proof");
                let (file, why) = certificate_elsewhere(name, &proved.bytes, why)?;
                proved.trouble = Some(why);
                proved.report.proof = Some(path_text(&file));
            }
            common.show(&proved.report)?;
            proved.trouble.map_or(Ok(()), Err)
        }
        Ok(ProofOutcome::Undecided(report, failure)) => {
            if common.json {
                output::json(&report)?;
            }
            Err(failure)
        }
        Err(failure) if failure.status == Status::Interrupted && job.proof.is_none() => {
            bail!(Interrupted, "{failure}; with --proof FILE the search would have been saved")
        }
        Err(failure) => Err(failure),
    }
}

fn on_or_off(text: &str) -> Result<bool, String> {
    match text {
        "on" => Ok(true),
        "off" => Ok(false),
        _ => Err("expected on or off".to_owned()),
    }
}
