//! Boards, materials and positions.

use loa_api::drawing::{board_svg, board_svg_as};
use loa_record::text::board_lines;
use loa_record::{WrittenPosition, WrittenPositionError};
use loa_solver::{
    Bitboard, Board, Color, IndexError, Material, Move, Position, Rules, Value, perft,
    position_count,
};
use pyo3::exceptions::PyValueError;
use pyo3::prelude::*;
use pyo3::types::PyFrozenSet;
use serde_json::json;

use crate::drawing::look;
use crate::errors::{error_with, parse_error};
use crate::moves::{MoveLike, PyMove};
use crate::numbers::Number;
use crate::or_text::or_text;
use crate::rules::PyRules;
use crate::square::PySquare;

/// A board of files x ranks, each 3 to 8.
///
/// >>> from linesofaction import Board
/// >>> board = Board("5x4")
/// >>> board.files, board.ranks, board.squares
/// (5, 4, 20)
/// >>> board.start()
/// Position('1xxx1/o3o/o3o/1xxx1 x')
#[pyclass(name = "Board", module = "linesofaction", frozen, eq, ord, hash, skip_from_py_object)]
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Hash)]
pub(crate) struct PyBoard(pub(crate) Board);

or_text!(PyBoard: Board, |board| board, parse_error);

#[pymethods]
impl PyBoard {
    #[new]
    fn new(text: PyBoard) -> PyBoard {
        text
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

    /// Returns the start, with x to move.
    fn start(&self) -> PyPosition {
        PyPosition(self.0.start())
    }

    /// Returns the start of scrambled eggs, with x to move.
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

/// Reads a material. It must fit the board.
pub(crate) fn material(board: Board, text: &str) -> PyResult<Material> {
    let material = text.parse().map_err(|fault| parse_error(text, fault))?;
    match position_count(board, material) {
        Err(fault @ IndexError::DoesNotFit { .. }) => Err(parse_error(text, fault)),
        _ => Ok(material),
    }
}

/// A position: the stones and the side to move. The text has the ranks from the top, or is
/// "start 5x5" or "scrambled 5x5".
///
/// >>> from linesofaction import Position
/// >>> position = Position("start 4x4")
/// >>> print(position)
/// 1xx1/o2o/o2o/1xx1 x
/// >>> print(position.play("b1-b3"))
/// 1xx1/ox1o/o2o/2x1 o
/// >>> Position("1xx1/o2q/o2o/1xx1 x")
/// Traceback (most recent call last):
/// ...
/// linesofaction.errors.ParseError: not a position: character 8 is 'q': expected x, o, ...
#[pyclass(name = "Position", module = "linesofaction", frozen, eq, hash, skip_from_py_object)]
#[derive(Clone, Copy, PartialEq, Eq, Hash)]
pub(crate) struct PyPosition(pub(crate) Position);

/// Makes the exception for text that is not a position.
fn no_position(text: &str, fault: WrittenPositionError) -> PyErr {
    let facts = json!({ "text": text, "character": fault.character() });
    error_with("ParseError", fault, &facts)
}

or_text!(PyPosition: WrittenPosition, |written| written.position, no_position);

/// Returns a side by its letter or its name.
pub(crate) fn side(letter: &str) -> PyResult<Color> {
    letter.parse().map_err(|fault: loa_solver::ParseColorError| parse_error(letter, fault))
}

/// Counts like [`perft`], and stops at Ctrl-C.
fn counted(py: Python<'_>, rules: Rules, position: &Position, depth: u32) -> PyResult<u64> {
    py.check_signals()?;
    if depth <= 4 || rules.termination(position).is_some() {
        return Ok(py.detach(|| perft(rules, position, depth)));
    }
    let after = position.stone_moves().map(|played| position.play_unchecked(played));
    after.map(|after| counted(py, rules, &after, depth - 1)).sum()
}

#[pymethods]
impl PyPosition {
    #[new]
    fn new(text: PyPosition) -> PyPosition {
        text
    }

    /// Returns the position with these sets of squares of the side to move and of the other side.
    ///
    /// >>> from linesofaction import Position
    /// >>> start = Position("start 4x4")
    /// >>> Position.of("4x4", start.us, start.them) == start
    /// True
    #[staticmethod]
    #[pyo3(signature = (board, us, them, turn="x"))]
    fn of(board: PyBoard, us: Number<u64>, them: Number<u64>, turn: &str) -> PyResult<PyPosition> {
        let position = Position::new(board.0, Bitboard(us.0), Bitboard(them.0), side(turn)?);
        position.map(PyPosition).map_err(|fault| PyValueError::new_err(fault.to_string()))
    }

    /// The board.
    #[getter]
    fn board(&self) -> PyBoard {
        PyBoard(self.0.board())
    }

    /// The squares of the side to move, as a set of bits.
    #[getter]
    fn us(&self) -> u64 {
        self.0.us().0
    }

    /// The squares of the other side, as a set of bits.
    #[getter]
    fn them(&self) -> u64 {
        self.0.them().0
    }

    /// The side to move, 'x' or 'o'.
    #[getter]
    fn turn(&self) -> char {
        self.0.turn().letter()
    }

    /// The numbers of stones of the side to move and of the other side, such as '4v3'.
    #[getter]
    fn material(&self) -> String {
        self.0.material().to_string()
    }

    /// Returns the legal moves, sorted by their text. A position in which the game is over may
    /// still have moves: see over().
    ///
    /// >>> from linesofaction import Position
    /// >>> [str(move) for move in Position("start 4x4").moves()][:3]
    /// ['b1-b3', 'b1-d1', 'b1xd3']
    #[pyo3(signature = (rules=None))]
    fn moves(&self, rules: Option<PyRules>) -> Vec<PyMove> {
        let rules = rules.unwrap_or_default().0.rules;
        rules.moves(&self.0).into_iter().map(PyMove).collect()
    }

    /// Returns the legal moves like moves(), but an empty list if the game is over.
    #[pyo3(signature = (rules=None))]
    fn legal_moves(&self, rules: Option<PyRules>) -> Vec<PyMove> {
        let is_over = self.over(rules).is_some();
        if is_over { Vec::new() } else { self.moves(rules) }
    }

    /// Returns the side of the stone on a square, 'x' or 'o', or None.
    ///
    /// >>> from linesofaction import Position
    /// >>> Position("start 4x4").piece_at("b1")
    /// 'x'
    fn piece_at(&self, square: PySquare) -> Option<char> {
        self.0.stone(square.0).map(Color::letter)
    }

    /// Returns the squares of a side's stones, or of all stones.
    ///
    /// >>> from linesofaction import Position
    /// >>> sorted(Position("start 4x4").stones("x"))
    /// [Square('b1'), Square('c1'), Square('b4'), Square('c4')]
    #[pyo3(signature = (side=None))]
    fn stones<'py>(
        &self,
        py: Python<'py>,
        side: Option<&str>,
    ) -> PyResult<Bound<'py, PyFrozenSet>> {
        let squares = match side.map(self::side).transpose()? {
            None => self.0.us() | self.0.them(),
            Some(side) => self.0.stones(side),
        };
        PyFrozenSet::new(py, squares.into_iter().map(PySquare))
    }

    /// Returns the number of sequences of legal moves with this length in plies. A pass is not a
    /// move, and no move follows the end of a game.
    ///
    /// >>> from linesofaction import Position
    /// >>> Position("start 8x8").perft(3)
    /// 44952
    #[pyo3(signature = (depth, rules=None))]
    fn perft(&self, py: Python<'_>, depth: Number<u32>, rules: Option<PyRules>) -> PyResult<u64> {
        counted(py, rules.unwrap_or_default().0.rules, &self.0, depth.0)
    }

    /// Returns the legal move with this text.
    ///
    /// >>> from linesofaction import Position
    /// >>> Position("start 4x4").parse_move("b1d3")
    /// Move('b1xd3')
    #[pyo3(signature = (text, rules=None))]
    fn parse_move(&self, text: String, rules: Option<PyRules>) -> PyResult<PyMove> {
        let rules = rules.unwrap_or_default().0.rules;
        MoveLike::Text(text).legal(&self.0, rules).map(PyMove)
    }

    /// Returns the position after a legal move.
    #[pyo3(signature = (r#move, rules=None))]
    fn play(&self, r#move: &Bound<'_, PyAny>, rules: Option<PyRules>) -> PyResult<PyPosition> {
        let rules = rules.unwrap_or_default().0.rules;
        let played = r#move.extract::<MoveLike>()?.legal(&self.0, rules)?;
        Ok(PyPosition(self.0.play_unchecked(played)))
    }

    /// Returns the end of the game, seen from the side to move: 'us-connected', 'them-connected',
    /// 'both-connected', 'no-move' or 'dead'. None if the game is not over.
    ///
    /// >>> from linesofaction import Position
    /// >>> Position("o1x1/ox1o/1x1o/2x1 o").over()
    /// 'them-connected'
    #[pyo3(signature = (rules=None))]
    fn over(&self, rules: Option<PyRules>) -> Option<&'static str> {
        let rules = rules.unwrap_or_default().0.rules;
        rules.termination(&self.0).map(|(over, _)| over.name())
    }

    /// Returns the side that has won, 'x' or 'o', or None.
    #[pyo3(signature = (rules=None))]
    fn winner(&self, rules: Option<PyRules>) -> Option<char> {
        let rules = rules.unwrap_or_default().0.rules;
        let turn = self.0.turn();
        match rules.termination(&self.0) {
            Some((_, Value::Win(_))) => Some(turn.letter()),
            Some((_, Value::Loss(_))) => Some(turn.other().letter()),
            _ => None,
        }
    }

    /// Returns the position with files and ranks exchanged.
    fn transposed(&self) -> PyPosition {
        PyPosition(self.0.transposed())
    }

    /// Returns the images of this position under the symmetries of the board, itself first.
    fn images(&self) -> Vec<PyPosition> {
        self.0.images().map(PyPosition).collect()
    }

    /// Returns the same position for all images of a position.
    ///
    /// >>> from linesofaction import Position
    /// >>> position = Position("start 4x4").play("b1-b3")
    /// >>> len({image.canonical() for image in position.images()})
    /// 1
    fn canonical(&self) -> PyPosition {
        let least = self.0.images().min_by_key(|image| (image.us().0, image.them().0));
        PyPosition(least.unwrap_or(self.0))
    }

    /// Returns the board in lines, with the names of the ranks and files, to be printed. It is
    /// text of the position, too.
    ///
    /// >>> from linesofaction import Position
    /// >>> position = Position("start 4x4")
    /// >>> print(position.diagram())
    ///   4  . x x .
    ///   3  o . . o
    ///   2  o . . o
    ///   1  . x x .
    ///      a b c d
    /// x to move
    /// >>> Position(position.diagram()) == position
    /// True
    fn diagram(&self) -> String {
        let board = board_lines(&self.0, None, false).join("\n");
        format!("{board}\n{} to move", self.turn())
    }

    /// Returns an SVG drawing, with an arrow for each of the given moves. `size` is its width in
    /// pixels. Without `coordinates` the board stands alone. `arrows` are pairs of squares; a pair
    /// of the same square is a ring.
    #[pyo3(signature = (moves=Vec::new(), *, size=None, coordinates=true, arrows=Vec::new()),
           text_signature = "($self, moves=(), *, size=None, coordinates=True, arrows=())")]
    fn svg(
        &self,
        moves: Vec<MoveLike>,
        size: Option<Number<u32>>,
        coordinates: bool,
        arrows: Vec<(PySquare, PySquare)>,
    ) -> PyResult<String> {
        let rules = Rules::default();
        let read = |played: &MoveLike| match played {
            MoveLike::Object(played) => Ok(played.0),
            text => text.legal(&self.0, rules),
        };
        let moves: Vec<Move> = moves.iter().map(read).collect::<PyResult<_>>()?;
        let look = look(self.0.board(), size, coordinates, arrows)?;
        Ok(board_svg_as(&self.0, &moves, &look))
    }

    fn _repr_svg_(&self) -> String {
        board_svg(&self.0, &[])
    }

    fn __str__(&self) -> String {
        self.0.to_string()
    }

    fn __repr__(&self) -> String {
        format!("Position('{}')", self.0)
    }

    fn __getnewargs__(&self) -> (String,) {
        (self.0.to_string(),)
    }
}
