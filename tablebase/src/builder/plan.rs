//! The plan of a solve, made before it begins.

use std::path::PathBuf;
use std::sync::Arc;

use loa_solver::{Board, Family, Material, Rules, position_count};

use super::error::PlanError;
use crate::format::error::TableError;
use crate::format::subject::TableSubject;
use crate::format::table::Table;
use crate::source::layout::{Layout, is_nothing_there};
use crate::source::table_source::TableSource;
use crate::values::memory::total;

/// A selection of material to solve. It includes everything that the material depends on.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
#[cfg_attr(feature = "serde", serde(rename_all = "kebab-case"))]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub enum Selection {
    /// All material that a game from the start can reach: up to Black's starting stones on one side
    /// and up to White's on the other.
    Whole,
    /// All material with up to this many stones.
    Stones(u32),
    /// One material, its twin, and all that they lead to.
    Material(Material),
}

/// The state of a table in its folder.
#[derive(Clone, Debug)]
pub(crate) enum TableState {
    /// No file exists.
    Missing,
    /// The file is sound as far as it has been read.
    There {
        /// The board of the table: the plan's board or its transpose.
        board: Board,
    },
    /// The file cannot be used for this reason.
    Damaged(Arc<TableError>),
}

/// One table of a plan.
#[derive(Clone, Debug)]
#[non_exhaustive]
pub struct TablePlan {
    /// The material.
    pub material: Material,
    /// Values in the table.
    pub positions: u64,
    /// The state of its file.
    pub(crate) state: TableState,
}

impl TablePlan {
    /// `true` if the table needs no work.
    pub const fn is_done(&self) -> bool {
        matches!(self.state, TableState::There { .. })
    }

    /// Returns the file of an existing table.
    pub(crate) fn file(&self, layout: &Layout, rules: Rules) -> Option<PathBuf> {
        match self.state {
            TableState::There { board } => {
                Some(layout.table(TableSubject { rules, board, material: self.material }))
            }
            _ => None,
        }
    }
}

/// One family of a plan.
#[derive(Clone, Debug)]
pub struct FamilyPlan {
    /// The family, larger side first.
    pub family: Family,
    /// The family's one or two tables.
    pub tables: Vec<TablePlan>,
    /// True if solving the family has begun.
    pub begun: bool,
}

impl FamilyPlan {
    /// Counts the values in its tables.
    pub fn positions(&self) -> u64 {
        total(self.tables.iter().map(|table| table.positions))
    }

    /// Returns the reason why the file of one of its tables cannot be used; `None` if it can.
    pub(crate) fn damage(&self, material: Material) -> Option<&TableError> {
        let mut tables = self.tables.iter();
        let table = tables.find(|table| table.material == material);
        match &table?.state {
            TableState::Damaged(error) => Some(error),
            _ => None,
        }
    }

    /// Marks its tables as solved, as tables of this board.
    pub(crate) fn finish(&mut self, board: Board) {
        for table in &mut self.tables {
            table.state = TableState::There { board };
        }
    }

    /// `true` if all of its tables exist.
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
    /// The families in the order in which they are solved, including those that exist.
    pub families: Vec<FamilyPlan>,
}

impl Plan {
    /// Returns the plan of a selection, given the tables in `layout`.
    ///
    /// # Errors
    /// If nothing is selected, the material does not fit, or the folder cannot be read.
    pub fn new(
        layout: &Layout,
        rules: Rules,
        board: Board,
        selection: Selection,
    ) -> Result<Plan, PlanError> {
        let mut families = Vec::new();
        for family in families_of(board, selection)? {
            let mut tables = Vec::new();
            for material in family.materials() {
                tables.push(TablePlan {
                    material,
                    positions: position_count(board, material)?,
                    state: state(layout, TableSubject { rules, board, material })?,
                });
            }
            let done = tables.iter().all(TablePlan::is_done);
            let first = TableSubject { rules, board, material: family.larger_first() };
            let begun = !done && layout.unfinished(first).is_some();
            families.push(FamilyPlan { family, tables, begun });
        }
        families.sort_by_key(|plan| (plan.family.stones(), plan.positions()));
        Ok(Plan { board, rules, families })
    }

    /// Returns the material of a selection whose solving has begun but not ended.
    ///
    /// # Errors
    /// If nothing is selected.
    pub fn begun(
        layout: &Layout,
        rules: Rules,
        board: Board,
        selection: Selection,
    ) -> Result<Vec<Material>, PlanError> {
        let mut begun = Vec::new();
        for family in families_of(board, selection)? {
            for material in family.materials() {
                let subject = TableSubject { rules, board, material };
                let is_there = |subject| layout.table(subject).exists();
                if !subject.orientations().any(is_there) && layout.unfinished(subject).is_some() {
                    begun.push(material);
                }
            }
        }
        Ok(begun)
    }

    /// Returns the families still to be solved.
    pub fn open(&self) -> impl Iterator<Item = &FamilyPlan> {
        self.families.iter().filter(|plan| !plan.is_done())
    }

    /// Counts the values to find.
    pub fn positions(&self) -> u64 {
        total(self.open().map(FamilyPlan::positions))
    }
}

/// Returns the families of a selection.
///
/// # Errors
/// If the selection is empty, or the stones do not fit the board.
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

/// Returns the state of a table. If it is missing, a sound table of the transposed board serves.
fn state(layout: &Layout, subject: TableSubject) -> Result<TableState, PlanError> {
    let own = state_of_one(layout, subject)?;
    if !matches!(own, TableState::Missing) {
        return Ok(own);
    }
    let others = subject.orientations().skip(1);
    let mut sound = others.filter_map(|other| state_of_one(layout, other).ok());
    Ok(sound.find(|other| matches!(other, TableState::There { .. })).unwrap_or(own))
}

/// Returns the state of a table in the folder of one board, judged by its header, census and
/// length.
fn state_of_one(layout: &Layout, subject: TableSubject) -> Result<TableState, PlanError> {
    let table = Table::open(layout.table(subject));
    match table.and_then(|table| table.check_place(subject)) {
        Ok(()) => Ok(TableState::There { board: subject.board }),
        Err(TableError::Io { error, .. }) if is_nothing_there(&error) => Ok(TableState::Missing),
        Err(error) if error.is_damage() => Ok(TableState::Damaged(Arc::new(error))),
        Err(error) => Err(error.into()),
    }
}

#[cfg(test)]
pub(crate) mod tests {
    use super::*;

    /// Returns a plan without existing tables.
    pub(crate) fn plan(board: &str, selection: Selection) -> Plan {
        plan_under("mover-pass", board, selection)
    }

    pub(crate) fn plan_under(rules: &str, board: &str, selection: Selection) -> Plan {
        let none = tempfile::tempdir().unwrap();
        let (board, rules) = (board.parse().unwrap(), rules.parse().unwrap());
        let layout = Layout::new(none.path());
        Plan::new(&layout, rules, board, selection).unwrap()
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
