//! What a run keeps on the disk: its values, its states and its journal.
//!
//! They are written in this order, each flushed before the next is begun. So
//! what a kill leaves may be newer than the journal, and the states are never
//! newer than the values. Neither does harm:
//!
//! - a value is final or, beyond the ply in hand, a minimum still to be taken
//!   and not believed yet: whoever finds it again finds the same;
//! - a state that says decided has its value in the file, and one that has gone
//!   on to a later witness has passed over moves that lose: at any earlier ply it
//!   is as good a witness.

use std::fs::{self, File, OpenOptions};
use std::io::{Read, Seek, SeekFrom, Write};
use std::path::Path;
use std::time::{Duration, Instant};

use super::SolveError;
use super::cell::{Stored, Width};
use super::crossing::apply;
use super::journal::{Journal, Stage};
use super::run::Run;
use super::state::State;
use super::store::{ValueFile, expect_size};

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
    /// that large families on slow disks are not always being written.
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
        for values in &self.values {
            values.flush()?;
        }
        self.write_states()?;
        let journal = Journal {
            version: Journal::VERSION,
            board: self.solver.numbering.board().to_string(),
            rules: self.solver.rules.id().to_owned(),
            family: self.family.to_string(),
            width: self.width(),
            at: self.at,
        };
        journal.write(&self.solver.journal_path(self.family))?;
        self.checkpoint = Checkpoint {
            written: Instant::now(),
            took: began.elapsed(),
        };
        Ok(())
    }

    /// Writes the states that have been worked on since the last time.
    fn write_states(&mut self) -> Result<(), SolveError> {
        for (side, states) in self.states.iter().enumerate() {
            let index = self.values[side].index();
            let len = index.block_len();
            let path = self.solver.states_path(index.material());
            let failed = |source| SolveError::io(&path, source);
            let mut options = OpenOptions::new();
            let options = options.write(true).create(true).truncate(false);
            let mut file = options.open(&path).map_err(failed)?;
            for (&(_, first), &last) in self.unsaved.range((side, 0)..(side + 1, 0)) {
                let states = &states[(first * len) as usize..(last * len) as usize];
                let written = file
                    .seek(SeekFrom::Start(first * len))
                    .and_then(|_| file.write_all(bytemuck::cast_slice(states)));
                written.map_err(failed)?;
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
        self.journal()?;
        for path in narrow_paths {
            fs::remove_file(&path).map_err(|source| SolveError::io(&path, source))?;
        }
        Ok(())
    }
}

/// Reads what [`Run::journal`] has written of the states.
pub(super) fn read_states(path: &Path, states: &mut [State]) -> Result<(), SolveError> {
    let failed = |source| SolveError::io(path, source);
    let mut file = File::open(path).map_err(failed)?;
    expect_size(path, &file, states.len() as u64)?;
    file.read_exact(bytemuck::cast_slice_mut(states))
        .map_err(failed)
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

    /// The work files of a family by name: values, states, journal.
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

    /// What a kill may leave while a later checkpoint is being written: values
    /// half new with states as they were, or all values new with states half new.
    fn torn(older: &Left, newer: &Left, states: bool, chance: &mut u64) -> Left {
        let files = older.iter().zip(newer).map(|((path, older), (_, newer))| {
            let ending = path.extension().and_then(|ending| ending.to_str());
            let bytes = match (ending, states) {
                (Some("values"), false) | (Some("states"), true) => mixed(older, newer, chance),
                (Some("values"), true) => newer.clone(),
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
