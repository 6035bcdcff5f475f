//! The passes over one family: which blocks, in which order, and when what is
//! found is applied and journalled.

use std::collections::BTreeMap;
use std::sync::atomic::{AtomicBool, Ordering::Relaxed};

use rayon::prelude::*;

use super::checkpoint::keep::Checkpoint;
use super::checkpoint::log::Finds;
use super::checkpoint::record::{Subject, Written};
use super::checkpoint::work_file::{Owner, WorkFile};
use super::exchange::{Activity, Batch, apply};
use super::kernel::cell::{Cell, Stored, Width};
use super::kernel::seed::{mark, strand};
use super::kernel::side::Ground;
use super::kernel::state::State;
use super::kernel::view::{Worker, with_view};
use super::stage::{Place, Stage};
use super::store::value_file::ValueFile;
use super::{Control, Progress, SolveError, Solver};
use crate::game::material::Material;
use crate::game::rules::NoMove;

/// A family being solved.
pub(crate) struct Run<'a> {
    pub(super) solver: &'a Solver<'a>,
    pub(super) family: Material,
    pub(super) subject: Subject,
    /// Whose the work files are.
    pub(super) owner: Owner,
    pub(super) control: &'a dyn Control,
    /// One for each side whose squares lead: two, or one if both have equally
    /// many stones.
    pub(super) grounds: Vec<Ground<'a>>,
    pub(super) values: Vec<ValueFile>,
    pub(super) states: Vec<Vec<State>>,
    pub(super) state_files: Vec<WorkFile>,
    pub(super) activity: Vec<Activity>,
    /// Whether a block has positions that pass; few have.
    pub(super) passing: Vec<Vec<AtomicBool>>,
    /// What is to be done next.
    pub(super) at: Place,
    /// The longest distance found.
    pub(super) longest: u16,
    /// What a round has found for an array whose cells are too narrow for it.
    pub(super) waiting: Option<(usize, Vec<Batch>)>,
    /// Finds that the value files do not have yet.
    pub(super) finds: Vec<Finds>,
    /// Whether values and finds together are all in the work files.
    pub(super) is_filed: bool,
    /// States that the work files must have at the next checkpoint: by side and
    /// first block, up to which block.
    pub(super) unsaved: BTreeMap<(usize, u64), u64>,
    /// What the work files have got.
    pub(super) written: Written,
    pub(super) checkpoint: Checkpoint,
}

/// A block's share of the arrays.
struct Share<'s, S> {
    orbit: u64,
    activity: &'s Activity,
    passing: &'s AtomicBool,
    to_leader: &'s [S],
    states: &'s mut [State],
}

impl Run<'_> {
    pub(crate) fn width(&self) -> Width {
        self.values[0].width()
    }

    pub(crate) fn finish(self) -> Vec<ValueFile> {
        self.values
    }

    /// All stages that are left.
    pub(crate) fn go(&mut self) -> Result<(), SolveError> {
        let ended = match self.width() {
            Width::Narrow => self.stages::<u8>(),
            Width::Wide => self.stages::<u16>(),
        };
        if matches!(ended, Err(SolveError::Interrupted { .. })) {
            self.journal()?;
        }
        ended
    }

    fn stages<S: Stored>(&mut self) -> Result<(), SolveError> {
        loop {
            match self.at.stage {
                Stage::Mark => self.mark::<S>()?,
                Stage::Ply(1) => self.win::<S>()?,
                Stage::Seed => self.seed::<S>()?,
                // A ply looks at what has a distance of one ply less.
                Stage::Ply(ply) if ply > self.longest + 1 => return self.save(),
                Stage::Ply(ply) => self.propagate::<S>(ply)?,
            }
            self.at = Place::beginning(self.at.stage.next());
            self.save()?;
        }
    }

    fn mark<S: Stored>(&mut self) -> Result<(), SolveError> {
        self.at = Place::START;
        self.longest = 0;
        for side in 0..self.grounds.len() {
            let (ground, target) = (&self.grounds[side], self.target(side));
            let activity = &self.activity[target];
            let len = ground.index.block_len() as usize;
            let cells = self.values[side].cells_mut::<S>().par_chunks_mut(len);
            let blocks = cells.zip(self.states[side].par_chunks_mut(len)).enumerate();
            blocks.for_each_init(
                || Worker::new(ground, activity),
                |worker, (orbit, (cells, states))| {
                    worker.set_leader(ground.index.leaders().representative(orbit as u64).0);
                    mark(ground, &worker.block, cells, states, &worker.crossing);
                },
            );
        }
        if self.solver.rules.no_move() == NoMove::Loss {
            self.every_block::<S>(
                |_, _| true,
                |ground, worker, share| {
                    strand(ground, &worker.block, share.states, &mut worker.crossing);
                },
            )?;
        }
        Ok(())
    }

    /// Wins in 1.
    fn win<S: Stored>(&mut self) -> Result<(), SolveError> {
        let all = |_: &Activity, _| true;
        self.every_block::<S>(all, |ground, worker, share| {
            with_view!(ground, worker, share, 1, |view| {
                view.win(share.states, &mut worker.crossing);
            });
        })
    }

    /// The first look at what ply 1 leaves open.
    fn seed<S: Stored>(&mut self) -> Result<(), SolveError> {
        let all = |_: &Activity, _| true;
        self.every_block::<S>(all, |ground, worker, share| {
            with_view!(ground, worker, share, 2, |view| {
                view.seed(share.states, &mut worker.crossing);
                let passing = share.states.contains(&State::PASSES);
                share.passing.store(passing, Relaxed);
            });
        })
    }

    fn propagate<S: Stored>(&mut self, ply: u16) -> Result<(), SolveError> {
        let (won, lost) = (Cell::win(ply - 1), Cell::loss(ply - 1));
        let active = |activity: &Activity, orbit| {
            activity.may_hold(orbit, won) || activity.may_hold(orbit, lost)
        };
        self.every_block::<S>(active, |ground, worker, share| {
            with_view!(ground, worker, share, ply, |view| {
                if share.activity.may_hold(share.orbit, lost) {
                    view.win(share.states, &mut worker.crossing);
                }
                if share.activity.may_hold(share.orbit, won) {
                    view.lose(share.states, &mut worker.crossing);
                }
                if share.passing.load(Relaxed) {
                    view.pass(share.states, &mut worker.crossing);
                }
            });
        })
    }

    /// The array that the finds in this side's states belong to.
    fn target(&self, side: usize) -> usize {
        self.grounds.len() - 1 - side
    }

    /// Works through every block that is active, from where the work has got to,
    /// on all threads, round by round; what a round has found is applied when
    /// all of it is done.
    fn every_block<S: Stored>(
        &mut self,
        active: impl Fn(&Activity, u64) -> bool + Sync,
        work: impl Fn(&Ground<'_>, &mut Worker<'_>, Share<'_, S>) + Sync,
    ) -> Result<(), SolveError> {
        while let Some(ground) = self.grounds.get(self.at.side) {
            let (blocks, len) = (ground.index.blocks(), ground.index.block_len());
            let (side, first) = (self.at.side, self.at.block.min(blocks));
            let least = 4 * rayon::current_num_threads() as u64;
            let last = blocks.min(first + (self.solver.round / len).max(least));
            let batches = self.round::<S>(side, first..last, &active, &work);
            if !batches.is_empty() && self.at.stage.is_before_plies() {
                let unsaved = self.unsaved.entry((side, first)).or_default();
                *unsaved = last.max(*unsaved);
            }
            self.at = match last < blocks {
                true => Place {
                    block: last,
                    ..self.at
                },
                false => Place {
                    side: side + 1,
                    block: 0,
                    ..self.at
                },
            };
            self.accept::<S>(self.target(side), batches)?;
            self.report();
            if self.control.interrupted() {
                let (family, ply) = (self.family, self.at.stage.known());
                return Err(SolveError::Interrupted { family, ply });
            }
            self.save()?;
        }
        Ok(())
    }

    fn report(&self) {
        let entries = |sides: &[Ground<'_>]| sides.iter().map(|side| side.index.len()).sum();
        let sides: u64 = entries(&self.grounds[..self.at.side]);
        let ground = self.grounds.get(self.at.side);
        let done = sides + ground.map_or(0, |ground| self.at.block * ground.index.block_len());
        self.control.progress(Progress {
            family: self.family,
            stage: self.at.stage,
            done,
            total: entries(&self.grounds),
        });
    }

    fn round<S: Stored>(
        &mut self,
        side: usize,
        blocks: std::ops::Range<u64>,
        active: &(impl Fn(&Activity, u64) -> bool + Sync),
        work: &(impl Fn(&Ground<'_>, &mut Worker<'_>, Share<'_, S>) + Sync),
    ) -> Vec<Batch> {
        let target = self.target(side);
        let ground = &self.grounds[side];
        let (here, there) = (&self.activity[side], &self.activity[target]);
        let passing = &self.passing[side];
        let len = ground.index.block_len() as usize;
        let range = blocks.start as usize * len..blocks.end as usize * len;
        let cells = self.values[side].cells::<S>()[range.clone()].par_chunks(len);
        let states = self.states[side][range].par_chunks_mut(len);
        let per_thread = (blocks.end - blocks.start) as usize / (8 * rayon::current_num_threads());
        let shares = cells
            .zip(states)
            .enumerate()
            .with_min_len(per_thread.max(1));
        let workers = shares.fold(
            || None,
            |worker: Option<Worker<'_>>, (at, (to_leader, states))| {
                let orbit = blocks.start + at as u64;
                if !active(here, orbit) {
                    return worker;
                }
                let mut worker = worker.unwrap_or_else(|| Worker::new(ground, there));
                worker.set_leader(ground.index.leaders().representative(orbit).0);
                let share = Share {
                    orbit,
                    activity: here,
                    passing: &passing[orbit as usize],
                    to_leader,
                    states,
                };
                work(ground, &mut worker, share);
                worker.crossing.put();
                Some(worker)
            },
        );
        workers
            .flatten()
            .map(|worker| worker.crossing.batch)
            .collect()
    }

    /// Applies what a round has found, or keeps it waiting for wider cells.
    fn accept<S: Stored>(&mut self, target: usize, batches: Vec<Batch>) -> Result<(), SolveError> {
        let longest = apply(self.values[target].cells_mut::<S>(), &batches);
        self.longest = self.longest.max(longest);
        let limit = self.solver.longest(S::WIDTH);
        if self.longest > limit {
            self.waiting = Some((target, batches));
            let family = self.family;
            return Err(SolveError::TooLong { family, limit });
        }
        self.note_finds(target, &batches)
    }
}
