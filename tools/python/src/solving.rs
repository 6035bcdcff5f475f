//! Solving boards and verifying tables.

use std::path::PathBuf;
use std::sync::{Mutex, PoisonError};

use loa_api::advice::MissingTables;
use loa_api::{PlanReport, default_folder};
use loa_judge::StageWatch;
use loa_solver::Board;
use loa_solver::retrograde::Local;
use loa_tablebase::{BuildError, Builder, Event, PlanError, Selection, Verifier, VerifyError};
use pyo3::exceptions::{PyKeyboardInterrupt, PyValueError};
use pyo3::prelude::*;

use crate::errors::{error, missing_tables};
use crate::json::json;
use crate::numbers::Number;
use crate::position::{PyBoard, material};
use crate::rules::PyRules;
use crate::threads::{self, Threads};
use crate::work::{Link, Reached, Stages, teller, watched};

/// The numbers of values of finished families, of the current family, and of all families.
#[derive(Default)]
struct Built {
    before: u64,
    family: u64,
    all: u64,
}

impl Built {
    /// Reports the progress of a build.
    fn note(&mut self, link: &Link<Reached>, event: &Event<'_>) {
        let share = match event {
            Event::Begun { positions, later_positions, .. } => {
                (self.before, self.family) = (self.before + self.family, *positions);
                self.all = self.before + positions + later_positions;
                0.0
            }
            Event::Progress(progress) => progress.share(),
            Event::Written(..) => 1.0,
            _ => return,
        };
        let done = self.before + (share * self.family as f64) as u64;
        link.send(("solving", done, Some(self.all)));
    }
}

/// Returns the folder, or else the one in which the program looks.
fn or_default(folder: Option<PathBuf>) -> PathBuf {
    folder.or_else(default_folder).unwrap_or_else(|| PathBuf::from("tables"))
}

/// Returns a build of a board or a part of it.
fn builder(
    py: Python<'_>,
    (board, PyRules(rules)): (Board, PyRules),
    folder: Option<PathBuf>,
    stones: Option<Number<u32>>,
    material: Option<&str>,
    memory: Option<Number<u64>>,
) -> PyResult<Builder> {
    let selection = match (stones, material) {
        (None, None) => Selection::Whole,
        (Some(Number(stones)), None) => Selection::Stones(stones),
        (None, Some(text)) => Selection::Material(self::material(py, board, text)?),
        (Some(_), Some(_)) => {
            return Err(PyValueError::new_err("either stones or material, not both"));
        }
    };
    let builder = Builder::new(or_default(folder), rules.rules, board, selection);
    Ok(builder.memory(memory.map(|Number(bytes)| bytes)))
}

/// Returns the plan of a solve as JSON.
#[pyfunction]
pub(crate) fn plan(
    py: Python<'_>,
    board: PyBoard,
    folder: Option<PathBuf>,
    rules: PyRules,
    stones: Option<Number<u32>>,
    material: Option<&str>,
    memory: Option<Number<u64>>,
) -> PyResult<String> {
    let builder = builder(py, (board.0, rules), folder, stones, material, memory)?;
    let room = builder.resources();
    let threads = threads::or_all(None);
    let planned = py.detach(|| -> Result<_, PlanError> {
        let plan = builder.plan()?;
        let most = builder.most_stones(&room)?;
        Ok(PlanReport::new(board.0, &plan, threads, (&room, most), String::new()))
    });
    json(&planned.map_err(|fault| error(py, "SolveError", fault))?)
}

/// Solves a board or a part of it. Returns the report as JSON.
#[pyfunction]
pub(crate) fn solve(
    py: Python<'_>,
    board: PyBoard,
    folder: Option<PathBuf>,
    rules: PyRules,
    stones: Option<Number<u32>>,
    material: Option<&str>,
    memory: Option<Number<u64>>,
    threads: Option<Threads>,
    told: &Bound<'_, PyAny>,
) -> PyResult<String> {
    let builder = builder(py, (board.0, rules), folder, stones, material, memory)?;
    let run = |link: &Link<Reached>| {
        let (builder, built) = (builder.stop(link.stop.clone()), Mutex::new(Built::default()));
        let note = |event: Event<'_>| {
            built.lock().unwrap_or_else(PoisonError::into_inner).note(link, &event);
        };
        builder.run_with(&mut Local, &note)
    };
    let report = watched(py, threads, run, teller(told))?.map_err(|fault| match fault {
        BuildError::Interrupted => PyKeyboardInterrupt::new_err(()),
        fault => error(py, "SolveError", fault),
    })?;
    json(&report)
}

/// Verifies tables. Returns the report as JSON.
#[pyfunction]
pub(crate) fn verify(
    py: Python<'_>,
    board: PyBoard,
    folder: Option<PathBuf>,
    rules: PyRules,
    memory: Option<Number<u64>>,
    threads: Option<Threads>,
    told: &Bound<'_, PyAny>,
) -> PyResult<String> {
    let (board, rules) = (board.0, rules.0.rules);
    let (embedded, folder) = (folder.is_none(), or_default(folder));
    let verifier = Verifier::new(&folder, rules, board)
        .memory(memory.map(|Number(bytes)| bytes))
        .embedded(embedded);
    let run = |link: &Link<Reached>| {
        let (verifier, watch) = (verifier.stop(link.stop.clone()), Stages::new(link));
        verifier.run_with(&mut Local, &|event| match event {
            Event::Comparing(values) => watch.begin("verifying", values as usize),
            Event::Compared(values) => watch.advance(values),
            _ => {}
        })
    };
    let verified = watched(py, threads, run, teller(told))?.map_err(|fault| match fault {
        VerifyError::Interrupted => PyKeyboardInterrupt::new_err(()),
        VerifyError::NoTables { .. } => {
            missing_tables(py, &MissingTables { folder, rules, board, material: None })
        }
        fault => error(py, "VerifyError", fault),
    })?;
    json(&verified)
}
