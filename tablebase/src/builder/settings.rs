//! The settings of a build, and what they allow and lead to.

use std::fs;
use std::path::Path;
use std::time::Duration;

use loa_solver::{Board, Rules, Stop};

use super::error::PlanError;
use super::plan::Plan;
use super::selection::Selection;
use crate::format::metric::Metric;
use crate::source::layout::Layout;
use crate::values::memory::available_memory;

/// Settings of a build: where, what and how.
#[derive(Clone, Debug)]
#[non_exhaustive]
pub struct Builder {
    /// The folder for tables.
    pub layout: Layout,
    /// The rules.
    pub rules: Rules,
    /// The board. Where only its transpose has tables or unfinished work, tables of
    /// that are made, which serve both.
    pub board: Board,
    /// The tables to build.
    pub selection: Selection,
    /// Bytes of memory that may be used; `None` for all that is available.
    pub memory: Option<u64>,
    /// True if the tables that are there and built on are verified before, and nothing
    /// that an earlier run has left of their values is used.
    pub verify_lower: bool,
    /// The metric: how much the tables store of a value.
    pub metric: Metric,
    /// The interval at which interrupted work is made safe against a power cut;
    /// [`Duration::MAX`] for never, which takes less disk where there is memory for
    /// everything.
    pub checkpoint: Duration,
    /// The sign at which the work ends, to be gone on with by another run.
    pub stop: Stop,
}

impl Builder {
    /// Returns a builder with the usual settings.
    pub fn new(layout: Layout, rules: Rules, board: Board, selection: Selection) -> Builder {
        Builder {
            layout,
            rules,
            board,
            selection,
            memory: None,
            verify_lower: false,
            metric: Metric::Distance,
            checkpoint: Duration::from_secs(20),
            stop: Stop::default(),
        }
    }

    /// Sets how many bytes of memory may be used: all that is available by default.
    #[must_use]
    pub fn memory(mut self, bytes: impl Into<Option<u64>>) -> Builder {
        self.memory = bytes.into();
        self
    }

    /// Sets whether the tables that are there and built on are verified before, and
    /// nothing that an earlier run has left of their values is used.
    #[must_use]
    pub fn verify_lower(mut self, verify: bool) -> Builder {
        self.verify_lower = verify;
        self
    }

    /// Sets how much the tables store of a value: distances by default.
    #[must_use]
    pub fn metric(mut self, metric: Metric) -> Builder {
        self.metric = metric;
        self
    }

    /// Sets how often interrupted work is made safe against a power cut.
    #[must_use]
    pub fn checkpoint(mut self, interval: Duration) -> Builder {
        self.checkpoint = interval;
        self
    }

    /// Sets the sign at which the work ends: none by default.
    #[must_use]
    pub fn stop(mut self, stop: Stop) -> Builder {
        self.stop = stop;
        self
    }

    /// Returns the plan of what [`Builder::run`] would do.
    ///
    /// # Errors
    /// See [`Plan::new`].
    pub fn plan(&self) -> Result<Plan, PlanError> {
        self.plan_of(self.selection)
    }

    pub(super) fn plan_of(&self, selection: Selection) -> Result<Plan, PlanError> {
        let (layout, metric, board) = (&self.layout, self.metric, self.orientation());
        Plan::new(layout, self.rules, board, selection, metric)
    }

    /// Returns the board whose tables are made: see [`Layout::orientation`].
    pub(super) fn orientation(&self) -> Board {
        self.layout.orientation(self.rules, self.board)
    }

    /// Returns the memory and disk that a run may use.
    pub fn resources(&self) -> Resources {
        // Interrupted work has taken some of its space already.
        let taken = bytes_in(&self.layout.work(self.rules, self.orientation()));
        let free = free_disk(self.layout.root());
        Resources {
            memory: self.memory.or_else(available_memory),
            disk: free.map(|free| free.saturating_add(taken)),
            is_recorded: self.checkpoint < Duration::MAX,
        }
    }

    /// Returns the most stones for which [`Selection::Stones`] fits `room`, if any
    /// does.
    ///
    /// # Errors
    /// See [`Plan::new`].
    pub fn most_stones(&self, room: &Resources) -> Result<Option<u32>, PlanError> {
        // What more stones take includes what fewer take.
        let (mut fits, mut too_many) = (3, self.board.squares() + 1);
        while too_many - fits > 1 {
            let stones = fits.midpoint(too_many);
            match self.plan_of(Selection::Stones(stones)) {
                Ok(plan) if room.fits(&plan) => fits = stones,
                Ok(_) | Err(PlanError::Index(_)) => too_many = stones,
                Err(error) => return Err(error),
            }
        }
        Ok((fits > 3).then_some(fits))
    }
}

/// Returns the bytes of the files in a folder, if it is there.
fn bytes_in(folder: &Path) -> u64 {
    let files = fs::read_dir(folder).into_iter().flatten().flatten();
    let sizes = files.filter_map(|file| Some(file.metadata().ok()?.len()));
    sizes.sum()
}

/// Memory and disk that a solve may use, in bytes; `None` where the system does
/// not say how much there is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct Resources {
    /// Memory: as much as is allowed, else all that is available.
    pub memory: Option<u64>,
    /// Free bytes of the disk that holds the tables, those included that unfinished
    /// work has taken.
    pub disk: Option<u64>,
    /// True if work is recorded, so that it can be resumed; that takes disk.
    pub is_recorded: bool,
}

impl Resources {
    /// Returns whether what a plan has still to solve fits.
    pub fn fits(&self, plan: &Plan) -> bool {
        let nothing_to_do = plan.open().next().is_none();
        nothing_to_do || (self.memory_fits(plan) && self.disk_fits(plan))
    }

    /// Returns whether the memory suffices for a plan.
    pub fn memory_fits(&self, plan: &Plan) -> bool {
        self.memory
            .is_none_or(|memory| plan.least_memory() <= memory)
    }

    /// Returns whether the disk suffices for a plan.
    pub fn disk_fits(&self, plan: &Plan) -> bool {
        self.disk.is_none_or(|disk| self.disk_needed(plan) <= disk)
    }

    /// Returns the bytes of disk that must be free for a plan.
    pub fn disk_needed(&self, plan: &Plan) -> u64 {
        let in_memory = plan.memory().saturating_add(plan.mapped_bytes());
        if self.is_recorded || self.memory.is_none_or(|memory| memory < in_memory) {
            plan.disk_bytes()
        } else {
            plan.disk_bytes_without_checkpoints()
        }
    }
}

/// Returns the bytes free for the user on the disk that holds `folder`, or that will
/// hold it once it is made; `None` if the system does not say.
pub(crate) fn free_disk(folder: &Path) -> Option<u64> {
    let made = folder.ancestors().find(|ancestor| ancestor.exists());
    let made = made.filter(|ancestor| !ancestor.as_os_str().is_empty());
    fs4::available_space(made.unwrap_or(Path::new("."))).ok()
}
