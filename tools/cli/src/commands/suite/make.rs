//! `loa suite make`: finds problems and prints a suite of them.

use std::sync::atomic::AtomicBool;
use std::time::Instant;

use clap::builder::PossibleValue;
use clap::{Args, ValueEnum};
use loa_judge::suite::{Theme, Wanted};
use loa_solver::{Board, Material, Rules};
use loa_tablebase::{Metric, Plan, Selection};

use crate::common::Common;
use crate::failure::{Failure, Status};
use crate::output;
use crate::progress::StageProgress;
use loa_report::{SuiteReport, duration};

#[derive(Args, Debug)]
pub(super) struct Make {
    /// The board, such as 5x5
    board: Board,
    /// All material with at most this many stones, instead of all that play
    /// from the start can reach
    #[arg(long, value_name = "N", conflicts_with = "material")]
    pieces: Option<u32>,
    /// Only this material, the side to move first; several with commas between
    #[arg(long, value_name = "AvB", value_delimiter = ',')]
    material: Vec<Material>,
    /// Number of problems
    #[arg(long, value_name = "N", default_value_t = 100, value_parser = clap::value_parser!(u32).range(1..=100_000))]
    count: u32,
    /// Seed: the same number and tables give the same suite
    #[arg(long, value_name = "S", default_value_t = 1)]
    seed: u64,
    /// Themes to look for, with commas between [default: all]
    #[arg(long, value_enum, value_name = "THEMES", value_delimiter = ',')]
    themes: Vec<ThemeArgument>,
    /// Most random positions to look up
    #[arg(long, value_name = "N", default_value_t = 1_000_000)]
    tries: u64,
}

/// A theme on the command line.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct ThemeArgument(Theme);

impl ValueEnum for ThemeArgument {
    fn value_variants<'a>() -> &'a [ThemeArgument] {
        const THEMES: &[ThemeArgument] = &[
            ThemeArgument(Theme::OnlyWin),
            ThemeArgument(Theme::LongWin),
            ThemeArgument(Theme::Greedy),
            ThemeArgument(Theme::OnlyDraw),
        ];
        THEMES
    }

    fn to_possible_value(&self) -> Option<PossibleValue> {
        let help = match self.0 {
            Theme::OnlyWin => "One move of many wins",
            Theme::LongWin => "The win is about as long as any with the same material",
            Theme::Greedy => "A greedy player gives the win away",
            Theme::OnlyDraw => "One move of many draws",
            _ => return None,
        };
        Some(PossibleValue::new(self.0.name()).help(help))
    }
}

/// An interruption ends the program as it is: there is nothing to put in order.
static NOT_INTERRUPTED: AtomicBool = AtomicBool::new(false);

pub(super) fn run(common: &Common, args: &Make) -> Result<(), Failure> {
    let began = Instant::now();
    let wanted = wanted(common, args)?;
    let watch = StageProgress::new(&NOT_INTERRUPTED, common.quiet || common.json);
    let found = wanted.find(&common.tablebase()?, &watch);
    watch.finish();
    let found = found?;
    let count: usize = found.iter().map(|(_, problems)| problems.len()).sum();
    let command = command(common.rules.rules, args, &wanted.themes);
    output::show(common, &SuiteReport::new(command, &found))?;
    if count < wanted.count {
        let message = format!(
            "found {count} problems of {}: let there be more --tries, other themes or more material",
            wanted.count
        );
        return Err(Failure::new(Status::Failed, message));
    }
    if !common.quiet && !common.json {
        output::note(&format!("{count} problems, {}", duration(began.elapsed().as_secs_f64())));
    }
    Ok(())
}

fn wanted(common: &Common, args: &Make) -> Result<Wanted, Failure> {
    let plan = |selection| {
        let (layout, rules) = (common.layout()?, common.rules.rules);
        Plan::new(&layout, rules, args.board, selection, Metric::Distance).map_err(Failure::from)
    };
    let mut materials = args.material.clone();
    if materials.is_empty() {
        let selection = args.pieces.map_or(Selection::Whole, Selection::Stones);
        let families = plan(selection)?.families;
        let tables = families.iter().flat_map(|family| &family.tables);
        materials.extend(tables.map(|table| table.material));
    }
    for &material in &args.material {
        plan(Selection::Material(material))?;
    }
    materials.sort_by_key(|&material| (material.stones(), material));
    materials.dedup();
    let given =
        |theme: &Theme| args.themes.is_empty() || args.themes.contains(&ThemeArgument(*theme));
    Ok(Wanted {
        board: args.board,
        materials,
        themes: Theme::ALL.into_iter().filter(given).collect(),
        count: args.count as usize,
        seed: args.seed,
        tries: args.tries,
    })
}

/// Returns the command that makes the suite again, with all options in full.
fn command(rules: Rules, args: &Make, themes: &[Theme]) -> String {
    let material: Vec<String> = args.material.iter().map(Material::to_string).collect();
    let selection = match (args.pieces, material.len()) {
        (Some(stones), _) => format!(" --pieces {stones}"),
        (_, 0) => String::new(),
        _ => format!(" --material {}", material.join(",")),
    };
    let themes: Vec<&str> = themes.iter().map(|theme| theme.name()).collect();
    format!(
        "loa suite make {}{selection} --rules {rules} --count {} --seed {} --tries {} --themes {}",
        args.board,
        args.count,
        args.seed,
        args.tries,
        themes.join(",")
    )
}
