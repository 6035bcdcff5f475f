//! Arrays of cells. One byte stores distances up to 126 plies. Arrays with longer distances take
//! two bytes for each cell.

pub(crate) use crate::cell::{Cell, DRAWN};

/// The size of the cells of an array.
#[derive(Clone, Copy, PartialEq, Eq, Debug, serde::Serialize, serde::Deserialize)]
pub enum Width {
    /// One byte: distances up to 126 plies.
    Narrow,
    /// Two bytes: distances up to [`Cell::LONGEST`].
    Wide,
}

impl Width {
    /// Returns the size of a cell in bytes.
    pub const fn bytes(self) -> u64 {
        match self {
            Width::Narrow => 1,
            Width::Wide => 2,
        }
    }

    /// Returns the longest distance that a cell can store, in plies.
    pub const fn longest(self) -> u16 {
        match self {
            Width::Narrow => 126,
            Width::Wide => Cell::LONGEST,
        }
    }
}

/// Borrowed values of some positions.
#[derive(Debug)]
pub enum Cells<'a> {
    /// Cells of one byte: see [`Cell::code`].
    Narrow(&'a mut [u8]),
    /// Cells of two bytes.
    Wide(&'a mut [u16]),
}

/// The representation of a cell in an array: `u8` or `u16`.
pub(crate) trait Stored: bytemuck::Pod + Ord + Send + Sync {
    fn store(cell: Cell) -> Self;
    fn cell(self) -> Cell;
}

impl Stored for u8 {
    #[inline]
    fn store(cell: Cell) -> u8 {
        debug_assert!(cell.code() <= u16::from(u8::MAX));
        cell.code() as u8
    }

    #[inline]
    fn cell(self) -> Cell {
        Cell::from_code(u16::from(self))
    }
}

impl Stored for u16 {
    #[inline]
    fn store(cell: Cell) -> u16 {
        cell.code()
    }

    #[inline]
    fn cell(self) -> Cell {
        Cell::from_code(self)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::game::value::Value;

    #[test]
    fn cells_keep_values_and_their_order() {
        for plies in [0, 1, 2, 80, 126, 127, Cell::LONGEST] {
            for value in [Value::Win(plies), Value::Loss(plies)] {
                let cell = Cell::from(value);
                assert_eq!(cell.value(), value);
                assert_eq!(cell.plies(), plies);
                assert_eq!(cell.is_win(), matches!(value, Value::Win(_)));
                assert!(cell.is_known_by(plies));
                assert!(plies == 0 || !cell.is_known_by(plies - 1));
                assert_eq!(cell.is_win_by(plies), cell.is_win());
            }
            assert!(plies == 0 || Cell::win(plies) > Cell::loss(plies - 1));
        }
        assert_eq!(Cell::from(Value::Draw), Cell::OPEN);
        let best_last = [
            Cell::loss(0),
            Cell::loss(1),
            Cell::loss(Cell::LONGEST - 1),
            Cell::OPEN,
            Cell::win(Cell::LONGEST),
            Cell::win(1),
            Cell::win(0),
        ];
        assert!(best_last.is_sorted_by_key(|cell| cell.value()));
        assert!(best_last.is_sorted_by_key(|cell| cell.order_key()));
        for cell in best_last {
            assert_eq!(Cell::from_order_key(cell.order_key()), cell);
        }
        assert!(Cell::loss(Width::Narrow.longest()).code() <= 255);
        assert!(!Cell::OPEN.is_known_by(Cell::LONGEST));
    }
}
