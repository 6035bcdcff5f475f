//! What has been found since the values were last written to their file.
//!
//! Finds go all over the values: after a few seconds of the first plies hardly
//! a page of them is as it was. So checkpoints write the finds themselves, one
//! round after the other, and the values only when finds have piled up.
//! Keeping a find is a minimum: on resuming they are kept again, and what the
//! values have already does no harm.
//!
//! A round is written as the number of its words, their digest, and the words.
//! What a kill cuts short is the last, which no checkpoint has flushed yet, so
//! reading ends at a round that is not whole, and the journal says how much must
//! be whole. The header's checkpoint is the one whose values the finds follow.

use std::path::Path;

use xxhash_rust::xxh3::xxh3_64;

use super::work_file::{Kind, Owner, WorkFile};
use crate::game::material::Material;
use crate::retrograde::error::SolveError;
use crate::retrograde::error::WorkFault;
use crate::retrograde::exchange::Batch;

/// The finds of one array of values.
pub(crate) struct Finds {
    file: WorkFile,
    bytes: u64,
}

/// What a journal says of the finds of one array.
pub(crate) struct Journalled {
    /// The checkpoint that wrote all values.
    pub(crate) values: u64,
    /// Bytes of finds written since.
    pub(crate) bytes: u64,
}

impl Finds {
    /// Makes an empty file.
    pub(crate) fn create(
        path: &Path,
        material: Material,
        owner: &Owner,
    ) -> Result<Finds, SolveError> {
        let file = WorkFile::create(path, Kind::Finds, material, owner)?;
        Ok(Finds { file, bytes: 0 })
    }

    /// Opens the file of an array of so many positions, which was last written
    /// whole for the checkpoint `values`, and applies each round that it has.
    /// `apply` returns the longest distance that was not known yet, at most
    /// `longest`.
    pub(crate) fn open(
        file: WorkFile,
        positions: u64,
        longest: u16,
        values: u64,
        journalled: &Journalled,
        mut apply: impl FnMut(Batch) -> u16,
    ) -> Result<Finds, SolveError> {
        let (path, since) = (file.path().to_owned(), file.checkpoint());
        let needed = match since {
            _ if since == journalled.values => journalled.bytes,
            // Forgotten by a later checkpoint, which wrote all values first.
            _ if since > journalled.values && values >= since => 0,
            // Not forgotten yet by the journalled one, which wrote all values.
            _ if since < journalled.values && journalled.bytes == 0 => {
                let mut finds = Finds { file, bytes: 0 };
                finds.clear(journalled.values)?;
                return Ok(finds);
            }
            _ => return Err(WorkFault::Older(path).into()),
        };
        let all = file.len()?;
        let mut finds = Finds { file, bytes: 0 };
        while let Some(words) = finds.read_round(all - finds.bytes, positions)? {
            let batch = Batch::unpack(positions, &words);
            let batch = batch.map_err(|what| WorkFault::damaged(&path, what))?;
            if apply(batch) > longest {
                return Err(WorkFault::damaged(&path, "a find is longer than any").into());
            }
            finds.bytes += HEADER + size_of_val(&words[..]) as u64;
        }
        if finds.bytes < needed {
            let what = format!("{} of {needed} bytes are whole", finds.bytes);
            return Err(WorkFault::damaged(&path, what).into());
        }
        Ok(finds)
    }

    /// How much there is.
    pub(crate) const fn bytes(&self) -> u64 {
        self.bytes
    }

    /// Adds a round.
    pub(crate) fn append(&mut self, batches: &[Batch]) -> Result<(), SolveError> {
        let mut words = Vec::new();
        batches.iter().for_each(|batch| batch.pack(&mut words));
        // A round of nothing could not be told from empty pages.
        if words.is_empty() {
            return Ok(());
        }
        let payload: &[u8] = bytemuck::cast_slice(&words);
        let header = [words.len() as u64, xxh3_64(payload)];
        self.file
            .write_at(self.bytes, bytemuck::cast_slice(&header))?;
        self.file.write_at(self.bytes + HEADER, payload)?;
        self.bytes += HEADER + payload.len() as u64;
        Ok(())
    }

    /// Brings them to the disk.
    pub(crate) fn flush(&self) -> Result<(), SolveError> {
        self.file.sync()
    }

    /// Forgets all, for the values are in their file since this checkpoint.
    pub(crate) fn clear(&mut self, checkpoint: u64) -> Result<(), SolveError> {
        self.file.set_checkpoint(checkpoint)?;
        self.file.truncate(0)?;
        self.bytes = 0;
        Ok(())
    }

    /// The words of the next round; `None` if it is not whole. So many bytes are
    /// left to read.
    fn read_round(&self, left: u64, positions: u64) -> Result<Option<Vec<u32>>, SolveError> {
        let mut header = [0u64; 2];
        let Some(left) = left.checked_sub(HEADER) else {
            return Ok(None);
        };
        let header_bytes = bytemuck::cast_slice_mut(&mut header);
        self.file.read_at(self.bytes, header_bytes)?;
        let [len, digest] = header;
        if len == 0 || len > (left / size_of::<u32>() as u64).min(most_words(positions)) {
            return Ok(None);
        }
        let mut words = vec![0u32; len as usize];
        let payload = bytemuck::cast_slice_mut(&mut words);
        self.file.read_at(self.bytes + HEADER, payload)?;
        Ok((xxh3_64(payload) == digest).then_some(words))
    }
}

/// Bytes before the words of a round.
const HEADER: u64 = size_of::<[u64; 2]>() as u64;

/// More words than a round ever has: a value for each image of every position, and
/// what goes with them. A file with holes may be longer than the disk is.
const fn most_words(positions: u64) -> u64 {
    (1 << 24) + positions.saturating_mul(16)
}
