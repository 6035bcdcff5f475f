//! `loa census`: counts by material, outcome and distance.

use loa_api::advice::MissingTables;
use loa_api::{CensusReply, ComparisonReport};
use loa_judge::NoWatch;
use loa_judge::search::compare_rules;
use loa_solver::{Board, Material, Preset};
use loa_tablebase::Tablebase;

use super::search::materials;
use crate::common::Common;
use crate::failure::Failure;
use crate::output;

#[derive(clap::Args, Debug)]
pub(crate) struct CensusArgs {
    /// The board, such as 5x5
    pub(crate) board: Board,
    /// Print lines of board,rules,mover,other,outcome,plies,count
    #[arg(long, conflicts_with_all = ["svg", "json"])]
    pub(crate) csv: bool,
    /// Print a drawing of the counts by distance
    #[arg(long, conflicts_with = "json")]
    pub(crate) svg: bool,
    /// Only this material, the side to move first; separate several with commas
    #[arg(long, value_name = "AvB", value_delimiter = ',')]
    pub(crate) material: Vec<Material>,
    /// Print how many positions have a different value under these rules than under --rules
    #[arg(long, value_name = "RULES", conflicts_with_all = ["svg", "csv"])]
    pub(crate) compare: Option<Preset>,
}

pub(crate) fn run(common: &Common, args: &CensusArgs) -> Result<(), Failure> {
    let (board, rules) = (args.board, common.rules.rules);
    let tables = common.tablebase()?;
    if let Some(other) = args.compare {
        return compare(common, other, board, &args.material);
    }
    let materials = materials(common, &tables, board, &args.material)?;
    let counted = materials
        .into_iter()
        .map(|material| Ok((material, tables.census(board, material)?)))
        .collect::<Result<Vec<_>, Failure>>()?;
    let census = CensusReply::new(board, rules, &counted);
    match (args.csv, args.svg) {
        (true, _) => output::line(census.csv()),
        (_, true) => output::line(census.svg()),
        _ => output::show(common, &census),
    }
}

/// Prints how the values under `other` differ from those under the rules of the command line.
fn compare(
    common: &Common,
    other: Preset,
    board: Board,
    named: &[Material],
) -> Result<(), Failure> {
    let tables = [common.tablebase()?, common.tablebase_under(other.rules)?];
    let here = materials(common, &tables[0], board, named)?;
    let there = tables[1].materials(board)?;
    let (shared, alone): (Vec<Material>, Vec<Material>) =
        here.into_iter().partition(|one| there.contains(one));
    if shared.is_empty() {
        return Err(Failure::no_tables(&MissingTables {
            rules: other.rules,
            ..common.missing_tables(board)?
        }));
    }
    let [first, second] = &tables;
    let materials = compare_rules([first, second], board, &shared, &NoWatch)?;
    let rules = [first, second].map(Tablebase::rules);
    output::show(common, &ComparisonReport { board, rules, materials, alone })
}
