//! Certificates that have been checked.

use std::path::{Path, PathBuf};
use std::time::Instant;

use loa_api::{ProofCheckReport, checked};
use loa_checker::{Certificate, CheckError, ReadError};
use loa_engine::Guide;
use pyo3::exceptions::PyKeyboardInterrupt;
use pyo3::prelude::*;
use serde_json::json;

use crate::errors::{error_with, file_error};
use crate::json::json as to_json;
use crate::moves::PyMove;
use crate::position::PyPosition;
use crate::work::{Link, teller, watched};

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
        watched(py, None, check, teller(told))?.map_err(|fault| unsound(&path, fault))
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
fn unsound(path: &Path, fault: CheckError) -> PyErr {
    let class = match &fault {
        CheckError::Interrupted { .. } => return PyKeyboardInterrupt::new_err(()),
        CheckError::Read(ReadError::Io(fault)) => return file_error(path, fault),
        CheckError::Read(_) => "DamagedProofError",
        _ => "ProofError",
    };
    error_with(class, fault, &json!({ "path": path.display().to_string() }))
}
