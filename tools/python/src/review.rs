//! Compares games with perfect play.

use std::sync::Arc;

use loa_record::notation::GameTree;
use loa_record::review::{Effect, Lapse, Ply, Review, annotate, choices, review};
use loa_record::{Basis, Game, RatedMove};
use loa_tablebase::Tablebase;
use pyo3::prelude::*;

use crate::errors::probe_error;
use crate::json::{json, of_json};
use crate::moves::PyMove;
use crate::position::PyPosition;
use crate::sheet::{Packed, packed, sheet, unpacked};
use crate::values::PyValue;

/// A comparison of every move of a game with the best one, as far as tables reach.
///
/// >>> from linesofaction import Game, Tablebase
/// >>> game = Game("start 4x4")
/// >>> for move in ["b1-d1", "a2-c2"]:
/// ...     game.play(move)
/// >>> review = game.review(Tablebase())
/// >>> [(str(played.move), played.effect, str(played.best)) for played in review.turning_points]
/// [('b1-d1', 'win-to-loss', 'b1-b3')]
/// >>> [str(value) for value in review.values]
/// ['win in 3', 'loss in 3', 'loss in 2']
#[pyclass(name = "Review", module = "linesofaction", frozen, eq)]
pub(crate) struct PyReview {
    game: Game,
    record: Option<Arc<GameTree>>,
    review: Review,
}

/// The parts of a review: the game, and the rest as JSON.
type ReviewParts = (Packed, String);

/// Reviews are equal if their games and all values are equal.
impl PartialEq for PyReview {
    fn eq(&self, other: &PyReview) -> bool {
        self.game == other.game && self.review == other.review
    }
}

impl PyReview {
    pub(crate) fn new(
        py: Python<'_>,
        game: &Game,
        record: Option<Arc<GameTree>>,
        tables: &Tablebase,
    ) -> PyResult<PyReview> {
        let repetition = game.preset().repetition;
        let known = |positions: &[_]| choices(tables, repetition, positions, Basis::Tables);
        let review = py.detach(|| review(game, known, ToString::to_string));
        let review = review.map_err(|fault| probe_error(py, &fault))?;
        Ok(PyReview { game: game.clone(), record, review })
    }
}

/// Returns the value of a move by tables.
fn value(rated: &Option<RatedMove>) -> Option<PyValue> {
    PyValue::of(rated.as_ref()?.worth)
}

#[pymethods]
impl PyReview {
    /// The moves, in order.
    #[getter]
    fn moves(&self) -> Vec<PyReviewedMove> {
        let plies = self.review.plies.iter();
        plies.cloned().map(PyReviewedMove).collect()
    }

    /// The moves that gave away a win or a draw.
    #[getter]
    fn turning_points(&self) -> Vec<PyReviewedMove> {
        let turning = self.review.turning_points();
        turning.cloned().map(PyReviewedMove).collect()
    }

    /// The values of the start and of the position after each move, all for the first player;
    /// None if no table covers the position.
    #[getter]
    fn values(&self) -> Vec<Option<PyValue>> {
        let values = self.review.values.iter();
        values.map(|worth| PyValue::of((*worth)?)).collect()
    }

    /// The reason for which the first uncovered position is outside the tables, or None.
    #[getter]
    fn outside(&self) -> Option<String> {
        self.review.outside.clone()
    }

    /// Returns the game as SGF with values, better moves, the names of the players, and
    /// everything that it was read with.
    #[pyo3(signature = (black="", white=""))]
    fn to_sgf(&self, black: &str, white: &str) -> String {
        let mut sheet = sheet(&self.game, self.record.as_deref(), black, white);
        annotate(&mut sheet, &self.review);
        sheet.to_sgf()
    }

    /// Returns the review with this game and this JSON, for pickle.
    #[staticmethod]
    fn _of(game: Packed, text: &str) -> PyResult<PyReview> {
        let ((game, record), review) = (unpacked(&game)?, of_json(text)?);
        Ok(PyReview { game, record, review })
    }

    fn __reduce__<'py>(&self, py: Python<'py>) -> PyResult<(Bound<'py, PyAny>, ReviewParts)> {
        let game = packed(&self.game, self.record.as_deref())?;
        let parts = (game, json(&self.review)?);
        Ok((py.get_type::<PyReview>().getattr("_of")?, parts))
    }

    fn __repr__(&self) -> String {
        let plies = &self.review.plies;
        let covered = plies.iter().filter(|ply| ply.effect.is_some());
        format!(
            "<Review of {} moves: {} covered, {} gave a win or a draw away>",
            plies.len(),
            covered.count(),
            self.review.turning_points().count()
        )
    }
}

/// A move of a game, compared with the best one. Values are `None` if tables do not cover
/// the position.
#[pyclass(name = "ReviewedMove", module = "linesofaction", frozen, eq, skip_from_py_object)]
#[derive(Clone, PartialEq)]
pub(crate) struct PyReviewedMove(Ply);

#[pymethods]
impl PyReviewedMove {
    /// The number of the move, from 1.
    #[getter]
    fn number(&self) -> usize {
        self.0.number
    }

    /// The side that made the move, 'x' or 'o'.
    #[getter]
    fn side(&self) -> char {
        self.0.color.letter()
    }

    /// The position before the move.
    #[getter]
    fn position(&self) -> PyPosition {
        PyPosition(self.0.position)
    }

    /// The move.
    #[getter]
    fn r#move(&self) -> PyMove {
        PyMove(self.0.made)
    }

    /// The value of the move for its side, with plies counted from the position before it, or None.
    #[getter]
    fn value(&self) -> Option<PyValue> {
        value(&self.0.played)
    }

    /// The first of the best moves, or None.
    #[getter]
    fn best(&self) -> Option<PyMove> {
        self.0.best.as_ref().map(|best| PyMove(best.played))
    }

    /// The value of the best move, or None.
    #[getter]
    fn best_value(&self) -> Option<PyValue> {
        value(&self.0.best)
    }

    /// 'best', 'slower', 'sooner', 'win-to-draw', 'win-to-loss' or 'draw-to-loss', or None.
    #[getter]
    fn effect(&self) -> Option<&'static str> {
        self.0.effect.map(Effect::name)
    }

    /// '??' for a move that turns the result into a loss, '?' for one that turns it into a draw; or
    /// None.
    #[getter]
    fn mark(&self) -> Option<&'static str> {
        self.0.mark.map(Lapse::sign)
    }

    /// The plies by which a win comes later, or a loss sooner, than with the best move; or
    /// None.
    #[getter]
    fn plies_lost(&self) -> Option<u16> {
        self.0.effect.map(Effect::plies_lost)
    }

    /// Returns the object with this JSON, for pickle.
    #[staticmethod]
    fn _of(text: &str) -> PyResult<PyReviewedMove> {
        of_json(text).map(PyReviewedMove)
    }

    fn __reduce__<'py>(&self, py: Python<'py>) -> PyResult<(Bound<'py, PyAny>, (String,))> {
        Ok((py.get_type::<PyReviewedMove>().getattr("_of")?, (json(&self.0)?,)))
    }

    fn __repr__(&self) -> String {
        let effect = self.effect().unwrap_or("not covered");
        format!("<{}. {}: {effect}>", self.0.number, self.0.made)
    }
}
