//! News of a build or of a verification, and what a build has done in the end.

use std::path::{Path, PathBuf};

use loa_solver::retrograde::{Progress, WorkFault};
use loa_solver::{Family, Material, Stop};

use crate::format::error::TableError;
use crate::format::header::Header;
use crate::values::mismatch::Mismatch;

/// Something that happened while building or verifying.
#[derive(Debug)]
#[non_exhaustive]
pub enum Event<'a> {
    /// A family is there already.
    Skipped {
        /// The family.
        family: Family,
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
    /// The file system has no locks, so nothing keeps other processes from solving or packing in
    /// this folder meanwhile.
    Unlocked(&'a Path),
    /// A table is damaged, or of something else than its place says, and will be
    /// solved again.
    Damaged(&'a TableError),
    /// These tables will be built on, and are not in the record of the folder: they
    /// were neither made nor verified there, or rest on tables that were not.
    Unproven(&'a [Material]),
    /// This number of values is about to be compared with their successors.
    Comparing(u64),
    /// This number of values more has been compared.
    Compared(u64),
    /// A table has been verified.
    Verified {
        /// Its material.
        material: Material,
        /// The number of its values that were compared.
        values: u64,
    },
    /// A family is begun, or gone on with.
    Begun {
        /// The family.
        family: Family,
        /// The number of its values.
        positions: u64,
        /// Its place among the families to be solved, from 1.
        number: usize,
        /// The number of families to be solved after it.
        later: usize,
        /// The number of values of these.
        later_positions: u64,
    },
    /// A family that an earlier run has begun is begun again.
    Restarted {
        /// The family.
        family: Family,
        /// The reason.
        cause: RestartCause<'a>,
    },
    /// A family has got further.
    Progress(Progress),
    /// A family is solved; its tables are about to be written.
    Solved(Family),
    /// A table has been written.
    Written(&'a Header, &'a Path),
}

/// A receiver of what happens, called from any thread.
pub type Watch<'a> = &'a (dyn Fn(Event<'_>) + Sync);

/// The sign that ends work, and the receiver of what happens meanwhile.
#[derive(Clone, Copy)]
pub(crate) struct Control<'a> {
    pub(crate) stop: &'a Stop,
    pub(crate) watch: Watch<'a>,
}

/// A report of what a build has done.
#[derive(Clone, Debug, Default, PartialEq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize))]
#[non_exhaustive]
pub struct BuildReport {
    /// Tables written.
    pub written: usize,
    /// Tables that were there.
    pub skipped: usize,
    /// Tables among these that have distances where none are wanted.
    pub with_distances: usize,
    /// Damaged files in whose place tables were written.
    pub replaced: Vec<Replaced>,
    /// The number of times that a family was begun again because its work was not to be
    /// trusted.
    pub restarted: usize,
    /// Tables built on that the folder neither made nor proved.
    pub unproven: Vec<Material>,
    /// Values found.
    pub positions: u64,
    /// Bytes written.
    pub bytes: u64,
    /// The seconds that it took.
    pub seconds: f64,
}

/// A file that a build has put a new table in place of.
#[derive(Clone, Debug, PartialEq, Eq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize))]
#[non_exhaustive]
pub struct Replaced {
    /// The path of the table.
    #[cfg_attr(feature = "serde", serde(rename = "file", serialize_with = "crate::json::path"))]
    pub path: PathBuf,
    /// The sentence that says why the old file could not be used.
    pub reason: String,
    /// The path of the old file now, if it may be a sound table of something else.
    #[cfg_attr(feature = "serde", serde(serialize_with = "crate::json::path_if_any"))]
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
