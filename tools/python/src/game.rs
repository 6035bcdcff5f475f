//! Games and their records.

use std::fmt::Display;
use std::sync::Arc;

use loa_api::drawing::{board_svg, board_svg_as};
use loa_record::notation::{self, GameTree, Games, Players, RecordError};
use loa_record::review::{annotate, choices, review};
use loa_record::{Basis, Game, Refusal};
use loa_solver::{Board, Color, Preset};
use loa_tablebase::Tablebase;
use pyo3::exceptions::{PyIndexError, PyValueError};
use pyo3::prelude::*;
use pyo3::types::{PyIterator, PyList};
use serde_json::json;

use crate::arrays::at;
use crate::drawing::look;
use crate::errors::{error, error_with, parse_error, probe_error};
use crate::json::{json as to_json, of_json};
use crate::moves::{MoveLike, PyMove};
use crate::numbers::Number;
use crate::position::{PyPosition, side};
use crate::rules::PyRules;
use crate::source::Source;
use crate::square::PySquare;
use crate::tablebase::PyTablebase;

/// A game from its start to its end, which may be a repetition.
///
/// >>> from linesofaction import Game
/// >>> game = Game("start 4x4")
/// >>> for move in ["b1-b3", "a2-a4", "b4-b2"]:
/// ...     game.play(move)
/// >>> game.result, game.end
/// ('x', 'black wins: black is connected')
/// >>> Game.from_sgf(game.to_sgf(black="Ada")).moves == game.moves
/// True
#[pyclass(name = "Game", module = "linesofaction", eq, skip_from_py_object)]
#[derive(Clone)]
pub(crate) struct PyGame(pub(crate) Game, Option<Arc<GameTree>>);

/// Games are equal if their rules, starts, moves and resignations are equal. The rest of their
/// records is not compared.
impl PartialEq for PyGame {
    fn eq(&self, other: &PyGame) -> bool {
        self.0 == other.0
    }
}

/// Returns the tree of a game with everything else in its record. Names of players that are not
/// empty replace those of the record.
fn sheet(game: &Game, record: Option<&GameTree>, black: &str, white: &str) -> GameTree {
    let players = Players { black: black.to_owned(), white: white.to_owned() };
    let Some(record) = record else {
        return GameTree::of(game, &players);
    };
    let mut tree = record.with(game);
    tree.set_players(&players);
    tree
}

/// A game as text, for pickle: its JSON, and the SGF from which it was read.
type Packed = (String, Option<String>);

/// Returns the exception for a move that was not played, with this message.
fn refused(text: &str, refusal: &Refusal, message: impl Display) -> PyErr {
    match refusal {
        Refusal::Over(_) => error_with("GameOverError", message, &json!({ "move": text })),
        Refusal::NotLegal { position, .. } | Refusal::OtherSide { position } => {
            let facts = json!({ "move": text, "position": position });
            error_with("IllegalMoveError", message, &facts)
        }
        _ => error("LinesOfActionError", message),
    }
}

/// Raises an exception if a game is over.
pub(crate) fn expect_open(game: &Game) -> PyResult<()> {
    let over = game.end().map(Refusal::Over);
    over.map_or(Ok(()), |over| Err(refused("", &over, &over)))
}

/// Plays the moves of a record of `text`. All must be legal.
fn played(
    text: &str,
    record: Result<GameTree, RecordError>,
    rules: Option<Preset>,
) -> PyResult<PyGame> {
    let record = record.map_err(|fault| parse_error(text, fault))?;
    let (game, stop) = record.replay(rules.or(record.preset).unwrap_or_default());
    match stop {
        None => Ok(PyGame(game, Some(Arc::new(record)))),
        Some(stop) => Err(refused(&stop.text, &stop.cause, &stop)),
    }
}

/// Reads every line of the first game of SGF, text or the path of a file: the game, then its
/// variations.
///
/// An exception has the number of the line, from 0, as `index`.
///
/// >>> from linesofaction import read_lines, write_lines
/// >>> sgf = "(;GM[9]SZ[4](;B[b1-b3];W[a2-a4])(;B[c1-c3]))"
/// >>> [[str(move) for move in line.moves] for line in read_lines(sgf)]
/// [['b1-b3', 'a2-a4'], ['c1-c3']]
/// >>> read_lines(write_lines(read_lines(sgf))) == read_lines(sgf)
/// True
#[pyfunction]
#[pyo3(signature = (text, rules=None))]
pub(crate) fn read_lines(text: Source, rules: Option<PyRules>) -> PyResult<Vec<PyGame>> {
    let (Source(text), rules) = (&text, rules.map(|rules| rules.0));
    let game = notation::read(text);
    let game = game.map_err(|fault| at(parse_error(text, fault), 0))?;
    game.into_lines()
        .enumerate()
        .map(|(number, line)| played(text, line, rules).map_err(|error| at(error, number)))
        .collect()
}

/// Returns games with the same start as SGF: the first, with the others as variations, and with
/// the comments and properties that the games were read with.
///
/// A line that is the beginning of another does not show. ValueError if the starts differ.
#[pyfunction]
#[pyo3(signature = (lines, black="", white=""))]
pub(crate) fn write_lines(
    lines: Vec<PyRef<'_, PyGame>>,
    black: &str,
    white: &str,
) -> PyResult<String> {
    let Some(first) = lines.first() else {
        return Err(PyValueError::new_err("the list of games is empty"));
    };
    let begins = |game: &Game| (game.preset(), *game.start());
    if lines.iter().any(|game| begins(&game.0) != begins(&first.0)) {
        return Err(PyValueError::new_err("the starts or rules of the games differ"));
    }
    let trees = lines.iter().map(|game| sheet(&game.0, game.1.as_deref(), black, white));
    Ok(GameTree::joined(trees).map_or_else(String::new, |tree| tree.to_sgf()))
}

/// Reads the main line of each game of a text or of a file, one after the other. The text is SGF,
/// or lists of moves with results or tags between them. A path is a `pathlib.Path`, as in
/// `read_games(Path("games.sgf"))`; a `str` is text.
///
/// An exception has the number of the game, from 0, as `index`; the games after it can still
/// be read.
///
/// >>> from linesofaction import read_games
/// >>> games = read_games("(;GM[9]SZ[4];B[b1-b3])(;GM[9]SZ[4];B[b1-b4])(;GM[9]SZ[4])")
/// >>> len(next(games))
/// 1
/// >>> next(games)
/// Traceback (most recent call last):
/// linesofaction.errors.IllegalMoveError: move 1, "b1-b4" at line 1, character 37, ...
/// >>> [len(game) for game in games]
/// [0]
#[pyfunction]
#[pyo3(signature = (text, rules=None))]
pub(crate) fn read_games(text: Source, rules: Option<PyRules>) -> PyResult<PyGames> {
    let (Source(text), rules) = (text, rules.map(|rules| rules.0));
    Ok(PyGames { games: notation::read_games(text), rules, next: 0 })
}

/// The games of a text, one after the other.
#[pyclass(name = "Games", module = "linesofaction._native")]
pub(crate) struct PyGames {
    games: Games<String>,
    rules: Option<Preset>,
    /// The number of the next game.
    next: usize,
}

#[pymethods]
impl PyGames {
    fn __iter__(slf: PyRef<'_, Self>) -> PyRef<'_, Self> {
        slf
    }

    fn __next__(&mut self) -> PyResult<Option<PyGame>> {
        let Some(record) = self.games.next() else {
            return Ok(None);
        };
        let number = self.next;
        self.next += 1;
        let game = played(self.games.text(), record, self.rules);
        game.map(Some).map_err(|error| at(error, number))
    }
}

#[pymethods]
impl PyGame {
    #[new]
    #[pyo3(signature = (start=None, rules=None))]
    fn new(start: Option<PyPosition>, rules: Option<PyRules>) -> PyResult<PyGame> {
        let largest = || Board::new(8, 8).map(|board| board.start());
        let start = start.map_or_else(largest, |start| Ok(start.0));
        let start = start.map_err(|fault| parse_error("", fault))?;
        Ok(PyGame(Game::new(rules.unwrap_or_default().0, start), None))
    }

    /// Reads a game from SGF or a list of moves: text, or the path of a file. Its rules are those
    /// given, or else those that the text names, or else "club".
    #[staticmethod]
    #[pyo3(signature = (text, rules=None))]
    fn from_sgf(text: Source, rules: Option<PyRules>) -> PyResult<PyGame> {
        let (Source(text), rules) = (&text, rules.map(|rules| rules.0));
        played(text, notation::read(text), rules)
    }

    /// Returns the game as SGF, with the names of the players, and with the comments,
    /// variations and other properties that it was read with.
    #[pyo3(signature = (black="", white=""))]
    fn to_sgf(&self, black: &str, white: &str) -> String {
        sheet(&self.0, self.1.as_deref(), black, white).to_sgf()
    }

    /// Notices on the record that the game was read from. Each names a part that could change
    /// the game but is not used, or that looks wrong.
    #[getter]
    fn notices(&self) -> Vec<String> {
        let notices = self.1.iter().flat_map(|record| record.notices(self.0.preset()));
        notices.map(|notice| notice.to_string()).collect()
    }

    /// Plays a legal move.
    #[pyo3(signature = (r#move))]
    fn play(&mut self, r#move: &Bound<'_, PyAny>) -> PyResult<()> {
        expect_open(&self.0)?;
        let played =
            r#move.extract::<MoveLike>()?.legal(self.0.position(), self.0.preset().rules)?;
        self.0.play(played).map_err(|refusal| refused(&played.to_string(), &refusal, &refusal))
    }

    /// The legal moves; an empty list if the game is over.
    #[getter]
    fn legal_moves(&self) -> Vec<PyMove> {
        self.0.legal_moves().into_iter().map(PyMove).collect()
    }

    /// Resigns the game for 'x' or 'o'.
    fn resign(&mut self, side: &str) -> PyResult<()> {
        let color = self::side(side)?;
        self.0.resign(color).map_err(|refusal| refused("resign", &refusal, &refusal))
    }

    /// Takes back a resignation or the last move. Returns False if the game has neither.
    fn undo(&mut self) -> bool {
        self.0.undo()
    }

    /// Compares every move with the best one, by these tables or else by the built-in tables of
    /// 4x4.
    ///
    /// ValueError if the tables have different rules.
    #[pyo3(signature = (tables=None))]
    fn review<'py>(
        &self,
        py: Python<'py>,
        tables: Option<PyRef<'py, PyTablebase>>,
    ) -> PyResult<Bound<'py, PyAny>> {
        let preset = self.0.preset();
        let open = tables.map(|tables| tables.open()).transpose()?;
        let built_in = Tablebase::embedded(preset.rules);
        let tables = open.as_deref().unwrap_or(&built_in);
        let (rules, of_tables) = (preset.rules, tables.rules());
        if of_tables != rules {
            let message =
                format!("the rules of the tables are {of_tables}, those of the game {rules}");
            return Err(PyValueError::new_err(message));
        }
        let known = |positions: &[_]| choices(tables, preset.repetition, positions, Basis::Tables);
        let review = py.detach(|| review(&self.0, known, ToString::to_string));
        let review = to_json(&review.map_err(probe_error)?)?;
        py.import("linesofaction.review")?.call_method1("reviewed", (self.clone(), review))
    }

    /// Returns the game as SGF with a review, which is JSON.
    fn _annotated(&self, review: &str, black: &str, white: &str) -> PyResult<String> {
        let mut sheet = sheet(&self.0, self.1.as_deref(), black, white);
        annotate(&mut sheet, &of_json(review)?);
        Ok(sheet.to_sgf())
    }

    /// The rules.
    #[getter]
    fn rules(&self) -> PyRules {
        PyRules(self.0.preset())
    }

    /// The position after the last move.
    #[getter]
    fn position(&self) -> PyPosition {
        PyPosition(*self.0.position())
    }

    /// The start, then the position after each move.
    #[getter]
    fn positions(&self) -> Vec<PyPosition> {
        self.0.positions().iter().copied().map(PyPosition).collect()
    }

    /// The moves.
    #[getter]
    fn moves(&self) -> Vec<PyMove> {
        self.0.moves().iter().copied().map(PyMove).collect()
    }

    /// The end of the game in words, or None.
    #[getter]
    fn end(&self) -> Option<String> {
        self.0.end().map(|end| end.to_string())
    }

    /// The winner, 'x' or 'o', or 'draw'; None if the game is not over.
    #[getter]
    fn result(&self) -> Option<&'static str> {
        self.0.end().map(|end| match end.winner {
            Some(Color::Black) => "x",
            Some(Color::White) => "o",
            None => "draw",
        })
    }

    /// Returns an SVG drawing of the position after `ply` moves, or after all moves, with an
    /// arrow for the last move. The other arguments are those of `Position.svg`.
    #[pyo3(signature = (ply=None, *, size=None, coordinates=true, arrows=Vec::new()),
           text_signature = "($self, ply=None, *, size=None, coordinates=True, arrows=())")]
    fn svg(
        &self,
        ply: Option<usize>,
        size: Option<Number<u32>>,
        coordinates: bool,
        arrows: Vec<(PySquare, PySquare)>,
    ) -> PyResult<String> {
        let ply = ply.unwrap_or(self.0.moves().len());
        let Some(position) = self.0.positions().get(ply) else {
            let message = format!("ply {ply}: the game has {} moves", self.0.moves().len());
            return Err(PyIndexError::new_err(message));
        };
        let last = ply.checked_sub(1).map(|before| self.0.moves()[before]);
        let look = look(position.board(), size, coordinates, arrows)?;
        Ok(board_svg_as(position, last.as_slice(), &look))
    }

    fn _repr_svg_(&self) -> String {
        board_svg(self.0.position(), &[])
    }

    fn __copy__(&self) -> PyGame {
        self.clone()
    }

    fn __deepcopy__(&self, _memo: &Bound<'_, PyAny>) -> PyGame {
        self.clone()
    }

    /// Returns the game with this JSON and this record, for pickle.
    #[staticmethod]
    fn _of(text: &str, sgf: Option<&str>) -> PyResult<PyGame> {
        let record = sgf.and_then(|sgf| notation::read(sgf).ok());
        Ok(PyGame(of_json(text)?, record.map(Arc::new)))
    }

    fn __reduce__<'py>(&self, py: Python<'py>) -> PyResult<(Bound<'py, PyAny>, Packed)> {
        let sgf = self.1.is_some().then(|| self.to_sgf("", ""));
        Ok((py.get_type::<PyGame>().getattr("_of")?, (to_json(&self.0)?, sgf)))
    }

    /// Iterates over the moves.
    fn __iter__<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyIterator>> {
        PyList::new(py, self.moves())?.try_iter()
    }

    fn __len__(&self) -> usize {
        self.0.moves().len()
    }

    /// A game without moves is a game, too.
    fn __bool__(&self) -> bool {
        true
    }

    fn __repr__(&self) -> String {
        let end = self.end().unwrap_or_else(|| "not over".to_owned());
        format!("<Game of {} moves, {end}>", self.0.moves().len())
    }
}
