//! The settings of a build: its tables, its limits, and its run.

use std::fs;
use std::path::Path;
use std::time::Duration;

use loa_solver::{Board, Rules, Stop};

use super::error::{BuildError, PlanError};
use super::plan::{Plan, Selection};
use crate::format::error::TableError;
use crate::source::layout::Layout;
use crate::values::memory::available_memory;

/// Settings of a build.
///
/// # Examples
///
/// The tables of 3x3:
///
/// ```
/// use loa_tablebase::{Builder, Selection};
///
/// let folder = tempfile::tempdir()?;
/// let (rules, board) = ("mover-pass".parse()?, "3x3".parse()?);
/// let builder = Builder::new(folder.path(), rules, board, Selection::Whole);
/// let report = builder.memory(64 << 20).run()?;
/// assert_eq!((report.written, report.positions), (1, 168));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Debug)]
pub struct Builder {
    pub(crate) layout: Layout,
    pub(crate) rules: Rules,
    pub(crate) board: Board,
    pub(crate) selection: Selection,
    pub(crate) memory: Option<u64>,
    pub(crate) checkpoint: Duration,
    pub(crate) stop: Stop,
}

impl Builder {
    /// Returns a builder with the usual settings, for tables in a folder: a path or a layout.
    ///
    /// If only the transpose of the board has tables or unfinished work, the build makes tables of
    /// the transpose, which serve both boards.
    pub fn new(
        layout: impl Into<Layout>,
        rules: Rules,
        board: Board,
        selection: Selection,
    ) -> Builder {
        let layout = layout.into();
        Builder {
            layout,
            rules,
            board,
            selection,
            memory: None,
            checkpoint: Duration::from_secs(20),
            stop: Stop::default(),
        }
    }

    /// Sets the memory limit in bytes. Default: all available memory.
    #[must_use]
    pub fn memory(mut self, bytes: impl Into<Option<u64>>) -> Builder {
        self.memory = bytes.into();
        self
    }

    /// Sets the interval at which progress is saved against a power cut. Default: 20 seconds.
    /// [`Duration::MAX`] saves nothing, which takes less disk if memory suffices for everything.
    #[must_use]
    pub fn checkpoint(mut self, interval: Duration) -> Builder {
        self.checkpoint = interval;
        self
    }

    /// Sets the signal to end the work. Default: never set.
    #[must_use]
    pub fn stop(mut self, stop: Stop) -> Builder {
        self.stop = stop;
        self
    }

    /// Returns the folder for tables.
    pub const fn layout(&self) -> &Layout {
        &self.layout
    }

    /// Returns the rules.
    pub const fn rules(&self) -> Rules {
        self.rules
    }

    /// Returns the board.
    pub const fn board(&self) -> Board {
        self.board
    }

    /// Returns the plan for [`Builder::run`].
    ///
    /// # Errors
    /// If nothing is selected, the material does not fit, or the folder cannot be read.
    pub fn plan(&self) -> Result<Plan, PlanError> {
        self.plan_of(self.selection)
    }

    pub(super) fn plan_of(&self, selection: Selection) -> Result<Plan, PlanError> {
        Plan::new(&self.layout, self.rules, self.orientation(), selection)
    }

    /// Returns the board whose tables are made: see [`Layout::orientation`].
    pub(super) fn orientation(&self) -> Board {
        self.layout.orientation(self.rules, self.board)
    }

    /// Returns the memory and disk that a run may use.
    pub fn resources(&self) -> Resources {
        // Interrupted work already takes some of its space.
        let taken = bytes_in(&self.layout.work(self.rules, self.orientation()));
        let free = free_disk(self.layout.root());
        Resources {
            memory: self.memory.or_else(available_memory),
            disk: free.map(|free| free.saturating_add(taken)),
            is_recorded: self.checkpoint < Duration::MAX,
        }
    }

    /// Compares a plan's needs with the resources.
    pub(super) fn check_resources(&self, plan: &Plan) -> Result<(), BuildError> {
        let room = self.resources();
        if room.fits(plan) {
            return Ok(());
        }
        if let Some(allowed) = room.memory.filter(|_| !room.memory_fits(plan)) {
            let needed = plan.least_memory();
            let path = self.layout.root().to_owned();
            return Err(TableError::Memory { path, needed, allowed }.into());
        }
        Err(BuildError::Disk {
            path: self.layout.root().to_owned(),
            needed: room.disk_needed(plan),
            free: room.disk.unwrap_or_default(),
        })
    }

    /// Returns the maximum number of stones for which [`Selection::Stones`] fits `room`; `None` if
    /// nothing fits.
    ///
    /// # Errors
    /// If nothing is selected, the material does not fit, or the folder cannot be read.
    pub fn most_stones(&self, room: &Resources) -> Result<Option<u32>, PlanError> {
        // More stones need more.
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

/// Returns the total size of the files in a folder, 0 if it does not exist.
fn bytes_in(folder: &Path) -> u64 {
    let files = fs::read_dir(folder).into_iter().flatten().flatten();
    let sizes = files.filter_map(|file| Some(file.metadata().ok()?.len()));
    sizes.sum()
}

/// Memory and disk that a solve may use, in bytes; `None` if the system does not tell.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[non_exhaustive]
pub struct Resources {
    /// Memory: the limit, or else all available memory.
    pub memory: Option<u64>,
    /// Free bytes of the tables' disk, including those that unfinished work takes.
    pub disk: Option<u64>,
    /// True if progress is saved, so that the work can be resumed. That takes disk.
    pub is_recorded: bool,
}

impl Resources {
    /// `true` if the rest of a plan fits.
    pub fn fits(&self, plan: &Plan) -> bool {
        let nothing_to_do = plan.open().next().is_none();
        let disk_fits = |disk| self.disk_needed(plan) <= disk;
        nothing_to_do || (self.memory_fits(plan) && self.disk.is_none_or(disk_fits))
    }

    /// `true` if the memory suffices for a plan.
    pub fn memory_fits(&self, plan: &Plan) -> bool {
        self.memory.is_none_or(|memory| plan.least_memory() <= memory)
    }

    /// Returns the bytes of disk that must be free for a plan.
    pub(crate) fn disk_needed(&self, plan: &Plan) -> u64 {
        let in_memory = plan.memory().saturating_add(plan.mapped_bytes());
        if self.is_recorded || self.memory.is_none_or(|memory| memory < in_memory) {
            plan.disk_bytes()
        } else {
            plan.disk_bytes_without_checkpoints()
        }
    }
}

/// Returns the bytes free for the user on the disk of `folder`, which need not exist yet; `None` if
/// the system does not tell.
#[cfg(not(target_family = "wasm"))]
pub(crate) fn free_disk(folder: &Path) -> Option<u64> {
    let made = folder
        .ancestors()
        .find(|ancestor| ancestor.exists())
        .filter(|ancestor| !ancestor.as_os_str().is_empty());
    fs4::available_space(made.unwrap_or(Path::new("."))).ok()
}

#[cfg(target_family = "wasm")]
pub(crate) fn free_disk(_: &Path) -> Option<u64> {
    None
}
