//! Tables that grow, and entries of a table of another size.

use std::sync::atomic::Ordering::Relaxed;

use super::{ENTRIES, KEY_BITS, Table, WORDS, bucket_of, entry, joined, load, store, tag};

/// The filled share at which a table grows.
const CROWDED: f64 = 0.5;

impl Table {
    /// Returns whether the table would lose much less if it grew, and can grow.
    pub(in crate::proof) fn is_crowded(&self) -> bool {
        self.can_grow() && self.fill() >= CROWDED
    }

    /// Returns whether the memory has twice the buckets in use.
    fn can_grow(&self) -> bool {
        self.used <= self.memory.len() / 2
    }

    /// Doubles the buckets in use, if the memory has them.
    pub(in crate::proof) fn grow(&mut self) {
        if !self.can_grow() {
            return;
        }
        // Bucket n is the only one whose entries go to 2n and 2n + 1.
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

    /// Returns which half of a bucket's keys an entry belongs to, 0 for the lower.
    fn half(&self, bucket: usize, word: u128) -> usize {
        let used = self.used as u64;
        let low = self.low(bucket as u64, used, word);
        bucket_of(low, 2 * used) as usize & 1
    }

    /// Returns the low half of the key of an entry in `bucket`, one of `buckets`.
    pub(super) fn low(&self, bucket: u64, buckets: u64, word: u128) -> u64 {
        // The bucket decides the key's low half but for less than 2^kept numbers in a row.
        let least = (bucket << 32).div_ceil(buckets);
        let kept = (word >> (128 - KEY_BITS)) as u64;
        least + (kept.wrapping_sub(least) & ((1 << self.kept) - 1))
    }

    /// Lets a table use `buckets` or a few more, if its memory has them.
    pub(super) fn use_buckets(&mut self, buckets: u64) {
        let is_empty = self.words().all(|word| word.load(Relaxed) == 0);
        while (self.used as u64) < buckets && self.can_grow() {
            if is_empty {
                self.used *= 2;
            } else {
                self.grow();
            }
        }
    }

    /// Prepares a table for the entries of one of `words` words. Returns the number of
    /// its buckets; `None` if no table of these keys has that size.
    pub(in crate::proof) fn prepare_for(&mut self, words: u64) -> Option<u64> {
        let (buckets, rest) = (words / WORDS as u64, words % WORDS as u64);
        let possible = 1 << (32 - self.kept)..=1 << 32;
        if rest != 0 || !possible.contains(&buckets) {
            return None;
        }
        self.use_buckets(buckets);
        Some(buckets)
    }

    /// Stores the entries of `bucket`, one of `buckets` of another table, as far as there is
    /// room: those that took the least work go first. Returns false if they cannot be there.
    pub(in crate::proof) fn adopt(&self, bucket: u64, buckets: u64, words: &[u64; WORDS]) -> bool {
        for &[high, low] in words.as_chunks().0 {
            let word = joined(high, low);
            if word & 31 == 0 {
                continue;
            }
            let low = self.low(bucket, buckets, word);
            if low >= 1 << 32 || bucket_of(low, buckets) != bucket {
                return false;
            }
            self.merge(low, word);
        }
        true
    }

    /// Stores the entry of a position, by the low half of its key, unless this table has decided
    /// the position or has no room but for entries that took less work.
    pub(super) fn merge(&self, low: u64, word: u128) {
        let slot = self.memory[bucket_of(low, self.used as u64) as usize].slot(tag(word));
        let old = load(slot);
        let is_better = if old & 31 != 0 && tag(old) == tag(word) {
            !entry(old).numbers.is_certain()
        } else {
            old & 31 < word & 31
        };
        if is_better {
            store(slot, word);
        }
    }
}

#[cfg(test)]
mod tests {
    use std::sync::atomic::Ordering::Relaxed;

    use super::*;
    use crate::game::board::Board;
    use crate::proof::key::key_bits;
    use crate::proof::numbers::{Numbers, restored, stored};
    use crate::proof::table::tests::place_of;
    use crate::proof::table::{Entry, Place};

    /// Returns the place of some position, another for each number below 2^18.
    fn place(table: &Table, board: Board, number: u32) -> Place {
        let largest = 3u128.pow(board.squares());
        let key = largest - 1 - u128::from(number) * (largest >> 18);
        place_of(table, board, key, number & 1 != 0)
    }

    #[test]
    fn a_table_that_grows_loses_nothing() {
        let boards = [("4x4", 1 << 20), ("6x6", 1_300_000), ("7x7", 1_700_000), ("8x8", 1 << 27)];
        for (board, bytes) in boards {
            let board: Board = board.parse().unwrap();
            let mut table = Table::small(key_bits(board), bytes).unwrap();
            let place = |table: &Table, n| place(table, board, n);
            let (mut count, mut sizes) = (0, Vec::new());
            while table.can_grow() {
                for n in count..count + table.used as u32 / 16 {
                    let numbers = Numbers { phi: 1 + n, delta: 7 };
                    let entry = Entry { numbers, distance: 0 };
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

    #[test]
    fn a_table_of_another_size_adopts_entries() {
        for (board, bytes) in [("4x4", 1 << 20), ("6x6", 1_299_968), ("8x8", 1 << 27)] {
            let board: Board = board.parse().unwrap();
            let bits = key_bits(board);
            let old = Table::whole(bits, bytes).unwrap();
            let place = |table: &Table, n| place(table, board, n);
            let count = (2 * old.used as u32).min(1 << 17);
            for n in 0..count {
                let entry = Entry { numbers: Numbers::LOST, distance: 1 + n };
                old.put(place(&old, n), entry, 1 << (n % 8));
            }
            let found = |table: &Table, n| {
                let found = table.get(place(table, n));
                found.inspect(|entry| assert_eq!(entry.distance, 1 + n, "{board}"))
            };
            let stored: Vec<u32> = (0..count).filter(|&n| found(&old, n).is_some()).collect();
            assert!(stored.len() > count as usize * 9 / 10);
            let words: Vec<u64> = old.words().map(|word| word.load(Relaxed)).collect();
            let adopting = |bytes| {
                let mut table = Table::small(bits, bytes).unwrap();
                let buckets = table.prepare_for(words.len() as u64).unwrap();
                let words = words.as_chunks().0;
                for (bucket, words) in (0..).zip(words) {
                    assert!(table.adopt(bucket, buckets, words));
                }
                table
            };
            for (larger, least) in [(1, 1.0), (4, 1.0), (5, 0.98)] {
                let table = adopting(larger * bytes);
                let found = stored.iter().filter(|&&n| found(&table, n).is_some());
                let share = found.count() as f64 / stored.len() as f64;
                assert!(share >= least, "{board}: {share} with {larger} times the memory");
            }
            // What took most work stays.
            let table = adopting(bytes / 16);
            let (heavy, light): (Vec<u32>, Vec<u32>) = stored.iter().partition(|&&n| n % 8 >= 4);
            let stay = |of: &[u32]| of.iter().filter(|&&n| found(&table, n).is_some()).count();
            let (heavy, light) = (stay(&heavy), stay(&light));
            assert!(heavy >= light, "{board}: {heavy} {light}");
            // Keys of 8x8 take a table that is too large to lose anything here.
            assert_eq!(heavy == light, board.squares() > 40, "{board}: {heavy}");
            assert_eq!(Table::small(bits, bytes).unwrap().prepare_for(12), None);
            // No entry of the last bucket belongs to the first.
            let last = words
                .as_chunks()
                .0
                .iter()
                .rev()
                .copied()
                .find(|words: &[u64; WORDS]| words[1] & 31 != 0);
            assert!(!table.adopt(0, words.len() as u64 / 8, &last.unwrap()));
        }
    }
}
