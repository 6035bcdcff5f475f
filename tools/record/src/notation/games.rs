//! The games of a text, one after another.

use std::num::NonZeroUsize;

use super::cursor::{CursorPlace, Section};
use super::error::{Location, RecordError};
use super::notice::Notice;
use super::tree::GameTree;
use super::{list, sgf};
use crate::text::foreign;

/// The games of a text: an iterator over the main line of each, as a [`GameTree`]. A game that cannot
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
}

/// Returns the games of a text in SGF or as lists of moves. The iterator returns at least one item,
/// which may be an error.
pub fn read_games<T: AsRef<str>>(text: T) -> Games<T> {
    // A byte order mark is not part of the text.
    let plain = text.as_ref().trim_start_matches('\u{feff}');
    let is_sgf =
        plain.trim_start().starts_with('(') || plain.contains("(;") && !list::begins_list(plain);
    let offset = text.as_ref().len() - plain.len();
    let next = Some(CursorPlace { offset, location: Location::START });
    Games { text, is_sgf, next }
}

impl<T: AsRef<str>> Games<T> {
    /// Returns the number of remaining games.
    pub fn number(&self) -> usize {
        let text = self.text.as_ref();
        let mut games = Games { text, is_sgf: self.is_sgf, next: self.next };
        std::iter::from_fn(|| games.next_section()).count()
    }

    /// Returns the text.
    pub fn text(&self) -> &str {
        self.text.as_ref()
    }

    fn next_section(&mut self) -> Option<Section> {
        let (from, text) = (self.next?, self.text.as_ref());
        let section = match self.is_sgf {
            true => sgf::next_game(text, from),
            false => Some(list::next_game(text, from)),
        };
        self.next =
            section.as_ref().map(|section| section.end).filter(|end| end.offset < text.len());
        section
    }
}

impl<T: AsRef<str>> Iterator for Games<T> {
    type Item = Result<GameTree, RecordError>;

    fn next(&mut self) -> Option<Result<GameTree, RecordError>> {
        let section = self.next_section()?;
        let text = self.text.as_ref();
        let record = match self.is_sgf {
            true => sgf::read(text, section),
            false => list::read(text, section),
        };
        let refused = |error| foreign(text).map_or(error, |kind| RecordError::Foreign { kind });
        Some(record.map_err(refused))
    }
}

/// Reads SGF, or a list of moves if the text does not look like SGF. If the text has several games,
/// it reads the first, and a [`Notice`] says so; [`read_games`] reads them all.
///
/// # Errors
/// If the text is neither.
///
/// # Examples
///
/// ```
/// use loa_record::notation;
///
/// let record = notation::read("(;GM[9]SZ[5];B[b1-b3];W[a2-c2])")?;
/// assert_eq!(record.start.board().to_string(), "5x5");
/// let error = notation::read("start 4x4\nb1-q3").unwrap_err();
/// assert!(error.to_string().starts_with("line 2, character 1:"));
/// # Ok::<(), notation::RecordError>(())
/// ```
pub fn read(text: &str) -> Result<GameTree, RecordError> {
    let mut games = read_games(text);
    let mut record = games.next().unwrap_or(Err(RecordError::Empty))?;
    match games.number() {
        0 => {}
        more => record.notices.push(Notice::MoreGames { games: more + 1 }),
    }
    Ok(record)
}

/// Reads the game with a number, from 1, in a text.
///
/// # Errors
/// If the game does not exist or cannot be read.
pub fn read_game(text: &str, number: NonZeroUsize) -> Result<GameTree, RecordError> {
    let mut all = read_games(text);
    let games = all.number();
    all.nth(number.get() - 1).unwrap_or(Err(RecordError::NoSuchGame { games }))
}
