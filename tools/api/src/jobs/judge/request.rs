//! The parts of a judgement.

use std::num::{NonZeroU32, NonZeroUsize};
use std::path::PathBuf;

use loa_engine::client::{Protocol, Setup};
use loa_judge::judging::FailOn;
use loa_judge::suite::{ThemedPosition, read_positions};
use loa_solver::{Board, Material, Preset, Rules};
use serde::Deserialize;

use crate::failure::{Failure, bail};
use crate::input::{name_of, read_text};
use crate::jobs::Work;
use crate::jobs::engines::{LogFile, SearchLimits, milliseconds};
use crate::jobs::values::{PROTOCOLS, named};
use crate::output_file::Overwrite;
use crate::request::separated;

// Options that the help shows below the common options.
const POSITIONS: &str = "Positions to ask about";
const ENGINE: &str = "The engine";
const ENDINGS: &str = "Endings to play";
const REPORT: &str = "The report";

/// Judge an engine by the tables
///
/// The command asks the engine for its move in positions that the tables cover. The report shows
/// the effect of each move on the value: whether it kept a win or a draw, how much longer a win or
/// how much shorter a loss became, and which moves were the worst.
///
/// Positions are sampled at random; a seed makes the sample repeatable. A stratum is all positions
/// of one material, result and band of distances (1-2, 3-4, 5-8, 9-16 plies and so on). Each
/// stratum of wins gets the same number of places, one of draws twice and one of losses half that
/// number; places that a rare stratum cannot fill go to the others. Rare positions are also
/// collected along best play from the longest wins and losses of each table and from draws. The
/// command looks up two positions for each place and gives the engine the harder half of each
/// stratum: first those with the larger share of moves that give the result away, then those with
/// the larger share that lose time. Positions without a wrong move are skipped.
#[derive(Clone, Debug, Deserialize, clap::Args)]
#[serde(deny_unknown_fields)]
pub(in crate::jobs) struct JudgeRequest {
    #[arg(from_global)]
    pub(super) rules: Option<Preset>,
    /// The engine's command line, split into words as by a shell
    #[arg(value_name = "ENGINE")]
    pub(super) engine: String,
    /// The board of the positions, such as 5x5
    #[arg(conflicts_with = "suite")]
    pub(super) board: Option<Board>,
    /// Ask about the positions of a file instead: a suite, or one position per line, up to a
    /// semicolon; comments begin with #
    #[arg(long, value_name = "FILE")]
    pub(super) suite: Option<PathBuf>,
    /// Number of positions to ask about [default: 1000]
    #[arg(long, value_name = "N", value_parser = positions(), conflicts_with = "suite")]
    pub(super) positions: Option<u32>,
    /// Seed: the same number gives the same positions [default: 1]
    #[arg(help_heading = POSITIONS, long, value_name = "N")]
    seed: Option<u64>,
    /// Use only positions of this material [default: all that has tables]
    #[serde(default, deserialize_with = "separated")]
    #[arg(help_heading = POSITIONS, long, value_name = "AvB")]
    #[arg(value_delimiter = ',', conflicts_with = "suite")]
    pub(super) material: Vec<Material>,
    /// Use only positions with up to N stones
    #[arg(help_heading = POSITIONS, long, alias = "pieces")]
    #[arg(value_name = "N", conflicts_with = "suite")]
    pub(super) stones: Option<u32>,
    /// Protocol that the engine speaks. With codingame, --movetime is by default 150, --grace 0 and
    /// --ready 1000
    #[serde(default)]
    #[arg(help_heading = ENGINE, long, default_value = "uci", value_parser = named(PROTOCOLS))]
    pub(super) protocol: Protocol,
    #[serde(default)]
    #[command(flatten)]
    pub(super) limits: SearchLimits,
    /// Milliseconds to prepare at the start and before each position; with codingame, for the first
    /// move of a game [default: 10000]
    #[arg(help_heading = ENGINE, long, value_name = "MS")]
    pub(super) ready: Option<NonZeroU32>,
    /// An option to set, such as Hash=64; repeatable
    #[serde(default)]
    #[arg(help_heading = ENGINE, long = "option", value_name = "NAME=VALUE", value_parser = option)]
    pub(super) options: Vec<(String, String)>,
    /// Number of engines in parallel [default: one per thread]
    #[arg(help_heading = ENGINE, long, value_name = "N")]
    #[arg(value_parser = clap::value_parser!(u16).range(1..=1024))]
    pub(super) workers: Option<u16>,
    /// Stop after N engine failures [default: 10]
    #[arg(help_heading = ENGINE, long, value_name = "N")]
    pub(super) max_failures: Option<NonZeroUsize>,
    /// Also play N positions won in five plies or more against perfect defence, and N drawn
    /// positions against best resistance [default: 0]
    #[arg(help_heading = ENDINGS, long, value_name = "N", value_parser = positions())]
    pub(super) play: Option<u32>,
    /// End each of these games after N plies [default: 200]
    #[arg(help_heading = ENDINGS, long, value_name = "N")]
    pub(super) max_plies: Option<NonZeroUsize>,
    /// Number of worst moves to show [default: 10]
    #[arg(help_heading = REPORT, long, value_name = "N")]
    pub(super) worst: Option<usize>,
    /// List every move in the JSON, not only the worst
    #[serde(default)]
    #[arg(help_heading = REPORT, long, requires = "json")]
    pub(super) moves: bool,
    /// Also write every line to and from the engine, with its time
    #[arg(help_heading = REPORT, long, value_name = "FILE")]
    pub(super) log: Option<PathBuf>,
    /// Events that end the command with exit status 3 [default: blunder,failure]
    #[arg(help_heading = REPORT, long, value_name = "WHAT")]
    #[arg(value_delimiter = ',', value_parser = named(EVENTS))]
    fail_on: Option<Vec<Option<FailOn>>>,
    #[serde(default, rename = "force")]
    #[command(flatten)]
    pub(super) overwrite: Overwrite,
}

/// The positions of a suite or of a list.
pub(super) struct Suite {
    pub(super) name: String,
    /// The rules of the question, or else those of the first line that names rules.
    pub(super) rules: Option<Rules>,
    pub(super) positions: Vec<ThemedPosition>,
}

impl JudgeRequest {
    /// Reads the suite or the list, if the question names one.
    pub(super) fn suite(&self) -> Result<Option<Suite>, Failure> {
        let Some(file) = &self.suite else {
            return Ok(None);
        };
        let (name, rules) = (name_of(file), self.rules.map(|preset| preset.rules));
        let (rules, positions) = read_positions(rules, &name, &read_text(file)?)?;
        Ok(Some(Suite { name, rules, positions }))
    }

    /// Returns the program to start and the limits of its searches.
    pub(super) fn setup(
        &self,
        rules: Rules,
        log: &LogFile,
        work: &Work<'_>,
    ) -> Result<Setup, Failure> {
        let (limits, codingame) = (&self.limits, self.protocol == Protocol::Codingame);
        let misfit = rules != Rules::default() || !self.board.is_none_or(is_8x8);
        let has_others =
            limits.depth.is_some() || limits.nodes.is_some() || !self.options.is_empty();
        if codingame && (misfit || has_others) {
            bail!(
                Usage,
                "CodinGame's protocol knows 8x8 under mover-pass and times alone, and no options"
            );
        }
        let (time, late, ready) = if codingame { (150, 0, 1000) } else { (100, 1000, 10_000) };
        let mut setup = limits.setup(&self.engine, (time, late), log, work)?;
        setup.protocol = self.protocol;
        setup.ready = milliseconds(self.ready.map_or(ready, u32::from));
        setup.options.clone_from(&self.options);
        Ok(setup)
    }

    pub(super) fn seed(&self) -> u64 {
        self.seed.unwrap_or(1)
    }

    /// Returns the events that fail the engine. With `never`, no event does.
    pub(super) fn fail_on(&self) -> Vec<FailOn> {
        let usual = vec![Some(FailOn::Blunder), Some(FailOn::Failure)];
        let named: Option<Vec<_>> = self.fail_on.clone().unwrap_or(usual).into_iter().collect();
        named.unwrap_or_default()
    }
}

/// True for the only board of CodinGame's protocol.
pub(super) fn is_8x8(board: Board) -> bool {
    (board.files(), board.ranks()) == (8, 8)
}

/// The kinds of events that fail an engine, by name.
const EVENTS: [(&str, &str, Option<FailOn>); 5] = [
    (
        "blunder",
        "A move that gives a win or a draw away, or a game in which that happens",
        Some(FailOn::Blunder),
    ),
    ("failure", "An engine that hangs, dies or answers without a move", Some(FailOn::Failure)),
    ("slower", "A move that wins later than necessary", Some(FailOn::Slower)),
    ("sooner", "A move that loses sooner than necessary", Some(FailOn::Sooner)),
    ("never", "Nothing", None),
];

fn positions() -> clap::builder::RangedI64ValueParser<u32> {
    clap::value_parser!(u32).range(..=1_000_000)
}

fn option(text: &str) -> Result<(String, String), String> {
    let (name, value) = text.split_once('=').ok_or("expected NAME=VALUE")?;
    Ok((name.trim().to_owned(), value.trim().to_owned()))
}
