//! Entries in transit to a file or to other processes, and from a table of any size.

use super::{KEY_BITS, SearchTable, bucket_of, entry, load, store, tag};

impl SearchTable {
    /// Returns a suitable number of buckets for `entries` entries of this table.
    pub(in crate::proof) fn buckets_for(&self, entries: u64) -> u64 {
        entries.min(self.used as u64)
    }

    /// Returns the entries that took the most work, each as [`SearchTable::portable`] returns it,
    /// and their number, which is at most `most`.
    pub(in crate::proof) fn heaviest(&self, most: u64) -> (u64, impl Iterator<Item = (u32, u128)>) {
        let mut counts = [0; 32];
        self.entries().for_each(|(_, word)| counts[word as usize & 31] += 1);
        // The least work for which all entries are taken, and the room that they leave.
        let (mut least, mut room) = (counts.len(), most);
        while least > 1 && counts[least - 1] <= room {
            least -= 1;
            room -= counts[least];
        }
        let heaviest = self.entries().filter(move |(_, word)| {
            let work = *word as usize & 31;
            let is_extra = work + 1 == least && room > 0;
            room -= u64::from(is_extra);
            work >= least || is_extra
        });
        let entries = heaviest.map(|(bucket, word)| self.portable(bucket, word));
        (most.min(counts.iter().sum()), entries)
    }

    /// Returns the entry of a bucket for a table of any size: the low half of its key, and the word
    /// without the bits that the low half contains.
    pub(super) fn portable(&self, bucket: u64, word: u128) -> (u32, u128) {
        let low = self.low(bucket, word) as u32;
        (low, word ^ self.bits_of(low))
    }

    /// Stores an entry of another table, unless this table has decided its position or has room only
    /// in place of entries that took more work.
    pub(in crate::proof) fn adopt(&self, low: u32, word: u128) {
        let word = word ^ self.bits_of(low);
        let slot = self.memory[bucket_of(low.into(), self.used as u64) as usize].slot(tag(word));
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

    /// Returns the bits of a word that the low half of a key contains.
    fn bits_of(&self, low: u32) -> u128 {
        (u128::from(low) & ((1 << self.kept) - 1)) << (128 - KEY_BITS)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::game::board::Board;
    use crate::proof::key::key_bits;
    use crate::proof::numbers::ProofNumbers;
    use crate::proof::table::StoredResult;
    use crate::proof::table::tests::place;

    #[test]
    fn the_heaviest_entries_are_as_they_were() {
        for (board, bytes) in [("4x4", 1 << 20), ("7x7", 1 << 22), ("8x8", 1 << 27)] {
            let board: Board = board.parse().unwrap();
            let bits = key_bits(board, false);
            let old = SearchTable::whole(bits, bytes).unwrap();
            for n in 0..10_000 {
                let entry = StoredResult { numbers: ProofNumbers::LOST, distance: 1 + n };
                old.put(place(&old, board, n), entry, 1 << (n % 8));
            }
            let all = old.entries().count() as u64;
            for most in [0, 1, 1000, 2500, all - 1, all, u64::MAX] {
                let (count, entries) = old.heaviest(most);
                assert_eq!((count, entries.count() as u64), (most.min(all), count), "{board}");
                let table = SearchTable::whole(bits, bytes).unwrap();
                old.heaviest(most).1.for_each(|(low, word)| table.adopt(low, word));
                let (kept, dropped): (Vec<u32>, Vec<u32>) = (0..10_000)
                    .filter(|&n| old.get(place(&old, board, n)).is_some())
                    .partition(|&n| table.get(place(&table, board, n)).is_some());
                assert_eq!(kept.len() as u64, count, "{board} {most}");
                let lightest = kept.iter().map(|n| n % 8).min();
                let heaviest = dropped.iter().map(|n| n % 8).max();
                assert!(lightest >= heaviest || lightest.is_none(), "{board} {most}");
                for n in kept {
                    let found = table.get(place(&table, board, n)).unwrap();
                    assert_eq!((found.numbers, found.distance), (ProofNumbers::LOST, 1 + n));
                }
            }
        }
    }

    #[test]
    fn a_table_of_another_size_adopts_entries() {
        for (board, bytes) in [("4x4", 1 << 20), ("6x6", 1_299_968), ("8x8", 1 << 27)] {
            let board: Board = board.parse().unwrap();
            let bits = key_bits(board, false);
            let old = SearchTable::whole(bits, bytes).unwrap();
            let place = |table: &SearchTable, n| place(table, board, n);
            let count = (2 * old.used as u32).min(1 << 17);
            for n in 0..count {
                let entry = StoredResult { numbers: ProofNumbers::LOST, distance: 1 + n };
                old.put(place(&old, n), entry, 1 << (n % 8));
            }
            let found = |table: &SearchTable, n| {
                let found = table.get(place(table, n));
                found.inspect(|entry| assert_eq!(entry.distance, 1 + n, "{board}"))
            };
            let stored: Vec<u32> = (0..count).filter(|&n| found(&old, n).is_some()).collect();
            assert!(stored.len() > count as usize * 9 / 10);
            let adopting = |bytes| {
                let mut table = SearchTable::small(bits, bytes).unwrap();
                let (count, entries) = old.heaviest(u64::MAX);
                table.use_buckets(old.buckets_for(count));
                entries.for_each(|(low, word)| table.adopt(low, word));
                table
            };
            for (larger, least) in [(1, 1.0), (4, 1.0), (5, 0.98)] {
                let table = adopting(larger * bytes);
                let found = stored.iter().filter(|&&n| found(&table, n).is_some());
                let share = found.count() as f64 / stored.len() as f64;
                assert!(share >= least, "{board}: {share} with {larger} times the memory");
            }
            // The entries that took the most work stay.
            let table = adopting(bytes / 16);
            let (heavy, light): (Vec<u32>, Vec<u32>) = stored.iter().partition(|&&n| n % 8 >= 4);
            let stay = |of: &[u32]| of.iter().filter(|&&n| found(&table, n).is_some()).count();
            let (heavy, light) = (stay(&heavy), stay(&light));
            assert!(heavy >= light, "{board}: {heavy} {light}");
            // Keys of 8x8 need a table that is too large to lose anything here.
            assert_eq!(heavy == light, board.squares() > 40, "{board}: {heavy}");
        }
    }
}
