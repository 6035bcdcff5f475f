//! The record of a game, as written.

use std::sync::Arc;

use loa_solver::{Illegality, Move, Position, Preset, WrittenMove};

use super::claims::Claim;
use super::entry::{MoveAction, RecordedMove};
use super::error::{MOST_MOVES, RecordError, UnplayableMove};
use super::notice::Notice;
use super::tree::{Property, Tree};
use crate::game::{Game, Refusal};

/// The record of a game, as written: its moves need not be legal.
///
/// It keeps everything it was read from, including variations, comments, dates and unknown
/// properties, so that a copy by [`ScoreSheet`](super::ScoreSheet) has them too.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct Record {
    /// The position before the first move.
    pub start: Position,
    /// The rules that the record names; `None` if they are unknown.
    pub preset: Option<Preset>,
    /// The names of the players.
    pub players: Players,
    /// The result that the record claims, as written.
    pub result: Option<String>,
    pub(super) entries: Vec<RecordedMove>,
    pub(super) comments: Vec<Comment>,
    /// All results that the record claims.
    pub(super) claims: Vec<Claim>,
    /// The notices from reading.
    pub(super) notices: Vec<Notice>,
    pub(super) tree: Arc<Tree>,
    /// The number of this line in the tree.
    pub(super) line: usize,
    /// True if a copy includes the other lines.
    pub(super) has_variations: bool,
    /// True if the record is a list of moves.
    pub(super) is_list: bool,
}

/// A comment in a record.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Comment {
    /// The number of entries before it.
    pub(super) entries: usize,
    pub(super) text: String,
}

/// The names of the players, empty if unknown.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct Players {
    /// The name of the player who moves first.
    pub black: String,
    /// The name of the other player.
    pub white: String,
}

impl Record {
    /// Returns whether the record has a move or a resignation.
    pub fn has_moves(&self) -> bool {
        !self.entries.is_empty()
    }

    /// Returns the text of a property of the whole game, such as `EV` or `RO`; `None` without one.
    pub fn property(&self, name: &str) -> Option<String> {
        self.tree.nodes.first()?.property(name).map(Property::text)
    }

    /// Returns the comments. Each comes with the number of moves before it in a game that
    /// [`Record::replay`] has returned.
    pub fn comments(&self, game: &Game) -> impl Iterator<Item = (usize, &str)> {
        let moves = self.moves_after_entries(game);
        self.comments
            .iter()
            .filter_map(move |comment| Some((*moves.get(comment.entries)?, comment.text.as_str())))
    }

    /// Returns the properties that neither the game nor its comments contain, as SGF. Each comes
    /// with the number of moves before it in a game that [`Record::replay`] has returned.
    pub fn other_properties(&self, game: &Game) -> Vec<(usize, String)> {
        let moves = self.moves_after_entries(game);
        let mut entries = self.entries.iter().map(|entry| entry.node).peekable();
        let mut before = 0;
        let mut others: Vec<(usize, String)> = Vec::new();
        for node in self.tree.line(self.line) {
            before += usize::from(entries.next_if_eq(&node).is_some());
            let Some(&moves) = moves.get(before) else {
                break;
            };
            match others.last_mut() {
                Some((last, text)) if *last == moves => self.tree.nodes[node].write_others(text),
                _ => {
                    let mut text = String::new();
                    self.tree.nodes[node].write_others(&mut text);
                    others.push((moves, text));
                }
            }
        }
        others.retain(|(_, text)| !text.is_empty());
        others
    }

    /// Returns the number of moves before the first entry and after each entry, as far as the game
    /// goes. Some passes may have been omitted.
    pub(super) fn moves_after_entries(&self, game: &Game) -> Vec<usize> {
        let mut moves = vec![0];
        let (mut played, mut rest) = (0, game.moves());
        for entry in &self.entries {
            let is_left_out = entry.action != MoveAction::Move(WrittenMove::Pass)
                && rest.first() == Some(&Move::Pass);
            let count = usize::from(is_left_out) + usize::from(!entry.is_concession());
            let Some(after) = rest.get(count..) else {
                break;
            };
            (played, rest) = (played + count, after);
            moves.push(played);
        }
        moves
    }

    /// Plays the moves under the rules of `preset`, up to the first that cannot be played.
    pub fn replay(&self, preset: Preset) -> (Game, Option<UnplayableMove>) {
        self.replay_with(preset, |_, _| {})
    }

    /// Plays the moves, and passes each to `visit` with the game before it.
    pub(super) fn replay_with(
        &self,
        preset: Preset,
        mut visit: impl FnMut(&RecordedMove, &Game),
    ) -> (Game, Option<UnplayableMove>) {
        let mut game = Game::new(preset, self.start);
        for entry in &self.entries {
            visit(entry, &game);
            if let Err(cause) = entry.play(&mut game) {
                let is_of_other_side = matches!(
                    cause,
                    Refusal::NotLegal { why: Illegality::OtherSide { .. }, .. }
                        | Refusal::OtherSide { .. }
                );
                let stop = UnplayableMove {
                    may_name_side: is_of_other_side && self.is_list && game.moves().is_empty(),
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
pub(super) fn add(entries: &mut Vec<RecordedMove>, entry: RecordedMove) -> Result<(), RecordError> {
    if entries.len() == MOST_MOVES {
        let location = entry.location;
        return Err(RecordError::TooMany { location });
    }
    entries.push(entry);
    Ok(())
}

/// Adds a comment after some entries, or appends it to an existing comment there.
pub(super) fn add_comment(comments: &mut Vec<Comment>, entries: usize, text: &str) {
    match comments.last_mut() {
        _ if text.is_empty() => {}
        Some(last) if last.entries == entries => {
            last.text.push('\n');
            last.text.push_str(text);
        }
        _ => comments.push(Comment { entries, text: text.to_owned() }),
    }
}
