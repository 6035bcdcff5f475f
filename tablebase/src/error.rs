//! What can go wrong, on two levels: with a file, and with a question.

use std::io;
use std::path::{Path, PathBuf};

use loa_solver::{Board, IndexError, Material, Position, Rules};

use crate::answer::Answer;

/// What is wrong with a file.
#[derive(Debug, thiserror::Error)]
pub enum TableError {
    /// It cannot be read or written.
    #[error("{file}: {source}")]
    Io {
        /// The file.
        file: PathBuf,
        /// What the system says.
        source: io::Error,
    },
    /// It is a folder, a device, a FIFO or a socket.
    #[error("{file} is not a file")]
    NotAFile {
        /// Its path.
        file: PathBuf,
    },
    /// It was written to or replaced while it was open.
    #[error("{file} was changed by another program while it was open")]
    Changed {
        /// The file.
        file: PathBuf,
    },
    /// There is no memory for its values.
    #[error("{file}: {bytes} bytes of memory for its values could not be had")]
    OutOfMemory {
        /// The file.
        file: PathBuf,
        /// Bytes that they take.
        bytes: u64,
    },
    /// It does not begin as a table does.
    #[error("{file} is not a table: it does not begin with {expected:?}")]
    NotATable {
        /// The file.
        file: PathBuf,
        /// What a table begins with.
        expected: &'static str,
    },
    /// It was written in a form that this program does not know.
    #[error("{file} is of format version {found}; this program reads version {known}")]
    UnknownVersion {
        /// The file.
        file: PathBuf,
        /// The version it claims.
        found: u32,
        /// The version known here.
        known: u32,
    },
    /// It has another length than its header says.
    #[error("{file} is truncated or padded: {found} bytes where {expected} belong")]
    Length {
        /// The file.
        file: PathBuf,
        /// Bytes it should have.
        expected: u64,
        /// Bytes it has.
        found: u64,
    },
    /// Its header is damaged.
    #[error("{file}: the header is damaged: {what}")]
    Header {
        /// The file.
        file: PathBuf,
        /// What is wrong with it.
        what: String,
    },
    /// One of its units is damaged.
    #[error("{file}: unit {unit} of {units} is damaged: {what}")]
    Unit {
        /// The file.
        file: PathBuf,
        /// The unit, from 0.
        unit: u64,
        /// How many there are.
        units: u64,
        /// What is wrong with it.
        what: String,
    },
    /// All units are sound, and yet the values are not those it was made of.
    #[error("{file}: the values have digest {found:032x} where the header says {expected:032x}")]
    Digest {
        /// The file.
        file: PathBuf,
        /// The digest in the header.
        expected: u128,
        /// The digest of the values.
        found: u128,
    },
    /// It is a table of something else than its place says.
    #[error("{file} is a table of {found} where {expected} belongs")]
    Misplaced {
        /// The file.
        file: PathBuf,
        /// Rules, board and material by its place.
        expected: String,
        /// Those in its header.
        found: String,
    },
    /// It is a table for other rules than asked for.
    #[error("{file} holds values under {found}, not under {expected}")]
    Rules {
        /// The file.
        file: PathBuf,
        /// The rules of the question.
        expected: Rules,
        /// The rules of the table.
        found: Rules,
    },
}

impl TableError {
    /// Returns the file.
    pub fn file(&self) -> &Path {
        match self {
            TableError::Io { file, .. }
            | TableError::NotAFile { file }
            | TableError::Changed { file }
            | TableError::OutOfMemory { file, .. }
            | TableError::NotATable { file, .. }
            | TableError::UnknownVersion { file, .. }
            | TableError::Length { file, .. }
            | TableError::Header { file, .. }
            | TableError::Unit { file, .. }
            | TableError::Digest { file, .. }
            | TableError::Misplaced { file, .. }
            | TableError::Rules { file, .. } => file,
        }
    }

    /// Returns whether the file has to be made again. Otherwise the system refuses
    /// to read it, for a reason that may pass.
    pub fn is_damage(&self) -> bool {
        match self {
            TableError::Io { source, .. } => is_bad_disk(source),
            TableError::NotAFile { .. }
            | TableError::Changed { .. }
            | TableError::OutOfMemory { .. } => false,
            _ => true,
        }
    }
}

/// Whether a part of the disk cannot be read any more.
fn is_bad_disk(error: &io::Error) -> bool {
    #[cfg(unix)]
    return error.raw_os_error() == Some(libc::EIO);
    #[cfg(not(unix))]
    return false;
}

/// Why a question has no answer.
#[derive(Debug, thiserror::Error)]
pub enum ProbeError {
    /// A table is missing.
    #[error(
        "no table for {missing} on {board} under {rules}{}: looked for {}",
        if missing == asked { String::new() } else { format!(" (needed to answer {asked})") },
        .looked.display()
    )]
    Missing {
        /// The board.
        board: Board,
        /// The rules.
        rules: Rules,
        /// The material of the question.
        asked: Material,
        /// The material of the missing table.
        missing: Material,
        /// Where it should be.
        looked: PathBuf,
    },
    /// Solving the table was begun and not finished.
    #[error("the table for {missing} on {board} under {rules} is unfinished: run the same solve again to go on ({})", .looked.display())]
    Unfinished {
        /// The board.
        board: Board,
        /// The rules.
        rules: Rules,
        /// The material.
        missing: Material,
        /// The journal of the work.
        looked: PathBuf,
    },
    /// No table can cover the position.
    #[error("no table can cover this position: {0}")]
    Outside(#[from] IndexError),
    /// A distance was asked for, and a table that it depends on has none.
    #[error("the tables for {material} on {board} under {rules} tell no distances")]
    NoDistances {
        /// The board.
        board: Board,
        /// The rules.
        rules: Rules,
        /// The material of the question.
        material: Material,
    },
    /// The tables contradict themselves: a position is not worth what its best
    /// move is.
    #[error("{position}: the table says {told}, its moves make it a {implied}")]
    Contradiction {
        /// The position.
        position: Box<Position>,
        /// The rules.
        rules: Rules,
        /// The folder of the tables; `None` if they are built in.
        folder: Option<PathBuf>,
        /// Its value by its own table.
        told: Answer,
        /// Its value by the best of its moves.
        implied: Answer,
    },
    /// A table is there but cannot be used.
    #[error(transparent)]
    Table(#[from] TableError),
}
