//! `loa search`: finds positions of a kind in tables.

use std::fmt::Display;
use std::num::NonZeroUsize;

use loa_api::{Findings, MaterialCount, SearchReport, SearchRequest};
use loa_judge::search::{Found, Wanted};

use crate::common::Common;
use crate::failure::Failure;
use crate::interruption::heed_signals;
use crate::output;

/// Find positions in tables
///
/// Prints all positions that match, one of each symmetry class with Black to move; with --sample, N
/// random ones, some perhaps twice. Positions whose game is over never match.
#[derive(clap::Args, Debug)]
pub(crate) struct SearchArgs {
    #[command(flatten)]
    question: SearchRequest,
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

/// The default maximum number of positions per material.
const USUAL_LIMIT: usize = 100;

pub(crate) fn run(common: &Common, args: &SearchArgs) -> Result<(), Failure> {
    heed_signals()?;
    let meter = common.meter();
    let control = meter.control();
    let library = common.library()?;
    let (mut search, materials) = args.question.search(&library, args.longest)?;
    search.wanted = match (args.zugzwang, args.only_move) {
        (true, _) => Wanted::MutualZugzwang,
        (_, true) => Wanted::OnlyMove,
        _ => Wanted::Any,
    };
    let has_all = args.csv || args.count || args.sample.is_some();
    let usual = if has_all { usize::MAX } else { USUAL_LIMIT };
    search.limit = args.limit.map_or(usual, NonZeroUsize::get);
    if args.csv {
        let counts = "material,positions,placements";
        output::line(if args.count { counts } else { "position,material,result,plies" })?;
    }
    let (mut positions, mut counts) = (Vec::new(), Vec::new());
    for material in materials {
        if args.count {
            let count = MaterialCount::of(&search, material, &control)?;
            let print = || print(common, args, count, MaterialCount::csv, &mut counts);
            meter.suspend(print)?;
            continue;
        }
        let take = |one: Found| {
            let print = || print(common, args, one, Found::csv, &mut positions);
            meter.suspend(print)
        };
        match args.sample {
            Some(count) => {
                let sample = search.sample(material, count as usize, args.seed, &control)?;
                sample.into_iter().try_for_each(take)?;
            }
            None => search.each(material, &control, take)?,
        }
    }
    meter.finish();
    if !common.json {
        return Ok(());
    }
    let found = if args.count { Findings::Counts(counts) } else { Findings::Positions(positions) };
    output::json(&SearchReport { board: search.board, rules: search.tables.rules(), found })
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
