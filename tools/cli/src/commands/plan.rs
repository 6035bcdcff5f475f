//! `loa plan`: estimates the cost of solving, and compares it with the available space.

use loa_tablebase::{BuildError, Builder, Plan};

use super::selected::{self, Fit, Selected};
use crate::common::Common;
use crate::failure::Failure;
use crate::size::size;
use loa_api::PlanReport;
use loa_api::advice::Advice;

#[derive(clap::Args, Debug)]
pub(crate) struct PlanArgs {
    #[command(flatten)]
    pub(crate) selected: Selected,
    /// Memory limit, such as 2GiB [default: all free memory]
    #[arg(long, value_name = "SIZE", value_parser = size)]
    pub(crate) memory: Option<u64>,
}

pub(crate) fn run(common: &Common, args: &PlanArgs) -> Result<(), Failure> {
    let (board, rules) = (args.selected.board, common.rules.rules);
    let selection = args.selected.selection();
    let builder = Builder::new(common.layout()?, rules, board, selection).memory(args.memory);
    let options = selected::options(args.memory);
    let plan = builder.plan().map_err(|error| {
        let error = BuildError::Plan(error);
        selected::failure("plan", &builder, &options, error)
    })?;
    let threads = common.threads();
    let fit = Fit::of(&builder)?;
    let words = fits(&plan, &fit, &builder, &options);
    let room = (&fit.room, fit.stones);
    common.show(&PlanReport::new(board, &plan, threads, room, words))
}

/// Describes whether a plan fits, and the largest part that fits.
fn fits(plan: &Plan, fit: &Fit, builder: &Builder, options: &str) -> String {
    let room = fit.room();
    if !fit.room.fits(plan) && fit.stones.is_none() {
        return format!("no, not even four stones fit {room}");
    }
    if !fit.room.fits(plan) {
        let Advice { words, command } = fit.advice("plan", builder, options);
        let command = command.map_or(String::new(), |command| format!(": {command}"));
        return format!("no, {room} are available; {words}{command}");
    }
    let most =
        fit.stones.map(|stones| format!("; the largest part that fits is --stones {stones}"));
    format!("yes, in {room}{}", most.unwrap_or_default())
}
