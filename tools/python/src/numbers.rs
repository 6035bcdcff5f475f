//! Numbers as arguments. A number out of bounds is a ValueError; anything else is a TypeError.

use std::fmt::Display;

use num_traits::Bounded;
use pyo3::exceptions::{PyOverflowError, PyValueError};
use pyo3::prelude::*;

/// An integer of a type.
#[derive(Clone, Copy)]
pub(crate) struct Number<N>(pub(crate) N);

impl<'py, N> FromPyObject<'_, 'py> for Number<N>
where
    N: Bounded + Display + for<'a> FromPyObject<'a, 'py, Error = PyErr>,
{
    type Error = PyErr;

    fn extract(object: Borrowed<'_, 'py, PyAny>) -> PyResult<Self> {
        object.extract::<N>().map(Number).map_err(|error| {
            if !error.is_instance_of::<PyOverflowError>(object.py()) {
                return error;
            }
            refused(object, format!("from {} to {}", N::min_value(), N::max_value()))
        })
    }
}

/// A number of at least 1.
#[derive(Clone, Copy)]
pub(crate) struct Positive(pub(crate) u32);

impl<'py> FromPyObject<'_, 'py> for Positive {
    type Error = PyErr;

    fn extract(object: Borrowed<'_, 'py, PyAny>) -> PyResult<Self> {
        match object.extract::<u32>() {
            Ok(number @ 1..) => Ok(Positive(number)),
            _ => Err(refused(object, "from 1")),
        }
    }
}

/// Makes the exception for a number out of bounds.
pub(crate) fn refused(object: Borrowed<'_, '_, PyAny>, bounds: impl Display) -> PyErr {
    match object.repr() {
        Ok(given) => PyValueError::new_err(format!("a number {bounds} is needed, not {given}")),
        Err(error) => error,
    }
}
