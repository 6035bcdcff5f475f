//! New files that replace old ones.

use std::fs::{self, File, OpenOptions};
use std::io::{self, ErrorKind};
use std::path::{Path, PathBuf};

/// A file under a temporary name until it is complete. If it is dropped before, it is removed.
#[derive(Debug)]
pub struct NewFile {
    /// The open file.
    pub file: File,
    /// The name that it gets.
    pub path: PathBuf,
    temporary: PathBuf,
}

impl NewFile {
    /// Creates the file that will replace `path`, named like it with `.new` at the end.
    ///
    /// # Errors
    /// If the system refuses.
    pub fn create(path: &Path) -> io::Result<NewFile> {
        NewFile::create_as(beside(path), path)
    }

    /// Creates the file under a given temporary name, and replaces anything of this name.
    ///
    /// # Errors
    /// If the system refuses.
    pub fn create_as(temporary: PathBuf, path: &Path) -> io::Result<NewFile> {
        Ok(NewFile { file: create_anew(&temporary)?, path: path.to_owned(), temporary })
    }

    /// Gives the file its name, and replaces anything of this name.
    ///
    /// # Errors
    /// If the system refuses.
    pub fn finish(self) -> io::Result<()> {
        fs::rename(&self.temporary, &self.path)
    }

    /// Does the same, so that the file and its name survive a power cut.
    ///
    /// # Errors
    /// If the system refuses.
    pub fn finish_on_disk(self) -> io::Result<()> {
        self.file.sync_all()?;
        let folder = self.path.parent().map(Path::to_owned);
        self.finish()?;
        folder.map_or(Ok(()), |folder| flush_folder(&folder))
    }
}

impl Drop for NewFile {
    fn drop(&mut self) {
        // Once the file has its name, none is left under the temporary one.
        let _ = fs::remove_file(&self.temporary);
    }
}

/// Returns the name that [`NewFile::create`] gives to a file until it is complete.
pub fn beside(path: &Path) -> PathBuf {
    let mut name = path.as_os_str().to_owned();
    name.push(".new");
    name.into()
}

/// Creates a new file to read and write, and replaces anything of this name. Links are not followed.
pub(crate) fn create_anew(path: &Path) -> io::Result<File> {
    match fs::remove_file(path) {
        Err(error) if error.kind() != ErrorKind::NotFound => Err(error),
        _ => OpenOptions::new().read(true).write(true).create_new(true).open(path),
    }
}

/// Flushes the names in a folder to disk, so that a renamed file keeps its name if the power fails.
#[cfg(not(windows))]
fn flush_folder(folder: &Path) -> io::Result<()> {
    match File::open(folder)?.sync_all() {
        // Some file systems can flush only files.
        Err(error) if matches!(error.kind(), ErrorKind::InvalidInput | ErrorKind::Unsupported) => {
            Ok(())
        }
        flushed => flushed,
    }
}

/// Does nothing: Windows does not open folders as files, and flushes names itself.
#[cfg(windows)]
fn flush_folder(_: &Path) -> io::Result<()> {
    Ok(())
}

/// Opens a plain file for reading and writing, and creates it if it is missing and `create` is set.
/// Returns `None` if anything else has its name: opening that could follow a link, block or do harm.
///
/// # Errors
/// If the system refuses.
pub fn open_plain(path: &Path, create: bool) -> io::Result<Option<File>> {
    if fs::symlink_metadata(path).is_ok_and(|found| !found.is_file()) {
        return Ok(None);
    }
    let mut options = OpenOptions::new();
    options.read(true).write(true).create(create).truncate(false);
    // Something else may take the place of the file at this moment.
    #[cfg(unix)]
    std::os::unix::fs::OpenOptionsExt::custom_flags(
        &mut options,
        libc::O_NOFOLLOW | libc::O_NONBLOCK,
    );
    options.open(path).map(Some)
}

#[cfg(all(test, unix))]
mod tests {
    use super::*;

    #[test]
    fn a_link_is_replaced_and_what_it_leads_to_stays() {
        let folder = tempfile::tempdir().unwrap();
        let other = folder.path().join("other");
        fs::write(&other, "precious").unwrap();
        let part = folder.path().join("part");
        std::os::unix::fs::symlink(&other, &part).unwrap();
        create_anew(&part).unwrap();
        assert!(fs::symlink_metadata(&part).unwrap().is_file());
        assert_eq!(fs::read(&other).unwrap(), b"precious");
    }
}
