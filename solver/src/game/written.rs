//! Moves as people write them.

use std::fmt;
use std::str::FromStr;

use crate::game::illegal::Illegality;
use crate::game::moves::Move;
use crate::game::position::Position;
use crate::game::square::Square;

/// The marks that may follow a move: `x` for a capture, as in `h3-e6x`, `+` or `#` for a win, and
/// opinions.
const MARKS: &str = "xX+#!?";

/// An error in the text of a move.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum ParseMoveError {
    /// Text that does not have the form of a move.
    #[error("'{text}' is not a move: character {at} should be {expected}")]
    Form {
        /// The text.
        text: String,
        /// The position of the first wrong or missing character, from 1.
        at: usize,
        /// The expected characters.
        expected: &'static str,
    },
    /// A move that the rules do not allow here.
    #[error("{text} is not a legal move in {position}: {why}")]
    Illegal {
        /// The text.
        text: String,
        /// The position.
        position: Box<Position>,
        /// The reason.
        why: Illegality,
    },
}

/// A move as people write it, legal or not.
///
/// Letters may be upper or lower case. Between the two squares stands `-`, a capture sign (`x` or
/// `:`) or nothing. `x`, `+`, `#`, `!` and `?` may follow the squares.
///
/// # Examples
/// ```
/// use loa_solver::{Position, WrittenMove};
///
/// let position: Position = "3x/o3/4/1ox1 x".parse()?;
/// for text in ["c1xa3", "c1:a3", "c1-a3", "c1a3", "C1-A3", "c1-a3x", "c1xa3!?"] {
///     let written: WrittenMove = text.parse()?;
///     assert_eq!(written.of(&position).to_string(), "c1xa3");
/// }
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum WrittenMove {
    /// The turn passes.
    Pass,
    /// A stone moves.
    Stone {
        /// The square that the stone leaves.
        from: Square,
        /// The square that the stone lands on.
        to: Square,
        /// True if the text marks the move as a capture.
        claims_capture: bool,
    },
}

impl WrittenMove {
    /// Returns the move in a position. It is a capture if an enemy stone stands on its target
    /// square, even if the text says otherwise.
    pub fn of(self, position: &Position) -> Move {
        match self {
            WrittenMove::Pass => Move::Pass,
            WrittenMove::Stone { from, to, .. } => {
                Move::Stone { from, to, capture: position.them().contains(to) }
            }
        }
    }

    /// Returns the squares of a stone's move; `None` for a pass.
    pub const fn squares(self) -> Option<(Square, Square)> {
        match self {
            WrittenMove::Pass => None,
            WrittenMove::Stone { from, to, .. } => Some((from, to)),
        }
    }
}

/// Writes `b1-d3`, `c3xa3` or `pass`.
impl fmt::Display for WrittenMove {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        Move::from(*self).fmt(f)
    }
}

/// The move with the capture that the text claims.
impl From<WrittenMove> for Move {
    fn from(written: WrittenMove) -> Move {
        match written {
            WrittenMove::Pass => Move::Pass,
            WrittenMove::Stone { from, to, claims_capture } => {
                Move::Stone { from, to, capture: claims_capture }
            }
        }
    }
}

impl FromStr for WrittenMove {
    type Err = ParseMoveError;

    fn from_str(text: &str) -> Result<WrittenMove, ParseMoveError> {
        let text = trimmed(text);
        if text.eq_ignore_ascii_case("pass") {
            return Ok(WrittenMove::Pass);
        }
        let mut rest = Rest { text, read: 0 };
        let from = rest.square()?;
        let sign = rest.take("-–—−:xX×");
        let to = rest.square()?;
        let mut claims_capture = sign.is_some_and(|sign| ":xX×".contains(sign));
        while let Some(mark) = rest.take(MARKS) {
            claims_capture |= matches!(mark, 'x' | 'X');
        }
        match rest.next() {
            None => Ok(WrittenMove::Stone { from, to, claims_capture }),
            Some(_) => Err(rest.wrong("the end")),
        }
    }
}

/// Returns a text without surrounding space and without a leading byte order mark.
pub(crate) fn trimmed(text: &str) -> &str {
    text.trim_start_matches(|c: char| c.is_whitespace() || c == '\u{feff}').trim_end()
}

/// A text with its first characters already read.
struct Rest<'a> {
    text: &'a str,
    read: usize,
}

impl Rest<'_> {
    fn next(&self) -> Option<char> {
        self.text.chars().nth(self.read)
    }

    /// Takes the next character if it is one of `kinds`.
    fn take(&mut self, kinds: &str) -> Option<char> {
        let taken = self.next().filter(|&c| kinds.contains(c))?;
        self.read += 1;
        Some(taken)
    }

    fn square(&mut self) -> Result<Square, ParseMoveError> {
        let file = self.coordinate('a', "a file from a to h")?;
        let rank = self.coordinate('1', "a rank from 1 to 8")?;
        Ok(Square::new(file, rank))
    }

    fn coordinate(&mut self, low: char, expected: &'static str) -> Result<u32, ParseMoveError> {
        let number = self.next().and_then(|c| {
            (c.to_ascii_lowercase() as u32).checked_sub(low as u32).filter(|&number| number < 8)
        });
        let number = number.ok_or_else(|| self.wrong(expected))?;
        self.read += 1;
        Ok(number)
    }

    /// Returns the error for a wrong or missing character here.
    fn wrong(&self, expected: &'static str) -> ParseMoveError {
        ParseMoveError::Form { text: self.text.to_owned(), at: self.read + 1, expected }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_way_of_writing_a_move_is_read() {
        let stone = |claims_capture| WrittenMove::Stone {
            from: Square::new(0, 0),
            to: Square::new(1, 2),
            claims_capture,
        };
        let read = |text: &str| text.parse::<WrittenMove>().ok();
        for text in ["a1-b3", "a1b3", " A1-B3 ", "a1-b3!?", "a1–b3", "a1b3++", "\u{feff}a1-b3#"] {
            assert_eq!(read(text), Some(stone(false)), "{text}");
        }
        for text in ["a1:b3", "a1xb3", "A1XB3", "a1-b3x", "a1b3X!", "a1×b3", "a1:b3++", "a1xb3x"] {
            assert_eq!(read(text), Some(stone(true)), "{text}");
        }
        for text in ["pass", "Pass", " PASS\r\n"] {
            assert_eq!(read(text), Some(WrittenMove::Pass), "{text}");
        }
    }

    #[test]
    fn errors_name_the_first_wrong_character() {
        for (text, wrong) in [
            ("", 1),
            ("c", 2),
            ("c1", 3),
            ("c1-", 4),
            ("c1--a3", 4),
            ("c9-a3", 2),
            ("i1-a3", 1),
            ("c1-a33", 6),
            ("c1-a3c", 6),
            ("c1-a3,b2", 6),
            ("ü", 1),
            ("passed", 1),
        ] {
            match text.parse::<WrittenMove>() {
                Err(ParseMoveError::Form { at, .. }) => assert_eq!(at, wrong, "{text}"),
                other => panic!("{text}: {other:?}"),
            }
        }
    }
}
