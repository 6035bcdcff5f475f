//! Moves and their text: `b1-d3`, `c3xa3`, `pass`.
//!
//! A stone moves along a line by exactly as many squares as the line has
//! stones of both colours, itself included; over its own stones, never over
//! the enemy's; onto an empty square or an enemy stone.

use std::fmt;

use crate::game::bitboard::members;
use crate::game::board::{Axis, line};
use crate::game::position::Position;
use crate::game::rules::{NoMove, Rules};

/// A move of a stone, or a pass.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Move {
    /// The turn passes: only when no stone can move, and only under rules
    /// that let it.
    Pass,
    /// A stone moves between two squares of the 8x8 frame.
    Stone {
        /// Where it stood, 0..64.
        from: u8,
        /// Where it lands, 0..64.
        to: u8,
        /// Whether it takes an enemy stone there.
        capture: bool,
    },
}

/// Text that is no legal move in a position.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum MoveError {
    /// Not of the form of a move.
    #[error("'{text}' is not a move: character {at} should be {expected}")]
    Form {
        /// The text.
        text: String,
        /// The place of the first wrong or missing character, from 1.
        at: usize,
        /// What should stand there.
        expected: &'static str,
    },
    /// A move that the rules do not allow here.
    #[error("{text} is not a legal move in {position}")]
    Illegal {
        /// The text.
        text: String,
        /// Where it was tried.
        position: Box<Position>,
    },
}

impl Move {
    /// Whether it takes an enemy stone.
    pub const fn is_capture(self) -> bool {
        matches!(self, Move::Stone { capture: true, .. })
    }

    /// Moves sorted by this are sorted by their text, whose characters it
    /// follows; a pass, which is never one of several, comes first.
    fn text_order(self) -> (u8, u8, bool, u8, u8) {
        match self {
            Move::Pass => (0, 0, false, 0, 0),
            Move::Stone { from, to, capture } => (from % 8, from / 8, capture, to % 8, to / 8),
        }
    }
}

impl fmt::Display for Move {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Move::Stone { from, to, capture } = *self else {
            return f.write_str("pass");
        };
        let name = |square: u8| ((b'a' + square % 8) as char, square / 8 + 1);
        let ((from_file, from_rank), (to_file, to_rank)) = (name(from), name(to));
        let sign = if capture { 'x' } else { '-' };
        write!(f, "{from_file}{from_rank}{sign}{to_file}{to_rank}")
    }
}

impl Position {
    /// Where the stone of the side to move on `square` lands when it moves
    /// along `axis`, forwards and backwards, if it may.
    fn landings(&self, square: u32, axis: Axis) -> [Option<u32>; 2] {
        let line = line(axis, square) & self.board.mask();
        let distance = axis.step() * (line & (self.us | self.them)).count_ones();
        let free = |landing: &u32| {
            let (low, high) = (square.min(*landing), square.max(*landing));
            let passed = line & ((1 << high) - 1) & !((2 << low) - 1);
            line & !self.us & (1 << landing) != 0 && passed & self.them == 0
        };
        let forwards = Some(square + distance).filter(|&landing| landing < 64);
        [forwards, square.checked_sub(distance)].map(|landing| landing.filter(free))
    }

    /// Every move of a stone of the side to move, whether or not the game is
    /// over, in no particular order.
    pub fn stone_moves(&self) -> impl Iterator<Item = Move> + '_ {
        let lines = members(self.us).flat_map(|from| Axis::ALL.map(|axis| (from, axis)));
        lines.flat_map(move |(from, axis)| {
            let landings = self.landings(from, axis).into_iter().flatten();
            landings.map(move |to| Move::Stone {
                from: from as u8,
                to: to as u8,
                capture: self.them >> to & 1 != 0,
            })
        })
    }

    /// The position after `m`, which must be one of this position's moves; any
    /// other leaves a position that no game reaches.
    pub fn after(&self, m: Move) -> Position {
        let (mut us, mut them) = (self.us, self.them);
        if let Move::Stone { from, to, .. } = m {
            us = us & !(1 << from) | 1 << to;
            them &= !(1 << to);
        }
        Position {
            board: self.board,
            us: them,
            them: us,
            turn: self.turn.other(),
        }
    }

    /// The same stones with the other side to move.
    pub fn passed(&self) -> Position {
        self.after(Move::Pass)
    }

    /// Whether a stone of the side to move can move.
    pub fn has_stone_move(&self) -> bool {
        self.stone_moves().next().is_some()
    }
}

impl Rules {
    /// The legal moves, sorted by their text, listed also when a connection
    /// has ended the game. A side none of whose stones can move has the one
    /// move `pass` under [`NoMove::Pass`], and none otherwise.
    pub fn moves(&self, position: &Position) -> Vec<Move> {
        let mut moves: Vec<Move> = position.stone_moves().collect();
        moves.sort_unstable_by_key(|m| m.text_order());
        if moves.is_empty() && self.no_move == NoMove::Pass {
            moves.push(Move::Pass);
        }
        moves
    }

    /// Reads a move of `position`: `b1-d3`, `c3xa3` or `pass`, and also
    /// `c3:a3` or `c3a3`.
    ///
    /// # Errors
    /// When the text is no move, or none that is legal in `position`.
    pub fn parse_move(&self, position: &Position, text: &str) -> Result<Move, MoveError> {
        let text = text.trim();
        let illegal = || MoveError::Illegal {
            text: text.to_owned(),
            position: Box::new(*position),
        };
        let legal = self.moves(position);
        if text == "pass" {
            return legal
                .into_iter()
                .find(|&m| m == Move::Pass)
                .ok_or_else(illegal);
        }
        let (squares, sign) = read_squares(text)?;
        legal
            .into_iter()
            .find(|&m| match m {
                Move::Stone { from, to, capture } => {
                    (from, to) == squares && sign.is_none_or(|sign| sign == capture)
                }
                Move::Pass => false,
            })
            .ok_or_else(illegal)
    }
}

/// The squares of a move's text, and whether its sign says it is a capture.
fn read_squares(text: &str) -> Result<((u8, u8), Option<bool>), MoveError> {
    let form = |at: usize, expected| MoveError::Form {
        text: text.to_owned(),
        at: at + 1,
        expected,
    };
    let mut rest = text.chars().enumerate().peekable();
    let square = |rest: &mut std::iter::Peekable<_>| {
        let end = text.chars().count();
        let mut coordinate = |low: char, expected| match rest.next() {
            Some((_, c)) if (low..=(low as u8 + 7) as char).contains(&c) => Ok(c as u8 - low as u8),
            Some((at, _)) => Err(form(at, expected)),
            None => Err(form(end, expected)),
        };
        let file = coordinate('a', "a file from a to h")?;
        let rank = coordinate('1', "a rank from 1 to 8")?;
        Ok(8 * rank + file)
    };
    let from = square(&mut rest)?;
    let sign = match rest.peek() {
        Some((_, '-')) => Some(false),
        Some((_, 'x' | ':')) => Some(true),
        _ => None,
    };
    if sign.is_some() {
        rest.next();
    }
    let to = square(&mut rest)?;
    match rest.next() {
        None => Ok(((from, to), sign)),
        Some((at, _)) => Err(form(at, "the end")),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn moves_come_sorted_by_text() {
        for text in [
            "1xx1/o2o/o2o/1xx1 x",
            "3x/oox1/2x1/1oxo o",
            "x1o2x/1oxo2/3x2/o2x2 x",
        ] {
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
            "d1xa4 is not a legal move in oo2/4/4/2ox x"
        );
        let position: Position = "3x/o3/4/1ox1 x".parse().unwrap();
        for text in ["c1xa3", "c1:a3", "c1a3", " c1xa3 "] {
            assert_eq!(
                rules.parse_move(&position, text).unwrap().to_string(),
                "c1xa3"
            );
        }
        assert!(matches!(
            rules.parse_move(&position, "c1-a3"),
            Err(MoveError::Illegal { .. })
        ));
        for (text, wrong) in [
            ("", 1),
            ("c", 2),
            ("c1", 3),
            ("c9-a3", 2),
            ("c1-a3 ", 0),
            ("c1-a33", 6),
            ("ü", 1),
        ] {
            match rules.parse_move(&position, text) {
                Err(MoveError::Form { at, .. }) => assert_eq!(at, wrong, "{text}"),
                other => assert_eq!(wrong, 0, "{text}: {other:?}"),
            }
        }
    }
}
