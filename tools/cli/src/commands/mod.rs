//! The commands, one per file.

pub(crate) mod ask;
pub(crate) mod census;
pub(crate) mod completions;
pub(crate) mod engine;
pub(crate) mod line;
pub(crate) mod long;
pub(crate) mod manual;
pub(crate) mod moves;
pub(crate) mod perft;
pub(crate) mod play;
pub(crate) mod probe;
pub(crate) mod proof;
pub(crate) mod questions;
pub(crate) mod review;
pub(crate) mod rules;
pub(crate) mod search;
#[cfg(feature = "serve")]
pub(crate) mod serve;
#[cfg(feature = "serve")]
pub(crate) mod site;
pub(crate) mod suite;
pub(crate) mod table_files;
