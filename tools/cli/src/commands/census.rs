//! `loa census`: counts by material, outcome and distance.

use loa_reply::{CensusReply, Coverage};
use loa_solver::{Board, Material, Preset, Rules};
use loa_tablebase::TableCensus;

use super::search::materials;
use super::{census_comparison, svg};
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
    /// Only this material, the side to move first; several with commas between
    #[arg(long, value_name = "AvB", value_delimiter = ',')]
    pub(crate) material: Vec<Material>,
    /// Print how many positions have another value under these rules than under --rules
    #[arg(long, value_name = "RULES", conflicts_with_all = ["svg", "csv"])]
    pub(crate) compare: Option<Preset>,
}

/// The census of each table.
type Counted = Vec<(Material, TableCensus)>;

pub(crate) fn run(common: &Common, args: &CensusArgs) -> Result<(), Failure> {
    let (board, rules) = (args.board, common.rules.rules);
    let tables = common.tablebase()?;
    if let Some(other) = args.compare {
        return census_comparison::run(common, other, board, &args.material);
    }
    let materials = materials(common, &tables, board, &args.material)?;
    let counted = materials
        .into_iter()
        .map(|material| Ok((material, tables.census(board, material)?)))
        .collect::<Result<Counted, Failure>>()?;
    if args.csv {
        return csv(board, rules, &counted);
    }
    let censuses = counted.iter().map(|(_, census)| census.clone());
    let all = censuses.fold(TableCensus::default(), TableCensus::with);
    if args.svg {
        output::line(svg::census(board, rules, &all.counts))
    } else if common.json {
        output::json(&CensusReply::new(board, rules, &counted))
    } else {
        text(board, rules, &counted, &all)
    }
}

fn csv(board: Board, rules: Rules, counted: &Counted) -> Result<(), Failure> {
    output::line("board,rules,mover,other,outcome,plies,count")?;
    for (material, census) in counted {
        let (us, them) = (material.us(), material.them());
        for (row, count) in census.counts.rows() {
            let (outcome, plies) = (row.name(), row.plies);
            output::line(format!(
                "{board},{rules},{us},{them},{outcome},{plies},{count}"
            ))?;
        }
    }
    Ok(())
}

fn text(board: Board, rules: Rules, counted: &Counted, all: &TableCensus) -> Result<(), Failure> {
    let covers = Coverage::new(board, counted.iter().map(|&(material, _)| material));
    let part = match covers.is_whole() {
        true => String::new(),
        false => format!(", {covers}"),
    };
    output::line(format!(
        "{board} under {rules}{part}: placements by value to the side to move"
    ))?;
    output::line(format!(
        "{:<8} {:>14} {:>14} {:>14}  longest win",
        "material", "won", "drawn", "lost"
    ))?;
    for (material, census) in counted {
        output::line(row(&material.to_string(), census))?;
    }
    output::line(row("all", all))
}

fn row(name: &str, census: &TableCensus) -> String {
    let [won, drawn, lost] = census.counts.shares();
    let longest = census
        .longest_win
        .map_or(String::new(), |(plies, position)| {
            format!("{plies:<8} {position}")
        });
    format!("{name:<8} {won:>14} {drawn:>14} {lost:>14}  {longest}")
}
