//! Compares games with perfect play.

use std::sync::Arc;

use loa_record::Game;
use loa_record::notation::Record;
use loa_record::review::{Ply, Review, annotate, review};
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
    record: Option<Arc<Record>>,
    review: Review,
}

/// The parts of a review: the game, and the rest as JSON.
type ReviewParts = (Packed, String);

/// Reviews are equal if their games and all values are equal.
impl PartialEq for PyReview {
    fn eq(&self, other: &PyReview) -> bool {
        let said =
            |of: &PyReview| of.review.plies.iter().map(|ply| ply.assessment).collect::<Vec<_>>();
        self.game == other.game && said(self) == said(other)
    }
}

impl PyReview {
    pub(crate) fn new(
        py: Python<'_>,
        game: &Game,
        record: Option<Arc<Record>>,
        tables: &Tablebase,
    ) -> PyResult<PyReview> {
        let review = py.detach(|| review(tables, game));
        let review = review.map_err(|fault| probe_error(py, &fault))?;
        Ok(PyReview { game: game.clone(), record, review })
    }
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
        turning.map(|(ply, _)| PyReviewedMove(ply.clone())).collect()
    }

    /// The values of the start and of the position after each move, all for the first player;
    /// None if no table covers the position.
    #[getter]
    fn values(&self) -> Vec<Option<PyValue>> {
        let values = self.review.values_to_black.iter();
        values.map(|value| value.map(PyValue::from)).collect()
    }

    /// The reason for which the first uncovered position is outside the tables, or None.
    #[getter]
    fn outside(&self) -> Option<String> {
        self.review.outside.as_ref().map(ToString::to_string)
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
        let covered = plies.iter().filter(|ply| ply.assessment.is_some());
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
#[derive(Clone)]
pub(crate) struct PyReviewedMove(Ply);

impl PartialEq for PyReviewedMove {
    fn eq(&self, other: &PyReviewedMove) -> bool {
        let parts = |ply: &Ply| (ply.number, ply.position, ply.played, ply.assessment);
        parts(&self.0) == parts(&other.0)
    }
}

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
        PyMove(self.0.played)
    }

    /// The value of the move for its side, with plies counted from the position before it, or None.
    #[getter]
    fn value(&self) -> Option<PyValue> {
        self.0.assessment.map(|assessment| PyValue::from(assessment.value))
    }

    /// The first of the best moves, or None.
    #[getter]
    fn best(&self) -> Option<PyMove> {
        let best = self.0.assessment.map(|assessment| assessment.best.played);
        best.map(PyMove)
    }

    /// The value of the best move, or None.
    #[getter]
    fn best_value(&self) -> Option<PyValue> {
        let best = self.0.assessment.map(|assessment| assessment.best.value);
        best.map(PyValue::from)
    }

    /// 'best', 'slower', 'sooner', 'win-to-draw', 'win-to-loss' or 'draw-to-loss', or None.
    #[getter]
    fn effect(&self) -> Option<&'static str> {
        self.0.assessment.map(|assessment| assessment.effect.name())
    }

    /// '??' for a move that turns the result into a loss, '?' for one that turns it into a draw; or
    /// None.
    #[getter]
    fn mark(&self) -> Option<&'static str> {
        Some(self.0.assessment?.effect.blunder()?.sign())
    }

    /// The plies by which a win comes later, or a loss sooner, than with the best move; or
    /// None.
    #[getter]
    fn plies_lost(&self) -> Option<u16> {
        let assessment = self.0.assessment;
        assessment.map(|assessment| assessment.effect.plies_lost())
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
        format!("<{}. {}: {effect}>", self.0.number, self.0.played)
    }
}
