//! The engine's side of CodinGame's Lines of Action.
//!
//! The referee does not tell what was played before, only the last move; the
//! engine remembers the positions that it has seen, so as not to repeat them.

use std::io::{BufRead, Write};
use std::time::Duration;

use loa_solver::Color;

use super::command::Go;
use super::turn::{NO_LAST_MOVE, Turn, TurnError, move_text};
use crate::engine::{Engine, Game, StopSign};
use crate::failure::{Failure, Status};

/// The referee allows 1000 milliseconds for the first answer, in which the
/// program has to start as well.
const FIRST: Duration = Duration::from_millis(900);
/// What it allows for every other.
const LATER: Duration = Duration::from_millis(150);

/// Answers turns until there are no more.
pub(crate) fn run(
    engine: &mut Engine,
    mut input: impl BufRead,
    output: &mut impl Write,
) -> Result<(), Failure> {
    let mut color = None;
    let mut game: Option<Game> = None;
    let mut time = FIRST;
    while let Some(turn) = Turn::read(&mut input)? {
        // A referee that does not tell the colour tells who has moved.
        let inferred = match turn.last.as_str() {
            NO_LAST_MOVE => Color::Black,
            _ => Color::White,
        };
        let color = *color.insert(turn.color.or(color).unwrap_or(inferred));
        let position = turn.position(color)?;
        match &mut game {
            Some(game) => game.go_on(position),
            None => game = Some(Game::new(position)),
        }
        let Some(game) = &mut game else { continue };
        let go = Go {
            movetime: Some(time),
            ..Go::default()
        };
        time = LATER;
        let thought = engine.think(game, &go, &StopSign::default(), &mut |_| {});
        let text = thought.best.map(move_text);
        let is_listed = text.as_ref().is_some_and(|text| turn.moves.contains(text));
        // A referee with other rules than ours still gets one of its moves.
        let answer = text
            .filter(|_| is_listed)
            .or_else(|| turn.moves.first().cloned());
        writeln!(output, "{}", answer.as_deref().unwrap_or(super::turn::PASS))?;
        output.flush()?;
        if let Some(best) = thought.best.filter(|_| is_listed) {
            game.play(best);
        }
    }
    Ok(())
}

impl From<TurnError> for Failure {
    fn from(error: TurnError) -> Failure {
        match error {
            TurnError::Io(error) => error.into(),
            TurnError::Position(error) => error.into(),
            _ => Failure::new(Status::Usage, error),
        }
    }
}
