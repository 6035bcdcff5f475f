//! The journal: which plies of a family are finished.
//!
//! A ply may be repeated any number of times, so all that resuming needs is the
//! number of the last ply whose values are certainly in the value files. The
//! journal is replaced whole, and only after the value files have been flushed.

use std::fs::{self, File};
use std::io::Write;
use std::path::Path;

use serde::{Deserialize, Serialize};

use super::SolveError;
use super::cell::Width;

/// How far a family has got.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Journal {
    /// The form of the journal and the value files: [`Journal::VERSION`].
    pub version: u32,
    /// The board, such as `5x5`.
    pub board: String,
    /// The rules id.
    pub rules: String,
    /// The family, such as `4v3`.
    pub family: String,
    /// Bytes a cell of the value files.
    pub width: Width,
    /// The last finished ply.
    pub ply: u16,
    /// The longest distance found up to then, in plies.
    pub longest: u16,
}

impl Journal {
    /// The form that this code writes and reads.
    pub const VERSION: u32 = 1;

    /// Reads a journal; `None` if there is none, or none that this code could
    /// have written: then the work starts from the beginning.
    pub(crate) fn read(path: &Path) -> Option<Journal> {
        let text = fs::read(path).ok()?;
        let journal: Journal = serde_json::from_slice(&text).ok()?;
        (journal.version == Journal::VERSION).then_some(journal)
    }

    /// Replaces the journal.
    pub(crate) fn write(&self, path: &Path) -> Result<(), SolveError> {
        let failed = |source| SolveError::io(path, source);
        let text = serde_json::to_vec_pretty(self).map_err(|error| failed(error.into()))?;
        let temporary = path.with_extension("journal.new");
        let mut file = File::create(&temporary).map_err(failed)?;
        file.write_all(&text).map_err(failed)?;
        file.sync_all().map_err(failed)?;
        fs::rename(&temporary, path).map_err(failed)
    }
}
