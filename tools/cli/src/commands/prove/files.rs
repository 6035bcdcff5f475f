//! The files of a proof: the certificate, and the search saved beside it.

use std::ffi::OsString;
use std::fs::{self, File};
use std::io::{self, BufReader, BufWriter, Write};
use std::path::{Path, PathBuf};

use loa_solver::proof::Inquiry;

use crate::failure::{Failure, at, bail, failure};

/// The file for the certificate, and the file that saves the search.
pub(super) struct ProofFiles {
    proof: PathBuf,
    pub(super) search: PathBuf,
}

impl ProofFiles {
    /// Refuses a certificate that exists, and makes sure that the folder can be written
    /// to before hours are spent.
    pub(super) fn open(proof: &Path) -> Result<ProofFiles, Failure> {
        if proof.exists() {
            bail!(
                Usage,
                "{} exists, and a certificate is never overwritten: name another file, or remove it",
                proof.display()
            );
        }
        let beside = |ending: &str| {
            let mut name = OsString::from(proof);
            name.push(ending);
            PathBuf::from(name)
        };
        let search = beside(".search");
        let made = fs::OpenOptions::new().create(true).append(true).open(&search);
        made.map_err(|error| at(&search, error))?;
        Ok(ProofFiles { proof: proof.to_owned(), search })
    }

    /// Continues the search that the file has saved, if any.
    pub(super) fn restore(&self, inquiry: &mut Inquiry) -> Result<(), Failure> {
        let failed = |error: io::Error| at(&self.search, error);
        let file = File::open(&self.search).map_err(failed)?;
        if file.metadata().map_err(failed)?.len() == 0 {
            return Ok(());
        }
        let restored = inquiry.restore(&mut BufReader::new(file));
        restored.map_err(|error| {
            failure!(
                Damaged,
                "{} cannot be continued: {error}; remove it to start again",
                self.search.display()
            )
        })
    }

    /// Saves the search.
    pub(super) fn save(&self, inquiry: &Inquiry) -> Result<(), Failure> {
        write_whole(&self.search, |out| inquiry.save(out))
    }

    /// Writes the certificate; the search is then no longer needed.
    pub(super) fn write(&self, bytes: &[u8]) -> Result<(), Failure> {
        write_whole(&self.proof, |out| out.write_all(bytes))?;
        fs::remove_file(&self.search).map_err(|error| at(&self.search, error))
    }
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
