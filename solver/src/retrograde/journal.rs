//! The journal: where the work on a family has got to.
//!
//! Any part of the work may be repeated, so all that resuming needs is a place
//! before which everything is certainly in the work files. The journal is
//! replaced whole, and only after they have been flushed.

use std::fs::{self, File};
use std::io::Write;
use std::path::Path;

use serde::{Deserialize, Serialize};

use super::SolveError;
use super::cell::Width;

/// A part of solving a family: marking, ply 1, the seed, ply 2 and so on.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub enum Stage {
    /// Marking finished positions.
    Mark,
    /// The first look at every position, between plies 1 and 2.
    Seed,
    /// The ply being worked out, from 1.
    Ply(u16),
}

impl Stage {
    /// What comes after it.
    pub(crate) const fn next(self) -> Stage {
        match self {
            Stage::Mark => Stage::Ply(1),
            Stage::Ply(1) => Stage::Seed,
            Stage::Seed => Stage::Ply(2),
            Stage::Ply(ply) => Stage::Ply(ply + 1),
        }
    }

    /// Whether states may still be without what the seed says of them.
    pub(crate) const fn is_before_plies(self) -> bool {
        matches!(self, Stage::Mark | Stage::Seed | Stage::Ply(1))
    }

    /// The last ply that is finished when it begins.
    pub(crate) const fn known(self) -> u16 {
        match self {
            Stage::Mark => 0,
            Stage::Seed => 1,
            Stage::Ply(ply) => ply - 1,
        }
    }
}

/// Where the work has got to.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Place {
    /// The stage in hand.
    pub stage: Stage,
    /// The side in hand: 0 where the family's material leads, 1 where its twin
    /// does.
    pub side: usize,
    /// The first block of the side that is not done.
    pub block: u64,
}

impl Place {
    pub(crate) const START: Place = Place::beginning(Stage::Mark);

    pub(crate) const fn beginning(stage: Stage) -> Place {
        let (side, block) = (0, 0);
        Place { stage, side, block }
    }
}

/// How far a family has got.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Journal {
    /// The form of the journal and the work files: [`Journal::VERSION`].
    pub version: u32,
    /// The board, such as `5x5`.
    pub board: String,
    /// The rules id.
    pub rules: String,
    /// The family, such as `4v3`.
    pub family: String,
    /// Bytes a cell of the value files.
    pub width: Width,
    /// What is to be done next.
    pub at: Place,
}

impl Journal {
    /// The form that this code writes and reads.
    pub const VERSION: u32 = 3;

    /// Reads a journal; `None` if there is none, or none that this code could
    /// have written: then the work starts from the beginning.
    pub(crate) fn read(path: &Path) -> Option<Journal> {
        let text = fs::read(path).ok()?;
        let journal: Journal = serde_json::from_slice(&text).ok()?;
        (journal.version == Journal::VERSION && journal.at.stage != Stage::Ply(0))
            .then_some(journal)
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
