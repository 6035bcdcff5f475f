//! `loa moves`: legal moves and whether the game is over.

use loa_api::MovesReply;
use loa_solver::Position;
use rayon::prelude::*;

use super::questions::{QuestionArgs, answer_lines};
use crate::common::Common;
use crate::failure::Failure;

/// The maximum number of lines from standard input that are answered together.
const LINES_TOGETHER: usize = 1 << 12;

pub(crate) fn run(common: &Common, question: &QuestionArgs) -> Result<(), Failure> {
    let rules = common.preset().rules;
    if question.stdin {
        let answer = |position: &Position| {
            let reply = MovesReply::new(position, common.preset());
            Ok(serde_json::to_string(&reply)?)
        };
        return answer_lines(rules, LINES_TOGETHER, |positions| {
            positions.par_iter().map(answer).collect()
        });
    }
    // A library needs a folder, which this question does without.
    let (position, preset) = question.asked(common)?.read()?;
    common.show(&MovesReply::new(&position, preset))
}
