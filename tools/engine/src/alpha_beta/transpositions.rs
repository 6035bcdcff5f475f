//! The transposition table: results of the search by position, so that a position reached on
//! another path need not be searched again.
//!
//! A search sees only its own entries, so that an answer depends on the question only, not on
//! earlier questions. Entries store both sets of squares in full, so that positions are never
//! confused.

use std::collections::TryReserveError;

use loa_solver::{Bitboard, Move, Position};

use super::score::{ESTIMATE, nearer};

/// The relation of a stored score to the true one.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(super) enum Bound {
    /// They are equal.
    Exact,
    /// The stored score is at most the true one.
    Lower,
    /// The stored score is at least the true one.
    #[default]
    Upper,
}

/// The stored result of a position.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct TranspositionEntry {
    us: Bitboard,
    them: Bitboard,
    /// The score, counted from the position.
    score: i32,
    /// The number of the search that stored the entry; 0 means an empty entry.
    search: u32,
    depth: u8,
    bound: Bound,
    /// The best move, or the one that cut off the search.
    pub(super) best: Option<Move>,
}

impl TranspositionEntry {
    /// Returns the score of a search to `depth` within a window, if the entry decides it.
    ///
    /// Estimates count only from a search of exactly that depth, so that a search finds what plain
    /// minimax to its depth would. A win or loss found by a shallower search is also one at any
    /// greater depth.
    pub(super) fn score(&self, depth: u32, ply: u32, alpha: i32, beta: i32) -> Option<i32> {
        let is_decisive = match self.bound {
            Bound::Exact => self.score.abs() > ESTIMATE,
            Bound::Lower => self.score > ESTIMATE,
            Bound::Upper => self.score < -ESTIMATE,
        };
        let stored = u32::from(self.depth);
        if stored != depth && !(is_decisive && stored < depth) {
            return None;
        }
        let score = nearer(self.score, -(ply as i32));
        let decides = match self.bound {
            Bound::Exact => true,
            Bound::Lower => score >= beta,
            Bound::Upper => score <= alpha,
        };
        decides.then_some(score)
    }
}

/// The two entries for a position: the first keeps the deepest result, the second the latest.
type Pair = [TranspositionEntry; 2];

/// The transposition table.
#[derive(Debug)]
pub(super) struct Transpositions {
    pairs: Vec<Pair>,
    search: u32,
}

impl Transpositions {
    /// Returns a table of this number of MiB.
    ///
    /// # Errors
    /// If the memory is not available.
    pub(super) fn new(mebibytes: usize) -> Result<Transpositions, TryReserveError> {
        let number = (mebibytes << 20) / size_of::<Pair>();
        let mut pairs = Vec::new();
        pairs.try_reserve_exact(number)?;
        pairs.resize(number, Pair::default());
        Ok(Transpositions { pairs, search: 1 })
    }

    /// Forgets the entries of earlier searches.
    pub(super) fn begin_search(&mut self) {
        self.search = self.search.checked_add(1).unwrap_or_else(|| {
            self.pairs.fill(Pair::default());
            1
        });
    }

    pub(super) fn get(&self, position: &Position) -> Option<&TranspositionEntry> {
        let (us, them) = (position.us(), position.them());
        let pair = &self.pairs[self.place(us, them)];
        pair.iter()
            .find(|entry| entry.us == us && entry.them == them && entry.search == self.search)
    }

    /// Stores the result of a search of `depth` at `ply`.
    pub(super) fn store(
        &mut self,
        position: &Position,
        depth: u32,
        ply: u32,
        (score, bound): (i32, Bound),
        best: Option<Move>,
    ) {
        let (us, them, search) = (position.us(), position.them(), self.search);
        let place = self.place(us, them);
        let [deepest, latest] = &mut self.pairs[place];
        let depth = depth.min(255) as u8;
        let is_same = deepest.us == us && deepest.them == them;
        let replaces = deepest.search != search || is_same || deepest.depth <= depth;
        let entry = if replaces { deepest } else { latest };
        *entry = TranspositionEntry {
            us,
            them,
            score: nearer(score, ply as i32),
            search,
            depth,
            bound,
            best,
        };
    }

    /// Returns an index that depends on every bit of both sets.
    fn place(&self, us: Bitboard, them: Bitboard) -> usize {
        let mix = |bits: u64| {
            let bits = (bits ^ bits >> 32).wrapping_mul(0x9e37_79b9_7f4a_7c15);
            bits ^ bits >> 29
        };
        let hash = mix(mix(us.0).wrapping_add(them.0)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        ((u128::from(hash) * self.pairs.len() as u128) >> 64) as usize
    }
}

#[cfg(test)]
mod tests {
    use loa_solver::Board;

    use super::*;

    #[test]
    fn a_search_sees_what_it_has_stored_and_nothing_else() {
        let mut table = Transpositions::new(1).unwrap();
        let start = Board::new(4, 4).unwrap().start();
        table.store(&start, 3, 2, (17, Bound::Exact), None);
        let entry = table.get(&start).unwrap();
        assert_eq!(entry.score(3, 5, -100, 100), Some(17));
        assert_eq!(entry.score(2, 5, -100, 100), None);
        assert_eq!(entry.score(4, 5, -100, 100), None);
        assert!(table.get(&start.passed()).is_none());
        table.begin_search();
        assert!(table.get(&start).is_none());
    }

    #[test]
    fn wins_hold_at_any_depth_and_count_from_where_they_are() {
        let mut table = Transpositions::new(1).unwrap();
        let start = Board::new(4, 4).unwrap().start();
        let win = super::super::score::WIN - 5;
        table.store(&start, 3, 2, (win, Bound::Lower), None);
        let entry = table.get(&start).unwrap();
        assert_eq!(entry.score(9, 4, 0, 1), Some(win - 2));
        assert_eq!(entry.score(9, 4, win, win + 1), None);
        assert_eq!(entry.score(2, 4, 0, 1), None);
    }
}
