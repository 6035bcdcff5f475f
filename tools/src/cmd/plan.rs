//! `loa plan`: what solving would take.

use loa_tablebase::{Builder, FamilyPlan, Rate};
use serde_json::{Value as Json, json};

use crate::args::{Common, Selected};
use crate::failure::Failure;
use crate::figures::{amount, duration};
use crate::output;

pub(super) fn run(common: &Common, selected: &Selected) -> Result<(), Failure> {
    let (board, rules) = (selected.board, common.rules.rules);
    let plan = Builder::new(common.layout()?, rules, board, selected.selection()).plan()?;
    let rate = Rate::of_this_machine(&plan);
    let (seconds, tables) = (plan.seconds(&rate), plan.table_bytes(&rate));
    let (memory, mapped, work) = (plan.memory(), plan.mapped_bytes(), plan.work_bytes());
    if common.json {
        return output::json(&json!({
            "board": board.to_string(),
            "rules": rules.id(),
            "families": plan.families.iter().map(family_json).collect::<Vec<_>>(),
            "positions": plan.positions(),
            "memory": memory,
            "mapped_bytes": mapped,
            "table_bytes": tables,
            "work_bytes": work,
            "seconds": seconds,
        }));
    }
    output::line(format!("{board} under {rules}"))?;
    for family in &plan.families {
        output::line(family_line(family))?;
    }
    let mapped = format!("{} for smaller tables", amount(mapped));
    for (what, much) in [
        ("positions to solve", plan.positions().to_string()),
        ("memory", amount(memory)),
        ("  and, if there is,", mapped),
        ("disk for tables", amount(tables)),
        ("disk while working", amount(work)),
        ("time", duration(seconds)),
    ] {
        output::line(format!("{what:<20}{much}"))?;
    }
    Ok(())
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
    format!("  {name:<8} {:>16} positions  {state}", family.positions())
}
