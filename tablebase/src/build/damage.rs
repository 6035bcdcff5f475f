//! Damaged tables, which a build solves again.

use std::fs;
use std::io;
use std::path::{Path, PathBuf};
use std::sync::Arc;

use loa_solver::Material;

use super::{BuildError, BuildEvent, BuildWatch, Builder};
use crate::error::TableError;
use crate::plan::{Plan, TableState};
use crate::restore::RestoreError;
use crate::table::Table;

/// A file that a build has put a new table in place of.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Replaced {
    /// The table.
    pub file: PathBuf,
    /// The sentence that says why the old file could not be used.
    pub reason: String,
    /// Where the old file lies now, if it may be a sound table of something else.
    pub aside: Option<PathBuf>,
}

impl Replaced {
    /// Makes room for a table. A file that may be a sound table of something else,
    /// or of another version of the format, gets another name.
    pub(super) fn make_room(file: &Path, error: &TableError) -> Result<Replaced, BuildError> {
        use TableError::{Misplaced, Rules, UnknownVersion};
        let reason = error.to_string();
        let may_be_sound = matches!(
            error,
            Misplaced { .. } | Rules { .. } | UnknownVersion { .. }
        );
        let aside = may_be_sound.then(|| set_aside(file)).transpose();
        let path = file.to_owned();
        match aside {
            Ok(aside) => Ok(Replaced {
                file: path,
                reason,
                aside,
            }),
            Err(source) => Err(BuildError::Io { path, source }),
        }
    }
}

/// Renames a file and returns its new name.
fn set_aside(file: &Path) -> io::Result<PathBuf> {
    let named = |number: u32| file.with_extension(format!("loa.{number}.old"));
    let is_free = |name: &PathBuf| fs::symlink_metadata(name).is_err();
    let aside = (1..).map(named).find(is_free).expect("names go on");
    fs::rename(file, &aside)?;
    Ok(aside)
}

impl Builder {
    /// Checks every checksum of the tables that are there, so that what
    /// [`Table::check`] finds is solved again.
    pub(super) fn find_damage(
        &self,
        plan: &mut Plan,
        watch: &dyn BuildWatch,
    ) -> Result<(), BuildError> {
        let file = |material| self.layout.table(self.rules, self.board, material);
        let tables = || plan.families.iter().flat_map(|family| &family.tables);
        let there = || tables().filter(|table| table.is_done());
        let sizes =
            there().filter_map(|table| Some(fs::metadata(file(table.material)).ok()?.len()));
        watch.event(BuildEvent::Checking {
            tables: there().count(),
            bytes: sizes.sum(),
        });
        for table in plan
            .families
            .iter_mut()
            .flat_map(|family| &mut family.tables)
        {
            if watch.interrupted() {
                return Err(BuildError::Interrupted);
            }
            if table.is_done() {
                let checked = Table::open(&file(table.material)).and_then(|table| table.check());
                match checked {
                    Ok(()) => {}
                    Err(error) if error.is_damage() => {
                        table.state = TableState::Damaged(Arc::new(error));
                    }
                    Err(error) => return Err(error.into()),
                }
            }
            if let TableState::Damaged(error) = &table.state {
                watch.event(BuildEvent::Damaged(error));
            }
        }
        plan.open_what_is_needed();
        Ok(())
    }

    /// Opens the family of the table that an error blames.
    ///
    /// # Errors
    /// The error itself, if it blames no table that was taken for a sound one, or
    /// one of the families that were `solved` just now.
    pub(super) fn reopen(
        &self,
        plan: &mut Plan,
        error: BuildError,
        solved: &[Material],
        watch: &dyn BuildWatch,
    ) -> Result<(), BuildError> {
        let tables = plan
            .families
            .iter_mut()
            .flat_map(|family| &mut family.tables);
        let is_older = |material: Material| !solved.contains(&material.family());
        let mut there = tables.filter(|table| table.is_done() && is_older(table.material));
        let blamed = there.find(|table| {
            let file = self.layout.table(self.rules, self.board, table.material);
            is_blamed(&error, table.material, &file)
        });
        let Some(blamed) = blamed else {
            return Err(error);
        };
        let error = match error {
            BuildError::Table(error) | BuildError::Restore(RestoreError::Table(error)) => error,
            error => TableError::Header {
                file: self.layout.table(self.rules, self.board, blamed.material),
                what: error.to_string(),
            },
        };
        watch.event(BuildEvent::Damaged(&error));
        blamed.state = TableState::Damaged(Arc::new(error));
        plan.open_what_is_needed();
        Ok(())
    }
}

/// Whether an error says that the table of a material, in this file, is damaged.
fn is_blamed(error: &BuildError, material: Material, file: &Path) -> bool {
    match error {
        BuildError::Table(error) | BuildError::Restore(RestoreError::Table(error)) => {
            error.is_damage() && error.file() == file
        }
        BuildError::Restore(RestoreError::TooLong { material: long, .. }) => *long == material,
        _ => false,
    }
}
