//! `loa plan`: the cost of solving, and whether there is room for it.

use std::thread::available_parallelism;

use loa_record::text::{counted, grouped};
use loa_solver::Board;
use loa_tablebase::{BuildError, Builder, FamilyPlan, Metric, Plan, Rate};
use serde_json::{Value as Json, json};

use super::fit::{self, Fit};
use super::selected::Selected;
use crate::common::Common;
use crate::failure::Failure;
use crate::output;
use crate::size::size;
use loa_reply::advice::Advice;
use loa_reply::{amount, forecast};

#[derive(clap::Args, Debug)]
pub(crate) struct PlanArgs {
    #[command(flatten)]
    pub(crate) selected: Selected,
    /// Memory that may be used, such as 2GiB [default: all that is free]
    #[arg(long, value_name = "SIZE", value_parser = size)]
    pub(crate) memory: Option<u64>,
}

pub(crate) fn run(common: &Common, args: &PlanArgs) -> Result<(), Failure> {
    let (board, rules) = (args.selected.board, common.rules.rules);
    let selection = args.selected.selection();
    let builder = Builder::new(common.layout()?, rules, board, selection).memory(args.memory);
    let options = fit::options(args.memory, Metric::Distance);
    let plan = builder.plan().map_err(|error| {
        let error = BuildError::Plan(error);
        fit::failure("plan", &builder, &options, error)
    })?;
    let processors = available_parallelism().map_or(1, usize::from);
    let threads = common.threads.map_or(processors, usize::from);
    let rate = Rate::of_this_machine(&plan, threads);
    let fit = Fit::of(&builder)?;
    if common.json {
        return output::json(&to_json(board, &plan, &rate, &fit));
    }
    output::line(format!("{board} under {rules}"))?;
    if plan.board != board {
        output::line(same_board(board, plan.board))?;
    }
    for family in &plan.families {
        output::line(family_line(family))?;
    }
    if plan.open().next().is_none() {
        return output::line("nothing is left to solve");
    }
    let threads = counted(threads as u64, "thread");
    let memory = format!(
        "{}, and {} for smaller tables; at least {}",
        amount(plan.memory()),
        amount(plan.mapped_bytes()),
        amount(plan.least_memory())
    );
    let time = forecast(plan.seconds_within(&rate, fit.room.memory));
    for (what, much) in [
        ("positions to solve", grouped(plan.positions())),
        ("memory", memory),
        ("disk for tables", amount(plan.table_bytes(&rate))),
        ("disk while working", amount(plan.work_bytes())),
        ("time", format!("about {time} by {threads}: a forecast")),
        ("fits", fits(&plan, &fit, &builder, &options)),
    ] {
        output::line(format!("{what:<20}{much}"))?;
    }
    Ok(())
}

/// Returns whether a plan fits, and the most that does, in words.
fn fits(plan: &Plan, fit: &Fit, builder: &Builder, options: &str) -> String {
    let room = fit.room();
    if !fit.room.fits(plan) && fit.pieces.is_none() {
        return format!("no, not even four stones do: there are {room}");
    }
    if !fit.room.fits(plan) {
        let Advice { words, command } = fit.advice("plan", builder, options);
        let command = command.map_or(String::new(), |command| format!(": {command}"));
        return format!("no, there are {room}; {words}{command}");
    }
    let most = fit
        .pieces
        .map(|pieces| format!("; the most that fits is --pieces {pieces}"));
    format!("yes, in {room}{}", most.unwrap_or_default())
}

/// Returns a line on a board whose tables are those of its transpose.
pub(super) fn same_board(board: Board, of: Board) -> String {
    format!("its tables are those of {of}: {board} is the same board turned")
}

fn to_json(board: Board, plan: &Plan, rate: &Rate, fit: &Fit) -> Json {
    json!({
        "board": board.to_string(),
        "tables_of": plan.board.to_string(),
        "rules": plan.rules.id(),
        "families": plan.families.iter().map(family_json).collect::<Vec<_>>(),
        "positions": plan.positions(),
        "memory": plan.memory(),
        "least_memory": plan.least_memory(),
        "mapped_bytes": plan.mapped_bytes(),
        "table_bytes": plan.table_bytes(rate),
        "work_bytes": plan.work_bytes(),
        "seconds": plan.seconds_within(rate, fit.room.memory),
        "fits": fit.room.fits(plan),
        "memory_available": fit.room.memory,
        "disk_available": fit.room.disk,
        "largest_pieces": fit.pieces,
    })
}

fn family_json(family: &FamilyPlan) -> Json {
    let materials = family.tables.iter().map(|table| table.material);
    json!({
        "family": family.family.to_string(),
        "tables": materials.map(|material| material.to_string()).collect::<Vec<_>>(),
        "positions": family.positions(),
        "complete": family.is_done(),
        "begun": family.begun,
    })
}

fn family_line(family: &FamilyPlan) -> String {
    let state = match (family.is_done(), family.begun) {
        (true, _) => "there",
        (_, true) => "begun",
        _ => "to solve",
    };
    let name = family.family.to_string();
    let positions = grouped(family.positions());
    format!("  {name:<8} {positions:>19} positions  {state}")
}
