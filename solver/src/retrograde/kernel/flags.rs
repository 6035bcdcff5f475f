//! Facts about the positions of a block, a bit each.

/// A set of ranks of a block. It takes an eighth of the memory of
/// the states or values that it is made from, so that looks at random ranks stay in a cache.
pub(super) struct Flags(Vec<u64>);

impl Flags {
    /// Returns the ranks of the wanted entries.
    #[inline(always)]
    pub(super) fn of<T>(entries: &[T], wanted: impl Fn(&T) -> bool) -> Flags {
        let mut words = Vec::with_capacity(entries.len().div_ceil(64));
        for entries in entries.chunks(64) {
            words.push(which(entries, &wanted));
        }
        Flags(words)
    }

    /// Returns whether a rank is among them.
    #[inline(always)]
    pub(super) fn has(&self, rank: usize) -> bool {
        self.0[rank / 64] >> (rank % 64) & 1 != 0
    }

    /// Adds a rank.
    #[inline(always)]
    pub(super) fn insert(&mut self, rank: usize) {
        self.0[rank / 64] |= 1 << (rank % 64);
    }
}

/// Returns the set of the wanted among at most 64 entries. At most plies few are
/// wanted, so 64 are looked at together.
#[inline(always)]
pub(super) fn which<T>(entries: &[T], wanted: impl Fn(&T) -> bool) -> u64 {
    let mut flags = [0; 64];
    for (flag, entry) in flags.iter_mut().zip(entries) {
        *flag = u8::from(wanted(entry));
    }
    if flags == [0; 64] {
        return 0;
    }
    // The product's highest byte has bit i from byte i, and nothing is carried
    // into it.
    let (eights, _) = flags.as_chunks::<8>();
    let bits = |&eight| u64::from_le_bytes(eight).wrapping_mul(0x0102_0408_1020_4080) >> 56;
    let eights = eights.iter().map(bits).zip((0..64).step_by(8));
    eights.fold(0, |all, (bits, from)| all | bits << from)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_wanted_entry_is_found() {
        for len in 0..=64 {
            for pattern in [0, 1, u64::MAX, 0x9d2c_5680_9908_b0df, 1 << 63] {
                let entries: Vec<u64> = (0..len).map(|i| pattern >> i & 1).collect();
                let expected =
                    (0..len).filter(|&i| entries[i as usize] == 1).fold(0, |bits, i| bits | 1 << i);
                assert_eq!(which(&entries, |&entry| entry == 1), expected);
            }
        }
    }

    #[test]
    fn flags_are_the_wanted_entries() {
        for len in [0, 1, 63, 64, 65, 200] {
            let entries: Vec<u64> = (0..len).map(|i| i * i % 7).collect();
            let mut wanted: Vec<bool> = entries.iter().map(|&entry| entry == 2).collect();
            let mut flags = Flags::of(&entries, |&entry| entry == 2);
            for rank in (0..entries.len()).step_by(5) {
                flags.insert(rank);
                wanted[rank] = true;
            }
            let found: Vec<bool> = (0..entries.len()).map(|rank| flags.has(rank)).collect();
            assert_eq!(found, wanted);
        }
    }
}
