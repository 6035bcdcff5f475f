//! Proofs of starts and their certificates.

use std::path::{Path, PathBuf};
use std::time::{Duration, Instant};

use loa_api::{ProofCheckReport, ProofJob, ProofOutcome, Proved, Status, checked};
use loa_checker::{Certificate, CheckError, ReadError};
use loa_engine::Guide;
use loa_solver::proof::{Local, RuleSet};
use pyo3::exceptions::PyKeyboardInterrupt;
use pyo3::prelude::*;
use serde_json::json;

use crate::errors::{error, error_with, file_error};
use crate::json::json as to_json;
use crate::moves::PyMove;
use crate::numbers::Number;
use crate::position::{PyPosition, side};
use crate::rules::PyRules;
use crate::threads::{self, Threads};
use crate::work::{Link, teller, watched};

/// Searches for a proof and writes its certificate, which has been checked.
#[pyfunction]
pub(crate) fn prove(
    py: Python<'_>,
    position: PyPosition,
    path: PathBuf,
    rules: Option<PyRules>,
    winner: Option<&str>,
    hash_bytes: Number<u64>,
    threads: Option<Threads>,
    told: &Bound<'_, PyAny>,
) -> PyResult<PyGuide> {
    // A mistyped folder must not cost a search of hours.
    let folder = path.parent().filter(|folder| !folder.as_os_str().is_empty());
    folder
        .map_or(Ok(()), |folder| folder.metadata().map(drop))
        .map_err(|fault| file_error(py, &path, &fault))?;
    let job = ProofJob {
        start: position.0,
        rules: rules.map_or(RuleSet::NORMAL, |rules| RuleSet::one(rules.0.rules)),
        winner: winner.map(|letter| side(py, letter)).transpose()?,
        within: None,
        shortest: false,
        learn: true,
        hash: Some(hash_bytes.0),
        threads: threads::or_all(threads),
        time: None,
        proof: Some(path.clone()),
        checkpoint: Duration::from_secs(600),
        most_saved: None,
    };
    let search = |link: &Link<_>| job.run(&mut Local, &mut link.control());
    match watched(py, None, search, teller(told))? {
        Ok(ProofOutcome::Proved(proved)) => {
            let Proved { guide, check, trouble, .. } = *proved;
            trouble.map_or(Ok(()), |trouble| Err(error(py, "ProofError", trouble)))?;
            Ok(PyGuide { guide, report: check })
        }
        Err(failure) if failure.status == Status::Interrupted => {
            Err(PyKeyboardInterrupt::new_err(()))
        }
        Ok(ProofOutcome::Undecided(_, failure)) | Err(failure) => {
            Err(error(py, "ProofError", failure))
        }
    }
}

/// A certificate that has been checked: see `Claim` in `python/linesofaction/proving.py`.
#[pyclass(name = "_Guide", module = "linesofaction._native", frozen)]
pub(crate) struct PyGuide {
    guide: Guide,
    report: ProofCheckReport,
}

#[pymethods]
impl PyGuide {
    /// Checks a certificate with the checker, which shares no code with the search.
    #[new]
    fn new(py: Python<'_>, path: PathBuf, told: &Bound<'_, PyAny>) -> PyResult<PyGuide> {
        let check = |link: &Link<_>| -> Result<PyGuide, CheckError> {
            let (began, certificate) = (Instant::now(), Certificate::open(&path)?);
            let guide = checked(&certificate, &link.control())?;
            let report = ProofCheckReport::new(&certificate, began.elapsed().as_secs_f64());
            Ok(PyGuide { guide, report })
        };
        watched(py, None, check, teller(told))?.map_err(|fault| unsound(py, &path, fault))
    }

    /// The claim of the certificate as JSON.
    #[getter]
    fn claim(&self) -> PyResult<String> {
        to_json(&self.report)
    }

    /// Returns the winner's move with the least bound, and the bound in plies.
    fn answer(&self, position: PyPosition) -> Option<(PyMove, u32)> {
        let answer = self.guide.answer(&position.0);
        answer.map(|answer| (PyMove(answer.played), answer.plies))
    }

    /// Returns the maximum number of plies until the winner has won.
    fn bound(&self, position: PyPosition) -> Option<u32> {
        self.guide.bound(&position.0)
    }

    /// Returns the positions after the moves of the certificate, and their ranks.
    fn positions(&self) -> Vec<(PyPosition, u32)> {
        self.guide.positions().map(|(position, rank)| (PyPosition(position), rank)).collect()
    }
}

/// Makes the exception for a certificate that cannot be read or proves nothing.
fn unsound(py: Python<'_>, path: &Path, fault: CheckError) -> PyErr {
    let class = match &fault {
        CheckError::Interrupted { .. } => return PyKeyboardInterrupt::new_err(()),
        CheckError::Read(ReadError::Io(fault)) => return file_error(py, path, fault),
        CheckError::Read(_) => "DamagedProofError",
        _ => "ProofError",
    };
    error_with(py, class, fault, &json!({ "path": path.display().to_string() }))
}
