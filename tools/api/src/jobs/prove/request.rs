//! The parts of a proof search.

use std::path::{Path, PathBuf};
use std::time::Duration;

use loa_record::text::path_text;
use loa_record::{Game, WrittenPosition};
use loa_solver::proof::{Question, RuleSet};
use loa_solver::{Color, ParsePresetError, Position, Preset};
use serde::Deserialize;
use serde::de::{Deserializer, Error};

use crate::failure::{Failure, bail};
use crate::jobs::Work;
use crate::jobs::values::size;
use crate::output_file::{OutputFile, Overwrite, is_special};
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
pub(in crate::jobs) struct ProveRequest {
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
    pub(super) winner: Option<Color>,
    /// Search only for a win within this number of plies, up to 127
    #[arg(long, value_name = "PLIES", value_parser = plies())]
    pub(super) within: Option<u8>,
    /// After proving a win, search for shorter wins until the search finds none
    #[serde(default)]
    #[arg(long)]
    pub(super) shortest: bool,
    /// The file for the certificate. The search is saved beside it, in FILE.search (further
    /// processes: FILE.search.1 and so on), and continues from there
    #[arg(long, value_name = "FILE")]
    proof: Option<PathBuf>,
    /// Memory for the search's tables, on 8x8 at least 64 MiB, with --within at least 4 GiB; may
    /// change when a saved search continues [default: 1GiB, or less if the system has too little]
    #[arg(long, value_name = "SIZE", value_parser = size)]
    pub(super) hash: Option<u64>,
    /// Correct first estimates of work with a small net, which the search trains on its own table
    /// as it grows, or not; a saved search keeps the setting it began with
    #[serde(default = "usual_learning")]
    #[arg(long, value_name = "on|off", default_value = "on")]
    #[arg(action = clap::ArgAction::Set, value_parser = on_or_off)]
    pub(super) learn: bool,
    /// Seconds after which the command ends undecided
    #[arg(long, value_name = "SECONDS")]
    pub(super) time: Option<u64>,
    /// Seconds between two saves of the search [default: 600]
    #[arg(long, value_name = "SECONDS")]
    checkpoint: Option<u64>,
    /// Maximum size of a saved search, without the net's 22 kB [default: no limit]. A limited save
    /// keeps the positions that took the most work, so that a small file can be passed on, and
    /// searches the rest again
    #[arg(long, value_name = "SIZE", requires = "proof", value_parser = size)]
    pub(super) save: Option<u64>,
    #[serde(default, rename = "force")]
    #[command(flatten)]
    pub(super) overwrite: Overwrite,
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

impl ProveRequest {
    pub(super) fn preset(&self) -> Preset {
        self.rules.unwrap_or_default()
    }

    pub(super) fn rule_set(&self) -> RuleSet {
        match self.preset() {
            rules if rules == NORMAL => RuleSet::NORMAL,
            preset => RuleSet::one(preset.rules),
        }
    }

    /// Returns the time between two saves.
    pub(super) fn checkpoint(&self) -> Duration {
        Duration::from_secs(self.checkpoint.unwrap_or(600).max(1))
    }

    pub(super) fn start(&self) -> Result<Position, Failure> {
        let read = |text: &str| -> Result<Position, Failure> {
            Ok(text.parse::<WrittenPosition>()?.under(self.preset().rules)?)
        };
        let start = read(&self.board.join(" "))?;
        let position = self.position.as_deref().map(read).transpose()?.unwrap_or(start);
        let (board, other) = (start.board(), position.board());
        if other != board {
            bail!(Usage, "{position} is a position of {other}, not of {board}");
        }
        if let Some(end) = Game::new(self.preset(), position).end() {
            bail!(Usage, "the game is over in {position}: {end}");
        }
        Ok(position)
    }

    /// Returns whether the certificate goes to a pipe, a device or standard output. Nothing can be
    /// saved beside it.
    fn is_piped(&self) -> bool {
        self.proof.as_deref().is_some_and(|proof| is_special(proof) && !proof.is_dir())
    }

    /// Returns the file for the certificate. The search is saved beside it.
    pub(super) fn file(&self) -> Option<&Path> {
        self.proof.as_deref().filter(|_| !self.is_piped())
    }

    /// Opens the pipe for the certificate, to which the first process writes.
    pub(super) fn pipe(&self, work: &Work<'_>) -> Result<Option<OutputFile>, Failure> {
        let Some(pipe) = self.proof.as_deref().filter(|_| self.is_piped()) else {
            return Ok(None);
        };
        if self.save.is_some() {
            let pipe = path_text(pipe);
            bail!(Usage, "--proof {pipe}: --save saves the search beside a file");
        }
        let is_first = work.exchange.rank() == 0;
        is_first.then(|| self.overwrite.open(pipe, work.stdout)).transpose()
    }
}
