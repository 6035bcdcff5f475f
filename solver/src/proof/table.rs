//! The table of a search: numbers by position, in bounded memory.
//!
//! A key is mixed by a bijection and split into a bucket and a rest, which is stored
//! whole, so that no entry is ever taken for another position's. An entry has 128
//! bits:
//!
//! | bits | |
//! | --- | --- |
//! | 82 | the rest of the key |
//! | 1 | whether the attacker is to move |
//! | 20, 20 | phi and delta; of a certain result, the distance instead of the infinite number |
//! | 5 | the work spent, as a power of two; 0 stands for no entry |
//!
//! A table begins small and grows as it fills, so that a short search touches little memory.
//! It uses the first buckets of its memory, and growth moves every bucket's entries to two.
//!
//! Threads share the table without locks. One word is stored exclusive-or the other, so
//! an entry torn between two writers matches no position except by an accident, which
//! the check of the certificate would find.

use std::io;
use std::sync::atomic::{AtomicU64, Ordering::Relaxed};

use super::key::Key;
use super::memory::Zeroed;
use super::numbers::{BITS, Numbers, restored, stored};

const ENTRIES: usize = 4;
const KEY_BITS: u32 = 82;
const FIELD: u128 = (1 << BITS) - 1;

/// Entries that share a line of the processor's cache.
#[derive(bytemuck::Zeroable)]
#[repr(C, align(64))]
struct Bucket([[AtomicU64; 2]; ENTRIES]);

/// A table of numbers by position.
pub(super) struct Table {
    memory: Zeroed<Bucket>,
    /// The buckets in use, the first of the memory.
    used: usize,
    /// The bits of a mixed key.
    bits: u32,
    /// The bits of a key's low half that an entry has, enough for any number of buckets.
    kept: u32,
}

/// The buckets with which a table begins.
const FEWEST: usize = 1 << 10;
/// The filled share at which a table grows.
const CROWDED: f64 = 0.5;

/// The place of a position in the table.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct Place {
    bucket: u32,
    /// The rest of the key and the side, as an entry has them.
    tag: u128,
}

impl Place {
    /// Returns a random-looking number.
    pub(super) fn hash(self) -> usize {
        self.tag as usize ^ self.bucket as usize
    }
}

/// The stored result of a position.
#[derive(Clone, Copy, Debug)]
pub(super) struct Entry {
    pub(super) numbers: Numbers,
    /// A number of plies that is enough to the end, if the numbers are certain.
    pub(super) distance: u32,
}

impl Table {
    /// Returns a small table that can grow to `bytes`, or to the least that keys of `bits`
    /// bits need.
    ///
    /// # Errors
    /// If the system does not give so much memory.
    pub(super) fn small(bits: u32, bytes: u64) -> io::Result<Table> {
        let bits = bits.max(32);
        let fewest = FEWEST.max(1 << bits.saturating_sub(KEY_BITS));
        let size = std::mem::size_of::<Bucket>() as u64;
        let most = (bytes / size).clamp(fewest as u64, 1 << 32) as usize;
        let used = most >> (most / fewest).ilog2();
        Ok(Table {
            memory: Zeroed::new(most)?,
            used,
            bits,
            kept: 32 - used.ilog2(),
        })
    }

    /// Returns a table that uses all its memory; see [`Table::small`].
    pub(super) fn whole(bits: u32, bytes: u64) -> io::Result<Table> {
        let mut table = Table::small(bits, bytes)?;
        table.use_words(u64::MAX);
        Ok(table)
    }

    fn buckets(&self) -> &[Bucket] {
        &self.memory[..self.used]
    }

    /// Returns whether the table would lose much less if it grew, and can grow.
    pub(super) fn is_crowded(&self) -> bool {
        self.can_grow() && self.fill() >= CROWDED
    }

    fn can_grow(&self) -> bool {
        self.used <= self.memory.len() / 2
    }

    /// Doubles the buckets, if the memory has so many.
    pub(super) fn grow(&mut self) {
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
        // The bucket decides the key's low half but for less than 2^kept numbers in a row.
        let least = ((bucket as u64) << 32).div_ceil(used);
        let kept = (word >> (128 - KEY_BITS)) as u64;
        let low = least + (kept.wrapping_sub(least) & ((1 << self.kept) - 1));
        ((low * 2 * used) >> 32) as usize & 1
    }

    /// Lets an empty table use so many words. Returns whether it can have them.
    pub(super) fn use_words(&mut self, words: u64) -> bool {
        while self.word_count() < words && self.can_grow() {
            self.used *= 2;
        }
        self.word_count() == words
    }

    /// Returns the place of the position with this canonical key.
    #[inline]
    pub(super) fn place<K: Key>(&self, key: K, attacks: bool) -> Place {
        let mixed = key.mix(self.bits);
        let low = mixed.low();
        let rest = mixed.high() << self.kept | u128::from(low & ((1 << self.kept) - 1));
        Place {
            bucket: ((low * self.used as u64) >> 32) as u32,
            tag: rest << 1 | u128::from(attacks),
        }
    }

    /// Prefetches a place into the processor's cache.
    #[inline]
    pub(super) fn prefetch(&self, place: Place) {
        let _bucket = &self.memory[place.bucket as usize];
        #[cfg(target_feature = "sse")]
        safe_arch::prefetch_t0(_bucket);
    }

    /// Returns the stored result of a position.
    #[inline]
    pub(super) fn get(&self, place: Place) -> Option<Entry> {
        let bucket = &self.memory[place.bucket as usize];
        bucket.0.iter().find_map(|slot| {
            let word = load(slot);
            (word >> (128 - KEY_BITS - 1) == place.tag && word != 0).then(|| entry(word))
        })
    }

    /// Stores a position in place of the entry of the bucket that took the least work.
    pub(super) fn put(&self, place: Place, entry: Entry, work: u64) {
        let bucket = &self.memory[place.bucket as usize];
        let mut slot = &bucket.0[0];
        let mut least = u128::MAX;
        for candidate in &bucket.0 {
            let word = load(candidate);
            if word >> (128 - KEY_BITS - 1) == place.tag && word & 31 != 0 {
                slot = candidate;
                break;
            }
            if word & 31 < least {
                (slot, least) = (candidate, word & 31);
            }
        }
        let (phi, delta) = match entry.numbers {
            Numbers { phi: 0, .. } => (0, entry.distance),
            Numbers { delta: 0, .. } => (entry.distance, 0),
            Numbers { phi, delta } => (stored(phi), stored(delta)),
        };
        let work = (work.max(1).ilog2() + 1).min(31);
        let word = place.tag << (128 - KEY_BITS - 1)
            | u128::from(phi) << (BITS + 5)
            | u128::from(delta) << 5
            | u128::from(work);
        store(slot, word);
    }

    /// Removes every position where a repetition is in the attacker's way.
    pub(super) fn forget_repeated(&self) {
        let slots = self.buckets().iter().flat_map(|bucket| &bucket.0);
        for slot in slots {
            let word = load(slot);
            if word & 31 != 0 && entry(word).numbers.is_repeated() {
                store(slot, 0);
            }
        }
    }

    /// Returns the filled share of the buckets in use, from 0 to 1, by a small sample.
    pub(super) fn fill(&self) -> f64 {
        let sample = &self.buckets()[..self.used.min(64)];
        let slots = sample.iter().flat_map(|bucket| &bucket.0);
        let used = slots.filter(|slot| load(slot) & 31 != 0).count();
        used as f64 / (sample.len() * ENTRIES) as f64
    }

    /// Returns the used share of the memory times the filled share of that, from 0 to 1.
    pub(super) fn fill_of_all(&self) -> f64 {
        self.fill() * self.used as f64 / self.memory.len() as f64
    }

    /// The bytes of the memory.
    pub(super) fn bytes(&self) -> u64 {
        std::mem::size_of_val(&*self.memory) as u64
    }

    /// The number of words in use.
    pub(super) fn word_count(&self) -> u64 {
        (self.used * ENTRIES * 2) as u64
    }

    /// Returns every word in use, for a dump.
    pub(super) fn words(&self) -> impl Iterator<Item = &AtomicU64> {
        let slots = self.buckets().iter().flat_map(|bucket| &bucket.0);
        slots.flatten()
    }
}

#[inline]
fn load(slot: &[AtomicU64; 2]) -> u128 {
    let (high, low) = (slot[0].load(Relaxed), slot[1].load(Relaxed));
    u128::from(high ^ low) << 64 | u128::from(low)
}

#[inline]
fn store(slot: &[AtomicU64; 2], word: u128) {
    let (high, low) = ((word >> 64) as u64, word as u64);
    slot[0].store(high ^ low, Relaxed);
    slot[1].store(low, Relaxed);
}

#[inline]
fn entry(word: u128) -> Entry {
    let (phi, delta) = ((word >> (BITS + 5)) & FIELD, (word >> 5) & FIELD);
    let (phi, delta) = (phi as u32, delta as u32);
    let (numbers, distance) = match (phi, delta) {
        (0, distance) => (Numbers::WON, distance),
        (distance, 0) => (Numbers::LOST, distance),
        _ => (
            Numbers {
                phi: restored(phi),
                delta: restored(delta),
            },
            0,
        ),
    };
    Entry { numbers, distance }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::game::board::Board;
    use crate::proof::key::key_bits;

    #[test]
    fn entries_come_back_and_only_for_their_position() {
        for (board, bytes) in [("4x4", 1 << 20), ("6x6", 1 << 20), ("8x8", 1 << 27)] {
            let board: Board = board.parse().unwrap();
            let table = Table::whole(key_bits(board), bytes).unwrap();
            let largest = 3u128.pow(board.squares());
            let keys = (0..1000u128).map(|n| largest - 1 - n * 977 * (largest >> 22));
            let entry = |n: u32| Entry {
                numbers: Numbers {
                    phi: 1 + n,
                    delta: 7,
                },
                distance: 0,
            };
            let place = |key: u128, attacks| {
                if board.squares() <= 40 {
                    table.place(key as u64, attacks)
                } else {
                    table.place(key, attacks)
                }
            };
            for (n, key) in keys.clone().enumerate() {
                table.put(place(key, false), entry(n as u32), 1);
            }
            for (n, key) in keys.enumerate() {
                let found = table.get(place(key, false)).unwrap();
                assert_eq!(found.numbers, entry(n as u32).numbers, "{board} {key}");
                assert!(table.get(place(key, true)).is_none());
            }
        }
    }

    #[test]
    fn the_least_work_goes_first() {
        let board: Board = "3x3".parse().unwrap();
        let table = Table::whole(key_bits(board), 0).unwrap();
        let lost = |distance| Entry {
            numbers: Numbers::LOST,
            distance,
        };
        // More positions than entries, all in 64 buckets.
        for key in 0..19_683u64 {
            table.put(table.place(key, true), lost(key as u32 + 1), 1 + key % 1000);
        }
        let kept = (0..19_683u64).filter(|&key| table.get(table.place(key, true)).is_some());
        let (heavy, light): (Vec<_>, Vec<_>) = kept.partition(|key| key % 1000 >= 511);
        assert!(
            heavy.len() > 4 * light.len(),
            "{} {}",
            heavy.len(),
            light.len()
        );
        assert!(table.fill() > 0.99);
    }

    #[test]
    fn a_table_that_grows_loses_nothing() {
        let boards = [
            ("4x4", 1 << 20),
            ("6x6", 1_300_000),
            ("7x7", 1_700_000),
            ("8x8", 1 << 27),
        ];
        for (board, bytes) in boards {
            let board: Board = board.parse().unwrap();
            let mut table = Table::small(key_bits(board), bytes).unwrap();
            let largest = 3u128.pow(board.squares());
            let key = |n: u32| largest - 1 - u128::from(n) * (largest >> 18);
            let place = |table: &Table, n: u32| {
                if board.squares() <= 40 {
                    table.place(key(n) as u64, n & 1 != 0)
                } else {
                    table.place(key(n), n & 1 != 0)
                }
            };
            let (mut count, mut sizes) = (0, Vec::new());
            while table.can_grow() {
                for n in count..count + table.used as u32 / 16 {
                    let numbers = Numbers {
                        phi: 1 + n,
                        delta: 7,
                    };
                    let entry = Entry {
                        numbers,
                        distance: 0,
                    };
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
            assert!(!sizes.is_empty() && table.bytes() <= bytes, "{sizes:?}");
        }
    }
}
