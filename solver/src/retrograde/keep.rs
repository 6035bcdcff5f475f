//! What a run keeps on the disk: its journal, and values in wider cells.

use std::fs;
use std::time::Instant;

use super::SolveError;
use super::cell::{Stored, Width};
use super::journal::Journal;
use super::run::Run;
use super::store::ValueFile;

impl Run<'_> {
    /// Journals the last finished ply, unless that was done a moment ago.
    pub(super) fn save(&mut self) -> Result<(), SolveError> {
        if self.checkpoint.elapsed() >= self.solver.checkpoint {
            self.journal()?;
            self.checkpoint = Instant::now();
        }
        Ok(())
    }

    pub(super) fn journal(&self) -> Result<(), SolveError> {
        if self.ply == 0 {
            return Ok(());
        }
        for values in &self.values {
            values.flush()?;
        }
        let journal = Journal {
            version: Journal::VERSION,
            board: self.solver.numbering.board().to_string(),
            rules: self.solver.rules.id().to_owned(),
            family: self.family.to_string(),
            width: self.width(),
            ply: self.ply,
            longest: self.longest,
        };
        journal.write(&self.solver.journal_path(self.family))
    }

    /// Copies the values to cells of two bytes, to go on from the last
    /// finished ply.
    pub(crate) fn widen(&mut self) -> Result<(), SolveError> {
        let mut narrow_paths = Vec::new();
        for values in &mut self.values {
            let path = self
                .solver
                .values_path(values.index().material(), Width::Wide);
            let mut wide = ValueFile::create(&path, values.index(), Width::Wide)?;
            for (wide, narrow) in wide.cells_mut::<u16>().iter_mut().zip(values.cells::<u8>()) {
                *wide = u16::store(narrow.cell());
            }
            narrow_paths.push(values.path().to_owned());
            *values = wide;
        }
        self.longest = 0;
        self.journal()?;
        for path in narrow_paths {
            fs::remove_file(&path).map_err(|source| SolveError::io(&path, source))?;
        }
        Ok(())
    }
}
