//! Arguments that are text, or the path of a file with it.

use std::io;
use std::path::{Path, PathBuf};

use loa_record::notation::decode;
use loa_record::text::{FileError, read_file};
use pyo3::prelude::*;

use crate::errors::{error, file_error};

/// Text, or a path, which is any object of `os.PathLike`.
pub(crate) struct Source(pub(crate) String);

impl<'py> FromPyObject<'_, 'py> for Source {
    type Error = PyErr;

    fn extract(object: Borrowed<'_, 'py, PyAny>) -> PyResult<Source> {
        if !object.hasattr("__fspath__")? {
            return object.extract().map(Source);
        }
        let path: PathBuf = object.extract()?;
        let bytes = read_file(&path);
        let bytes = bytes.map_err(|fault| unread(&path, fault, "ParseError"))?;
        Ok(Source(decode(bytes)))
    }
}

/// Makes the exception for a file that cannot be read: of a class of this package if the system
/// has read it.
pub(crate) fn unread(path: &Path, fault: FileError, class: &'static str) -> PyErr {
    match fault {
        FileError::Io { source, .. } => file_error(path, &source),
        FileError::Folder { .. } => file_error(path, &io::ErrorKind::IsADirectory.into()),
        fault => error(class, fault),
    }
}
