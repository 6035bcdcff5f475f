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
//! files, and then the [`Journal`] names the block that is next; whatever later
//! values and states a file has got besides does no harm. All files of a run carry
//! its random number and the digest of what it solves; work whose files do not
//! belong together, or cannot be what solving writes, is begun again.

mod checkpoint;
mod control;
mod error;
mod exchange;
mod kernel;
mod schedule;
mod stage;
mod store;
#[cfg(test)]
mod tests;

use std::collections::HashMap;
use std::path::{Path, PathBuf};
use std::time::Duration;

pub use checkpoint::record::{Journal, Subject, Written};
pub use control::{Control, Progress};
pub use error::{SolveError, WorkFault};
pub use kernel::cell::{Cell, Width};
pub use stage::{Place, Stage};
pub use store::value_file::ValueFile;

use crate::game::material::Material;
use crate::game::rules::Rules;
use crate::index::numbering::Numbering;
use checkpoint::record;
use schedule::Run;

/// Where and how families are solved.
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

    /// The longest distance that cells of this width may hold.
    pub(crate) fn longest(&self, width: Width) -> u16 {
        match width {
            Width::Narrow => self.narrow_limit.min(width.longest()),
            Width::Wide => width.longest(),
        }
    }

    /// Where the values of a material lie while they are needed.
    pub fn values_path(&self, material: Material, width: Width) -> PathBuf {
        let ending = match width {
            Width::Narrow => "values",
            Width::Wide => "wide-values",
        };
        self.work.join(format!("{material}.{ending}"))
    }

    /// Where the states of a material lie while its family is solved.
    pub(crate) fn states_path(&self, material: Material) -> PathBuf {
        self.work.join(format!("{material}.states"))
    }

    /// Where the finds of a material lie that its value file does not have yet.
    pub(crate) fn finds_path(&self, material: Material) -> PathBuf {
        self.work.join(format!("{material}.finds"))
    }

    /// Where the journal of a family lies.
    pub fn journal_path(&self, family: Material) -> PathBuf {
        self.work.join(format!("{}.journal", family.family()))
    }

    /// Removes the journal, the states and the finds of a family whose values are
    /// kept elsewhere.
    pub fn forget(&self, family: Material) {
        let both = [family, family.twin()];
        let states = both.map(|material| self.states_path(material));
        let finds = both.map(|material| self.finds_path(material));
        // The journal first, for without it the others mean nothing. What cannot
        // be removed goes with the folder.
        let journal = self.journal_path(family);
        let journals = [record::temporary(&journal), journal];
        for path in journals.iter().chain(&states).chain(&finds) {
            let _ = std::fs::remove_file(path);
        }
    }

    /// Removes all that is there of the work on a family, its values included.
    pub fn discard(&self, family: Material) {
        self.forget(family);
        for material in [family, family.twin()] {
            for width in [Width::Narrow, Width::Wide] {
                let _ = std::fs::remove_file(self.values_path(material, width));
            }
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
        family: Material,
        lower: &Values,
        control: &dyn Control,
    ) -> Result<Vec<ValueFile>, SolveError> {
        let family = family.family();
        let (mut run, mut is_resumed) = Run::begin(self, family, lower, control)?;
        while let Err(error) = run.go() {
            match error {
                SolveError::TooLong { .. } if run.width() == Width::Narrow => run.widen()?,
                SolveError::TooLong { .. } if is_resumed => {
                    let path = self.journal_path(family);
                    control.refused(family, &WorkFault::damaged(&path, error.to_string()));
                    drop(run);
                    self.discard(family);
                    (run, is_resumed) = Run::begin(self, family, lower, control)?;
                }
                error => return Err(error),
            }
        }
        Ok(run.finish())
    }
}
