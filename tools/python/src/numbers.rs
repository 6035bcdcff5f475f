//! Numbers as arguments. A number out of bounds is a ValueError; anything else is a TypeError.

use std::fmt::Display;

use pyo3::exceptions::{PyOverflowError, PyValueError};
use pyo3::prelude::*;

/// A type of integers.
pub(crate) trait Integer: Display {
    const LEAST: Self;
    const MOST: Self;
}

macro_rules! integers {
    ($($number:ty)*) => {
        $(impl Integer for $number {
            const LEAST: $number = <$number>::MIN;
            const MOST: $number = <$number>::MAX;
        })*
    };
}

integers!(i8 i16 u8 u16 u32 u64 usize);

/// An integer of a type.
#[derive(Clone, Copy)]
pub(crate) struct Number<N>(pub(crate) N);

impl<'py, N> FromPyObject<'_, 'py> for Number<N>
where
    N: Integer + for<'a> FromPyObject<'a, 'py, Error = PyErr>,
{
    type Error = PyErr;

    fn extract(object: Borrowed<'_, 'py, PyAny>) -> PyResult<Self> {
        object.extract::<N>().map(Number).map_err(|error| {
            if !error.is_instance_of::<PyOverflowError>(object.py()) {
                return error;
            }
            refused(object, format!("from {} to {}", N::LEAST, N::MOST))
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
