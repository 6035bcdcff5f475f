//! Tables and answers from them.

use std::ops::Deref;
use std::path::PathBuf;
use std::sync::{Arc, PoisonError, RwLock};

use loa_api::{default_folder, named_without_tables};
use loa_judge::judging::JudgeError;
use loa_judge::search::Search;
use loa_judge::suite::{SuiteFileError, read_file};
use loa_solver::{Material, Position};
use loa_tablebase::{ProbeError, Tablebase};
use numpy::{PyArray1, PyReadonlyArray1};
use pyo3::exceptions::{PyTypeError, PyValueError};
use pyo3::prelude::*;
use rayon::prelude::*;

use crate::arrays::{at, codes, each_position, positions_of};
use crate::errors::{error, judge_error, position_error, probe_error};
use crate::json::{json, of_json};
use crate::numbers::Number;
use crate::position::{PyBoard, PyPosition, material};
use crate::rules::PyRules;
use crate::source::unread;
use crate::threads::{self, Threads, Working};
use crate::values::{NO_VALUE, PyMoveValue, PyProbe, PyValue};
use crate::walk::PyWalk;
use crate::work::{Link, quiet, warn, watched};

/// Tables of one set of rules: see `python/linesofaction/tablebase.py`.
#[pyclass(name = "Tablebase", module = "linesofaction._native", subclass, frozen)]
pub(crate) struct PyTablebase {
    /// `None` once the tables are closed.
    tables: RwLock<Option<Arc<Tablebase>>>,
    /// The rules of all values.
    #[pyo3(get)]
    pub(crate) rules: PyRules,
    /// The folder of the tables; None if it is unknown and only the built-in tables answer.
    #[pyo3(get)]
    folder: Option<PathBuf>,
    /// The maximum size of the cache in bytes; None for the default.
    #[pyo3(get)]
    cache_bytes: Option<usize>,
}

/// Open tables.
pub(crate) struct Open {
    /// May be shared with work that lasts longer than the call.
    pub(crate) tables: Arc<Tablebase>,
    _working: Working,
}

impl Deref for Open {
    type Target = Tablebase;

    fn deref(&self) -> &Tablebase {
        &self.tables
    }
}

impl PyTablebase {
    /// Returns the tables, if they are open.
    pub(crate) fn open(&self) -> PyResult<Open> {
        let working = Working::begin()?;
        let tables = self.tables.read().unwrap_or_else(PoisonError::into_inner).clone();
        let tables = tables.ok_or_else(|| PyValueError::new_err("the tables are closed"))?;
        Ok(Open { tables, _working: working })
    }

    /// Returns the answer to a question about a position.
    fn answer<T: Send>(
        &self,
        py: Python<'_>,
        PyPosition(position): PyPosition,
        question: impl FnOnce(&Tablebase, &Position) -> Result<T, ProbeError> + Send,
    ) -> PyResult<T> {
        let tables = self.open()?;
        let answer = py.detach(|| question(&tables, &position));
        answer.map_err(|fault| position_error(&fault, &position, self.rules.0))
    }
}

#[pymethods]
impl PyTablebase {
    #[new]
    #[pyo3(signature = (folder=None, rules=None, cache_bytes=None))]
    fn new(
        py: Python<'_>,
        folder: Option<PathBuf>,
        rules: Option<PyRules>,
        cache_bytes: Option<Number<usize>>,
    ) -> PyResult<PyTablebase> {
        let rules = rules.unwrap_or_default();
        let folder = folder.or_else(default_folder);
        let mut options = Tablebase::options();
        if let Some(folder) = &folder {
            options = options.folder(folder);
            if let Some(empty) = named_without_tables(folder) {
                warn(py, &empty.to_string())?;
            }
        }
        let cache_bytes = cache_bytes.map(|Number(bytes)| bytes);
        if let Some(bytes) = cache_bytes {
            options = options.cache_bytes(bytes);
        }
        let tables = RwLock::new(Some(Arc::new(options.tablebase(rules.0.rules))));
        Ok(PyTablebase { tables, rules, folder, cache_bytes })
    }

    /// Closes the files and frees the memory. Later questions raise ValueError.
    fn close(&self) {
        *self.tables.write().unwrap_or_else(PoisonError::into_inner) = None;
    }

    /// Returns the value of a position and of every move in it.
    fn probe(&self, py: Python<'_>, position: PyPosition) -> PyResult<PyProbe> {
        self.answer(py, position, Tablebase::probe).map(PyProbe)
    }

    /// Returns the values of many positions and of every move in them.
    #[pyo3(signature = (positions, *, threads=None))]
    fn probe_many(
        &self,
        py: Python<'_>,
        positions: &Bound<'_, PyAny>,
        threads: Option<Threads>,
    ) -> PyResult<Vec<PyProbe>> {
        let tables = self.open()?;
        let positions = each_position(positions)?.collect::<PyResult<Vec<_>>>()?;
        let crew = threads::crew(py, threads)?;
        let probe_all = || positions.par_iter().map(|p| tables.probe(p)).collect();
        let probes: Vec<_> = py.detach(|| crew.install(probe_all));
        let probes = probes.into_iter().enumerate().map(|(number, probe)| {
            probe.map(PyProbe).map_err(|fault| at(probe_error(fault), number))
        });
        probes.collect()
    }

    /// Returns the value of a position.
    fn value(&self, py: Python<'_>, position: PyPosition) -> PyResult<PyValue> {
        self.answer(py, position, Tablebase::answer).map(PyValue::from)
    }

    /// Returns the value of a position if everything needed is in memory, else None.
    fn value_if_cached(&self, position: PyPosition) -> PyResult<Option<PyValue>> {
        Ok(self.open()?.answer_if_cached(&position.0).map(PyValue::from))
    }

    /// Returns best play from a won or lost position to the end.
    fn line(&self, py: Python<'_>, position: PyPosition) -> PyResult<Vec<PyMoveValue>> {
        self.answer(py, position, Tablebase::line).map(|line| PyMoveValue::list(&line))
    }

    /// Returns the materials that have tables, smallest first.
    fn materials(&self, board: PyBoard) -> PyResult<Vec<String>> {
        let materials = self.open()?.materials(board.0)?;
        Ok(materials.iter().map(Material::to_string).collect())
    }

    /// Returns the census of a table as JSON.
    fn _census(&self, py: Python<'_>, board: PyBoard, material: &str) -> PyResult<String> {
        let material = self::material(board.0, material)?;
        let tables = self.open()?;
        let census = py.detach(|| tables.census(board.0, material));
        json(&census.map_err(probe_error)?)
    }

    /// Returns the values of many positions, as codes. Unless `strict`, a position or text
    /// without an answer has NO_VALUE.
    ///
    /// Only probe() notices tables that contradict themselves. This function returns the value
    /// that the table stores, without comparing it with the moves.
    #[pyo3(signature = (positions, strict=true, *, threads=None))]
    fn values<'py>(
        &self,
        py: Python<'py>,
        positions: &Bound<'py, PyAny>,
        strict: bool,
        threads: Option<Threads>,
    ) -> PyResult<Bound<'py, PyArray1<i16>>> {
        let mut read = Vec::new();
        for position in each_position(positions)? {
            match position {
                // A wrong type is an error in the caller's program, even if `strict` is false.
                Err(error) if strict || error.is_instance_of::<PyTypeError>(py) => {
                    return Err(error);
                }
                position => read.push(position.ok()),
            }
        }
        let asked: Vec<Position> = read.iter().flatten().copied().collect();
        let mut codes = codes(py, &*self.open()?, &asked, strict, threads)?.into_iter();
        let all = read
            .iter()
            .map(|position| position.and_then(|_| codes.next()))
            .map(|code| code.unwrap_or(NO_VALUE));
        Ok(PyArray1::from_iter(py, all))
    }

    /// Returns positions of a kind with their values, up to `limit` for each material.
    #[pyo3(signature = (board, materials, result, plies, longest, kind, limit))]
    fn _search(
        &self,
        py: Python<'_>,
        board: PyBoard,
        materials: Vec<String>,
        result: Option<&str>,
        plies: Option<(Number<u16>, Number<u16>)>,
        longest: bool,
        kind: &str,
        limit: Number<usize>,
    ) -> PyResult<Vec<(PyPosition, PyValue)>> {
        let tables = self.open()?;
        let materials = materials.iter().map(|text| material(board.0, text));
        let materials = materials.collect::<PyResult<Vec<Material>>>()?;
        let mut search = Search::new(&tables, board.0);
        search.wanted = of_json(kind)?;
        search.wdl = result.map(of_json).transpose()?;
        search.plies = plies.map(|(Number(least), Number(most))| least..=most);
        (search.only_longest, search.limit) = (longest, limit.0);
        let find = |link: &Link<_>| -> Result<_, JudgeError> {
            let (mut all, watch) = (Vec::new(), link.control());
            for material in materials {
                search.each(material, &watch, |one| -> Result<(), JudgeError> {
                    all.push((PyPosition(one.position), PyValue::from(one.value)));
                    Ok(())
                })?;
            }
            Ok(all)
        };
        watched(py, None, find, quiet(py))?.map_err(judge_error)
    }

    /// Returns the values of positions of one board, given as sets of squares.
    #[pyo3(signature = (board, us, them, strict=true, *, threads=None))]
    fn values_of_arrays<'py>(
        &self,
        py: Python<'py>,
        board: PyBoard,
        us: PyReadonlyArray1<'py, u64>,
        them: PyReadonlyArray1<'py, u64>,
        strict: bool,
        threads: Option<Threads>,
    ) -> PyResult<Bound<'py, PyArray1<i16>>> {
        let positions = positions_of(board.0, &us, &them)?;
        let codes = codes(py, &*self.open()?, &positions, strict, threads)?;
        Ok(PyArray1::from_vec(py, codes))
    }

    /// Returns the blocks of a table, with their values if these fit the given memory.
    fn _walk(
        &self,
        py: Python<'_>,
        board: PyBoard,
        material: &str,
        memory: Number<u64>,
    ) -> PyResult<PyWalk> {
        let material = self::material(board.0, material)?;
        PyWalk::new(py, &*self.open()?, board.0, material, memory.0)
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

/// Reads the problems of a file, and returns them as JSON.
#[pyfunction]
pub(crate) fn read_suite(path: PathBuf) -> PyResult<String> {
    let entries = read_file(&path).map_err(|fault| match fault {
        SuiteFileError::File(fault) => unread(&path, fault, "SuiteError"),
        fault => error("SuiteError", fault),
    })?;
    json(&entries.iter().map(|entry| &entry.problem).collect::<Vec<_>>())
}
