//! Packs the units of a table and counts the values for its model: the counterpart of
//! [`coding`](super::coding).

use std::convert::Infallible;

use loa_solver::internal::{Cell, Orbits, dispatch};

use super::coding::walk_unit;
use super::contexts::{Coder, PositionWalk};
use super::counts::ContextCounts;
use super::model::{ESCAPE, Model};
use super::rans::{self, BYTE, Symbol, WHOLE};
use super::units::Unit;

/// The codes of a unit's cells, for counting or packing.
#[derive(Clone, Copy)]
pub(crate) struct Plain<'a> {
    pub(crate) codes: &'a [u16],
    /// Tokens by distance.
    pub(crate) tokens: &'a [u8],
}

impl Plain<'_> {
    #[inline(always)]
    fn plies(&self, at: usize) -> u16 {
        Cell::from_code(self.codes[at]).plies()
    }

    #[inline(always)]
    fn token(&self, at: usize) -> u8 {
        self.tokens[usize::from(self.plies(at))]
    }
}

/// Adds a unit to the counts of the model.
pub(crate) fn count(
    walk: &mut PositionWalk,
    leaders: &Orbits,
    unit: Unit,
    plain: Plain<'_>,
    counts: &mut ContextCounts,
) {
    let mut counting = Counting { plain, counts };
    let Ok(()) = dispatch!(walk_unit(walk, leaders, unit, unit.values(), &mut counting));
}

/// Packs a unit: into no bytes if all of its values are certain. The model must be made of counts
/// that include the unit.
pub(crate) fn pack(
    walk: &mut PositionWalk,
    leaders: &Orbits,
    unit: Unit,
    plain: Plain<'_>,
    model: &Model,
) -> Vec<u8> {
    let mut packing =
        SymbolPacking { plain, model, symbols: Vec::with_capacity(2 * unit.values()) };
    let Ok(()) = dispatch!(walk_unit(walk, leaders, unit, unit.values(), &mut packing));
    rans::pack(&packing.symbols)
}

struct Counting<'a> {
    plain: Plain<'a>,
    counts: &'a mut ContextCounts,
}

impl Coder for Counting<'_> {
    type Error = Infallible;

    #[inline(always)]
    fn skips(&self, _: usize) -> bool {
        false
    }

    #[inline(always)]
    fn outcome(&mut self, context: usize, at: usize) -> Result<bool, Infallible> {
        let lost = Cell::from_code(self.plain.codes[at]).is_loss();
        self.counts.outcome(context, lost);
        Ok(lost)
    }

    #[inline(always)]
    fn distance(&mut self, context: usize, at: usize) -> Result<u8, Infallible> {
        let token = self.plain.token(at);
        self.counts.distance(context, token);
        Ok(token)
    }
}

struct SymbolPacking<'a> {
    plain: Plain<'a>,
    model: &'a Model,
    symbols: Vec<Symbol>,
}

impl SymbolPacking<'_> {
    /// Skips a symbol that is certain and needs no bits.
    #[inline(always)]
    fn put(&mut self, before: u32, after: u32) {
        if after - before < WHOLE {
            self.symbols.push(Symbol { before: before as u16, frequency: (after - before) as u16 });
        }
    }
}

impl Coder for SymbolPacking<'_> {
    type Error = Infallible;

    #[inline(always)]
    fn skips(&self, class: usize) -> bool {
        self.model.skips(class)
    }

    #[inline(always)]
    fn outcome(&mut self, context: usize, at: usize) -> Result<bool, Infallible> {
        let lost = Cell::from_code(self.plain.codes[at]).is_loss();
        let others = self.model.others(context);
        let (before, after) = if lost { (others, WHOLE) } else { (0, others) };
        self.put(before, after);
        Ok(lost)
    }

    #[inline(always)]
    fn distance(&mut self, context: usize, at: usize) -> Result<u8, Infallible> {
        let token = self.plain.token(at);
        let row = self.model.row(context).expect("the model counts this unit");
        let [before, after] = [0, 1].map(|next| row[usize::from(token) + next]);
        self.put(before.into(), after.into());
        if token == ESCAPE {
            for byte in self.plain.plies(at).to_le_bytes() {
                let before = u32::from(byte) * BYTE;
                self.put(before, before + BYTE);
            }
        }
        Ok(token)
    }
}
