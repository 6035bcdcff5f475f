//! The arguments of `loa judge`.

use std::num::{NonZeroU32, NonZeroU64, NonZeroUsize};
use std::path::PathBuf;

use loa_api::output_file::Overwrite;
use loa_engine::client::Protocol;
use loa_judge::judging::FailOn;
use loa_solver::{Board, Material};

use super::super::engine::PROTOCOLS;
use crate::common::named;

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
#[derive(clap::Args, Debug)]
pub(crate) struct JudgeArgs {
    /// The engine's command line, split into words as by a shell, or proof:FILE, the winner of a
    /// certificate, which is asked about positions of the proof
    #[arg(value_name = "ENGINE")]
    pub(super) engine: String,
    /// The board of the positions, such as 5x5 [default: the board of a proof]
    #[arg(conflicts_with = "suite")]
    pub(super) board: Option<Board>,
    /// Ask about the positions of a file instead: a suite, or one position per line, up to a
    /// semicolon; comments begin with #
    #[arg(long, value_name = "FILE")]
    pub(super) suite: Option<PathBuf>,
    /// Number of positions to ask about
    #[arg(
        long,
        value_name = "N",
        default_value_t = 1000,
        conflicts_with = "suite",
        value_parser = clap::value_parser!(u32).range(..=MOST)
    )]
    pub(super) positions: u32,
    /// Seed: the same number gives the same positions
    #[arg(help_heading = POSITIONS, long, value_name = "N", default_value_t = 1)]
    pub(super) seed: u64,
    /// Use only positions of this material [default: all that has tables]
    #[arg(
        help_heading = POSITIONS,
        long,
        value_name = "AvB",
        value_delimiter = ',',
        conflicts_with = "suite"
    )]
    pub(super) material: Vec<Material>,
    /// Use only positions with up to N stones
    #[arg(
        help_heading = POSITIONS,
        long,
        alias = "pieces",
        value_name = "N",
        conflicts_with = "suite"
    )]
    pub(super) stones: Option<u32>,
    /// Protocol that the engine speaks
    #[arg(help_heading = ENGINE, long, default_value = "uci", value_parser = named(PROTOCOLS))]
    pub(super) protocol: Protocol,
    /// Milliseconds per move [default: 100; with codingame 150]
    #[arg(long, value_name = "MS", group = "limit")]
    pub(super) movetime: Option<NonZeroU32>,
    /// Search to a depth of N plies, without a time limit
    #[arg(help_heading = ENGINE, long, value_name = "PLIES", group = "limit")]
    pub(super) depth: Option<NonZeroU32>,
    /// Search N positions per move, without a time limit
    #[arg(help_heading = ENGINE, long, value_name = "N", group = "limit")]
    pub(super) nodes: Option<NonZeroU64>,
    /// Milliseconds that an answer may be late; with --depth or --nodes, the time for the whole
    /// answer [default: 1000; with codingame 0; with --depth or --nodes 60000]
    #[arg(help_heading = ENGINE, long, value_name = "MS")]
    pub(super) grace: Option<u32>,
    /// Milliseconds to prepare at the start and before each position; with codingame, for the first
    /// move of a game [default: 10000; with codingame 1000]
    #[arg(help_heading = ENGINE, long, value_name = "MS")]
    pub(super) ready: Option<NonZeroU32>,
    /// An option to set, such as Hash=64; repeatable
    #[arg(help_heading = ENGINE, long = "option", value_name = "NAME=VALUE", value_parser = option)]
    pub(super) options: Vec<(String, String)>,
    /// Number of engines in parallel [default: one per core]
    #[arg(help_heading = ENGINE, long, value_name = "N", value_parser = clap::value_parser!(u16).range(1..=1024))]
    pub(super) workers: Option<u16>,
    /// Stop after N engine failures
    #[arg(help_heading = ENGINE, long, value_name = "N", default_value = "10")]
    pub(super) max_failures: NonZeroUsize,
    /// Also play N positions won in five plies or more against perfect defence, and N drawn
    /// positions against best resistance
    #[arg(help_heading = ENDINGS, long, value_name = "N", default_value_t = 0)]
    #[arg(value_parser = clap::value_parser!(u32).range(..=MOST))]
    pub(super) play: u32,
    /// End each of these games after N plies
    #[arg(help_heading = ENDINGS, long, value_name = "N", default_value = "200")]
    pub(super) max_plies: NonZeroUsize,
    /// Number of worst moves to show
    #[arg(help_heading = REPORT, long, value_name = "N", default_value_t = 10)]
    pub(super) worst: usize,
    /// Also ask a random player, a greedy player and levels 0 to 5 about the same positions, and say
    /// which of them the engine plays like
    #[arg(help_heading = REPORT, long)]
    pub(super) baselines: bool,
    /// Also write an HTML page with tables and diagrams
    #[arg(long, value_name = "FILE")]
    pub(super) html: Option<PathBuf>,
    /// Also write every line to and from the engine, with its time
    #[arg(help_heading = REPORT, long, value_name = "FILE")]
    pub(super) log: Option<PathBuf>,
    /// Also compare with an older report, made with --json
    #[arg(help_heading = REPORT, long, value_name = "FILE")]
    pub(super) compare: Option<PathBuf>,
    /// Events that end the command with exit status 3
    #[arg(help_heading = REPORT, long, value_name = "WHAT", value_delimiter = ',',
          default_values = ["blunder", "failure"], value_parser = named(EVENTS))]
    pub(super) fail_on: Vec<Option<FailOn>>,
    #[command(flatten)]
    pub(super) overwrite: Overwrite,
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

/// The maximum number of positions in a sample.
const MOST: i64 = 1_000_000;

fn option(text: &str) -> Result<(String, String), String> {
    let (name, value) = text.split_once('=').ok_or("expected NAME=VALUE")?;
    Ok((name.trim().to_owned(), value.trim().to_owned()))
}
