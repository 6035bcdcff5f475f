//! The look of drawings.

use loa_api::drawing::Look;
use loa_solver::Board;
use pyo3::exceptions::PyValueError;
use pyo3::prelude::*;

use crate::numbers::Number;
use crate::square::PySquare;

/// Returns the look of a drawing of a board.
pub(crate) fn look(
    board: Board,
    size: Option<Number<u32>>,
    coordinates: bool,
    arrows: Vec<(PySquare, PySquare)>,
) -> PyResult<Look> {
    let arrows: Vec<_> = arrows.into_iter().map(|(from, to)| (from.0, to.0)).collect();
    let squares = arrows.iter().flat_map(|&(from, to)| [from, to]);
    match squares.into_iter().find(|square| !board.mask().contains(*square)) {
        Some(square) => Err(PyValueError::new_err(format!("{square} is not on {board}"))),
        None => Ok(Look { size: size.map(|size| size.0), is_bare: !coordinates, arrows }),
    }
}
