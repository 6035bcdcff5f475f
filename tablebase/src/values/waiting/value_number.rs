//! Values as ordered numbers, which vectors compare together.

use std::ops::{BitOr, BitXor};

/// The value of a position to the side to move, as a number: larger is better.
pub(super) trait ValueNumber:
    Copy + Ord + BitOr<Output = Self> + BitXor<Output = Self> + Send + 'static
{
    /// Stands for no position: larger than any other, with all bits set.
    const NONE: Self;
    /// The number that changes nothing in a bitwise or.
    const ZERO: Self;

    /// Returns a position's value as a number, given the code of its cell.
    fn of_code(code: u16) -> Self;

    /// Returns the code of a position whose best move leads to one of this value.
    fn code_before(self) -> u16;
}

macro_rules! value_number {
    ($number:ty, $drawn:expr) => {
        impl ValueNumber for $number {
            const NONE: Self = <$number>::MAX;
            const ZERO: Self = 0;

            #[inline(always)]
            fn of_code(code: u16) -> Self {
                match code {
                    0 => $drawn,
                    win if win & 1 != 0 => 2 * $drawn - (win / 2) as $number,
                    loss => (loss / 2 - 1) as $number,
                }
            }

            #[inline(always)]
            fn code_before(self) -> u16 {
                match u16::from(self) {
                    draw if draw == u16::from(<$number>::of_code(0)) => 0,
                    loss if loss < u16::from(<$number>::of_code(0)) => 2 * loss + 3,
                    win => {
                        let plies = 2 * u16::from(<$number>::of_code(0)) - win;
                        (2 * plies).saturating_add(4)
                    }
                }
            }
        }
    };
}

// Losses in 0, 1 .. are 0, 1 .., then a draw, then wins in .., 1, 0.
value_number!(u8, 127);
value_number!(u16, 32_767);

#[cfg(test)]
mod tests {
    use loa_solver::Value;
    use loa_solver::internal::{Cell, Width};

    use super::*;

    fn all<T: ValueNumber>(longest: u16) {
        let plies = [0, 1, 2, 60, longest - 1];
        let mut cells: Vec<Cell> = plies
            .map(|plies| [Cell::win(plies), Cell::loss(plies)])
            .into_iter()
            .flatten()
            .collect();
        cells.extend([Cell::OPEN, Cell::win(longest)]);
        for &cell in &cells {
            let number = T::of_code(cell.code());
            assert!(number < T::NONE);
            let before: Value = cell.value().for_mover();
            assert_eq!(number.code_before(), Cell::from(before).code(), "{cell:?}");
            for &other in &cells {
                let order = number.cmp(&T::of_code(other.code()));
                assert_eq!(order, cell.value().cmp(&other.value()), "{cell:?} {other:?}");
            }
        }
    }

    #[test]
    fn numbers_are_in_the_order_of_values() {
        all::<u8>(Width::Narrow.longest());
        all::<u16>(Width::Wide.longest());
    }
}
