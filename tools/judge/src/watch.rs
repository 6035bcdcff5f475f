//! Progress of work in stages, and interruption.

use std::fmt;

use loa_engine::Remark;

/// A watcher of work in stages.
pub trait StageWatch: Sync {
    /// Begins a stage with this number of steps.
    fn begin(&self, _stage: &'static str, _steps: usize) {}

    /// Notes that another step is done.
    fn step(&self) {}

    /// Notes the total number of steps done.
    fn reach(&self, _done: usize) {}

    /// Notes a doubt about an option of the engine.
    fn remark(&self, _remark: &Remark) {}

    /// Returns whether the work should end.
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
pub struct NoWatch;

impl StageWatch for NoWatch {}
