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

mod block;
mod cell;
mod crossing;
mod fault;
mod finds;
mod ground;
mod journal;
mod keep;
mod lines;
mod moves;
mod propagate;
#[cfg(test)]
mod refusal;
mod resume;
mod run;
mod scatter;
mod seed;
mod state;
mod store;
#[cfg(test)]
mod torn;
mod work_file;

use std::collections::HashMap;
use std::io;
use std::path::{Path, PathBuf};
use std::time::Duration;

pub use cell::{Cell, Width};
pub use fault::WorkFault;
pub use journal::{Journal, Place, Stage, Subject, Written};
pub use store::ValueFile;

use crate::game::material::Material;
use crate::game::rules::Rules;
use crate::index::numbering::{IndexError, Numbering};
use run::Run;

/// Why a family was not solved.
#[derive(Debug, thiserror::Error)]
pub enum SolveError {
    /// A work file could not be made, read or written.
    #[error("{path}: {source}")]
    Io {
        /// The file.
        path: PathBuf,
        /// What the system says.
        source: io::Error,
    },
    /// Earlier work cannot be gone on with. [`Solver::solve`] begins again instead
    /// of returning this.
    #[error(transparent)]
    Work(#[from] WorkFault),
    /// The material cannot be numbered.
    #[error(transparent)]
    Index(#[from] IndexError),
    /// The values of a smaller family are missing.
    #[error("{family} needs the values of {missing}, which are not there")]
    MissingLower {
        /// The family to solve.
        family: Material,
        /// What it needs.
        missing: Material,
    },
    /// A win takes longer than cells can hold.
    #[error("{family} has wins longer than the {limit} plies that values can hold")]
    TooLong {
        /// The family.
        family: Material,
        /// The longest distance that fits.
        limit: u16,
    },
    /// Somebody asked to stop; the work so far is kept.
    #[error("interrupted after ply {ply} of {family}")]
    Interrupted {
        /// The family in hand.
        family: Material,
        /// Its last finished ply.
        ply: u16,
    },
}

impl SolveError {
    pub(crate) fn io(path: &Path, source: io::Error) -> SolveError {
        let path = path.to_owned();
        SolveError::Io { path, source }
    }
}

/// How far a family has got.
#[derive(Clone, Copy, Debug)]
pub struct Progress {
    /// The family.
    pub family: Material,
    /// The part in hand.
    pub stage: Stage,
    /// Entries of this stage that are done.
    pub done: u64,
    /// Entries of this stage.
    pub total: u64,
}

/// Whoever watches a solve and may stop it.
pub trait Control: Sync {
    /// Told every few million entries.
    fn progress(&self, _progress: Progress) {}

    /// Told when a family is gone on with where an earlier run has left it.
    fn resumed(&self, _family: Material, _at: Place) {}

    /// Told when an earlier run's work on a family cannot be trusted and the family
    /// is begun again.
    fn refused(&self, _family: Material, _fault: &WorkFault) {}

    /// Asked as often; true ends the work with [`SolveError::Interrupted`].
    fn interrupted(&self) -> bool {
        false
    }
}

/// Nobody watches.
impl Control for () {}

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
        let journals = [journal::temporary(&journal), journal];
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

#[cfg(test)]
mod tests {
    use super::*;
    use std::sync::atomic::{AtomicU32, Ordering::Relaxed};

    /// Lets so many rounds pass.
    struct Patience(AtomicU32);

    impl Control for Patience {
        fn interrupted(&self) -> bool {
            let left = self.0.load(Relaxed);
            self.0.store(left.saturating_sub(1), Relaxed);
            left == 0
        }
    }

    fn codes(file: &ValueFile) -> Vec<u16> {
        let mut codes = vec![0; file.index().len() as usize];
        file.read_codes(0, &mut codes);
        codes
    }

    /// Solves a family in one go, and again with interruptions in every stage
    /// and between any two, with cells that widen half-way as well.
    fn interrupt(rules: Rules, family: Material, lower: &Values, work: &Path) -> Vec<ValueFile> {
        let numbering = Numbering::new("4x3".parse().unwrap());
        let whole = Solver::new(rules, &numbering, work);
        let files = whole.solve(family, lower, &()).unwrap();
        for (narrow_limit, round) in [(126, 1 << 23), (4, 1)] {
            let work = tempfile::tempdir().unwrap();
            let mut solver = Solver::new(rules, &numbering, work.path());
            (solver.narrow_limit, solver.round) = (narrow_limit, round);
            let mut rounds = (0..).map(|rounds| Patience(rounds.into()));
            let again = loop {
                match solver.solve(family, lower, &rounds.next().unwrap()) {
                    Ok(files) => break files,
                    Err(SolveError::Interrupted { .. }) => {}
                    Err(error) => panic!("{error}"),
                }
            };
            for (file, again) in files.iter().zip(&again) {
                assert!(codes(file) == codes(again), "{rules} {family}");
            }
        }
        files
    }

    #[test]
    fn interruptions_change_nothing() {
        for rules in Rules::all() {
            let work = tempfile::tempdir().unwrap();
            let mut values = Values::new();
            for (us, them) in [(2, 2), (3, 2), (4, 2), (3, 3), (4, 3)] {
                let family = Material::of(us, them);
                for file in interrupt(rules, family, &values, work.path()) {
                    values.insert(file.index().material(), file);
                }
            }
        }
    }
}
