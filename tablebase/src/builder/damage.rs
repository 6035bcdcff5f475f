//! Damaged tables, which a build solves again.

use std::fs;
use std::io;
use std::path::{Path, PathBuf};
use std::sync::Arc;

use loa_solver::Family;

use super::error::BuildError;
use super::plan::{Plan, TablePlan, TableState};
use super::settings::Builder;
use crate::event::{Event, Replaced, Watch};
use crate::format::error::TableError;
use crate::format::table::Table;

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
                path,
                reason,
                aside,
            }),
            Err(error) => Err(TableError::Io { path, error }.into()),
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
    pub(super) fn find_damage(&self, plan: &mut Plan, watch: Watch<'_>) -> Result<(), BuildError> {
        let file = |table: &TablePlan| table.file(&self.layout, self.rules);
        let tables = plan.families.iter().flat_map(|family| &family.tables);
        let there: Vec<PathBuf> = tables.filter_map(file).collect();
        let sizes = there
            .iter()
            .filter_map(|file| Some(fs::metadata(file).ok()?.len()));
        watch(Event::Checking {
            tables: there.len(),
            bytes: sizes.sum(),
        });
        for table in plan
            .families
            .iter_mut()
            .flat_map(|family| &mut family.tables)
        {
            if self.stop.is_set() {
                return Err(BuildError::Interrupted);
            }
            if let Some(file) = file(table) {
                match Table::open(&file).and_then(|table| table.check()) {
                    Ok(()) => {}
                    Err(error) if error.is_damage() => self.blame(table, error, watch),
                    Err(error) => return Err(error.into()),
                }
            } else if let TableState::Damaged(error) = &table.state {
                watch(Event::Damaged(error));
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
        mut error: BuildError,
        solved: &[Family],
        watch: Watch<'_>,
    ) -> Result<(), BuildError> {
        let tables = plan
            .families
            .iter_mut()
            .flat_map(|family| &mut family.tables)
            .filter(|table| !solved.contains(&table.material.family()));
        for table in tables {
            let Some(file) = table.file(&self.layout, self.rules) else {
                continue;
            };
            error = match error {
                BuildError::Table(error) if error.is_damage() && error.path() == file => {
                    self.blame(table, error, watch);
                    plan.open_what_is_needed();
                    return Ok(());
                }
                error => error,
            };
        }
        Err(error)
    }

    /// Notes that a table that was taken for a sound one is damaged. A damaged table
    /// of the transposed board stays, and this board gets its own.
    fn blame(&self, table: &mut TablePlan, error: TableError, watch: Watch<'_>) {
        watch(Event::Damaged(&error));
        table.state = match table.state {
            TableState::There { board, .. } if board != self.board => TableState::Missing,
            _ => TableState::Damaged(Arc::new(error)),
        };
    }
}
