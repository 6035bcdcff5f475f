//! News of a build, and what it has done in the end.

use std::path::{Path, PathBuf};
use std::time::Duration;

use loa_solver::Material;
use loa_solver::retrograde::{Progress, WorkFault};

use super::plan::FamilyPlan;
use super::settings::Builder;
use crate::format::error::TableError;
use crate::format::header::Header;
use crate::verify::compare::Mismatch;

/// Something that happened while building.
#[derive(Debug)]
#[non_exhaustive]
pub enum BuildEvent<'a> {
    /// A family is there already.
    Skipped {
        /// The family.
        family: &'a FamilyPlan,
        /// True if it has distances and none are wanted.
        has_more: bool,
    },
    /// The checksums of all tables that are there are about to be checked: half a
    /// second of one thread for a gigabyte, and the disk's time to read them.
    Checking {
        /// The number of tables.
        tables: usize,
        /// Bytes of their files.
        bytes: u64,
    },
    /// A table is damaged, or of something else than its place says, and will be
    /// solved again.
    Damaged(&'a TableError),
    /// These tables will be built on, and are not in the record of the folder: they
    /// were neither made nor verified there, or rest on tables that were not.
    Unproven {
        /// The build.
        builder: &'a Builder,
        /// The tables.
        tables: &'a [Material],
    },
    /// A table that will be built on has been verified.
    Verified(Material),
    /// A family is begun, or gone on with.
    Begun {
        /// The family.
        family: &'a FamilyPlan,
        /// Its place among those to be solved, from 1.
        number: usize,
        /// The families to be solved after it.
        later: &'a [&'a FamilyPlan],
    },
    /// A family that an earlier run has begun is begun again.
    Restarted {
        /// The family.
        family: &'a FamilyPlan,
        /// The reason.
        cause: RestartCause<'a>,
    },
    /// A family has got further.
    Progress(Progress),
    /// A family is solved; its tables are about to be written.
    Solved(&'a FamilyPlan),
    /// A table has been written.
    Written(&'a Header, &'a Path),
}

/// An observer of a build, which may end it.
pub trait BuildWatch: Sync {
    /// Receives what happens.
    fn event(&self, _event: BuildEvent<'_>) {}

    /// Returns whether the work is to end, with what is done staying there. Called
    /// often.
    fn interrupted(&self) -> bool {
        false
    }
}

/// No observer.
impl BuildWatch for () {}

/// A report of what a build has done.
#[derive(Clone, Debug, Default, PartialEq)]
#[non_exhaustive]
pub struct BuildReport {
    /// Tables written.
    pub written: usize,
    /// Tables that were there.
    pub skipped: usize,
    /// Tables among these that have distances where none are wanted.
    pub have_more: usize,
    /// Damaged files in whose place tables were written.
    pub replaced: Vec<Replaced>,
    /// Tables built on that the folder neither made nor proved.
    pub unproven: Vec<Material>,
    /// The number of times that a family was begun again because its work was not to be
    /// trusted.
    pub restarted: usize,
    /// Values found.
    pub positions: u64,
    /// Bytes written.
    pub bytes: u64,
    /// Time it took.
    pub elapsed: Duration,
}

/// A file that a build has put a new table in place of.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct Replaced {
    /// The path of the table.
    pub path: PathBuf,
    /// The sentence that says why the old file could not be used.
    pub reason: String,
    /// The path of the old file now, if it may be a sound table of something else.
    pub aside: Option<PathBuf>,
}

/// The reason why a family that was begun is begun again.
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub enum RestartCause<'a> {
    /// The work files that an earlier run has left cannot be gone on with.
    #[error("{0}")]
    Work(&'a WorkFault),
    /// The work files have led to a wrong value.
    #[error("its work files were damaged: {0}")]
    Wrong(&'a Mismatch),
}
