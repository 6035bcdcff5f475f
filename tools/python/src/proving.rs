//! Proofs of starts and their certificates.

use std::path::{Path, PathBuf};
use std::thread::available_parallelism;
use std::time::Instant;

use loa_api::ProofCheckReport;
use loa_checker::{Certificate, CheckError, ReadError};
use loa_engine::Guide;
use loa_solver::proof::{Progress, RuleSet, TwoSidedResult, TwoSidedSearch, Watch};
use pyo3::exceptions::PyKeyboardInterrupt;
use pyo3::prelude::*;
use serde_json::json;

use crate::errors::{error, error_with, file_error};
use crate::json::json as to_json;
use crate::moves::PyMove;
use crate::numbers::Number;
use crate::position::{PyPosition, side};
use crate::rules::PyRules;
use crate::threads::Threads;
use crate::work::{Link, Reached, teller, watched};

/// Reports the steps of a search or a check.
struct Steps<'a>(&'static str, &'a Link<Reached>);

impl Watch for Steps<'_> {
    fn goes_on(&self, progress: &Progress) -> bool {
        self.1.send((self.0, progress.expansions, None));
        !self.1.is_to_end()
    }
}

impl loa_checker::Watch for Steps<'_> {
    fn checked(&self, moves: u64) {
        self.1.send((self.0, moves, None));
    }

    fn interrupted(&self) -> bool {
        self.1.is_to_end()
    }
}

/// Searches for a proof, checks its certificate and writes it.
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
    let rules = rules.map_or(RuleSet::NORMAL, |rules| RuleSet::one(rules.0.rules));
    // A mistyped folder must not cost a search of hours.
    let folder = path.parent().filter(|folder| !folder.as_os_str().is_empty());
    folder
        .map_or(Ok(()), |folder| folder.metadata().map(drop))
        .map_err(|fault| file_error(py, &path, &fault))?;
    let winner = winner.map(|letter| side(py, letter)).transpose()?;
    let failed = |message: String| error(py, "ProofError", message);
    let mut inquiry = TwoSidedSearch::new(position.0, rules, winner, None, hash_bytes.0)
        .map_err(|fault| failed(fault.to_string()))?;
    let all = || available_parallelism().map_or(1, usize::from);
    let threads = threads.map_or_else(all, |Threads(threads)| threads);
    let search = |link: &Link<Reached>| -> Result<_, String> {
        let steps = Steps("expansions", link);
        let answer = inquiry.search(threads, &steps);
        let prover = match answer.map_err(|fault| fault.to_string())? {
            TwoSidedResult::Proved(prover) => prover,
            TwoSidedResult::NotProved => return Err("no win was proved".to_owned()),
            TwoSidedResult::Stopped => return Ok(None),
        };
        let certificate = prover.certificate(&steps).map_err(|fault| fault.to_string())?;
        let bytes = certificate.into_bytes();
        let written = Certificate::read(bytes.clone()).map_err(CheckError::from);
        let checked = written.and_then(|written| PyGuide::check(&written, &steps));
        Ok(Some((bytes, checked.map_err(|fault| fault.to_string())?)))
    };
    match watched(py, None, search, teller(told))?.map_err(failed)? {
        Some((bytes, guide)) => {
            std::fs::write(&path, bytes).map_err(|fault| file_error(py, &path, &fault))?;
            Ok(guide)
        }
        None => Err(PyKeyboardInterrupt::new_err(())),
    }
}

/// A certificate that has been checked: see `Claim` in `python/linesofaction/proving.py`.
#[pyclass(name = "_Guide", module = "linesofaction._native", frozen)]
pub(crate) struct PyGuide {
    guide: Guide,
    report: ProofCheckReport,
}

impl PyGuide {
    fn check(certificate: &Certificate, steps: &Steps<'_>) -> Result<PyGuide, CheckError> {
        let began = Instant::now();
        let guide = Guide::check(certificate, steps)?;
        let report = ProofCheckReport::new(certificate, began.elapsed().as_secs_f64());
        Ok(PyGuide { guide, report })
    }
}

#[pymethods]
impl PyGuide {
    /// Checks a certificate with the checker, which shares no code with the search.
    #[new]
    fn new(py: Python<'_>, path: PathBuf, told: &Bound<'_, PyAny>) -> PyResult<PyGuide> {
        let certificate = Certificate::open(&path).map_err(CheckError::from);
        let check = |link: &Link<_>| PyGuide::check(&certificate?, &Steps("positions", link));
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
