//! Arguments that are objects of this package, or their text.

use pyo3::PyClass;
use pyo3::exceptions::PyTypeError;
use pyo3::prelude::*;
use pyo3::types::PyString;

/// Returns the text that is given in place of an object of a class.
pub(crate) fn text<C: PyClass>(object: Borrowed<'_, '_, PyAny>) -> PyResult<String> {
    if object.is_instance_of::<PyString>() {
        return object.extract();
    }
    let (wanted, given) = (C::type_object(object.py()).name()?, object.get_type());
    let message = format!("a {wanted} or its text is needed, not {}", given.name()?);
    Err(PyTypeError::new_err(message))
}

/// Lets functions take objects of a class or their text, which is read as another type, given how the
/// content follows from it and how an exception follows from an error.
macro_rules! or_text {
    ($class:ident: $read:ty, $of:expr, $unread:expr) => {
        impl<'py> FromPyObject<'_, 'py> for $class {
            type Error = PyErr;

            fn extract(object: Borrowed<'_, 'py, PyAny>) -> PyResult<$class> {
                if let Ok(one) = object.cast::<$class>() {
                    return Ok(*one.get());
                }
                let text = $crate::or_text::text::<$class>(object)?;
                let read = text.parse::<$read>();
                read.map($of).map($class).map_err(|fault| $unread(&text, fault))
            }
        }
    };
}

pub(crate) use or_text;
