//! The memory and disk that a plan needs.

use loa_solver::Material;
use loa_solver::internal::{Activity, Orbits, Shards, default_superstep};

use super::plan::{FamilyPlan, Plan, TablePlan, TableState};
use crate::values::memory::{PROGRAM_BYTES, block_len, blocks_of_threads, positions, total};

/// Bytes in transit between blocks, for each position of a superstep: four for a value and four
/// more when it is written to disk; a third of the positions produce one in ply 1 and in the seed;
/// and half as much again for growing lists. With it, peaks of resident memory on 5x5 to 8x8,
/// families of 5 to 600 million positions, were 22 % below to 8 % above the plan's.
const BATCH_A_POSITION: u64 = 4;

/// The division of a build's memory.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct MemoryShares {
    /// Bytes for values and states of the current family.
    pub(super) family: u64,
    /// Bytes for finished values.
    pub(super) cache: u64,
}

/// The minimum size of the cache of finished values, in bytes.
const LEAST_CACHE: u64 = 8 << 20;

/// The part of memory left unallocated, as a divisor: for frames and messages that threads read and
/// write, and for gaps between allocations. 5x5 within 400 MiB took 5 % more when a sixteenth
/// was left.
const SLACK: u64 = 10;

/// Bytes that each thread after the second takes: its current frames and messages, and the
/// allocator's reserves for it. Without them a build within 160 MiB took 107 MiB too much with 16
/// threads.
const THREAD_BYTES: u64 = 7 << 20;

/// The maximum size of the cache in bytes if memory has no limit.
const MOST_CACHE: u64 = 8 << 30;

impl Plan {
    /// Returns the bytes of memory at the peak if everything is kept in memory: values and states
    /// of the largest family, the numbering, and values in transit between blocks. The values of
    /// smaller families are cached in addition.
    pub fn memory(&self) -> u64 {
        let peak = self.open().map(|plan| {
            let cells = plan.positions().saturating_mul(self.bytes_a_position());
            total([cells, self.overhead(plan, u64::MAX)].into_iter())
        });
        peak.max().unwrap_or(PROGRAM_BYTES)
    }

    /// Returns the minimum bytes of memory for the plan. With this minimum, little more than one
    /// shard of a family is in memory at a time.
    pub fn least_memory(&self) -> u64 {
        let needs = self.open().map(|plan| {
            let pages = plan.tables.iter().map(|table| {
                let positions = self.shard_positions(table.material, table.positions);
                positions.saturating_mul(self.bytes_a_position())
            });
            let restoring = plan.family.captures().map(|lower| self.restoring_bytes(lower));
            let held = pages.chain(restoring).max().unwrap_or(0);
            let least = total([held, LEAST_CACHE, self.overhead(plan, 0)].into_iter());
            least.saturating_add(least / (SLACK - 1))
        });
        needs.max().unwrap_or(PROGRAM_BYTES)
    }

    /// Returns the minimum bytes for restoring the values of a material from its tables, if it has
    /// any: one part of its values, the blocks of its twin that threads are processing, and the
    /// losses that captures lead to. Tables of the transpose are read whole.
    fn restoring_bytes(&self, material: Material) -> u64 {
        let mut families = self.families.iter().filter(|plan| plan.is_done());
        let Some(plan) = families.find(|plan| plan.family == material.family()) else {
            return 0;
        };
        let is_turned = |table: &TablePlan| match &table.state {
            TableState::There { board, .. } => *board != self.board,
            _ => false,
        };
        let held = if plan.tables.iter().any(is_turned) {
            total(plan.tables.iter().map(|table| table.positions))
        } else {
            self.shard_positions(material, positions(self.board, material))
        };
        let lower = material.captured().map_or(0, |lower| positions(self.board, lower));
        let values = held.saturating_add(lower).saturating_mul(self.bytes_a_position() / 2);
        values.saturating_add(blocks_of_threads(block_len(self.board, material.twin())))
    }

    /// Divides the bytes of memory; `None` if unknown.
    pub(super) fn shares(&self, memory: Option<u64>) -> MemoryShares {
        let memory = memory.unwrap_or(u64::MAX);
        let threads = rayon::current_num_threads().saturating_sub(2) as u64;
        let usable = memory.saturating_sub(memory / SLACK + THREAD_BYTES * threads);
        let largest = self.open().map(FamilyPlan::positions).max().unwrap_or(0);
        let wanted = self.mapped_bytes().max(largest).max(LEAST_CACHE);
        match usable.checked_sub(self.memory()) {
            Some(left) if left >= self.mapped_bytes() => {
                MemoryShares { family: u64::MAX, cache: wanted.min(left).min(MOST_CACHE) }
            }
            _ => {
                let overhead = self.open().map(|plan| self.overhead(plan, 0));
                let rest = usable.saturating_sub(overhead.max().unwrap_or(0));
                let cache = wanted.min(rest / 4).max(LEAST_CACHE);
                let family = rest.saturating_sub(cache);
                MemoryShares { family, cache }
            }
        }
    }

    /// Returns the bytes of memory besides values and states, which get `memory` bytes.
    fn overhead(&self, plan: &FamilyPlan, memory: u64) -> u64 {
        let tables = plan.tables.iter();
        let fixed = tables.map(|table| self.fixed_bytes(table.material));
        let largest = plan.tables.iter().map(|table| table.positions);
        let round = default_superstep(plan.positions(), memory);
        let round = largest.max().unwrap_or(0).min(round);
        let batches = BATCH_A_POSITION * round;
        let blocks = plan
            .tables
            .iter()
            .map(|table| table.positions / block_len(self.board, table.material).max(1));
        let activities = blocks.map(|blocks| blocks.saturating_mul(Activity::BYTES_A_BLOCK));
        total(fixed.chain(activities).chain([batches, PROGRAM_BYTES]))
    }

    /// Returns the approximate number of positions of a shard.
    fn shard_positions(&self, material: Material, positions: u64) -> u64 {
        let usual = positions.min(Shards::POSITIONS);
        let block = block_len(self.board, material);
        usual.max(positions / Shards::MOST).max(block) + block
    }

    /// Returns the bytes of values and states of a position while its family is solved. Under
    /// misere rules distances are longer than one-byte cells can store (on 5x5 from 3v2, with some
    /// rules ids), and widening cells takes both the one-byte and the two-byte cells.
    pub(super) fn bytes_a_position(&self) -> u64 {
        if self.rules.is_misere() { 4 } else { 2 }
    }

    /// Returns the bytes of smaller families' values that are looked up at the peak. They speed up
    /// solving if memory has room for them.
    pub fn mapped_bytes(&self) -> u64 {
        let largest = self.open().max_by_key(|plan| plan.positions());
        let lower = largest.into_iter().flat_map(|plan| {
            let mut lower: Vec<Material> = plan.family.captures().collect();
            lower.dedup();
            lower
        });
        total(lower.map(|material| positions(self.board, material)))
    }

    /// Returns the bytes of the numbering and of the followers' sets.
    fn fixed_bytes(&self, material: Material) -> u64 {
        let leaders = Orbits::table_bytes(self.board, material.us()).unwrap_or(u64::MAX / 4);
        leaders.saturating_add(block_len(self.board, material).saturating_mul(8))
    }

    /// Returns an upper bound on the bytes of the finished tables. The largest seen, small misere
    /// tables, take 3.3 bits for each value; the bound is four.
    pub(super) fn table_bytes_at_most(&self) -> u64 {
        self.positions() / 2
    }

    /// Returns an upper bound on the bytes of work files at the peak: the values, states and logs
    /// of the largest family, and the values of all families that it and later ones lead to. A log
    /// takes at most half a byte for each position. While a record still names older files of a
    /// shard, two of each kind exist, and values and states take a quarter of a byte each: two
    /// bytes for each position in all.
    pub fn work_bytes(&self) -> u64 {
        self.work_bytes_of(self.bytes_a_position())
    }

    /// Returns the bytes of work files, given the bytes for each position of a family while it is
    /// solved.
    fn work_bytes_of(&self, bytes_a_position: u64) -> u64 {
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
            let kept = self.families[..at]
                .iter()
                .flat_map(|plan| &plan.tables)
                .filter(|table| later.contains(&table.material))
                .map(|table| table.positions);
            let cells = plan.positions().saturating_mul(bytes_a_position);
            peak = peak.max(total(kept.chain([cells])));
        }
        peak
    }

    /// Returns the bytes of disk that must be free before solving begins: for the finished tables
    /// and for the work files at their peak.
    pub fn disk_bytes(&self) -> u64 {
        self.table_bytes_at_most().saturating_add(self.work_bytes())
    }

    /// Returns the bytes of disk that must be free if no checkpoints are written and everything
    /// fits in memory: for the finished tables and, while they are needed, finished values.
    pub(super) fn disk_bytes_without_checkpoints(&self) -> u64 {
        let work = self.work_bytes_of(self.bytes_a_position().div_ceil(2)) / 2;
        self.table_bytes_at_most().saturating_add(work)
    }
}

#[cfg(test)]
mod tests {
    use super::super::plan::Selection;
    use super::super::plan::tests::plan_under;
    use super::*;

    #[test]
    fn memory_is_told_within_a_fifth() {
        let material = |us, them| Selection::Material(Material::new(us, them));
        // The peaks of resident memory that `/usr/bin/time` reported.
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
