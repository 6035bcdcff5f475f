//! Tables whose distances a solve drops when nothing needs them any longer.
//!
//! A solve for wins, draws and losses only still writes its tables with distances, because solving
//! larger families needs them, and drops the distances at its end. A file in the work folder names
//! these tables as soon as they are written. So a run that resumes after an interruption drops the
//! distances of these tables and no others.

use std::path::{Path, PathBuf};

use loa_solver::Material;

use super::error::BuildError;
use super::pack::{Packing, pack_locked};
use super::settings::Builder;
use crate::event::BuildReport;
use crate::format::error::TableError;
use crate::format::header::Header;
use crate::format::metric::Metric;
use crate::format::table::Table;
use crate::source::digests::{Digests, read_digests, write_digests};

/// Tables whose distances will be dropped.
pub(super) struct PendingDistanceRemoval {
    path: PathBuf,
    tables: Digests,
}

impl PendingDistanceRemoval {
    /// Reads the tables named in a work folder. A malformed line is ignored: its table keeps its
    /// distances.
    pub(super) fn read(work: &Path) -> PendingDistanceRemoval {
        let path = work.join("distances-to-drop");
        let tables = read_digests(&path);
        PendingDistanceRemoval { path, tables }
    }

    pub(super) fn is_empty(&self) -> bool {
        self.tables.is_empty()
    }

    /// Adds a table.
    pub(super) fn add(&mut self, header: &Header) -> Result<(), BuildError> {
        self.tables.insert(header.material, header.digest);
        self.write()
    }

    /// Keeps the distances of the `wanted` tables.
    pub(super) fn spare(&mut self, wanted: impl Fn(Material) -> bool) -> Result<(), BuildError> {
        let before = self.tables.len();
        self.tables.retain(|&material, _| !wanted(material));
        if self.tables.len() == before {
            return Ok(());
        }
        self.write()
    }

    /// Packs tables again without distances. `file` returns the path of a table, or `None` to leave
    /// the table for a later run.
    pub(super) fn drop_distances(
        &mut self,
        builder: &Builder,
        file: impl Fn(Material) -> Option<PathBuf>,
        report: &mut BuildReport,
    ) -> Result<(), BuildError> {
        for (material, digest) in self.tables.clone() {
            let Some(file) = file(material) else {
                continue;
            };
            if builder.stop.is_set() {
                return Err(BuildError::Interrupted);
            }
            let before = Table::open(&file).map(|table| table.header().clone());
            let before = before
                .ok()
                .filter(|before| (before.metric, before.digest) == (Metric::Distance, digest));
            if let Some(before) = before {
                let how = Packing::new(Metric::Outcome).memory(builder.memory);
                let after = pack_locked(&file, &file, &how)?;
                report.bytes = (report.bytes + after.file_bytes).saturating_sub(before.file_bytes);
            }
            self.spare(|dropped| dropped == material)?;
        }
        Ok(())
    }

    fn write(&self) -> Result<(), BuildError> {
        let written = write_digests(&self.path, &self.tables);
        Ok(written.map_err(|error| TableError::io(&self.path, error))?)
    }
}

#[cfg(test)]
mod tests {
    use std::fs;

    use super::*;

    #[test]
    fn names_come_back_and_nonsense_names_nothing() {
        let work = tempfile::tempdir().unwrap();
        let material = |text: &str| text.parse::<Material>().unwrap();
        let names = Digests::from([(material("2v2"), u128::MAX), (material("3v2"), 7)]);
        let mut removal = PendingDistanceRemoval::read(work.path());
        assert!(removal.is_empty());
        removal.tables.clone_from(&names);
        removal.write().unwrap();
        assert_eq!(PendingDistanceRemoval::read(work.path()).tables, names);
        let mut text = fs::read_to_string(&removal.path).unwrap();
        text.push_str("4v4\nxvy 12\n2v3 no number\n");
        fs::write(&removal.path, text).unwrap();
        let mut removal = PendingDistanceRemoval::read(work.path());
        assert_eq!(removal.tables, names);
        removal.spare(|spared| spared == material("2v2")).unwrap();
        let left = Digests::from([(material("3v2"), 7)]);
        assert_eq!(PendingDistanceRemoval::read(work.path()).tables, left);
        removal.spare(|_| true).unwrap();
        assert!(!removal.path.exists());
    }
}
