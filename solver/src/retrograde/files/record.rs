//! Records, as text sealed by a digest: the progress of a family, and the files of finished values.
//!
//! Any part of the work may be repeated. So resuming needs only a place before which everything is
//! certainly in the work files. A record is replaced as a whole, and only after those files have
//! been flushed.

use std::collections::BTreeMap;
use std::io::Read;
use std::path::Path;

use serde::de::DeserializeOwned;
use serde::{Deserialize, Serialize};
use xxhash_rust::xxh3::{xxh3_64, xxh3_128};

use super::VERSION;
use super::work_file::{Owner, open_existing, replace};
use crate::retrograde::error::{SolveError, WorkFault};
use crate::retrograde::kernel::cell::Width;
use crate::retrograde::shards::Shards;
use crate::retrograde::stage::ResumePoint;

/// A record with the digest of its text.
#[derive(Serialize, Deserialize)]
struct Sealed<T> {
    #[serde(flatten)]
    record: T,
    digest: u64,
}

/// The part that records of all versions have.
#[derive(Deserialize)]
struct Versioned {
    version: u32,
}

/// The maximum size of a record in bytes.
const LONGEST: u64 = 1 << 22;

/// Reads a record; `None` if the file does not exist.
pub(crate) fn read<T: Serialize + DeserializeOwned>(path: &Path) -> Result<Option<T>, SolveError> {
    let file = match open_existing(path) {
        Err(SolveError::Work(WorkFault::Missing(_))) => return Ok(None),
        file => file?,
    };
    let mut text = Vec::new();
    let read = file.take(LONGEST + 1).read_to_end(&mut text);
    if read.map_err(|error| SolveError::io(path, error))? as u64 > LONGEST {
        return Err(WorkFault::damaged(path, "it has more bytes than any record").into());
    }
    let garbled = |_| WorkFault::damaged(path, "it is not a record of work");
    let Versioned { version: found } = serde_json::from_slice(&text).map_err(garbled)?;
    if found != VERSION {
        return Err(WorkFault::Version { path: path.to_owned(), found, known: VERSION }.into());
    }
    let Sealed { record, digest } = serde_json::from_slice(&text).map_err(garbled)?;
    if digest_of(&record).map_err(garbled)? != digest {
        return Err(WorkFault::damaged(path, "its digest does not match").into());
    }
    Ok(Some(record))
}

/// Writes a record and replaces an earlier one.
pub(crate) fn write<T: Serialize>(path: &Path, record: T) -> Result<(), SolveError> {
    let sealed = || {
        let digest = digest_of(&record)?;
        serde_json::to_vec_pretty(&Sealed { record, digest })
    };
    let text = sealed().map_err(|error| SolveError::io(path, error.into()))?;
    replace(path, &text)
}

fn digest_of(record: &impl Serialize) -> serde_json::Result<u64> {
    Ok(xxh3_64(&serde_json::to_vec(record)?))
}

/// The subject of a solve: the family, its rules, and the tables that it builds on.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Subject {
    /// The board, such as `5x5`.
    pub board: String,
    /// The rules id.
    pub rules: String,
    /// The family, such as `4v3`.
    pub family: String,
    /// The digests of the tables that captures lead to, by material.
    pub lower: BTreeMap<String, String>,
}

impl Subject {
    /// Returns the digest stored in the work files.
    pub(crate) fn digest(&self) -> u128 {
        xxh3_128(format!("{self:?}").as_bytes())
    }

    /// Checks that the work at `path` has this subject.
    pub(crate) fn expect(&self, found: &Subject, path: &Path) -> Result<(), WorkFault> {
        if found == self {
            return Ok(());
        }
        let lower = Subject { lower: self.lower.clone(), ..found.clone() };
        let what = if lower == *self {
            "it builds on other tables".to_owned()
        } else {
            format!("{} on {} under {}", found.family, found.board, found.rules)
        };
        Err(WorkFault::foreign(path, what))
    }
}

/// The generations of the files of one shard.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct ShardFiles {
    /// The generation of its values and of the log based on them.
    pub values: u64,
    /// The generation of its states; 0 if all are decided.
    pub states: u64,
    /// The size of the log in bytes.
    pub log: u64,
}

/// One process's part of a record: for each of its shards its number, its blocks finished in the
/// stage, and its files.
pub(crate) type RecordPart = Vec<(usize, u64, ShardFiles)>;

/// A record of a family's progress at a checkpoint.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct CheckpointRecord {
    /// The version of the record and the work files.
    pub version: u32,
    /// The random number of the run, also stored in the work files.
    pub run: [u64; 2],
    /// The subject.
    pub subject: Subject,
    /// The width of the values.
    pub width: Width,
    /// Shards of each side.
    pub shards: u32,
    /// The next work to do.
    pub at: ResumePoint,
    /// The files of every shard.
    pub files: Vec<ShardFiles>,
}

impl CheckpointRecord {
    /// The version that this code writes and reads.
    pub const VERSION: u32 = VERSION;

    /// Returns the owner of the work files that belong to the record.
    pub(crate) fn owner(&self) -> Owner {
        Owner { run: self.run, subject: self.subject.digest() }
    }

    /// Refuses a place that work on these shards never reaches.
    pub(crate) fn expect_possible(
        &self,
        path: &Path,
        shards: &Shards,
        longest: u16,
    ) -> Result<(), WorkFault> {
        let blocks: Vec<u64> = shards.all().map(|shard| shards.block_count(shard)).collect();
        if self.at.is_possible(&blocks, longest) && self.files.len() == blocks.len() {
            return Ok(());
        }
        let ResumePoint { stage, done } = &self.at;
        let what = format!("no work gets to {stage:?} with {done:?} blocks done");
        Err(WorkFault::damaged(path, what))
    }
}

/// A record of the files of finished values.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub(crate) struct FinishedRecord {
    pub(crate) version: u32,
    pub(crate) run: [u64; 2],
    pub(crate) subject: String,
    pub(crate) width: Width,
    /// The generation of the file of each shard.
    pub(crate) files: Vec<u64>,
    /// The digest of the table with the values; 0 before the table exists.
    pub(crate) table: String,
}
