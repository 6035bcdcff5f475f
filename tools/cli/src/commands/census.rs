//! `loa census`: counts by material, outcome and distance, and charts of them.

use loa_api::ChartRequest;

use crate::common::Common;
use crate::failure::Failure;
use crate::interruption::heed_signals;
use crate::output;

#[derive(clap::Args, Debug)]
pub(crate) struct CensusArgs {
    #[command(flatten)]
    question: ChartRequest,
    /// Print lines of board,rules,mover,other,outcome,plies,count, or the numbers of --chart
    #[arg(long, conflicts_with_all = ["svg", "json"])]
    csv: bool,
    /// Print a picture of the counts by distance, or of --chart
    #[arg(long, conflicts_with = "json")]
    svg: bool,
}

pub(crate) fn run(common: &Common, args: &CensusArgs) -> Result<(), Failure> {
    heed_signals()?;
    let meter = common.meter();
    let control = meter.control();
    let (library, question) = (common.library()?, &args.question);
    if args.svg || question.chart.is_some() {
        let chart = question.draw(&library, &control)?;
        meter.finish();
        return match (args.csv, args.svg) {
            (true, _) => output::line(chart.csv),
            (_, true) => output::line(chart.svg),
            _ => common.show(&chart),
        };
    }
    let census = question.tables().census(&library)?;
    if args.csv { output::line(census.csv()) } else { common.show(&census) }
}
