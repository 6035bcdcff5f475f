//! What a solve writes to its work files, and how it goes on from them.

pub(crate) mod log;
pub(crate) mod pace;
pub(crate) mod record;
pub(crate) mod resume;
pub(crate) mod work_dir;
pub(crate) mod work_file;
