//! Answers of tables, as commands and games print them.

use loa_solver::{Preset, Repetition};
use loa_tablebase::{Answer, Wdl};
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

/// Adds the fields of `more`, an object, to those of `json`.
pub(crate) fn add_fields(json: &mut Json, more: Json) {
    if let (Json::Object(json), Json::Object(more)) = (json, more) {
        json.extend(more);
    }
}
