//! Questions about positions: one from the command line, or many from standard input.

use std::io;
use std::sync::mpsc::{Receiver, sync_channel};
use std::thread;

use clap::Args;
use loa_api::{PositionRequest, RefusedPosition};
use loa_record::text::{LineTooLong, Lines};
use loa_solver::{Position, Rules, comment_start};
use rayon::prelude::*;

use crate::common::Common;
use crate::failure::{Failure, Status};
use crate::output;
use crate::position_argument::{asked, read_position_under};

/// A position, or the request to read positions from standard input.
#[derive(Args, Debug)]
pub(crate) struct QuestionArgs {
    /// A position such as "1xx1/o2o/o2o/1xx1 x", or: start BOARD, or:
    /// scrambled BOARD
    #[arg(num_args = 1..=2, value_name = "POSITION", required_unless_present = "stdin")]
    pub(crate) position: Vec<String>,
    /// Read one position per line from standard input; answer with one JSON line each, in order
    #[arg(long, conflicts_with = "position")]
    pub(crate) stdin: bool,
}

impl QuestionArgs {
    /// Returns the question about the position that the command line names.
    pub(super) fn asked(&self, common: &Common) -> Result<PositionRequest, Failure> {
        asked(common, &self.position.join(" "))
    }
}

/// A line of the input, or that it was too long, with its number from 1.
struct Line {
    number: u64,
    text: Result<String, LineTooLong>,
}

impl Line {
    fn position(&self, rules: Rules) -> Result<Position, Failure> {
        match &self.text {
            Ok(text) => read_position_under(rules, text),
            Err(long) => Err(Failure::new(Status::Usage, long)),
        }
    }

    /// Returns the reply to a line that cannot be answered.
    fn refused(&self, failure: &Failure) -> Result<String, Failure> {
        let mut refused = RefusedPosition::new(self.text.clone().ok(), failure);
        refused.line = Some(self.number);
        Ok(serde_json::to_string(&refused)?)
    }
}

/// Answers every line of standard input, in order, with the JSON line that `answer` makes of its
/// position. Up to `together` waiting lines are answered together; a single line is answered
/// immediately. A line that cannot be answered gets a reply with the reason, and the first such
/// line decides the exit status.
pub(super) fn answer_lines(
    rules: Rules,
    together: usize,
    answer: impl Fn(&[Position]) -> Vec<Result<String, Failure>>,
) -> Result<(), Failure> {
    let lines = lines(together)?;
    let mut first_failure = None;
    while let Ok(first) = lines.recv() {
        let more = lines.try_iter().take(together - 1);
        let lines: io::Result<Vec<Line>> = std::iter::once(first).chain(more).collect();
        let lines = lines?;
        let positions: Vec<Result<Position, Failure>> =
            lines.par_iter().map(|line| line.position(rules)).collect();
        let asked: Vec<Position> = positions.iter().flatten().copied().collect();
        let mut answers = answer(&asked).into_iter();
        let mut texts = Vec::with_capacity(lines.len());
        for (position, line) in positions.into_iter().zip(&lines) {
            let answer = position.map_or_else(|failure| Some(Err(failure)), |_| answers.next());
            texts.extend(match answer.transpose() {
                Ok(json) => json,
                Err(failure) => {
                    let refused = line.refused(&failure)?;
                    let place = format_args!("line {}", line.number);
                    first_failure.get_or_insert_with(|| failure.within(place));
                    Some(refused)
                }
            });
        }
        output::lines(texts.into_iter())?;
    }
    first_failure.map_or(Ok(()), Err)
}

/// Reads the lines that hold more than a comment on a separate thread, up to `ahead` lines in advance.
fn lines(ahead: usize) -> io::Result<Receiver<io::Result<Line>>> {
    let (sender, receiver) = sync_channel(ahead);
    thread::Builder::new().spawn(move || {
        let mut input = Lines::new(io::stdin().lock());
        for number in 1.. {
            let line = match input.next_line().transpose() {
                Some(Ok(Ok(text))) if text[..comment_start(&text)].trim().is_empty() => continue,
                Some(line) => line.map(|text| Line { number, text }),
                None => return,
            };
            let failed = line.is_err();
            if sender.send(line).is_err() || failed {
                return;
            }
        }
    })?;
    Ok(receiver)
}
