//! One move of a record, as written.

use loa_solver::{Color, Move, WrittenMove};

use super::error::Location;
use crate::game::{Game, Refusal};

/// A move, a pass or a resignation as a record has it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Entry {
    /// The side, if the record names it, else the side to move.
    pub(super) color: Option<Color>,
    pub(super) action: Action,
    /// The text of the move, as written.
    pub(super) text: String,
    pub(super) location: Location,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Action {
    Move(WrittenMove),
    Resign,
}

impl Action {
    /// Reads a move in any form of a [`WrittenMove`], with a remark behind it, as in
    /// `a1-b3 (good)`; or `pass`, or `resign`.
    pub(super) fn read(text: &str) -> Option<Action> {
        let word = text.trim().split([' ', '(']).next()?;
        if ["resign", "resigns"].iter().any(|name| word.eq_ignore_ascii_case(name)) {
            return Some(Action::Resign);
        }
        word.parse().ok().map(Action::Move)
    }
}

impl Entry {
    /// Plays the entry.
    pub(super) fn play(&self, game: &mut Game) -> Result<(), Refusal> {
        if let Some(end) = game.end() {
            return Err(Refusal::Over(end));
        }
        let turn = game.position().turn();
        let written = match self.action {
            Action::Move(written) => written,
            Action::Resign => return game.resign(self.color.unwrap_or(turn)),
        };
        if self.color.is_some_and(|color| color != turn) {
            // A pass is not a choice, and some programs leave it out.
            let must_pass = game.preset().rules.moves(game.position()) == [Move::Pass];
            if !must_pass {
                return Err(Refusal::OtherSide { position: Box::new(*game.position()) });
            }
            game.play(Move::Pass)?;
        }
        game.play(written.of(game.position()))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::notation::read;

    #[test]
    fn moves_are_read_with_any_sign_and_marks_behind_them() {
        let stone = "a1-b3".parse().ok().map(Action::Move);
        for text in ["a1-b3", "a1b3", " A1-B3 ", "a1-b3!?", "a1-b3 (good)", "a1-b3(good)"] {
            assert_eq!(Action::read(text), stone, "{text}");
        }
        for text in ["", "a1", "a1--b3", "a9-b3", "a1-b33", "passed", "resigned"] {
            assert_eq!(Action::read(text), None, "{text}");
        }
    }

    #[test]
    fn a_pass_may_be_written_or_left_out() {
        let stuck = "AB[h8][a1]AW[g8][g7][h7][a2][b2][b1]PL[B]";
        for moves in ["B[];W[g8-e8]", "B[pass];W[g8-e8]", "W[g8-e8]"] {
            let record = read(&format!("(;GM[9]{stuck};{moves})")).unwrap();
            let (game, stop) = record.replay("club".parse().unwrap());
            assert_eq!(stop, None);
            assert_eq!(game.moves()[0], Move::Pass);
            assert_eq!(game.moves()[1].to_string(), "g8-e8");
            let (_, stop) = record.replay("openspiel".parse().unwrap());
            assert!(matches!(stop.unwrap().cause, Refusal::Over(_)));
        }
    }
}
