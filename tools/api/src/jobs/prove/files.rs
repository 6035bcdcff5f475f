//! The files of a proof: the certificate, and the saved search beside it.

use std::cell::Cell;
use std::ffi::OsString;
use std::fs::{self, File};
use std::io::{self, BufRead, BufReader, BufWriter, Read, Write};
use std::path::{Path, PathBuf};

use loa_record::text::{counted, path_text};
use loa_solver::Stop;
use loa_solver::internal::{NewFile, beside};
use loa_solver::proof::TwoSidedSearch;

use crate::failure::{Failure, Status, at, bail, failure};
use crate::output_file::OutputFile;

/// The files for the certificate and the saved search.
pub(super) struct ProofFiles {
    proof: PathBuf,
    /// The saved search of this process.
    search: PathBuf,
    rank: usize,
    size: usize,
    /// The size limit of a saved search, in bytes; `None` without a limit.
    most: Option<u64>,
    /// The expansions of the search in the file, if the file has one.
    held: Cell<Option<u64>>,
}

impl ProofFiles {
    /// Checks that the folder is writable, before the search spends hours. The files are those of
    /// one of `size` processes.
    ///
    /// # Errors
    /// If `proof` is a folder, or if its folder is not writable.
    pub(super) fn open(
        proof: &Path,
        rank: usize,
        size: usize,
        most: Option<u64>,
    ) -> Result<ProofFiles, Failure> {
        if proof.is_dir() {
            bail!(Usage, "{} is a folder: name a file in it", path_text(proof));
        }
        let search = saved(proof, rank);
        let made = fs::OpenOptions::new().create(true).append(true).open(&search);
        made.map_err(|error| at(&search, error))?;
        Ok(ProofFiles { proof: proof.to_owned(), search, rank, size, most, held: Cell::new(None) })
    }

    /// Returns the saved files of further processes of an earlier run that this process must
    /// continue.
    fn left_over(&self) -> impl Iterator<Item = PathBuf> {
        let ranks = (self.rank + self.size..).step_by(self.size);
        ranks.map(|rank| saved(&self.proof, rank)).take_while(|file| file.exists())
    }

    /// Continues the searches that the files have saved, if any, and returns the names of the files
    /// that they continue.
    pub(super) fn restore(
        &self,
        searches: &mut TwoSidedSearch,
        stop: &Stop,
    ) -> Result<Vec<String>, Failure> {
        let mut continued = Vec::new();
        for path in std::iter::once(self.search.clone()).chain(self.left_over()) {
            let failed = |error: io::Error| at(&path, error);
            let file = File::open(&path).map_err(failed)?;
            if file.metadata().map_err(failed)?.len() == 0 {
                continue;
            }
            let read = read_search(searches, &mut BufReader::new(UntilStopped { file, stop }));
            read.map_err(|error| {
                let path = path.display();
                if stop.is_set() {
                    return failure!(Interrupted, "interrupted; {path} is unchanged");
                }
                let is_another = error.kind() == io::ErrorKind::InvalidInput;
                let status = if is_another { Status::Usage } else { Status::Damaged };
                let advice = "name another file, or remove it to start again";
                Failure::new(status, format!("{path} cannot be continued: {error}; {advice}"))
            })?;
            continued.push(path.display().to_string());
        }
        if !continued.is_empty() {
            self.held.set(Some(searches.expansions()));
        }
        Ok(continued)
    }

    /// Saves the search.
    pub(super) fn save(&self, searches: &TwoSidedSearch) -> Result<(), Failure> {
        write_whole(&self.search, &|out| write_search(searches, out, self.most))?;
        self.held.set(Some(searches.expansions()));
        remove(self.left_over())
    }

    /// Saves a search that ends, in another folder if necessary. Returns the place of the save, and
    /// the words for it.
    pub(super) fn save_last(&self, searches: &TwoSidedSearch) -> (Kept, String) {
        let search = self.search.display();
        let Err(why) = self.save(searches) else {
            let words = "and the same command continues it";
            return (Kept::InPlace, format!("the search is saved in {search}, {words}"));
        };
        let elsewhere =
            write_elsewhere(&self.search, &|out| write_search(searches, out, self.most));
        if let Some(file) = elsewhere {
            let words = format!("move it to {search}, and the same command continues it");
            let file = file.display();
            return (
                Kept::Elsewhere,
                format!("{why}; the search is saved in {file} instead: {words}"),
            );
        }
        let older = self.held.get().map_or("the search is not saved".to_owned(), |expansions| {
            let expansions = counted(expansions, "expansion");
            let words = "and the same command continues from there";
            format!("{search} contains the search after {expansions}, {words}")
        });
        (Kept::Older, format!("{why}; {older}"))
    }

    /// Writes the certificate. If it must use another file, it returns that file and the reason.
    ///
    /// # Errors
    /// If the certificate cannot be written anywhere.
    pub(super) fn write(&self, bytes: &[u8]) -> Result<Option<(PathBuf, Failure)>, Failure> {
        let write = |out: &mut dyn Write| out.write_all(bytes);
        let Err(why) = write_whole(&self.proof, &write) else {
            return Ok(None);
        };
        let (other, why) = certificate_elsewhere(&self.proof, bytes, why)?;
        // The saved search is no longer needed and takes up space.
        let _ = self.remove_search();
        if write_whole(&self.proof, &write).is_ok() {
            let _ = fs::remove_file(other);
            return Ok(None);
        }
        Ok(Some((other, why)))
    }

    /// Writes a certificate that the checker refuses beside the place of a right one, so that the
    /// mistake can be found. Returns the file; `None` if it cannot be written, or if this is not
    /// the first process.
    pub(super) fn keep_refused(&self, bytes: &[u8]) -> Option<PathBuf> {
        let file = with_suffix(&self.proof, ".refused");
        let write = |out: &mut dyn Write| out.write_all(bytes);
        (self.rank == 0 && write_whole(&file, &write).is_ok()).then_some(file)
    }

    /// Removes this process's save of a search that has ended.
    pub(super) fn remove_search(&self) -> Result<(), Failure> {
        let own = [self.search.clone(), beside(&self.search)];
        remove(self.left_over().chain(own).filter(|file| file.exists()))
    }
}

impl Drop for ProofFiles {
    fn drop(&mut self) {
        // An empty file contains no save.
        if fs::metadata(&self.search).is_ok_and(|about| about.is_file() && about.len() == 0) {
            let _ = fs::remove_file(&self.search);
        }
    }
}

/// The place of the save of a search that ends.
pub(super) enum Kept {
    InPlace,
    Elsewhere,
    /// The last successful save, if any.
    Older,
}

#[cfg(feature = "save")]
fn read_search(searches: &mut TwoSidedSearch, from: &mut dyn BufRead) -> io::Result<()> {
    searches.restore(from)
}

#[cfg(feature = "save")]
fn write_search(
    searches: &TwoSidedSearch,
    to: &mut dyn Write,
    most: Option<u64>,
) -> io::Result<()> {
    searches.save(to, most)
}

#[cfg(not(feature = "save"))]
fn read_search(_: &mut TwoSidedSearch, _: &mut dyn BufRead) -> io::Result<()> {
    Err(no_saves())
}

#[cfg(not(feature = "save"))]
fn write_search(_: &TwoSidedSearch, _: &mut dyn Write, _: Option<u64>) -> io::Result<()> {
    Err(no_saves())
}

#[cfg(not(feature = "save"))]
fn no_saves() -> io::Error {
    io::Error::new(
        io::ErrorKind::Unsupported,
        "this program was built without the feature save, which saves and continues searches",
    )
}

/// A file that fails to read once the work is stopped.
struct UntilStopped<'a> {
    file: File,
    stop: &'a Stop,
}

impl Read for UntilStopped<'_> {
    fn read(&mut self, bytes: &mut [u8]) -> io::Result<usize> {
        if self.stop.is_set() {
            return Err(io::Error::other("interrupted"));
        }
        self.file.read(bytes)
    }
}

/// Returns the file in which a process saves the search for a certificate.
fn saved(proof: &Path, rank: usize) -> PathBuf {
    match rank {
        0 => with_suffix(proof, ".search"),
        _ => with_suffix(proof, &format!(".search.{rank}")),
    }
}

fn with_suffix(path: &Path, suffix: &str) -> PathBuf {
    let mut name = OsString::from(path);
    name.push(suffix);
    PathBuf::from(name)
}

fn remove(files: impl Iterator<Item = PathBuf>) -> Result<(), Failure> {
    for file in files.collect::<Vec<_>>() {
        fs::remove_file(&file).map_err(|error| at(&file, error))?;
    }
    Ok(())
}

type Writing<'a> = &'a dyn Fn(&mut dyn Write) -> io::Result<()>;

/// Writes a file, which afterwards is either complete or unchanged.
fn write_whole(path: &Path, write: Writing<'_>) -> Result<(), Failure> {
    let written = NewFile::create(path).and_then(|new| {
        write_to(&new.file, write)?;
        new.finish()
    });
    written.map_err(|error| at(path, error))
}

/// Writes a certificate to a pipe. If it must use a file, it returns that file and the reason.
///
/// # Errors
/// If the certificate cannot be written anywhere.
pub(super) fn write_to_pipe(
    pipe: OutputFile,
    bytes: &[u8],
) -> Result<Option<(PathBuf, Failure)>, Failure> {
    let Err(why) = pipe.write(bytes) else {
        return Ok(None);
    };
    certificate_elsewhere(Path::new("certificate.proof"), bytes, why).map(Some)
}

/// Writes a certificate that could not be written to `path` to a new file in the current folder or
/// the folder for temporary files. Returns this file, and the failure to report.
///
/// # Errors
/// The first failure, if both fail, too.
fn certificate_elsewhere(
    path: &Path,
    bytes: &[u8],
    why: Failure,
) -> Result<(PathBuf, Failure), Failure> {
    let Some(file) = write_elsewhere(path, &|out| out.write_all(bytes)) else {
        return Err(why);
    };
    let why = failure!(Failed, "{why}; the certificate is in {} instead", path_text(&file));
    Ok((file, why))
}

/// Writes a new file named like `path` to the current folder or the folder for temporary files.
/// Returns its path, or `None` if both fail.
fn write_elsewhere(path: &Path, write: Writing<'_>) -> Option<PathBuf> {
    let name = path.file_name()?;
    let folders = [PathBuf::new(), std::env::temp_dir()].into_iter();
    let folders = folders.filter(|folder| path.parent() != Some(folder));
    let mut written = folders.filter_map(|folder| {
        let (file, to) = (0..100).find_map(|number| {
            let mut name = name.to_owned();
            if number > 0 {
                name.push(format!(".{number}"));
            }
            let file = folder.join(name);
            let made = File::create_new(&file).ok()?;
            Some((file, made))
        })?;
        match write_to(&to, write) {
            Ok(()) => Some(file),
            Err(_) => fs::remove_file(&file).ok().and(None),
        }
    });
    written.next()
}

fn write_to(file: &File, write: Writing<'_>) -> io::Result<()> {
    let mut out = BufWriter::new(file);
    write(&mut out)?;
    out.into_inner()?.sync_all()
}
