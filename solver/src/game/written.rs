//! Moves as people write them.

use std::fmt;
use std::iter::Peekable;
use std::str::FromStr;

use crate::game::illegal::Illegality;
use crate::game::moves::Move;
use crate::game::position::Position;
use crate::game::signs::{plain, plain_text, trimmed, visible};
use crate::game::square::Square;

/// The marks that may follow a move: `x` for a capture, as in `h3-e6x`, `+` or `#` for a win, and
/// opinions.
const MARKS: &str = "xX+#!?";

/// An error in the text of a move.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum ParseMoveError {
    /// Text that does not have the form of a move.
    #[error("'{}' is not a move: character {at} should be {expected}", visible(.text))]
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
/// `:`), `>`, `->`, `to` or nothing, and there may be spaces. `x`, `+`, `#`, `!` and `?` may follow
/// the squares. Characters count as [`plain_text`] replaces them.
///
/// # Examples
/// ```
/// use loa_solver::{Position, WrittenMove};
///
/// let position: Position = "3x/o3/4/1ox1 x".parse()?;
/// for text in ["c1xa3", "c1:a3", "c1-a3", "c1a3", "C1 A3", "c1 to a3", "c1-a3x", "c1xa3!?"] {
///     let written: WrittenMove = text.parse()?;
///     assert_eq!(written.of(&position).to_string(), "c1xa3");
/// }
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct WrittenMove(
    /// The move; a capture if the text marks it as one.
    pub Move,
);

impl WrittenMove {
    /// Returns the move in a position. It is a capture if an enemy stone stands on its target
    /// square, even if the text says otherwise.
    pub fn of(self, position: &Position) -> Move {
        match self.0 {
            Move::Pass => Move::Pass,
            Move::Stone { from, to, .. } => {
                Move::Stone { from, to, capture: position.them().contains(to) }
            }
        }
    }
}

/// Writes `b1-d3`, `c3xa3` or `pass`.
impl fmt::Display for WrittenMove {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.0.fmt(f)
    }
}

/// The move with the capture that the text claims.
impl From<WrittenMove> for Move {
    fn from(written: WrittenMove) -> Move {
        written.0
    }
}

impl FromStr for WrittenMove {
    type Err = ParseMoveError;

    fn from_str(text: &str) -> Result<WrittenMove, ParseMoveError> {
        let text = trimmed(text);
        if plain_text(text).eq_ignore_ascii_case("pass") {
            return Ok(WrittenMove(Move::Pass));
        }
        let seen = (1..).zip(text.chars()).filter_map(|(at, c)| Some((at, plain(c)?)));
        let mut rest = Rest { text, unread: seen.peekable() };
        let from = rest.square()?;
        rest.skip_blanks();
        let sign = rest.take("-:xX>→tT");
        match sign {
            Some('-') => drop(rest.take(">")),
            Some('t' | 'T') if rest.take("oO").is_none() => return Err(rest.wrong("the o of to")),
            _ => {}
        }
        rest.skip_blanks();
        let to = rest.square()?;
        let mut capture = sign.is_some_and(|sign| ":xX".contains(sign));
        while let Some(mark) = rest.take(MARKS) {
            capture |= matches!(mark, 'x' | 'X');
        }
        match rest.unread.peek() {
            None => Ok(WrittenMove(Move::Stone { from, to, capture })),
            Some(_) => Err(rest.wrong("the end")),
        }
    }
}

/// A text, and the characters to read that can be seen, each with its position from 1.
struct Rest<'a, I: Iterator<Item = (usize, char)>> {
    text: &'a str,
    unread: Peekable<I>,
}

impl<I: Iterator<Item = (usize, char)>> Rest<'_, I> {
    fn skip_blanks(&mut self) {
        while self.unread.next_if(|(_, c)| c.is_whitespace()).is_some() {}
    }

    /// Takes the next character if it is one of `kinds`.
    fn take(&mut self, kinds: &str) -> Option<char> {
        self.unread.next_if(|&(_, c)| kinds.contains(c)).map(|(_, c)| c)
    }

    fn square(&mut self) -> Result<Square, ParseMoveError> {
        let file = self.coordinate('a', "a file from a to h")?;
        let rank = self.coordinate('1', "a rank from 1 to 8")?;
        Ok(Square::new(file, rank))
    }

    fn coordinate(&mut self, low: char, expected: &'static str) -> Result<u32, ParseMoveError> {
        let number = |c: char| (c.to_ascii_lowercase() as u32).checked_sub(low as u32);
        let read = self.unread.peek().and_then(|&(_, c)| number(c)).filter(|&read| read < 8);
        let read = read.ok_or_else(|| self.wrong(expected))?;
        self.unread.next();
        Ok(read)
    }

    /// Returns the error for a wrong or missing character here.
    fn wrong(&mut self, expected: &'static str) -> ParseMoveError {
        let (text, end) = (self.text.to_owned(), self.text.chars().count() + 1);
        ParseMoveError::Form { text, at: self.unread.peek().map_or(end, |&(at, _)| at), expected }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_way_of_writing_a_move_is_read() {
        let (from, to) = (Square::new(0, 0), Square::new(1, 2));
        let stone = |capture| WrittenMove(Move::Stone { from, to, capture });
        let read = |text: &str| text.parse::<WrittenMove>().ok();
        for text in ["a1-b3", "a1b3", " A1-B3 ", "a1-b3!?", "a1b3++", "\u{feff}a1-b3#", "A1 B3"] {
            assert_eq!(read(text), Some(stone(false)), "{text}");
        }
        for text in
            ["a1>b3", "a1->b3", "a1→b3", "a1 - b3", "a1 To b3", "ａ１－Ｂ３！", "a1\u{a0}b3"]
        {
            assert_eq!(read(text), Some(stone(false)), "{text}");
        }
        for text in ["a1:b3", "a1xb3", "A1XB3", "a1-b3x", "a1b3X!", "a1×b3", "a1:b3++", "a1xb3x"] {
            assert_eq!(read(text), Some(stone(true)), "{text}");
        }
        for text in ["a1 x b3", "a1：b3", "a1 :b3"] {
            assert_eq!(read(text), Some(stone(true)), "{text}");
        }
        for text in ["pass", "Pass", " PASS\r\n", "pa\u{ad}ss"] {
            assert_eq!(read(text), Some(WrittenMove(Move::Pass)), "{text}");
        }
    }

    /// Every dash of Unicode stands for `-`, and characters that cannot be seen stand for nothing.
    #[test]
    fn signs_of_other_programs_are_read() {
        let expected = "a1-b3".parse::<WrittenMove>();
        for dash in "\u{58a}\u{2010}\u{2011}\u{2012}\u{2013}\u{2014}\u{2015}\u{2212}\u{207b}\
                     \u{fe58}\u{fe63}\u{ff0d}\u{2e3a}\u{301c}"
            .chars()
        {
            assert_eq!(format!("a1{dash}b3").parse(), expected, "{}", dash.escape_unicode());
        }
        for sign in "\u{ad}\u{200b}\u{200c}\u{200d}\u{200e}\u{200f}\u{202a}\u{202e}\u{2060}\u{2066}\
                     \u{feff}\u{fe0f}\u{61c}\u{180e}\u{e0061}"
            .chars()
        {
            for at in [0, 1, 2, 3, 4, 5] {
                let mut text = "a1-b3".to_owned();
                text.insert(at, sign);
                assert_eq!(text.parse(), expected, "{}", text.escape_unicode());
            }
        }
        let error = "a1\u{200b}-b9".parse::<WrittenMove>().unwrap_err();
        assert_eq!(
            error.to_string(),
            "'a1\\u{200b}-b9' is not a move: character 6 should be a rank from 1 to 8"
        );
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
            ("c1 t a3", 5),
            ("c1 - - a3", 6),
            ("c1>>a3", 4),
        ] {
            match text.parse::<WrittenMove>() {
                Err(ParseMoveError::Form { at, .. }) => assert_eq!(at, wrong, "{text}"),
                other => panic!("{text}: {other:?}"),
            }
        }
    }
}
