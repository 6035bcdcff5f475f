//! A material and its twin, with the known facts about their positions.

use std::collections::BTreeMap;
use std::sync::atomic::{AtomicU8, Ordering::Relaxed};

use rayon::prelude::*;

use super::board::Set;
use super::game::Game;
use super::material::Material;
use super::table::{Table, zeros};
use super::value::Value;

/// A material of the family.
pub(super) struct Side<'a> {
    material: Material,
    pub(super) table: Table,
    /// The values after captures; `None` if the other side has one stone, because the game is then
    /// over.
    pub(super) captures: Option<&'a Table>,
    /// The other side's set by column, as [`Table::column_sets`] says.
    pub(super) column_sets: Vec<Set>,
    /// For each position the number of quiet moves with an unknown outcome, and [`BY_PASS`]. It is
    /// meaningful only if the value may still be a loss.
    counts: Vec<AtomicU8>,
}

/// A bit beside the count: the other side, which has no move, has to pass to get here.
const BY_PASS: u8 = 0x80;

impl Side<'_> {
    pub(super) fn add_moves(&self, index: usize, moves: u8) {
        // Another thread may set the bit at the same time.
        self.counts[index].fetch_add(moves, Relaxed);
    }

    pub(super) fn set_by_pass(&self, index: usize) {
        self.counts[index].fetch_or(BY_PASS, Relaxed);
    }

    pub(super) fn by_pass(&self, index: usize) -> bool {
        self.counts[index].load(Relaxed) & BY_PASS != 0
    }

    pub(super) fn open_moves(&self, index: usize) -> u8 {
        self.counts[index].load(Relaxed) & !BY_PASS
    }

    /// Takes a move from the count and returns whether it was the last.
    pub(super) fn take_move(&self, index: usize) -> bool {
        let before = self.counts[index].fetch_sub(1, Relaxed) & !BY_PASS;
        debug_assert!(before > 0, "more moves are taken than there are");
        before == 1
    }

    /// Marks undecided positions as draws.
    fn draw_the_rest(&self) {
        let entries = 0..self.table.values.len();
        entries.into_par_iter().for_each(|index| {
            if self.table.value(index).may_be_lost() && self.open_moves(index) > 0 {
                self.table.set_value(index, Value::DRAW);
            }
        });
    }
}

/// A material and its twin; only one if both sides have the same number of stones.
pub(super) struct Family<'a> {
    pub(super) game: &'a Game,
    pub(super) sides: Vec<Side<'a>>,
}

impl<'a> Family<'a> {
    pub(super) fn new(
        game: &'a Game,
        material: Material,
        table: impl Fn(Material) -> Table,
        solved: &'a BTreeMap<Material, Table>,
    ) -> Self {
        let mut materials = vec![material, material.twin()];
        materials.dedup();
        let sides = materials.into_iter().map(|material| {
            let table = table(material);
            Side {
                material,
                captures: solved.get(&material.after_capture()),
                column_sets: table.column_sets(),
                counts: zeros(table.values.len()),
                table,
            }
        });
        Self { game, sides: sides.collect() }
    }

    /// Returns the side that moves before and after this one.
    pub(super) fn twin(&self, side: usize) -> &Side<'a> {
        &self.sides[self.sides.len() - 1 - side]
    }

    /// Finds all values, and returns the number of plies examined.
    pub(super) fn solve(&self) -> u32 {
        let levels = self.decide(self.open());
        self.sides.iter().for_each(Side::draw_the_rest);
        levels
    }

    pub(super) fn into_tables(self) -> Vec<(Material, Table)> {
        let sides = self.sides.into_iter();
        sides.map(|side| (side.material, side.table)).collect()
    }
}
