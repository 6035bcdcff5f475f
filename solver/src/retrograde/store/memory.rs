//! The memory of pages.

use memmap2::MmapMut;

use crate::retrograde::checkpoint::work_file::RunFiles;
use crate::retrograde::error::SolveError;
use crate::retrograde::kernel::cell::Width;

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

/// Returns so many zeros in pages of their own, which the system takes back at once
/// when they are dropped.
pub(super) fn zeros(bytes: usize, kind: Kind, files: &RunFiles) -> Result<MmapMut, SolveError> {
    // A mapping is never empty.
    let zeros = MmapMut::map_anon(bytes.max(1));
    let zeros = zeros.map_err(|source| SolveError::io(files.dir.path(), source))?;
    // Cells are reached in no order: with small pages most of the time would go into
    // finding pages. It is a wish, and harmless if not granted.
    #[cfg(target_os = "linux")]
    if kind == Kind::Whole {
        let _ = zeros.advise(memmap2::Advice::HugePage);
    }
    Ok(zeros)
}
