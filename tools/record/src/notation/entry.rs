//! One move of a record, as written.

use loa_solver::{Color, Move, Square};

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
    /// A stone between two squares of the 8x8 frame. Whether it captures follows
    /// from the position, whatever the sign between the squares says.
    Stone {
        from: Square,
        to: Square,
    },
    Pass,
    Resign,
}

impl Action {
    /// Reads a move in capital or small letters, with `-`, `:`, `x` or nothing
    /// between its squares and any marks behind them; or `pass`, or `resign`.
    pub(super) fn read(text: &str) -> Option<Action> {
        let text = text.trim().to_ascii_lowercase();
        if text == "pass" {
            return Some(Action::Pass);
        }
        if text == "resign" || text == "resigns" {
            return Some(Action::Resign);
        }
        let (from, rest) = square(&text)?;
        let (to, marks) = square(rest.strip_prefix(['-', ':', 'x']).unwrap_or(rest))?;
        let end = marks.chars().next();
        let ends = end.is_none_or(|c| !c.is_alphanumeric());
        ends.then_some(Action::Stone { from, to })
    }
}

/// Returns the square of the 8x8 frame that a text begins with, and the rest.
fn square(text: &str) -> Option<(Square, &str)> {
    let (name, rest) = text.split_at_checked(2)?;
    Some((name.parse().ok()?, rest))
}

impl Entry {
    /// Plays the entry.
    pub(super) fn play(&self, game: &mut Game) -> Result<(), Refusal> {
        if let Some(end) = game.end() {
            return Err(Refusal::Over(end));
        }
        let turn = game.position().turn();
        if self.action == Action::Resign {
            return game.resign(self.color.unwrap_or(turn));
        }
        if self.color.is_some_and(|color| color != turn) {
            // A pass is not a choice, and some programs leave it out.
            let must_pass = game.preset().rules.moves(game.position()) == [Move::Pass];
            if !must_pass {
                return Err(Refusal::OtherSide { position: Box::new(*game.position()) });
            }
            game.play(Move::Pass)?;
        }
        let meant = match self.action {
            Action::Stone { from, to } => {
                Move::Stone { from, to, capture: game.position().them().contains(to) }
            }
            Action::Pass | Action::Resign => Move::Pass,
        };
        game.play(meant)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::notation::read;

    #[test]
    fn moves_are_read_with_any_sign_and_marks_behind_them() {
        let stone = Some(Action::Stone { from: Square::new(0, 0), to: Square::new(1, 2) });
        for text in
            ["a1-b3", "a1:b3", "a1xb3", "a1b3", " A1-B3 ", "a1-b3!?", "a1:b3++", "a1-b3 (good)"]
        {
            assert_eq!(Action::read(text), stone, "{text}");
        }
        for text in ["", "a1", "a1-", "a1--b3", "a9-b3", "i1-b3", "a1-b33", "a1-b3c", "passed"] {
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
