//! `loa probe`: value, distance and every move of a position.

use loa_solver::{Preset, Repetition};
use loa_tablebase::{Answer, Outcome, Probe};
use serde_json::{Value as Json, json};

use super::{answer_lines, step_json};
use crate::args::{Common, Question, read_position};
use crate::failure::Failure;
use crate::output;

/// What a draw means where a repeated position loses: tables know no history.
const NO_FORCED_WIN: &str = "neither side can force a win without the repetition rule";

pub(super) fn run(common: &Common, question: &Question) -> Result<(), Failure> {
    let tables = common.tablebase()?;
    if question.stdin {
        return answer_lines(|position| Ok(to_json(common, &tables.probe(position)?)));
    }
    let probe = tables.probe(&read_position(&question.position.join(" "))?)?;
    if common.json {
        return output::json(&to_json(common, &probe));
    }
    let position = &probe.position;
    output::line(format!(
        "{position}  {} on {} under {}",
        position.material(),
        position.board(),
        common.rules.rules
    ))?;
    let over = probe
        .over
        .map_or(String::new(), |over| format!(" (over: {})", over.name()));
    output::line(format!(
        "{}{}{over}",
        probe.value,
        note(common, probe.value)
    ))?;
    for candidate in &probe.moves {
        output::line(format!(
            "  {:<6} {}",
            candidate.played.to_string(),
            candidate.value
        ))?;
    }
    Ok(())
}

/// What to add to a value under the rules asked for.
pub(super) fn note(common: &Common, answer: Answer) -> String {
    note_on_draw(common.rules, answer)
}

/// What to add to a value under these rules.
pub(crate) fn note_on_draw(preset: Preset, answer: Answer) -> String {
    match (answer.outcome(), preset.repetition) {
        (Outcome::Draw, Repetition::Loss) => format!(": {NO_FORCED_WIN}"),
        _ => String::new(),
    }
}

fn to_json(common: &Common, probe: &Probe) -> Json {
    let moves: Vec<Json> = probe.moves.iter().map(step_json).collect();
    let mut answer = json!({
        "position": probe.position.to_string(),
        "board": probe.position.board().to_string(),
        "rules": common.rules.rules.id(),
        "material": probe.position.material().to_string(),
        "category": probe.value.category(),
        "plies": probe.value.plies(),
        "over": probe.over.map(|over| over.name()),
        "moves": moves,
    });
    if !note(common, probe.value).is_empty() {
        answer["note"] = NO_FORCED_WIN.into();
    }
    answer
}
