//! Packs tables of an older version of the format again.

use std::fs;
use std::io::{Error, ErrorKind};
use std::path::{Path, absolute};

use loa_solver::Numbering;
use loa_solver::retrograde::Local;

use super::error::BuildError;
use super::lock::BoardLock;
use super::writer::{COUNTED, Packer};
use crate::event::Watch;
use crate::format::error::TableError;
use crate::format::header::Header;
use crate::format::table::Table;
use crate::source::layout::Layout;
use crate::values::memory::{check_memory, numbering_bytes, value_bytes};
use crate::values::restore::index_of;

/// Settings of packing.
#[derive(Clone, Copy, Debug, Default)]
#[non_exhaustive]
pub struct Packing {
    /// The memory limit in bytes; `None` for all available memory.
    pub memory: Option<u64>,
}

impl Packing {
    /// Sets the memory limit in bytes. Default: all available memory.
    #[must_use]
    pub fn memory(mut self, bytes: impl Into<Option<u64>>) -> Packing {
        self.memory = bytes.into();
        self
    }

    /// Checks that the table at a path can be packed within the memory limit, before anything is
    /// packed.
    ///
    /// # Errors
    /// If it does not fit.
    pub fn check_memory(&self, header: &Header, path: &Path) -> Result<(), TableError> {
        check_memory(memory(header), self.memory, path)
    }
}

/// Packs the table in `file`, of this version of the format or an older one, into the file `to`,
/// which may be the same file. The result is read back and its digest compared, so that only a
/// table with the same values replaces another. Meanwhile no other process may solve or pack in the
/// folder of `to`.
///
/// # Errors
/// If another process is solving or packing there, `file` has the name of the temporary file that
/// packing writes (`to` with the extension `loa.packed`), or the table is damaged, cannot be written,
/// or does not fit memory.
pub fn pack(
    file: impl AsRef<Path>,
    to: impl AsRef<Path>,
    how: &Packing,
) -> Result<Header, BuildError> {
    pack_with(file, to, how, &|_| {})
}

/// Packs a table as [`pack()`] does, and tells the watch if the folder of `to` cannot be locked.
///
/// # Errors
/// As for [`pack()`].
pub fn pack_with(
    file: impl AsRef<Path>,
    to: impl AsRef<Path>,
    how: &Packing,
    watch: Watch<'_>,
) -> Result<Header, BuildError> {
    let (file, to) = (file.as_ref(), to.as_ref());
    let _lock = lock(to, watch)?;
    Ok(pack_locked(file, to, how)?)
}

/// Locks the folder of a board's tables. Any other folder is locked only if it already has a lock:
/// no tables are solved in it.
fn lock(to: &Path, watch: Watch<'_>) -> Result<Option<BoardLock>, BuildError> {
    let io = |error| TableError::io(to, error);
    let to = absolute(to).map_err(io)?;
    let folder = to.parent().unwrap_or(Path::new("/"));
    let is_board = Layout::named(&to).is_some();
    let is_known = folder.join(BoardLock::NAME).exists();
    (is_board || is_known).then(|| BoardLock::take(folder, watch)).transpose()
}

/// Packs a table while its folder is locked.
fn pack_locked(file: &Path, to: &Path, how: &Packing) -> Result<Header, TableError> {
    let io = |error| TableError::io(to, error);
    let table = Table::open(file)?;
    how.check_memory(table.header(), file)?;
    let packed = to.with_extension("loa.packed");
    if fs::canonicalize(&packed).is_ok_and(|packed| fs::canonicalize(file).ok() == Some(packed)) {
        let what = "packing writes its temporary file here: rename the table first";
        return Err(TableError::io(file, Error::new(ErrorKind::InvalidInput, what)));
    }
    let written = write(&table, &packed).and_then(|header| {
        let table = Table::open(&packed)?;
        let index = index_of(&Numbering::new(header.board), &table)?;
        table.losses(&index)?;
        Ok(header)
    });
    // Windows may refuse to rename over an open file.
    drop(table);
    let header = written.and_then(|header| {
        fs::rename(&packed, to).map_err(io)?;
        Ok(header)
    });
    if header.is_err() {
        let _ = fs::remove_file(&packed);
    }
    header
}

/// Returns the bytes of memory that packing a table takes: its values and their numbering, and a
/// directory.
fn memory(header: &Header) -> u64 {
    let values = value_bytes(header.positions, header.longest);
    let directory = header.positions / 128;
    let numbering = numbering_bytes(header.board, header.material);
    values.saturating_add(numbering).saturating_add(directory)
}

fn write(table: &Table, to: &Path) -> Result<Header, TableError> {
    let header = table.header();
    let index = index_of(&Numbering::new(header.board), table)?;
    let packer = Packer {
        rules: header.rules,
        codes: &table.losses(&index)?,
        tally: table.tally(),
        counted: COUNTED,
    };
    packer.write(to, to, &mut Local)
}
