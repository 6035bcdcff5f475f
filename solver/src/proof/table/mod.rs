//! The table of a search: numbers by position, in bounded memory.
//!
//! A key is mixed by a bijection and split into a bucket and a rest. The rest is stored whole, so
//! that entries of different positions are never confused. An entry has 128 bits:
//!
//! | bits | |
//! | --- | --- |
//! | 82 | the rest of the key |
//! | 1 | whether the attacker is to move |
//! | 20, 20 | phi and delta; a certain result stores the distance instead of the infinite number |
//! | 5 | log2 of the work spent, plus 1, at most 31; 0 means an empty entry |
//!
//! A table begins small and grows as it fills, so that a short search touches little memory. It
//! uses the first buckets of its memory, and growth splits every bucket into two.
//!
//! Threads share the table without locks. One word is stored exclusive-or the other. So an entry
//! torn between two writers matches no position except by chance, which the check of the
//! certificate would detect.

mod exchange;
mod resize;
mod saved;

use std::io;
use std::sync::atomic::{AtomicU64, Ordering::Relaxed};

use super::key::{mix, unmix};
use super::memory::{Zeroed, zeroed};
use super::numbers::{BITS, ProofNumbers, restored, stored};
use crate::cpu::prefetch;

const ENTRIES: usize = 4;
const KEY_BITS: u32 = 82;
const FIELD: u128 = (1 << BITS) - 1;

/// Entries that share a cache line of the processor.
#[derive(bytemuck::Zeroable)]
#[repr(C, align(64))]
struct Bucket([[AtomicU64; 2]; ENTRIES]);

impl Bucket {
    /// Returns the slot of a position, or else the slot with the least work.
    #[inline]
    fn slot(&self, tag_of_position: u128) -> &[AtomicU64; 2] {
        let mut slot = &self.0[0];
        let mut least = u128::MAX;
        for candidate in &self.0 {
            let word = load(candidate);
            if tag(word) == tag_of_position && word & 31 != 0 {
                return candidate;
            }
            if word & 31 < least {
                (slot, least) = (candidate, word & 31);
            }
        }
        slot
    }
}

/// A table of numbers by position.
pub(super) struct SearchTable {
    memory: Zeroed<Bucket>,
    /// Buckets in use, from the beginning of the memory.
    used: usize,
    /// Bits of a mixed key.
    bits: u32,
    /// Bits of a key's low half that an entry stores, enough for any number of buckets.
    kept: u32,
}

/// The initial number of buckets.
const FEWEST: usize = 1 << 10;

/// The place of a position in the table.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct TablePlace {
    bucket: u32,
    /// The rest of the key and the side, as an entry stores them.
    tag: u128,
}

impl TablePlace {
    /// Returns a random-looking number.
    pub(super) fn hash(self) -> usize {
        self.tag as usize ^ self.bucket as usize
    }
}

/// The stored result of a position.
#[derive(Clone, Copy, Debug)]
pub(super) struct StoredResult {
    pub(super) numbers: ProofNumbers,
    /// A number of plies that suffices to reach the end, if the numbers are certain.
    pub(super) distance: u32,
}

/// A position of the table.
pub(super) struct StoredPosition {
    /// The canonical key.
    pub(super) key: u128,
    /// True if the attacker is to move.
    pub(super) attacks: bool,
    pub(super) result: StoredResult,
    /// The binary logarithm of the work of the last visit.
    pub(super) work: u32,
    /// A random-looking number.
    pub(super) hash: u64,
}

impl SearchTable {
    /// Bytes of an entry.
    pub(super) const BYTES: u64 = 16;

    /// Returns a small table that can grow to `bytes`, or to the minimum for keys of `bits` bits.
    ///
    /// # Errors
    /// If the memory is not available.
    pub(super) fn small(bits: u32, bytes: u64) -> io::Result<SearchTable> {
        let bits = bits.max(32);
        let fewest = FEWEST.max(1 << bits.saturating_sub(KEY_BITS));
        let size = std::mem::size_of::<Bucket>() as u64;
        let most = (bytes / size).clamp(fewest as u64, 1 << 32) as usize;
        let used = most >> (most / fewest).ilog2();
        Ok(SearchTable { memory: zeroed(most)?, used, bits, kept: 32 - used.ilog2() })
    }

    /// Returns a table that uses all its memory; see [`SearchTable::small`].
    pub(super) fn whole(bits: u32, bytes: u64) -> io::Result<SearchTable> {
        let mut table = SearchTable::small(bits, bytes)?;
        table.use_buckets(u64::MAX);
        Ok(table)
    }

    /// Returns an empty table for the same keys; see [`SearchTable::whole`].
    pub(super) fn fresh(&self, bytes: u64) -> io::Result<SearchTable> {
        SearchTable::whole(self.bits, bytes)
    }

    fn buckets(&self) -> &[Bucket] {
        &self.memory[..self.used]
    }

    /// Returns the place of the position with this canonical key.
    #[inline]
    pub(super) fn place(&self, key: u128, attacks: bool) -> TablePlace {
        let mixed = mix(key, self.bits);
        let low = mixed as u64 & 0xffff_ffff;
        let rest = mixed >> 32 << self.kept | u128::from(low & ((1 << self.kept) - 1));
        TablePlace {
            bucket: bucket_of(low, self.used as u64) as u32,
            tag: rest << 1 | u128::from(attacks),
        }
    }

    /// Prefetches a place into the processor's cache.
    #[inline]
    pub(super) fn prefetch(&self, place: TablePlace) {
        prefetch(&self.memory, place.bucket as usize);
    }

    /// Returns the stored result of a position.
    #[inline]
    pub(super) fn get(&self, place: TablePlace) -> Option<StoredResult> {
        self.word(place).map(entry)
    }

    #[inline]
    fn word(&self, place: TablePlace) -> Option<u128> {
        let bucket = &self.memory[place.bucket as usize];
        bucket.0.iter().find_map(|slot| {
            let word = load(slot);
            (tag(word) == place.tag && word != 0).then_some(word)
        })
    }

    /// Stores a position in place of the entry of its bucket that took the least work.
    pub(super) fn put(&self, place: TablePlace, entry: StoredResult, work: u64) {
        let slot = self.memory[place.bucket as usize].slot(place.tag);
        let (phi, delta) = match entry.numbers {
            ProofNumbers { phi: 0, .. } => (0, entry.distance),
            ProofNumbers { delta: 0, .. } => (entry.distance, 0),
            ProofNumbers { phi, delta } => (stored(phi), stored(delta)),
        };
        let work = (work.max(1).ilog2() + 1).min(31);
        let word = place.tag << (128 - KEY_BITS - 1)
            | u128::from(phi) << (BITS + 5)
            | u128::from(delta) << 5
            | u128::from(work);
        store(slot, word);
    }

    /// Removes every position for which a repetition is in the attacker's way.
    pub(super) fn forget_repeated(&self) {
        self.forget(|entry| entry.numbers.is_repeated());
    }

    /// Removes every position that is not decided.
    pub(super) fn forget_open(&self) {
        self.forget(|entry| !entry.numbers.is_certain());
    }

    fn forget(&self, is_wanted: impl Fn(StoredResult) -> bool) {
        for slot in self.buckets().iter().flat_map(|bucket| &bucket.0) {
            let word = load(slot);
            if word & 31 != 0 && is_wanted(entry(word)) {
                store(slot, 0);
            }
        }
    }

    /// Returns every stored position.
    pub(super) fn positions(&self) -> impl Iterator<Item = StoredPosition> {
        self.entries().map(|(bucket, word)| {
            let low = self.low(bucket, word);
            let mixed = tag(word) >> 1 >> self.kept << 32 | u128::from(low);
            StoredPosition {
                key: unmix(mixed, self.bits),
                attacks: tag(word) & 1 != 0,
                result: entry(word),
                work: (word as u32 & 31) - 1,
                hash: low,
            }
        })
    }

    /// Estimates the filled share of the buckets in use, from 0 to 1, from a small sample.
    pub(super) fn fill(&self) -> f64 {
        let sample = &self.buckets()[..self.used.min(64)];
        let slots = sample.iter().flat_map(|bucket| &bucket.0);
        let used = slots.filter(|slot| load(slot) & 31 != 0).count();
        used as f64 / (sample.len() * ENTRIES) as f64
    }

    /// Returns the used share of the memory times its filled share, from 0 to 1.
    pub(super) fn fill_of_all(&self) -> f64 {
        self.fill() * self.used as f64 / self.memory.len() as f64
    }

    /// Returns every entry, with its bucket, as a word.
    fn entries(&self) -> impl Iterator<Item = (u64, u128)> {
        let buckets = (0..).zip(self.buckets());
        let words = buckets
            .flat_map(|(number, bucket)| bucket.0.each_ref().map(|slot| (number, load(slot))));
        words.filter(|(_, word)| word & 31 != 0)
    }
}

/// Returns the bucket of a key in a table of `buckets`, given the low half of the key.
#[inline]
fn bucket_of(low: u64, buckets: u64) -> u64 {
    (low * buckets) >> 32
}

#[inline]
fn load(slot: &[AtomicU64; 2]) -> u128 {
    joined(slot[0].load(Relaxed), slot[1].load(Relaxed))
}

#[inline]
fn joined(high: u64, low: u64) -> u128 {
    u128::from(high ^ low) << 64 | u128::from(low)
}

#[inline]
fn store(slot: &[AtomicU64; 2], word: u128) {
    let (high, low) = ((word >> 64) as u64, word as u64);
    slot[0].store(high ^ low, Relaxed);
    slot[1].store(low, Relaxed);
}

/// Returns the rest of an entry's key and the side.
#[inline]
fn tag(word: u128) -> u128 {
    word >> (128 - KEY_BITS - 1)
}

#[inline]
fn entry(word: u128) -> StoredResult {
    let (phi, delta) = ((word >> (BITS + 5)) & FIELD, (word >> 5) & FIELD);
    let (phi, delta) = (phi as u32, delta as u32);
    let (numbers, distance) = match (phi, delta) {
        (0, distance) => (ProofNumbers::WON, distance),
        (distance, 0) => (ProofNumbers::LOST, distance),
        _ => (ProofNumbers { phi: restored(phi), delta: restored(delta) }, 0),
    };
    StoredResult { numbers, distance }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::game::board::Board;
    use crate::proof::key::key_bits;

    /// Returns a different place for each number below 2^18.
    pub(super) fn place(table: &SearchTable, board: Board, number: u32) -> TablePlace {
        let largest = 3u128.pow(board.squares());
        let key = largest - 1 - u128::from(number) * (largest >> 18);
        table.place(key, number & 1 != 0)
    }

    #[test]
    fn entries_come_back_and_only_for_their_position() {
        for (board, bytes) in [("4x4", 1 << 20), ("6x6", 1 << 20), ("8x8", 1 << 27)] {
            let board: Board = board.parse().unwrap();
            let table = SearchTable::whole(key_bits(board, false), bytes).unwrap();
            let largest = 3u128.pow(board.squares());
            let keys = (0..1000u128).map(|n| largest - 1 - n * 977 * (largest >> 22));
            let entry = |n: u32| StoredResult {
                numbers: ProofNumbers { phi: 1 + n, delta: 7 },
                distance: 0,
            };
            for (n, key) in keys.clone().enumerate() {
                table.put(table.place(key, false), entry(n as u32), 1);
            }
            let mut stored: Vec<u128> = table.positions().map(|found| found.key).collect();
            stored.sort_unstable_by(|a, b| b.cmp(a));
            assert!(stored.into_iter().eq(keys.clone()), "{board}");
            for (n, key) in keys.enumerate() {
                let found = table.get(table.place(key, false)).unwrap();
                assert_eq!(found.numbers, entry(n as u32).numbers, "{board} {key}");
                assert!(table.get(table.place(key, true)).is_none());
            }
        }
    }

    #[test]
    fn the_least_work_goes_first() {
        let board: Board = "3x3".parse().unwrap();
        let table = SearchTable::whole(key_bits(board, false), 0).unwrap();
        let lost = |distance| StoredResult { numbers: ProofNumbers::LOST, distance };
        // More positions than entries, all in 64 buckets.
        for key in 0..19_683u128 {
            table.put(table.place(key, true), lost(key as u32 + 1), 1 + key as u64 % 1000);
        }
        let kept = (0..19_683).filter(|&key| table.get(table.place(key, true)).is_some());
        let (heavy, light): (Vec<_>, Vec<_>) = kept.partition(|key| key % 1000 >= 511);
        assert!(heavy.len() > 4 * light.len(), "{} {}", heavy.len(), light.len());
        assert!(table.fill() > 0.99);
    }
}
