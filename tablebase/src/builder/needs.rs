//! Memory and disk that a plan needs.

use loa_solver::Material;
use loa_solver::index::{Orbits, choose, position_count};

use super::plan::{Plan, total};
use crate::values::memory::PROGRAM_BYTES;

/// Memory that a solve takes besides values, states and the numbering.
mod overhead {
    /// Entries that are looked at before what was found is applied.
    pub(super) const ROUND: u64 = 1 << 23;
    /// Bytes on their way between blocks, for each of these: four for a value and four
    /// more when it is written to the disk; a third of the entries make one in ply 1
    /// and in the seed; and half as much again for lists that grow. With it, peaks of
    /// resident memory on 5x5 to 8x8, families of 5 to 600 million positions, were 22 %
    /// below to 8 % above the plan's.
    pub(super) const BATCH_AN_ENTRY: u64 = 4;
}

impl Plan {
    /// Returns the bytes of memory at the peak: values and states of the largest
    /// family, the numbering, and what is on its way between blocks. The values of
    /// smaller families are mapped besides and give way when memory is short.
    pub fn memory(&self) -> u64 {
        let peak = self.open().map(|plan| {
            let tables = plan.tables.iter();
            let fixed = tables.map(|table| self.fixed_bytes(table.material));
            let largest = plan.tables.iter().map(|table| table.positions);
            let round = largest.max().unwrap_or(0).min(overhead::ROUND);
            let batches = overhead::BATCH_AN_ENTRY * round;
            let cells = plan.positions().saturating_mul(self.bytes_a_position());
            total(fixed.chain([cells, batches, PROGRAM_BYTES]))
        });
        peak.max().unwrap_or(PROGRAM_BYTES)
    }

    /// Returns the bytes of values and states of a position while its family is solved.
    /// Under misere rules distances are longer than cells of one byte can hold (on 5x5
    /// from 3v2 on, with some rules ids), and while cells are widened there are those
    /// of one byte and of two.
    fn bytes_a_position(&self) -> u64 {
        if self.rules.is_misere() { 4 } else { 2 }
    }

    /// Returns the bytes of smaller families' values that are mapped at the peak: they
    /// help while there is memory for them.
    pub fn mapped_bytes(&self) -> u64 {
        let largest = self.open().max_by_key(|plan| plan.positions());
        let lower = largest.into_iter().flat_map(|plan| {
            let mut lower: Vec<Material> = plan.family.captures().collect();
            lower.dedup();
            lower
        });
        let sizes = lower.map(|material| position_count(self.board, material).unwrap_or(0));
        total(sizes)
    }

    /// Returns the bytes of the numbering and of the followers' sets.
    fn fixed_bytes(&self, material: Material) -> u64 {
        let free = self.board.squares() - material.us();
        let leaders = Orbits::table_bytes(self.board, material.us()).unwrap_or(u64::MAX / 4);
        leaders.saturating_add(choose(free, material.them()).saturating_mul(8))
    }

    /// Returns a bound on the bytes of the finished tables: the largest seen, small
    /// misere tables, take 3.3 bits a value, and the bound is four.
    pub fn table_bytes_at_most(&self) -> u64 {
        self.positions() / 2
    }

    /// Returns the bytes of work files at the peak: the values and states of the
    /// largest family, its log, which takes up to as much as the values if it is not
    /// solved within a few checkpoints, and the values of all that it and later ones
    /// lead to. Whole 5x5 takes 1.9 GiB, and the plan says 2.0.
    pub fn work_bytes(&self) -> u64 {
        let mut peak = 0;
        for (at, plan) in self.families.iter().enumerate() {
            if plan.is_done() {
                continue;
            }
            let later: Vec<Material> = self.families[at..]
                .iter()
                .filter(|later| !later.is_done())
                .flat_map(|later| later.family.captures())
                .collect();
            let kept = self.families[..at].iter().flat_map(|plan| &plan.tables);
            let kept = kept.filter(|table| later.contains(&table.material));
            let kept = kept.map(|table| table.positions);
            let cells = plan.positions().saturating_mul(self.bytes_a_position());
            peak = peak.max(total(kept.chain([cells, cells / 2])));
        }
        peak
    }

    /// Returns the bytes of disk that must be free before solving begins: those of
    /// the finished tables and of the work files at their peak.
    pub fn disk_bytes(&self) -> u64 {
        self.table_bytes_at_most().saturating_add(self.work_bytes())
    }
}

#[cfg(test)]
mod tests {
    use super::super::plan::tests::plan_under;
    use super::super::selection::Selection;
    use super::*;

    #[test]
    fn memory_is_told_within_a_fifth() {
        let material = |us, them| Selection::Material(Material::new(us, them));
        // Peaks of resident memory, as `/usr/bin/time` reports them.
        let club = "mover-pass";
        for (rules, board, selection, peak) in [
            (club, "5x5", Selection::Stones(8), 69e6),
            (club, "5x5", material(5, 5), 306e6),
            (club, "5x5", Selection::Whole, 1.557e9),
            (club, "6x6", material(4, 3), 197e6),
            (club, "7x7", material(4, 2), 157e6),
            (club, "8x8", material(3, 3), 419e6),
            ("mover-draw-misere", "5x5", Selection::Whole, 2.819e9),
            ("draw-draw-misere", "5x5", Selection::Whole, 2.582e9),
        ] {
            let plan = plan_under(rules, board, selection);
            let told = (plan.memory() + plan.mapped_bytes()) as f64;
            let off = told / peak - 1.0;
            assert!(off.abs() < 0.2, "{rules} {board} {told} {peak}");
        }
    }
}
