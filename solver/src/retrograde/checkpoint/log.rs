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

use xxhash_rust::xxh3::xxh3_64;

use super::label::Label;
use super::packed_message::{pack, unpack};
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

    /// Reads all messages, some at a time.
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
        let (mut messages, mut first) = (Vec::new(), 0);
        let mut reading = Log { bytes: 0, ..*self };
        while reading.bytes < self.bytes {
            let Some((message, bytes)) = reading.read_message(&file, self.bytes, limits)? else {
                let what = format!("{} of {} bytes are whole", reading.bytes, self.bytes);
                return Err(WorkFault::damaged(file.path(), what).into());
            };
            messages.push(message);
            reading.bytes += bytes;
            if reading.bytes - first >= AT_A_TIME {
                take(&messages);
                (messages, first) = (Vec::new(), reading.bytes);
            }
        }
        take(&messages);
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

    /// Reads the next message of a file of so many bytes, and returns it with the bytes
    /// that it takes there; `None` if it is not whole.
    fn read_message(
        &self,
        file: &WorkFile,
        all: u64,
        limits: &Limits,
    ) -> Result<Option<(Message, u64)>, SolveError> {
        let mut header = [0u64; 2];
        let Some(left) = all.checked_sub(self.bytes + HEADER) else {
            return Ok(None);
        };
        let header_bytes = bytemuck::cast_slice_mut(&mut header);
        file.read_at(self.bytes, header_bytes)?;
        let [len, digest] = header.map(u64::from_le);
        if len == 0 || len > left.min(most_bytes(limits.positions)) {
            return Ok(None);
        }
        let mut bytes = vec![0; len as usize];
        file.read_at(self.bytes + HEADER, &mut bytes)?;
        if xxh3_64(&bytes) != digest {
            return Ok(None);
        }
        let damaged = |what: String| WorkFault::damaged(file.path(), what);
        let message = unpack(&bytes).map_err(|fault| damaged(fault.to_string()))?;
        let address = (message.material(), message.shard(), message.positions());
        if address != (self.label.material, self.label.shard, limits.positions) {
            return Err(damaged("a message is for another shard".to_owned()).into());
        }
        if message.longest() > limits.longest {
            return Err(damaged("a value is longer than any".to_owned()).into());
        }
        Ok(Some((message, HEADER + len)))
    }
}

/// Bytes of messages that are read before they are taken; in memory they are up to four
/// times as many.
const AT_A_TIME: u64 = 1 << 18;

/// Bytes before a message.
const HEADER: u64 = size_of::<[u64; 2]>() as u64;

/// More bytes than a message ever has: a value for each image of every position,
/// and what goes with them. A file with holes may be longer than the disk is.
const fn most_bytes(positions: u64) -> u64 {
    (1 << 26) + positions.saturating_mul(64)
}
