//! `prove`: proves who wins from a position and writes a certificate.

use std::path::{Path, PathBuf};
use std::time::Duration;

use loa_record::text::path_text;
use loa_record::{Game, Proviso, WrittenPosition};
use loa_solver::proof::Question;
use loa_solver::proof::RuleSet;
use loa_solver::retrograde::all_succeed;
use loa_solver::{Color, ParsePresetError, Position, Preset, Rules};
use serde::Deserialize;
use serde::de::{Deserializer, Error};

use super::values::size;
use super::{Job, Work};
use crate::certificates::ProveReport;
use crate::failure::{Failure, Status, bail, failure};
use crate::output_file::{OutputFile, Overwrite, is_special};
use crate::proving::{ProofJob, ProofOutcome, certificate_elsewhere};
use crate::request::if_given;

/// Prove who wins a board from its start, and write a certificate
///
/// The search looks for a win of the first player and a win of the second in turns, each turn as
/// long as all turns before it together, unless --winner names one player. A search without a
/// result ends undecided; only with --within does it prove that no win exists.
///
/// Processes that mpirun starts share the work: see docs/cluster.md.
#[derive(Clone, Debug, Deserialize, clap::Args)]
#[serde(deny_unknown_fields)]
pub(super) struct ProveRequest {
    #[serde(default, deserialize_with = "one_or_normal")]
    #[arg(from_global)]
    rules: Option<Preset>,
    /// The board, such as 5x5 (files x ranks, each 3 to 8), or: start BOARD, or: scrambled BOARD,
    /// or another position
    #[serde(deserialize_with = "words")]
    #[arg(num_args = 1..=2, required = true, value_name = "BOARD")]
    board: Vec<String>,
    /// A position of the board to use instead of its start
    #[arg(long, value_name = "POSITION")]
    position: Option<String>,
    /// Prove a win for this player only (x or o, also black or white)
    #[serde(default, deserialize_with = "if_given")]
    #[arg(long, value_name = "x|o")]
    winner: Option<Color>,
    /// Search only for a win within this number of plies, up to 127
    #[arg(long, value_name = "PLIES", value_parser = plies())]
    within: Option<u8>,
    /// After proving a win, search for shorter wins until the search finds none
    #[serde(default)]
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
    #[serde(default = "usual_learning")]
    #[arg(long, value_name = "on|off", default_value = "on")]
    #[arg(action = clap::ArgAction::Set, value_parser = on_or_off)]
    learn: bool,
    /// Seconds after which the command ends undecided
    #[arg(long, value_name = "SECONDS")]
    time: Option<u64>,
    /// Seconds between two saves of the search [default: 600]
    #[arg(long, value_name = "SECONDS")]
    checkpoint: Option<u64>,
    /// Maximum size of a saved search, without the net's 22 kB [default: no limit]. A limited save
    /// keeps the positions that took the most work, so that a small file can be passed on, and
    /// searches the rest again
    #[arg(long, value_name = "SIZE", requires = "proof", value_parser = size)]
    save: Option<u64>,
    #[serde(default, rename = "force")]
    #[command(flatten)]
    overwrite: Overwrite,
}

const fn usual_learning() -> bool {
    true
}

fn plies() -> clap::builder::RangedI64ValueParser<u8> {
    clap::value_parser!(u8).range(1..=i64::from(Question::MOST_PLIES))
}

fn on_or_off(text: &str) -> Result<bool, String> {
    match text {
        "on" => Ok(true),
        "off" => Ok(false),
        _ => Err("expected on or off".to_owned()),
    }
}

/// A preset that stands for all normal rules ids together.
pub const NORMAL: Preset = Preset { name: "normal", ..Preset::ALL[0] };

/// Reads a preset, a rules id, or `normal`.
///
/// # Errors
/// When the text is something else.
pub fn preset_or_normal(text: &str) -> Result<Preset, ParsePresetError> {
    if text.eq_ignore_ascii_case(NORMAL.name) { Ok(NORMAL) } else { text.parse() }
}

fn one_or_normal<'de, D: Deserializer<'de>>(given: D) -> Result<Option<Preset>, D::Error> {
    let text = Option::<String>::deserialize(given)?;
    text.map(|text| preset_or_normal(&text).map_err(D::Error::custom)).transpose()
}

fn words<'de, D: Deserializer<'de>>(given: D) -> Result<Vec<String>, D::Error> {
    String::deserialize(given).map(|text| vec![text])
}

impl Job for ProveRequest {
    type Answer = ProveReport;

    fn run(&self, work: &mut Work<'_>) -> Result<(ProveReport, Option<Failure>), Failure> {
        let read = self.read(work);
        let (job, pipe) = all_succeed(work.exchange, read)?;
        let outcome = job.run(work.exchange, &mut work.control);
        let outcome = outcome.map_err(|failure| match failure.status {
            Status::Interrupted if job.proof.is_none() => {
                failure!(
                    Interrupted,
                    "{failure}; with --proof FILE the search would have been saved"
                )
            }
            _ => failure,
        });
        let ProofOutcome { certificate, mut report, mut trouble } = outcome?;
        if let Some(bytes) = certificate {
            if let Some(why) = pipe.and_then(|pipe| pipe.write(&bytes).err()) {
                let name = Path::new("certificate.proof");
                let (file, why) = certificate_elsewhere(name, &bytes, why)?;
                trouble = Some(why);
                report.proof = Some(path_text(&file));
            }
            report.proviso = Proviso::of(self.rules.unwrap_or_default());
        }
        Ok((report, trouble))
    }
}

impl ProveRequest {
    fn rules(&self) -> Rules {
        self.rules.unwrap_or_default().rules
    }

    fn start(&self) -> Result<Position, Failure> {
        let read = |text: &str| -> Result<Position, Failure> {
            Ok(text.parse::<WrittenPosition>()?.under(self.rules())?)
        };
        let start = read(&self.board.join(" "))?;
        let position = self.position.as_deref().map(read).transpose()?.unwrap_or(start);
        let (board, other) = (start.board(), position.board());
        if other != board {
            bail!(Usage, "{position} is a position of {other}, not of {board}");
        }
        if let Some(end) = Game::new(self.rules.unwrap_or_default(), position).end() {
            bail!(Usage, "the game is over in {position}: {end}");
        }
        Ok(position)
    }

    /// Returns the path of a certificate that is a pipe, a device or standard output. Nothing can be
    /// saved beside it.
    fn pipe(&self) -> Option<&Path> {
        self.proof.as_deref().filter(|proof| is_special(proof) && !proof.is_dir())
    }

    /// Returns the search of a process, and the pipe for its certificate if it writes to one.
    fn read(&self, work: &Work<'_>) -> Result<(ProofJob, Option<OutputFile>), Failure> {
        let pipe = self.pipe();
        if let (Some(pipe), Some(_)) = (pipe, self.save) {
            let pipe = path_text(pipe);
            bail!(Usage, "--proof {pipe}: --save saves the search beside a file");
        }
        let proof = self.proof.as_deref().filter(|_| pipe.is_none());
        proof.map_or(Ok(()), |proof| self.overwrite.check(proof))?;
        let job = ProofJob {
            start: self.start()?,
            rules: match self.rules {
                Some(rules) if rules == NORMAL => RuleSet::NORMAL,
                _ => RuleSet::one(self.rules()),
            },
            winner: self.winner,
            within: self.within,
            shortest: self.shortest,
            learn: self.learn,
            hash: self.hash,
            threads: work.threads,
            time: self.time.map(Duration::from_secs),
            proof: proof.map(Path::to_owned),
            checkpoint: Duration::from_secs(self.checkpoint.unwrap_or(600).max(1)),
            most_saved: self.save,
        };
        let pipe = pipe.filter(|_| work.exchange.rank() == 0);
        let pipe = pipe.map(|pipe| self.overwrite.open(pipe, work.stdout));
        Ok((job, pipe.transpose()?))
    }
}
