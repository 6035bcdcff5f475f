//! Proof numbers from the side to move, and how they are stored.

/// What a position seems to cost: phi to prove that the side to move reaches
/// its end, delta to prove that it does not. A number of 0 with the other
/// [`INFINITE`] is certain.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Numbers {
    pub(super) phi: u32,
    pub(super) delta: u32,
}

/// The number of what cannot be done.
pub(super) const INFINITE: u32 = u32::MAX;
/// The attacker's number where a repetition stands in the way: not certain, as
/// another path may lead there, but not tried again.
pub(super) const REPEATED: u32 = 1 << 30;
/// The greatest number that is neither of these.
pub(super) const GREATEST: u32 = 1 << 29;

impl Numbers {
    /// The side to move reaches its end.
    pub(super) const WON: Numbers = Numbers {
        phi: 0,
        delta: INFINITE,
    };
    /// The other side does.
    pub(super) const LOST: Numbers = Numbers {
        phi: INFINITE,
        delta: 0,
    };

    /// Whether they are certain.
    #[inline]
    pub(super) const fn is_certain(self) -> bool {
        self.phi == 0 || self.delta == 0
    }

    /// The numbers from the attacker's side, given which side is to move.
    pub(super) const fn of_attacker(self, attacks: bool) -> (u32, u32) {
        if attacks {
            (self.phi, self.delta)
        } else {
            (self.delta, self.phi)
        }
    }
}

/// Bits of a stored number: 5 of exponent, 15 of mantissa.
pub(super) const BITS: u32 = 20;

/// The stored form of a number, rounded up: a search that goes on until a
/// limit is reached then never finds itself below it.
#[inline]
pub(super) const fn stored(number: u32) -> u32 {
    if number < 1 << 15 {
        return number;
    }
    let shift = 17 - number.leading_zeros();
    let rounded = (number >> shift) as u64 + (number & ((1 << shift) - 1) != 0) as u64;
    let (rounded, shift) = if rounded >> 15 != 0 {
        (1 << 14, shift + 1)
    } else {
        (rounded, shift)
    };
    shift << 15 | rounded as u32
}

/// The number stored so; what rounds up beyond 32 bits is [`INFINITE`].
#[inline]
pub(super) const fn restored(code: u32) -> u32 {
    let (shift, mantissa) = (code >> 15, (code & 0x7fff) as u64);
    let number = mantissa << shift;
    if number > INFINITE as u64 {
        INFINITE
    } else {
        number as u32
    }
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
}
