//! Arguments that are objects of this package, or their text.

use std::str::FromStr;

use loa_record::{WrittenPosition, WrittenPositionError};
use loa_solver::{Board, Preset, Square};
use pyo3::PyClass;
use pyo3::exceptions::PyTypeError;
use pyo3::prelude::*;
use pyo3::types::PyString;
use serde_json::json;

use crate::errors::{error_with, parse_error};
use crate::position::{PyBoard, PyPosition};
use crate::rules::PyRules;
use crate::square::PySquare;

/// Returns the text that is given in place of an object of a class.
pub(crate) fn text<C: PyClass>(object: Borrowed<'_, '_, PyAny>) -> PyResult<String> {
    if object.is_instance_of::<PyString>() {
        return object.extract();
    }
    let (wanted, given) = (C::type_object(object.py()).name()?, object.get_type());
    let message = format!("a {wanted} or its text is needed, not {}", given.name()?);
    Err(PyTypeError::new_err(message))
}

/// Makes the exception for text that is not a position.
fn no_position(py: Python<'_>, text: &str, fault: WrittenPositionError) -> PyErr {
    let facts = json!({ "text": text, "character": fault.character() });
    error_with(py, "ParseError", fault, &facts)
}

/// Lets functions take objects of a class or their text, which is read as another type.
macro_rules! or_text {
    ($($class:ident: $read:ty, $of:expr, $unread:expr);*) => {$(
        impl<'py> FromPyObject<'_, 'py> for $class {
            type Error = PyErr;

            fn extract(object: Borrowed<'_, 'py, PyAny>) -> PyResult<$class> {
                if let Ok(one) = object.cast::<$class>() {
                    return Ok(*one.get());
                }
                let (py, text) = (object.py(), text::<$class>(object)?);
                let read = <$read>::from_str(&text);
                read.map($of).map($class).map_err(|fault| $unread(py, &text, fault))
            }
        }
    )*};
}

or_text! {
    PyBoard: Board, |board| board, parse_error;
    PySquare: Square, |square| square, parse_error;
    PyRules: Preset, |preset| preset, parse_error;
    PyPosition: WrittenPosition, |written| written.position, no_position
}
