//! The answers, by subject.

pub(crate) mod drawing;
pub(crate) mod estimate;
pub(crate) mod games;
pub(crate) mod play;
pub(crate) mod positions;
pub(crate) mod problems;
pub(crate) mod tables;
