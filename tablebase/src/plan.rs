//! What a solve would do, before it does it.

use std::io;
use std::path::PathBuf;
use std::sync::Arc;

use loa_solver::{Board, IndexError, Material, Orbits, Rules, choose, position_count};

use crate::error::TableError;
use crate::header::Metric;
use crate::layout::Layout;
use crate::rate::Rate;
use crate::space::PROGRAM_BYTES;
use crate::table::Table;
use crate::tablebase::check_place;
use crate::turned::{is_nothing_there, orientations};

/// Which material to solve. Everything a selection depends on belongs to it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Selection {
    /// All material that play from the start can reach: up to Black's starting
    /// stones on one side and up to White's on the other.
    Whole,
    /// All material with at most this many stones.
    Pieces(u32),
    /// This material, its twin, and what they lead to.
    Material(Material),
}

/// Why there is no plan.
#[derive(Debug, thiserror::Error)]
pub enum PlanError {
    /// Nothing to solve.
    #[error(
        "nothing to solve: a side with one stone is connected, so tables begin at 2v2 and 4 stones"
    )]
    Nothing,
    /// Material that cannot be numbered.
    #[error(transparent)]
    Index(#[from] IndexError),
    /// A table that is there cannot be read, for a reason that is no damage.
    #[error(transparent)]
    Table(#[from] TableError),
    /// The tables that are there cannot be looked at.
    #[error("{folder}: {source}")]
    Io {
        /// The folder.
        folder: String,
        /// What the system says.
        source: io::Error,
    },
}

/// How a table of a plan lies in its folder.
#[derive(Clone, Debug)]
pub enum TableState {
    /// There is no file.
    Missing,
    /// The file is sound, as far as it has been looked at, and tells all that is
    /// wanted.
    There {
        /// What it tells.
        metric: Metric,
        /// The board whose table it is: the plan's, or its transpose.
        board: Board,
    },
    /// The file is sound and has no distances, and distances are wanted.
    WithoutDistances,
    /// The file cannot be used, for this reason.
    Damaged(Arc<TableError>),
}

/// One table of a plan.
#[derive(Clone, Debug)]
pub struct TablePlan {
    /// Its material.
    pub material: Material,
    /// Its values.
    pub positions: u64,
    /// How it lies in its folder.
    pub state: TableState,
}

impl TablePlan {
    /// Whether there is nothing to do for it.
    pub const fn is_done(&self) -> bool {
        matches!(self.state, TableState::There { .. })
    }
}

impl TablePlan {
    /// Returns what it tells, if it is there.
    pub const fn metric(&self) -> Option<Metric> {
        match self.state {
            TableState::There { metric, .. } => Some(metric),
            _ => None,
        }
    }

    /// Returns the file of a table that is there.
    pub(crate) fn file(&self, layout: &Layout, rules: Rules) -> Option<PathBuf> {
        match self.state {
            TableState::There { board, .. } => Some(layout.table(rules, board, self.material)),
            _ => None,
        }
    }
}

/// One family of a plan.
#[derive(Clone, Debug)]
pub struct FamilyPlan {
    /// The family, larger side first.
    pub family: Material,
    /// Its one or two tables.
    pub tables: Vec<TablePlan>,
    /// Whether solving it was begun.
    pub begun: bool,
}

impl FamilyPlan {
    /// Values of its tables.
    pub fn positions(&self) -> u64 {
        total(self.tables.iter().map(|table| table.positions))
    }

    /// How many of its tables are there with distances.
    pub fn with_distances(&self) -> usize {
        let metrics = self.tables.iter().map(TablePlan::metric);
        metrics
            .filter(|&metric| metric == Some(Metric::Distance))
            .count()
    }

    /// The reason why the file of one of its tables cannot be used, if there is one.
    pub(crate) fn damage(&self, material: Material) -> Option<&TableError> {
        let mut tables = self.tables.iter();
        let table = tables.find(|table| table.material == material);
        match &table?.state {
            TableState::Damaged(error) => Some(error),
            _ => None,
        }
    }

    /// Notes that its tables have been solved, as those of this board.
    pub(crate) fn finish(&mut self, board: Board) {
        for table in &mut self.tables {
            let metric = Metric::Distance;
            table.state = TableState::There { metric, board };
        }
    }

    /// Whether all of its tables are there.
    pub fn is_done(&self) -> bool {
        self.tables.iter().all(TablePlan::is_done)
    }
}

/// What a solve would do.
#[derive(Clone, Debug)]
pub struct Plan {
    /// The board.
    pub board: Board,
    /// The rules.
    pub rules: Rules,
    /// Families in the order they are solved in, finished ones included.
    pub families: Vec<FamilyPlan>,
}

/// What memory a solve takes besides values, states and the numbering.
mod overhead {
    /// Entries that are looked at before what was found is applied.
    pub(super) const ROUND: u64 = 1 << 23;
    /// Bytes on their way between blocks, for each of these: four for a find and
    /// four more when it is written to the disk, of which a third of the entries
    /// make one in ply 1 and in the seed, and half as much again for the room that
    /// lists keep to grow. With it, peaks of resident memory on 5x5 to 8x8,
    /// families of 5 to 600 million positions, were 22 % below to 8 % above the
    /// plan's.
    pub(super) const BATCH_AN_ENTRY: u64 = 4;
}

impl Plan {
    /// Plans a selection, looking at which tables `layout` holds that tell what
    /// is wanted.
    ///
    /// # Errors
    /// When nothing is selected, the material does not fit, or the folder
    /// cannot be read.
    pub fn new(
        layout: &Layout,
        rules: Rules,
        board: Board,
        selection: Selection,
        metric: Metric,
    ) -> Result<Plan, PlanError> {
        let mut families = Vec::new();
        for family in families_of(board, selection)? {
            let mut materials = vec![family, family.twin()];
            materials.dedup();
            let mut tables = Vec::new();
            for material in materials {
                tables.push(TablePlan {
                    material,
                    positions: position_count(board, material)?,
                    state: state(layout, rules, board, material, metric)?,
                });
            }
            let done = tables.iter().all(TablePlan::is_done);
            families.push(FamilyPlan {
                family,
                tables,
                begun: !done && layout.unfinished(rules, board, family).is_some(),
            });
        }
        families.sort_by_key(|plan| (plan.family.stones(), plan.positions()));
        let mut plan = Plan {
            board,
            rules,
            families,
        };
        plan.open_what_is_needed();
        Ok(plan)
    }

    /// Opens families that are there without distances and that solving an open one
    /// needs: the values of families one capture away, which are restored from the
    /// losses of those a second capture away.
    pub(crate) fn open_what_is_needed(&mut self) {
        let mut needed: Vec<Material> = Vec::new();
        let mut restored: Vec<Material> = Vec::new();
        for plan in self.families.iter_mut().rev() {
            let is_restored = restored.contains(&plan.family);
            if is_restored || needed.contains(&plan.family) {
                for table in &mut plan.tables {
                    if table.metric() == Some(Metric::Outcome) {
                        table.state = TableState::WithoutDistances;
                    }
                }
            }
            let lower = lower_materials(plan.family).map(Material::family);
            if !plan.is_done() {
                restored.extend(lower);
            } else if is_restored {
                needed.extend(lower);
            }
        }
    }

    /// Whether a material's table belongs to it.
    pub fn has(&self, material: Material) -> bool {
        let mut families = self.families.iter().map(|plan| plan.family);
        families.any(|family| family == material.family())
    }

    /// Material of a selection whose solving was begun and not finished, with
    /// its positions.
    ///
    /// # Errors
    /// When nothing is selected.
    pub fn begun(
        layout: &Layout,
        rules: Rules,
        board: Board,
        selection: Selection,
    ) -> Result<Vec<(Material, u64)>, PlanError> {
        let mut begun = Vec::new();
        for family in families_of(board, selection)? {
            let mut materials = vec![family, family.twin()];
            materials.dedup();
            for material in materials {
                let mut files =
                    orientations(board).map(|board| layout.table(rules, board, material));
                let there = files.any(|file| file.exists());
                if !there && layout.unfinished(rules, board, material).is_some() {
                    begun.push((material, position_count(board, material)?));
                }
            }
        }
        Ok(begun)
    }

    /// Families still to be solved.
    pub fn open(&self) -> impl Iterator<Item = &FamilyPlan> {
        self.families.iter().filter(|plan| !plan.is_done())
    }

    /// Values to be found.
    pub fn positions(&self) -> u64 {
        total(self.open().map(FamilyPlan::positions))
    }

    /// Bytes of memory at the peak: values and states of the largest family,
    /// the numbering, and what is on its way between blocks. The values of
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

    /// Bytes of values and states of a position while its family is solved. Under
    /// misere rules distances are longer than cells of one byte can hold (on 5x5
    /// from 3v2 on, with some rules ids), and while cells are widened there are
    /// those of one byte and of two.
    fn bytes_a_position(&self) -> u64 {
        if self.rules.is_misere() { 4 } else { 2 }
    }

    /// Bytes of smaller families' values that are mapped at the peak: they help
    /// while there is memory for them.
    pub fn mapped_bytes(&self) -> u64 {
        let largest = self.open().max_by_key(|plan| plan.positions());
        let lower = largest.into_iter().flat_map(|plan| {
            let mut lower: Vec<Material> = lower_materials(plan.family).collect();
            lower.dedup();
            lower
        });
        let sizes = lower.map(|material| position_count(self.board, material).unwrap_or(0));
        total(sizes)
    }

    /// Bytes of the numbering and of the followers' sets.
    fn fixed_bytes(&self, material: Material) -> u64 {
        let free = self.board.squares() - material.us();
        let leaders = Orbits::table_bytes(self.board, material.us()).unwrap_or(u64::MAX / 4);
        leaders.saturating_add(choose(free, material.them()).saturating_mul(8))
    }

    /// Bytes of the finished tables.
    pub fn table_bytes(&self, rate: &Rate) -> u64 {
        let bytes = self.open().map(|plan| rate.bytes(plan));
        bytes.sum::<f64>() as u64
    }

    /// Bytes that the finished tables certainly do not exceed in practice: the
    /// worst seen, small misere tables, take 3.3 bits a value.
    pub fn table_bytes_at_most(&self) -> u64 {
        self.positions() / 2
    }

    /// Bytes of work files at the peak: the values and states of the largest
    /// family, its finds, which take up to as much as the values if it is not solved
    /// within a few checkpoints, and the values of all that it and later ones lead
    /// to. Whole 5x5 takes 1.9 of what is told to be 2.0 GiB.
    pub fn work_bytes(&self) -> u64 {
        let mut peak = 0;
        for (at, plan) in self.families.iter().enumerate() {
            if plan.is_done() {
                continue;
            }
            let later: Vec<Material> = self.families[at..]
                .iter()
                .filter(|later| !later.is_done())
                .flat_map(|later| lower_materials(later.family))
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

    /// Seconds it takes.
    pub fn seconds(&self, rate: &Rate) -> f64 {
        self.open().map(|plan| rate.seconds(plan)).sum()
    }
}

/// Returns a sum that ends at the largest number where it would pass it.
fn total(parts: impl Iterator<Item = u64>) -> u64 {
    parts.fold(0, u64::saturating_add)
}

/// What captures in a family lead to, apart from positions with a lone stone.
pub(crate) fn lower_materials(family: Material) -> impl Iterator<Item = Material> {
    let after = [family, family.twin()].map(Material::after_capture);
    after
        .into_iter()
        .flatten()
        .filter(|material| material.us() > 1)
}

fn families_of(board: Board, selection: Selection) -> Result<Vec<Material>, PlanError> {
    let (black, white) = board.start_stones();
    let selected = |us: u32, them: u32| match selection {
        Selection::Whole => us <= black && them <= white,
        Selection::Pieces(stones) => us + them <= stones && us + them <= board.squares(),
        Selection::Material(material) => us <= material.us() && them <= material.them(),
    };
    if let Selection::Material(material) = selection {
        position_count(board, material)?;
    }
    let mut families = Vec::new();
    for us in 2..=board.squares() {
        for them in 2..=us {
            if selected(us, them) || selected(them, us) {
                families.push(Material::of(us, them));
            }
        }
    }
    if families.is_empty() {
        return Err(PlanError::Nothing);
    }
    Ok(families)
}

/// How a table lies in its folder. Where there is none, a sound table of the
/// transposed board serves.
fn state(
    layout: &Layout,
    rules: Rules,
    board: Board,
    material: Material,
    wanted: Metric,
) -> Result<TableState, PlanError> {
    let own = state_of_one(layout, rules, board, material, wanted)?;
    if !matches!(own, TableState::Missing) || board.is_square() {
        return Ok(own);
    }
    let other = state_of_one(layout, rules, board.transposed(), material, wanted);
    let other = other.ok();
    let sound = other.filter(|other| matches!(other, TableState::There { .. }));
    Ok(sound.unwrap_or(own))
}

/// How a table lies in the folder of one board, as far as its header, its census and
/// its length tell.
fn state_of_one(
    layout: &Layout,
    rules: Rules,
    board: Board,
    material: Material,
    wanted: Metric,
) -> Result<TableState, PlanError> {
    let table = Table::open(&layout.table(rules, board, material)).and_then(|table| {
        check_place(&table, rules, board, material)?;
        Ok(table.header().metric)
    });
    match table {
        Ok(Metric::Outcome) if wanted == Metric::Distance => Ok(TableState::WithoutDistances),
        Ok(metric) => Ok(TableState::There { metric, board }),
        Err(TableError::Io { source, .. }) if is_nothing_there(&source) => Ok(TableState::Missing),
        Err(error) if error.is_damage() => Ok(TableState::Damaged(Arc::new(error))),
        Err(error) => Err(error.into()),
    }
}

#[cfg(test)]
pub(crate) mod tests {
    use super::*;

    /// A plan where there are no tables yet.
    pub(crate) fn plan(board: &str, selection: Selection) -> Plan {
        plan_under("mover-pass", board, selection)
    }

    pub(crate) fn plan_under(rules: &str, board: &str, selection: Selection) -> Plan {
        let none = tempfile::tempdir().unwrap();
        let (board, rules) = (board.parse().unwrap(), rules.parse().unwrap());
        let layout = Layout::new(none.path());
        Plan::new(&layout, rules, board, selection, Metric::Distance).unwrap()
    }

    #[test]
    fn memory_is_told_within_a_fifth() {
        let material = |us, them| Selection::Material(Material::of(us, them));
        // Peaks of resident memory, as `/usr/bin/time` tells them.
        let club = "mover-pass";
        for (rules, board, selection, peak) in [
            (club, "5x5", Selection::Pieces(8), 69e6),
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

    #[test]
    fn a_plan_counts_what_is_to_be_solved() {
        assert_eq!(plan("5x5", Selection::Whole).positions(), 1_574_767_656);
        let plan = plan("4x4", Selection::Pieces(5));
        let families: Vec<String> = plan
            .families
            .iter()
            .map(|plan| plan.family.to_string())
            .collect();
        assert_eq!(families, ["2v2", "3v2"]);
        assert!(
            plan.families
                .iter()
                .all(|plan| !plan.is_done() && !plan.begun)
        );
    }
}
