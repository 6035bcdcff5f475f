//! Events of a build or a verification, and the report of a build.

use std::path::{Path, PathBuf};

use loa_solver::retrograde::{FamilyProgress, WorkFault};
use loa_solver::{Family, Material, Stop};

use crate::format::error::TableError;
use crate::format::header::Header;
use crate::values::mismatch::Mismatch;

/// An event while building or verifying.
#[derive(Debug)]
#[non_exhaustive]
pub enum Event<'a> {
    /// A family is already solved.
    Skipped(Family),
    /// The checksums of all existing tables are about to be verified. That takes half a second of
    /// one thread for each gigabyte, and the disk's time.
    Checking {
        /// Tables in the family.
        tables: usize,
        /// Bytes of their files.
        bytes: u64,
    },
    /// The file system has no locks, so other processes could solve in this folder meanwhile.
    Unlocked(&'a Path),
    /// A table is damaged, or its subject is not the one its path names. It will be solved again.
    Damaged(&'a TableError),
    /// The build needs these tables, but the folder's record does not list them: they were neither
    /// made nor verified there, or depend on tables that were not.
    Unproven(&'a [Material]),
    /// This number of values is about to be compared with their successors.
    Comparing(u64),
    /// Another number of values has been compared.
    Compared(u64),
    /// A table has been verified.
    Verified {
        /// Its material.
        material: Material,
        /// Its values that were compared.
        values: u64,
    },
    /// A family is begun or resumed.
    Begun {
        /// The family.
        family: Family,
        /// Values of the family.
        positions: u64,
        /// The family's number among the families to solve, from 1.
        number: usize,
        /// Families to solve after it.
        later: usize,
        /// Values of these families.
        later_positions: u64,
    },
    /// A family that earlier work had begun is begun again.
    Restarted {
        /// The family.
        family: Family,
        /// The reason.
        cause: RestartCause<'a>,
    },
    /// The progress of a family.
    Progress(FamilyProgress),
    /// A family is solved; its tables are about to be written.
    Solved(Family),
    /// A table has been written.
    Written(&'a Header, &'a Path),
}

/// A receiver of events, called from any thread.
pub type Watch<'a> = &'a (dyn Fn(Event<'_>) + Sync);

/// The signal to end the work, and the receiver of its events.
#[derive(Clone, Copy)]
pub(crate) struct Control<'a> {
    pub(crate) stop: &'a Stop,
    pub(crate) watch: Watch<'a>,
}

/// A report of what a build has done.
#[derive(Clone, Debug, Default, PartialEq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[non_exhaustive]
pub struct BuildReport {
    /// Tables written.
    pub written: usize,
    /// Tables that already existed.
    pub skipped: usize,
    /// The damaged files that tables were written in place of.
    pub replaced: Vec<Replaced>,
    /// Families that were begun again because their work could not be trusted.
    pub restarted: usize,
    /// The tables used that the folder has neither made nor verified.
    pub unproven: Vec<Material>,
    /// Values found.
    pub positions: u64,
    /// Bytes written.
    pub bytes: u64,
    /// The duration in seconds.
    pub seconds: f64,
}

/// A file that a new table has replaced.
#[derive(Clone, Debug, PartialEq, Eq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[non_exhaustive]
pub struct Replaced {
    /// The path of the table.
    #[cfg_attr(feature = "serde", serde(rename = "file", serialize_with = "crate::json::path"))]
    pub path: PathBuf,
    /// A sentence that says why the old file could not be used.
    pub reason: String,
    /// The new path of the old file, if it may be a sound table of another subject.
    #[cfg_attr(feature = "serde", serde(serialize_with = "crate::json::path_if_any"))]
    pub aside: Option<PathBuf>,
}

/// The reason why earlier work on a family is begun again.
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub enum RestartCause<'a> {
    /// The work files of an earlier run cannot be resumed.
    #[error("{0}")]
    Work(&'a WorkFault),
    /// The work files have led to a wrong value.
    #[error("its work files were damaged: {0}")]
    Wrong(&'a Mismatch),
}
