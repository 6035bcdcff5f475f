//! The values and states of one shard in memory, as far as they are needed there.
//!
//! The library denies `unsafe` code elsewhere. This file needs it for a system call that returns
//! part of a mapping to the system.

#![allow(unsafe_code)]

use std::ops::Range;

use memmap2::MmapMut;
#[cfg(target_os = "linux")]
use memmap2::UncheckedAdvice::DontNeed;
use rayon::prelude::*;

use super::settings::StoreSettings;
use crate::retrograde::error::SolveError;
use crate::retrograde::files::framed_file::{FramedFile, Frames, Reader};
use crate::retrograde::files::work_file::RunFiles;
use crate::retrograde::kernel::cell::{Cells, Stored, Width};
use crate::retrograde::kernel::state::PositionState;

/// The values and states of one shard. Frames that have not been needed may be missing and take no
/// memory.
pub(super) struct ShardPage {
    frames: Frames,
    memory: Memory,
    is_loaded: Vec<bool>,
}

impl ShardPage {
    /// Returns a page without frames.
    pub(super) fn new(frames: Frames, memory: Memory) -> ShardPage {
        ShardPage { frames, memory, is_loaded: vec![false; frames.count()] }
    }

    /// Returns the number of bytes of a page with some frames.
    pub(super) fn bytes(frames: &Frames, width: Width, is_there: impl Fn(usize) -> bool) -> u64 {
        let there = (0..frames.count()).filter(|&frame| is_there(frame));
        // If a neighbour is missing, the system's memory pages extend past both ends of a frame.
        let bytes = there
            .map(|frame| frames.places(frame).len() as u64 * (1 + width.bytes()) + 4 * EDGE as u64);
        let most = frames.positions() as u64 * (1 + width.bytes());
        bytes.sum::<u64>().min(most)
    }

    /// Returns whether a frame is in memory.
    pub(super) fn is_loaded(&self, frame: usize) -> bool {
        self.is_loaded[frame]
    }

    /// Reads the wanted frames that are missing, and returns which were read. Without a file of
    /// values the frames have no values yet; without a file of states all states are decided.
    pub(super) fn load(
        &mut self,
        files: &RunFiles,
        values: Option<&FramedFile>,
        states: Option<&FramedFile>,
        is_wanted: impl Fn(usize) -> bool,
    ) -> Result<Vec<bool>, SolveError> {
        let frames = 0..self.frames.count();
        let missing: Vec<bool> =
            frames.map(|frame| !self.is_loaded[frame] && is_wanted(frame)).collect();
        let Some(values) = values.filter(|_| missing.contains(&true)) else {
            self.note_loaded(&missing);
            return Ok(missing);
        };
        let (len, width) = (self.frames.len(), self.memory.width);
        let states = states.map(|states| Reader::new(files, states)).transpose()?;
        let (is_narrow, values) =
            (values.bytes_a_position() < width.bytes(), Reader::new(files, values)?);
        let (positions, bytes) = (self.frames.positions(), width.bytes() as usize);
        let of_values = self.memory.values[..positions * bytes].par_chunks_mut(len * bytes);
        let of_states = self.memory.states[..positions].par_chunks_mut(len);
        let frames = of_values.zip(of_states).zip(&missing).enumerate();
        frames.try_for_each(|(frame, ((of_values, of_states), &is_missing))| {
            if !is_missing {
                return Ok(());
            }
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
        })?;
        self.note_loaded(&missing);
        Ok(missing)
    }

    fn note_loaded(&mut self, frames: &[bool]) {
        for (is_loaded, frame) in self.is_loaded.iter_mut().zip(frames) {
            *is_loaded |= frame;
        }
    }

    /// Returns the bytes of a frame's values.
    pub(super) fn values(&self, frame: usize) -> &[u8] {
        let (places, width) = (self.frames.places(frame), self.memory.width.bytes());
        &self.memory.values[places.start * width as usize..places.end * width as usize]
    }

    /// Returns the states of a frame.
    pub(super) fn states(&self, frame: usize) -> &[u8] {
        &self.memory.states[self.frames.places(frame)]
    }

    /// Lends values and states of a range of places.
    pub(super) fn lend(&mut self, places: Range<usize>) -> (Cells<'_>, &mut [u8]) {
        let memory = &mut self.memory;
        let values = cells(&mut memory.values, memory.width, places.clone());
        (values, &mut memory.states[places])
    }

    /// Lends all values. If some frames are missing, also returns which are in memory.
    pub(super) fn lend_values(&mut self) -> (Cells<'_>, Option<&[bool]>) {
        let is_missing = self.is_loaded.contains(&false);
        let places = 0..self.frames.positions();
        let values = cells(&mut self.memory.values, self.memory.width, places);
        (values, is_missing.then_some(&self.is_loaded[..]))
    }

    /// Widens the values to two bytes.
    pub(super) fn widen(&mut self, shared: &StoreSettings) -> Result<(), SolveError> {
        if self.memory.width == Width::Narrow {
            let narrow = &self.memory.values;
            let mut wide = zeros(2 * narrow.len(), shared)?;
            let cells: &mut [u16] = bytemuck::cast_slice_mut(&mut wide);
            for frame in (0..self.frames.count()).filter(|&frame| self.is_loaded[frame]) {
                let places = self.frames.places(frame);
                widen(&narrow[places.clone()], &mut cells[places]);
            }
            self.memory.values = wide;
            self.memory.width = Width::Wide;
        }
        Ok(())
    }

    /// Releases the memory for use by another page.
    pub(super) fn into_memory(self) -> Memory {
        self.memory
    }
}

fn cells(values: &mut [u8], width: Width, places: Range<usize>) -> Cells<'_> {
    match width {
        Width::Narrow => Cells::Narrow(&mut values[places]),
        Width::Wide => Cells::Wide(&mut bytemuck::cast_slice_mut(values)[places]),
    }
}

fn widen(narrow: &[u8], wide: &mut [u16]) {
    for (wide, narrow) in wide.iter_mut().zip(narrow) {
        *wide = u16::store(narrow.cell());
    }
}

/// The approximate size of the system's memory pages, in bytes.
const EDGE: usize = 4096;

/// The memory of a page. If not all pages fit, it has room for the largest.
pub(super) struct Memory {
    values: MmapMut,
    states: MmapMut,
    width: Width,
}

impl Memory {
    /// Returns zeros for the frames of a shard.
    pub(super) fn zeros(frames: &Frames, shared: &StoreSettings) -> Result<Memory, SolveError> {
        let positions = if shared.is_whole { frames.positions() } else { shared.largest };
        let width = shared.width;
        Ok(Memory {
            values: zeros(positions * width.bytes() as usize, shared)?,
            states: zeros(positions, shared)?,
            width,
        })
    }

    /// Reuses the memory for some frames of another shard. These keep their old contents, so the
    /// system need not clear them, and the rest is returned to the system. `None` if the frames do
    /// not fit, or the system does not accept the rest.
    pub(super) fn reused(
        mut self,
        frames: &Frames,
        width: Width,
        is_wanted: impl Fn(usize) -> bool,
    ) -> Option<Memory> {
        let room = self.states.len();
        if self.width != width || room < frames.positions() {
            return None;
        }
        let unwanted = (0..frames.count())
            .filter(|&frame| !is_wanted(frame))
            .map(|frame| frames.places(frame))
            .chain(std::iter::once(frames.positions()..room));
        self.give_back(joined(unwanted)).then_some(self)
    }

    /// Returns the memory of some positions to the system, and whether it accepted. All values and
    /// states are lost, including those of other positions.
    fn give_back(&mut self, mut positions: impl Iterator<Item = Range<usize>>) -> bool {
        let width = self.width.bytes() as usize;
        positions.all(|Range { start, end }| {
            give_back(&mut self.values, start * width..end * width)
                && give_back(&mut self.states, start..end)
        })
    }
}

/// Joins ranges that are adjacent.
fn joined(ranges: impl Iterator<Item = Range<usize>>) -> impl Iterator<Item = Range<usize>> {
    let mut ranges = ranges.peekable();
    std::iter::from_fn(move || {
        let mut joined = ranges.next()?;
        while let Some(next) = ranges.next_if(|next| next.start == joined.end) {
            joined.end = next.end;
        }
        Some(joined)
    })
}

/// Returns bytes to the system if they cover whole memory pages. Other systems than Linux need not
/// accept bytes before the end of the mapping.
#[cfg_attr(not(target_os = "linux"), allow(unused_variables))]
fn give_back(memory: &mut MmapMut, bytes: Range<usize>) -> bool {
    #[cfg(target_os = "linux")]
    {
        let bytes = bytes.start.next_multiple_of(EDGE)..bytes.end / EDGE * EDGE;
        // SAFETY: Linux replaces these bytes by zeros, and also their neighbours in the mapping if
        // its pages are larger. Nothing borrows any of them, and all bytes may be zeros.
        let given = || unsafe { memory.unchecked_advise_range(DontNeed, bytes.start, bytes.len()) };
        bytes.is_empty() || given().is_ok()
    }
    #[cfg(not(target_os = "linux"))]
    false
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

#[cfg(all(test, target_os = "linux"))]
mod tests {
    use super::*;

    /// Memory returned to the system reads as zeros.
    #[test]
    fn the_system_takes_back_all_pages_between_and_no_others() {
        let positions = 9 * EDGE;
        let ones = |bytes| {
            let mut memory = MmapMut::map_anon(bytes).unwrap();
            memory.fill(1);
            memory
        };
        let mut memory =
            Memory { values: ones(2 * positions), states: ones(positions), width: Width::Wide };
        let given = [0..EDGE - 1, EDGE + 1..4 * EDGE, 5 * EDGE + 7..9 * EDGE];
        assert!(memory.give_back(given.into_iter()));
        let zeros = |bytes: &[u8]| -> Vec<usize> {
            let pages = bytes.chunks(EDGE).enumerate();
            let taken = pages.filter(|(_, page)| page.iter().all(|&byte| byte == 0));
            taken.map(|(number, _)| number).collect()
        };
        assert_eq!(zeros(&memory.states), [2, 3, 6, 7, 8]);
        let values = [0, 3, 4, 5, 6, 7, 11, 12, 13, 14, 15, 16, 17];
        assert_eq!(zeros(&memory.values), values);
        let left = memory.values.iter().filter(|&&byte| byte == 1).count();
        assert_eq!(left, (18 - values.len()) * EDGE);
    }
}
