//! Tables and answers from them.

use std::path::PathBuf;

use loa_solver::{Material, Position};
use loa_tablebase::Tablebase;
use numpy::{PyArray1, PyReadonlyArray1};
use pyo3::prelude::*;

use crate::arrays::{at, codes, positions_of};
use crate::errors::probe_error;
use crate::position::{BoardLike, PositionLike, material};
use crate::rules::{PyRules, RulesLike};
use crate::values::{NO_VALUE, PyMoveValue, PyProbe, PyValue};
use crate::walk::PyWalk;

/// Tables of one set of rules: see `python/linesofaction/tablebase.py`.
#[pyclass(name = "Tablebase", module = "linesofaction._native", subclass, frozen)]
pub(crate) struct PyTablebase {
    pub(crate) tables: Tablebase,
    rules: PyRules,
    folder: Option<PathBuf>,
}

/// The census of a table: outcome, plies and placements of each row, the longest win and
/// the longest loss with a position each.
type CensusParts = (Vec<(&'static str, u16, u64)>, Option<(u16, String)>, Option<(u16, String)>);

#[pymethods]
impl PyTablebase {
    #[new]
    #[pyo3(signature = (folder=None, rules=None, cache_bytes=None))]
    fn new(
        py: Python<'_>,
        folder: Option<PathBuf>,
        rules: Option<RulesLike<'_>>,
        cache_bytes: Option<usize>,
    ) -> PyResult<PyTablebase> {
        let rules = RulesLike::or_club(rules, py)?;
        let mut options = Tablebase::options();
        if let Some(folder) = &folder {
            options = options.folder(folder);
        }
        if let Some(bytes) = cache_bytes {
            options = options.cache_bytes(bytes);
        }
        Ok(PyTablebase { tables: options.tablebase(rules.rules), rules: PyRules(rules), folder })
    }

    /// The rules of all values.
    #[getter]
    fn rules(&self) -> PyRules {
        self.rules
    }

    /// The folder of the tables; None if they are those that are built in.
    #[getter]
    fn folder(&self) -> Option<PathBuf> {
        self.folder.clone()
    }

    /// Returns the value of a position and of every move in it.
    fn probe(&self, py: Python<'_>, position: PositionLike<'_>) -> PyResult<PyProbe> {
        let position = position.read(py)?;
        let probe = py.detach(|| self.tables.probe(&position));
        probe.map(PyProbe).map_err(|fault| probe_error(py, &fault))
    }

    /// Returns the value of a position.
    fn value(&self, py: Python<'_>, position: PositionLike<'_>) -> PyResult<PyValue> {
        let position = position.read(py)?;
        let answer = py.detach(|| self.tables.answer(&position));
        answer.map(PyValue).map_err(|fault| probe_error(py, &fault))
    }

    /// Returns the value of a position if all that it takes is in memory, else None.
    fn value_if_cached(
        &self,
        py: Python<'_>,
        position: PositionLike<'_>,
    ) -> PyResult<Option<PyValue>> {
        Ok(self.tables.answer_if_cached(&position.read(py)?).map(PyValue))
    }

    /// Returns best play from a won or lost position to the end.
    fn line(&self, py: Python<'_>, position: PositionLike<'_>) -> PyResult<Vec<PyMoveValue>> {
        let position = position.read(py)?;
        let line =
            py.detach(|| self.tables.line(&position)).map_err(|fault| probe_error(py, &fault))?;
        Ok(PyMoveValue::list(&line))
    }

    /// Returns the materials that there are tables of, smallest first.
    fn materials(&self, py: Python<'_>, board: BoardLike<'_>) -> PyResult<Vec<String>> {
        let materials = self.tables.materials(board.read(py)?)?;
        Ok(materials.iter().map(Material::to_string).collect())
    }

    /// Returns the census of a table in parts.
    fn _census(
        &self,
        py: Python<'_>,
        board: BoardLike<'_>,
        material: &str,
    ) -> PyResult<CensusParts> {
        let (board, material) = (board.read(py)?, self::material(py, material)?);
        let census = py
            .detach(|| self.tables.census(board, material))
            .map_err(|fault| probe_error(py, &fault))?;
        let rows = census.counts.rows().map(|(row, count)| (row.name(), row.plies, count));
        let longest = |longest: Option<(u16, loa_solver::Position)>| {
            longest.map(|(plies, position)| (plies, position.to_string()))
        };
        Ok((rows.collect(), longest(census.longest_win), longest(census.longest_loss)))
    }

    /// Returns the values of many positions, as codes. Unless `strict`, a position or text
    /// without an answer has NO_VALUE.
    ///
    /// Tables that contradict themselves show in probe(), not here: a value is that of the
    /// table, without its moves.
    #[pyo3(signature = (positions, strict=true))]
    fn values<'py>(
        &self,
        py: Python<'py>,
        positions: Vec<PositionLike<'py>>,
        strict: bool,
    ) -> PyResult<Bound<'py, PyArray1<i16>>> {
        let mut read = Vec::with_capacity(positions.len());
        for (number, position) in positions.iter().enumerate() {
            match position.read(py) {
                Err(error) if strict => return Err(at(py, error, number)),
                position => read.push(position.ok()),
            }
        }
        let asked: Vec<Position> = read.iter().flatten().copied().collect();
        let mut codes = codes(py, &self.tables, &asked, strict)?.into_iter();
        let all = read
            .iter()
            .map(|position| position.and_then(|_| codes.next()))
            .map(|code| code.unwrap_or(NO_VALUE));
        Ok(PyArray1::from_iter(py, all))
    }

    /// Returns the values of positions of one board, given as sets of squares.
    #[pyo3(signature = (board, us, them, strict=true))]
    fn values_of_arrays<'py>(
        &self,
        py: Python<'py>,
        board: BoardLike<'py>,
        us: PyReadonlyArray1<'py, u64>,
        them: PyReadonlyArray1<'py, u64>,
        strict: bool,
    ) -> PyResult<Bound<'py, PyArray1<i16>>> {
        let positions = positions_of(py, board.read(py)?, &us, &them)?;
        let codes = codes(py, &self.tables, &positions, strict)?;
        Ok(PyArray1::from_vec(py, codes))
    }

    /// Returns the blocks of a table, with their values if these take no more memory.
    fn _walk(
        &self,
        py: Python<'_>,
        board: BoardLike<'_>,
        material: &str,
        memory: u64,
    ) -> PyResult<PyWalk> {
        let (board, material) = (board.read(py)?, self::material(py, material)?);
        PyWalk::new(py, &self.tables, board, material, memory)
    }

    fn __repr__(&self) -> String {
        match &self.folder {
            Some(folder) => {
                format!("<Tablebase of {} in {}>", self.rules.0.rules, folder.display())
            }
            None => format!("<Tablebase of {}, built in>", self.rules.0.rules),
        }
    }
}
