//! Positions and values as arrays.

use loa_record::random::Pcg64;
use loa_solver::{Bitboard, Board, Color, Position};
use loa_tablebase::{ProbeError, Tablebase};
use numpy::{PyArray1, PyReadonlyArray1};
use pyo3::exceptions::{PyTypeError, PyValueError};
use pyo3::prelude::*;

use crate::errors::probe_error;
use crate::numbers::Number;
use crate::position::{PyBoard, PyPosition, material};
use crate::threads::{self, Threads};
use crate::values::{NO_VALUE, code};

/// The number of positions that are answered between two checks for Ctrl-C.
const TOGETHER: usize = 1 << 18;

/// Reads positions of one board from sets of squares.
pub(crate) fn positions_of(
    board: Board,
    us: &PyReadonlyArray1<'_, u64>,
    them: &PyReadonlyArray1<'_, u64>,
) -> PyResult<Vec<Position>> {
    let (us, them) = (us.as_array(), them.as_array());
    if us.len() != them.len() {
        let message =
            format!("{} sets of squares to move, {} of the other side", us.len(), them.len());
        return Err(PyValueError::new_err(message));
    }
    let position = |(number, (&us, &them))| {
        Position::new(board, Bitboard(us), Bitboard(them), Color::Black)
            .map_err(|fault| at(PyValueError::new_err(fault.to_string()), number))
    };
    us.iter().zip(them.iter()).enumerate().map(position).collect()
}

/// Reads positions from an iterable. An exception has the number of the position.
pub(crate) fn each_position<'py>(
    positions: &Bound<'py, PyAny>,
) -> PyResult<impl Iterator<Item = PyResult<Position>> + use<'py>> {
    let each = positions.try_iter().map_err(|_| {
        let given = positions.get_type().name().map_or(String::new(), |name| name.to_string());
        PyTypeError::new_err(format!("positions to iterate over are needed, not {given}"))
    })?;
    let read = move |(number, position): (usize, PyResult<Bound<'py, PyAny>>)| {
        let read = position.and_then(|position| Ok(position.extract::<PyPosition>()?.0));
        read.map_err(|error| at(error, number))
    };
    Ok(each.enumerate().map(read))
}

/// Adds the number of a position to an exception.
pub(crate) fn at(error: PyErr, number: usize) -> PyErr {
    let set = Python::attach(|py| error.value(py).setattr("index", number));
    set.err().unwrap_or(error)
}

/// Returns the codes of the values of many positions. Other threads may use the interpreter
/// meanwhile. A position without an answer gets the code of no value, or raises an exception.
pub(crate) fn codes(
    py: Python<'_>,
    tables: &Tablebase,
    positions: &[Position],
    strict: bool,
    threads: Option<Threads>,
) -> PyResult<Vec<i16>> {
    let crew = threads::crew(py, threads)?;
    let mut codes: Vec<i16> = Vec::with_capacity(positions.len());
    for together in positions.chunks(TOGETHER) {
        let answered: Result<Vec<i16>, (usize, ProbeError)> = py.detach(|| {
            let answers = crew.install(|| tables.answers(together));
            let codes = answers.into_iter().enumerate().map(|(number, answer)| match answer {
                Ok(answer) => Ok(code(answer)),
                Err(_) if !strict => Ok(NO_VALUE),
                Err(fault) => Err((number, fault)),
            });
            codes.collect()
        });
        match answered {
            Ok(answered) => codes.extend(answered),
            Err((number, fault)) => {
                return Err(at(probe_error(fault), codes.len() + number));
            }
        }
        py.check_signals()?;
    }
    Ok(codes)
}

/// A list of positions as sets of squares: of the side to move and of the other side.
type Sets<'py> = (Bound<'py, PyArray1<u64>>, Bound<'py, PyArray1<u64>>);

/// Returns random placements of a material. All are equally likely.
#[pyfunction]
pub(crate) fn random_positions<'py>(
    py: Python<'py>,
    board: PyBoard,
    material: &str,
    count: Number<usize>,
    seed: Number<u64>,
) -> PyResult<Sets<'py>> {
    let Number(count) = count;
    if count > TOGETHER {
        return Err(PyValueError::new_err(format!("at most {TOGETHER} positions at a time")));
    }
    let PyBoard(board) = board;
    let material = self::material(board, material)?;
    let mut chance = Pcg64::of(seed.0, &[]);
    let all: Option<Vec<_>> = (0..count).map(|_| chance.placement(board, material)).collect();
    let all =
        all.ok_or_else(|| PyValueError::new_err(format!("{material} does not fit {board}")))?;
    let (us, them) = (all.iter().map(|one| one.us().0), all.iter().map(|one| one.them().0));
    Ok((PyArray1::from_iter(py, us), PyArray1::from_iter(py, them)))
}
