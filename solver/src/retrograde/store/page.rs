//! The values and states of one shard in memory.

use std::ops::Range;

use memmap2::MmapMut;
use rayon::prelude::*;

use crate::retrograde::error::SolveError;
use crate::retrograde::files::framed_file::{FramedFile, Frames, Reader};
use crate::retrograde::files::work_file::RunFiles;
use crate::retrograde::kernel::cell::{Cells, Stored, Width};
use crate::retrograde::kernel::state::PositionState;

/// The settings that all shards of a store share.
pub(super) struct StoreSettings {
    pub(super) files: RunFiles,
    pub(super) width: Width,
    /// The longest distance that values may have.
    pub(super) longest: u16,
    /// True if all shards fit in memory.
    pub(super) is_whole: bool,
    /// Positions of the largest shard.
    pub(super) largest: usize,
}

/// The values and states of one shard. If not all pages fit, their memory has room for the largest,
/// so that every page can reuse it and the system need not clear it.
pub(super) struct ShardPage {
    frames: Frames,
    values: MmapMut,
    states: MmapMut,
    width: Width,
}

impl ShardPage {
    /// Returns a page without values, whose states are zeros.
    pub(super) fn new(frames: Frames, shared: &StoreSettings) -> Result<ShardPage, SolveError> {
        let positions = if shared.is_whole { frames.positions() } else { shared.largest };
        Ok(ShardPage {
            frames,
            values: zeros(positions * shared.width.bytes() as usize, shared)?,
            states: zeros(positions, shared)?,
            width: shared.width,
        })
    }

    /// Returns a page in the memory of another shard, with the contents of that shard; `None` if
    /// the memory does not fit.
    pub(super) fn reuse(frames: Frames, left: ShardPage, width: Width) -> Option<ShardPage> {
        let fits = left.width == width && left.states.len() >= frames.positions();
        fits.then_some(ShardPage { frames, ..left })
    }

    /// Reads all values and states. Without a file of states, all states are decided.
    pub(super) fn read(
        &mut self,
        files: &RunFiles,
        values: &FramedFile,
        states: Option<&FramedFile>,
    ) -> Result<(), SolveError> {
        let (len, bytes) = (self.frames.len(), self.width.bytes() as usize);
        let is_narrow = values.bytes_a_position < self.width.bytes();
        let values = Reader::new(files, values)?;
        let states = states.map(|states| Reader::new(files, states)).transpose()?;
        let positions = self.frames.positions();
        let of_values = self.values[..positions * bytes].par_chunks_mut(len * bytes);
        let of_states = self.states[..positions].par_chunks_mut(len);
        of_values.zip(of_states).enumerate().try_for_each(|(frame, (of_values, of_states))| {
            match &states {
                Some(states) => states.read(frame, of_states)?,
                None => of_states.fill(bytemuck::cast(PositionState::DECIDED)),
            }
            if !is_narrow {
                return values.read(frame, of_values);
            }
            let mut narrow = vec![0; of_states.len()];
            values.read(frame, &mut narrow)?;
            widen(&narrow, bytemuck::cast_slice_mut(of_values));
            Ok(())
        })
    }

    /// Returns the bytes of a frame's values.
    pub(super) fn values(&self, frame: usize) -> &[u8] {
        let (places, bytes) = (self.frames.places(frame), self.width.bytes() as usize);
        &self.values[places.start * bytes..places.end * bytes]
    }

    /// Returns the states of a frame.
    pub(super) fn states(&self, frame: usize) -> &[u8] {
        &self.states[self.frames.places(frame)]
    }

    /// Lends values and states of a range of places.
    pub(super) fn lend(&mut self, places: Range<usize>) -> (Cells<'_>, &mut [u8]) {
        let values = match self.width {
            Width::Narrow => Cells::Narrow(&mut self.values[places.clone()]),
            Width::Wide => {
                Cells::Wide(&mut bytemuck::cast_slice_mut(&mut self.values)[places.clone()])
            }
        };
        (values, &mut self.states[places])
    }

    /// Lends all values.
    pub(super) fn lend_values(&mut self) -> Cells<'_> {
        self.lend(0..self.frames.positions()).0
    }

    /// Widens the values to two bytes.
    pub(super) fn widen(&mut self, shared: &StoreSettings) -> Result<(), SolveError> {
        if self.width == Width::Narrow {
            let mut wide = zeros(2 * self.values.len(), shared)?;
            let narrow = &self.values[..self.frames.positions()];
            widen(narrow, &mut bytemuck::cast_slice_mut(&mut wide)[..narrow.len()]);
            (self.values, self.width) = (wide, Width::Wide);
        }
        Ok(())
    }
}

fn widen(narrow: &[u8], wide: &mut [u16]) {
    for (wide, narrow) in wide.iter_mut().zip(narrow) {
        *wide = u16::store(narrow.cell());
    }
}

/// Returns zeros in a separate mapping, which the system reclaims as soon as it is dropped.
fn zeros(bytes: usize, shared: &StoreSettings) -> Result<MmapMut, SolveError> {
    // A mapping must not be empty.
    let zeros = MmapMut::map_anon(bytes.max(1))
        .map_err(|error| SolveError::io(shared.files.dir.path(), error))?;
    // Large pages are a request; a refusal is harmless. Cells are accessed in random order: with
    // small pages most of the time would go into address translation.
    #[cfg(target_os = "linux")]
    if shared.is_whole {
        let _ = zeros.advise(memmap2::Advice::HugePage);
    }
    Ok(zeros)
}
