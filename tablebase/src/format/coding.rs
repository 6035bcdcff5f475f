//! The coding of values: only what a one-move search cannot show is stored.
//!
//! The rules give the value of a position that a connection has ended. For every other position a
//! table stores whether it is lost and in how many plies. A win is one ply longer than the shortest
//! loss that a move leads to; a position that leads to no loss is a draw. One symbol says whether a
//! position is lost, and if so, another gives its distance. Their frequencies ([`model`]) depend on
//! their contexts ([`walk`]). [`rans`] turns them into bytes, separately for every unit
//! ([`units`]). `packing` produces these bytes.

use loa_solver::internal::{Cell, Orbits, dispatch};

use super::contexts::{Coder, PositionWalk};
use super::model::{ESCAPE, Model, ROW};
use super::rans::{BYTE, PackedFault, Unpacker, WHOLE};
use super::units::Unit;

/// The coding of a table's units.
#[derive(Clone, Copy)]
pub(crate) struct Coding<'a> {
    pub(crate) model: &'a Model,
    /// The longest distance in the table, in plies.
    pub(crate) longest: u16,
}

/// A unit that could be unpacked only in part.
pub(crate) struct Spoiled {
    /// Values that could be unpacked before the first fault.
    pub(crate) good: usize,
    pub(crate) fault: PackedFault,
}

/// Unpacks a unit's first values until `codes` is full: the codes of losses that are not terminal,
/// and 0 for everything else.
///
/// # Errors
/// The fault in the bytes. The values before it are good, however many are unpacked, so that a
/// value does not depend on the values read with it. Extra bytes are found with the last value.
pub(crate) fn unpack(
    walk: &mut PositionWalk,
    leaders: &Orbits,
    unit: Unit,
    coding: Coding<'_>,
    packed: &[u8],
    codes: &mut [u16],
) -> Result<(), Spoiled> {
    codes.fill(0);
    let values = codes.len().min(unit.values());
    let spoiled = |good| move |fault| Spoiled { good, fault };
    let mut unpacking = Unpacking {
        unpacker: Unpacker::new(packed).map_err(spoiled(0))?,
        coding,
        codes,
        reached: 0,
    };
    let walked = dispatch!(walk_unit(walk, leaders, unit, values, &mut unpacking));
    walked.map_err(spoiled(unpacking.reached))?;
    if values == unit.values() {
        let finished = unpacking.unpacker.finish();
        finished.map_err(spoiled(values - 1))
    } else {
        Ok(())
    }
}

/// Walks the first values of a unit.
#[inline(always)]
pub(super) fn walk_unit<C: Coder>(
    walk: &mut PositionWalk,
    leaders: &Orbits,
    unit: Unit,
    values: usize,
    coder: &mut C,
) -> Result<(), C::Error> {
    let length = (unit.to - unit.from) as usize;
    for (number, orbit) in (unit.first..unit.last).enumerate() {
        let at = number * length;
        let to = unit.from + values.saturating_sub(at).min(length) as u64;
        if to > unit.from {
            walk.set_leader(leaders.representative(orbit).0);
            walk.walk(unit.from as u32, to as u32, at, coder)?;
        }
    }
    Ok(())
}

/// Returns the token whose range a slot lies in. The ranges that end at or before the slot are
/// counted without a branch. The last range ends at the whole, above any slot.
#[inline]
fn token_at(row: &[u16; ROW], slot: u16) -> u8 {
    let ends = row[1..].iter().map(|&end| u16::from(end <= slot));
    ends.sum::<u16>() as u8
}

struct Unpacking<'a> {
    unpacker: Unpacker<'a>,
    coding: Coding<'a>,
    codes: &'a mut [u16],
    /// The index of the last value unpacked, or of the first that could not be.
    reached: usize,
}

impl Coder for Unpacking<'_> {
    type Error = PackedFault;

    #[inline(always)]
    fn skips(&self, class: usize) -> bool {
        self.coding.model.skips(class)
    }

    #[inline(always)]
    fn outcome(&mut self, context: usize, at: usize) -> Result<bool, PackedFault> {
        let others = self.coding.model.others(context);
        if others == WHOLE {
            return Ok(false);
        }
        self.reached = at;
        let lost = self.unpacker.slot() >= others;
        let (before, after) = if lost { (others, WHOLE) } else { (0, others) };
        self.unpacker.take(before, after - before)?;
        self.codes[at] = if lost { Cell::loss(0).code() } else { 0 };
        Ok(lost)
    }

    #[inline(always)]
    fn distance(&mut self, context: usize, at: usize) -> Result<u8, PackedFault> {
        let Coding { model, longest } = self.coding;
        let row = model.row(context).ok_or(PackedFault::Loss)?;
        let slot = self.unpacker.slot();
        let token = token_at(row, slot as u16);
        let [before, after] = [0, 1].map(|next| u32::from(row[usize::from(token) + next]));
        self.unpacker.take(before, after - before)?;
        let plies = match model.plies(token) {
            Some(plies) => plies,
            None if token == ESCAPE => u16::from_le_bytes([self.byte()?, self.byte()?]),
            None => return Err(PackedFault::Distance),
        };
        if plies > longest {
            return Err(PackedFault::TooLong);
        }
        self.codes[at] = Cell::loss(plies).code();
        Ok(token)
    }
}

impl Unpacking<'_> {
    fn byte(&mut self) -> Result<u8, PackedFault> {
        let byte = self.unpacker.slot() / BYTE;
        self.unpacker.take(byte * BYTE, BYTE)?;
        Ok(byte as u8)
    }
}
