//! Retrograde analysis of one family: every position of a material and of its
//! twin, values and exact distances.
//!
//! # Two views
//!
//! Values are led by the side to move. Beside them, while solving, a state
//! byte is kept for the same positions, led by the *waiting* side. In block L
//! of the states the waiting side stands on L. Whatever the mover does
//! quietly, L is next to move: the successor is in block L of the values, over
//! the same free squares, at the rank of the mover's new set. A capture of the
//! stone on t leads into block L - t of a smaller family. So a block of states
//! is decided by looking into one block of values and a few smaller ones, and
//! what is decided crosses once to the mover's block of the values.
//!
//! # Plies
//!
//! 1. *mark* what a connection has ended (and, where no move loses, *strand*);
//! 2. ply 1: quiet predecessors of positions lost in 0 are won in 1;
//! 3. *seed*: captures are looked up; what is open gets a *witness*, a quiet move
//!    that does not lose yet, and what has none is lost;
//! 4. *propagate*, plies 2, 3, ..: quiet predecessors of losses in d - 1 are
//!    won in d; an open position is looked at again when its witness has become
//!    a win for the opponent, and is lost in d when no other witness exists.
//!
//! A win through a capture in c plies is written at once but may be beaten by a
//! quiet win before ply c; readers at ply d believe only values below d, so it
//! counts from ply c + 1 on. What stays open is a draw.
//!
//! # Interruption
//!
//! A value once believed is final, a ply reads only values below it, and
//! writing is a minimum: so nothing depends on threads or order, and any part can
//! be repeated. At checkpoints what has been found, and states, are written to
//! files, and then the [`CheckpointRecord`] names the block that is next; whatever later
//! values and states a file has got besides does no harm. All files of a run carry
//! its random number and the digest of what it solves; work whose files do not
//! belong together, or cannot be what solving writes, is begun again.

mod checkpoint;
mod control;
mod error;
mod exchange;
mod kernel;
mod schedule;
mod shards;
mod stage;
mod store;
#[cfg(test)]
mod tests;

use std::collections::HashMap;
use std::path::Path;
use std::time::Duration;

pub use checkpoint::record::{CheckpointRecord, Subject, Written};
pub use checkpoint::work_dir::WorkDir;
pub use control::{Control, Progress};
pub use error::{SolveError, WorkFault};
pub use exchange::{Exchange, Local};
pub use kernel::activity::Activity;
pub use kernel::cell::{Cell, Cells, Width};
pub use kernel::lower::{BlockValues, LowerValues};
pub use kernel::message::{Message, MessageFault};
pub use shards::{Piece, Shard, Shards};
pub use stage::{Place, Stage};
pub use store::value_file::ValueFile;
pub use store::{Lent, Store, Wrote};

use crate::game::family::Family;
use crate::game::material::Material;
use crate::game::rules::{NoMove, Rules};
use crate::index::numbering::Numbering;
use kernel::side::Side;
use kernel::sweep::{MarkBlocked, MarkTerminal, Propagate, QuietWins, Seed};
use schedule::{Schedule, Settings};
use store::arrays::Work;
use store::memory::MemoryStore;

/// Where and how families are solved.
#[derive(Clone, Debug)]
pub struct Solver<'a> {
    /// The rules.
    pub rules: Rules,
    /// The board's numbering.
    pub numbering: &'a Numbering,
    /// A folder of this rules id and board alone, which must exist.
    pub work: &'a Path,
    /// How often the work files are brought up to date, which is what a kill may
    /// cost; more seldom if that takes more than a quarter of it. The time in
    /// which all values and states are written adds to it; that is seldom.
    pub checkpoint: Duration,
    /// Distances above this, in plies, get cells of two bytes. Cells of one
    /// byte hold 126 at most; a lower limit exists for tests.
    pub narrow_limit: u16,
    /// Entries worked through between two applications of what was found: few
    /// enough for what is on its way to be small beside the arrays.
    pub round: u64,
}

/// The values of finished families by material.
pub type Values = HashMap<Material, ValueFile>;

impl<'a> Solver<'a> {
    /// A solver with the usual settings.
    pub fn new(rules: Rules, numbering: &'a Numbering, work: &'a Path) -> Solver<'a> {
        Solver {
            rules,
            numbering,
            work,
            checkpoint: Duration::from_secs(20),
            narrow_limit: Width::Narrow.longest(),
            round: 1 << 23,
        }
    }

    /// Solves a family, or goes on where it was interrupted, and returns the
    /// value files of its one or two materials.
    ///
    /// `lower` must hold the values of everything a capture leads to, except
    /// positions with a lone stone. Uses the threads of the current rayon pool.
    ///
    /// # Errors
    /// When work files fail, lower values are missing, or `control` interrupts.
    pub fn solve(
        &self,
        family: impl Into<Family>,
        lower: &Values,
        control: &dyn Control,
    ) -> Result<Vec<ValueFile>, SolveError> {
        let family = family.into();
        let borrowed: Vec<&dyn LowerValues> = lower.values().map(|file| file as _).collect();
        let sides = self.sides(family, &borrowed)?;
        let work = self.work(family, &sides, lower);
        let (mut store, mut is_resumed) = resume(&work, &sides, control)?;
        loop {
            match self.stages(&sides, &mut store, &mut Local, control) {
                Ok(()) => return Ok(store.finish()),
                Err(error @ SolveError::TooLong { .. }) if is_resumed => {
                    let record = work.dir.record(family);
                    control.refused(family, &WorkFault::damaged(&record, error.to_string()));
                    store = MemoryStore::create(work.clone(), &sides)?;
                    is_resumed = false;
                }
                Err(error) => return Err(error),
            }
        }
    }

    /// Solves a family whose values and states are in `store`, together with the
    /// processes of `exchange`. In the end the store has all values of the shards
    /// that this process owns.
    ///
    /// `lower` must have the values of everything a capture leads to, except
    /// positions with a lone stone.
    ///
    /// # Errors
    /// When the store or the exchange fails, lower values are missing or cannot be
    /// read, or the `control` of any process interrupts.
    pub fn solve_with(
        &self,
        family: impl Into<Family>,
        lower: &[&dyn LowerValues],
        store: &mut dyn Store,
        exchange: &mut dyn Exchange,
        control: &dyn Control,
    ) -> Result<(), SolveError> {
        let sides = self.sides(family.into(), lower)?;
        self.stages(&sides, store, exchange, control)
    }

    /// The stages that are left, in their order.
    fn stages(
        &self,
        sides: &[Side<'_>],
        store: &mut dyn Store,
        exchange: &mut dyn Exchange,
        control: &dyn Control,
    ) -> Result<(), SolveError> {
        let mut schedule = Schedule::begin(sides, store, exchange, control, self.settings())?;
        if schedule.is_at(Stage::Mark) {
            schedule.prepare(&MarkTerminal)?;
        }
        let is_lost = self.rules.no_move() == NoMove::Loss;
        schedule.sweep(Stage::Mark, &MarkBlocked { is_lost })?;
        schedule.sweep(Stage::QuietWins, &QuietWins)?;
        schedule.sweep(Stage::Seed, &Seed)?;
        for ply in 2.. {
            // A ply looks at what has a distance of one ply less.
            if ply > schedule.longest() + 1 {
                break;
            }
            schedule.sweep(Stage::Ply(ply), &Propagate { ply })?;
        }
        Ok(())
    }

    fn settings(&self) -> Settings {
        Settings {
            round: self.round,
            checkpoint: self.checkpoint,
            narrow_limit: self.narrow_limit.min(Width::Narrow.longest()),
        }
    }

    /// What the blocks of each side of a family have in common.
    fn sides<'l>(
        &self,
        family: Family,
        lower: &[&'l dyn LowerValues],
    ) -> Result<Vec<Side<'l>>, SolveError> {
        let side = |leading: Material| {
            let captured = leading.twin().captured();
            let lower = captured.map(|missing| {
                let mut lower = lower.iter().copied();
                let found = lower.find(|lower| lower.index().material() == missing);
                found.ok_or(SolveError::MissingLower { family, missing })
            });
            let (rules, numbering) = (self.rules, self.numbering);
            Ok(Side::new(rules, numbering, leading, lower.transpose()?)?)
        };
        family.materials().map(side).collect()
    }

    fn work(&self, family: Family, sides: &[Side<'_>], lower: &Values) -> Work {
        let captured = sides.iter().filter_map(|side| side.lower);
        let captured = captured.map(|values| values.index().material());
        let digest = |material| {
            let mut lower = lower.values();
            let file = lower.find(|file| file.index().material() == material);
            (
                material.to_string(),
                format!("{:032x}", file.map_or(0, ValueFile::table)),
            )
        };
        Work {
            dir: WorkDir::new(self.work),
            subject: Subject {
                board: self.numbering.board().to_string(),
                rules: self.rules.id().to_owned(),
                family: family.to_string(),
                lower: captured.map(digest).collect(),
            },
            shards: Shards::new(sides.iter().map(|side| &side.index), 1),
            narrow_limit: self.narrow_limit,
        }
    }
}

/// Opens what an earlier run has left, if it can be trusted, or begins anew. Returns
/// whether the work is an earlier run's.
fn resume(
    work: &Work,
    sides: &[Side<'_>],
    control: &dyn Control,
) -> Result<(MemoryStore, bool), SolveError> {
    let family = work.family();
    match MemoryStore::open(work.clone(), sides) {
        Ok(Some(store)) => {
            if let Some(place) = store.place() {
                control.resumed(family, &place);
            }
            return Ok((store, true));
        }
        Err(SolveError::Work(fault)) => control.refused(family, &fault),
        opened => _ = opened?,
    }
    Ok((MemoryStore::create(work.clone(), sides)?, false))
}
