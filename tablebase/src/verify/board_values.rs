//! The values of a board's tables in memory, compared with their successors by all processes
//! together.
//!
//! Every process has all values that a comparison needs. It sets and compares those of the
//! positions in which a share of the waiting sides waits, and receives the wins that other processes
//! have set.

use std::collections::BTreeMap;
use std::path::PathBuf;

use loa_solver::internal::Width;
use loa_solver::retrograde::{Exchange, all_succeed};
use loa_solver::{Board, Family, Index, Material, Numbering, Rules};

use super::error::VerifyError;
use crate::event::{Control, Event, Watch};
use crate::format::tally::Tally;
use crate::source::layout::Layout;
use crate::values::codes::{CellSource, MemoryValues, width_for};
use crate::values::compare::first_unequal;
use crate::values::linked_values::LinkedValues;
use crate::values::losses::LossBlocks;
use crate::values::mismatch::Wrong;
use crate::values::restore::{complete_images, open_losses};

/// The values of a board's tables that are in memory.
pub(crate) struct BoardValues<'a> {
    layout: &'a Layout,
    rules: Rules,
    numbering: &'a Numbering,
    pub(super) exchange: &'a mut dyn Exchange,
    pub(super) control: Control<'a>,
    tables: BTreeMap<Material, HeldTable>,
}

/// The values of one table.
struct HeldTable {
    values: MemoryValues,
    /// The census in the table.
    tally: Tally,
    /// True if wins have been set.
    is_whole: bool,
}

/// Values that a process walks over in a step, and the fewest blocks.
const STEP: u64 = 1 << 20;
const BLOCKS: u64 = 16;

/// Codes that processes merge together. Their buffers take at most 3 MB.
const MERGED: u64 = 1 << 18;

impl<'a> BoardValues<'a> {
    /// Returns the tables of one board, with nothing in memory.
    pub(crate) const fn new(
        layout: &'a Layout,
        rules: Rules,
        numbering: &'a Numbering,
        exchange: &'a mut dyn Exchange,
        control: Control<'a>,
    ) -> BoardValues<'a> {
        BoardValues { layout, rules, numbering, exchange, control, tables: BTreeMap::new() }
    }

    /// Removes the values of all other material.
    pub(super) fn keep_only(&mut self, needed: impl Fn(Material) -> bool) {
        self.tables.retain(|&material, _| needed(material));
    }

    /// Returns the board of the tables.
    pub(super) const fn board(&self) -> Board {
        self.numbering.board()
    }

    /// Returns the folder of the tables.
    pub(super) fn folder(&self) -> PathBuf {
        self.layout.board(self.rules, self.board())
    }

    /// Compares all values of a family, whose tables must exist. Values that are not needed later
    /// are removed as soon as possible.
    ///
    /// # Errors
    /// The first wrong value, damage, or missing table.
    pub(super) fn examine(
        &mut self,
        family: Family,
        is_needed: impl Fn(Material) -> bool,
    ) -> Result<(), VerifyError> {
        for material in family.materials() {
            self.read(material, material.twin())?;
            if let Some(captured) = material.captured() {
                self.restore(captured)?;
                self.keep_only(&is_needed);
            }
        }
        // The wins of one side follow from the losses of the other. The other side's wins are set
        // while its losses are compared. The larger side has more wins, so it comes last: then they
        // need not be examined.
        self.set_wins(family.larger_first())?;
        let Control { stop, watch } = self.control;
        for material in family.materials().rev() {
            if self.tables[&material].is_whole {
                self.walk(material, watch, |values, orbits| values.compare_derived(orbits, stop))?;
            } else {
                self.walk(material, watch, |values, orbits| {
                    values.set_wins_and_compare(orbits, stop)
                })?;
                self.complete(material)?;
            }
            self.check_counts(material)?;
        }
        Ok(())
    }

    /// Restores all values of a material.
    fn restore(&mut self, material: Material) -> Result<(), VerifyError> {
        self.read(material, material)?;
        if self.tables[&material].is_whole {
            return Ok(());
        }
        if let Some(captured) = material.captured() {
            // Its losses suffice.
            self.read(captured, material)?;
        }
        self.read(material.twin(), material)?;
        self.set_wins(material)
    }

    /// Reads the losses of a material, unless they are in memory. Their digest is compared.
    fn read(&mut self, material: Material, needed_by: Material) -> Result<(), VerifyError> {
        if self.tables.contains_key(&material) {
            return Ok(());
        }
        let losses = self.open(material, needed_by)?;
        let tally = losses.tally.clone();
        let values = losses.into_values().map_err(VerifyError::from);
        let values = all_succeed(self.exchange, values)?;
        self.tables.insert(material, HeldTable { values, tally, is_whole: false });
        Ok(())
    }

    /// Opens the table of a material.
    ///
    /// # Errors
    /// Damage, or a missing table, on any process.
    pub(super) fn open(
        &mut self,
        material: Material,
        needed_by: Material,
    ) -> Result<LossBlocks, VerifyError> {
        let (layout, numbering) = (self.layout, self.numbering);
        let losses = open_losses(layout, self.rules, numbering, material, needed_by);
        all_succeed(self.exchange, losses.map_err(VerifyError::from))
    }

    /// Sets the wins of a material. Nothing else is known of it yet but its losses.
    fn set_wins(&mut self, material: Material) -> Result<(), VerifyError> {
        let stop = self.control.stop;
        self.walk(material, &|_| {}, |values, orbits| values.set_wins(orbits, stop))?;
        self.complete(material)
    }

    /// Walks over the waiting sides of a material in steps. In each step `look` returns the first
    /// contradiction in a share of the waiting sides, and `watch` receives the values of all shares.
    ///
    /// # Errors
    /// The first contradiction, an interruption of any process, or the departure of another process.
    fn walk(
        &mut self,
        material: Material,
        watch: Watch<'_>,
        look: impl Fn(&LinkedValues<'_>, &[u64]) -> Option<Wrong>,
    ) -> Result<(), VerifyError> {
        let values = |material: Material| &self.tables[&material].values;
        let (moving, waiting) = (values(material), values(material.twin()));
        let lower = material.captured().map(values);
        let linked = LinkedValues { rules: self.rules, values: moving, twin: waiting, lower };
        let (blocks, block_len) = (waiting.index().blocks(), waiting.index().block_len());
        // Small tables take several steps as well.
        let step = (STEP / block_len).max(BLOCKS).min(blocks / 8 + 1);
        let of_all = step * self.exchange.size() as u64;
        for first in (0..blocks).step_by(of_all as usize) {
            let of_all = of_all.min(blocks - first);
            let share = self.exchange.share(of_all);
            let orbits: Vec<u64> = (first + share.start..first + share.end).collect();
            let wrong = look(&linked, &orbits);
            agree(self.exchange, moving.index(), wrong, self.control.stop.is_set())?;
            watch(Event::Compared(of_all * block_len));
        }
        Ok(())
    }

    /// Receives the wins that other processes have set, and copies wins to equal entries.
    fn complete(&mut self, material: Material) -> Result<(), VerifyError> {
        let twin = self.tables[&material.twin()].values.index().clone();
        if let Some(table) = self.tables.get_mut(&material) {
            merge(self.exchange, &table.values)?;
            complete_images(&table.values, &twin);
            table.is_whole = true;
        }
        Ok(())
    }

    /// Compares equal entries of a material with each other, and the placements by code with the
    /// census.
    fn check_counts(&mut self, material: Material) -> Result<(), VerifyError> {
        let (table, twin) = (&self.tables[&material], &self.tables[&material.twin()]);
        let index = table.values.index();
        let blocks = self.exchange.share(index.blocks());
        let unequal = first_unequal(&table.values, twin.values.index(), blocks);
        agree(self.exchange, index, unequal, self.control.stop.is_set())?;
        let agrees = table.tally.agrees(&table.values, self.rules, self.exchange);
        match agrees.map_err(VerifyError::exchange)? {
            true => Ok(()),
            false => Err(VerifyError::Census(material)),
        }
    }
}

/// Agrees with the other processes on whether to continue. The first process that has found a
/// contradiction counts.
///
/// # Errors
/// A contradiction, an interruption of any process, or the departure of another process.
pub(super) fn agree(
    exchange: &mut dyn Exchange,
    index: &Index,
    wrong: Option<Wrong>,
    interrupted: bool,
) -> Result<(), VerifyError> {
    let mine = match wrong {
        Some(wrong) => wrong.to_numbers().to_vec(),
        None => vec![0; interrupted.into()],
    };
    let all = exchange.gather(&mine).map_err(VerifyError::exchange)?;
    let wrong = all.iter().find_map(|numbers| Wrong::from_numbers(numbers));
    if let Some(mismatch) = wrong.and_then(|wrong| wrong.mismatch(index)) {
        let (material, mismatch) = (index.material(), Box::new(mismatch));
        return Err(VerifyError::Wrong { material, mismatch });
    }
    if all.iter().all(Vec::is_empty) { Ok(()) } else { Err(VerifyError::Interrupted) }
}

/// Gives all processes the cells that any has set. No two processes set the same cell, and a cell
/// that a process has not set has the code 0 or, in all processes, the same code.
fn merge(exchange: &mut dyn Exchange, values: &MemoryValues) -> Result<(), VerifyError> {
    if exchange.size() == 1 {
        return Ok(());
    }
    let (len, width) = (values.index().len(), width_for(values.longest()));
    for first in (0..len).step_by(MERGED as usize) {
        let mut codes = vec![0; (len - first).min(MERGED) as usize];
        values.copy_codes(first, &mut codes);
        let to = |rank| {
            let share = exchange.share_of(rank, codes.len() as u64);
            to_bytes(&codes[share.start as usize..share.end as usize], width)
        };
        let outgoing = (0..exchange.size()).map(to).collect();
        let mut inbound = exchange.all_to_all(outgoing).map_err(VerifyError::exchange)?.into_iter();
        let mut merged = inbound.next().unwrap_or_default();
        for bytes in inbound {
            merged.iter_mut().zip(bytes).for_each(|(merged, byte)| *merged |= byte);
        }
        let all = exchange.all_gather(&merged).map_err(VerifyError::exchange)?;
        values.put(first, &from_bytes(&all.concat(), width));
    }
    Ok(())
}

fn to_bytes(codes: &[u16], width: Width) -> Vec<u8> {
    match width {
        Width::Narrow => codes.iter().map(|&code| code as u8).collect(),
        Width::Wide => codes.iter().flat_map(|code| code.to_le_bytes()).collect(),
    }
}

fn from_bytes(bytes: &[u8], width: Width) -> Vec<u16> {
    match width {
        Width::Narrow => bytes.iter().map(|&byte| byte.into()).collect(),
        Width::Wide => bytes.as_chunks().0.iter().map(|&code| u16::from_le_bytes(code)).collect(),
    }
}
