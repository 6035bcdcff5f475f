//! `loa moves`: legal moves and whether the game is over.

use loa_solver::{Position, Rules};
use rayon::prelude::*;
use serde_json::{Value as Json, json};

use super::questions::{QuestionArgs, answer_lines};
use crate::common::Common;
use crate::failure::Failure;
use crate::output;

/// Lines of standard input that are answered together, at most.
const LINES_TOGETHER: usize = 1 << 12;

pub(crate) fn run(common: &Common, question: &QuestionArgs) -> Result<(), Failure> {
    let rules = common.rules.rules;
    if question.stdin {
        let answer = |position: &Position| Ok(to_json(rules, position).to_string());
        return answer_lines(LINES_TOGETHER, |positions| {
            positions.par_iter().map(answer).collect()
        });
    }
    let position = question.position()?;
    if common.json {
        return output::json(&to_json(rules, &position));
    }
    match rules.termination(&position) {
        None => output::line(position)?,
        Some((over, value)) => {
            let (over, side) = (over.name(), position.turn().letter());
            let value = value.wdl().name();
            output::line(format!("{position}  over: {over}, a {value} for {side}"))?;
            output::line("  the moves of its stones, were it not over:")?;
        }
    }
    for m in rules.moves(&position) {
        output::line(format!("  {m}"))?;
    }
    Ok(())
}

fn to_json(rules: Rules, position: &Position) -> Json {
    let moves = rules.moves(position).into_iter();
    let moves: Vec<Json> = moves
        .map(|m| json!({ "move": m.to_string(), "capture": m.is_capture() }))
        .collect();
    json!({
        "position": position.to_string(),
        "over": rules.termination(position).map(|(over, _)| over.name()),
        "moves": moves,
    })
}
