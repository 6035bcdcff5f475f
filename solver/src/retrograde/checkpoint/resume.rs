//! The beginning of a run: nothing is known of its family, or an earlier run has
//! left work files.
//!
//! Work that is gone on with is looked through first. The journal and the files
//! must belong together, every position that a connection has ended must have its
//! value, no value may be longer than cells hold, and every witness must be a move:
//! so nothing that the files say leads outside of an array. Values that are wrong
//! in other ways are for the caller to find, in the finished values.

use std::collections::BTreeMap;
use std::hash::{BuildHasher, RandomState};
use std::sync::atomic::{AtomicBool, Ordering::Relaxed};

use rayon::prelude::*;

use super::keep::{Arrays, Checkpoint};
use super::record::{Journal, Subject, Written};
use super::work_file::Owner;
use crate::game::material::Material;
use crate::game::rules::NoMove;
use crate::retrograde::error::WorkFault;
use crate::retrograde::exchange::Activity;
use crate::retrograde::kernel::cell::{Cell, Stored, Width};
use crate::retrograde::kernel::seed::Marks;
use crate::retrograde::kernel::side::Ground;
use crate::retrograde::kernel::state::State;
use crate::retrograde::kernel::view::Worker;
use crate::retrograde::schedule::Run;
use crate::retrograde::stage::{Place, Stage};
use crate::retrograde::{Control, SolveError, Solver, Values};

/// Where one side leads, and the values that captures of its stones lead to.
fn ground<'a>(
    solver: &Solver<'a>,
    leading: Material,
    lower: &'a Values,
) -> Result<Ground<'a>, SolveError> {
    let family = leading.family();
    // A lone stone needs no table.
    let captured = leading.twin().after_capture();
    let captured = captured.filter(|after| after.us() > 1);
    let lower = captured.map(|missing| {
        let found = lower.get(&missing);
        found.ok_or(SolveError::MissingLower { family, missing })
    });
    let (rules, numbering) = (solver.rules, solver.numbering);
    Ok(Ground::new(rules, numbering, leading, lower.transpose()?)?)
}

fn subject(solver: &Solver<'_>, family: Material, grounds: &[Ground<'_>]) -> Subject {
    let lower = grounds.iter().filter_map(|ground| ground.lower);
    let lower = lower.map(|values| {
        let digest = format!("{:032x}", values.table());
        (values.index().material().to_string(), digest)
    });
    Subject {
        board: solver.numbering.board().to_string(),
        rules: solver.rules.id().to_owned(),
        family: family.to_string(),
        lower: lower.collect(),
    }
}

/// Where a run begins.
struct Beginning {
    owner: Owner,
    at: Place,
    written: Written,
    sides: Vec<Arrays>,
}

impl Beginning {
    /// A new run's, which knows nothing.
    fn anew(
        solver: &Solver<'_>,
        subject: &Subject,
        grounds: &[Ground<'_>],
    ) -> Result<Beginning, SolveError> {
        // Every state of a `RandomState` is another.
        let random = || RandomState::new().hash_one(());
        let owner = Owner {
            run: [random(), random()],
            subject: subject.digest(),
        };
        let sides = grounds
            .iter()
            .map(|ground| Arrays::create(solver, &ground.index, &owner));
        Ok(Beginning {
            owner,
            at: Place::START,
            written: Written::default(),
            sides: sides.collect::<Result<_, _>>()?,
        })
    }

    /// What an earlier run has left; `None` if it has left no journal.
    fn left(
        solver: &Solver<'_>,
        subject: &Subject,
        grounds: &[Ground<'_>],
        family: Material,
    ) -> Result<Option<Beginning>, SolveError> {
        let path = solver.journal_path(family);
        let Some(journal) = Journal::read(&path, subject)? else {
            return Ok(None);
        };
        let blocks: Vec<u64> = grounds.iter().map(|side| side.index.blocks()).collect();
        journal.expect_possible(&path, &blocks, solver.longest(journal.width))?;
        let mut sides = Vec::new();
        for (side, ground) in grounds.iter().enumerate() {
            let arrays = Arrays::open(solver, &ground.index, side, &journal)?;
            expect_sound(solver, ground, side, &arrays, &journal)?;
            sides.push(arrays);
        }
        let latest = sides.iter().map(Arrays::checkpoint).max();
        let mut written = journal.written.clone();
        written.checkpoint = latest.unwrap_or(0).max(written.checkpoint);
        Ok(Some(Beginning {
            owner: journal.owner(),
            at: journal.at,
            written,
            sides,
        }))
    }
}

/// Looks through one side's values and states.
fn expect_sound(
    solver: &Solver<'_>,
    ground: &Ground<'_>,
    side: usize,
    arrays: &Arrays,
    journal: &Journal,
) -> Result<(), SolveError> {
    let wrong = match journal.width {
        Width::Narrow => first_wrong::<u8>(solver, ground, side, arrays, journal.at),
        Width::Wide => first_wrong::<u16>(solver, ground, side, arrays, journal.at),
    };
    let path = match wrong {
        None => return Ok(()),
        Some(Wrong::Value) => arrays.values.path(),
        Some(Wrong::State) => arrays.state_file.path(),
    };
    let what = "a position has what no position like it has";
    Err(WorkFault::damaged(path, what).into())
}

/// What is wrong with a position.
enum Wrong {
    Value,
    State,
}

fn first_wrong<S: Stored>(
    solver: &Solver<'_>,
    ground: &Ground<'_>,
    side: usize,
    arrays: &Arrays,
    at: Place,
) -> Option<Wrong> {
    let len = ground.index.block_len() as usize;
    let longest = Cell::loss(solver.longest(S::WIDTH));
    let lost_at_once = ground.rules.no_move() == NoMove::Loss;
    // One that this run does not look at.
    let activity = Activity::new(0);
    let cells = arrays.values.cells::<S>().par_chunks(len);
    let blocks = cells.zip(arrays.states.par_chunks(len)).enumerate();
    let wrong = blocks.map_init(
        || Worker::new(ground, &activity),
        |worker, (orbit, (cells, states))| {
            worker.set_leader(ground.index.leaders().representative(orbit as u64).0);
            let marks = Marks::<S>::new(ground, &worker.block);
            // Before the seed gets to a block its witnesses stand for any move.
            let has_witnesses = match at.stage {
                Stage::Mark | Stage::Ply(1) => false,
                Stage::Seed => (side, orbit as u64) < (at.side, at.block),
                Stage::Ply(_) => true,
            };
            let entries = cells.iter().zip(states).zip(&ground.followers);
            for ((&stored, &state), &set) in entries {
                let cell = stored.cell();
                let connected = worker.crossing.mover(set).is_connected();
                let is_value = match marks.value(connected) {
                    Some(marked) => stored == marked,
                    None if cell.plies() == 0 => {
                        cell == Cell::OPEN || cell == Cell::loss(0) && lost_at_once
                    }
                    None => cell <= longest,
                };
                if !is_value {
                    return Some(Wrong::Value);
                }
                let is_state = match state.as_witness() {
                    _ if marks.is_over(connected) => state == State::DECIDED,
                    Some(code) if has_witnesses => worker.block.is_quiet(set, code),
                    _ => true,
                };
                if !is_state {
                    return Some(Wrong::State);
                }
            }
            None
        },
    );
    wrong.find_map_first(|wrong| wrong)
}

impl<'a> Run<'a> {
    /// Goes on where an earlier run's files say, or begins a family if there are
    /// none or they cannot be trusted. Returns whether the work is an earlier
    /// run's.
    pub(crate) fn begin(
        solver: &'a Solver<'a>,
        family: Material,
        lower: &'a Values,
        control: &'a dyn Control,
    ) -> Result<(Run<'a>, bool), SolveError> {
        let mut materials = vec![family, family.twin()];
        materials.dedup();
        let grounds = materials.iter().map(|&side| ground(solver, side, lower));
        let grounds = grounds.collect::<Result<Vec<_>, _>>()?;
        let subject = subject(solver, family, &grounds);
        let left = match Beginning::left(solver, &subject, &grounds, family) {
            Err(SolveError::Work(fault)) => {
                control.refused(family, &fault);
                None
            }
            left => left?,
        };
        let is_resumed = left.is_some();
        let beginning = match left {
            Some(left) => {
                control.resumed(family, left.at);
                left
            }
            None => {
                solver.discard(family);
                Beginning::anew(solver, &subject, &grounds)?
            }
        };
        let mut run = Run::at(solver, family, control, grounds, subject, beginning);
        if is_resumed {
            run.is_filed = true;
            match run.width() {
                Width::Narrow => run.recall::<u8>(),
                Width::Wide => run.recall::<u16>(),
            }
        }
        Ok((run, is_resumed))
    }

    fn at(
        solver: &'a Solver<'a>,
        family: Material,
        control: &'a dyn Control,
        grounds: Vec<Ground<'a>>,
        subject: Subject,
        beginning: Beginning,
    ) -> Run<'a> {
        let blocks = || grounds.iter().map(|ground| ground.index.blocks());
        let nowhere = |blocks| (0..blocks).map(|_| AtomicBool::new(false)).collect();
        let mut run = Run {
            activity: blocks().map(Activity::new).collect(),
            passing: blocks().map(nowhere).collect(),
            is_filed: false,
            at: beginning.at,
            longest: 0,
            waiting: None,
            unsaved: BTreeMap::new(),
            written: beginning.written,
            checkpoint: Checkpoint::default(),
            solver,
            family,
            subject,
            owner: beginning.owner,
            control,
            grounds,
            values: Vec::new(),
            states: Vec::new(),
            state_files: Vec::new(),
            finds: Vec::new(),
        };
        for side in beginning.sides {
            run.values.push(side.values);
            run.states.push(side.states);
            run.state_files.push(side.state_file);
            run.finds.push(side.finds);
        }
        run
    }

    /// What is known of every block, from its values and states.
    fn recall<S: Stored>(&mut self) {
        let ply = self.at.stage.known();
        for (values, activity) in self.values.iter().zip(&self.activity) {
            let len = values.index().block_len() as usize;
            let blocks = values.cells::<S>().par_chunks(len).enumerate();
            let longest = blocks.map(|(orbit, cells)| {
                let known = cells.iter().map(|cell| cell.cell());
                let recent = known.filter(|&cell| cell != Cell::OPEN && cell.plies() >= ply);
                recent
                    .map(|cell| {
                        activity.note(orbit as u64, cell);
                        cell.plies()
                    })
                    .max()
            });
            self.longest = self.longest.max(longest.max().flatten().unwrap_or(0));
        }
        for (states, passing) in self.states.iter().zip(&self.passing) {
            let len = states.len() / passing.len();
            let blocks = states.par_chunks(len).zip(passing);
            blocks.for_each(|(states, passing)| {
                passing.store(states.contains(&State::PASSES), Relaxed);
            });
        }
    }
}
