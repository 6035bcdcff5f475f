//! Arguments that are objects of this package, or their text.

use std::fmt::Display;
use std::str::FromStr;

use pyo3::PyClass;
use pyo3::exceptions::PyTypeError;
use pyo3::prelude::*;
use pyo3::types::PyString;

use crate::errors::parse_error;

/// An object of this package, or its text.
pub(crate) enum OrText<T> {
    /// An object.
    Object(T),
    /// Its text, such as `5x5` for a board.
    Text(String),
}

impl<'py, C: PyClass> FromPyObject<'_, 'py> for OrText<PyRef<'py, C>> {
    type Error = PyErr;

    fn extract(object: Borrowed<'_, 'py, PyAny>) -> PyResult<Self> {
        if let Ok(one) = object.cast::<C>() {
            return Ok(OrText::Object(one.to_owned().try_borrow()?));
        }
        if object.is_instance_of::<PyString>() {
            return object.extract().map(OrText::Text);
        }
        let (wanted, given) = (C::type_object(object.py()).name()?, object.get_type());
        let message = format!("a {wanted} or its text is needed, not {}", given.name()?);
        Err(PyTypeError::new_err(message))
    }
}

impl<T> OrText<T> {
    /// Returns the content of the object or of the text.
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
