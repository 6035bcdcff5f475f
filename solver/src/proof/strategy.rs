//! A complete strategy, read from the table of a finished search.
//!
//! From the start, every reply of the loser is followed, and one answer of the winner, into a
//! position of the strategy if possible. Positions that the table has lost are searched again. A
//! rank is computed from the ranks after all replies, so ranks decrease along every line, whatever
//! the table says.

use std::io;
use std::mem::take;

use rustc_hash::{FxHashMap, FxHashSet};

use super::game::{Node, SearchGame};
use super::geometry::Step;
use super::goal::{ATTACKER, AttackerOutcome};
use super::search::ThreadSearch;
use super::table::{SearchTable, TablePlace};
use super::watch::SearchStage;

/// The size in bytes of the table for a new search.
const FRESH_TABLE_BYTES: u64 = 256 << 20;

/// The maximum number of positions in a line with the loser to move. Only a table with false
/// entries leads deeper, and the stack could not hold a deeper line.
const DEEPEST: usize = if cfg!(target_family = "wasm") { 256 } else { 1 << 14 };

/// Positions between two calls of the watch.
const LOOK: u64 = 1 << 10;

/// The positions of a strategy, by canonical key.
#[derive(Default)]
pub(super) struct Known {
    /// The ranks of the positions with the defender to move, except those of rank 1.
    pub(super) ranks: FxHashMap<u128, u16>,
    /// The positions with the attacker to move that are not won within three plies.
    pub(super) turns: FxHashSet<u128>,
}

/// The reason why no certificate was made.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum ExtractError {
    /// The watch stopped the work.
    #[error("stopped while the proof was read out of the table")]
    Stopped,
    /// The table lost a part of the proof that several times the work of the search did not find
    /// again, or a restored search contained a wrong result.
    #[error("the table does not hold the proof that it states")]
    Lost,
    /// The system cannot start a thread.
    #[error("a thread cannot be started: {0}")]
    Thread(io::ErrorKind),
}

/// The rank of a position; `None` if every answer leads back into the line that it answers. It is an
/// error if the table calls a position won that is not won, or leads too far, or if the memory for a
/// new table is not available.
type Rank = Result<Option<u16>, ExtractError>;

/// A strategy for the attacker.
pub(super) struct Strategy<'a, 'b> {
    game: &'a SearchGame,
    table: &'a SearchTable,
    search: &'b mut ThreadSearch<'a>,
    pub(super) known: Known,
    /// The positions whose replies are being followed.
    pub(super) open: FxHashSet<u128>,
    /// Positions that may still be visited. A position counts each time that a line leads to it.
    left: u64,
}

impl<'a, 'b> Strategy<'a, 'b> {
    /// Returns an empty strategy that may visit up to `most` positions.
    pub(super) fn new(search: &'b mut ThreadSearch<'a>, most: u64) -> Strategy<'a, 'b> {
        let (game, table) = (search.game, search.task.table);
        let (known, open) = (Known::default(), FxHashSet::default());
        Strategy { game, table, search, known, open, left: most }
    }

    /// Returns the rank of a position with the defender to move, after storing everything that the
    /// position needs.
    pub(super) fn rank(&mut self, node: &Node) -> Rank {
        if let Some(rank) = self.stored(node) {
            return Ok(Some(rank));
        }
        let defences = self.game.defences(node.stones).ok_or(ExtractError::Lost)?;
        if defences.is_empty() {
            return Ok(Some(1));
        }
        self.count()?;
        let open = self.game.key(node);
        if !self.open.insert(open) {
            return Ok(None);
        }
        let rank = self.rank_by_replies(node, &defences);
        self.open.remove(&open);
        let Some(rank) = rank? else {
            return Ok(None);
        };
        // The position may have recurred below itself, with fewer plies left.
        let key = self.game.weights.canonical(&node.images);
        let stored = self.known.ranks.entry(key).or_insert(rank);
        *stored = rank.min(*stored);
        Ok(Some(*stored))
    }

    /// Counts a visited position, and calls the watch from time to time.
    fn count(&mut self) -> Result<(), ExtractError> {
        if self.left == 0 || self.open.len() == DEEPEST {
            return Err(ExtractError::Lost);
        }
        self.left -= 1;
        let stage = SearchStage::ReadOut { positions: self.known.ranks.len() };
        let goes_on = !self.left.is_multiple_of(LOOK) || self.search.enters(stage);
        if goes_on { Ok(()) } else { Err(ExtractError::Stopped) }
    }

    /// Returns the stored rank of a position, if it is small enough for the plies left. Otherwise a
    /// smaller rank is found and stored: positions that relied on the greater rank remain valid.
    fn stored(&self, node: &Node) -> Option<u16> {
        let rank = *self.known.ranks.get(&self.game.weights.canonical(&node.images))?;
        (u32::from(rank) <= node.left.div_ceil(2)).then_some(rank)
    }

    fn rank_by_replies(&mut self, node: &Node, defences: &[Step]) -> Rank {
        let mut rank = 2;
        for &step in defences {
            let Some(after) = self.answer_defence(&self.game.child(node, step))? else {
                return Ok(None);
            };
            rank = rank.max(after.checked_add(1).ok_or(ExtractError::Lost)?);
        }
        Ok(Some(rank))
    }

    /// Returns the rank of the position after the answer to a reply, or 0 if the answer wins
    /// immediately.
    pub(super) fn answer(&mut self, node: &Node) -> Rank {
        if self.game.wins_in_one(node.stones) { Ok(Some(0)) } else { self.answer_defence(node) }
    }

    /// Returns the rank of the position after the answer to a reply. No answer may win immediately.
    fn answer_defence(&mut self, node: &Node) -> Rank {
        let key = self.game.weights.canonical(&node.images);
        if !self.known.turns.contains(&key) {
            if self.game.wins_in_three(node.stones) {
                return Ok(Some(1));
            }
            self.known.turns.insert(key);
        }
        let children = self.game.children(node);
        if let Some(rank) = children.iter().filter_map(|child| self.stored(child)).min() {
            return Ok(Some(rank));
        }
        if let Some(rank) = self.follow(&children)? {
            return Ok(Some(rank));
        }
        if self.prove_again(node)?
            && let Some(rank) = self.follow(&children)?
        {
            return Ok(Some(rank));
        }
        self.answer_from_empty_table(node, &children)
    }

    /// `true` if a position is proved again without a circle.
    fn prove_again(&mut self, node: &Node) -> Result<bool, ExtractError> {
        match self.search.prove_again(node, &self.open) {
            false if self.search.stopped => Err(ExtractError::Stopped),
            is_proved => Ok(is_proved),
        }
    }

    /// Returns the rank after an answer, found with an empty table. Entries that were lost and
    /// proved again later can lead in a circle; entries of one search that loses none cannot.
    fn answer_from_empty_table(&mut self, node: &Node, children: &[Node]) -> Rank {
        let table = self.table.fresh(FRESH_TABLE_BYTES).map_err(|_| ExtractError::Lost)?;
        let mut search = self.search.with_table(&table);
        let (known, open) = (take(&mut self.known), take(&mut self.open));
        let mut deeper = Strategy { known, open, ..Strategy::new(&mut search, self.left) };
        // If every proof leads back into the line, an earlier answer must avoid this position.
        let found = match deeper.prove_again(node) {
            Ok(true) => deeper.follow(children),
            other => other.map(|_| None),
        };
        (self.known, self.open, self.left) = (deeper.known, deeper.open, deeper.left);
        found
    }

    /// Returns the rank of the cheapest of the proved children that leads to no circle.
    fn follow(&mut self, children: &[Node]) -> Rank {
        let places: Vec<(u128, TablePlace)> = children
            .iter()
            .map(|child| {
                let key = self.game.key(child);
                let place = self.table.place(key, false);
                self.table.prefetch(place);
                (key, place)
            })
            .collect();
        let proved = children.iter().zip(places).filter_map(|(child, (key, place))| {
            let entry = self.table.get(place)?;
            let proved = entry.numbers.delta == 0
                && !self.open.contains(&key)
                && self.game.outcome(child.stones, ATTACKER) == AttackerOutcome::GoesOn;
            proved.then_some((entry.distance, child))
        });
        let mut proved: Vec<(u32, &Node)> = proved.collect();
        proved.sort_by_key(|&(distance, _)| distance);
        for (_, child) in proved {
            if let Some(rank) = self.rank(child)? {
                return Ok(Some(rank));
            }
        }
        Ok(None)
    }
}
