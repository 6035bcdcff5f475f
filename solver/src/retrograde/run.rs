//! The passes over one family: which blocks, in which order, and when what is
//! found is applied and journalled.

use std::sync::atomic::{AtomicBool, Ordering::Relaxed};
use std::time::Instant;

use rayon::prelude::*;

use super::cell::{Cell, Stored, Width};
use super::crossing::{Activity, Batch, apply};
use super::ground::{Ground, Worker, with_view};
use super::seed::{mark, recall, strand};
use super::state::State;
use super::store::ValueFile;
use super::{Control, Progress, SolveError, Solver, Stage, Values};
use crate::material::Material;
use crate::rules::NoMove;

/// Entries between two applications of what was found: few enough for what is
/// on its way to be small beside the arrays.
const ROUND: u64 = 1 << 23;

/// A family being solved.
pub(crate) struct Run<'a> {
    pub(super) solver: &'a Solver<'a>,
    pub(super) family: Material,
    control: &'a dyn Control,
    /// One for each side whose squares lead: two, or one if both have equally
    /// many stones.
    grounds: Vec<Ground<'a>>,
    pub(super) values: Vec<ValueFile>,
    states: Vec<Vec<State>>,
    activity: Vec<Activity>,
    /// Whether a block has positions that pass; few have.
    passing: Vec<Vec<AtomicBool>>,
    /// The last finished ply; 0 before the seed.
    pub(super) ply: u16,
    /// The longest distance found.
    pub(super) longest: u16,
    pub(super) checkpoint: Instant,
}

/// A block's share of the arrays.
struct Share<'s, S> {
    orbit: u64,
    activity: &'s Activity,
    passing: &'s AtomicBool,
    to_leader: &'s [S],
    states: &'s mut [State],
}

impl<'a> Run<'a> {
    pub(crate) fn begin(
        solver: &'a Solver<'a>,
        family: Material,
        lower: &'a Values,
        control: &'a dyn Control,
    ) -> Result<Run<'a>, SolveError> {
        let mut materials = vec![family, family.twin()];
        materials.dedup();
        let journal = solver.journal(family);
        let width = journal
            .as_ref()
            .map_or(Width::Narrow, |journal| journal.width);
        let (mut grounds, mut values) = (Vec::new(), Vec::new());
        for &material in &materials {
            // The waiting side may lose a stone to a capture.
            let captured = material
                .twin()
                .after_capture()
                .filter(|after| after.us() > 1);
            let lower = captured
                .map(|missing| {
                    let found = lower.get(&missing);
                    found.ok_or(SolveError::MissingLower { family, missing })
                })
                .transpose()?;
            let ground = Ground::new(solver.rules, solver.numbering, material, lower)?;
            let path = solver.values_path(material, width);
            values.push(match &journal {
                Some(_) => ValueFile::open(&path, &ground.index, width)?,
                None => ValueFile::create(&path, &ground.index, width)?,
            });
            grounds.push(ground);
        }
        let blocks = || grounds.iter().map(|ground| ground.index.blocks());
        Ok(Run {
            states: values
                .iter()
                .map(|file| vec![State::DECIDED; file.index().len() as usize])
                .collect(),
            activity: blocks().map(Activity::new).collect(),
            passing: blocks()
                .map(|blocks| (0..blocks).map(|_| AtomicBool::new(false)).collect())
                .collect(),
            ply: journal.as_ref().map_or(0, |journal| journal.ply),
            longest: 0,
            checkpoint: Instant::now(),
            solver,
            family,
            control,
            grounds,
            values,
        })
    }

    pub(crate) fn width(&self) -> Width {
        self.values[0].width()
    }

    pub(crate) fn finish(self) -> Vec<ValueFile> {
        self.values
    }

    /// All plies that are left.
    pub(crate) fn go(&mut self) -> Result<(), SolveError> {
        let ended = match self.width() {
            Width::Narrow => self.plies::<u8>(),
            Width::Wide => self.plies::<u16>(),
        };
        if matches!(ended, Err(SolveError::Interrupted { .. })) {
            self.journal()?;
        }
        ended
    }

    fn plies<S: Stored>(&mut self) -> Result<(), SolveError> {
        if self.ply == 0 {
            self.mark::<S>()?;
            self.win::<S>()?;
            // Losses in 1 are left for the seed to find, on resuming as well.
            self.ply = 1;
        } else {
            self.recall::<S>()?;
        }
        self.seed::<S>()?;
        // Ply d looks at what has distance d - 1.
        while self.ply <= self.longest {
            self.save()?;
            self.propagate::<S>(self.ply + 1)?;
            self.ply += 1;
        }
        self.save()
    }

    fn mark<S: Stored>(&mut self) -> Result<(), SolveError> {
        self.longest = 0;
        for side in 0..self.grounds.len() {
            let (ground, target) = (&self.grounds[side], self.target(side));
            let (activity, limit) = (&self.activity[target], self.solver.longest(S::WIDTH));
            let len = ground.index.block_len() as usize;
            let cells = self.values[side].cells_mut::<S>().par_chunks_mut(len);
            let blocks = cells.zip(self.states[side].par_chunks_mut(len)).enumerate();
            blocks.for_each_init(
                || Worker::new(ground, activity, limit),
                |worker, (orbit, (cells, states))| {
                    worker.set_leader(ground.index.leaders().representative(orbit as u64));
                    mark(ground, &worker.block, cells, states, &worker.crossing);
                },
            );
        }
        if self.solver.rules.no_move() == NoMove::Loss {
            self.every_block::<S>(
                Stage::Mark,
                |_, _| true,
                |ground, worker, share| {
                    strand(ground, &worker.block, share.states, &mut worker.crossing);
                },
            )?;
        }
        Ok(())
    }

    /// States and activity, and the longest distance, from the values.
    fn recall<S: Stored>(&mut self) -> Result<(), SolveError> {
        let ply = self.ply;
        for (values, activity) in self.values.iter().zip(&self.activity) {
            let len = values.index().block_len() as usize;
            let blocks = values.cells::<S>().par_chunks(len).enumerate();
            let longest = blocks.map(|(orbit, cells)| {
                let known = cells.iter().map(|cell| cell.cell());
                let recent = known.filter(|cell| cell.plies() >= ply);
                recent
                    .map(|cell| {
                        activity.note(orbit as u64, cell);
                        cell.plies()
                    })
                    .max()
            });
            self.longest = self.longest.max(longest.max().flatten().unwrap_or(0));
        }
        for side in 0..self.grounds.len() {
            let target = self.target(side);
            let values = self.values[target].cells::<S>();
            let ground = &self.grounds[side];
            let (activity, limit) = (&self.activity[target], self.solver.longest(S::WIDTH));
            let len = ground.index.block_len() as usize;
            let blocks = self.states[side].par_chunks_mut(len).enumerate();
            blocks.for_each_init(
                || Worker::new(ground, activity, limit),
                |worker, (orbit, states)| {
                    worker.set_leader(ground.index.leaders().representative(orbit as u64));
                    recall(ground, &worker.block, values, ply, states, &worker.crossing);
                },
            );
        }
        Ok(())
    }

    /// Wins in 1.
    fn win<S: Stored>(&mut self) -> Result<(), SolveError> {
        let all = |_: &Activity, _| true;
        self.every_block::<S>(Stage::Ply(1), all, |ground, worker, share| {
            with_view!(ground, worker, share, 1, |view| {
                view.win(share.states, &mut worker.crossing);
            });
        })
    }

    /// The first look at what the plies up to the last finished one leave open.
    fn seed<S: Stored>(&mut self) -> Result<(), SolveError> {
        let (ply, all) = (self.ply + 1, |_: &Activity, _| true);
        self.every_block::<S>(Stage::Seed, all, |ground, worker, share| {
            with_view!(ground, worker, share, ply, |view| {
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
        self.every_block::<S>(Stage::Ply(ply), active, |ground, worker, share| {
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

    /// Works through every block that is active, on all threads, round by
    /// round; what a round has found is applied when all of it is done.
    fn every_block<S: Stored>(
        &mut self,
        stage: Stage,
        active: impl Fn(&Activity, u64) -> bool + Sync,
        work: impl Fn(&Ground<'_>, &mut Worker<'_>, Share<'_, S>) + Sync,
    ) -> Result<(), SolveError> {
        let total = self.values.iter().map(|values| values.index().len()).sum();
        let mut done = 0;
        for side in 0..self.grounds.len() {
            let target = self.target(side);
            let len = self.grounds[side].index.block_len();
            let least = 4 * rayon::current_num_threads() as u64;
            let round = (ROUND / len).max(least);
            let blocks = self.grounds[side].index.blocks();
            for first in (0..blocks).step_by(round as usize) {
                let last = blocks.min(first + round);
                let batches = self.round::<S>(side, first..last, &active, &work);
                self.accept::<S>(target, &batches)?;
                done += (last - first) * len;
                let family = self.family;
                self.control.progress(Progress {
                    family,
                    stage,
                    done,
                    total,
                });
                if self.control.interrupted() {
                    return Err(SolveError::Interrupted {
                        family,
                        ply: self.ply,
                    });
                }
            }
        }
        Ok(())
    }

    fn round<S: Stored>(
        &mut self,
        side: usize,
        blocks: std::ops::Range<u64>,
        active: &(impl Fn(&Activity, u64) -> bool + Sync),
        work: &(impl Fn(&Ground<'_>, &mut Worker<'_>, Share<'_, S>) + Sync),
    ) -> Vec<Batch> {
        let target = self.target(side);
        let (ground, limit) = (&self.grounds[side], self.solver.longest(S::WIDTH));
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
                let mut worker = worker.unwrap_or_else(|| Worker::new(ground, there, limit));
                worker.set_leader(ground.index.leaders().representative(orbit));
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

    fn accept<S: Stored>(&mut self, target: usize, batches: &[Batch]) -> Result<(), SolveError> {
        apply(self.values[target].cells_mut::<S>(), batches);
        let longest = batches.iter().map(|batch| batch.longest).max();
        self.longest = self.longest.max(longest.unwrap_or(0));
        let limit = self.solver.longest(S::WIDTH);
        if self.longest > limit {
            return Err(SolveError::TooLong {
                family: self.family,
                limit,
            });
        }
        Ok(())
    }
}
