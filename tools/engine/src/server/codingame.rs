//! CodinGame's Lines of Action, the engine's side.
//!
//! The referee sends only the last move, so the engine remembers earlier positions to avoid
//! repeating them.

use std::io::{BufRead, Write};
use std::time::Duration;

use loa_record::text::Lines;
use loa_solver::{Color, Stop};

use super::error::ServeError;
use crate::alpha_beta::AlphaBeta;
use crate::history::History;
use crate::protocol::command::Go;
use crate::protocol::turn::{NO_LAST_MOVE, PASS, RefereeTurn, move_text};

/// The time for the first answer: the referee allows 1000 milliseconds, including the start of the
/// program.
const FIRST: Duration = Duration::from_millis(900);
/// The time for every other answer.
const LATER: Duration = Duration::from_millis(150);

/// Answers turns until the input ends.
///
/// # Errors
/// If input or output fails, or a turn cannot be read.
pub fn serve_codingame(
    engine: &mut AlphaBeta,
    input: impl BufRead,
    output: &mut impl Write,
) -> Result<(), ServeError> {
    let mut input = Lines::new(input);
    let mut color = None;
    let mut history: Option<History> = None;
    let mut time = FIRST;
    while let Some(turn) = RefereeTurn::read(&mut input)? {
        // Without a colour, the last move shows which side has moved.
        let inferred = match turn.last.as_str() {
            NO_LAST_MOVE => Color::Black,
            _ => Color::White,
        };
        let color = *color.insert(turn.color.or(color).unwrap_or(inferred));
        let position = turn.position(color)?;
        let history = match &mut history {
            Some(history) => {
                history.push(position);
                history
            }
            None => history.insert(History::new(position)),
        };
        let go = Go { movetime: Some(time), ..Go::default() };
        time = LATER;
        let thought = engine.think(history, &go, &Stop::default(), &mut |_| {});
        let text = thought.best.map(move_text);
        let is_listed = text.as_ref().is_some_and(|text| turn.moves.contains(text));
        // If the referee's rules differ from ours, it still gets one of its moves.
        let answer = text.filter(|_| is_listed).or_else(|| turn.moves.first().cloned());
        writeln!(output, "{}", answer.as_deref().unwrap_or(PASS))?;
        output.flush()?;
        if let Some(best) = thought.best.filter(|_| is_listed) {
            history.play(best);
        }
    }
    Ok(())
}
