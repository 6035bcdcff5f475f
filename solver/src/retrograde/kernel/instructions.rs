//! Single instructions of the processor, used if it has them.

#![allow(unsafe_code)]

/// Proof that the processor deposits and extracts bits, each in one instruction.
#[derive(Clone, Copy, Debug)]
pub(crate) struct DepositBits(());

#[cfg(target_arch = "x86_64")]
impl DepositBits {
    /// Detects the instructions.
    pub(crate) fn detect() -> Option<DepositBits> {
        is_x86_feature_detected!("bmi2").then_some(DepositBits(()))
    }

    /// Returns the set of the i-th squares of `mask` for all i of `set`.
    #[inline(always)]
    pub(crate) fn deposit(self, set: u64, mask: u64) -> u64 {
        // SAFETY: a value of this type exists only if the processor has the feature.
        unsafe { std::arch::x86_64::_pdep_u64(set, mask) }
    }

    /// Returns the numbers i for which the i-th square of `mask` is in `set`.
    #[inline(always)]
    pub(crate) fn extract(self, set: u64, mask: u64) -> u64 {
        // SAFETY: a value of this type exists only if the processor has the feature.
        unsafe { std::arch::x86_64::_pext_u64(set, mask) }
    }
}

#[cfg(not(target_arch = "x86_64"))]
impl DepositBits {
    /// Always returns `None`: only x86-64 has this instruction.
    pub(crate) fn detect() -> Option<DepositBits> {
        None
    }

    /// Returns the set of the i-th squares of `mask` for all i of `set`.
    pub(crate) fn deposit(self, _set: u64, _mask: u64) -> u64 {
        unreachable!("no processor of this kind has been detected to deposit bits")
    }

    /// Returns the numbers i for which the i-th square of `mask` is in `set`.
    pub(crate) fn extract(self, _set: u64, _mask: u64) -> u64 {
        unreachable!("no processor of this kind has been detected to extract bits")
    }
}

/// Rearranges the bytes of a number by a mask of bits, with the processor's instructions if it has
/// them.
#[derive(Clone, Copy, Debug)]
pub(crate) struct BitBytes(Option<DepositBits>);

/// The lowest bit of each byte.
const LOWEST: u64 = 0x0101_0101_0101_0101;

impl BitBytes {
    /// Detects the instructions.
    #[inline(always)]
    pub(crate) fn detect() -> BitBytes {
        BitBytes(DepositBits::detect())
    }

    /// Returns the number whose bytes are 0xff if their bit is set and zero otherwise.
    #[inline(always)]
    pub(crate) fn all(self, bits: u8) -> u64 {
        let one_by_one = || (0..8).fold(0, |all, at| all | u64::from(bits >> at & 1) << (8 * at));
        let lowest = match self.0 {
            Some(instruction) => instruction.deposit(bits.into(), LOWEST),
            None => one_by_one(),
        };
        lowest * 0xff
    }

    /// Moves the first bytes to the positions of the set bits.
    #[inline(always)]
    pub(crate) fn spread(self, bytes: u64, bits: u8) -> u64 {
        if let Some(instruction) = self.0 {
            return instruction.deposit(bytes, self.all(bits));
        }
        let mut from = bytes.to_le_bytes().into_iter();
        let to = std::array::from_fn(|at| match bits >> at & 1 {
            0 => 0,
            _ => from.next().unwrap_or(0),
        });
        u64::from_le_bytes(to)
    }

    /// Moves the bytes at the positions of the set bits to the beginning.
    #[inline(always)]
    pub(crate) fn gather(self, bytes: u64, bits: u8) -> u64 {
        if let Some(instruction) = self.0 {
            return instruction.extract(bytes, self.all(bits));
        }
        let from = bytes.to_le_bytes();
        let mut places = (0..8).filter(|at| bits >> at & 1 != 0);
        let to = std::array::from_fn(|_| places.next().map_or(0, |at: usize| from[at]));
        u64::from_le_bytes(to)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn bytes_go_where_bits_are() {
        let bytes = 0x8877_6655_4433_2211_u64;
        for instructions in [BitBytes::detect(), BitBytes(None)] {
            for bits in 0..=255u8 {
                let places = (0..8).filter(|at| bits >> at & 1 != 0);
                let (mut all, mut spread, mut gathered) = ([0; 8], [0; 8], [0; 8]);
                for (number, place) in places.enumerate() {
                    all[place] = 0xff;
                    spread[place] = bytes.to_le_bytes()[number];
                    gathered[number] = bytes.to_le_bytes()[place];
                }
                assert_eq!(instructions.all(bits).to_le_bytes(), all);
                assert_eq!(instructions.spread(bytes, bits).to_le_bytes(), spread);
                assert_eq!(instructions.gather(bytes, bits).to_le_bytes(), gathered);
            }
        }
    }
}
