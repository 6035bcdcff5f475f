//! The folder of the work on one board under one rules id, and the names in it.

use std::fs;
use std::path::{Path, PathBuf};

use crate::game::family::Family;
use crate::game::material::Material;
use crate::retrograde::kernel::cell::Width;

/// The folder of the work on one board under one rules id.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct WorkDir {
    path: PathBuf,
}

impl WorkDir {
    /// The folder at `path`, which need not exist.
    pub fn new(path: impl Into<PathBuf>) -> WorkDir {
        WorkDir { path: path.into() }
    }

    /// Returns the folder itself.
    pub fn path(&self) -> &Path {
        &self.path
    }

    fn file(&self, material: Material, ending: &str) -> PathBuf {
        self.path.join(format!("{material}.{ending}"))
    }

    /// Returns the path of the values of a material, while they are needed.
    pub fn values(&self, material: Material, width: Width) -> PathBuf {
        self.file(
            material,
            match width {
                Width::Narrow => "values",
                Width::Wide => "wide-values",
            },
        )
    }

    /// Returns the path of the states of a material, while its family is solved.
    pub fn states(&self, material: Material) -> PathBuf {
        self.file(material, "states")
    }

    /// Returns the path of the values of a material that its value file does not
    /// have yet.
    pub fn log(&self, material: Material) -> PathBuf {
        self.file(material, "log")
    }

    /// Returns the path of the checkpoint record of a family.
    pub fn record(&self, family: impl Into<Family>) -> PathBuf {
        let family = family.into();
        self.file(family.larger_first(), "record")
    }

    /// Returns the path of the record before it is whole.
    pub(crate) fn new_record(&self, family: Family) -> PathBuf {
        self.file(family.larger_first(), "record.new")
    }

    /// Returns the path that records had up to version 4.
    pub(crate) fn old_record(&self, family: Family) -> PathBuf {
        self.file(family.larger_first(), "journal")
    }

    /// Returns a file that shows that solving a material was begun and not finished,
    /// if there is one.
    pub fn unfinished(&self, material: Material) -> Option<PathBuf> {
        let signs = [
            self.record(material.family()),
            self.old_record(material.family()),
            self.values(material, Width::Narrow),
            self.values(material, Width::Wide),
        ];
        signs.into_iter().find(|sign| sign.exists())
    }

    /// Removes the record, the states and the log of a family whose values are
    /// finished.
    pub fn forget(&self, family: impl Into<Family>) {
        let family = family.into();
        // The record first, for without it the others mean nothing. What cannot be
        // removed goes with the folder.
        let records = [
            self.new_record(family),
            self.record(family),
            self.old_record(family),
        ];
        let side = |side| [self.states(side), self.log(side), self.file(side, "finds")];
        for path in records.into_iter().chain(family.materials().flat_map(side)) {
            let _ = fs::remove_file(path);
        }
    }

    /// Removes all that is there of the work on a family, its values included.
    pub fn discard(&self, family: impl Into<Family>) {
        let family = family.into();
        self.forget(family);
        for material in family.materials() {
            self.remove_values(material, Width::Narrow);
            self.remove_values(material, Width::Wide);
        }
    }

    /// Removes the values of a material in files of one width.
    pub(crate) fn remove_values(&self, material: Material, width: Width) {
        let _ = fs::remove_file(self.values(material, width));
    }
}
