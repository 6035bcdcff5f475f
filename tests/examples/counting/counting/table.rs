//! The values of one material: a row for every orbit of the mover's sets, and a column for every
//! set of the other side among the remaining squares.

use std::sync::Arc;
use std::sync::atomic::{AtomicU8, Ordering::Relaxed};

use super::board::Set;
use super::sets::{CHOOSE, Sets, all_sets, rank_among_rest, squares_of};
use super::symmetry::Symmetries;
use super::value::Value;

/// Values by index.
pub(super) struct Table {
    /// The mover's sets.
    pub(super) sets: Arc<Sets>,
    /// The number of columns.
    pub(super) columns: usize,
    /// The other side's stones.
    others: u32,
    squares: u32,
    pub(super) values: Vec<AtomicU8>,
}

impl Table {
    /// Returns a table of `stones` of the side to move, with these sets, against `others`.
    pub(super) fn new(sets: Arc<Sets>, stones: u32, others: u32, squares: u32) -> Self {
        let columns = CHOOSE[others as usize][(squares - stones) as usize] as usize;
        Self {
            values: zeros(sets.orbits.len() * columns),
            sets,
            columns,
            others,
            squares: squares - stones,
        }
    }

    /// Returns the set of each column: the other side's set among the squares that the mover
    /// leaves, numbered from 0.
    pub(super) fn column_sets(&self) -> Vec<Set> {
        all_sets(self.others, self.squares).collect()
    }

    /// Returns the index of any position: the one reached by the first symmetry.
    pub(super) fn index(&self, symmetries: &Symmetries, us: Set, them: Set) -> usize {
        let membership = self.sets.membership(us);
        let them = symmetries.image(membership.first_symmetry(), them);
        self.index_in_row(membership.orbit(), them)
    }

    /// Returns the index of a position whose mover's set represents its orbit.
    pub(super) fn index_in_row(&self, orbit: usize, them: Set) -> usize {
        let us = self.sets.orbits[orbit].set;
        orbit * self.columns + rank_among_rest(them, us)
    }

    pub(super) fn value(&self, index: usize) -> Value {
        Value::of(self.values[index].load(Relaxed))
    }

    /// Sets a value, unless a better one is known or the game is over.
    pub(super) fn improve(&self, index: usize, value: Value) {
        let before = self.value(index);
        if before > value && !before.is_finished() {
            self.values[index].fetch_min(value.byte(), Relaxed);
        }
    }

    pub(super) fn set_value(&self, index: usize, value: Value) {
        self.values[index].store(value.byte(), Relaxed);
    }
}

/// The squares that the mover's set leaves, for reading column sets.
pub(super) struct Rest(Vec<Set>);

impl Rest {
    pub(super) fn of(us: Set, squares: u32) -> Self {
        let rest = (0..squares).map(|square| 1 << square);
        Self(rest.filter(|square| square & us == 0).collect())
    }

    /// Returns the other side's set on the board.
    pub(super) fn on_board(&self, column_set: Set) -> Set {
        squares_of(column_set).map(|n| self.0[n as usize]).sum()
    }
}

pub(super) fn zeros(len: usize) -> Vec<AtomicU8> {
    let mut zeros = Vec::new();
    zeros.resize_with(len, AtomicU8::default);
    zeros
}
