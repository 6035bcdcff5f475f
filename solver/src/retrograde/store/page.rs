//! The values and states of one shard in memory, as far as they are needed there.

use std::ops::Range;

use memmap2::MmapMut;
use rayon::prelude::*;

use super::frames::Frames;
use crate::retrograde::checkpoint::framed_file::{FramedFile, Reader};
use crate::retrograde::checkpoint::work_file::RunFiles;
use crate::retrograde::error::{SolveError, WorkFault};
use crate::retrograde::kernel::cell::{Cells, Stored, Width};
use crate::retrograde::kernel::state::State;

/// The values and states of one shard. Frames that nothing has asked for may be
/// missing.
pub(super) struct Page {
    frames: Frames,
    width: Width,
    values: MmapMut,
    states: MmapMut,
    is_loaded: Vec<bool>,
}

/// The files that frames are read from. Without any there are no values yet; without
/// one of states all is decided.
#[derive(Clone, Copy)]
pub(super) struct Sources<'a> {
    pub(super) files: &'a RunFiles,
    pub(super) values: Option<&'a FramedFile>,
    pub(super) states: Option<&'a FramedFile>,
}

impl Page {
    /// A page without any frame.
    pub(super) fn new(frames: Frames, width: Width, files: &RunFiles) -> Result<Page, SolveError> {
        let bytes = frames.positions();
        Ok(Page {
            frames,
            width,
            values: zeros(bytes * width.bytes() as usize, files)?,
            states: zeros(bytes, files)?,
            is_loaded: vec![false; frames.count()],
        })
    }

    /// Returns the bytes that a page takes.
    pub(super) fn bytes(frames: &Frames, width: Width) -> u64 {
        frames.positions() as u64 * (1 + width.bytes())
    }

    /// Returns whether a frame is there.
    pub(super) fn is_loaded(&self, frame: usize) -> bool {
        self.is_loaded[frame]
    }

    /// Returns whether all frames are there.
    pub(super) fn is_whole(&self) -> bool {
        !self.is_loaded.contains(&false)
    }

    /// Reads the wanted frames that are missing.
    pub(super) fn load(
        &mut self,
        sources: Sources<'_>,
        is_wanted: impl Fn(usize) -> bool,
    ) -> Result<(), SolveError> {
        let missing = |(frame, &is_loaded): (usize, &bool)| !is_loaded && is_wanted(frame);
        let missing: Vec<bool> = self.is_loaded.iter().enumerate().map(missing).collect();
        if !missing.contains(&true) {
            return Ok(());
        }
        let (len, width) = (self.frames.len(), self.width);
        let values = self.values.par_chunks_mut(len * width.bytes() as usize);
        let frames = values.zip(self.states.par_chunks_mut(len)).enumerate();
        let wanted = frames.filter(|&(frame, _)| missing[frame]);
        wanted.try_for_each_init(
            || None,
            |readers: &mut Option<Readers<'_>>, (frame, (values, states))| {
                if readers.is_none() {
                    *readers = Some(Readers::new(sources)?);
                }
                let Some(readers) = readers else {
                    return Ok(());
                };
                readers.read(frame, width, values, states)
            },
        )?;
        for (is_loaded, missing) in self.is_loaded.iter_mut().zip(missing) {
            *is_loaded |= missing;
        }
        Ok(())
    }

    /// Returns the bytes of a frame's values.
    pub(super) fn values(&self, frame: usize) -> &[u8] {
        let (places, width) = (self.frames.places(frame), self.width.bytes() as usize);
        &self.values[places.start * width..places.end * width]
    }

    /// Returns the states of a frame.
    pub(super) fn states(&self, frame: usize) -> &[u8] {
        &self.states[self.frames.places(frame)]
    }

    /// Lends values and states of some places.
    pub(super) fn lend(&mut self, places: Range<usize>) -> (Cells<'_>, &mut [u8]) {
        let values = &mut self.values[..];
        let values = match self.width {
            Width::Narrow => Cells::Narrow(&mut values[places.clone()]),
            Width::Wide => Cells::Wide(&mut bytemuck::cast_slice_mut(values)[places.clone()]),
        };
        (values, &mut self.states[places])
    }

    /// Lends all.
    pub(super) fn lend_all(&mut self) -> (Cells<'_>, &mut [u8]) {
        self.lend(0..self.frames.positions())
    }

    /// Gives the values two bytes.
    pub(super) fn widen(&mut self, files: &RunFiles) -> Result<(), SolveError> {
        if self.width == Width::Narrow {
            let mut wide = zeros(2 * self.values.len(), files)?;
            widen(&self.values, bytemuck::cast_slice_mut(&mut wide));
            (self.values, self.width) = (wide, Width::Wide);
        }
        Ok(())
    }
}

/// One thread's means to read frames.
struct Readers<'a> {
    values: Option<(Reader<'a>, u64)>,
    states: Option<Reader<'a>>,
    path: &'a RunFiles,
    narrow: Vec<u8>,
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
            narrow: Vec::new(),
        })
    }

    fn read(
        &mut self,
        frame: usize,
        width: Width,
        values: &mut [u8],
        states: &mut [u8],
    ) -> Result<(), SolveError> {
        match &mut self.states {
            Some(reader) => reader.read(frame, states)?,
            None if self.values.is_some() => states.fill(bytemuck::cast(State::DECIDED)),
            None => {}
        }
        match &mut self.values {
            None => Ok(()),
            Some((reader, bytes)) if *bytes == width.bytes() => reader.read(frame, values),
            Some((reader, 1)) => {
                self.narrow.resize(values.len() / 2, 0);
                reader.read(frame, &mut self.narrow)?;
                widen(&self.narrow, bytemuck::cast_slice_mut(values));
                Ok(())
            }
            Some(_) => {
                let what = "values have another width";
                Err(WorkFault::damaged(self.path.dir.path(), what).into())
            }
        }
    }
}

fn widen(narrow: &[u8], wide: &mut [u16]) {
    for (wide, narrow) in wide.iter_mut().zip(narrow) {
        *wide = u16::store(narrow.cell());
    }
}

/// Returns so many zeros in pages of their own, which the system takes back at once
/// when they are dropped.
fn zeros(bytes: usize, files: &RunFiles) -> Result<MmapMut, SolveError> {
    // A mapping is never empty.
    let zeros = MmapMut::map_anon(bytes.max(1));
    let zeros = zeros.map_err(|source| SolveError::io(files.dir.path(), source))?;
    // Cells are reached in no order: with small pages most of the time would go into
    // finding pages. It is a wish, and harmless if not granted.
    #[cfg(target_os = "linux")]
    let _ = zeros.advise(memmap2::Advice::HugePage);
    Ok(zeros)
}
