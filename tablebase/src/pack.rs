//! Packing tables anew: from an older version of the format, or without
//! distances.

use std::fs;
use std::path::{Path, PathBuf};

use loa_solver::{IndexError, Numbering};

use crate::error::TableError;
use crate::header::{Header, Metric};
use crate::table::Table;
use crate::writer::{COUNTED, Packer};

/// Why a table was not packed.
#[derive(Debug, thiserror::Error)]
pub enum PackError {
    /// It cannot be read or written.
    #[error(transparent)]
    Table(#[from] TableError),
    /// It has no distances, and distances are wanted.
    #[error("{0} tells no distances")]
    NoDistances(PathBuf),
    /// Its material cannot be numbered.
    #[error(transparent)]
    Index(#[from] IndexError),
}

/// Packs the table in `file`, of this version of the format or an older one, to
/// the file `to`, which may be the same. On the way it is read back and its
/// digest compared, so that a table is replaced only by one that tells the same.
///
/// # Errors
/// When it is damaged, cannot be written, or has no distances and `metric` wants
/// them.
pub fn pack(file: &Path, metric: Metric, to: &Path) -> Result<Header, PackError> {
    let io = |source| TableError::Io {
        file: to.to_owned(),
        source,
    };
    let packed = to.with_extension("loa.packed");
    let header = write(file, metric, &packed).and_then(|header| {
        let table = Table::open(&packed)?;
        let index = Numbering::new(header.board).index(header.material)?;
        table.losses(&index)?;
        fs::rename(&packed, to).map_err(io)?;
        Ok(header)
    });
    if header.is_err() {
        let _ = fs::remove_file(&packed);
    }
    header
}

fn write(file: &Path, metric: Metric, to: &Path) -> Result<Header, PackError> {
    let table = Table::open(file)?;
    let header = table.header();
    if metric == Metric::Distance && header.metric != Metric::Distance {
        return Err(PackError::NoDistances(file.to_owned()));
    }
    let index = Numbering::new(header.board).index(header.material)?;
    let packer = Packer {
        rules: header.rules,
        metric,
        codes: &table.losses(&index)?,
        tally: table.tally(),
        counted: COUNTED,
    };
    Ok(packer.write(to)?)
}
