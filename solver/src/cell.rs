//! Cells: values as numbers, in arrays and in tables.
//!
//! The code of a position without a win or loss is 0: it is open during solving, and a draw at the
//! end. The code of a win in d plies is 2d + 1, and of a loss in d plies 2d + 2. The lowest bit is
//! therefore set for wins only, and of two values the one that is reached earlier has the smaller
//! code.

use crate::game::value::Value;

/// The value of one position, as arrays store it.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub struct Cell(u16);

impl Cell {
    /// No win or loss, or none known yet.
    pub const OPEN: Cell = Cell(0);

    /// The longest distance that a cell can store.
    pub const LONGEST: u16 = 32_766;

    /// A win in `plies`, at most [`Cell::LONGEST`].
    #[inline]
    pub const fn win(plies: u16) -> Cell {
        Cell(2 * plies + 1)
    }

    /// A loss in `plies`, at most [`Cell::LONGEST`]. For `LONGEST` + 1 the code
    /// saturates to that of a win, whose distance also exceeds `LONGEST`.
    #[inline]
    pub const fn loss(plies: u16) -> Cell {
        Cell((2 * plies).saturating_add(2))
    }

    /// Returns the number that represents the cell in arrays and tables.
    #[inline]
    pub const fn code(self) -> u16 {
        self.0
    }

    /// Returns the cell that a number represents.
    #[inline]
    pub const fn from_code(code: u16) -> Cell {
        Cell(code)
    }

    /// Returns the distance to the end in plies; meaningless for [`Cell::OPEN`].
    #[inline]
    pub const fn plies(self) -> u16 {
        self.0.saturating_sub(1) / 2
    }

    /// `true` for a win, in any number of plies.
    #[inline]
    pub const fn is_win(self) -> bool {
        self.0 & 1 != 0
    }

    /// `true` for a loss, in any number of plies.
    #[inline]
    pub const fn is_loss(self) -> bool {
        self.0 & 1 == 0 && self.0 != 0
    }

    /// `true` for a win in at most `plies`.
    #[inline]
    pub const fn is_win_by(self, plies: u16) -> bool {
        // Without a branch, as in [`Cell::order_key`].
        self.is_win() & (self.0 <= Cell::win(plies).0)
    }

    /// `true` for a win or loss in at most `plies`.
    #[inline]
    pub const fn is_known_by(self, plies: u16) -> bool {
        self.0 != 0 && self.0 <= Cell::loss(plies).0
    }

    /// Returns a number in the order of values: larger is better for the side to move. An open
    /// position counts as a draw.
    #[inline]
    pub const fn order_key(self) -> u16 {
        let half = self.0 / 2;
        // Without a branch: consecutive values are hard to predict.
        let order_key = half ^ (self.0 & 1).wrapping_neg();
        if self.0 == 0 { DRAWN } else { order_key }
    }

    /// Returns the cell with this [`Cell::order_key`].
    #[inline]
    pub const fn from_order_key(order_key: u16) -> Cell {
        Cell(match order_key {
            DRAWN => 0,
            win if win > DRAWN => 2 * (u16::MAX - win) + 1,
            loss => 2 * loss,
        })
    }

    /// Returns the value; an open position counts as a draw.
    pub const fn value(self) -> Value {
        match self.0 {
            0 => Value::Draw,
            code if code & 1 != 0 => Value::Win(code / 2),
            code => Value::Loss(code / 2 - 1),
        }
    }
}

impl From<Value> for Cell {
    fn from(value: Value) -> Cell {
        match value {
            Value::Win(plies) => Cell::win(plies),
            Value::Draw => Cell::OPEN,
            Value::Loss(plies) => Cell::loss(plies),
        }
    }
}

/// The [`Cell::order_key`] of a draw.
pub(crate) const DRAWN: u16 = u16::MAX / 2;
