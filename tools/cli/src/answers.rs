//! Answers of tables as text.

use loa_solver::Preset;
use loa_tablebase::{Answer, ByRepetition};

/// Returns the text to add to a value under these rules.
pub(crate) fn note_on_draw(preset: Preset, answer: Answer) -> String {
    loa_report::note_on_draw(preset, answer).map_or(String::new(), |note| format!(": {note}"))
}

/// Returns a line about a draw that the repetition rule decides.
pub(crate) fn repetition_line(decided: ByRepetition) -> String {
    let result = match (decided.wins, decided.played) {
        (true, Some(played)) => format!("wins by repetition, with {played}"),
        (true, None) => "wins by repetition".to_owned(),
        (false, _) => "loses by repetition".to_owned(),
    };
    let positions = decided.positions;
    format!("the side to move {result}, if no position came before ({positions} drawn positions)")
}
