//! Where values lie.

pub(crate) mod value_file;
