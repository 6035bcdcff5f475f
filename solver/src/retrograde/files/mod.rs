//! Files written while solving: records, files of frames, and logs.

mod compression;
pub(super) mod framed_file;
pub(super) mod log;
pub(super) mod record;
pub(super) mod work_file;

/// The version of all their formats. Work in another version is begun again.
const VERSION: u32 = 9;
