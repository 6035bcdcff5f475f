//! Values, and answers to questions.

use std::cmp::Ordering;

use loa_api::drawing::valued_board_svg;
use loa_record::text::within;
use loa_record::{Basis, Worth};
use loa_solver::{Move, Value, Wdl};
use loa_tablebase::{MoveValue, Probe};
use pyo3::exceptions::PyValueError;
use pyo3::prelude::*;

use crate::drawing::look;
use crate::json::{json, of_json};
use crate::moves::PyMove;
use crate::numbers::Number;
use crate::position::PyPosition;
use crate::rules::PyRules;
use crate::square::PySquare;

/// The code of a win of unknown distance.
const UNKNOWN: i16 = i16::MAX;
/// The code of no value.
pub(crate) const NO_VALUE: i16 = i16::MIN;

/// Returns the code of a value in arrays: 0 for a draw, otherwise the distance plus one, negative
/// for a loss.
pub(crate) fn code(value: Value) -> i16 {
    PyValue::from(value).code()
}

/// The value of a position for the side to move. Values are ordered from worst to best.
///
/// >>> from linesofaction import Tablebase, Value
/// >>> value = Tablebase().value("start 4x4")
/// >>> str(value), value.wdl, value.plies
/// ('win in 3', 1, 3)
/// >>> Value("loss", 2) < Value("draw") < value < Value("win", 1)
/// True
#[pyclass(name = "Value", module = "linesofaction", frozen, eq, ord, hash, skip_from_py_object)]
#[derive(Clone, Copy, PartialEq, Eq, Hash)]
pub(crate) struct PyValue {
    wdl: Wdl,
    /// The plies to the end; None for a draw, and if an engine gives no distance.
    #[pyo3(get)]
    plies: Option<u16>,
    /// True if the plies are an upper bound, as in proofs.
    #[pyo3(get)]
    bound: bool,
}

impl From<Value> for PyValue {
    fn from(value: Value) -> PyValue {
        PyValue { wdl: value.wdl(), plies: value.plies(), bound: false }
    }
}

/// A win of unknown distance is worse than any other win, and a loss of unknown distance better than
/// any other loss.
impl PartialOrd for PyValue {
    fn partial_cmp(&self, other: &PyValue) -> Option<Ordering> {
        let order = |value: &PyValue| {
            let plies = value.plies.map(u32::from);
            (Worth::certain(value.wdl, plies, Basis::Tables).order(), value.bound)
        };
        order(self).partial_cmp(&order(other))
    }
}

#[pymethods]
impl PyValue {
    #[new]
    #[pyo3(signature = (name, plies=None, bound=false))]
    fn new(name: &str, plies: Option<Number<u16>>, bound: bool) -> PyResult<PyValue> {
        let plies = plies.map(|Number(plies)| plies);
        let wdl = [Wdl::Win, Wdl::Draw, Wdl::Loss].into_iter().find(|wdl| wdl.name() == name);
        let wdl = wdl.filter(|&wdl| plies.is_none() || wdl != Wdl::Draw);
        let wdl = wdl.filter(|_| plies.is_some() || !bound).ok_or_else(|| {
            PyValueError::new_err("a value is a win or loss in a number of plies, or a draw")
        })?;
        Ok(PyValue { wdl, plies, bound })
    }

    /// Returns the value that has this code in arrays.
    ///
    /// >>> from linesofaction import Value
    /// >>> Value.from_code(-3)
    /// <Value: loss in 2>
    #[staticmethod]
    fn from_code(code: Number<i16>) -> PyResult<PyValue> {
        let Number(code) = code;
        let wdl = match code {
            0 => Wdl::Draw,
            1.. => Wdl::Win,
            _ => Wdl::Loss,
        };
        let plies = match code.checked_abs() {
            None => return Err(PyValueError::new_err("NO_VALUE is the code of no value")),
            Some(0 | UNKNOWN) => None,
            Some(size) => Some(size as u16 - 1),
        };
        Ok(PyValue { wdl, plies, bound: false })
    }

    /// 1 for a win, 0 for a draw, -1 for a loss.
    #[getter]
    fn wdl(&self) -> i8 {
        match self.wdl {
            Wdl::Win => 1,
            Wdl::Draw => 0,
            Wdl::Loss => -1,
        }
    }

    /// 'win', 'draw' or 'loss'.
    #[getter]
    fn name(&self) -> &'static str {
        self.wdl.name()
    }

    /// The code of the value in arrays: 0 for a draw, otherwise the distance plus one, negative
    /// for a loss; 32767 and -32767 if the distance is unknown.
    #[getter]
    fn code(&self) -> i16 {
        let plies = self.plies.filter(|_| !self.bound);
        let size = plies.map_or(UNKNOWN, |plies| plies.min(UNKNOWN as u16 - 2) as i16 + 1);
        size * i16::from(self.wdl())
    }

    /// Returns 1 for a win, 0 for a draw and -1 for a loss.
    ///
    /// >>> from linesofaction import Value
    /// >>> int(Value("loss", 4)), float(Value("win", 3))
    /// (-1, 1.0)
    fn __int__(&self) -> i8 {
        self.wdl()
    }

    /// Returns 1.0 for a win, 0.0 for a draw and -1.0 for a loss.
    fn __float__(&self) -> f64 {
        self.wdl().into()
    }

    /// Returns the value for the other side, with the same distance.
    fn __neg__(&self) -> PyValue {
        PyValue { wdl: self.wdl.for_mover(), ..*self }
    }

    fn __str__(&self) -> String {
        let far = |plies| format!(" {} {plies}", within(!self.bound));
        format!("{}{}", self.name(), self.plies.map_or(String::new(), far))
    }

    /// Formats the text of the value, as in f"{value:>10}".
    fn __format__<'py>(&self, py: Python<'py>, format: &str) -> PyResult<Bound<'py, PyAny>> {
        self.__str__().into_pyobject(py)?.call_method1("__format__", (format,))
    }

    fn __repr__(&self) -> String {
        format!("<Value: {}>", self.__str__())
    }

    fn __getnewargs__(&self) -> (&'static str, Option<u16>, bool) {
        (self.name(), self.plies, self.bound)
    }
}

/// A move with its value for the side that makes it, and the position after it.
#[pyclass(name = "MoveValue", module = "linesofaction", frozen, eq, hash, skip_from_py_object)]
#[derive(Clone, PartialEq, Hash)]
pub(crate) struct PyMoveValue(MoveValue);

impl PyMoveValue {
    pub(crate) fn list(moves: &[MoveValue]) -> Vec<PyMoveValue> {
        moves.iter().cloned().map(PyMoveValue).collect()
    }
}

#[pymethods]
impl PyMoveValue {
    /// Reads the JSON that pickle keeps.
    #[new]
    fn new(json: &str) -> PyResult<PyMoveValue> {
        of_json(json).map(PyMoveValue)
    }

    fn __getnewargs__(&self) -> PyResult<(String,)> {
        Ok((json(&self.0)?,))
    }

    /// The move.
    #[getter]
    fn r#move(&self) -> PyMove {
        PyMove(self.0.played)
    }

    /// The value for the side that makes the move, with plies counted from the position before it.
    #[getter]
    fn value(&self) -> PyValue {
        PyValue::from(self.0.value)
    }

    /// The position after the move.
    #[getter]
    fn position(&self) -> PyPosition {
        PyPosition(self.0.position)
    }

    fn __repr__(&self) -> String {
        format!("<{}: {}>", self.0.played, self.0.value)
    }
}

/// The value of a position and of every move in it.
///
/// >>> from linesofaction import Tablebase
/// >>> probe = Tablebase().probe("o2o/x3/2o1/x1xo x")
/// >>> probe
/// <o2o/x3/2o1/x1xo x: win in 15>
/// >>> probe.moves[:2]
/// [<a3-b4: win in 15>, <a3-b3: loss in 6>]
#[pyclass(name = "Probe", module = "linesofaction", frozen, eq, hash)]
#[derive(PartialEq, Hash)]
pub(crate) struct PyProbe(pub(crate) Probe);

#[pymethods]
impl PyProbe {
    /// Reads the JSON that pickle keeps.
    #[new]
    fn new(json: &str) -> PyResult<PyProbe> {
        of_json(json).map(PyProbe)
    }

    fn __getnewargs__(&self) -> PyResult<(String,)> {
        Ok((json(&self.0)?,))
    }

    /// The position.
    #[getter]
    fn position(&self) -> PyPosition {
        PyPosition(self.0.position)
    }

    /// The rules of the values.
    #[getter]
    fn rules(&self) -> PyRules {
        let name = self.0.rules.id();
        PyRules(name.parse().unwrap_or_default())
    }

    /// The value for the side to move.
    #[getter]
    fn value(&self) -> PyValue {
        PyValue::from(self.0.value)
    }

    /// The end of the game as in Position.over(), or None.
    #[getter]
    fn over(&self) -> Option<&'static str> {
        self.0.over.map(|over| over.name())
    }

    /// The moves with their values, best first; an empty list if the game is over.
    #[getter]
    fn moves(&self) -> Vec<PyMoveValue> {
        PyMoveValue::list(&self.0.moves)
    }

    /// The moves that keep the value.
    #[getter]
    fn best(&self) -> Vec<PyMoveValue> {
        let best = self.0.moves.iter().take_while(|m| m.value == self.0.value);
        best.cloned().map(PyMoveValue).collect()
    }

    /// Returns an SVG drawing, with an arrow and a value for each move: green with the plies to
    /// a win, grey with = for a draw, red with the plies to a loss. Arrows of best moves are
    /// broad. The arguments are those of `Position.svg`.
    #[pyo3(signature = (*, size=None, coordinates=true, arrows=Vec::new()),
           text_signature = "($self, *, size=None, coordinates=True, arrows=())")]
    fn svg(
        &self,
        size: Option<Number<u32>>,
        coordinates: bool,
        arrows: Vec<(PySquare, PySquare)>,
    ) -> PyResult<String> {
        let moves: Vec<(Move, Value)> = self.0.moves.iter().map(|m| (m.played, m.value)).collect();
        let position = &self.0.position;
        Ok(valued_board_svg(position, &moves, &look(position.board(), size, coordinates, arrows)?))
    }

    fn _repr_svg_(&self) -> PyResult<String> {
        self.svg(None, true, Vec::new())
    }

    fn __repr__(&self) -> String {
        format!("<{}: {}>", self.0.position, self.0.value)
    }
}
