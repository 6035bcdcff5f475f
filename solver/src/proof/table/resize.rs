//! Growing tables.

use super::{ENTRIES, KEY_BITS, SearchTable, bucket_of, load, store};

/// The filled share at which a table grows.
const CROWDED: f64 = 0.5;

impl SearchTable {
    /// `true` if growing is possible and would save many entries from being lost.
    pub(in crate::proof) fn is_crowded(&self) -> bool {
        self.can_grow() && self.fill() >= CROWDED
    }

    /// `true` if the memory has room for twice as many buckets.
    fn can_grow(&self) -> bool {
        self.used <= self.memory.len() / 2
    }

    /// Doubles the buckets in use, if the memory has room.
    pub(in crate::proof) fn grow(&mut self) {
        if !self.can_grow() {
            return;
        }
        // Only the entries of bucket n go to buckets 2n and 2n + 1.
        for number in (0..self.used).rev() {
            let bucket = &self.memory[number].0;
            let words: [u128; ENTRIES] = std::array::from_fn(|slot| load(&bucket[slot]));
            for slot in bucket {
                store(slot, 0);
            }
            let mut next = [0; 2];
            for word in words.into_iter().filter(|word| word & 31 != 0) {
                let half = self.half(number, word);
                store(&self.memory[2 * number + half].0[next[half]], word);
                next[half] += 1;
            }
        }
        self.used *= 2;
    }

    /// Returns the half of a bucket's keys that an entry belongs to, 0 for the lower.
    fn half(&self, bucket: usize, word: u128) -> usize {
        let low = self.low(bucket as u64, word);
        bucket_of(low, 2 * self.used as u64) as usize & 1
    }

    /// Returns the low half of the key of an entry in `bucket`.
    pub(super) fn low(&self, bucket: u64, word: u128) -> u64 {
        // The bucket determines the key's low half except for fewer than 2^kept consecutive
        // numbers.
        let least = (bucket << 32).div_ceil(self.used as u64);
        let kept = (word >> (128 - KEY_BITS)) as u64;
        least + (kept.wrapping_sub(least) & ((1 << self.kept) - 1))
    }

    /// Lets a table use `buckets` buckets or a few more, if its memory has room.
    pub(in crate::proof) fn use_buckets(&mut self, buckets: u64) {
        let is_empty = self.entries().next().is_none();
        while (self.used as u64) < buckets && self.can_grow() {
            if is_empty {
                self.used *= 2;
            } else {
                self.grow();
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::game::board::Board;
    use crate::proof::key::key_bits;
    use crate::proof::numbers::{ProofNumbers, restored, stored};
    use crate::proof::table::StoredResult;
    use crate::proof::table::tests::place;

    #[test]
    fn a_table_that_grows_loses_nothing() {
        let boards = [("4x4", 1 << 20), ("6x6", 1_300_000), ("7x7", 1_700_000), ("8x8", 1 << 27)];
        for (board, bytes) in boards {
            let board: Board = board.parse().unwrap();
            let mut table = SearchTable::small(key_bits(board, false), bytes).unwrap();
            let place = |table: &SearchTable, n| place(table, board, n);
            let (mut count, mut sizes) = (0, Vec::new());
            while table.can_grow() {
                for n in count..count + table.used as u32 / 16 {
                    let numbers = ProofNumbers { phi: 1 + n, delta: 7 };
                    let entry = StoredResult { numbers, distance: 0 };
                    table.put(place(&table, n), entry, 1);
                }
                count += table.used as u32 / 16;
                table.grow();
                sizes.push(table.used);
                for n in 0..count {
                    let found = table.get(place(&table, n)).map(|entry| entry.numbers.phi);
                    assert_eq!(found, Some(restored(stored(1 + n))), "{board} {n}");
                }
            }
            let taken = size_of_val(&*table.memory) as u64;
            assert!(!sizes.is_empty() && taken <= bytes, "{sizes:?}");
        }
    }
}
