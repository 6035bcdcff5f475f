//! The games of a text, one after another.

use super::cursor::{CursorPlace, Section};
use super::error::RecordError;
use super::record::Record;
use super::{move_list, sgf_read};
use crate::text::foreign;

/// The games of a text: an iterator over the main line of each, as a [`Record`]. A game that cannot
/// be read gives an error, and the iterator continues with the next one.
///
/// # Examples
///
/// ```
/// use loa_record::notation::read_games;
///
/// let text = "(;GM[9]SZ[4];B[b1-b3])(;GM[9]SZ[4];B[b1-b9])(;GM[9]SZ[4])";
/// let games: Vec<_> = read_games(text).collect();
/// assert_eq!(games.iter().map(Result::is_ok).collect::<Vec<_>>(), [true, false, true]);
/// assert_eq!(read_games("1. b1-b3 h7-f7 1-0\n1. g8-g6 0-1").number(), 2);
/// ```
#[derive(Clone, Debug)]
pub struct Games<T> {
    text: T,
    is_sgf: bool,
    /// The place where the search for the next game begins; `None` after the last game.
    next: Option<CursorPlace>,
    is_first: bool,
}

/// Returns the games of a text in SGF or as lists of moves. The iterator returns at least one item,
/// which may be an error.
pub fn read_games<T: AsRef<str>>(text: T) -> Games<T> {
    // A byte order mark is not part of the text.
    let plain = text.as_ref().trim_start_matches('\u{feff}');
    let is_sgf = plain.trim_start().starts_with('(')
        || plain.contains("(;") && !move_list::begins_list(plain);
    let offset = text.as_ref().len() - plain.len();
    let next = Some(CursorPlace { offset, ..CursorPlace::START });
    Games { text, is_sgf, next, is_first: true }
}

impl<T: AsRef<str>> Games<T> {
    /// Returns the number of remaining games.
    pub fn number(&self) -> usize {
        let text = self.text.as_ref();
        let mut games =
            Games { text, is_sgf: self.is_sgf, next: self.next, is_first: self.is_first };
        std::iter::from_fn(|| games.next_section()).count()
    }

    /// Returns the text.
    pub fn text(&self) -> &str {
        self.text.as_ref()
    }

    fn next_section(&mut self) -> Option<Section> {
        let (from, text) = (self.next?, self.text.as_ref());
        let section = match self.is_sgf {
            true => sgf_read::next_game(text, from, self.is_first),
            false => Some(move_list::next_game(text, from)),
        };
        self.is_first = false;
        self.next = section.map(|section| section.end).filter(|end| end.offset < text.len());
        section
    }
}

impl<T: AsRef<str>> Iterator for Games<T> {
    type Item = Result<Record, RecordError>;

    fn next(&mut self) -> Option<Result<Record, RecordError>> {
        let section = self.next_section()?;
        let text = self.text.as_ref();
        let record = match self.is_sgf {
            true => sgf_read::read(text, section),
            false => move_list::read(text, section),
        };
        Some(
            record
                .map_err(|error| foreign(text).map_or(error, |kind| RecordError::Foreign { kind })),
        )
    }
}
