//! The checkpoint record: where the work on a family has got to.
//!
//! Any part of the work may be repeated, so all that resuming needs is a place
//! before which everything is certainly in the work files. The record is
//! replaced whole, and only after they have been flushed.

use std::collections::BTreeMap;
use std::io::Read;
use std::path::{Path, PathBuf};

use serde::{Deserialize, Serialize};
use xxhash_rust::xxh3::{xxh3_64, xxh3_128};

use super::work_dir::WorkDir;
use super::work_file::{Owner, open_plain, replace};
use crate::game::family::Family;
use crate::retrograde::error::{SolveError, WorkFault};
use crate::retrograde::kernel::cell::Width;
use crate::retrograde::shards::Shards;
use crate::retrograde::stage::Place;

/// The subject of a solve: the family, its rules, and the tables that it builds on.
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
    /// Returns the digest that the work files carry.
    pub(crate) fn digest(&self) -> u128 {
        xxh3_128(format!("{self:?}").as_bytes())
    }

    /// Describes the difference from what is expected, if there is one.
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

/// The files of one shard, by their generations.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct ShardFiles {
    /// The generation of its values and of the log that follows them.
    pub values: u64,
    /// The generation of its states; 0 if all is decided.
    pub states: u64,
    /// Bytes of the log.
    pub log: u64,
}

/// One process's part of a record: the blocks that are done of its shards in the
/// stage, and their files, by the number of the shard.
pub(crate) type RecordPart = Vec<(usize, u64, ShardFiles)>;

/// A record of the work on a family at a checkpoint.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct CheckpointRecord {
    /// The form of the record and the work files: [`CheckpointRecord::VERSION`].
    pub version: u32,
    /// The random number of the run, as the work files have it.
    pub run: [u64; 2],
    /// The subject.
    pub subject: Subject,
    /// Bytes a cell of the values.
    pub width: Width,
    /// Shards that each side is divided into.
    pub shards: u32,
    /// The next thing to be done.
    pub at: Place,
    /// The files of every shard.
    pub files: Vec<ShardFiles>,
}

/// A record with the digest of its text.
#[derive(Serialize, Deserialize)]
struct Sealed {
    #[serde(flatten)]
    record: CheckpointRecord,
    digest: u64,
}

/// The part of a record that all versions have.
#[derive(Deserialize)]
struct Versioned {
    version: u32,
}

impl CheckpointRecord {
    /// The form that this code writes and reads.
    pub const VERSION: u32 = 7;

    /// The most bytes that a record has.
    const LONGEST: u64 = 1 << 22;

    /// Returns the owner of the work files that belong to the record.
    pub(crate) fn owner(&self) -> Owner {
        Owner {
            run: self.run,
            subject: self.subject.digest(),
        }
    }

    /// Reads the record of work on this subject; `None` if there is none.
    pub(crate) fn read(
        dir: &WorkDir,
        family: Family,
        subject: &Subject,
    ) -> Result<Option<CheckpointRecord>, SolveError> {
        let Some((record, path)) = CheckpointRecord::read_any(dir, family)? else {
            return Ok(None);
        };
        match record.subject.difference(subject) {
            Some(what) => Err(WorkFault::foreign(&path, what).into()),
            None => Ok(Some(record)),
        }
    }

    /// Reads the record of a family and returns it with its path; `None` if there is
    /// none.
    pub(crate) fn read_any(
        dir: &WorkDir,
        family: Family,
    ) -> Result<Option<(CheckpointRecord, PathBuf)>, SolveError> {
        let path = dir.record(family);
        let file = match open_plain(&path) {
            Err(SolveError::Work(WorkFault::Missing(_))) => return Ok(None),
            file => file?,
        };
        let mut text = Vec::new();
        let expected = CheckpointRecord::LONGEST;
        let read = file.take(expected + 1).read_to_end(&mut text);
        let found = read.map_err(|error| SolveError::io(&path, error))? as u64;
        if found > expected {
            return Err(WorkFault::Size {
                path,
                expected,
                found,
            }
            .into());
        }
        let record = CheckpointRecord::decode(&text, &path)?;
        Ok(Some((record, path)))
    }

    fn decode(text: &[u8], path: &Path) -> Result<CheckpointRecord, WorkFault> {
        let garbled = |_| WorkFault::damaged(path, "it is not a checkpoint record");
        let Versioned { version: found } = serde_json::from_slice(text).map_err(garbled)?;
        if found != CheckpointRecord::VERSION {
            let (path, known) = (path.to_owned(), CheckpointRecord::VERSION);
            return Err(WorkFault::Version { path, found, known });
        }
        let Sealed { record, digest } = serde_json::from_slice(text).map_err(garbled)?;
        if record.digest().map_err(garbled)? != digest {
            return Err(WorkFault::damaged(path, "its digest is another"));
        }
        Ok(record)
    }

    fn digest(&self) -> serde_json::Result<u64> {
        Ok(xxh3_64(&serde_json::to_vec(self)?))
    }

    /// Refuses a place that work on these shards never gets to.
    pub(crate) fn expect_possible(
        &self,
        path: &Path,
        shards: &Shards,
        longest: u16,
    ) -> Result<(), WorkFault> {
        let blocks = shards.all().map(|shard| shards.blocks(shard));
        let blocks: Vec<u64> = blocks.map(|blocks| blocks.end - blocks.start).collect();
        if self.at.is_possible(&blocks, longest) && self.files.len() == blocks.len() {
            return Ok(());
        }
        let Place { stage, done } = &self.at;
        let what = format!("no work gets to {stage:?} with {done:?} blocks done");
        Err(WorkFault::damaged(path, what))
    }

    /// Replaces the record.
    pub(crate) fn write(&self, dir: &WorkDir, family: Family) -> Result<(), SolveError> {
        let (path, new) = (dir.record(family), dir.new_record(family));
        let sealed = || {
            let (record, digest) = (self.clone(), self.digest()?);
            serde_json::to_vec_pretty(&Sealed { record, digest })
        };
        let text = sealed().map_err(|error| SolveError::io(&path, error.into()))?;
        replace(&path, &new, &text)
    }
}
