//! The tasks that only the first process of a build performs. It plans, finds damaged tables, locks
//! the folder, and writes records.

use std::collections::BTreeSet;
use std::fs;
use std::io;
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::time::Instant;

use loa_solver::retrograde::FinishedValues;
use loa_solver::{Family, Material};

use super::error::{BuildError, PlanError};
use super::lock::BoardLock;
use super::plan::{FamilyPlan, Plan, Selection, TablePlan, TableState};
use super::settings::Builder;
use crate::event::{BuildReport, Event, Replaced, Watch};
use crate::format::error::TableError;
use crate::format::header::Header;
use crate::format::subject::TableSubject;
use crate::format::table::Table;
use crate::source::orientations;
use crate::verify::proofs::{ProvedTables, rests_on};

/// The state that only the first process of a build has.
pub(super) struct FirstProcess<'a> {
    builder: &'a Builder,
    pub(super) watch: Watch<'a>,
    began: Instant,
    plan: Plan,
    /// Without a lock nothing may be done.
    lock: Option<BoardLock>,
    work: PathBuf,
    /// The tables that are not known to be right.
    proofs: ProvedTables,
    /// The families solved by this run, and the index of the current one in the plan.
    solved: Vec<Family>,
    at: usize,
    pub(super) report: BuildReport,
}

impl<'a> FirstProcess<'a> {
    /// Plans a build, and locks the board's folder if work remains.
    pub(super) fn begin(
        builder: &'a Builder,
        watch: Watch<'a>,
    ) -> Result<FirstProcess<'a>, BuildError> {
        let began = Instant::now();
        let mut plan = builder.plan()?;
        find_damage(builder, &mut plan, watch)?;
        builder.check_resources(&plan)?;
        let mut report = BuildReport::default();
        for family in plan.families.iter().filter(|family| family.is_done()) {
            watch(Event::Skipped(family.family));
            report.skipped += family.tables.len();
        }
        let work = builder.layout.work(builder.rules, builder.board);
        let nothing_to_do = plan.open().next().is_none();
        // Even with nothing to solve, a run that was killed after its last table may have left
        // files.
        let lock = if nothing_to_do && !work.exists() {
            None
        } else {
            lock(builder, &work, nothing_to_do, watch)?
        };
        let proofs = known_proofs(builder, &plan);
        if lock.is_some() {
            proofs.clean_up();
            report.unproven = proofs.unproven.clone();
            if !report.unproven.is_empty() {
                watch(Event::Unproven(&report.unproven));
            }
        }
        let (solved, at) = (Vec::new(), 0);
        Ok(FirstProcess { builder, watch, began, plan, lock, work, proofs, solved, at, report })
    }

    /// Returns the facts that all processes need: the board, and the bytes of memory for a family
    /// and for finished values.
    pub(super) fn terms(&self) -> Vec<u64> {
        let board = self.plan.board;
        let shares = self.plan.shares(self.builder.resources().memory);
        let sides = [board.files(), board.ranks()].map(|side| side as u64);
        [sides, [shares.family, shares.cache]].concat()
    }

    /// Returns the unsolved families that follow the current one.
    fn later(&self) -> impl Iterator<Item = &FamilyPlan> {
        let later = &self.plan.families[self.at + 1..];
        later.iter().filter(|family| !family.is_done())
    }

    /// Begins the smallest unsolved family; `None` if all are solved.
    pub(super) fn next(&mut self) -> Option<Family> {
        let is_open = |family: &FamilyPlan| !family.is_done();
        self.at = self.plan.families.iter().position(is_open)?;
        let plan = &self.plan.families[self.at];
        (self.watch)(Event::Begun {
            family: plan.family,
            positions: plan.positions(),
            number: self.solved.len() + 1,
            later: self.later().count(),
            later_positions: self.later().map(FamilyPlan::positions).sum(),
        });
        Some(plan.family)
    }

    /// Reopens the family of the table that an error blames.
    ///
    /// # Errors
    /// The error itself, unless it blames a table that the plan took for sound and this run did not
    /// solve.
    pub(super) fn reopen(&mut self, error: BuildError) -> Result<(), BuildError> {
        let error = match error {
            BuildError::Table(error) if error.is_damage() => error,
            error => return Err(error),
        };
        let families = self.plan.families.iter_mut();
        let mut tables = families
            .filter(|plan| !self.solved.contains(&plan.family))
            .flat_map(|plan| &mut plan.tables);
        let blamed = tables.find(|table| {
            let file = table.file(&self.builder.layout, self.builder.rules);
            file.is_some_and(|file| file == error.path())
        });
        match blamed {
            Some(table) => blame(self.builder, table, error, self.watch),
            None => return Err(error.into()),
        }
        Ok(())
    }

    /// Makes room for a table at the path of a damaged one.
    pub(super) fn replace(&mut self, material: Material, path: &Path) -> Result<(), BuildError> {
        if let Some(error) = self.plan.families[self.at].damage(material) {
            self.report.replaced.push(make_room(path, error)?);
        }
        Ok(())
    }

    /// Records a table that has been written, and its values if a later family needs them.
    pub(super) fn wrote(
        &mut self,
        header: &Header,
        path: &Path,
        values: &mut FinishedValues,
    ) -> Result<(), BuildError> {
        (self.watch)(Event::Written(header, path));
        self.report.written += 1;
        self.report.positions += header.positions;
        self.report.bytes += header.file_bytes;
        if self.needs(header.material) {
            values.persist(header.digest)?;
        }
        Ok(())
    }

    /// `true` if captures of a later family lead to a material.
    pub(super) fn needs(&self, material: Material) -> bool {
        let mut captures = self.later().flat_map(|plan| plan.family.captures());
        captures.any(|captured| captured == material)
    }

    /// Ends the work on the current family, whose tables have been written.
    pub(super) fn finish(&mut self, made: &[(Material, u128)]) {
        let plan = &mut self.plan.families[self.at];
        plan.finish(self.builder.board);
        self.solved.push(plan.family);
        self.proofs.add(plan.family, made);
    }

    /// Ends the build, and removes the work folder unless something in it is still needed.
    pub(super) fn end(mut self) -> Result<BuildReport, BuildError> {
        if self.lock.is_some() && !is_begun(self.builder)? {
            // A leftover folder does no harm.
            let _ = fs::remove_dir_all(&self.work);
        }
        self.report.seconds = self.began.elapsed().as_secs_f64();
        Ok(self.report)
    }
}

/// `true` if work on any of the board's families is unfinished.
pub(super) fn is_begun(builder: &Builder) -> Result<bool, PlanError> {
    let all = Selection::Stones(builder.board.squares());
    let begun = Plan::begun(&builder.layout, builder.rules, builder.board, all)?;
    Ok(!begun.is_empty())
}

/// Locks the board's folder and creates the work folder; `None` if nothing needs to be done and
/// something is in the way.
fn lock(
    builder: &Builder,
    work: &Path,
    nothing_to_do: bool,
    watch: Watch<'_>,
) -> Result<Option<BoardLock>, BuildError> {
    let folder = builder.layout.board(builder.rules, builder.board);
    make_folder(&folder)?;
    let lock = match BoardLock::take(&folder, watch) {
        Err(BuildError::Busy { .. }) if nothing_to_do => return Ok(None),
        lock => lock?,
    };
    if fs::symlink_metadata(work).is_ok_and(|there| there.is_symlink()) {
        let path = work.to_owned();
        return if nothing_to_do { Ok(None) } else { Err(BuildError::NotAFile { path }) };
    }
    make_folder(work)?;
    Ok(Some(lock))
}

fn make_folder(folder: &Path) -> Result<(), BuildError> {
    Ok(fs::create_dir_all(folder).map_err(|error| TableError::io(folder, error))?)
}

/// Returns what the folder's record says about the tables that the build needs: those that families
/// to be solved depend on, smallest first.
fn known_proofs(builder: &Builder, plan: &Plan) -> ProvedTables {
    let (layout, rules, board) = (&builder.layout, builder.rules, builder.board);
    let is_needed = |done: &Family| plan.open().any(|open| rests_on(open.family, *done));
    let done = plan.families.iter().filter(|plan| plan.is_done()).map(|plan| plan.family);
    let needed: BTreeSet<Material> = done.filter(is_needed).flat_map(Family::materials).collect();
    let tables = needed.into_iter().map(|material| {
        let table = orientations::find(layout, TableSubject { rules, board, material });
        let digest = table.ok().flatten().map(|table| table.header().digest);
        (material, digest)
    });
    ProvedTables::of(&layout.board(rules, board), tables)
}

/// Verifies every checksum of the existing tables, so that the damage that [`Table::check`] finds
/// is solved again.
fn find_damage(builder: &Builder, plan: &mut Plan, watch: Watch<'_>) -> Result<(), BuildError> {
    let file = |table: &TablePlan| table.file(&builder.layout, builder.rules);
    let tables = plan.families.iter().flat_map(|family| &family.tables);
    let there: Vec<PathBuf> = tables.filter_map(file).collect();
    let sizes = there.iter().filter_map(|file| Some(fs::metadata(file).ok()?.len()));
    watch(Event::Checking { tables: there.len(), bytes: sizes.sum() });
    let families = plan.families.iter_mut();
    for table in families.flat_map(|family| &mut family.tables) {
        if builder.stop.is_set() {
            return Err(BuildError::Interrupted);
        }
        if let Some(file) = file(table) {
            match Table::open(&file).and_then(|table| table.check()) {
                Ok(()) => {}
                Err(error) if error.is_damage() => blame(builder, table, error, watch),
                Err(error) => return Err(error.into()),
            }
        } else if let TableState::Damaged(error) = &table.state {
            watch(Event::Damaged(error));
        }
    }
    Ok(())
}

/// Marks a table that was taken for sound as damaged. A damaged table of the transposed board
/// stays, and this board gets its own.
fn blame(builder: &Builder, table: &mut TablePlan, error: TableError, watch: Watch<'_>) {
    watch(Event::Damaged(&error));
    table.state = match table.state {
        TableState::There { board } if board != builder.board => TableState::Missing,
        _ => TableState::Damaged(Arc::new(error)),
    };
}

/// Makes room for a table. A file that may be a sound table of another subject, or of another
/// format, is renamed.
fn make_room(file: &Path, error: &TableError) -> Result<Replaced, BuildError> {
    let is_of_other_format = matches!(error, TableError::UnknownVersion { .. });
    let may_be_sound = error.is_misplaced() || is_of_other_format;
    let aside = may_be_sound.then(|| set_aside(file)).transpose();
    Ok(Replaced {
        path: file.to_owned(),
        reason: error.to_string(),
        aside: aside.map_err(|error| TableError::io(file, error))?,
    })
}

/// Renames a file and returns its new name.
fn set_aside(file: &Path) -> io::Result<PathBuf> {
    let named = |number: u32| file.with_extension(format!("loa.{number}.old"));
    let is_free = |name: &PathBuf| fs::symlink_metadata(name).is_err();
    let aside = (1..).map(named).find(is_free).expect("names go on");
    fs::rename(file, &aside)?;
    Ok(aside)
}
