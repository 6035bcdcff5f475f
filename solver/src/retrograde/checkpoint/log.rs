//! The log: the messages since the values were last written to their file.
//!
//! Values are found all over the array: after a few seconds of the first plies hardly
//! a page is unchanged. So checkpoints write the messages, and the values only when
//! messages have piled up. On resuming, all messages of the log are applied again,
//! which does no harm (S2).
//!
//! A message is written as the number of its bytes, their digest, and the bytes.
//! A kill can cut short only messages that no checkpoint has flushed. So reading ends
//! at the first message that is not whole, and the record says how much must be whole. The header's checkpoint is the one whose values the log follows.

use std::path::Path;

use xxhash_rust::xxh3::xxh3_64;

use super::work_file::{Kind, Owner, WorkFile};
use crate::game::material::Material;
use crate::retrograde::error::{SolveError, WorkFault};
use crate::retrograde::kernel::message::Message;

/// The log of one array of values.
pub(crate) struct Log {
    file: WorkFile,
    material: Material,
    bytes: u64,
}

/// The contents that a log must have.
pub(crate) struct Expected {
    /// Positions of the array.
    pub(crate) positions: u64,
    /// The longest distance that the array can hold.
    pub(crate) longest: u16,
    /// The checkpoint for which the values were last written whole, by their file.
    pub(crate) values: u64,
    /// The checkpoint for which they were last written whole, by the record.
    pub(crate) recorded_values: u64,
    /// Bytes that the record says have been written since.
    pub(crate) recorded_bytes: u64,
}

impl Log {
    /// Makes an empty file.
    pub(crate) fn create(
        path: &Path,
        material: Material,
        owner: &Owner,
    ) -> Result<Log, SolveError> {
        let file = WorkFile::create(path, Kind::Log, material, owner)?;
        Ok(Log {
            file,
            material,
            bytes: 0,
        })
    }

    /// Opens a file and applies each message in it.
    pub(crate) fn open(
        path: &Path,
        material: Material,
        owner: &Owner,
        expected: &Expected,
        mut apply: impl FnMut(Message),
    ) -> Result<Log, SolveError> {
        let file = WorkFile::open(path, Kind::Log, material, owner)?;
        let since = file.checkpoint();
        let mut log = Log {
            file,
            material,
            bytes: 0,
        };
        let needed = match since {
            _ if since == expected.recorded_values => expected.recorded_bytes,
            // Cleared by a later checkpoint, which wrote all values first.
            _ if since > expected.recorded_values && expected.values >= since => 0,
            // Not cleared yet by the recorded one, which wrote all values.
            _ if since < expected.recorded_values && expected.recorded_bytes == 0 => {
                log.clear(expected.recorded_values)?;
                return Ok(log);
            }
            _ => return Err(WorkFault::Older(path.to_owned()).into()),
        };
        let all = log.file.len()?;
        while let Some((message, bytes)) = log.read_message(all - log.bytes, expected)? {
            apply(message);
            log.bytes += bytes;
        }
        if log.bytes < needed {
            let what = format!("{} of {needed} bytes are whole", log.bytes);
            return Err(WorkFault::damaged(path, what).into());
        }
        Ok(log)
    }

    /// Returns the bytes of all messages.
    pub(crate) const fn bytes(&self) -> u64 {
        self.bytes
    }

    /// Adds a message.
    pub(crate) fn append(&mut self, message: &Message) -> Result<(), SolveError> {
        let bytes = message.as_bytes();
        let header = [bytes.len() as u64, xxh3_64(bytes)].map(u64::to_le);
        self.file
            .write_at(self.bytes, bytemuck::cast_slice(&header))?;
        self.file.write_at(self.bytes + HEADER, bytes)?;
        self.bytes += HEADER + bytes.len() as u64;
        Ok(())
    }

    /// Brings the log to the disk.
    pub(crate) fn flush(&self) -> Result<(), SolveError> {
        self.file.sync()
    }

    /// Clears the log, because the values are in their file since this checkpoint.
    pub(crate) fn clear(&mut self, checkpoint: u64) -> Result<(), SolveError> {
        self.file.set_checkpoint(checkpoint)?;
        self.file.truncate(0)?;
        self.bytes = 0;
        Ok(())
    }

    /// Reads the next message, and returns it with the bytes that it takes in the file;
    /// `None` if it is not whole. The file has so many bytes left.
    fn read_message(
        &self,
        left: u64,
        expected: &Expected,
    ) -> Result<Option<(Message, u64)>, SolveError> {
        let mut header = [0u64; 2];
        let Some(left) = left.checked_sub(HEADER) else {
            return Ok(None);
        };
        let header_bytes = bytemuck::cast_slice_mut(&mut header);
        self.file.read_at(self.bytes, header_bytes)?;
        let [len, digest] = header.map(u64::from_le);
        if len == 0 || len > left.min(most_bytes(expected.positions)) {
            return Ok(None);
        }
        let mut bytes = vec![0; len as usize];
        self.file.read_at(self.bytes + HEADER, &mut bytes)?;
        if xxh3_64(&bytes) != digest {
            return Ok(None);
        }
        let damaged = |what: String| WorkFault::damaged(self.file.path(), what);
        let message = Message::from_bytes(&bytes).map_err(|fault| damaged(fault.to_string()))?;
        let array = (message.material(), message.positions());
        if array != (self.material, expected.positions) {
            return Err(damaged("a message is for another array".to_owned()).into());
        }
        if message.longest() > expected.longest {
            return Err(damaged("a value is longer than any".to_owned()).into());
        }
        Ok(Some((message, HEADER + len)))
    }
}

/// Bytes before a message.
const HEADER: u64 = size_of::<[u64; 2]>() as u64;

/// More bytes than a message ever has: a value for each image of every position,
/// and what goes with them. A file with holes may be longer than the disk is.
const fn most_bytes(positions: u64) -> u64 {
    (1 << 26) + positions.saturating_mul(64)
}
