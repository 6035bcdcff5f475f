//! `loa census`: counts by material, outcome and distance.

use loa_api::{BoardRequest, CensusRequest, ComparisonReport, Request};
use loa_judge::NoWatch;
use loa_solver::{Board, Material, Preset};

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
    let library = common.library()?;
    if let Some(other) = args.compare {
        let rules = [common.rules.rules, other.rules];
        let compared =
            ComparisonReport::find(&library, args.board, rules, &args.material, &NoWatch)?;
        return common.show(&compared);
    }
    let question = CensusRequest(BoardRequest {
        rules: Some(common.rules.name.to_owned()),
        board: args.board.to_string(),
        material: joined(&args.material),
    });
    let census = question.ask(&library)?;
    match (args.csv, args.svg) {
        (true, _) => output::line(census.csv()),
        (_, true) => output::line(census.svg()),
        _ => common.show(&census),
    }
}

/// Returns the names of materials as a question names them. `None` stands for all.
pub(super) fn joined(materials: &[Material]) -> Option<String> {
    let names: Vec<String> = materials.iter().map(Material::to_string).collect();
    (!names.is_empty()).then(|| names.join(","))
}
