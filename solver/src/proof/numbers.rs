//! Proof numbers for the side to move, and their stored form.

/// The estimated work for a position: phi to prove that the side to move reaches its goal, delta to
/// prove that it does not. If one number is 0 and the other [`INFINITE`], the result is certain.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct ProofNumbers {
    pub(super) phi: u32,
    pub(super) delta: u32,
}

/// The number of a proof that is impossible.
pub(super) const INFINITE: u32 = u32::MAX;
/// The attacker's number if a repetition is in the way. It is not certain, because another path may
/// lead to the position, but the position is not tried again.
pub(super) const REPEATED: u32 = 1 << 30;
/// The maximum number below [`REPEATED`] and [`INFINITE`].
pub(super) const GREATEST: u32 = 1 << 29;

impl ProofNumbers {
    /// The numbers if the side to move certainly reaches its goal.
    pub(super) const WON: ProofNumbers = ProofNumbers { phi: 0, delta: INFINITE };
    /// The numbers if its opponent certainly reaches its goal.
    pub(super) const LOST: ProofNumbers = ProofNumbers { phi: INFINITE, delta: 0 };

    /// `true` if the numbers are certain.
    #[inline]
    pub(super) const fn is_certain(self) -> bool {
        self.phi == 0 || self.delta == 0
    }

    /// `true` if the attacker fails by a repetition that depends on the path.
    #[inline]
    pub(super) const fn is_repeated(self) -> bool {
        const fn is_repeated(number: u32) -> bool {
            number >= REPEATED && number < INFINITE
        }
        is_repeated(self.phi) || is_repeated(self.delta)
    }

    /// Returns the numbers as seen by the attacker, given the side to move.
    pub(super) const fn of_attacker(self, attacks: bool) -> (u32, u32) {
        if attacks { (self.phi, self.delta) } else { (self.delta, self.phi) }
    }
}

/// `true` if a search ends with this number of the attacker for its start.
pub(super) const fn ends_search(number: u32) -> bool {
    number == 0 || number >= REPEATED
}

/// Returns the number on which searches with these numbers agree: 0 if one of them has a proof, else
/// the greatest.
pub(super) fn agreed(numbers: impl Iterator<Item = u32>) -> u32 {
    // 0 becomes the greatest key.
    numbers.max_by_key(|number| number.wrapping_sub(1)).unwrap_or(1)
}

/// Bits of a stored number: 5 of exponent, 15 of mantissa.
pub(super) const BITS: u32 = 20;

/// Returns the stored form of a number, rounded up. So if a search ends because a limit is reached,
/// the stored number is never below the limit.
#[inline]
pub(super) const fn stored(number: u32) -> u32 {
    if number < 1 << 15 {
        return number;
    }
    let shift = 17 - number.leading_zeros();
    let rounded = (number >> shift) as u64 + (number & ((1 << shift) - 1) != 0) as u64;
    let (rounded, shift) = if rounded >> 15 != 0 { (1 << 14, shift + 1) } else { (rounded, shift) };
    shift << 15 | rounded as u32
}

/// Expands a stored form. A number beyond 32 bits becomes [`INFINITE`].
#[inline]
pub(super) const fn restored(code: u32) -> u32 {
    let (shift, mantissa) = (code >> 15, (code & 0x7fff) as u64);
    let number = mantissa << shift;
    if number > INFINITE as u64 { INFINITE } else { number as u32 }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_are_stored_rounded_up_a_little() {
        let mut number = 0u32;
        while number < INFINITE - (1 << 26) {
            let back = restored(stored(number));
            assert!(back >= number && back - number <= number >> 14, "{number}");
            assert!(stored(number) < 1 << BITS);
            number += 1 + number / 37;
        }
        assert_eq!(restored(stored(INFINITE)), INFINITE);
        assert_eq!(restored(stored(REPEATED)), REPEATED);
        assert_eq!(restored(stored(GREATEST)), GREATEST);
    }

    #[test]
    fn a_proof_counts_most_and_an_open_number_least() {
        let ranked = [1, GREATEST, REPEATED, REPEATED + 1, INFINITE, 0];
        for (place, &number) in ranked.iter().enumerate() {
            let below = ranked[..place].iter().copied();
            assert_eq!(agreed([number].into_iter().chain(below)), number);
            assert_eq!(ends_search(number), place >= 2);
        }
    }
}
