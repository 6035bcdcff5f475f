//! The values of tables that are there, for families that capture into them.

use loa_solver::Material;
use loa_solver::retrograde::FinishedValues;

use super::error::BuildError;
use super::run::Build;
use crate::format::table::Table;
use crate::values::codes::width_for;
use crate::values::in_parts::InParts;
use crate::values::loss_blocks::LossBlocks;
use crate::values::memory::value_bytes;
use crate::values::restore::{Restored, index_of};

/// Bytes of a value of the block that a thread has in hand.
pub(super) const IN_HAND: u64 = 8;

impl Build<'_> {
    /// Unpacks the values of the table with this digest: all at once, or part by part
    /// where memory does not suffice for that.
    pub(super) fn unpack(
        &self,
        material: Material,
        digest: u128,
    ) -> Result<FinishedValues, BuildError> {
        let mut restored = Restored::new(&self.builder.layout, self.builder.rules, &self.numbering);
        let table = restored.table(material, material)?;
        let twin = restored.table(material.twin(), material)?;
        let bytes = |table: &Table| {
            let header = table.header();
            value_bytes(header.positions, header.longest)
        };
        let lower = material.captured();
        if let Some(lower) = lower {
            restored.read(lower, material)?;
        }
        let values = lower.map(|lower| restored.values(lower));
        let held = values.map_or(0, |values| {
            value_bytes(values.index().len(), values.longest())
        });
        let is_turned = [&table, &twin]
            .iter()
            .any(|table| table.header().board != self.builder.board);
        let all = held
            .saturating_add(bytes(&table))
            .saturating_add(bytes(&twin));
        let mut file = if is_turned || all <= self.memory {
            self.unpack_whole(restored, material)?
        } else {
            let index = index_of(&self.numbering, &table)?;
            let of_twin = index_of(&self.numbering, &twin)?;
            let threads = rayon::current_num_threads() as u64;
            let in_hand = IN_HAND * of_twin.block_len() * threads;
            // Nothing is looked into before the next solve.
            self.cache.clear();
            let memory = self.memory.saturating_add(self.cache.bytes());
            let left = memory.saturating_sub(held + in_hand);
            let blocks = left / value_bytes(index.block_len(), table.header().longest);
            let tables = [(table, index), (twin, of_twin)];
            let [table, twin] = tables.map(|(table, index)| LossBlocks::new(table, index));
            let interrupted = || self.builder.stop.is_set();
            let (rules, tables) = (self.builder.rules, [table?, twin?]);
            let parts = InParts::new(rules, tables, values, blocks, &interrupted);
            self.unpack_in_parts(parts)?
        };
        file.persist(digest)?;
        Ok(file)
    }

    fn unpack_whole(
        &self,
        mut restored: Restored<'_>,
        material: Material,
    ) -> Result<FinishedValues, BuildError> {
        restored.load(material)?;
        let values = restored.values(material);
        let width = width_for(values.longest());
        let fill = |first, codes: &mut [u16]| {
            for (at, code) in (first..).zip(codes) {
                *code = values.get(at).code();
            }
        };
        let file = FinishedValues::write(&self.work, values.index(), width, &self.cache, fill)?;
        Ok(file)
    }

    fn unpack_in_parts(&self, mut parts: InParts<'_>) -> Result<FinishedValues, BuildError> {
        let index = parts.index().clone();
        FinishedValues::write_in_parts(&self.work, &index, parts.width(), &self.cache, |blocks| {
            let part = parts.of(blocks)?.ok_or(BuildError::Interrupted)?;
            Ok(move |first, codes: &mut [u16]| part.copy_codes(first, codes))
        })
    }
}
