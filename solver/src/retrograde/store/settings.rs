//! The settings of a store.

use crate::retrograde::files::work_file::RunFiles;
use crate::retrograde::kernel::cell::Width;

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
