//! The blocks that are compared: all of a table, or a sample.

use loa_solver::Index;
use rayon::prelude::*;
use xxhash_rust::xxh3::xxh3_64_with_seed;

/// The orbits of waiting sides whose positions are compared, ascending.
pub(crate) struct Blocks {
    orbits: Vec<u64>,
}

impl Blocks {
    /// Returns all blocks of the table that the waiting side leads.
    pub(crate) fn all(twin: &Index) -> Blocks {
        Blocks {
            orbits: (0..twin.blocks()).collect(),
        }
    }

    /// Returns as few blocks as have so many positions, picked by a seed; all of them if
    /// there are not so many.
    pub(crate) fn sample(twin: &Index, positions: u64, seed: u64) -> Blocks {
        let count = positions.div_ceil(twin.block_len()) as usize;
        let mut orbits = Blocks::all(twin).orbits;
        if count < orbits.len() {
            let key = |orbit: &u64| (xxh3_64_with_seed(&orbit.to_le_bytes(), seed), *orbit);
            orbits.select_nth_unstable_by_key(count, key);
            orbits.truncate(count);
            orbits.sort_unstable();
        }
        Blocks { orbits }
    }

    /// Returns the orbits, ascending.
    pub(super) fn into_orbits(self) -> Vec<u64> {
        self.orbits
    }

    /// Returns the orbits.
    pub(super) fn orbits(&self) -> impl IndexedParallelIterator<Item = u64> + '_ {
        self.orbits.par_iter().copied()
    }
}

#[cfg(test)]
mod tests {
    use loa_solver::{Board, Numbering};

    use super::*;

    #[test]
    fn a_sample_is_of_distinct_blocks() {
        let numbering = Numbering::new(Board::new(4, 4).unwrap());
        let index = numbering.index("3v2".parse().unwrap()).unwrap();
        let all = Blocks::all(&index).orbits;
        for positions in [0, 1, index.block_len(), 1000, index.len(), u64::MAX] {
            let sample = Blocks::sample(&index, positions, 7).orbits;
            assert!(sample.is_sorted_by(|a, b| a < b));
            let count = sample.len() as u64 * index.block_len();
            assert!(count >= positions.min(index.len()));
            assert!(count < positions.saturating_add(index.block_len()));
            assert_eq!(sample == all, positions > index.len() - index.block_len());
        }
        let seeds = [7, 8].map(|seed| Blocks::sample(&index, 1000, seed).orbits);
        assert_ne!(seeds[0], seeds[1]);
    }
}
