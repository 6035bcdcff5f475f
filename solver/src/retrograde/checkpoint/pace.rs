//! When to write a checkpoint.

use std::time::{Duration, Instant};

/// When the work files were last written, and how long that took.
#[derive(Debug)]
pub(crate) struct Pace {
    interval: Duration,
    written: Instant,
    took: Duration,
}

impl Pace {
    /// Solving goes on for so many times as long as writing took, at least, so
    /// that slow disks are not always being written to.
    const REST: u32 = 4;

    /// A checkpoint every `interval`; if that is nothing, whenever there can be one.
    pub(crate) fn new(interval: Duration) -> Pace {
        Pace {
            interval,
            written: Instant::now(),
            took: Duration::ZERO,
        }
    }

    /// Returns whether to write a checkpoint now.
    pub(crate) fn is_due(&self) -> bool {
        let rest = self.interval.max(Pace::REST * self.took);
        self.interval.is_zero() || self.written.elapsed() >= rest
    }

    /// Notes a checkpoint that is written, and how much of its time counts.
    pub(crate) fn written(&mut self, took: Duration) {
        self.written = Instant::now();
        self.took = took;
    }
}
