//! A game from its start to its end.

use loa_solver::{Color, Illegality, Move, Position, Preset, Value};

use crate::end::{Concession, End, EndCause};
use crate::repetition::{ends_by_repetition, value_of_repeating};

/// A game under the rules of a preset. Its moves are legal, and no move follows its end.
///
/// # Examples
///
/// ```
/// use loa_record::Game;
/// use loa_solver::Preset;
///
/// let mut game = Game::new(Preset::default(), "x2x/4/o3/3o x".parse()?);
/// assert_eq!(game.legal_moves().len(), 6);
/// let played = game.preset().rules.parse_move(game.position(), "a4-c4")?;
/// game.play(played)?;
/// let end = game.end().expect("black is connected");
/// assert_eq!(end.to_string(), "black wins: black is connected");
/// assert!(game.legal_moves().is_empty());
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Game {
    preset: Preset,
    /// The start position, then the position after each move.
    positions: Vec<Position>,
    moves: Vec<Move>,
    conceded: Option<(Color, Concession)>,
}

/// The reason why a move was not played.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum Refusal {
    /// The game has ended.
    #[error("the game is over: {0}")]
    Over(End),
    /// The rules do not allow the move.
    #[error("it is not a legal move in {position}: {why}")]
    NotLegal {
        /// The position in which the move was to be played.
        position: Box<Position>,
        /// The reason.
        why: Illegality,
    },
    /// The side of the move is not the side to move.
    #[error("it is {}'s turn in {position}", position.turn())]
    OtherSide {
        /// The position in which the move was to be played.
        position: Box<Position>,
    },
}

impl Game {
    /// Returns a game without moves.
    pub fn new(preset: Preset, start: Position) -> Game {
        Game { preset, positions: vec![start], moves: Vec::new(), conceded: None }
    }

    /// Returns the rules of the game.
    pub fn preset(&self) -> Preset {
        self.preset
    }

    /// Returns the start position, then the position after each move.
    pub fn positions(&self) -> &[Position] {
        &self.positions
    }

    /// Returns the position before the first move.
    pub fn start(&self) -> &Position {
        &self.positions[0]
    }

    /// Returns the position after the last move.
    pub fn position(&self) -> &Position {
        &self.positions[self.moves.len()]
    }

    /// Returns the moves, in order.
    pub fn moves(&self) -> &[Move] {
        &self.moves
    }

    /// Returns the moves that may be played next, sorted by text; empty if the game has ended.
    pub fn legal_moves(&self) -> Vec<Move> {
        match self.end() {
            Some(_) => Vec::new(),
            None => self.preset.rules.moves(self.position()),
        }
    }

    /// Returns the side that has lost the game by other means than the rules, and how.
    pub fn conceded(&self) -> Option<(Color, Concession)> {
        self.conceded
    }

    /// Returns the end of the game; `None` if it has not ended.
    pub fn end(&self) -> Option<End> {
        if let Some((color, how)) = self.conceded {
            return Some(End::concession(color, how));
        }
        let position = self.position();
        let turn = position.turn();
        let rule = self.preset.repetition;
        // A recurring position did not end the game before. So it ends the game now only if
        // repetition ignores the side to move and the other side has no move: OpenSpiel then draws
        // the game.
        if ends_by_repetition(rule, &self.positions[..self.moves.len()], position) {
            let mover = turn.other();
            let winner = winner(value_of_repeating(rule), mover);
            return Some(End { cause: EndCause::Repetition { mover, rule }, winner });
        }
        let (over, value) = self.preset.rules.termination(position)?;
        Some(End { cause: EndCause::Rules { over, turn }, winner: winner(value, turn) })
    }

    /// Plays a move of the side to move.
    ///
    /// # Errors
    /// If the game is over or the move is not legal.
    pub fn play(&mut self, played: Move) -> Result<(), Refusal> {
        if let Some(end) = self.end() {
            return Err(Refusal::Over(end));
        }
        let position = *self.position();
        if let Some(why) = self.preset.rules.illegality(&position, played) {
            let position = Box::new(position);
            return Err(Refusal::NotLegal { position, why });
        }
        self.moves.push(played);
        self.positions.push(position.play_unchecked(played));
        Ok(())
    }

    /// Resigns the game for a side.
    ///
    /// # Errors
    /// If the game is already over.
    pub fn resign(&mut self, color: Color) -> Result<(), Refusal> {
        self.concede(color, Concession::Resignation)
    }

    /// Ends the game as lost for a side.
    ///
    /// # Errors
    /// If the game is already over.
    pub fn concede(&mut self, color: Color, how: Concession) -> Result<(), Refusal> {
        if let Some(end) = self.end() {
            return Err(Refusal::Over(end));
        }
        self.conceded = Some((color, how));
        Ok(())
    }

    /// Takes back a resignation, or else the last move. Returns whether anything was taken back.
    pub fn undo(&mut self) -> bool {
        if self.conceded.take().is_some() {
            return true;
        }
        let taken_back = self.moves.pop().is_some();
        self.positions.truncate(self.moves.len() + 1);
        taken_back
    }
}

/// Returns the winner of a game whose end has this value to a side.
fn winner(value: Value, side: Color) -> Option<Color> {
    match value {
        Value::Win(_) => Some(side),
        Value::Draw => None,
        Value::Loss(_) => Some(side.other()),
    }
}

#[cfg(test)]
pub(crate) mod tests {
    use loa_solver::Square;

    use super::*;

    /// Returns a game after some moves.
    pub(crate) fn game_after(preset: &str, start: &str, moves: &str) -> Game {
        let mut game = Game::new(preset.parse().unwrap(), start.parse().unwrap());
        play(&mut game, moves);
        game
    }

    fn play(game: &mut Game, moves: &str) {
        for text in moves.split_whitespace() {
            let m = game.preset.rules.parse_move(game.position(), text);
            game.play(m.unwrap()).unwrap();
        }
    }

    #[test]
    fn a_third_occurrence_is_a_draw_where_repetition_draws() {
        let mut game = game_after("misere", "start 4x4", "");
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
        let start = "6x1/o6o/8/8/8/8/o6o/1x6 x";
        let mut game = game_after("soucie", start, "b1-c1 a2-a4 c1-b1");
        assert_eq!(game.end(), None);
        play(&mut game, "a4-a2");
        let end = game.end().unwrap();
        assert_eq!(end.winner, Some(Color::Black));
        assert_eq!(end.reason(), "repetition");
        assert_eq!(end.to_string(), "black wins: white has repeated a position");
    }

    #[test]
    fn a_board_that_comes_back_is_a_draw_in_openspiel_whoever_is_to_move() {
        let mut game = game_after("openspiel", "start 8x8", "g1-a1 h2-h8 a1-g1");
        assert_eq!(game.end(), None);
        play(&mut game, "h8-h2");
        let end = game.end().unwrap();
        assert_eq!((end.winner, end.reason()), (None, "repetition"));
        assert_eq!(end.to_string(), "a draw: the board has occurred before");
        // Black returns in three moves, White in two.
        let start = "x7/8/3o4/8/8/7o/8/4x3 x";
        let mut game = game_after("openspiel", start, "a8-b7 h3-g3 b7-b8 g3-h3");
        assert_eq!(game.end(), None);
        play(&mut game, "b8-a8");
        assert_eq!(game.position().turn(), Color::White);
        assert_eq!(game.end().map(|end| end.winner), Some(None));
    }

    #[test]
    fn resigning_ends_a_game_and_is_taken_back_first() {
        let mut game = game_after("club", "start 4x4", "b1-b3");
        game.resign(Color::White).unwrap();
        assert_eq!(game.end().unwrap().to_string(), "black wins: white resigns");
        assert!(game.resign(Color::Black).is_err());
        assert!(game.undo());
        for (how, said) in [
            (Concession::Forfeit, "black wins: white forfeits"),
            (Concession::Time, "black wins: white loses on time"),
        ] {
            game.concede(Color::White, how).unwrap();
            assert_eq!(game.end().unwrap().to_string(), said);
            assert!(game.undo());
        }
        assert_eq!((game.end(), game.moves().len()), (None, 1));
        assert!(game.undo());
        assert!(!game.undo());
        assert_eq!(game.position(), game.start());
    }

    #[test]
    fn moves_that_are_not_legal_are_refused() {
        let mut game = game_after("club", "start 4x4", "");
        let (from, to, capture) = (Square::new(1, 0), Square::new(2, 0), false);
        let refused = game.play(Move::Stone { from, to, capture });
        assert!(matches!(refused, Err(Refusal::NotLegal { .. })));
        assert!(game.play(Move::Pass).is_err());
        assert!(game.moves().is_empty());
    }
}
