//! Progress of long work, on standard error.

mod display;
mod pace;
mod solve;
mod stages;
mod thinking;
mod verify;

pub(crate) use display::Display;
pub(crate) use solve::{SolveProgress, unproven};
pub(crate) use stages::StageProgress;
pub(crate) use thinking::Thinking;
pub(crate) use verify::VerifyProgress;
