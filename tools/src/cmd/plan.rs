//! `loa plan`: what solving would take.

use loa_tablebase::{Builder, Rate};
use serde_json::{Value as Json, json};

use crate::args::{Common, Selected};
use crate::failure::Failure;
use crate::output;
use crate::progress::{amount, duration};

pub(super) fn run(common: &Common, selected: &Selected) -> Result<(), Failure> {
    let (board, rules) = (selected.board, common.rules.rules);
    let plan = Builder::new(common.layout()?, rules, board, selected.selection()).plan()?;
    let rate = Rate::measure(&plan)?;
    let (seconds, tables) = (plan.seconds(&rate), plan.table_bytes(&rate));
    let (memory, work) = (plan.memory(), plan.work_bytes());
    if common.json {
        let families: Vec<Json> = plan
            .families
            .iter()
            .map(|family| {
                let materials = family.tables.iter();
                let materials: Vec<String> = materials
                    .map(|(material, ..)| material.to_string())
                    .collect();
                json!({
                    "family": family.family.to_string(),
                    "tables": materials,
                    "positions": family.positions(),
                    "complete": family.is_done(),
                    "begun": family.begun,
                })
            })
            .collect();
        return output::json(&json!({
            "board": board.to_string(),
            "rules": rules.id(),
            "families": families,
            "positions": plan.positions(),
            "memory": memory,
            "mapped_bytes": plan.mapped_bytes(),
            "table_bytes": tables,
            "work_bytes": work,
            "seconds": seconds,
        }));
    }
    output::line(format!("{board} under {rules}"))?;
    for family in &plan.families {
        let state = match (family.is_done(), family.begun) {
            (true, _) => "there",
            (_, true) => "begun",
            _ => "to solve",
        };
        output::line(format!(
            "  {:<8} {:>16} positions  {state}",
            family.family.to_string(),
            family.positions()
        ))?;
    }
    output::line(format!("positions to solve  {}", plan.positions()))?;
    output::line(format!("memory              {}", amount(memory)))?;
    output::line(format!(
        "  and, if there is,  {} for smaller tables",
        amount(plan.mapped_bytes())
    ))?;
    output::line(format!("disk for tables     {}", amount(tables)))?;
    output::line(format!("disk while working  {}", amount(work)))?;
    output::line(format!("time                {}", duration(seconds)))
}
