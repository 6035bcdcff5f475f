//! The memory of pages.
//!
//! The library denies `unsafe` code elsewhere; here a system call needs it that takes part of a
//! mapping back.

#![allow(unsafe_code)]

use std::ops::Range;

use memmap2::MmapMut;
#[cfg(target_os = "linux")]
use memmap2::UncheckedAdvice::DontNeed;

use crate::retrograde::checkpoint::work_file::RunFiles;
use crate::retrograde::error::SolveError;
use crate::retrograde::kernel::cell::Width;

/// The least memory that the system lends at a time, about, in bytes.
pub(super) const EDGE: usize = 4096;

/// The kind of memory of a page.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Kind {
    /// All frames will be there, and stay.
    Whole,
    /// Frames come as they are needed.
    Sparse,
}

/// The memory of a page, with room for the largest.
pub(super) struct Memory {
    pub(super) values: MmapMut,
    pub(super) states: MmapMut,
    pub(super) width: Width,
}

impl Memory {
    /// Gives the memory of some positions back to the system, and returns whether it took
    /// it. All values and states are lost, those of other positions too.
    pub(super) fn give_back(&mut self, mut positions: impl Iterator<Item = Range<usize>>) -> bool {
        let Memory {
            values,
            states,
            width,
        } = self;
        let width = width.bytes() as usize;
        positions.all(|Range { start, end }| {
            give_back(values, start * width..end * width) && give_back(states, start..end)
        })
    }
}

/// Gives bytes back to the system as far as they are whole pages of its own.
#[cfg(target_os = "linux")]
fn give_back(memory: &mut MmapMut, bytes: Range<usize>) -> bool {
    let bytes = bytes.start.next_multiple_of(EDGE)..bytes.end / EDGE * EDGE;
    // SAFETY: Linux puts zeros in place of these bytes, and of their neighbours in the mapping
    // where its pages are larger. Nothing borrows any of them, and all bytes may be zeros.
    let given = || unsafe { memory.unchecked_advise_range(DontNeed, bytes.start, bytes.len()) };
    bytes.is_empty() || given().is_ok()
}

/// Other systems need not take bytes back before the end of the mapping.
#[cfg(not(target_os = "linux"))]
fn give_back(_: &mut MmapMut, _: Range<usize>) -> bool {
    false
}

/// Returns so many zeros in pages of their own, which the system takes back at once
/// when they are dropped.
pub(super) fn zeros(bytes: usize, kind: Kind, files: &RunFiles) -> Result<MmapMut, SolveError> {
    // A mapping is never empty.
    let zeros = MmapMut::map_anon(bytes.max(1));
    let zeros = zeros.map_err(|error| SolveError::io(files.dir.path(), error))?;
    if kind == Kind::Whole {
        wish_large_pages(&zeros);
    }
    Ok(zeros)
}

/// Wishes for large pages, which is harmless if not granted. Cells are reached in no order: with
/// small pages most of the time would go into finding pages.
#[cfg(target_os = "linux")]
fn wish_large_pages(memory: &MmapMut) {
    let _ = memory.advise(memmap2::Advice::HugePage);
}

/// Other systems have no such wish.
#[cfg(not(target_os = "linux"))]
fn wish_large_pages(_: &MmapMut) {}

#[cfg(all(test, target_os = "linux"))]
mod tests {
    use super::*;

    /// Memory that the system has taken back reads as zeros.
    #[test]
    fn the_system_takes_back_all_pages_between_and_no_others() {
        let positions = 9 * EDGE;
        let ones = |bytes| {
            let mut memory = MmapMut::map_anon(bytes).unwrap();
            memory.fill(1);
            memory
        };
        let mut memory = Memory {
            values: ones(2 * positions),
            states: ones(positions),
            width: Width::Wide,
        };
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
