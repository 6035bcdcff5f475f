//! Solving boards and verifying tables.

use std::path::PathBuf;

use loa_solver::retrograde::{Local, Stage};
use loa_tablebase::{BuildError, Builder, Event, Layout, Selection, Verifier, VerifyError};
use pyo3::exceptions::{PyKeyboardInterrupt, PyValueError};
use pyo3::prelude::*;

use crate::errors::error;
use crate::position::{BoardLike, material};
use crate::rules::RulesLike;
use crate::work::{Link, watched};

/// The place that a stage has got to: its name, positions done and in all.
type Reached = (String, u64, u64);

/// Passes on how far a build has got.
fn built(link: &Link<Reached>, event: &Event<'_>) {
    if let Event::Progress(progress) = event {
        let stage = match progress.stage {
            Stage::Ply(ply) => format!("ply {ply}"),
            stage => format!("{stage:?}").to_lowercase(),
        };
        let name = format!("{} {stage}", progress.family);
        link.send((name, progress.done, progress.total));
    }
}

/// Returns what passes news on to a function of Python, if there is one.
fn teller<'py>(
    py: Python<'py>,
    progress: Option<&Bound<'py, PyAny>>,
) -> impl FnMut(Reached) -> PyResult<()> {
    let progress = progress.map(|progress| progress.clone().unbind());
    move |reached| match &progress {
        Some(progress) => progress.call1(py, reached).map(drop),
        None => Ok(()),
    }
}

/// Solves a board, or a part of it; returns the numbers of tables written and there before,
/// of values, and the seconds that it took.
#[pyfunction]
#[pyo3(signature = (board, rules, folder, pieces=None, material=None, memory=None, progress=None))]
#[expect(clippy::too_many_arguments, reason = "Python names them")]
pub(crate) fn solve(
    py: Python<'_>,
    board: BoardLike<'_>,
    rules: RulesLike<'_>,
    folder: PathBuf,
    pieces: Option<u32>,
    material: Option<String>,
    memory: Option<u64>,
    progress: Option<Bound<'_, PyAny>>,
) -> PyResult<(usize, usize, u64, f64)> {
    let selection = match (pieces, material) {
        (None, None) => Selection::Whole,
        (Some(pieces), None) => Selection::Stones(pieces),
        (None, Some(text)) => Selection::Material(self::material(py, &text)?),
        (Some(_), Some(_)) => {
            return Err(PyValueError::new_err("either pieces or material, not both"));
        }
    };
    let (board, rules) = (board.read(py)?, rules.read(py)?.rules);
    let builder = Builder::new(Layout::new(folder), rules, board, selection).memory(memory);
    let run = |link: &Link<Reached>| {
        let builder = builder.stop(link.stop());
        builder.run_with(&mut Local, &|event| built(link, &event))
    };
    let report = watched(py, run, teller(py, progress.as_ref()))?.map_err(|fault| match fault {
        BuildError::Interrupted => PyKeyboardInterrupt::new_err(()),
        fault => error(py, "SolveError", fault, []),
    })?;
    let seconds = report.seconds;
    Ok((report.written, report.skipped, report.positions, seconds))
}

/// Passes on how far a verification has got.
fn verified(link: &Link<Reached>, event: &Event<'_>) {
    match event {
        Event::Comparing(values) => link.send(("begun".to_owned(), 0, *values)),
        Event::Compared(values) => link.send(("compared".to_owned(), *values, 0)),
        _ => {}
    }
}

/// Verifies tables; returns the numbers of tables and values.
#[pyfunction]
#[pyo3(signature = (board, rules, folder, memory=None, progress=None))]
pub(crate) fn verify(
    py: Python<'_>,
    board: BoardLike<'_>,
    rules: RulesLike<'_>,
    folder: PathBuf,
    memory: Option<u64>,
    progress: Option<Bound<'_, PyAny>>,
) -> PyResult<(usize, u64)> {
    let (board, rules) = (board.read(py)?, rules.read(py)?.rules);
    let verifier = Verifier::new(Layout::new(folder), rules, board).memory(memory);
    let run = |link: &Link<Reached>| {
        let verifier = verifier.stop(link.stop());
        verifier.run_with(&mut Local, &|event| self::verified(link, &event))
    };
    let verified =
        watched(py, run, teller(py, progress.as_ref()))?.map_err(|fault| match fault {
            VerifyError::Interrupted => PyKeyboardInterrupt::new_err(()),
            fault => error(py, "VerifyError", fault, []),
        })?;
    Ok((verified.tables, verified.values))
}
