//! Solving what is missing: families in order, each from the values of smaller
//! ones, each stored before the next begins.
//!
//! The values of a family stay in the work folder, mapped and uncompressed, as
//! long as a later family captures into them, also while the work is interrupted.
//! If they are not there they are restored from the tables. One process at a time
//! works on a folder: it holds the folder's lock.

mod damage;
mod dropping;
mod lower;
mod resumed;
mod site;
#[cfg(test)]
mod tests;

use std::fs;
use std::io;
use std::path::{Path, PathBuf};
use std::time::{Duration, Instant};

use loa_solver::retrograde::{Progress, SolveError, Values};
use loa_solver::{Board, Material, Numbering, Rules};

pub use self::damage::Replaced;
use self::dropping::Dropping;
pub use self::resumed::RestartCause;
use self::site::Site;
use crate::error::TableError;
use crate::header::{Header, Metric};
use crate::layout::Layout;
use crate::lock::{BoardLock, LockError};
use crate::pack::PackError;
use crate::plan::{FamilyPlan, Plan, PlanError, Selection};
use crate::restore::RestoreError;
use crate::space::{Room, free_disk, total_memory};
use crate::verify::VerifyError;

/// Why tables were not built.
#[derive(Debug, thiserror::Error)]
pub enum BuildError {
    /// There is nothing to build, or no way to.
    #[error(transparent)]
    Plan(#[from] PlanError),
    /// A table that is there cannot be used, or one cannot be written.
    #[error(transparent)]
    Table(#[from] TableError),
    /// The values of a table that is there cannot be restored.
    #[error(transparent)]
    Restore(#[from] RestoreError),
    /// A table cannot be packed without distances.
    #[error(transparent)]
    Pack(#[from] PackError),
    /// A table to build on is wrong, or cannot be verified.
    #[error(transparent)]
    Verify(#[from] VerifyError),
    /// Solving failed or was interrupted.
    #[error(transparent)]
    Solve(#[from] SolveError),
    /// A folder or the lock in it cannot be made.
    #[error("{path}: {source}")]
    Io {
        /// The folder or file.
        path: PathBuf,
        /// What the system says.
        source: io::Error,
    },
    /// The board's folder cannot be locked: another process works there, perhaps.
    #[error(transparent)]
    Lock(#[from] LockError),
    /// The watch has ended the work, and no family was in hand.
    #[error("interrupted")]
    Interrupted,
    /// A link has the name of the work folder.
    #[error("{0} is a link, which is not followed: remove it")]
    Link(PathBuf),
    /// The run would need more memory than it may have.
    #[error("this needs {needed} bytes of memory, and {allowed} are allowed")]
    Memory {
        /// Bytes needed.
        needed: u64,
        /// Bytes allowed, or there are.
        allowed: u64,
    },
    /// The disk cannot hold the result.
    #[error("{folder}: this needs {needed} bytes of disk, and {free} are free")]
    Disk {
        /// The folder for tables.
        folder: PathBuf,
        /// Bytes needed.
        needed: u64,
        /// Bytes free, those included that interrupted work takes.
        free: u64,
    },
}

/// Something that happened while building.
#[derive(Debug)]
pub enum BuildEvent<'a> {
    /// A family is there already.
    Skipped {
        /// The family.
        family: &'a FamilyPlan,
        /// Whether it has distances and none are wanted.
        has_more: bool,
    },
    /// The checksums of all tables that are there are about to be checked: half a
    /// second of one thread for a gigabyte, and the disk's time to read them.
    Checking {
        /// How many there are.
        tables: usize,
        /// Bytes of their files.
        bytes: u64,
    },
    /// A table is damaged, or of something else than its place says, and will be
    /// solved again.
    Damaged(&'a TableError),
    /// These tables will be built on, and the record of the folder knows nothing of
    /// them: it neither made nor proved them, or they rest on such.
    Unproven {
        /// The build.
        builder: &'a Builder,
        /// The tables.
        tables: &'a [Material],
    },
    /// A table that will be built on has been verified.
    Verified(Material),
    /// A family is begun, or gone on with.
    Begun {
        /// The family.
        family: &'a FamilyPlan,
        /// Its place among those to be solved, from 1.
        number: usize,
        /// The families to be solved after it.
        later: &'a [&'a FamilyPlan],
    },
    /// A family that an earlier run has begun is begun again.
    Restarted {
        /// The family.
        family: &'a FamilyPlan,
        /// The reason.
        cause: RestartCause<'a>,
    },
    /// A family has got further.
    Progress(Progress),
    /// A family is solved; its tables are about to be written.
    Solved(&'a FamilyPlan),
    /// A table has been written.
    Written(&'a Header, &'a Path),
}

/// Whoever watches a build and may stop it.
pub trait BuildWatch: Sync {
    /// Told what happens.
    fn event(&self, _event: BuildEvent<'_>) {}

    /// Asked often; true ends the work, keeping what is done.
    fn interrupted(&self) -> bool {
        false
    }
}

/// Nobody watches.
impl BuildWatch for () {}

/// What a build has done.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct BuildReport {
    /// Tables written.
    pub written: usize,
    /// Tables that were there.
    pub skipped: usize,
    /// Tables among these that have distances where none are wanted.
    pub have_more: usize,
    /// Damaged files in whose place tables were written.
    pub replaced: Vec<Replaced>,
    /// Tables built on that the folder neither made nor proved.
    pub unproven: Vec<Material>,
    /// How often a family was begun again because its work was not to be trusted.
    pub restarted: usize,
    /// Values found.
    pub positions: u64,
    /// Bytes written.
    pub bytes: u64,
    /// Time it took.
    pub elapsed: Duration,
}

/// How and where to build.
#[derive(Clone, Debug)]
pub struct Builder {
    /// The folder for tables.
    pub layout: Layout,
    /// The rules.
    pub rules: Rules,
    /// The board. Where only its transpose has tables or unfinished work, tables of
    /// that are made, which serve both.
    pub board: Board,
    /// What to build.
    pub selection: Selection,
    /// Bytes of memory that may be used; all of the machine's if not told.
    pub memory: Option<u64>,
    /// Whether the tables that are there and built on are verified before, and what an
    /// earlier run has left of their values is not used.
    pub verify_lower: bool,
    /// What the tables are to tell.
    pub metric: Metric,
    /// How often interrupted work is made safe against a power cut.
    pub checkpoint: Duration,
}

impl Builder {
    /// A builder with the usual settings.
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
        }
    }

    /// What [`Builder::run`] would do.
    ///
    /// # Errors
    /// See [`Plan::new`].
    pub fn plan(&self) -> Result<Plan, PlanError> {
        self.plan_of(self.selection)
    }

    fn plan_of(&self, selection: Selection) -> Result<Plan, PlanError> {
        let (layout, metric, board) = (&self.layout, self.metric, self.orientation());
        Plan::new(layout, self.rules, board, selection, metric)
    }

    /// Returns the board whose tables are made: see [`Layout::orientation`].
    fn orientation(&self) -> Board {
        self.layout.orientation(self.rules, self.board)
    }

    /// Builds what is missing, on the threads of the current rayon pool.
    ///
    /// # Errors
    /// When memory or disk do not suffice (before anything is begun), files
    /// fail, or `watch` interrupts. Finished tables stay, and unfinished work
    /// is taken up by the next run.
    pub fn run(&self, watch: &dyn BuildWatch) -> Result<BuildReport, BuildError> {
        Builder {
            board: self.orientation(),
            ..self.clone()
        }
        .run_here(watch)
    }

    /// Builds tables of this builder's own board.
    fn run_here(&self, watch: &dyn BuildWatch) -> Result<BuildReport, BuildError> {
        let began = Instant::now();
        let mut plan = self.plan()?;
        self.find_damage(&mut plan, watch)?;
        self.check_room(&plan)?;
        let mut report = BuildReport::default();
        for family in plan.families.iter().filter(|family| family.is_done()) {
            let have_more = match self.metric {
                Metric::Distance => 0,
                Metric::Outcome => family.with_distances(),
            };
            let has_more = have_more > 0;
            watch.event(BuildEvent::Skipped { family, has_more });
            report.skipped += family.tables.len();
            report.have_more += have_more;
        }
        let work = self.layout.work(self.rules, self.board);
        // With nothing to solve there may still be leavings of a run that was
        // killed after its last table.
        if plan.open().next().is_some() || work.exists() {
            self.build(&mut plan, &work, watch, &mut report)?;
        }
        report.elapsed = began.elapsed();
        Ok(report)
    }

    /// Builds the open families while holding the board's lock.
    fn build(
        &self,
        plan: &mut Plan,
        work: &Path,
        watch: &dyn BuildWatch,
        report: &mut BuildReport,
    ) -> Result<(), BuildError> {
        let nothing_to_do = plan.open().next().is_none();
        let folder = self.layout.board(self.rules, self.board);
        make_folder(&folder)?;
        let _lock = match BoardLock::take(&folder) {
            Err(LockError::Busy(_)) if nothing_to_do => return Ok(()),
            lock => lock?,
        };
        if fs::symlink_metadata(work).is_ok_and(|there| there.is_symlink()) {
            if nothing_to_do {
                return Ok(());
            }
            return Err(BuildError::Link(work.to_owned()));
        }
        make_folder(work)?;
        let mut dropping = Dropping::read(work);
        if self.metric == Metric::Distance {
            dropping.spare(|material| plan.has(material))?;
        }
        let built = self.build_families(plan, work, watch, &mut dropping, report);
        let built = built.and_then(|()| self.drop_distances(plan, dropping, watch, report));
        let tidied = self.tidy(work);
        built.and(tidied)
    }

    fn build_families(
        &self,
        plan: &mut Plan,
        work: &Path,
        watch: &dyn BuildWatch,
        dropping: &mut Dropping,
        report: &mut BuildReport,
    ) -> Result<(), BuildError> {
        let mut proofs = self.proofs(plan);
        if self.verify_lower && !self.built_on(plan).is_empty() {
            self.prove_lower(plan, watch)?;
            proofs = self.proofs(plan);
        }
        if !proofs.unproven().is_empty() {
            let (builder, tables) = (self, proofs.unproven());
            watch.event(BuildEvent::Unproven { builder, tables });
            report.unproven = tables.to_vec();
        }
        let mut site = Site {
            builder: self,
            numbering: Numbering::new(self.board),
            values: Values::new(),
            work,
            watch,
            dropping,
            proofs,
        };
        site.build_all(plan, report)
    }

    /// Drops the distances of this selection's tables that were solved for that,
    /// unless unfinished work on other families may need them.
    fn drop_distances(
        &self,
        plan: &Plan,
        mut dropping: Dropping,
        watch: &dyn BuildWatch,
        report: &mut BuildReport,
    ) -> Result<(), BuildError> {
        if self.metric == Metric::Distance || dropping.is_empty() || self.is_begun()? {
            return Ok(());
        }
        let file = |material| {
            let file = self.layout.table(self.rules, self.board, material);
            plan.has(material).then_some(file)
        };
        dropping.drop_distances(file, self.memory, watch, report)
    }

    /// Whether work on any of the board's families is unfinished.
    fn is_begun(&self) -> Result<bool, PlanError> {
        let all = Selection::Pieces(self.board.squares());
        let begun = Plan::begun(&self.layout, self.rules, self.board, all)?;
        Ok(!begun.is_empty())
    }

    /// Removes the work folder, unless something in it is still of use.
    fn tidy(&self, work: &Path) -> Result<(), BuildError> {
        if !self.is_begun()? && Dropping::read(work).is_empty() {
            // If it stays, no harm is done.
            let _ = fs::remove_dir_all(work);
        }
        Ok(())
    }

    /// Returns the memory and disk that a run may use.
    pub fn room(&self) -> Room {
        // Interrupted work has taken some of its room already.
        let taken = bytes_in(&self.layout.work(self.rules, self.orientation()));
        let free = free_disk(self.layout.root());
        Room {
            memory: self.memory.or_else(total_memory),
            disk: free.map(|free| free.saturating_add(taken)),
        }
    }

    /// Returns the most stones for which [`Selection::Pieces`] fits `room`, if any
    /// does.
    ///
    /// # Errors
    /// See [`Plan::new`].
    pub fn largest_pieces(&self, room: &Room) -> Result<Option<u32>, PlanError> {
        // What more stones take includes what fewer take.
        let (mut fits, mut too_many) = (3, self.board.squares() + 1);
        while too_many - fits > 1 {
            let stones = fits.midpoint(too_many);
            match self.plan_of(Selection::Pieces(stones)) {
                Ok(plan) if room.fits(&plan) => fits = stones,
                Ok(_) | Err(PlanError::Index(_)) => too_many = stones,
                Err(error) => return Err(error),
            }
        }
        Ok((fits > 3).then_some(fits))
    }

    fn check_room(&self, plan: &Plan) -> Result<(), BuildError> {
        let room = self.room();
        if room.fits(plan) {
            return Ok(());
        }
        if let Some(allowed) = room.memory.filter(|_| !room.memory_fits(plan)) {
            let needed = plan.memory();
            return Err(BuildError::Memory { needed, allowed });
        }
        Err(BuildError::Disk {
            folder: self.layout.root().to_owned(),
            needed: plan.disk_bytes(),
            free: room.disk.unwrap_or_default(),
        })
    }
}

fn make_folder(folder: &Path) -> Result<(), BuildError> {
    fs::create_dir_all(folder).map_err(|source| BuildError::Io {
        path: folder.to_owned(),
        source,
    })
}

/// Bytes of the files in a folder, if it is there.
fn bytes_in(folder: &Path) -> u64 {
    let files = fs::read_dir(folder).into_iter().flatten().flatten();
    let sizes = files.filter_map(|file| Some(file.metadata().ok()?.len()));
    sizes.sum()
}
