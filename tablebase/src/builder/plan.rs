//! The plan of a solve, made before it begins.

use std::path::PathBuf;
use std::sync::Arc;

use loa_solver::{Board, Family, Material, Rules, position_count};

use super::error::PlanError;
use crate::format::error::TableError;
use crate::format::metric::Metric;
use crate::format::table::Table;
use crate::source::layout::{Layout, is_nothing_there};
use crate::source::orientations::orientations;

/// Which material to solve. Everything a selection depends on belongs to it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Selection {
    /// All material that play from the start can reach: up to Black's starting
    /// stones on one side and up to White's on the other.
    Whole,
    /// All material with at most this many stones.
    Stones(u32),
    /// This material, its twin, and what they lead to.
    Material(Material),
}

/// The state of a table in its folder.
#[derive(Clone, Debug)]
pub(crate) enum TableState {
    /// There is no file.
    Missing,
    /// The file is sound, as far as it has been read, and has all that is wanted.
    There {
        /// Its metric.
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
#[non_exhaustive]
pub struct TablePlan {
    /// Its material.
    pub material: Material,
    /// Its values.
    pub positions: u64,
    /// The state of its file.
    pub(crate) state: TableState,
}

impl TablePlan {
    /// Returns whether there is nothing to do for it.
    pub const fn is_done(&self) -> bool {
        matches!(self.state, TableState::There { .. })
    }

    /// Returns its metric, if it is there.
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
    pub family: Family,
    /// Its one or two tables.
    pub tables: Vec<TablePlan>,
    /// True if solving it was begun.
    pub begun: bool,
}

impl FamilyPlan {
    /// Returns the number of values of its tables.
    pub fn positions(&self) -> u64 {
        total(self.tables.iter().map(|table| table.positions))
    }

    /// Returns how many of its tables are there with distances.
    pub fn with_distances(&self) -> usize {
        let metrics = self.tables.iter().map(TablePlan::metric);
        metrics.filter(|&metric| metric == Some(Metric::Distance)).count()
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

    /// Returns whether all of its tables are there.
    pub fn is_done(&self) -> bool {
        self.tables.iter().all(TablePlan::is_done)
    }
}

/// The plan of a solve: families in the order in which they are solved.
#[derive(Clone, Debug)]
#[non_exhaustive]
pub struct Plan {
    /// The board.
    pub board: Board,
    /// The rules.
    pub rules: Rules,
    /// Families in the order they are solved in, those that are there included.
    pub families: Vec<FamilyPlan>,
}

impl Plan {
    /// Returns the plan of a selection, given the tables in `layout` that have what is
    /// wanted.
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
            let mut tables = Vec::new();
            for material in family.materials() {
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
                begun: !done && layout.unfinished(rules, board, family.larger_first()).is_some(),
            });
        }
        families.sort_by_key(|plan| (plan.family.stones(), plan.positions()));
        let mut plan = Plan { board, rules, families };
        plan.open_what_is_needed();
        Ok(plan)
    }

    /// Takes families that are there without distances for unsolved if solving another
    /// one needs them: the values of families one capture away, which are restored from
    /// the losses of those a second capture away.
    pub(crate) fn open_what_is_needed(&mut self) {
        let mut needed: Vec<Family> = Vec::new();
        let mut restored: Vec<Family> = Vec::new();
        for plan in self.families.iter_mut().rev() {
            let is_restored = restored.contains(&plan.family);
            if is_restored || needed.contains(&plan.family) {
                for table in &mut plan.tables {
                    if table.metric() == Some(Metric::Outcome) {
                        table.state = TableState::WithoutDistances;
                    }
                }
            }
            let lower = plan.family.captures().map(Material::family);
            if !plan.is_done() {
                restored.extend(lower);
            } else if is_restored {
                needed.extend(lower);
            }
        }
    }

    /// Returns whether a material's table belongs to it.
    pub fn has(&self, material: Material) -> bool {
        let mut families = self.families.iter().map(|plan| plan.family);
        families.any(|family| family == material.family())
    }

    /// Returns the material of a selection whose solving was begun and not ended, with
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
            for material in family.materials() {
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

    /// Returns the families still to be solved.
    pub fn open(&self) -> impl Iterator<Item = &FamilyPlan> {
        self.families.iter().filter(|plan| !plan.is_done())
    }

    /// Returns the number of values to be found.
    pub fn positions(&self) -> u64 {
        total(self.open().map(FamilyPlan::positions))
    }
}

/// Returns a sum that ends at the largest number where it would pass it.
pub(super) fn total(parts: impl Iterator<Item = u64>) -> u64 {
    parts.fold(0, u64::saturating_add)
}

/// Returns the families of a selection.
///
/// # Errors
/// When there are none, or the stones do not fit the board.
fn families_of(board: Board, selection: Selection) -> Result<Vec<Family>, PlanError> {
    let (black, white) = board.start_stones();
    let selected = |us: u32, them: u32| match selection {
        Selection::Whole => us <= black && them <= white,
        Selection::Stones(stones) => us + them <= stones,
        Selection::Material(material) => us <= material.us() && them <= material.them(),
    };
    match selection {
        Selection::Stones(stones) if stones > board.squares() => {
            return Err(PlanError::TooMany { board, stones });
        }
        Selection::Material(material) => {
            position_count(board, material)?;
        }
        Selection::Whole | Selection::Stones(_) => {}
    }
    let mut families = Vec::new();
    for us in 2..=board.squares() {
        for them in 2..=us {
            if selected(us, them) || selected(them, us) {
                families.push(Material::new(us, them).family());
            }
        }
    }
    if families.is_empty() {
        return Err(PlanError::Nothing);
    }
    Ok(families)
}

/// Returns the state of a table. Where it is missing, a sound table of the transposed board
/// serves.
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
    let other = state_of_one(layout, rules, board.transposed(), material, wanted).ok();
    let sound = other.filter(|other| matches!(other, TableState::There { .. }));
    Ok(sound.unwrap_or(own))
}

/// Returns the state of a table in the folder of one board, as far as its header, its
/// census and its length show it.
fn state_of_one(
    layout: &Layout,
    rules: Rules,
    board: Board,
    material: Material,
    wanted: Metric,
) -> Result<TableState, PlanError> {
    let table = Table::open(layout.table(rules, board, material)).and_then(|table| {
        table.check_place(rules, board, material)?;
        Ok(table.header().metric)
    });
    match table {
        Ok(Metric::Outcome) if wanted == Metric::Distance => Ok(TableState::WithoutDistances),
        Ok(metric) => Ok(TableState::There { metric, board }),
        Err(TableError::Io { error, .. }) if is_nothing_there(&error) => Ok(TableState::Missing),
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
    fn a_plan_counts_what_is_to_be_solved() {
        assert_eq!(plan("5x5", Selection::Whole).positions(), 1_574_767_656);
        let plan = plan("4x4", Selection::Stones(5));
        let families: Vec<String> =
            plan.families.iter().map(|plan| plan.family.to_string()).collect();
        assert_eq!(families, ["2v2", "3v2"]);
        assert!(plan.families.iter().all(|plan| !plan.is_done() && !plan.begun));
    }
}
