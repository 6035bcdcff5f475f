//! Retrograde analysis of one family: values and exact distances of every position of a material
//! and its twin.
//!
//! # Two views of a position
//!
//! Values are led by the side to move. While a family is solved, each position also has a state, a
//! byte led by the *waiting* side. In block L of the states the waiting side stands on L. After any
//! quiet move of the mover, L moves next: the successor is in block L of the values, over the same
//! free squares, at the rank of the mover's new set. A capture of the stone on t leads into block L
//! without t of a smaller family. So one block of values and a few smaller blocks decide a block of
//! states. The results belong to the mover's block of the values and travel there in a message.
//! Blocks exchange nothing else.
//!
//! # Stages
//!
//! 1. Mark terminal positions.
//! 2. Ply 1: quiet predecessors of positions lost in 0 are won in 1.
//! 3. Seed: captures are looked up. A position that stays open gets a *witness*, a quiet move that
//!    does not lose yet. A position without such a move is lost.
//! 4. Plies 2, 3, ..: quiet predecessors of losses in d - 1 are won in d. An open position whose
//!    witness has become a win for the opponent gets another witness. If no such move exists, the
//!    position is lost in d.
//!
//! A win by a capture in c plies is written immediately but may give way to a quiet win before ply
//! c. Ply d believes only values below d, so the win counts from ply c + 1. A position that stays
//! open is drawn.
//!
//! # Parts
//!
//! The kernel works on one block: slices in, messages out. A store lends the slices and applies
//! messages; it keeps in memory what fits. An [`Exchange`] carries messages between processes, and
//! a schedule runs supersteps over the shards of one process.
//!
//! Values do not depend on the number of threads, processes or shards, or on interruptions.
//! Invariants S1 to S5 and C1 to C8 of `docs/design.md` give the reasons.

mod error;
mod event;
mod exchange;
mod files;
pub(crate) mod kernel;
pub(crate) mod schedule;
pub(crate) mod shards;
mod stage;
mod store;
#[cfg(test)]
mod tests;

use std::collections::HashMap;
use std::hash::{BuildHasher, RandomState};
use std::path::Path;
use std::time::Duration;

pub use error::{SolveError, WorkFault};
pub use event::{FamilyProgress, SolveEvent, SolveWatch};
pub use exchange::{Exchange, Local, all_succeed};
pub use files::record::{CheckpointRecord, ShardFiles, Subject};
pub use files::work_file::WorkDir;
pub use stage::{ResumePoint, Stage};
pub use store::finished::{FinishedValues, ValueCache};

use crate::game::family::Family;
use crate::game::material::Material;
use crate::game::rules::Rules;
use crate::index::numbering::Numbering;
use crate::stop::Stop;
use kernel::cell::Width;
use kernel::lower::LowerValues;
use kernel::side::Side;
use schedule::{Schedule, ScheduleSettings};
use shards::Shards;
use store::{FamilyWork, ShardStore};

/// The settings for solving families.
///
/// # Examples
/// ```
/// use loa_solver::retrograde::{Solver, Values};
/// use loa_solver::{Material, Numbering, Rules};
///
/// let numbering = Numbering::new("3x3".parse()?);
/// let work = tempfile::tempdir()?;
/// let solver = Solver::new(Rules::default(), &numbering, work.path());
/// let values = solver.solve(Material::new(2, 2), &Values::new())?;
/// let cells = (0..values[0].index().len()).map(|place| values[0].get(place));
/// let cells = cells.collect::<Result<Vec<_>, _>>()?;
/// let longest = cells.iter().map(|cell| cell.plies()).max();
/// assert_eq!(longest, Some(2));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Debug)]
pub struct Solver<'a> {
    /// The rules.
    pub rules: Rules,
    /// The board's numbering.
    pub numbering: &'a Numbering,
    /// A folder for this rules id and board only. It must exist.
    pub work: &'a Path,
    /// The time between two checkpoints: the work that a kill may cost. The time is longer if a
    /// checkpoint takes more than a quarter of it. Now and then it also grows by the time in which
    /// all values and states are written. Default: 20 seconds.
    pub checkpoint: Duration,
    /// The longest distance in plies for which cells take one byte: 126, or less for tests.
    #[doc(hidden)]
    pub narrow_limit: u16,
    /// Positions that a process works through in a superstep. `None`, for all but tests, means
    /// `schedule::default_superstep`.
    #[doc(hidden)]
    pub round: Option<u64>,
    /// Bytes of memory for the values and states of a family. The rest is on disk. One shard of
    /// each process is always in memory. Default: no limit.
    pub memory: u64,
    /// The cache for finished values. Default: a private cache.
    pub cache: ValueCache,
    /// Shards of each side. `None`, for all but tests, derives them from the sizes of the family
    /// and of the exchange. Work is resumed with the shards that it began with.
    #[doc(hidden)]
    pub shards: Option<u32>,
    /// Ends the work, which can be resumed later.
    pub stop: Stop,
}

/// The values of finished families by material.
pub type Values = HashMap<Material, FinishedValues>;

impl<'a> Solver<'a> {
    /// Returns a solver with the usual settings. `work` is an existing folder that serves only this
    /// rules id and board.
    pub fn new(rules: Rules, numbering: &'a Numbering, work: &'a Path) -> Solver<'a> {
        Solver {
            rules,
            numbering,
            work,
            checkpoint: Duration::from_secs(20),
            narrow_limit: Width::Narrow.longest(),
            round: None,
            memory: u64::MAX,
            cache: ValueCache::default(),
            shards: None,
            stop: Stop::default(),
        }
    }

    /// Solves a family, or resumes it where it was interrupted, and returns the values of its one
    /// or two materials.
    ///
    /// `lower` must contain the values of every material that a capture leads to, except those with
    /// a lone stone. Uses the threads of the current rayon pool.
    ///
    /// # Errors
    /// If work files fail, lower values are missing or unreadable, a material cannot be numbered, a win
    /// takes more plies than values can store, or the work is stopped.
    pub fn solve(
        &self,
        family: impl Into<Family>,
        lower: &Values,
    ) -> Result<Vec<FinishedValues>, SolveError> {
        self.solve_with(family, lower, &mut Local, &|_| {})
    }

    /// Solves a family as [`Solver::solve`] does, together with the other processes of `exchange`.
    /// All must have the same work folder and call this with the same family.
    ///
    /// # Errors
    /// As for [`Solver::solve`], and if the exchange fails.
    pub fn solve_with(
        &self,
        family: impl Into<Family>,
        lower: &Values,
        exchange: &mut dyn Exchange,
        watch: SolveWatch<'_>,
    ) -> Result<Vec<FinishedValues>, SolveError> {
        let family = family.into();
        let sides = self.sides(family, lower)?;
        let indexes = sides.iter().map(|side| side.index.clone()).collect();
        let shards = match self.shards {
            Some(per_side) => Shards::new(indexes, per_side),
            None => Shards::of_size(indexes, exchange.size()),
        };
        let work = self.work(family, shards, &sides, lower, exchange);
        let (mut store, mut is_resumed) = resume(&work, &sides, exchange, watch)?;
        loop {
            let schedule = Schedule::begin(&sides, &mut store, exchange, watch, self.settings())?;
            match schedule.run() {
                Ok(at) => {
                    all_succeed(exchange, store.finish())?;
                    store.write_checkpoint(exchange, &at)?;
                    return all_succeed(exchange, store.open_finished(&sides, &self.cache));
                }
                Err(error @ SolveError::TooLong { .. }) if is_resumed => {
                    let fault = WorkFault::damaged(&work.dir.record(family), error.to_string());
                    watch(SolveEvent::Refused(&fault));
                    store = begin(&work, exchange)?;
                    is_resumed = false;
                }
                Err(error) => return Err(error),
            }
        }
    }

    fn settings(&self) -> ScheduleSettings<'_> {
        let Solver { checkpoint, round, memory, .. } = *self;
        ScheduleSettings { checkpoint, round, memory, stop: &self.stop }
    }

    /// Prepares each side of a family.
    fn sides<'l>(&self, family: Family, lower: &'l Values) -> Result<Vec<Side<'l>>, SolveError> {
        let side = |leading: Material| {
            let captured = leading.twin().captured();
            let lower = captured.map(|missing| {
                let found = lower.get(&missing).map(|values| values as &dyn LowerValues);
                found.ok_or(SolveError::MissingLower { family, missing })
            });
            let (rules, numbering) = (self.rules, self.numbering);
            Ok(Side::new(rules, numbering, leading, lower.transpose()?)?)
        };
        family.materials().map(side).collect()
    }

    fn work(
        &self,
        family: Family,
        shards: Shards,
        sides: &[Side<'_>],
        lower: &Values,
        exchange: &dyn Exchange,
    ) -> FamilyWork {
        let captured = sides.iter().filter_map(|side| side.lower);
        let digest = |values: &dyn LowerValues| {
            let material = values.index().material();
            let table = lower.get(&material).map_or(0, FinishedValues::table_digest);
            (material.to_string(), format!("{table:032x}"))
        };
        FamilyWork {
            dir: WorkDir::new(self.work),
            subject: Subject {
                board: self.numbering.board().to_string(),
                rules: self.rules.id().to_owned(),
                family: family.to_string(),
                lower: captured.map(digest).collect(),
            },
            shards,
            rank: exchange.rank(),
            size: exchange.size(),
            narrow_limit: self.narrow_limit,
            memory: self.memory,
        }
    }
}

/// Opens earlier work if every process can trust its part; otherwise begins again. `true` if
/// earlier work is resumed.
fn resume(
    work: &FamilyWork,
    sides: &[Side<'_>],
    exchange: &mut dyn Exchange,
    watch: SolveWatch<'_>,
) -> Result<(ShardStore, bool), SolveError> {
    let opened = match ShardStore::open(work.clone(), sides) {
        Err(SolveError::Work(fault)) => {
            watch(SolveEvent::Refused(&fault));
            Ok(None)
        }
        opened => opened,
    };
    let opened = all_succeed(exchange, opened)?;
    let mut any_refused = [u64::from(opened.is_none())];
    exchange.max(&mut any_refused).map_err(SolveError::Exchange)?;
    match opened.filter(|_| any_refused == [0]) {
        Some(store) => {
            if let Some((place, _)) = store.left() {
                watch(SolveEvent::Resumed(place));
            }
            Ok((store, true))
        }
        None => Ok((begin(work, exchange)?, false)),
    }
}

/// Removes all earlier work and creates an empty store.
fn begin(work: &FamilyWork, exchange: &mut dyn Exchange) -> Result<ShardStore, SolveError> {
    // Each `RandomState` has different keys.
    let mut run = [(); 2].map(|()| RandomState::new().hash_one(()));
    exchange.max(&mut run).map_err(SolveError::Exchange)?;
    if exchange.rank() == 0 {
        work.dir.discard(work.family());
    }
    exchange.barrier().map_err(SolveError::Exchange)?;
    Ok(ShardStore::create(work.clone(), run))
}
