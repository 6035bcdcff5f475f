//! The log of a shard: the messages for it since its values were last written.
//!
//! Values are found all over the array: after a few seconds of the first plies hardly
//! a page is unchanged. So checkpoints write the messages, and the values only when
//! messages have piled up; and messages for a shard that waits on the disk wait in its
//! log. When the shard is read again, all messages of the log are applied, which does
//! no harm where they have been applied before (S2).
//!
//! A message is written in its packed form: the number of its bytes, their digest, and
//! the bytes.
//! A kill can cut short only messages that no checkpoint has flushed, and the record
//! says how many bytes are whole.

use rayon::prelude::*;
use xxhash_rust::xxh3::xxh3_64;

use super::packed_message::{pack, unpack};
use super::work_dir::Label;
use super::work_file::{RunFiles, WorkFile};
use crate::retrograde::error::{SolveError, WorkFault};
use crate::retrograde::kernel::message::Message;

/// The log of one shard, which follows one file of its values.
#[derive(Debug)]
pub(crate) struct Log {
    label: Label,
    bytes: u64,
    /// Bytes that have been brought to the disk.
    synced: u64,
}

/// Limits on what a log may hold.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Limits {
    /// Positions of the whole array.
    pub(crate) positions: u64,
    /// The longest distance that the array can hold.
    pub(crate) longest: u16,
}

impl Log {
    /// Makes an empty file.
    pub(crate) fn create(files: &RunFiles, label: &Label) -> Result<Log, SolveError> {
        files.create(label)?;
        let label = *label;
        Ok(Log {
            label,
            bytes: 0,
            synced: 0,
        })
    }

    /// Opens a file whose first bytes, so many, a record has. Whatever follows is as good
    /// as not written.
    pub(crate) fn open(files: &RunFiles, label: &Label, recorded: u64) -> Result<Log, SolveError> {
        let file = files.open(label)?;
        let found = file.len()?;
        if found < recorded {
            let what = format!("{found} of {recorded} bytes are there");
            return Err(WorkFault::damaged(file.path(), what).into());
        }
        Ok(Log {
            label: *label,
            bytes: recorded,
            synced: recorded,
        })
    }

    /// Returns the bytes of all messages.
    pub(crate) const fn bytes(&self) -> u64 {
        self.bytes
    }

    /// Reads all messages, some at a time, which all threads unpack.
    pub(crate) fn read(
        &self,
        files: &RunFiles,
        limits: &Limits,
        mut take: impl FnMut(&[Message]),
    ) -> Result<(), SolveError> {
        if self.bytes == 0 {
            return Ok(());
        }
        let file = files.open(&self.label)?;
        let mut at = 0;
        while at < self.bytes {
            let mut entries = Vec::new();
            let first = at;
            while at < self.bytes && at - first < AT_A_TIME {
                let entry = self.read_entry(&file, at, limits)?;
                at += HEADER + entry.packed.len() as u64;
                entries.push(entry);
            }
            let messages = entries.into_par_iter();
            let messages = messages.map(|entry| self.message(&file, &entry, limits));
            take(&messages.collect::<Result<Vec<_>, _>>()?);
        }
        Ok(())
    }

    /// Adds messages.
    pub(crate) fn append(
        &mut self,
        files: &RunFiles,
        messages: &[&Message],
    ) -> Result<(), SolveError> {
        let mut all = Vec::new();
        for message in messages {
            let start = all.len();
            all.extend([0; HEADER as usize]);
            pack(message, &mut all);
            let (header, packed) = all[start..].split_at_mut(HEADER as usize);
            let numbers = [packed.len() as u64, xxh3_64(packed)].map(u64::to_le);
            header.copy_from_slice(bytemuck::cast_slice(&numbers));
        }
        if !all.is_empty() {
            files.open(&self.label)?.write_at(self.bytes, &all)?;
            self.bytes += all.len() as u64;
        }
        Ok(())
    }

    /// Brings the log to the disk.
    pub(crate) fn sync(&mut self, files: &RunFiles) -> Result<(), SolveError> {
        if self.synced != self.bytes {
            files.open(&self.label)?.sync()?;
            self.synced = self.bytes;
        }
        Ok(())
    }

    /// Reads what lies at a place of the file.
    fn read_entry(&self, file: &WorkFile, at: u64, limits: &Limits) -> Result<Entry, SolveError> {
        let not_whole = || self.not_whole(file, at);
        let left = self.bytes.checked_sub(at + HEADER).ok_or_else(not_whole)?;
        let mut header = [0u64; 2];
        file.read_at(at, bytemuck::cast_slice_mut(&mut header))?;
        let [len, digest] = header.map(u64::from_le);
        if len == 0 || len > left.min(most_bytes(limits.positions)) {
            return Err(not_whole());
        }
        let mut packed = vec![0; len as usize];
        file.read_at(at + HEADER, &mut packed)?;
        Ok(Entry { at, digest, packed })
    }

    /// Returns the message of an entry, if it is one for this shard.
    fn message(
        &self,
        file: &WorkFile,
        entry: &Entry,
        limits: &Limits,
    ) -> Result<Message, SolveError> {
        if xxh3_64(&entry.packed) != entry.digest {
            return Err(self.not_whole(file, entry.at));
        }
        let damaged = |what: String| WorkFault::damaged(file.path(), what);
        let message = unpack(&entry.packed).map_err(|fault| damaged(fault.to_string()))?;
        let address = (message.material(), message.shard(), message.positions());
        if address != (self.label.material, self.label.shard, limits.positions) {
            return Err(damaged("a message is for another shard".to_owned()).into());
        }
        if message.longest() > limits.longest {
            return Err(damaged("a value is longer than any".to_owned()).into());
        }
        Ok(message)
    }

    fn not_whole(&self, file: &WorkFile, at: u64) -> SolveError {
        let what = format!("{at} of {} bytes are whole", self.bytes);
        WorkFault::damaged(file.path(), what).into()
    }
}

/// A packed message and its digest, from a place of a log.
struct Entry {
    at: u64,
    digest: u64,
    packed: Vec<u8>,
}

/// Bytes of messages that are read before they are taken; in memory they are up to four
/// times as many.
const AT_A_TIME: u64 = 1 << 19;

/// Bytes before a message.
const HEADER: u64 = size_of::<[u64; 2]>() as u64;

/// More bytes than a message ever has: a value for each image of every position,
/// and what goes with them. A file with holes may be longer than the disk is.
const fn most_bytes(positions: u64) -> u64 {
    (1 << 26) + positions.saturating_mul(64)
}
