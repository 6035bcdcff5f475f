//! Suites of problems.

use std::path::{Path, PathBuf};

use loa_api::SuiteCheckReport;
use loa_judge::suite::{Solution, SuiteFileError, read_file};
use pyo3::prelude::*;

use crate::errors::{error, probe_error};
use crate::json::json;
use crate::source;
use crate::tablebase::PyTablebase;

/// Makes the exception for a file that is not a suite.
fn unread(py: Python<'_>, path: &Path, fault: SuiteFileError) -> PyErr {
    match fault {
        SuiteFileError::File(fault) => source::unread(py, path, fault, "SuiteError"),
        fault => error(py, "SuiteError", fault, []),
    }
}

/// Reads the problems of a file, each as a line of a suite.
#[pyfunction]
pub(crate) fn read_suite(py: Python<'_>, path: PathBuf) -> PyResult<Vec<String>> {
    let entries = read_file(&path).map_err(|fault| unread(py, &path, fault))?;
    Ok(entries.iter().map(|entry| entry.problem.to_string()).collect())
}

/// Compares every claim of a file of problems with tables; returns the report as JSON.
#[pyfunction]
pub(crate) fn check_suite(
    py: Python<'_>,
    path: PathBuf,
    tables: PyRef<'_, PyTablebase>,
) -> PyResult<String> {
    let entries = read_file(&path).map_err(|fault| unread(py, &path, fault))?;
    let tables = tables.open()?;
    let mut wrong = Vec::new();
    for entry in &entries {
        let problem = &entry.problem;
        if problem.rules != tables.rules() {
            let (line, rules) = (entry.line, problem.rules);
            let message = format!("line {line}: a problem under {rules}, not {}", tables.rules());
            return Err(error(py, "SuiteError", message, []));
        }
        let solution = py.detach(|| Solution::find(&tables, &problem.position));
        let solution = solution.map_err(|fault| probe_error(py, &fault))?;
        wrong.extend(solution.wrong_claims(problem).into_iter().map(|claim| (entry.line, claim)));
    }
    json(&SuiteCheckReport::new(&path, entries.len(), &wrong))
}
