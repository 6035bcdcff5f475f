//! CodinGame's Lines of Action protocol, the referee's side.
//!
//! The program is told its [`Turn`]s and answers each with one of the legal moves,
//! after which a blank and a comment may stand. A process plays one game in one
//! colour, so that each game, and each position that is no part of one, takes a
//! process of its own.

use std::time::Instant;

use loa_solver::{Move, Position};

use super::client::{Setup, after, read_move};
use super::fault::{Failed, Fault};
use super::program::{Heard, Program};
use super::turn::Turn;

/// A program that has been told nothing yet, or plays a game.
pub(crate) struct CodinGame {
    setup: Setup,
    program: Program,
    /// Whether the program has been told a turn, and with the first its colour.
    has_begun: bool,
    is_over: bool,
}

impl CodinGame {
    pub(super) fn start(setup: &Setup) -> Result<CodinGame, Failed> {
        Ok(CodinGame {
            setup: setup.clone(),
            program: setup.start()?,
            has_begun: false,
            is_over: false,
        })
    }

    pub(super) fn begin_game(&mut self) {
        self.is_over = self.has_begun;
    }

    pub(super) fn best_move(&mut self, start: &Position, played: &[Move]) -> Result<Move, Failed> {
        if self.is_over {
            *self = CodinGame::start(&self.setup)?;
        }
        let position = after(start, played);
        let answer = self.ask(&position, played.last().copied());
        answer.map_err(|fault| Failed {
            fault,
            words: self.program.last_words(),
        })
    }

    fn ask(&mut self, position: &Position, last: Option<Move>) -> Result<Move, Fault> {
        let legal = self.setup.rules.moves(position);
        let turn = Turn::of(position, !self.has_begun, last, &legal);
        let patience = match self.has_begun {
            true => self.setup.patience(),
            false => self.setup.ready,
        };
        self.has_begun = true;
        self.program.say(turn.to_string());
        let deadline = Instant::now() + patience;
        let answer = match self.program.hear(deadline) {
            Heard::Line(answer) => answer,
            Heard::Silence => return Err(Fault::Hung(patience)),
            Heard::Interrupted => return Err(Fault::Interrupted),
            Heard::End => {
                return Err(self.program.ending().map_or(Fault::Closed, Fault::Died));
            }
        };
        // The referee plays a move at random for "random"; that judges nothing.
        match answer.split(' ').next() {
            Some(said) if !said.is_empty() => read_move(self.setup.rules, position, said),
            _ => Err(Fault::Nonsense(answer)),
        }
    }
}
