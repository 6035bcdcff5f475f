//! Codes of values, as tables store and count them.
//!
//! 0 is a draw, 2d + 1 a win in d plies, 2d + 2 a loss in d plies. A table stores
//! losses alone: of its other positions the code 0 says no more than that they are
//! not lost.

use loa_solver::Value;

/// The longest distance that has a code, in plies.
pub(crate) const LONGEST: u16 = 32_766;

/// Returns the code of a loss in `plies`; one ply more than [`LONGEST`] gives a code
/// that is too long as well.
#[inline(always)]
pub(crate) const fn of_loss(plies: u16) -> u16 {
    (2 * plies).saturating_add(2)
}

/// Returns whether a code is that of a loss.
#[inline(always)]
pub(crate) const fn is_loss(code: u16) -> bool {
    code != 0 && code & 1 == 0
}

/// Returns the distance of a win or loss, and 0 for a draw.
#[inline(always)]
pub(crate) const fn plies(code: u16) -> u16 {
    code.saturating_sub(1) / 2
}

/// Returns the value of a code.
pub(crate) const fn value(code: u16) -> Value {
    match code {
        0 => Value::Draw,
        _ if is_loss(code) => Value::Loss(plies(code)),
        _ => Value::Win(plies(code)),
    }
}

#[cfg(all(test, feature = "build"))]
mod tests {
    use loa_solver::internal::Cell;

    use super::*;

    #[test]
    fn codes_are_those_of_cells() {
        assert_eq!(LONGEST, Cell::LONGEST);
        for code in 0..=u16::MAX {
            let cell = Cell::from_code(code);
            assert_eq!((value(code), plies(code)), (cell.value(), cell.plies()));
            assert_eq!(is_loss(code), matches!(cell.value(), Value::Loss(_)));
        }
        for distance in 0..=LONGEST {
            assert_eq!(of_loss(distance), Cell::loss(distance).code());
        }
        assert!(plies(of_loss(LONGEST + 1)) > LONGEST);
    }
}
