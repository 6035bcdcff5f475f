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
//! reading ends at a round that is not whole.

use std::fs::{File, OpenOptions};
use std::io::{self, Read, Seek, SeekFrom, Write};
use std::path::{Path, PathBuf};

use xxhash_rust::xxh3::xxh3_64;

use super::SolveError;
use super::crossing::Batch;

/// The finds of one array of values.
pub(crate) struct Finds {
    file: File,
    path: PathBuf,
    bytes: u64,
}

impl Finds {
    /// Makes an empty file.
    pub(crate) fn create(path: &Path) -> Result<Finds, SolveError> {
        let file = File::create(path).map_err(|source| SolveError::io(path, source))?;
        let (path, bytes) = (path.to_owned(), 0);
        Ok(Finds { file, path, bytes })
    }

    /// Opens the file of an array of so many positions and shows each round that
    /// it has.
    pub(crate) fn open(
        path: &Path,
        positions: u64,
        mut show: impl FnMut(Batch),
    ) -> Result<Finds, SolveError> {
        let failed = |source| SolveError::io(path, source);
        let mut options = OpenOptions::new();
        let file = options.read(true).write(true).open(path);
        let mut file = file.map_err(failed)?;
        let mut left = file.metadata().map_err(failed)?.len();
        let mut bytes = 0;
        while let Some(words) = read_round(&mut file, left).map_err(failed)? {
            let Some(batch) = Batch::unpack(positions, &words) else {
                break;
            };
            show(batch);
            let round = HEADER + size_of_val(&words[..]) as u64;
            bytes += round;
            left -= round;
        }
        let path = path.to_owned();
        Ok(Finds { file, path, bytes })
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
        let mut write = || {
            self.file.seek(SeekFrom::Start(self.bytes))?;
            self.file.write_all(bytemuck::cast_slice(&header))?;
            self.file.write_all(payload)
        };
        write().map_err(|source| SolveError::io(&self.path, source))?;
        self.bytes += HEADER + payload.len() as u64;
        Ok(())
    }

    /// Brings them to the disk.
    pub(crate) fn flush(&self) -> Result<(), SolveError> {
        let synced = self.file.sync_data();
        synced.map_err(|source| SolveError::io(&self.path, source))
    }

    /// Forgets all, for the values are in their file.
    pub(crate) fn clear(&mut self) -> Result<(), SolveError> {
        let cleared = self.file.set_len(0);
        cleared.map_err(|source| SolveError::io(&self.path, source))?;
        self.bytes = 0;
        Ok(())
    }
}

/// Bytes before the words of a round.
const HEADER: u64 = size_of::<[u64; 2]>() as u64;

/// The words of the next round; `None` if it is not whole. So many bytes are
/// left to read.
fn read_round(file: &mut File, left: u64) -> io::Result<Option<Vec<u32>>> {
    let mut header = [0u64; 2];
    let Some(left) = left.checked_sub(HEADER) else {
        return Ok(None);
    };
    file.read_exact(bytemuck::cast_slice_mut(&mut header))?;
    let [len, digest] = header;
    if len == 0 || len > left / size_of::<u32>() as u64 {
        return Ok(None);
    }
    let mut words = vec![0u32; len as usize];
    file.read_exact(bytemuck::cast_slice_mut(&mut words))?;
    Ok((xxh3_64(bytemuck::cast_slice(&words)) == digest).then_some(words))
}
