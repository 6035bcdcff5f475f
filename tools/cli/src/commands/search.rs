//! `loa search`: finds positions of a kind in tables.

use std::fmt::Display;
use std::num::NonZeroUsize;
use std::ops::RangeInclusive;

use loa_api::{Findings, MaterialCount, Order, PositionKind, SearchReport, SearchRequest};
use loa_judge::search::Found;
use loa_solver::{Board, Material, Wdl};

use super::census::joined;
use crate::common::{Common, named};
use crate::failure::Failure;
use crate::interruption::heed_signals;
use crate::output;
use crate::progress::StageProgress;

/// Find positions in tables
///
/// Prints all positions that match, one of each symmetry class with Black to move; with --sample, N
/// random ones. Positions whose game is over never match.
#[derive(clap::Args, Debug)]
pub(crate) struct SearchArgs {
    /// The board, such as 5x5
    board: Board,
    /// Only this material, the side to move first; separate several with commas [default: all that
    /// has tables]
    #[arg(long, value_name = "AvB", value_delimiter = ',')]
    material: Vec<Material>,
    /// Only this result for the side to move
    #[arg(long, value_name = "RESULT", value_parser = named(RESULTS))]
    result: Option<Wdl>,
    /// Only positions with this number of plies to the end: 7, or 5..9
    #[arg(long, value_name = "PLIES", value_parser = plies)]
    plies: Option<RangeInclusive<u16>>,
    /// Only the longest wins of each material, or with --result loss the longest losses
    #[arg(long, conflicts_with = "plies")]
    longest: bool,
    /// Only positions in which both sides would prefer the other to move
    #[arg(long, conflicts_with = "only_move")]
    zugzwang: bool,
    /// Only positions in which a single move keeps the win or the draw
    #[arg(long)]
    only_move: bool,
    /// Maximum number of positions to print per material [default: 100; with --csv all]
    #[arg(long, value_name = "N")]
    limit: Option<NonZeroUsize>,
    /// Print N random positions per material instead of all
    #[arg(long, value_name = "N", conflicts_with = "limit")]
    #[arg(value_parser = clap::value_parser!(u32).range(1..=1_000_000))]
    sample: Option<u32>,
    /// Seed of a sample: the same number gives the same positions
    #[arg(long, value_name = "N", default_value_t = 1, requires = "sample")]
    seed: u64,
    /// Print lines of position,material,result,plies
    #[arg(long, conflicts_with = "json")]
    csv: bool,
    /// Print only the numbers per material: symmetry classes and placements
    #[arg(long, conflicts_with_all = ["limit", "sample"])]
    count: bool,
}

/// The results by name.
const RESULTS: [(&str, &str, Wdl); 3] =
    [("win", "", Wdl::Win), ("draw", "", Wdl::Draw), ("loss", "", Wdl::Loss)];

/// The default maximum number of positions per material.
const USUAL_LIMIT: usize = 100;

impl SearchArgs {
    fn question(&self, common: &Common) -> SearchRequest {
        let has_all = self.csv || self.count || self.sample.is_some();
        let usual = if has_all { usize::MAX } else { USUAL_LIMIT };
        SearchRequest {
            rules: Some(common.rules.name.to_owned()),
            board: self.board.to_string(),
            material: joined(&self.material),
            kind: match (self.zugzwang, self.only_move) {
                (true, _) => PositionKind::Zugzwang,
                (_, true) => PositionKind::OnlyMove,
                _ => PositionKind::Any,
            },
            only_longest: self.longest,
            result: self.result,
            plies: self.plies.as_ref().map(|plies| *plies.start()),
            most_plies: self.plies.as_ref().map(|plies| *plies.end()),
            order: Order::Table,
            limit: Some(self.limit.map_or(usual, NonZeroUsize::get)),
        }
    }
}

pub(crate) fn run(common: &Common, args: &SearchArgs) -> Result<(), Failure> {
    heed_signals()?;
    let watch = StageProgress::new(common.quiet || common.json);
    let library = common.library()?;
    let (search, materials) = args.question(common).search(&library)?;
    if args.csv {
        let counts = "material,positions,placements";
        output::line(if args.count { counts } else { "position,material,result,plies" })?;
    }
    let (mut positions, mut counts) = (Vec::new(), Vec::new());
    for material in materials {
        if args.count {
            let count = MaterialCount::of(&search, material, &watch)?;
            let print = || print(common, args, count, MaterialCount::csv, &mut counts);
            watch.display.suspend(print)?;
            continue;
        }
        let take = |one: Found| {
            let print = || print(common, args, one, Found::csv, &mut positions);
            watch.display.suspend(print)
        };
        match args.sample {
            Some(count) => {
                let sample = search.sample(material, count as usize, args.seed, &watch)?;
                sample.into_iter().try_for_each(take)?;
            }
            None => search.each(material, &watch, take)?,
        }
    }
    watch.display.finish();
    if !common.json {
        return Ok(());
    }
    let found = if args.count { Findings::Counts(counts) } else { Findings::Positions(positions) };
    output::json(&SearchReport { board: args.board, rules: search.tables.rules(), found })
}

/// Prints a finding, or keeps it for the JSON of all.
fn print<T: Display>(
    common: &Common,
    args: &SearchArgs,
    one: T,
    csv: fn(&T) -> String,
    kept: &mut Vec<T>,
) -> Result<(), Failure> {
    match (common.json, args.csv) {
        (true, _) => kept.push(one),
        (_, true) => output::line(csv(&one))?,
        _ => output::line(one)?,
    }
    Ok(())
}

fn plies(text: &str) -> Result<RangeInclusive<u16>, String> {
    let number =
        |text: &str| text.parse::<u16>().map_err(|_| format!("'{text}' is not a number of plies"));
    match text.split_once("..") {
        Some((low, high)) => Ok(number(low)?..=number(high.trim_start_matches('='))?),
        None => number(text).map(|plies| plies..=plies),
    }
}
