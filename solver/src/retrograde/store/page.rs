//! The values and states of one shard in memory, as far as they are needed there.

use std::ops::Range;

use rayon::prelude::*;

use super::frames::Frames;
use super::memory::{EDGE, Kind, Memory, zeros};
use super::work::Shared;
use crate::retrograde::checkpoint::framed_file::{FramedFile, Reader, Run};
use crate::retrograde::checkpoint::work_file::RunFiles;
use crate::retrograde::error::{SolveError, WorkFault};
use crate::retrograde::kernel::cell::{Cells, Stored, Width};
use crate::retrograde::kernel::state::State;

/// The values and states of one shard. Frames that nothing has asked for may be missing,
/// and take no memory.
pub(super) struct Page {
    frames: Frames,
    memory: Memory,
    is_loaded: Vec<bool>,
}

/// Frames that are read together.
const TOGETHER: usize = 8;

/// The files that frames are read from. Without any there are no values yet; without
/// one of states all is decided.
#[derive(Clone, Copy)]
pub(super) struct Sources<'a> {
    pub(super) files: &'a RunFiles,
    pub(super) values: Option<&'a FramedFile>,
    pub(super) states: Option<&'a FramedFile>,
}

impl Page {
    /// A page without any frame, all zeros.
    pub(super) fn zeros(frames: Frames, shared: &Shared) -> Result<Page, SolveError> {
        let (width, kind) = (shared.width, shared.kind);
        let positions = match kind {
            Kind::Whole => frames.positions(),
            Kind::Sparse => shared.largest,
        };
        let bytes = positions * width.bytes() as usize;
        let memory = Memory {
            values: zeros(bytes, kind, &shared.files)?,
            states: zeros(positions, kind, &shared.files)?,
            width,
        };
        Ok(Page::of(frames, memory))
    }

    /// A page without any frame, which will get some. It takes the memory of a page that
    /// has just left as far as that is where the frames will be, for the system has to clear
    /// new memory first.
    pub(super) fn new(
        frames: Frames,
        is_wanted: impl Fn(usize) -> bool,
        shared: &Shared,
    ) -> Result<Page, SolveError> {
        let Some(mut memory) = shared.take_spare() else {
            return Page::zeros(frames, shared);
        };
        let room = memory.states.len();
        let unwanted = (0..frames.count()).filter(|&frame| !is_wanted(frame));
        let unwanted = unwanted.map(|frame| frames.places(frame));
        let behind = frames.positions()..room;
        let unwanted = joined(unwanted.chain([behind]));
        let fits = room >= frames.positions() && memory.width == shared.width;
        if fits && memory.give_back(unwanted) {
            Ok(Page::of(frames, memory))
        } else {
            Page::zeros(frames, shared)
        }
    }

    fn of(frames: Frames, memory: Memory) -> Page {
        Page {
            frames,
            memory,
            is_loaded: vec![false; frames.count()],
        }
    }

    /// Leaves memory to the next page.
    pub(super) fn leave(self, shared: &Shared) {
        shared.add_spare(self.memory);
    }

    /// Returns the bytes that a page with some frames takes.
    pub(super) fn bytes(frames: &Frames, width: Width, is_there: impl Fn(usize) -> bool) -> u64 {
        let there = (0..frames.count()).filter(|&frame| is_there(frame));
        let bytes = |frame| frames.places(frame).len() as u64 * (1 + width.bytes());
        // Where a neighbour is missing, what the system lends begins before a frame and
        // ends behind it.
        let sum = there
            .map(|frame| bytes(frame) + 4 * EDGE as u64)
            .sum::<u64>();
        sum.min(frames.positions() as u64 * (1 + width.bytes()))
    }

    /// Returns the frames that are there, unless all are.
    pub(super) fn loaded(&self) -> Option<Vec<bool>> {
        (!self.is_whole()).then(|| self.is_loaded.clone())
    }

    /// Returns whether a frame is there.
    pub(super) fn is_loaded(&self, frame: usize) -> bool {
        self.is_loaded[frame]
    }

    /// Returns whether all frames are there.
    pub(super) fn is_whole(&self) -> bool {
        !self.is_loaded.contains(&false)
    }

    /// Returns the wanted frames that are missing; `None` if none is.
    pub(super) fn missing(&self, is_wanted: impl Fn(usize) -> bool) -> Option<Vec<bool>> {
        let missing = |(frame, &is_loaded): (usize, &bool)| !is_loaded && is_wanted(frame);
        let missing: Vec<bool> = self.is_loaded.iter().enumerate().map(missing).collect();
        missing.contains(&true).then_some(missing)
    }

    /// Reads frames that are missing.
    pub(super) fn load(
        &mut self,
        sources: Sources<'_>,
        missing: &[bool],
    ) -> Result<(), SolveError> {
        let (len, width) = (self.frames.len(), self.memory.width);
        let positions = self.frames.positions();
        let values = &mut self.memory.values[..positions * width.bytes() as usize];
        let values = values.par_chunks_mut(TOGETHER * len * width.bytes() as usize);
        let states = self.memory.states[..positions].par_chunks_mut(TOGETHER * len);
        let runs = values.zip(states).zip(missing.par_chunks(TOGETHER));
        let readers = Readers::new(sources)?;
        runs.enumerate()
            .try_for_each(|(run, ((values, states), missing))| {
                let (first, last) = (
                    missing.iter().position(|&is_missing| is_missing),
                    missing.iter().rposition(|&is_missing| is_missing),
                );
                let (Some(first), Some(last)) = (first, last) else {
                    return Ok(());
                };
                let start = TOGETHER * run;
                let reading = readers.read_run(start + first..start + last + 1)?;
                let values = values.chunks_mut(len * width.bytes() as usize);
                let frames = values.zip(states.chunks_mut(len)).zip(missing).enumerate();
                let mut wanted = frames.filter(|&(_, (_, &is_missing))| is_missing);
                wanted.try_for_each(|(frame, ((values, states), _))| {
                    reading.unpack(start + frame, width, values, states)
                })
            })?;
        for (is_loaded, missing) in self.is_loaded.iter_mut().zip(missing) {
            *is_loaded |= missing;
        }
        Ok(())
    }

    /// Returns the bytes of a frame's values.
    pub(super) fn values(&self, frame: usize) -> &[u8] {
        let (places, width) = (
            self.frames.places(frame),
            self.memory.width.bytes() as usize,
        );
        &self.memory.values[places.start * width..places.end * width]
    }

    /// Returns the states of a frame.
    pub(super) fn states(&self, frame: usize) -> &[u8] {
        &self.memory.states[self.frames.places(frame)]
    }

    /// Lends values and states of some places.
    pub(super) fn lend(&mut self, places: Range<usize>) -> (Cells<'_>, &mut [u8]) {
        let values = &mut self.memory.values[..];
        let values = match self.memory.width {
            Width::Narrow => Cells::Narrow(&mut values[places.clone()]),
            Width::Wide => Cells::Wide(&mut bytemuck::cast_slice_mut(values)[places.clone()]),
        };
        (values, &mut self.memory.states[places])
    }

    /// Lends all.
    pub(super) fn lend_all(&mut self) -> (Cells<'_>, &mut [u8]) {
        self.lend(0..self.frames.positions())
    }

    /// Gives the values two bytes.
    pub(super) fn widen(&mut self, shared: &Shared) -> Result<(), SolveError> {
        if self.memory.width == Width::Narrow {
            let narrow = &self.memory.values;
            let mut wide = zeros(2 * narrow.len(), shared.kind, &shared.files)?;
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
}

/// The means to read frames.
struct Readers<'a> {
    values: Option<(Reader<'a>, u64)>,
    states: Option<Reader<'a>>,
    path: &'a RunFiles,
}

impl<'a> Readers<'a> {
    fn new(sources: Sources<'a>) -> Result<Readers<'a>, SolveError> {
        let reader = |file| Reader::new(sources.files, file);
        let values = sources.values.map(|file| {
            let reader = reader(file)?;
            Ok::<_, SolveError>((reader, file.bytes_a_position()))
        });
        Ok(Readers {
            values: values.transpose()?,
            states: sources.states.map(reader).transpose()?,
            path: sources.files,
        })
    }

    fn read_run(&self, frames: Range<usize>) -> Result<Runs<'_>, SolveError> {
        let values = self.values.as_ref().map(|(reader, bytes)| {
            let run = reader.read_run(frames.clone())?;
            Ok::<_, SolveError>((run, *bytes))
        });
        let states = self.states.as_ref();
        let states = states.map(|reader| reader.read_run(frames.clone()));
        Ok(Runs {
            values: values.transpose()?,
            states: states.transpose()?,
            path: self.path,
        })
    }
}

/// Frames as they lie in files.
struct Runs<'a> {
    values: Option<(Run<'a>, u64)>,
    states: Option<Run<'a>>,
    path: &'a RunFiles,
}

impl Runs<'_> {
    fn unpack(
        &self,
        frame: usize,
        width: Width,
        values: &mut [u8],
        states: &mut [u8],
    ) -> Result<(), SolveError> {
        match &self.states {
            Some(run) => run.unpack(frame, states)?,
            None if self.values.is_some() => states.fill(bytemuck::cast(State::DECIDED)),
            None => {}
        }
        match &self.values {
            None => Ok(()),
            Some((run, bytes)) if *bytes == width.bytes() => run.unpack(frame, values),
            Some((run, 1)) => {
                let mut narrow = vec![0; values.len() / 2];
                run.unpack(frame, &mut narrow)?;
                widen(&narrow, bytemuck::cast_slice_mut(values));
                Ok(())
            }
            Some(_) => {
                let what = "values have another width";
                Err(WorkFault::damaged(self.path.dir.path(), what).into())
            }
        }
    }
}

/// Joins ranges of which each begins where the last ends.
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

fn widen(narrow: &[u8], wide: &mut [u16]) {
    for (wide, narrow) in wide.iter_mut().zip(narrow) {
        *wide = u16::store(narrow.cell());
    }
}
