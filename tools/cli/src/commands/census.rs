//! `loa census`: counts by material, outcome and distance.

use loa_api::{BoardRequest, ComparisonReport};
use loa_solver::{Control, Preset};

use crate::common::Common;
use crate::failure::Failure;
use crate::output;

#[derive(clap::Args, Debug)]
pub(crate) struct CensusArgs {
    #[command(flatten)]
    question: BoardRequest,
    /// Print lines of board,rules,mover,other,outcome,plies,count
    #[arg(long, conflicts_with_all = ["svg", "json"])]
    csv: bool,
    /// Print a drawing of the counts by distance
    #[arg(long, conflicts_with = "json")]
    svg: bool,
    /// Print how many positions have a different value under these rules than under --rules
    #[arg(long, value_name = "RULES", conflicts_with_all = ["svg", "csv"])]
    compare: Option<Preset>,
}

pub(crate) fn run(common: &Common, args: &CensusArgs) -> Result<(), Failure> {
    let (library, question) = (common.library()?, &args.question);
    if let Some(other) = args.compare {
        let (board, rules) = (question.board, [common.preset().rules, other.rules]);
        let named = &question.material;
        return common.show(&ComparisonReport::find(
            &library,
            board,
            rules,
            named,
            Control::none(),
        )?);
    }
    let census = question.census(&library)?;
    match (args.csv, args.svg) {
        (true, _) => output::line(census.csv()),
        (_, true) => output::line(census.svg()),
        _ => common.show(&census),
    }
}
