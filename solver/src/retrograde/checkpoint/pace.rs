//! The pace of checkpoints.

use std::time::{Duration, Instant};

/// The time of the last checkpoint, and the time that it took.
#[derive(Debug)]
pub(crate) struct Pace {
    interval: Duration,
    written: Instant,
    took: Duration,
}

impl Pace {
    /// The least time between checkpoints, in multiples of the time that the last one
    /// took, so that a slow disk is not written to all the time.
    const REST: u32 = 4;

    /// A checkpoint every `interval`; if that is zero, after every superstep.
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

    /// Notes that a checkpoint has been written, and the part of its time that counts.
    pub(crate) fn written(&mut self, took: Duration) {
        self.written = Instant::now();
        self.took = took;
    }
}
