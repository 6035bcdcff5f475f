//! `loa search`: finds positions of a kind in tables.

use std::ops::RangeInclusive;

use loa_api::{Findings, FoundPosition, MaterialCount, SearchReport};
use loa_judge::search::{Found, Search, Wanted};
use loa_solver::{Board, Material};
use loa_tablebase::{Tablebase, Wdl};

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
    limit: Option<usize>,
    /// Print N random positions per material instead of all
    #[arg(long, value_name = "N", conflicts_with = "limit")]
    #[arg(value_parser = clap::value_parser!(u32).range(1..=1_000_000))]
    sample: Option<u32>,
    /// Seed of a sample: the same number gives the same positions
    #[arg(long, value_name = "N", default_value_t = 1)]
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

pub(crate) fn run(common: &Common, args: &SearchArgs) -> Result<(), Failure> {
    heed_signals()?;
    // The search shows no bar: the positions that it prints show its progress.
    let watch = StageProgress::new(true);
    let library = common.library()?;
    let tables = library.tables.of(common.rules.rules);
    let materials = library.materials(tables.rules(), args.board, &args.material)?;
    if args.count {
        return count(common, args, tables, &materials, &watch);
    }
    if args.csv {
        output::line("position,material,result,plies")?;
    }
    let mut found = Vec::new();
    for material in materials {
        let Some(search) = search(tables, args, material)? else {
            continue;
        };
        let mut left = limit(args);
        let mut take = |one: Found| -> Result<bool, Failure> {
            left -= 1;
            let one = FoundPosition::from(one);
            match (common.json, args.csv) {
                (true, _) => found.push(one),
                (_, true) => output::line(one.csv())?,
                _ => output::line(one)?,
            }
            Ok(left > 0)
        };
        match args.sample {
            Some(count) => {
                let sample = search.sample(material, count as usize, args.seed, &watch)?;
                for one in sample {
                    take(one)?;
                }
            }
            None => search.each(material, &watch, take)?,
        }
    }
    if common.json { json(args, tables, Findings::Positions(found)) } else { Ok(()) }
}

/// Prints the number of matching positions, one line per material.
fn count(
    common: &Common,
    args: &SearchArgs,
    tables: &Tablebase,
    materials: &[Material],
    watch: &StageProgress,
) -> Result<(), Failure> {
    if args.csv {
        output::line("material,positions,placements")?;
    }
    let mut counts = Vec::new();
    for &material in materials {
        let (mut positions, mut placements) = (0u64, 0u64);
        if let Some(search) = search(tables, args, material)? {
            search.each(material, watch, |found| -> Result<bool, Failure> {
                positions += 1;
                placements += found.placements();
                Ok(true)
            })?;
        }
        let count = MaterialCount { material, positions, placements };
        match (common.json, args.csv) {
            (true, _) => counts.push(count),
            (_, true) => output::line(format!("{material},{positions},{placements}"))?,
            _ => output::line(count)?,
        }
    }
    if common.json { json(args, tables, Findings::Counts(counts)) } else { Ok(()) }
}

fn json(args: &SearchArgs, tables: &Tablebase, found: Findings) -> Result<(), Failure> {
    output::json(&SearchReport { board: args.board, rules: tables.rules(), found })
}

fn limit(args: &SearchArgs) -> usize {
    let usual = if args.csv || args.sample.is_some() { usize::MAX } else { USUAL_LIMIT };
    args.limit.unwrap_or(usual).max(1)
}

/// Returns the search in the table of a material. `None` if it has nothing to find.
fn search<'a>(
    tables: &'a Tablebase,
    args: &SearchArgs,
    material: Material,
) -> Result<Option<Search<'a>>, Failure> {
    let mut search = Search::new(tables, args.board);
    search.wanted = match (args.zugzwang, args.only_move) {
        (true, _) => Wanted::MutualZugzwang,
        (_, true) => Wanted::OnlyMove,
        _ => Wanted::Any,
    };
    search.wdl = args.result;
    search.plies.clone_from(&args.plies);
    Ok(if args.longest { search.longest(material)? } else { Some(search) })
}

fn plies(text: &str) -> Result<RangeInclusive<u16>, String> {
    let number =
        |text: &str| text.parse::<u16>().map_err(|_| format!("'{text}' is not a number of plies"));
    match text.split_once("..") {
        Some((low, high)) => Ok(number(low)?..=number(high.trim_start_matches('='))?),
        None => number(text).map(|plies| plies..=plies),
    }
}
