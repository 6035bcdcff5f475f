//! Answers of tables, as commands and games print them.

use loa_record::review::move_json;
use loa_solver::{Preset, Repetition};
use loa_tablebase::{Answer, MoveValue, Wdl};
use serde_json::Value as Json;

/// The meaning of a draw where a repeated position loses: tables have no history.
pub(crate) const NO_FORCED_WIN: &str = "neither side can force a win without the repetition rule";

/// Returns the text to add to a value under these rules.
pub(crate) fn note_on_draw(preset: Preset, answer: Answer) -> String {
    match (answer.wdl(), preset.repetition) {
        (Wdl::Draw, Repetition::Loss) => format!(": {NO_FORCED_WIN}"),
        _ => String::new(),
    }
}

/// Returns a move with its value and the position that it leads to.
pub(crate) fn step_json(step: &MoveValue) -> Json {
    let mut json = move_json(step.played, step.value);
    json["position"] = step.position.to_string().into();
    json
}
