//! Files that are written while solving: records, files of frames, and logs.

mod compression;
pub(super) mod framed_file;
pub(super) mod log;
pub(super) mod record;
pub(super) mod work_file;

/// The form of all of them. Work in another form is begun again.
const VERSION: u32 = 8;
