//! Solving boards and verifying tables.

use std::path::PathBuf;
use std::sync::{Mutex, PoisonError};
use std::thread::available_parallelism;

use loa_api::advice::MissingTables;
use loa_api::{PlanReport, default_folder};
use loa_solver::Board;
use loa_solver::retrograde::Local;
use loa_tablebase::{BuildError, Builder, Event, PlanError, Selection, Verifier, VerifyError};
use pyo3::exceptions::{PyKeyboardInterrupt, PyValueError};
use pyo3::prelude::*;

use crate::errors::{error, missing_tables};
use crate::json::json;
use crate::numbers::Number;
use crate::position::{BoardLike, material};
use crate::rules::RulesLike;
use crate::threads::Threads;
use crate::work::{Link, teller, watched};

/// The number of finished values, and of all values.
type Reached = (u64, u64);

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
        link.send((self.before + (share * self.family as f64) as u64, self.all));
    }
}

/// Returns the selection that should be solved.
fn selection(
    py: Python<'_>,
    board: Board,
    stones: Option<Number<u32>>,
    material: Option<&str>,
) -> PyResult<Selection> {
    match (stones, material) {
        (None, None) => Ok(Selection::Whole),
        (Some(Number(stones)), None) => Ok(Selection::Stones(stones)),
        (None, Some(text)) => Ok(Selection::Material(self::material(py, board, text)?)),
        (Some(_), Some(_)) => Err(PyValueError::new_err("either stones or material, not both")),
    }
}

/// Returns the folder, or else the one in which the program looks.
fn or_default(folder: Option<PathBuf>) -> PathBuf {
    folder.or_else(default_folder).unwrap_or_else(|| PathBuf::from("tables"))
}

/// Returns the plan of a solve as JSON.
#[pyfunction]
pub(crate) fn plan(
    py: Python<'_>,
    board: BoardLike<'_>,
    folder: Option<PathBuf>,
    rules: RulesLike<'_>,
    stones: Option<Number<u32>>,
    material: Option<&str>,
    memory: Option<Number<u64>>,
) -> PyResult<String> {
    let board = board.read(py)?;
    let selection = selection(py, board, stones, material)?;
    let rules = rules.read(py)?.rules;
    let builder = Builder::new(or_default(folder), rules, board, selection)
        .memory(memory.map(|Number(bytes)| bytes));
    let room = builder.resources();
    let threads = available_parallelism().map_or(1, usize::from);
    let planned = py.detach(|| -> Result<_, PlanError> {
        let plan = builder.plan()?;
        let most = builder.most_stones(&room)?;
        Ok(PlanReport::new(board, &plan, threads, (&room, most), String::new()))
    });
    json(&planned.map_err(|fault| error(py, "SolveError", fault, []))?)
}

/// Solves a board or a part of it. Returns the number of tables written, the number of tables
/// that existed before, the number of values, and the seconds used.
#[pyfunction]
pub(crate) fn solve(
    py: Python<'_>,
    board: BoardLike<'_>,
    folder: Option<PathBuf>,
    rules: RulesLike<'_>,
    stones: Option<Number<u32>>,
    material: Option<&str>,
    memory: Option<Number<u64>>,
    threads: Option<Threads>,
    progress: Option<Py<PyAny>>,
) -> PyResult<(usize, usize, u64, f64)> {
    let (board, rules) = (board.read(py)?, rules.read(py)?.rules);
    let selection = selection(py, board, stones, material)?;
    let builder = Builder::new(or_default(folder), rules, board, selection)
        .memory(memory.map(|Number(bytes)| bytes));
    let run = |link: &Link<Reached>| {
        let (builder, built) = (builder.stop(link.stop()), Mutex::new(Built::default()));
        let note = |event: Event<'_>| {
            built.lock().unwrap_or_else(PoisonError::into_inner).note(link, &event);
        };
        builder.run_with(&mut Local, &note)
    };
    let report = watched(py, threads, run, teller(py, progress))?.map_err(|fault| match fault {
        BuildError::Interrupted => PyKeyboardInterrupt::new_err(()),
        fault => error(py, "SolveError", fault, []),
    })?;
    let seconds = report.seconds;
    Ok((report.written, report.skipped, report.positions, seconds))
}

/// Reports the progress of a verification.
fn verified(link: &Link<Reached>, event: &Event<'_>) {
    match event {
        Event::Comparing(values) => link.send((0, *values)),
        Event::Compared(values) => link.send((*values, 0)),
        _ => {}
    }
}

/// Verifies tables. Returns the numbers of tables and values.
#[pyfunction]
pub(crate) fn verify(
    py: Python<'_>,
    board: BoardLike<'_>,
    folder: Option<PathBuf>,
    rules: RulesLike<'_>,
    memory: Option<Number<u64>>,
    threads: Option<Threads>,
    progress: Option<Py<PyAny>>,
) -> PyResult<(usize, u64)> {
    let (board, rules) = (board.read(py)?, rules.read(py)?.rules);
    let (embedded, folder) = (folder.is_none(), or_default(folder));
    let verifier = Verifier::new(&folder, rules, board)
        .memory(memory.map(|Number(bytes)| bytes))
        .embedded(embedded);
    let run = |link: &Link<Reached>| {
        let verifier = verifier.stop(link.stop());
        verifier.run_with(&mut Local, &|event| self::verified(link, &event))
    };
    let verified =
        watched(py, threads, run, teller(py, progress))?.map_err(|fault| match fault {
            VerifyError::Interrupted => PyKeyboardInterrupt::new_err(()),
            VerifyError::NoTables { .. } => {
                missing_tables(py, &MissingTables { folder, rules, board, material: None })
            }
            fault => error(py, "VerifyError", fault, []),
        })?;
    Ok((verified.tables, verified.values))
}
