//! The journal: where the work on a family has got to.
//!
//! Any part of the work may be repeated, so all that resuming needs is a place
//! before which everything is certainly in the work files. The journal is
//! replaced whole, and only after they have been flushed.

use std::collections::BTreeMap;
use std::fs;
use std::io::{Read, Write};
use std::path::Path;

use serde::{Deserialize, Serialize};
use xxhash_rust::xxh3::{xxh3_64, xxh3_128};

use super::work_file::{Owner, create_anew, open_plain};
use crate::retrograde::error::{SolveError, WorkFault};
use crate::retrograde::kernel::cell::Width;
use crate::retrograde::stage::Place;

/// What is solved: the family, its rules, and the tables that it builds on.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Subject {
    /// The board, such as `5x5`.
    pub board: String,
    /// The rules id.
    pub rules: String,
    /// The family, such as `4v3`.
    pub family: String,
    /// The digests of the tables that captures look into, by material.
    pub lower: BTreeMap<String, String>,
}

impl Subject {
    /// The number that the work files carry.
    pub(crate) fn digest(&self) -> u128 {
        xxh3_128(format!("{self:?}").as_bytes())
    }

    /// The difference from what is expected, if there is one.
    fn difference(&self, expected: &Subject) -> Option<String> {
        let parts = |subject: &Subject| {
            let Subject {
                board,
                rules,
                family,
                ..
            } = subject;
            format!("{family} on {board} under {rules}")
        };
        if parts(self) != parts(expected) {
            return Some(format!("{}, not {}", parts(self), parts(expected)));
        }
        let mut lower = expected.lower.iter();
        let other = lower.find(|&(material, digest)| self.lower.get(material) != Some(digest));
        match other {
            Some((material, _)) => Some(format!("it builds on another table of {material}")),
            None if self.lower != expected.lower => Some("it builds on more tables".to_owned()),
            None => None,
        }
    }
}

/// What checkpoints have written to the work files.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Written {
    /// The number of the last checkpoint.
    pub checkpoint: u64,
    /// The last one that wrote all values.
    pub values: u64,
    /// The last one that wrote states.
    pub states: u64,
    /// Bytes of finds since all values were written, by side.
    pub finds: Vec<u64>,
}

/// How far a family has got.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Journal {
    /// The form of the journal and the work files: [`Journal::VERSION`].
    pub version: u32,
    /// The random number of the run, as the work files have it.
    pub run: [u64; 2],
    /// What is solved.
    pub subject: Subject,
    /// Bytes a cell of the value files.
    pub width: Width,
    /// What is to be done next.
    pub at: Place,
    /// What is certainly in the work files.
    pub written: Written,
}

/// A journal with the digest of its text.
#[derive(Serialize, Deserialize)]
struct Sealed {
    #[serde(flatten)]
    journal: Journal,
    digest: u64,
}

/// The part of a journal that all versions have.
#[derive(Deserialize)]
struct Versioned {
    version: u32,
}

impl Journal {
    /// The form that this code writes and reads.
    pub const VERSION: u32 = 4;

    /// The most bytes that a journal has.
    const LONGEST: u64 = 1 << 16;

    /// The owner of the work files that belong to it.
    pub(crate) fn owner(&self) -> Owner {
        Owner {
            run: self.run,
            subject: self.subject.digest(),
        }
    }

    /// Reads the journal of work on this subject; `None` if there is none.
    pub(crate) fn read(path: &Path, subject: &Subject) -> Result<Option<Journal>, SolveError> {
        let file = match open_plain(path) {
            Err(SolveError::Work(WorkFault::Missing(_))) => return Ok(None),
            file => file?,
        };
        let mut text = Vec::new();
        let read = file.take(Journal::LONGEST + 1).read_to_end(&mut text);
        let found = read.map_err(|source| SolveError::io(path, source))? as u64;
        if found > Journal::LONGEST {
            let (path, expected) = (path.to_owned(), Journal::LONGEST);
            return Err(WorkFault::Size {
                path,
                expected,
                found,
            }
            .into());
        }
        let journal = Journal::decode(&text, path)?;
        match journal.subject.difference(subject) {
            Some(what) => Err(WorkFault::foreign(path, what).into()),
            None => Ok(Some(journal)),
        }
    }

    fn decode(text: &[u8], path: &Path) -> Result<Journal, WorkFault> {
        let garbled = |_| WorkFault::damaged(path, "it is not a journal");
        let Versioned { version: found } = serde_json::from_slice(text).map_err(garbled)?;
        if found != Journal::VERSION {
            let (path, known) = (path.to_owned(), Journal::VERSION);
            return Err(WorkFault::Version { path, found, known });
        }
        let Sealed { journal, digest } = serde_json::from_slice(text).map_err(garbled)?;
        if journal.digest().map_err(garbled)? != digest {
            return Err(WorkFault::damaged(path, "its digest is another"));
        }
        Ok(journal)
    }

    fn digest(&self) -> serde_json::Result<u64> {
        Ok(xxh3_64(&serde_json::to_vec(self)?))
    }

    /// Refuses a place that work on sides of so many blocks never is at.
    pub(crate) fn expect_possible(
        &self,
        path: &Path,
        blocks: &[u64],
        longest: u16,
    ) -> Result<(), WorkFault> {
        if self.at.is_possible(blocks, longest) && self.written.finds.len() == blocks.len() {
            return Ok(());
        }
        let Place { stage, side, block } = self.at;
        let what = format!("no work gets to {stage:?}, side {side}, block {block}");
        Err(WorkFault::damaged(path, what))
    }

    /// Replaces the journal.
    pub(crate) fn write(&self, path: &Path) -> Result<(), SolveError> {
        let failed = |source| SolveError::io(path, source);
        let sealed = || {
            let (journal, digest) = (self.clone(), self.digest()?);
            serde_json::to_vec_pretty(&Sealed { journal, digest })
        };
        let text = sealed().map_err(|error| failed(error.into()))?;
        let temporary = temporary(path);
        let mut file = create_anew(&temporary).map_err(failed)?;
        file.write_all(&text).map_err(failed)?;
        file.sync_all().map_err(failed)?;
        fs::rename(&temporary, path).map_err(failed)
    }
}

/// Where a journal lies before it is whole.
pub(crate) fn temporary(path: &Path) -> std::path::PathBuf {
    path.with_extension("journal.new")
}
