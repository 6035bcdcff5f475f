//! The record of a game, as written.

use loa_solver::{Move, Position, Preset, WrittenMove};

use super::entry::{Action, Entry};
use super::error::{Location, MOST_MOVES, RecordError};
use crate::game::{Game, Refusal};
use crate::text::shortened;

/// The record of a game, as written: its moves need not be legal.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct Record {
    /// The position before the first move.
    pub start: Position,
    /// The rules that the record names, if they are known.
    pub preset: Option<Preset>,
    /// The names of the players.
    pub players: Players,
    /// The result that the record claims, as written.
    pub result: Option<String>,
    pub(super) entries: Vec<Entry>,
    pub(super) comments: Vec<Comment>,
}

/// A comment of a record.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Comment {
    /// The number of entries before.
    pub(super) entries: usize,
    pub(super) text: String,
}

/// The names of the players; empty where they are unknown.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Players {
    /// The name of the player who moves first.
    pub black: String,
    /// The name of the other.
    pub white: String,
}

/// The first move of a record that cannot be played.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("move {number}, {} at {location}, cannot be played: {cause}", shortened(.text))]
#[non_exhaustive]
pub struct Stop {
    /// The number of the move, from 1.
    pub number: usize,
    /// The move as written.
    pub text: String,
    /// The place of the move in the text.
    pub location: Location,
    /// The position in which it was to be played.
    pub position: Position,
    /// The reason for which it cannot be played.
    pub cause: Refusal,
}

impl Record {
    /// Returns whether there is a move or a resignation.
    pub fn has_moves(&self) -> bool {
        !self.entries.is_empty()
    }

    /// Returns the comments, each with the number of moves before it in a game that
    /// [`Record::replay`] has returned.
    pub fn comments(&self, game: &Game) -> impl Iterator<Item = (usize, &str)> {
        // The number of moves after each entry: passes may have been left out.
        let mut moves = vec![0];
        let (mut played, mut rest) = (0, game.moves());
        for entry in &self.entries {
            let is_left_out = entry.action != Action::Move(WrittenMove::Pass)
                && rest.first() == Some(&Move::Pass);
            let count = usize::from(is_left_out) + usize::from(entry.action != Action::Resign);
            let Some(after) = rest.get(count..) else {
                break;
            };
            (played, rest) = (played + count, after);
            moves.push(played);
        }
        self.comments
            .iter()
            .filter_map(move |comment| Some((*moves.get(comment.entries)?, comment.text.as_str())))
    }

    /// Plays the moves under the rules of `preset`, up to the first that cannot be
    /// played.
    pub fn replay(&self, preset: Preset) -> (Game, Option<Stop>) {
        let mut game = Game::new(preset, self.start);
        for entry in &self.entries {
            if let Err(cause) = entry.play(&mut game) {
                let stop = Stop {
                    number: game.moves().len() + 1,
                    text: entry.text.clone(),
                    location: entry.location,
                    position: *game.position(),
                    cause,
                };
                return (game, Some(stop));
            }
        }
        (game, None)
    }
}

/// Appends an entry to those of a record.
pub(super) fn add(entries: &mut Vec<Entry>, entry: Entry) -> Result<(), RecordError> {
    if entries.len() == MOST_MOVES {
        let location = entry.location;
        return Err(RecordError::TooMany { location });
    }
    entries.push(entry);
    Ok(())
}
