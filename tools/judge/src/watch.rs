//! Progress of work in stages, and interruption.

use std::fmt;

use loa_engine::Remark;

/// A watcher of work in stages of so many steps.
pub trait StageWatch: Sync {
    /// Begins a stage of so many steps.
    fn begin(&self, _stage: &'static str, _steps: usize) {}

    /// Notes that one more step is done.
    fn step(&self) {}

    /// Notes that so many steps are done in all.
    fn reach(&self, _done: usize) {}

    /// Notes a doubt about an option of the engine.
    fn remark(&self, _remark: &Remark) {}

    /// Returns whether the work is to end.
    fn interrupted(&self) -> bool {
        false
    }
}

impl fmt::Debug for dyn StageWatch + '_ {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("StageWatch")
    }
}

/// A watcher that does nothing.
#[derive(Clone, Copy, Debug, Default)]
pub struct Unwatched;

impl StageWatch for Unwatched {}
