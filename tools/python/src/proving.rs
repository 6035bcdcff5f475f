//! Proofs of starts and their certificates.

use std::path::PathBuf;
use std::thread::available_parallelism;

use loa_checker::{CheckError, ReadError};
use loa_engine::Guide;
use loa_solver::proof::{Progress, RuleSet, TwoSidedResult, TwoSidedSearch, Watch};
use pyo3::exceptions::PyKeyboardInterrupt;
use pyo3::prelude::*;

use crate::errors::{Fact, error, file_error};
use crate::moves::PyMove;
use crate::numbers::Number;
use crate::position::{PositionLike, PyBoard, PyPosition, side};
use crate::rules::RulesLike;
use crate::threads::Threads;
use crate::work::{Link, teller, watched};

/// Reports the number of expansions of a search.
struct Searching<'a>(&'a Link<(u64,)>);

impl Watch for Searching<'_> {
    fn goes_on(&self, progress: &Progress) -> bool {
        self.0.send((progress.expansions,));
        !self.0.is_to_end()
    }
}

impl loa_checker::Watch for Searching<'_> {
    fn checked(&self, moves: u64) {
        self.0.send((moves,));
    }

    fn interrupted(&self) -> bool {
        self.0.is_to_end()
    }
}

/// The end of a search: the winner, the bound in plies, and the numbers of moves and bytes of the
/// certificate; or the reason for which no proof was found.
type Found = Result<Option<(char, u32, u64, Vec<u8>)>, String>;

/// Searches for a proof and writes its certificate; returns the winner, the bound in plies
/// and the number of moves of the certificate.
#[pyfunction]
pub(crate) fn prove(
    py: Python<'_>,
    position: PositionLike<'_>,
    path: PathBuf,
    rules: Option<RulesLike<'_>>,
    winner: Option<&str>,
    hash_bytes: Number<u64>,
    threads: Option<Threads>,
    progress: Option<Py<PyAny>>,
) -> PyResult<(char, u32, u64)> {
    let Number(hash_bytes) = hash_bytes;
    let start = position.read(py)?;
    let rules = match rules {
        None => RuleSet::NORMAL,
        Some(RulesLike::Text(name)) if name == "normal" => RuleSet::NORMAL,
        Some(rules) => RuleSet::one(rules.read(py)?.rules),
    };
    // A mistyped folder must not cost a search of hours.
    let folder = path.parent().filter(|folder| !folder.as_os_str().is_empty());
    folder
        .map_or(Ok(()), |folder| folder.metadata().map(drop))
        .map_err(|fault| file_error(py, &path, &fault))?;
    let winner = winner.map(|letter| side(py, letter)).transpose()?;
    let failed = |message: String| error(py, "ProofError", message, []);
    let mut inquiry = TwoSidedSearch::new(start, rules, winner, None, hash_bytes)
        .map_err(|fault| failed(fault.to_string()))?;
    let all = || available_parallelism().map_or(1, usize::from);
    let threads = threads.map_or_else(all, |Threads(threads)| threads);
    let search = |link: &Link<(u64,)>| -> Found {
        let answer = inquiry.search(threads, &Searching(link));
        let prover = match answer.map_err(|fault| fault.to_string())? {
            TwoSidedResult::Proved(prover) => prover,
            TwoSidedResult::NotProved => return Err("no win was proved".to_owned()),
            TwoSidedResult::Stopped => return Ok(None),
        };
        let certificate =
            prover.certificate(&Searching(link)).map_err(|fault| fault.to_string())?;
        let letter = certificate.winner.letter();
        let (plies, moves) = (certificate.plies, certificate.moves);
        let bytes = certificate.into_bytes();
        let written = loa_checker::Certificate::read(bytes.clone());
        written
            .map_err(CheckError::from)
            .and_then(|written| loa_checker::check(&written, &Searching(link)))
            .map_err(|fault| fault.to_string())?;
        Ok(Some((letter, plies, moves, bytes)))
    };
    match watched(py, None, search, teller(py, progress))?.map_err(failed)? {
        Some((winner, plies, positions, bytes)) => {
            std::fs::write(&path, bytes).map_err(|fault| file_error(py, &path, &fault))?;
            Ok((winner, plies, positions))
        }
        None => Err(PyKeyboardInterrupt::new_err(())),
    }
}

/// The claim of a certificate: board, rules ids, winner, plies, positions, start.
type ClaimParts = (PyBoard, Vec<&'static str>, char, u32, u64, PyPosition);

/// A certificate that has been checked: see `Claim` in `python/linesofaction/proving.py`.
#[pyclass(name = "_Guide", module = "linesofaction._native", frozen)]
pub(crate) struct PyGuide(Guide);

#[pymethods]
impl PyGuide {
    /// Returns the winner's move with the least bound, and the bound in plies.
    fn answer(
        &self,
        py: Python<'_>,
        position: PositionLike<'_>,
    ) -> PyResult<Option<(PyMove, u32)>> {
        let answer = self.0.answer(&position.read(py)?);
        Ok(answer.map(|answer| (PyMove(answer.played), answer.plies)))
    }

    /// Returns the maximum number of plies until the winner has won.
    fn bound(&self, py: Python<'_>, position: PositionLike<'_>) -> PyResult<Option<u32>> {
        Ok(self.0.bound(&position.read(py)?))
    }

    /// Returns the positions after the moves of the certificate, and their ranks.
    fn positions(&self) -> Vec<(PyPosition, u32)> {
        self.0.positions().map(|(position, rank)| (PyPosition(position), rank)).collect()
    }
}

/// Checks a certificate with the checker, which shares no code with the search.
#[pyfunction]
pub(crate) fn check_proof(
    py: Python<'_>,
    path: PathBuf,
    progress: Option<Py<PyAny>>,
) -> PyResult<(ClaimParts, PyGuide)> {
    let name = path.display().to_string();
    let damaged = |fault: &dyn std::fmt::Display| {
        error(py, "DamagedProofError", fault, [("path", Fact::Text(name.clone()))])
    };
    let unread = |fault: ReadError| match fault {
        ReadError::Io(fault) => file_error(py, &path, &fault),
        fault => damaged(&fault),
    };
    let certificate = loa_checker::Certificate::open(&path).map_err(unread)?;
    let check = |link: &Link<_>| Guide::check(&certificate, &Searching(link));
    let guide = watched(py, None, check, teller(py, progress))?.map_err(|fault| match fault {
        CheckError::Interrupted { .. } => PyKeyboardInterrupt::new_err(()),
        CheckError::Read(fault) => unread(fault),
        fault => error(py, "ProofError", fault, [("path", Fact::Text(name.clone()))]),
    })?;
    let (start, claim) = (guide.start(), certificate.claim());
    let parts = (
        PyBoard(start.board()),
        claim.ids.names().collect(),
        guide.winner().letter(),
        claim.plies,
        claim.moves,
        PyPosition(start),
    );
    Ok((parts, PyGuide(guide)))
}
