//! A game: where it began, what was played, and how it has ended.

use loa_solver::{Color, Move, Position, Preset, Repetition, Value};

use super::end::{End, Why};
use crate::repetition::{ends_by_repetition, occurrences_to_end};

/// A game under the rules of a preset. Its moves are legal, and none follows its
/// end.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Game {
    preset: Preset,
    /// The start, then the position after each move.
    positions: Vec<Position>,
    moves: Vec<Move>,
    resigned: Option<Color>,
}

/// Why a move was not played.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub(crate) enum Refusal {
    /// The game has ended.
    #[error("the game is over: {0}")]
    Over(End),
    /// The rules do not allow it.
    #[error("it is not a legal move in {0}")]
    NotLegal(Box<Position>),
    /// It is a move of the side whose turn it is not.
    #[error("it is {}'s turn in {position}", super::name(position.turn()))]
    OtherSide { position: Box<Position> },
}

impl Game {
    pub(crate) fn new(preset: Preset, start: Position) -> Game {
        Game {
            preset,
            positions: vec![start],
            moves: Vec::new(),
            resigned: None,
        }
    }

    pub(crate) fn preset(&self) -> Preset {
        self.preset
    }

    /// The start, then the position after each move.
    pub(crate) fn positions(&self) -> &[Position] {
        &self.positions
    }

    pub(crate) fn start(&self) -> &Position {
        &self.positions[0]
    }

    /// The position after the last move.
    pub(crate) fn position(&self) -> &Position {
        &self.positions[self.moves.len()]
    }

    pub(crate) fn moves(&self) -> &[Move] {
        &self.moves
    }

    /// Who has resigned, if anybody has.
    pub(crate) fn resigned(&self) -> Option<Color> {
        self.resigned
    }

    /// How the game has ended, if it has.
    pub(crate) fn end(&self) -> Option<End> {
        if let Some(color) = self.resigned {
            return Some(End {
                why: Why::Resignation(color),
                winner: Some(color.other()),
            });
        }
        let position = self.position();
        let turn = position.turn();
        if let Some((over, value)) = self.preset.rules.termination(position) {
            let winner = match value {
                Value::Win(_) => Some(turn),
                Value::Draw => None,
                Value::Loss(_) => Some(turn.other()),
            };
            let why = Why::Rules { over, turn };
            return Some(End { why, winner });
        }
        let repetition = self.preset.repetition;
        let before = &self.positions[..self.moves.len()];
        ends_by_repetition(repetition, before, position).then(|| End {
            why: Why::Repetition {
                mover: turn.other(),
                times: occurrences_to_end(repetition),
            },
            winner: match repetition {
                Repetition::Draw => None,
                Repetition::Loss => Some(turn),
            },
        })
    }

    /// Plays a move of the side to move.
    ///
    /// # Errors
    /// When the game is over or the move is not legal.
    pub(crate) fn play(&mut self, played: Move) -> Result<(), Refusal> {
        if let Some(end) = self.end() {
            return Err(Refusal::Over(end));
        }
        let position = *self.position();
        if !self.preset.rules.moves(&position).contains(&played) {
            return Err(Refusal::NotLegal(Box::new(position)));
        }
        self.moves.push(played);
        self.positions.push(position.play_unchecked(played));
        Ok(())
    }

    /// Gives the game up for a side.
    ///
    /// # Errors
    /// When it is over already.
    pub(crate) fn resign(&mut self, color: Color) -> Result<(), Refusal> {
        match self.end() {
            Some(end) => Err(Refusal::Over(end)),
            None => {
                self.resigned = Some(color);
                Ok(())
            }
        }
    }

    /// Takes back a resignation, or else the last move; false if there is neither.
    pub(crate) fn undo(&mut self) -> bool {
        if self.resigned.take().is_some() {
            return true;
        }
        let taken_back = self.moves.pop().is_some();
        self.positions.truncate(self.moves.len() + 1);
        taken_back
    }
}

#[cfg(test)]
mod tests {
    use loa_solver::Square;

    use super::*;

    fn game(preset: &str, start: &str) -> Game {
        Game::new(preset.parse().unwrap(), start.parse().unwrap())
    }

    fn play(game: &mut Game, moves: &str) {
        for text in moves.split(' ') {
            let m = game.preset.rules.parse_move(game.position(), text);
            game.play(m.unwrap()).unwrap();
        }
    }

    #[test]
    fn a_third_occurrence_is_a_draw_where_repetition_draws() {
        let mut game = game("misere", "1xx1/o2o/o2o/1xx1 x");
        for round in ["b1-d1 a2-a4 d1-b1 a4-a2", "b1-d1 a2-a4 d1-b1"] {
            play(&mut game, round);
            assert_eq!(game.end(), None);
        }
        play(&mut game, "a4-a2");
        let end = game.end().unwrap();
        assert_eq!(end.winner, None);
        assert_eq!(end.to_string(), "a draw: the position has occurred 3 times");
        assert!(matches!(game.play(Move::Pass), Err(Refusal::Over(_))));
        assert!(game.undo());
        assert_eq!(game.end(), None);
    }

    #[test]
    fn whoever_brings_a_position_back_loses_where_repetition_loses() {
        let mut game = game("soucie", "6x1/o6o/8/8/8/8/o6o/1x6 x");
        play(&mut game, "b1-c1 a2-a4 c1-b1");
        assert_eq!(game.end(), None);
        play(&mut game, "a4-a2");
        let end = game.end().unwrap();
        assert_eq!(end.winner, Some(Color::Black));
        assert_eq!(end.reason(), "repetition");
        assert_eq!(end.to_string(), "black wins: white has repeated a position");
    }

    #[test]
    fn resigning_ends_a_game_and_is_taken_back_first() {
        let mut game = game("club", "1xx1/o2o/o2o/1xx1 x");
        play(&mut game, "b1-b3");
        game.resign(Color::White).unwrap();
        assert_eq!(game.end().unwrap().to_string(), "black wins: white resigns");
        assert!(game.resign(Color::Black).is_err());
        assert!(game.undo());
        assert_eq!((game.end(), game.moves().len()), (None, 1));
        assert!(game.undo());
        assert!(!game.undo());
        assert_eq!(game.position(), game.start());
    }

    #[test]
    fn moves_that_are_not_legal_are_refused() {
        let mut game = game("club", "1xx1/o2o/o2o/1xx1 x");
        let (from, to, capture) = (Square::new(1, 0), Square::new(2, 0), false);
        let refused = game.play(Move::Stone { from, to, capture });
        assert!(matches!(refused, Err(Refusal::NotLegal(_))));
        assert!(game.play(Move::Pass).is_err());
        assert!(game.moves().is_empty());
    }
}
