//! `loa line`: best play to the end.

use loa_tablebase::Outcome;
use serde_json::{Value as Json, json};

use super::{plies, probe};
use crate::args::{Common, OnePosition};
use crate::failure::Failure;
use crate::output;

pub(super) fn run(common: &Common, position: &OnePosition) -> Result<(), Failure> {
    let position = position.position()?;
    let tables = common.tablebase()?;
    let value = tables.probe(&position)?.value;
    let line = tables.line(&position)?;
    if common.json {
        let moves: Vec<Json> = line
            .iter()
            .map(|step| {
                json!({
                    "move": step.played.to_string(),
                    "capture": step.played.is_capture(),
                    "category": step.value.category(),
                    "plies": plies(step.value),
                    "position": step.position.to_string(),
                })
            })
            .collect();
        return output::json(&json!({
            "position": position.to_string(),
            "board": position.board().to_string(),
            "rules": common.rules.rules.id(),
            "category": value.category(),
            "plies": plies(value),
            "line": moves,
        }));
    }
    output::line(format!("{position}  {value}{}", probe::note(common, value)))?;
    for (number, step) in (1..).zip(&line) {
        output::line(format!(
            "{number:>3}. {:<6} {}",
            step.played.to_string(),
            step.position
        ))?;
    }
    if value.outcome() == Outcome::Draw {
        output::line("a draw has no best line to an end")?;
    }
    Ok(())
}
