//! Entries in transit to the tables of other processes.

use std::cmp::Reverse;

use super::{SearchTable, TablePlace, entry, tag};

/// Bytes of an entry: the low half of its key and a word.
const BYTES: usize = 20;

impl SearchTable {
    /// Returns the entries of these places as bytes, for tables with the same amount of memory.
    pub(in crate::proof) fn export(&self, places: impl Iterator<Item = TablePlace>) -> Vec<u8> {
        let mut bytes = Vec::new();
        for place in places {
            if let Some(word) = self.word(place) {
                let (low, word) = self.portable(place.bucket.into(), word);
                bytes.extend(low.to_le_bytes());
                bytes.extend(word.to_le_bytes());
            }
        }
        bytes
    }

    /// Imports the entries that all processes have exported, in the order of ranks. Of several
    /// entries for a position, a decided one counts, or else the one that took the most work.
    pub(in crate::proof) fn import(&self, exported: &[Vec<u8>]) {
        let entries = exported.iter().flat_map(|bytes| bytes.as_chunks::<BYTES>().0);
        let mut entries: Vec<(u32, u128)> = entries
            .filter_map(|bytes| {
                let (low, word) = bytes.split_first_chunk()?;
                let word = word.try_into().ok()?;
                Some((u32::from_le_bytes(*low), u128::from_le_bytes(word)))
            })
            .collect();
        entries.sort_by_key(|&(low, word)| {
            (low, tag(word), !entry(word).numbers.is_certain(), Reverse(word & 31))
        });
        entries.dedup_by_key(|&mut (low, word)| (low, tag(word)));
        for (low, word) in entries {
            self.adopt(low, word);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::game::board::Board;
    use crate::proof::key::key_bits;
    use crate::proof::numbers::ProofNumbers;
    use crate::proof::table::StoredResult;

    #[test]
    fn tables_of_different_sizes_agree_after_an_exchange() {
        for (board, bytes) in [("4x4", 1 << 20), ("7x7", 1_700_000)] {
            let board: Board = board.parse().unwrap();
            let largest = 3u128.pow(board.squares());
            let new = || SearchTable::small(key_bits(board, false), bytes).unwrap();
            let mut tables = [new(), new(), new()];
            tables[1].grow();
            let place = |table: &SearchTable, n: u128| table.place(largest - 1 - 37 * n, false);
            let open = |n| StoredResult { numbers: ProofNumbers { phi: n, delta: 7 }, distance: 0 };
            let lost = StoredResult { numbers: ProofNumbers::LOST, distance: 3 };
            tables[0].put(place(&tables[0], 0), open(1), 8);
            tables[1].put(place(&tables[1], 0), open(2), 64);
            tables[0].put(place(&tables[0], 1), open(3), 1 << 20);
            tables[2].put(place(&tables[2], 1), lost, 2);
            tables[1].put(place(&tables[1], 2), open(4), 16);
            tables[0].put(place(&tables[0], 3), lost, 1);
            let exported = tables
                .each_ref()
                .map(|table| table.export((0..3).chain([9]).map(|n| place(table, n))));
            tables.iter().for_each(|table| table.import(&exported));
            for table in &tables {
                let numbers = [0, 1, 2].map(|n| table.get(place(table, n)).unwrap().numbers);
                assert_eq!(
                    numbers,
                    [open(2).numbers, ProofNumbers::LOST, open(4).numbers],
                    "{board}"
                );
            }
            // No other process has the fourth entry, and the first process keeps it.
            let known = tables.each_ref().map(|table| table.get(place(table, 3)).is_some());
            assert_eq!(known, [true, false, false]);
            let late = StoredResult { numbers: ProofNumbers { phi: 5, delta: 5 }, distance: 0 };
            tables[1].put(place(&tables[1], 3), late, 1 << 9);
            tables[0].import(&[tables[1].export([place(&tables[1], 3)].into_iter())]);
            assert_eq!(tables[0].get(place(&tables[0], 3)).unwrap().numbers, ProofNumbers::LOST);
        }
    }
}
