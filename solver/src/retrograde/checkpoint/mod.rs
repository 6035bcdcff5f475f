//! Work files: checkpoints of a solve, and resuming from them.

mod compression;
pub(crate) mod framed_file;
pub(crate) mod log;
pub(crate) mod packed_message;
pub(crate) mod record;
pub(crate) mod resume;
pub(crate) mod work_dir;
pub(crate) mod work_file;
