//! Answers of tables as text.

use loa_solver::Preset;
use loa_tablebase::Answer;

/// Returns the text to add to a value under these rules.
pub(crate) fn note_on_draw(preset: Preset, answer: Answer) -> String {
    loa_reply::note_on_draw(preset, answer).map_or(String::new(), |note| format!(": {note}"))
}
