//! The arguments of `loa judge`.

use std::num::{NonZeroU32, NonZeroU64, NonZeroUsize};
use std::path::PathBuf;

use loa_engine::client::Protocol;
use loa_judge::judging::FailOn;
use loa_solver::{Board, Material};

use super::super::engine::PROTOCOLS;
use crate::common::named;
use crate::output_file::Overwrite;

// The options of the help that stand below the common ones.
const POSITIONS: &str = "Positions to draw";
const ENGINE: &str = "The engine";
const ENDINGS: &str = "Endings to play out";
const REPORT: &str = "The report";

/// Judge an engine by the tables
///
/// The engine is asked for its move in positions that the tables cover. The report shows
/// the effect of each move on the value: whether it kept a win or a draw, how much
/// longer a win or how much shorter a loss became, and which moves were the worst.
///
/// The positions are drawn at random, the same for the same seed, in strata: all of
/// one material, result and band of distances (1-2, 3-4, 5-8, 9-16 plies and so
/// on). Each stratum gets the same number of places, a drawn one twice and a lost
/// one half as many as a won one; places that a rare stratum cannot fill go to the
/// others. Rare positions are also looked for along best play, on from the longest
/// wins and losses of each table and from draws. Two positions are looked up for each
/// place, and the engine gets the harder half of each stratum: those in which the
/// larger share of moves gives the result away, then those in which the larger share
/// loses time. Positions in which no move is wrong are skipped.
#[derive(clap::Args, Debug)]
pub(crate) struct JudgeArgs {
    /// The engine's command line, in words split as a shell splits them, or
    /// proof:FILE, the winner of a certificate, which is asked about positions of its
    /// proof
    #[arg(value_name = "ENGINE")]
    pub(super) engine: String,
    /// The board to draw positions of, such as 5x5 [default: that of a proof]
    #[arg(conflicts_with = "suite")]
    pub(super) board: Option<Board>,
    /// Ask about the positions of a file instead: a suite, or a position a line, up to a
    /// semicolon; comments begin with #
    #[arg(long, value_name = "FILE")]
    pub(super) suite: Option<PathBuf>,
    /// Number of positions to draw
    #[arg(
        long,
        value_name = "N",
        default_value_t = 1000,
        conflicts_with = "suite",
        value_parser = clap::value_parser!(u32).range(..=MOST)
    )]
    pub(super) positions: u32,
    /// Seed: the same number draws the same positions
    #[arg(help_heading = POSITIONS, long, value_name = "N", default_value_t = 1)]
    pub(super) seed: u64,
    /// Draw only positions of this material [default: all that there are tables of]
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
    /// Milliseconds for a move [default: 100; with codingame 150]
    #[arg(long, value_name = "MS", group = "limit")]
    pub(super) movetime: Option<NonZeroU32>,
    /// Plies to search, instead of a time
    #[arg(help_heading = ENGINE, long, value_name = "PLIES", group = "limit")]
    pub(super) depth: Option<NonZeroU32>,
    /// Positions to search, instead of a time
    #[arg(help_heading = ENGINE, long, value_name = "N", group = "limit")]
    pub(super) nodes: Option<NonZeroU64>,
    /// Milliseconds that an answer may come late [default: 1000; with codingame 0;
    /// with --depth or --nodes 60000, which is then all the time there is]
    #[arg(help_heading = ENGINE, long, value_name = "MS")]
    pub(super) grace: Option<u32>,
    /// Milliseconds to get ready in at the start and before each position; with
    /// codingame, for the first move of a game [default: 10000; with codingame 1000]
    #[arg(help_heading = ENGINE, long, value_name = "MS")]
    pub(super) ready: Option<NonZeroU32>,
    /// An option to set, such as Hash=64; can be given more than once
    #[arg(help_heading = ENGINE, long = "option", value_name = "NAME=VALUE", value_parser = option)]
    pub(super) options: Vec<(String, String)>,
    /// Engines to run side by side [default: as many as there are cores]
    #[arg(help_heading = ENGINE, long, value_name = "N", value_parser = clap::value_parser!(u16).range(1..=1024))]
    pub(super) workers: Option<u16>,
    /// Failures after which the engine is given up
    #[arg(help_heading = ENGINE, long, value_name = "N", default_value = "10")]
    pub(super) max_failures: NonZeroUsize,
    /// Also play out this many positions won in five plies or more, against perfect
    /// defence, and this many drawn ones, against best resistance
    #[arg(help_heading = ENDINGS, long, value_name = "N", default_value_t = 0)]
    #[arg(value_parser = clap::value_parser!(u32).range(..=MOST))]
    pub(super) play: u32,
    /// Plies after which a game that is played out is ended
    #[arg(help_heading = ENDINGS, long, value_name = "N", default_value = "200")]
    pub(super) max_plies: NonZeroUsize,
    /// Number of worst moves to show
    #[arg(help_heading = REPORT, long, value_name = "N", default_value_t = 10)]
    pub(super) worst: usize,
    /// Also write a page with tables and drawn boards
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

/// The kinds of events that make an engine fail, by their names.
const EVENTS: [(&str, &str, Option<FailOn>); 5] = [
    (
        "blunder",
        "A move that gives a win or a draw away, or a game in which that happens",
        Some(FailOn::Blunder),
    ),
    (
        "failure",
        "An engine that hangs, dies or gives an answer that is not a move",
        Some(FailOn::Failure),
    ),
    ("slower", "A move that wins later than need be", Some(FailOn::Slower)),
    ("sooner", "A move that loses sooner than need be", Some(FailOn::Sooner)),
    ("never", "Nothing", None),
];

/// The most positions that are drawn.
const MOST: i64 = 1_000_000;

fn option(text: &str) -> Result<(String, String), String> {
    let (name, value) = text.split_once('=').ok_or("expected NAME=VALUE")?;
    Ok((name.trim().to_owned(), value.trim().to_owned()))
}
