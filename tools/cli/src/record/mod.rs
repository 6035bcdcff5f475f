//! Records of games: SGF and lists of moves, read and replayed; SGF written.
//!
//! A [`Record`] is what a text tells, right or wrong. Replaying it makes a
//! [`Game`], whose moves are legal, and tells where the two part.

mod end;
mod entry;
mod file;
#[cfg(test)]
mod fuzz;
mod game;
mod move_list;
mod place;
mod sgf_read;
mod sgf_tree;
mod sgf_write;

pub(crate) use end::End;
pub(crate) use file::{load, load_or_hear};
pub(crate) use game::{Game, Refusal};
pub(crate) use place::Place;
pub(crate) use sgf_write::to_sgf;

use loa_solver::{Color, ParseBoardError, ParsePositionError, Position, Preset};

use entry::Entry;

/// What a text tells of a game.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Record {
    pub(crate) start: Position,
    /// The rules that it names, if it names any that are known.
    pub(crate) preset: Option<Preset>,
    pub(crate) players: Players,
    /// The result that it claims, as written.
    pub(crate) result: Option<String>,
    entries: Vec<Entry>,
}

/// More moves than any game has. What takes a move of a record, and what looks for
/// repetitions, need not provide for more.
const MOST_MOVES: usize = 10_000;

/// The players' names; empty if they are not told.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(crate) struct Players {
    pub(crate) black: String,
    pub(crate) white: String,
}

/// Where a record stops being one of a game.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("move {number}, {} at {place}, cannot be played: {why}", shortened(.text))]
pub(crate) struct Stop {
    /// The number of the move, from 1.
    pub(crate) number: usize,
    /// The move as written.
    pub(crate) text: String,
    pub(crate) place: Place,
    /// Where it was to be played.
    pub(crate) position: Position,
    pub(crate) why: Refusal,
}

/// Text that is no record of a game.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub(crate) enum RecordError {
    /// A character that has no meaning where it stands.
    #[error("{place} is {found:?}: expected {expected}")]
    Character {
        place: Place,
        found: char,
        expected: &'static str,
    },
    /// The text ends too early.
    #[error("the text ends at {place}: expected {expected}")]
    Ends {
        place: Place,
        expected: &'static str,
    },
    /// A word or value that is not what belongs there.
    #[error("{place}: {} is not {expected}", shortened(.text))]
    Value {
        place: Place,
        text: String,
        expected: &'static str,
    },
    /// More moves than are read.
    #[error("{place}: more than {MOST_MOVES} moves")]
    TooMany { place: Place },
    /// A game whose moves stand where this program reads none.
    #[error(
        "there are no moves in it: {property} at {place} is not understood; \
         moves stand in B and W, as in ;B[b1-b3]"
    )]
    NoMoves { place: Place, property: String },
    /// A start that is no position.
    #[error("{place}: not a position: {source}")]
    Position {
        place: Place,
        source: ParsePositionError,
    },
    /// A size that no board has.
    #[error("{place}: {source}")]
    Board {
        place: Place,
        source: ParseBoardError,
    },
}

/// Reads SGF if it begins like it, and a list of moves otherwise.
///
/// # Errors
/// When it is neither.
pub(crate) fn read(text: &str) -> Result<Record, RecordError> {
    // A byte order mark is no part of the text.
    let text = text.trim_start_matches('\u{feff}');
    if text.trim_start().starts_with('(') || text.contains("(;") {
        sgf_read::read(text)
    } else {
        move_list::read(text)
    }
}

impl Record {
    /// Whether there is a move, or somebody resigns.
    pub(crate) fn has_moves(&self) -> bool {
        !self.entries.is_empty()
    }

    /// Plays the moves, up to one that cannot be played under these rules.
    pub(crate) fn replay(&self, preset: Preset) -> (Game, Option<Stop>) {
        let mut game = Game::new(preset, self.start);
        for entry in &self.entries {
            if let Err(why) = entry.play(&mut game) {
                let stop = Stop {
                    number: game.moves().len() + 1,
                    text: entry.text.clone(),
                    place: entry.place,
                    position: *game.position(),
                    why,
                };
                return (game, Some(stop));
            }
        }
        (game, None)
    }
}

/// Adds to the moves of a record.
fn add(entries: &mut Vec<Entry>, entry: Entry) -> Result<(), RecordError> {
    if entries.len() == MOST_MOVES {
        let place = entry.place;
        return Err(RecordError::TooMany { place });
    }
    entries.push(entry);
    Ok(())
}

/// `black` or `white`.
pub(crate) const fn name(color: Color) -> &'static str {
    match color {
        Color::Black => "black",
        Color::White => "white",
    }
}

/// Somebody else's text in quotes, on one line and not too long.
pub(crate) fn shortened(text: &str) -> String {
    let mut beginning: String = text.chars().take(40).collect();
    if beginning.len() < text.len() {
        beginning.push_str("...");
    }
    format!("{beginning:?}")
}
