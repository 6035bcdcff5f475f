//! Games and their records.

use loa_record::notation::{self, Players};
use loa_record::{Game, Refusal};
use loa_report::drawing::board_svg;
use loa_tablebase::Tablebase;
use pyo3::exceptions::PyValueError;
use pyo3::prelude::*;

use crate::errors::{Fact, error, parse_error};
use crate::moves::{MoveLike, PyMove};
use crate::position::{PositionLike, PyPosition, side};
use crate::review::PyReview;
use crate::rules::{PyRules, RulesLike};
use crate::tablebase::PyTablebase;

/// A game from its start to its end; repetition ends it as the rules say.
///
/// >>> from linesofaction import Game
/// >>> game = Game("start 4x4")
/// >>> for move in ["b1-b3", "a2-a4", "b4-b2"]:
/// ...     game.play(move)
/// >>> game.result, game.end
/// ('black', 'black wins: black is connected')
/// >>> Game.from_sgf(game.to_sgf(black="Ada")).moves == game.moves
/// True
#[pyclass(name = "Game", module = "linesofaction", eq)]
#[derive(PartialEq)]
pub(crate) struct PyGame(Game);

/// Returns the exception for a move that was not played.
fn refused(py: Python<'_>, text: String, refusal: &Refusal, message: String) -> PyErr {
    match refusal {
        Refusal::Over(_) => error(py, "GameOverError", message, [("move", Fact::Text(text))]),
        Refusal::NotLegal { position, .. } | Refusal::OtherSide { position } => {
            let facts = [("move", Fact::Text(text)), ("position", Fact::text(position))];
            error(py, "IllegalMoveError", message, facts)
        }
        _ => error(py, "LinesOfActionError", message, []),
    }
}

#[pymethods]
impl PyGame {
    #[new]
    #[pyo3(signature = (start=None, rules=None))]
    fn new(
        py: Python<'_>,
        start: Option<PositionLike<'_>>,
        rules: Option<RulesLike<'_>>,
    ) -> PyResult<PyGame> {
        let start = start.unwrap_or_else(|| PositionLike::Text("start 8x8".to_owned()));
        let preset = RulesLike::or_club(rules, py)?;
        Ok(PyGame(Game::new(preset, start.read(py)?)))
    }

    /// Reads a game from SGF or a list of moves, under the rules that it names, or those
    /// given, or else those of the club.
    #[staticmethod]
    #[pyo3(signature = (text, rules=None))]
    fn from_sgf(py: Python<'_>, text: &str, rules: Option<RulesLike<'_>>) -> PyResult<PyGame> {
        if text.trim().is_empty() {
            let message = "the text is empty: expected SGF, or a list of moves such as b1-b3 a2xc2";
            return Err(parse_error(py, text, message));
        }
        let record = notation::read(text).map_err(|fault| parse_error(py, text, fault))?;
        let rules = rules.map(|rules| rules.read(py)).transpose()?;
        let (game, stop) = record.replay(rules.or(record.preset).unwrap_or_default());
        match stop {
            None => Ok(PyGame(game)),
            Some(stop) => {
                let message = stop.to_string();
                Err(refused(py, stop.text, &stop.cause, message))
            }
        }
    }

    /// Returns the game as SGF, with the names of the players.
    #[pyo3(signature = (black="", white=""))]
    fn to_sgf(&self, black: &str, white: &str) -> String {
        let (black, white) = (black.to_owned(), white.to_owned());
        notation::to_sgf(&self.0, &Players { black, white })
    }

    /// Plays a legal move.
    #[pyo3(signature = (r#move))]
    fn play(&mut self, py: Python<'_>, r#move: &Bound<'_, PyAny>) -> PyResult<()> {
        if let Some(end) = self.0.end() {
            let message = format!("the game is over: {end}");
            return Err(refused(py, String::new(), &Refusal::Over(end), message));
        }
        let played = r#move.extract::<MoveLike<'_>>()?.legal(
            py,
            self.0.position(),
            self.0.preset().rules,
        )?;
        self.0
            .play(played)
            .map_err(|refusal| refused(py, played.to_string(), &refusal, refusal.to_string()))
    }

    /// Resigns the game for 'x' or 'o'.
    fn resign(&mut self, py: Python<'_>, side: &str) -> PyResult<()> {
        let color = self::side(py, side)?;
        self.0
            .resign(color)
            .map_err(|refusal| refused(py, "resign".to_owned(), &refusal, refusal.to_string()))
    }

    /// Takes back a resignation or the last move; returns whether there was either.
    fn undo(&mut self) -> bool {
        self.0.undo()
    }

    /// Compares every move with the best one by tables, those of 4x4 that are built in if
    /// there are no others.
    ///
    /// ValueError if the tables are of other rules.
    #[pyo3(signature = (tables=None))]
    fn review(&self, py: Python<'_>, tables: Option<PyRef<'_, PyTablebase>>) -> PyResult<PyReview> {
        let rules = self.0.preset().rules;
        let Some(tables) = tables else {
            return PyReview::new(py, &self.0, &Tablebase::embedded(rules));
        };
        if tables.tables.rules() != rules {
            let message =
                format!("the tables are of {}, the game of {rules}", tables.tables.rules());
            return Err(PyValueError::new_err(message));
        }
        PyReview::new(py, &self.0, &tables.tables)
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

    /// 'black', 'white' or 'draw', or None if the game is not over.
    #[getter]
    fn result(&self) -> Option<&'static str> {
        self.0.end().map(|end| end.result())
    }

    fn _repr_svg_(&self) -> String {
        board_svg(self.0.position(), &[])
    }

    fn __len__(&self) -> usize {
        self.0.moves().len()
    }

    fn __repr__(&self) -> String {
        let end = self.end().unwrap_or_else(|| "not over".to_owned());
        format!("<Game of {} moves, {end}>", self.0.moves().len())
    }
}
