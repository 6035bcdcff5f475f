//! Files for the results of long work, opened before it begins.

use std::fs::{self, File, OpenOptions};
use std::io::{self, Write};
use std::path::{Path, PathBuf};

use crate::failure::{Failure, at};

/// A file that can be written. Until it is, an old file keeps what is in it, and a
/// new one goes when this is dropped.
#[derive(Debug)]
pub(crate) struct OutputFile {
    path: PathBuf,
    file: File,
    goes: bool,
}

impl OutputFile {
    /// Opens a file, or makes it.
    ///
    /// # Errors
    /// When it cannot be written.
    pub(crate) fn open(path: &Path) -> Result<OutputFile, Failure> {
        match OutputFile::make(path) {
            Err(error) if error.kind() == io::ErrorKind::AlreadyExists => {
                let file =
                    OpenOptions::new().write(true).open(path).map_err(|error| at(path, error))?;
                Ok(OutputFile { path: path.to_owned(), file, goes: false })
            }
            made => made.map_err(|error| at(path, error)),
        }
    }

    /// Makes a file.
    ///
    /// # Errors
    /// When it cannot be made, or is there already.
    pub(crate) fn make(path: &Path) -> io::Result<OutputFile> {
        let file = OpenOptions::new().write(true).create_new(true).open(path)?;
        Ok(OutputFile { path: path.to_owned(), file, goes: true })
    }

    /// Writes the text in place of what was in the file, and returns its path.
    ///
    /// # Errors
    /// When it cannot be written whole.
    pub(crate) fn write(mut self, text: &str) -> Result<PathBuf, Failure> {
        let path = self.path.clone();
        self.replace(text).map_err(|error| at(&path, error))?;
        self.goes = false;
        Ok(path)
    }

    fn replace(&mut self, text: &str) -> io::Result<()> {
        // Terminals and pipes have no length.
        if self.file.metadata()?.is_file() {
            self.file.set_len(0)?;
        }
        self.file.write_all(text.as_bytes())
    }
}

impl Drop for OutputFile {
    fn drop(&mut self) {
        if self.goes {
            let _ = fs::remove_file(&self.path);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn nothing_is_lost_or_left_before_there_is_something_to_write() {
        let folder = tempfile::tempdir().unwrap();
        let (old, new) = (folder.path().join("old"), folder.path().join("new"));
        fs::write(&old, "a longer text from before").unwrap();
        drop(OutputFile::open(&old).unwrap());
        assert_eq!(fs::read_to_string(&old).unwrap(), "a longer text from before");
        assert_eq!(OutputFile::open(&old).unwrap().write("now").unwrap(), old);
        assert_eq!(fs::read_to_string(&old).unwrap(), "now");
        drop(OutputFile::open(&new).unwrap());
        assert!(!new.exists());
        OutputFile::open(&new).unwrap().write("new").unwrap();
        assert_eq!(fs::read_to_string(&new).unwrap(), "new");
        assert!(OutputFile::make(&new).is_err());
        let nowhere = folder.path().join("none/page");
        let refused = OutputFile::open(&nowhere).unwrap_err();
        assert!(refused.text().starts_with(nowhere.to_str().unwrap()));
    }
}
