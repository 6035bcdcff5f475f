//! What a run keeps on the disk: its values and finds, its states and its
//! journal.
//!
//! A checkpoint writes them in this order, each flushed before the next is
//! begun: of the values the finds since they were last written whole, or again
//! all when finds have piled up; of the states those that ply 1 and the seed have
//! worked on, and all of them with all values. The journal says which checkpoint
//! wrote what, and the files the same. So what a kill leaves may be newer
//! than the journal, the states are never newer than the values, and in the
//! plies from 2 on they may be older than the journal. None of it does harm:
//!
//! - a value is final or, beyond the ply in hand, a minimum still to be taken
//!   and not believed yet: whoever finds it again finds the same;
//! - a state that says decided has its value in the files, and one that has gone
//!   on to a later witness has passed over moves that lose: at any earlier ply it
//!   is as good a witness;
//! - an older state of the plies says open of what is decided. If that is a win,
//!   the move that wins stays a witness or is found once more; if it is a loss, it
//!   may be found once more. At a later ply that is a longer distance, and the
//!   value keeps the shorter. What is open indeed has an earlier witness, from
//!   which the search goes on to the same.

use std::fs;
use std::time::{Duration, Instant};

use super::log::{Finds, Journalled};
use super::record::Journal;
use super::work_file::{Kind, Owner, WorkFile};
use crate::index::numbering::Index;
use crate::retrograde::error::WorkFault;
use crate::retrograde::exchange::{Batch, apply};
use crate::retrograde::kernel::cell::{Stored, Width};
use crate::retrograde::kernel::state::State;
use crate::retrograde::schedule::Run;
use crate::retrograde::stage::Stage;
use crate::retrograde::store::value_file::ValueFile;
use crate::retrograde::{SolveError, Solver};

/// How many times as much as the values the finds may take on the disk before
/// the values are written anew: four bytes a find, about four times in all.
const MOST_FINDS: u64 = 1;

/// When the work files were last written, and how long that took.
pub(crate) struct Checkpoint {
    written: Instant,
    took: Duration,
}

impl Default for Checkpoint {
    fn default() -> Checkpoint {
        Checkpoint {
            written: Instant::now(),
            took: Duration::ZERO,
        }
    }
}

impl Checkpoint {
    /// Solving goes on for so many times as long as writing took, at least, so
    /// that slow disks are not always being written to. Writing all values does not
    /// count: that is seldom, for as many finds must come first.
    const REST: u32 = 4;

    /// Whether to write again, which is to be done every `interval`; if that is
    /// nothing, whenever it can be.
    fn is_due(&self, interval: Duration) -> bool {
        let since = self.written.elapsed();
        interval.is_zero() || since >= interval.max(Checkpoint::REST * self.took)
    }
}

impl Run<'_> {
    /// Writes the work files and the journal if a checkpoint is due.
    pub(crate) fn save(&mut self) -> Result<(), SolveError> {
        if self.checkpoint.is_due(self.solver.checkpoint) {
            self.journal()?;
        }
        Ok(())
    }

    /// Writes the work files and the journal. Marking is begun again if it is
    /// not finished, so until then there is nothing to write.
    pub(crate) fn journal(&mut self) -> Result<(), SolveError> {
        if self.at.stage == Stage::Mark {
            return Ok(());
        }
        let began = Instant::now();
        let checkpoint = self.written.checkpoint.saturating_add(1);
        self.written.checkpoint = checkpoint;
        let mut filed = self.values.iter().zip(&self.finds);
        let many =
            |(values, finds): (&ValueFile, &Finds)| finds.bytes() > MOST_FINDS * values.bytes();
        let whole = !self.is_filed || filed.any(many);
        if whole {
            let mut values = self.values.iter_mut();
            values.try_for_each(|values| values.flush(checkpoint))?;
            self.written.values = checkpoint;
            self.written.finds = vec![0; self.finds.len()];
        } else {
            self.finds.iter().try_for_each(Finds::flush)?;
            self.written.finds = self.finds.iter().map(Finds::bytes).collect();
        }
        self.write_states(whole)?;
        let journal = Journal {
            version: Journal::VERSION,
            run: self.owner.run,
            subject: self.subject.clone(),
            width: self.width(),
            at: self.at,
            written: self.written.clone(),
        };
        journal.write(&self.solver.journal_path(self.family))?;
        if whole {
            let mut finds = self.finds.iter_mut();
            finds.try_for_each(|finds| finds.clear(checkpoint))?;
            self.is_filed = true;
        }
        self.checkpoint = Checkpoint {
            written: Instant::now(),
            took: if whole {
                Duration::ZERO
            } else {
                began.elapsed()
            },
        };
        Ok(())
    }

    /// Writes what a round has found, unless all values are to be written anyway.
    pub(crate) fn note_finds(
        &mut self,
        target: usize,
        batches: &[Batch],
    ) -> Result<(), SolveError> {
        // Few families have values that finds cannot be packed with.
        self.is_filed &= !batches.iter().any(Batch::is_distant);
        if self.is_filed {
            self.finds[target].append(batches)?;
        }
        Ok(())
    }

    /// Writes the states that ply 1 and the seed have worked on since the last
    /// time, or all.
    fn write_states(&mut self, all: bool) -> Result<(), SolveError> {
        let checkpoint = self.written.checkpoint;
        if all || !self.unsaved.is_empty() {
            self.written.states = checkpoint;
        }
        for (side, states) in self.states.iter().enumerate() {
            let index = self.values[side].index();
            let len = index.block_len();
            if all {
                self.unsaved.insert((side, 0), index.blocks());
            }
            let file = &mut self.state_files[side];
            let mut saved = 0;
            for (&(_, first), &last) in self.unsaved.range((side, 0)..(side + 1, 0)) {
                let first = first.max(saved);
                let states = &states[(first * len) as usize..(last.max(first) * len) as usize];
                file.write_at(first * len, bytemuck::cast_slice(states))?;
                saved = last.max(saved);
            }
            file.set_checkpoint(self.written.states)?;
            file.sync()?;
        }
        self.unsaved.clear();
        Ok(())
    }

    /// Copies the values to cells of two bytes, adds what did not fit the narrow
    /// ones, and goes on from there.
    pub(crate) fn widen(&mut self) -> Result<(), SolveError> {
        let mut narrow_paths = Vec::new();
        for values in &mut self.values {
            let material = values.index().material();
            let path = self.solver.values_path(material, Width::Wide);
            let mut wide = ValueFile::create_for(&path, values.index(), Width::Wide, &self.owner)?;
            for (wide, narrow) in wide.cells_mut::<u16>().iter_mut().zip(values.cells::<u8>()) {
                *wide = u16::store(narrow.cell());
            }
            narrow_paths.push(values.path().to_owned());
            *values = wide;
        }
        if let Some((target, batches)) = self.waiting.take() {
            apply(self.values[target].cells_mut::<u16>(), &batches);
        }
        self.is_filed = false;
        self.journal()?;
        for path in narrow_paths {
            fs::remove_file(&path).map_err(|source| SolveError::io(&path, source))?;
        }
        Ok(())
    }
}

/// What is known of one side's positions.
pub(crate) struct Arrays {
    pub(crate) values: ValueFile,
    /// Finds that the value file does not have yet.
    pub(crate) finds: Finds,
    pub(crate) states: Vec<State>,
    pub(crate) state_file: WorkFile,
}

impl Arrays {
    /// Those of a side that nothing is known of.
    pub(crate) fn create(
        solver: &Solver<'_>,
        index: &Index,
        owner: &Owner,
    ) -> Result<Arrays, SolveError> {
        let material = index.material();
        let path = solver.values_path(material, Width::Narrow);
        let values = ValueFile::create_for(&path, index, Width::Narrow, owner)?;
        let finds = Finds::create(&solver.finds_path(material), material, owner)?;
        let path = solver.states_path(material);
        let state_file = WorkFile::create(&path, Kind::States, material, owner)?;
        let states = vec![State::DECIDED; index.len() as usize];
        Ok(Arrays {
            values,
            finds,
            states,
            state_file,
        })
    }

    /// Those that [`Run::journal`] has written of one side.
    pub(crate) fn open(
        solver: &Solver<'_>,
        index: &Index,
        side: usize,
        journal: &Journal,
    ) -> Result<Arrays, SolveError> {
        let (material, owner, width) = (index.material(), &journal.owner(), journal.width);
        let written = &journal.written;
        let path = solver.values_path(material, width);
        let mut values = ValueFile::open(&path, index, width, owner)?;
        let state_file =
            WorkFile::open(&solver.states_path(material), Kind::States, material, owner)?;
        state_file.expect_len(index.len())?;
        for (path, found, needed) in [
            (values.path(), values.checkpoint(), written.values),
            (state_file.path(), state_file.checkpoint(), written.states),
        ] {
            if found < needed {
                return Err(WorkFault::Older(path.to_owned()).into());
            }
        }
        let mut states = vec![State::DECIDED; index.len() as usize];
        state_file.read_at(0, bytemuck::cast_slice_mut(&mut states))?;
        let finds = WorkFile::open(&solver.finds_path(material), Kind::Finds, material, owner)?;
        let finds = Finds::open(
            finds,
            index.len(),
            solver.longest(width),
            values.checkpoint(),
            &Journalled {
                values: written.values,
                bytes: written.finds[side],
            },
            |batch| match width {
                Width::Narrow => apply(values.cells_mut::<u8>(), &[batch]),
                Width::Wide => apply(values.cells_mut::<u16>(), &[batch]),
            },
        )?;
        Ok(Arrays {
            values,
            finds,
            states,
            state_file,
        })
    }

    /// The latest checkpoint that wrote any of them.
    pub(crate) fn checkpoint(&self) -> u64 {
        self.values.checkpoint().max(self.state_file.checkpoint())
    }
}
