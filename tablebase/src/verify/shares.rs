//! Verifies tables with several processes, each of which has a share of the blocks.
//!
//! A process walks over the waiting sides whose blocks it has, and sends implied values to the
//! process that has the position: wins are set there, and losses compared. Draws are not sent: if
//! every implied loss is stored, and the numbers of losses are equal, then no other position is
//! stored as lost. A single process has all blocks, sends nothing, and compares draws as well.

use std::collections::BTreeMap;
use std::path::PathBuf;
use std::sync::Arc;

use loa_solver::retrograde::{Exchange, all_succeed};
use loa_solver::{Board, Family, Material, Numbering, Rules};

use super::error::VerifyError;
use super::find::agree;
use super::share::Share;
use super::sweep::{ShareSweep, SweepTask};
use crate::event::Control;
use crate::format::tally::Tally;
use crate::source::layout::Layout;
use crate::values::codes::MemoryValues;
use crate::values::losses::LossBlocks;
use crate::values::restore::open_losses;

/// The bytes of a find, including copies while it is sent.
pub(super) const FIND_BYTES: u64 = 5 * 6;

/// The shares of a board's tables that this process has.
pub(crate) struct Shares<'a> {
    layout: &'a Layout,
    pub(super) rules: Rules,
    numbering: &'a Numbering,
    pub(super) exchange: &'a mut dyn Exchange,
    pub(super) control: Control<'a>,
    shares: BTreeMap<Material, Share>,
    /// Complete values, gathered from all processes.
    gathered: BTreeMap<Material, Arc<MemoryValues>>,
}

impl<'a> Shares<'a> {
    /// Returns the tables of one board, with nothing in memory.
    pub(crate) const fn new(
        layout: &'a Layout,
        rules: Rules,
        numbering: &'a Numbering,
        exchange: &'a mut dyn Exchange,
        control: Control<'a>,
    ) -> Shares<'a> {
        Shares {
            layout,
            rules,
            numbering,
            exchange,
            control,
            shares: BTreeMap::new(),
            gathered: BTreeMap::new(),
        }
    }

    /// Removes the values of all other material.
    pub(super) fn keep_only(&mut self, needed: impl Fn(Material) -> bool) {
        self.shares.retain(|&material, _| needed(material));
        self.gathered.retain(|&material, _| needed(material));
    }

    /// Returns the board of the tables.
    pub(super) const fn board(&self) -> Board {
        self.numbering.board()
    }

    /// Returns the folder of the tables.
    pub(super) fn folder(&self) -> PathBuf {
        self.layout.board(self.rules, self.board())
    }

    /// Returns all values of a material, in the memory of every process.
    ///
    /// # Errors
    /// Damage, a missing table, or a win that is too long for its table.
    pub(super) fn whole(&mut self, material: Material) -> Result<Arc<MemoryValues>, VerifyError> {
        if let Some(values) = self.gathered.get(&material) {
            return Ok(Arc::clone(values));
        }
        self.restore(material)?;
        let values = self.gathered(material)?;
        self.gathered.insert(material, Arc::clone(&values));
        Ok(values)
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
        let mut lower = BTreeMap::new();
        for material in family.materials() {
            self.read(material, material.twin())?;
            if let Some(captured) = material.captured() {
                self.restore(captured)?;
                self.keep_only(&is_needed);
            }
        }
        for material in family.materials() {
            if let Some(captured) = material.captured() {
                lower.insert(material, self.gathered(captured)?);
            }
        }
        // The wins of one side follow from the losses of the other. The other side's wins are set
        // while its losses are compared. The larger side has more wins, so it comes last: then a
        // single process need not examine them.
        let larger = family.larger_first();
        self.sweep(larger, values_of(&lower, larger), SweepTask::SetWins)?;
        self.complete(larger);
        for material in family.materials().rev() {
            let is_whole = self.shares[&material].is_whole;
            let task = if is_whole { SweepTask::Compare } else { SweepTask::SetWinsAndCompare };
            let lower = values_of(&lower, material);
            let implied = self.sweep(material, lower, task)?;
            if !is_whole {
                self.complete(material);
            }
            self.check_counts(material, lower, implied)?;
        }
        Ok(())
    }

    /// Restores all values of a material.
    fn restore(&mut self, material: Material) -> Result<(), VerifyError> {
        self.read(material, material)?;
        if self.shares[&material].is_whole {
            return Ok(());
        }
        let lower = match material.captured() {
            Some(captured) => {
                // Its losses suffice.
                self.read(captured, material)?;
                Some(self.gathered(captured)?)
            }
            None => None,
        };
        self.read(material.twin(), material)?;
        self.sweep(material, lower.as_deref(), SweepTask::SetWins)?;
        self.complete(material);
        Ok(())
    }

    /// Reads the losses of a material, unless they are in memory.
    fn read(&mut self, material: Material, needed_by: Material) -> Result<(), VerifyError> {
        if self.shares.contains_key(&material) {
            return Ok(());
        }
        let losses = self.open(material, needed_by)?;
        self.shares.insert(material, Share::read(losses, self.exchange)?);
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

    fn gathered(&mut self, material: Material) -> Result<Arc<MemoryValues>, VerifyError> {
        self.shares[&material].gathered(self.exchange)
    }

    fn sweep(
        &mut self,
        material: Material,
        lower: Option<&MemoryValues>,
        task: SweepTask,
    ) -> Result<Vec<u64>, VerifyError> {
        let sweep = ShareSweep {
            rules: self.rules,
            moving: &self.shares[&material],
            waiting: &self.shares[&material.twin()],
            lower,
            task,
        };
        sweep.run(self.exchange, self.control)
    }

    /// Copies wins to equal entries, after all wins of a material are set.
    fn complete(&mut self, material: Material) {
        let twin = self.shares[&material.twin()].index().clone();
        if let Some(share) = self.shares.get_mut(&material) {
            share.complete(&twin);
        }
    }

    /// Compares the stored placements of a material by code with the implied ones, and with the
    /// census.
    fn check_counts(
        &mut self,
        material: Material,
        lower: Option<&MemoryValues>,
        implied: Vec<u64>,
    ) -> Result<(), VerifyError> {
        let (share, twin) = (&self.shares[&material], &self.shares[&material.twin()]);
        let unequal = share.first_unequal(twin.index());
        agree(self.exchange, share.index(), unequal, self.control.stop.is_set())?;
        let mut bytes = share.count(self.rules).encode();
        bytes.push(share.has_longest().into());
        let all = self.exchange.all_gather(&bytes).map_err(VerifyError::exchange)?;
        let mut sum = Tally::default();
        let mut is_right = true;
        for bytes in &all {
            let (has_longest, bytes) = bytes.split_last().unwrap_or((&0, &[]));
            is_right &= *has_longest == 1;
            sum = sum.with(Tally::read(bytes).unwrap_or_default());
        }
        let census = share.tally.by_code.clone();
        // A single process has already compared draws.
        let is_counted = self.exchange.size() > 1;
        if is_counted && without_zeros(&sum.by_code[0]) != without_zeros(&implied) {
            return Err(self.find_draw(material, lower)?);
        }
        let of_both = sum.by_code.iter().zip(&census);
        for (found, census) in of_both {
            is_right &= without_zeros(found) == without_zeros(census);
        }
        if is_right { Ok(()) } else { Err(VerifyError::Census(material)) }
    }

    /// Returns the error of the first loss that should be a draw.
    fn find_draw(
        &mut self,
        material: Material,
        lower: Option<&MemoryValues>,
    ) -> Result<VerifyError, VerifyError> {
        self.sweep(material, lower, SweepTask::Erase)?;
        let (share, twin) = (&self.shares[&material], &self.shares[&material.twin()]);
        let left = share.first_left(self.rules, twin.index());
        agree(self.exchange, share.index(), left, self.control.stop.is_set())?;
        Ok(VerifyError::Census(material))
    }
}

fn values_of(
    lower: &BTreeMap<Material, Arc<MemoryValues>>,
    material: Material,
) -> Option<&MemoryValues> {
    lower.get(&material).map(Arc::as_ref)
}

fn without_zeros(counts: &[u64]) -> &[u64] {
    let end = counts.iter().rposition(|&count| count > 0);
    &counts[..end.map_or(0, |last| last + 1)]
}
