//! What a run keeps on the disk: its values and finds, its states and its
//! journal.
//!
//! A checkpoint writes them in this order, each flushed before the next is
//! begun: of the values the finds since they were last written whole, or again
//! all when finds have piled up; of the states those that ply 1 and the seed have
//! worked on, and all of them with all values. So what a kill leaves may be newer
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

use std::fs::{self, File, OpenOptions};
use std::io::{Read, Seek, SeekFrom, Write};
use std::path::Path;
use std::time::{Duration, Instant};

use super::cell::{Stored, Width};
use super::crossing::{Batch, apply};
use super::finds::Finds;
use super::journal::{Journal, Stage};
use super::run::Run;
use super::state::State;
use super::store::{ValueFile, expect_size};
use super::{SolveError, Solver};
use crate::index::Index;

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
    pub(super) fn save(&mut self) -> Result<(), SolveError> {
        if self.checkpoint.is_due(self.solver.checkpoint) {
            self.journal()?;
        }
        Ok(())
    }

    /// Writes the work files and the journal. Marking is begun again if it is
    /// not finished, so until then there is nothing to write.
    pub(super) fn journal(&mut self) -> Result<(), SolveError> {
        if self.at.stage == Stage::Mark {
            return Ok(());
        }
        let began = Instant::now();
        let mut filed = self.values.iter().zip(&self.finds);
        let many =
            |(values, finds): (&ValueFile, &Finds)| finds.bytes() > MOST_FINDS * values.bytes();
        let whole = !self.is_filed || filed.any(many);
        if whole {
            self.values.iter().try_for_each(ValueFile::flush)?;
        } else {
            self.finds.iter().try_for_each(Finds::flush)?;
        }
        self.write_states(whole)?;
        let journal = Journal {
            version: Journal::VERSION,
            board: self.solver.numbering.board().to_string(),
            rules: self.solver.rules.id().to_owned(),
            family: self.family.to_string(),
            width: self.width(),
            at: self.at,
        };
        journal.write(&self.solver.journal_path(self.family))?;
        if whole {
            self.finds.iter_mut().try_for_each(Finds::clear)?;
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
    pub(super) fn note_finds(
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
        for (side, states) in self.states.iter().enumerate() {
            let index = self.values[side].index();
            let len = index.block_len();
            if all {
                self.unsaved.insert((side, 0), index.blocks());
            }
            let path = self.solver.states_path(index.material());
            let failed = |source| SolveError::io(&path, source);
            let mut options = OpenOptions::new();
            let options = options.write(true).create(true).truncate(false);
            let mut file = options.open(&path).map_err(failed)?;
            let mut saved = 0;
            for (&(_, first), &last) in self.unsaved.range((side, 0)..(side + 1, 0)) {
                let first = first.max(saved);
                let states = &states[(first * len) as usize..(last.max(first) * len) as usize];
                let written = file
                    .seek(SeekFrom::Start(first * len))
                    .and_then(|_| file.write_all(bytemuck::cast_slice(states)));
                written.map_err(failed)?;
                saved = last.max(saved);
            }
            file.sync_data().map_err(failed)?;
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
            let mut wide = ValueFile::create(&path, values.index(), Width::Wide)?;
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
pub(super) struct Arrays {
    pub(super) values: ValueFile,
    /// Finds that the value file does not have yet.
    pub(super) finds: Finds,
    pub(super) states: Vec<State>,
}

impl Arrays {
    /// Those of a side that nothing is known of.
    pub(super) fn create(
        solver: &Solver<'_>,
        index: &Index,
        width: Width,
    ) -> Result<Arrays, SolveError> {
        let material = index.material();
        let values = ValueFile::create(&solver.values_path(material, width), index, width)?;
        let finds = Finds::create(&solver.finds_path(material))?;
        let states = vec![State::DECIDED; index.len() as usize];
        Ok(Arrays {
            values,
            finds,
            states,
        })
    }

    /// Those that [`Run::journal`] has written.
    pub(super) fn open(
        solver: &Solver<'_>,
        index: &Index,
        width: Width,
    ) -> Result<Arrays, SolveError> {
        let material = index.material();
        let mut values = ValueFile::open(&solver.values_path(material, width), index, width)?;
        let finds = Finds::open(&solver.finds_path(material), index.len(), |batch| {
            match width {
                Width::Narrow => apply(values.cells_mut::<u8>(), &[batch]),
                Width::Wide => apply(values.cells_mut::<u16>(), &[batch]),
            };
        })?;
        let states = read_states(&solver.states_path(material), index.len())?;
        Ok(Arrays {
            values,
            finds,
            states,
        })
    }
}

/// Reads the states of so many positions.
fn read_states(path: &Path, positions: u64) -> Result<Vec<State>, SolveError> {
    let failed = |source| SolveError::io(path, source);
    let mut file = File::open(path).map_err(failed)?;
    expect_size(path, &file, positions)?;
    let mut states = vec![State::DECIDED; positions as usize];
    file.read_exact(bytemuck::cast_slice_mut(&mut states))
        .map_err(failed)?;
    Ok(states)
}

#[cfg(test)]
mod tests {
    use std::path::PathBuf;
    use std::sync::atomic::{AtomicU32, Ordering::Relaxed};

    use super::*;
    use crate::index::Numbering;
    use crate::material::Material;
    use crate::retrograde::{Control, Solver, Values};
    use crate::rules::Rules;

    /// Lets so many rounds pass.
    struct Patience(AtomicU32);

    impl Control for Patience {
        fn interrupted(&self) -> bool {
            self.0.fetch_sub(1, Relaxed) == 0
        }
    }

    fn rounds(count: u32) -> Patience {
        Patience(count.into())
    }

    /// The work files of a family by name: values, finds, states, journal.
    type Left = Vec<(PathBuf, Vec<u8>)>;

    fn left(work: &Path) -> Left {
        let files = fs::read_dir(work).unwrap().map(|file| file.unwrap().path());
        let files = files.filter(|path| !path.ends_with(".journal.new"));
        let mut files: Left = files
            .map(|path| (path.clone(), fs::read(&path).unwrap()))
            .collect();
        files.sort();
        files
    }

    /// Every byte from one of two files, as chance has it.
    fn mixed(older: &[u8], newer: &[u8], chance: &mut u64) -> Vec<u8> {
        let bytes = older.iter().zip(newer).map(|(&older, &newer)| {
            *chance = chance
                .wrapping_mul(6_364_136_223_846_793_005)
                .wrapping_add(1);
            if *chance >> 63 == 0 { older } else { newer }
        });
        bytes.collect()
    }

    /// What a kill may leave of the finds while a later checkpoint is being
    /// written: the older with some of what has been added since, or, before the
    /// states are written, with all. They are forgotten only after the journal.
    fn torn_finds(older: &[u8], newer: &[u8], states: bool, chance: &mut u64) -> Vec<u8> {
        match newer.strip_prefix(older) {
            None => older.to_vec(),
            Some(added) if states => [older, added].concat(),
            Some(added) => [older, &mixed(&vec![0; added.len()], added, chance)].concat(),
        }
    }

    /// What a kill may leave while a later checkpoint is being written: values and
    /// finds half new with states as they were, or all of these new with states
    /// half new.
    fn torn(older: &Left, newer: &Left, states: bool, chance: &mut u64) -> Left {
        let files = older.iter().zip(newer).map(|((path, older), (_, newer))| {
            let ending = path.extension().and_then(|ending| ending.to_str());
            let bytes = match (ending, states) {
                (Some("values"), false) | (Some("states"), true) => mixed(older, newer, chance),
                (Some("values"), true) => newer.clone(),
                (Some("finds"), states) => torn_finds(older, newer, states, chance),
                _ => older.clone(),
            };
            (path.clone(), bytes)
        });
        files.collect()
    }

    #[test]
    fn torn_checkpoints_change_nothing() {
        let numbering = Numbering::new("4x3".parse().unwrap());
        let (family, mut chance) = (Material::of(3, 2), 1);
        for rules in Rules::all() {
            let folder = tempfile::tempdir().unwrap();
            let mut lower = Values::new();
            let below = Solver::new(rules, &numbering, folder.path());
            for file in below
                .solve(Material::of(2, 2), &Values::new(), &())
                .unwrap()
            {
                lower.insert(file.index().material(), file);
            }
            let expected = below.solve(family, &lower, &()).unwrap();
            let work = tempfile::tempdir().unwrap();
            let mut solver = Solver::new(rules, &numbering, work.path());
            solver.round = 1;
            let mut torn_ones = 0;
            for (first, more, states) in (0..40)
                .step_by(3)
                .flat_map(|i| [(i, 1 + i % 2, false), (i, 2, true)])
            {
                solver.forget(family);
                let ended = solver.solve(family, &lower, &rounds(first));
                if ended.is_ok() || solver.journal(family).is_none() {
                    continue;
                }
                let older = left(work.path());
                if solver.solve(family, &lower, &rounds(more)).is_ok() {
                    continue;
                }
                for (path, bytes) in torn(&older, &left(work.path()), states, &mut chance) {
                    fs::write(path, bytes).unwrap();
                }
                torn_ones += 1;
                let again = solver.solve(family, &lower, &()).unwrap();
                for (expected, again) in expected.iter().zip(&again) {
                    assert!(
                        expected.cells::<u8>() == again.cells::<u8>(),
                        "{rules} {first}"
                    );
                }
            }
            assert!(torn_ones > 5, "{torn_ones}");
        }
    }
}
