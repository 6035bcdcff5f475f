//! Squares.

use loa_solver::Square;
use pyo3::prelude::*;

use crate::errors::parse_error;
use crate::or_text::or_text;

/// A square.
///
/// >>> from linesofaction import Square
/// >>> square = Square("b3")
/// >>> square.file, square.rank, square.index
/// (1, 2, 17)
#[pyclass(name = "Square", module = "linesofaction", frozen, eq, ord, hash, skip_from_py_object)]
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Hash)]
pub(crate) struct PySquare(pub(crate) Square);

or_text!(PySquare: Square, |square| square, parse_error);

#[pymethods]
impl PySquare {
    #[new]
    fn new(name: PySquare) -> PySquare {
        name
    }

    /// The file, counted from 0 on the left.
    #[getter]
    fn file(&self) -> u32 {
        self.0.file()
    }

    /// The rank, counted from 0 at the bottom.
    #[getter]
    fn rank(&self) -> u32 {
        self.0.rank()
    }

    /// The number of the square's bit in sets of squares: 8 * rank + file.
    #[getter]
    fn index(&self) -> u32 {
        self.0.index()
    }

    fn __str__(&self) -> String {
        self.0.to_string()
    }

    fn __repr__(&self) -> String {
        format!("Square('{}')", self.0)
    }

    fn __getnewargs__(&self) -> (String,) {
        (self.0.to_string(),)
    }
}
