//! Boards and squares.

use loa_solver::{Board, Square};
use pyo3::prelude::*;

use crate::or_text::OrText;
use crate::position::PyPosition;

/// A board of files x ranks, each 3 to 8.
///
/// >>> from linesofaction import Board
/// >>> board = Board("5x4")
/// >>> board.files, board.ranks, board.squares
/// (5, 4, 20)
/// >>> board.start()
/// Position('1xxx1/o3o/o3o/1xxx1 x')
#[pyclass(
    name = "Board",
    module = "linesofaction",
    frozen,
    eq,
    ord,
    hash,
    skip_from_py_object
)]
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Hash)]
pub(crate) struct PyBoard(pub(crate) Board);

/// A board, or its text.
pub(crate) type BoardLike<'py> = OrText<PyRef<'py, PyBoard>>;

impl BoardLike<'_> {
    pub(crate) fn read(&self, py: Python<'_>) -> PyResult<Board> {
        self.content(py, |board| board.0)
    }
}

#[pymethods]
impl PyBoard {
    #[new]
    fn new(py: Python<'_>, text: BoardLike<'_>) -> PyResult<PyBoard> {
        text.read(py).map(PyBoard)
    }

    /// The number of files.
    #[getter]
    fn files(&self) -> u32 {
        self.0.files()
    }

    /// The number of ranks.
    #[getter]
    fn ranks(&self) -> u32 {
        self.0.ranks()
    }

    /// The number of squares.
    #[getter]
    fn squares(&self) -> u32 {
        self.0.squares()
    }

    /// The squares as a set of bits: 8 * rank + file, both counted from 0.
    #[getter]
    fn mask(&self) -> u64 {
        self.0.mask().0
    }

    /// Returns the start, x to move.
    fn start(&self) -> PyPosition {
        PyPosition(self.0.start())
    }

    /// Returns the start of scrambled eggs, x to move.
    fn scrambled(&self) -> PyPosition {
        PyPosition(self.0.scrambled())
    }

    fn __str__(&self) -> String {
        self.0.to_string()
    }

    fn __repr__(&self) -> String {
        format!("Board('{}')", self.0)
    }

    fn __getnewargs__(&self) -> (String,) {
        (self.0.to_string(),)
    }
}

/// A square.
///
/// >>> from linesofaction import Square
/// >>> square = Square("b3")
/// >>> square.file, square.rank, square.index
/// (1, 2, 17)
#[pyclass(
    name = "Square",
    module = "linesofaction",
    frozen,
    eq,
    ord,
    hash,
    skip_from_py_object
)]
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Hash)]
pub(crate) struct PySquare(pub(crate) Square);

/// A square, or its name.
pub(crate) type SquareLike<'py> = OrText<PyRef<'py, PySquare>>;

impl SquareLike<'_> {
    pub(crate) fn read(&self, py: Python<'_>) -> PyResult<Square> {
        self.content(py, |square| square.0)
    }
}

#[pymethods]
impl PySquare {
    #[new]
    fn new(py: Python<'_>, name: SquareLike<'_>) -> PyResult<PySquare> {
        name.read(py).map(PySquare)
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
