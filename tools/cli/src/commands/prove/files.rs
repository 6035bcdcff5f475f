//! The files of a proof: the certificate, and the search saved beside it.

use std::ffi::OsString;
use std::fs::{self, File};
use std::io::{self, BufReader, BufWriter, Write};
use std::path::{Path, PathBuf};

use loa_solver::proof::Inquiry;

use crate::failure::{Failure, at, failure};

/// The file for the certificate, and those that save the search.
pub(super) struct ProofFiles {
    proof: PathBuf,
    /// The file of this process.
    pub(super) search: PathBuf,
    rank: usize,
    size: usize,
    /// The most bytes of a saved search, if not all is saved.
    most: Option<u64>,
}

impl ProofFiles {
    /// Makes sure that the folder can be written to before hours are spent. The files are those of one of `size` processes.
    pub(super) fn open(
        proof: &Path,
        rank: usize,
        size: usize,
        most: Option<u64>,
    ) -> Result<ProofFiles, Failure> {
        let search = saved(proof, rank);
        let made = fs::OpenOptions::new().create(true).append(true).open(&search);
        made.map_err(|error| at(&search, error))?;
        Ok(ProofFiles { proof: proof.to_owned(), search, rank, size, most })
    }

    /// Returns the files of processes that an earlier run had more, as far as they are this
    /// one's to go on with.
    fn left_over(&self) -> impl Iterator<Item = PathBuf> {
        let ranks = (self.rank + self.size..).step_by(self.size);
        ranks.map(|rank| saved(&self.proof, rank)).take_while(|file| file.exists())
    }

    /// Continues the search that the files have saved, if any.
    pub(super) fn restore(&self, inquiry: &mut Inquiry) -> Result<(), Failure> {
        for path in std::iter::once(self.search.clone()).chain(self.left_over()) {
            let failed = |error: io::Error| at(&path, error);
            let file = File::open(&path).map_err(failed)?;
            if file.metadata().map_err(failed)?.len() == 0 {
                continue;
            }
            inquiry.restore(&mut BufReader::new(file)).map_err(|error| {
                failure!(
                    Damaged,
                    "{} cannot be continued: {error}; remove it to start again",
                    path.display()
                )
            })?;
        }
        Ok(())
    }

    /// Saves the search.
    pub(super) fn save(&self, inquiry: &Inquiry) -> Result<(), Failure> {
        write_whole(&self.search, |out| inquiry.save(out, self.most))?;
        remove(self.left_over())
    }

    /// Writes the certificate.
    pub(super) fn write(&self, bytes: &[u8]) -> Result<(), Failure> {
        write_whole(&self.proof, |out| out.write_all(bytes))
    }

    /// Removes what this process has saved of a search that has ended.
    pub(super) fn remove_search(&self) -> Result<(), Failure> {
        remove(self.left_over().chain([self.search.clone()]))
    }
}

/// Returns the file in which a process saves the search for a certificate.
fn saved(proof: &Path, rank: usize) -> PathBuf {
    let mut name = OsString::from(proof);
    name.push(".search");
    if rank > 0 {
        name.push(format!(".{rank}"));
    }
    PathBuf::from(name)
}

fn remove(files: impl Iterator<Item = PathBuf>) -> Result<(), Failure> {
    for file in files.collect::<Vec<_>>() {
        fs::remove_file(&file).map_err(|error| at(&file, error))?;
    }
    Ok(())
}

/// Writes a file that is then complete, or as it was before.
fn write_whole(
    path: &Path,
    write: impl FnOnce(&mut dyn Write) -> io::Result<()>,
) -> Result<(), Failure> {
    let mut name = OsString::from(path);
    name.push(".new");
    let new = PathBuf::from(name);
    let written = || {
        let mut out = BufWriter::new(File::create(&new)?);
        write(&mut out)?;
        out.into_inner()?.sync_all()?;
        fs::rename(&new, path)
    };
    written().map_err(|error| at(path, error))
}
