//! Files for the results of long work, opened before the work begins. `-` is standard output,
//! never a file of that name.

use std::fs::{self, File, OpenOptions};
use std::io::{self, Read, Seek, SeekFrom, Write};
use std::path::{Path, PathBuf};

use loa_record::text::path_text;
use serde::Deserialize;

use crate::failure::{Failure, at, bail};
use crate::input::is_stdin;

/// Returns standard output for a file, or the reason why no file can use it.
pub type Stdout = fn() -> Result<File, Failure>;

/// True if a path of an output is standard output.
pub fn is_stdout(file: &Path) -> bool {
    matches!(file.to_str(), Some("-" | "/dev/stdout" | "/dev/fd/1" | "/proc/self/fd/1"))
}

/// Returns the name of an output for messages.
pub fn name_of(file: &Path) -> String {
    if is_stdout(file) { "standard output".to_owned() } else { path_text(file) }
}

/// True if a path is standard input or output, a pipe, a device or a folder: what cannot be read
/// twice, or read and then written.
pub fn is_special(file: &Path) -> bool {
    is_stdin(file) || is_stdout(file) || file.exists() && !file.is_file()
}

/// The option of every command that writes a file.
#[derive(Clone, Copy, Debug, Default, Deserialize, clap::Args)]
#[serde(transparent)]
pub struct Overwrite {
    /// Overwrite existing files
    #[arg(long)]
    force: bool,
}

impl Overwrite {
    /// Overwrites every file.
    pub const FORCED: Overwrite = Overwrite { force: true };

    /// Refuses an existing file, except devices and pipes, which have no content to lose.
    ///
    /// # Errors
    /// When the file exists and `--force` is not given.
    pub fn check(self, path: &Path) -> Result<(), Failure> {
        if !self.force && !is_stdout(path) && path.is_file() {
            let path = path_text(path);
            bail!(Usage, "{path} exists: name another file, or overwrite it with --force");
        }
        Ok(())
    }

    /// Opens a file, or standard output, that will be written at the end of the work.
    ///
    /// # Errors
    /// When the file exists and `--force` is not given, or when it cannot be written.
    pub fn open(self, path: &Path, stdout: Stdout) -> Result<OutputFile, Failure> {
        if is_stdout(path) {
            let (path, file) = (PathBuf::from(name_of(path)), stdout()?);
            return Ok(OutputFile { path, file, goes: false, cut: None });
        }
        match OutputFile::make(path) {
            Err(error) if error.kind() == io::ErrorKind::AlreadyExists => {
                self.check(path)?;
                let file = OpenOptions::new().append(true).open(path);
                let file = file.map_err(|error| at(path, error))?;
                Ok(OutputFile { path: path.to_owned(), file, goes: false, cut: Some(0) })
            }
            made => made.map_err(|error| at(path, error)),
        }
    }

    /// Opens a file that is written during the work.
    ///
    /// # Errors
    /// As for [`Overwrite::open`].
    pub fn create(self, path: &Path, stdout: Stdout) -> Result<File, Failure> {
        let mut opened = self.open(path, stdout)?;
        opened.add("")?;
        opened.file.try_clone().map_err(|error| at(path, error))
    }

    /// Opens a file of games in SGF and adds games to it, after the first `whole` bytes if given.
    /// `--force` empties the file first.
    ///
    /// # Errors
    /// When the file holds something else and `--force` is not given, or when it cannot be
    /// written.
    pub fn open_games(
        self,
        path: &Path,
        whole: Option<usize>,
        stdout: Stdout,
    ) -> Result<OutputFile, Failure> {
        if self.force || is_stdout(path) || !path.is_file() {
            return self.open(path, stdout);
        }
        let opened = OpenOptions::new().read(true).append(true).open(path);
        let mut file = opened.map_err(|error| at(path, error))?;
        if whole.is_none() && !holds_games(&mut file).map_err(|error| at(path, error))? {
            bail!(
                Usage,
                "{} is not a file of complete games in SGF, so no game is added to it: name another \
                 file, or overwrite it with --force",
                path_text(path)
            );
        }
        let cut = whole.map(|bytes| bytes as u64);
        Ok(OutputFile { path: path.to_owned(), file, goes: false, cut })
    }
}

/// `true` if a file is empty, or begins and ends like games in SGF.
fn holds_games(file: &mut File) -> io::Result<bool> {
    const END: u64 = 64;
    let length = file.metadata()?.len();
    let mut part = |from: u64| -> io::Result<Vec<u8>> {
        let mut bytes = Vec::new();
        file.seek(SeekFrom::Start(from))?;
        Read::take(&mut *file, END).read_to_end(&mut bytes)?;
        Ok(bytes)
    };
    let (begin, end) = (part(0)?, part(length.saturating_sub(END))?);
    let begin = begin.strip_prefix(b"\xef\xbb\xbf").unwrap_or(&begin).trim_ascii_start();
    let is_empty = length <= END && begin.is_empty();
    Ok(is_empty || begin.starts_with(b"(") && end.trim_ascii_end().ends_with(b")"))
}

/// A file that can be written. Until the first write, an old file keeps its content, and a new
/// file is removed when this is dropped.
#[derive(Debug)]
pub struct OutputFile {
    path: PathBuf,
    file: File,
    goes: bool,
    /// The bytes of an old file that the first write keeps; `None` to keep all.
    cut: Option<u64>,
}

impl OutputFile {
    /// Creates a file.
    ///
    /// # Errors
    /// If it cannot be created or already exists.
    pub fn make(path: &Path) -> io::Result<OutputFile> {
        let file = OpenOptions::new().append(true).create_new(true).open(path)?;
        Ok(OutputFile { path: path.to_owned(), file, goes: true, cut: None })
    }

    /// Writes the bytes as the whole content of the file, and returns its path.
    ///
    /// # Errors
    /// As for [`OutputFile::add`].
    pub fn write(mut self, bytes: impl AsRef<[u8]>) -> Result<PathBuf, Failure> {
        self.add(bytes)?;
        Ok(self.path.clone())
    }

    /// Appends the bytes to the file, completely or not at all.
    ///
    /// # Errors
    /// If it cannot be written completely.
    pub fn add(&mut self, bytes: impl AsRef<[u8]>) -> Result<(), Failure> {
        self.try_add(bytes.as_ref()).map_err(|error| at(&self.path, error))
    }

    fn try_add(&mut self, bytes: &[u8]) -> io::Result<()> {
        let about = self.file.metadata()?;
        // Terminals and pipes have no length.
        let before = about.is_file().then_some(self.cut.unwrap_or(about.len()));
        let cut = |file: &File| before.map_or(Ok(()), |length| file.set_len(length));
        cut(&self.file)?;
        self.cut = None;
        self.file.write_all(bytes).inspect_err(|_| {
            // A part of a game would hide the games after it.
            let _ = cut(&self.file);
        })?;
        self.goes = false;
        Ok(())
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

    const REFUSING: Overwrite = Overwrite { force: false };
    const FORCED: Overwrite = Overwrite::FORCED;
    const NONE: Stdout = || unreachable!();

    #[test]
    fn nothing_is_lost_or_left_before_there_is_something_to_write() {
        let folder = tempfile::tempdir().unwrap();
        let (old, new) = (folder.path().join("old"), folder.path().join("new"));
        fs::write(&old, "a longer text from before").unwrap();
        drop(FORCED.open(&old, NONE).unwrap());
        assert_eq!(fs::read_to_string(&old).unwrap(), "a longer text from before");
        assert_eq!(FORCED.open(&old, NONE).unwrap().write("now").unwrap(), old);
        assert_eq!(fs::read_to_string(&old).unwrap(), "now");
        drop(REFUSING.open(&new, NONE).unwrap());
        assert!(!new.exists());
        REFUSING.open(&new, NONE).unwrap().write("new").unwrap();
        assert_eq!(fs::read_to_string(&new).unwrap(), "new");
        assert!(OutputFile::make(&new).is_err());
        let nowhere = folder.path().join("none/page");
        let refused = REFUSING.open(&nowhere, NONE).unwrap_err();
        assert!(refused.text().starts_with(nowhere.to_str().unwrap()));
    }

    #[test]
    fn only_a_forced_file_is_written_over() {
        let folder = tempfile::tempdir().unwrap();
        let file = folder.path().join("file");
        fs::write(&file, "kept").unwrap();
        let refused = [
            REFUSING.check(&file).unwrap_err(),
            REFUSING.open(&file, NONE).unwrap_err(),
            REFUSING.create(&file, NONE).unwrap_err(),
            REFUSING.open_games(&file, None, NONE).unwrap_err(),
        ];
        assert!(refused.iter().all(|failure| failure.text().contains("--force")), "{refused:?}");
        assert_eq!(fs::read_to_string(&file).unwrap(), "kept");
        drop(FORCED.create(&file, NONE).unwrap());
        assert_eq!(fs::read_to_string(&file).unwrap(), "");
        REFUSING.open(Path::new("/dev/null"), NONE).unwrap().write("anything").unwrap();
    }

    #[test]
    fn games_are_added_to_games_alone_and_whole() {
        let folder = tempfile::tempdir().unwrap();
        let file = folder.path().join("games.sgf");
        let add = |overwrite: Overwrite, text: &str| {
            overwrite.open_games(&file, None, NONE).and_then(|mut games| games.add(text))
        };
        add(REFUSING, "(;GM[9])\n").unwrap();
        add(REFUSING, "(;SZ[4])\n").unwrap();
        assert_eq!(fs::read_to_string(&file).unwrap(), "(;GM[9])\n(;SZ[4])\n");
        for (text, is_taken) in [
            ("", true),
            ("\u{feff} (;GM[9])\n \n", true),
            ("(;GM[9]", false),
            ("a note (;GM[9])", false),
            (" \n", true),
        ] {
            fs::write(&file, text).unwrap();
            assert_eq!(add(REFUSING, "(;)").is_ok(), is_taken, "{text:?}");
            let now = fs::read_to_string(&file).unwrap();
            assert_eq!(now, if is_taken { format!("{text}(;)") } else { text.to_owned() });
        }
        add(FORCED, "(;SZ[5])").unwrap();
        assert_eq!(fs::read_to_string(&file).unwrap(), "(;SZ[5])");
        // A torn end stays until the first write.
        fs::write(&file, "(;SZ[5])\n(;GM[9").unwrap();
        let mut resumed = REFUSING.open_games(&file, Some(9), NONE).unwrap();
        assert_eq!(fs::read_to_string(&file).unwrap(), "(;SZ[5])\n(;GM[9");
        resumed.add("(;SZ[4])").unwrap();
        resumed.add("(;SZ[3])").unwrap();
        assert_eq!(fs::read_to_string(&file).unwrap(), "(;SZ[5])\n(;SZ[4])(;SZ[3])");
    }
}
