//! Properties of a block's positions, one bit each.

/// Returns the positions of the wanted entries among up to 64, as a set of bits. At most plies few
/// are wanted, so 64 are tested together.
#[inline(always)]
pub(super) fn which<T>(entries: &[T], wanted: impl Fn(&T) -> bool) -> u64 {
    let mut flags = [0; 64];
    for (flag, entry) in flags.iter_mut().zip(entries) {
        *flag = u8::from(wanted(entry));
    }
    if flags == [0; 64] {
        return 0;
    }
    // The product's highest byte has bit i from byte i, and no carry reaches it.
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
}
