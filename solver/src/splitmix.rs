//! SplitMix64 (Steele, Lea and Flood, 2014): numbers that look random, the same on every machine.

/// The difference between consecutive states of the generator.
pub(crate) const STEP: u64 = 0x9e37_79b9_7f4a_7c15;

/// Returns the number that the generator gives for a state.
#[inline]
pub(crate) fn mix(state: u64) -> u64 {
    let state = (state ^ state >> 30).wrapping_mul(0xbf58_476d_1ce4_e5b9);
    let state = (state ^ state >> 27).wrapping_mul(0x94d0_49bb_1331_11eb);
    state ^ state >> 31
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The first numbers of java.util.SplittableRandom with seed 0.
    #[test]
    fn numbers_are_those_of_the_reference() {
        let numbers = [1u64, 2, 3].map(|step| mix(STEP.wrapping_mul(step)));
        assert_eq!(numbers, [0xe220_a839_7b1d_cdaf, 0x6e78_9e6a_a1b9_65f4, 0x06c4_5d18_8009_454f]);
    }
}
