//! Legal moves and their text: `b1-d3`, `c3xa3`, `pass`.

use crate::game::moves::Move;
use crate::game::position::Position;
use crate::game::rules::{NoMove, Rules};
use crate::game::signs::trimmed;
use crate::game::written::{ParseMoveError, WrittenMove};

impl Rules {
    /// Returns the legal moves, sorted by their text. They are the same after a connection has
    /// ended the game, but a side's last stone is never captured. If no stone of the side to move
    /// can move, the only move is `pass` under [`NoMove::Pass`]; other rules give an empty list.
    pub fn moves(&self, position: &Position) -> Vec<Move> {
        let moves = position.stone_moves();
        let mut moves: Vec<Move> =
            moves.filter(|&played| !position.captures_last_stone(played)).collect();
        moves.sort_unstable();
        if moves.is_empty() && self.no_move == NoMove::Pass && !position.has_stone_move() {
            moves.push(Move::Pass);
        }
        moves
    }

    /// Reads a move of `position` in any form of a [`WrittenMove`].
    ///
    /// # Errors
    /// If the text is not a move, or the move is not legal in `position`.
    pub fn parse_move(&self, position: &Position, text: &str) -> Result<Move, ParseMoveError> {
        let text = trimmed(text);
        let played = text.parse::<WrittenMove>()?.of(position);
        match self.illegality(position, played) {
            None => Ok(played),
            Some(why) => Err(ParseMoveError::Illegal {
                text: text.to_owned(),
                position: Box::new(*position),
                why,
            }),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn moves_come_sorted_by_text() {
        for text in ["1xx1/o2o/o2o/1xx1 x", "3x/oox1/2x1/1oxo o", "x1o2x/1oxo2/3x2/o2x2 x"] {
            let position: Position = text.parse().unwrap();
            let moves = Rules::default().moves(&position);
            let texts: Vec<String> = moves.iter().map(Move::to_string).collect();
            assert!(moves.len() > 3 && texts.is_sorted(), "{texts:?}");
        }
    }

    #[test]
    fn text_in_every_form() {
        let position: Position = "xo2/4/4/2ox x".parse().unwrap();
        let rules = Rules::default();
        let capture = rules.parse_move(&position, "d1xa4");
        assert!(capture.is_err(), "its own stone stands on a4");
        let position: Position = "oo2/4/4/2ox x".parse().unwrap();
        let capture = rules.parse_move(&position, "d1xa4").unwrap_err();
        assert_eq!(
            capture.to_string(),
            "d1xa4 is not a legal move in oo2/4/4/2ox x: \
             2 stones stand on diagonal a4-d1, so d1 moves 2 squares along it, and a4 is 3 away"
        );
        let position: Position = "3x/o3/4/1ox1 x".parse().unwrap();
        for text in ["c1xa3", "c1:a3", "c1a3", "c1-a3", "C1-A3", "c1-a3x", " c1xa3 "] {
            assert_eq!(rules.parse_move(&position, text).unwrap().to_string(), "c1xa3");
        }
        for text in ["c1-c2", "c1xc2", "C1:C2", "c1c2x"] {
            assert_eq!(rules.parse_move(&position, text).unwrap().to_string(), "c1-c2");
        }
    }
}
