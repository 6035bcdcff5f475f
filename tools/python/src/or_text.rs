//! Arguments that are objects of this package, or their text.

use std::fmt::Display;
use std::str::FromStr;

use pyo3::prelude::*;

use crate::errors::parse_error;

/// An object of this package, or its text.
#[derive(FromPyObject)]
pub(crate) enum OrText<T> {
    /// An object.
    Object(T),
    /// Its text, such as `5x5` for a board.
    Text(String),
}

impl<T> OrText<T> {
    /// Returns the content of an object, or of the text.
    pub(crate) fn content<C: FromStr<Err: Display>>(
        &self,
        py: Python<'_>,
        of: impl FnOnce(&T) -> C,
    ) -> PyResult<C> {
        match self {
            OrText::Object(object) => Ok(of(object)),
            OrText::Text(text) => text.parse().map_err(|fault| parse_error(py, text, fault)),
        }
    }
}
