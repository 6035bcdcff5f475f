//! Moves.

use loa_solver::{Move, Position, Rules, WrittenMove};
use pyo3::prelude::*;
use serde_json::json;

use crate::errors::{error_with, parse_error};
use crate::or_text::text;
use crate::square::PySquare;

/// A move of a stone, or a pass if no squares are given.
///
/// >>> from linesofaction import Move, Position
/// >>> Move("b1", "b3") == Move("b1-b3")
/// True
/// >>> Position("start 4x4").moves()[0].to_square
/// Square('b3')
#[pyclass(name = "Move", module = "linesofaction", frozen, eq, ord, hash, skip_from_py_object)]
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Hash)]
pub(crate) struct PyMove(pub(crate) Move);

/// A move, or its text, which is read in a position.
pub(crate) enum MoveLike {
    Object(PyMove),
    Text(String),
}

impl FromPyObject<'_, '_> for MoveLike {
    type Error = PyErr;

    fn extract(object: Borrowed<'_, '_, PyAny>) -> PyResult<MoveLike> {
        match object.cast::<PyMove>() {
            Ok(played) => Ok(MoveLike::Object(*played.get())),
            Err(_) => text::<PyMove>(object).map(MoveLike::Text),
        }
    }
}

impl MoveLike {
    /// Returns the move if it is legal in a position.
    pub(crate) fn legal(&self, position: &Position, rules: Rules) -> PyResult<Move> {
        let text = match self {
            MoveLike::Object(played) => played.0.to_string(),
            MoveLike::Text(text) => text.clone(),
        };
        let read = rules.parse_move(position, &text);
        read.map_err(|fault| match fault {
            loa_solver::ParseMoveError::Illegal { .. } => {
                let facts = json!({ "move": text, "position": position });
                error_with("IllegalMoveError", fault, &facts)
            }
            fault => parse_error(&text, fault),
        })
    }
}

#[pymethods]
impl PyMove {
    #[new]
    #[pyo3(signature = (from_square=None, to_square=None, is_capture=false))]
    fn new(
        from_square: Option<&Bound<'_, PyAny>>,
        to_square: Option<PySquare>,
        is_capture: bool,
    ) -> PyResult<PyMove> {
        let text = match (from_square, to_square) {
            (None, None) => return Ok(PyMove(Move::Pass)),
            (Some(from), Some(PySquare(to))) => {
                let PySquare(from) = from.extract()?;
                return Ok(PyMove(Move::Stone { from, to, capture: is_capture }));
            }
            (Some(whole), None) => text::<PyMove>(whole.as_borrowed())?,
            (None, Some(to)) => to.0.to_string(),
        };
        let written = text.parse::<WrittenMove>();
        written.map(|written| PyMove(written.into())).map_err(|fault| parse_error(&text, fault))
    }

    /// The square that the stone leaves; None for a pass.
    #[getter]
    fn from_square(&self) -> Option<PySquare> {
        match self.0 {
            Move::Stone { from, .. } => Some(PySquare(from)),
            Move::Pass => None,
        }
    }

    /// The square where the stone lands; None for a pass.
    #[getter]
    fn to_square(&self) -> Option<PySquare> {
        match self.0 {
            Move::Stone { to, .. } => Some(PySquare(to)),
            Move::Pass => None,
        }
    }

    /// True if it captures a stone.
    #[getter]
    fn is_capture(&self) -> bool {
        self.0.is_capture()
    }

    /// True if no stone moves.
    #[getter]
    fn is_pass(&self) -> bool {
        self.0 == Move::Pass
    }

    fn __str__(&self) -> String {
        self.0.to_string()
    }

    fn __repr__(&self) -> String {
        format!("Move('{}')", self.0)
    }

    fn __getnewargs__(&self) -> (Option<PySquare>, Option<PySquare>, bool) {
        (self.from_square(), self.to_square(), self.is_capture())
    }
}
