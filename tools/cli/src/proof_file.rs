//! Certificates that answers and games are taken from.

use std::fs;
use std::path::Path;

use loa_checker::{Certificate as Opened, CheckError, DEFAULT_CACHE_BYTES, ReadError, check};
use loa_reply::proved::is_known;
use loa_solver::Rules;
use loa_solver::proof::{Certificate, CertificateError, Guide, RuleSet};

use crate::failure::{Failure, Status};
use crate::output;

/// The most bytes of a certificate whose proof is checked when it is opened: the check
/// takes some ten seconds of a core.
const MOST_CHECKED: u64 = 1_000_000;

/// A certificate that has been read.
pub(crate) struct ReadCertificate {
    pub(crate) certificate: Certificate,
    /// True if all of its proof has been checked.
    pub(crate) is_checked: bool,
}

/// Opens a certificate to take answers from it, and returns whether its proof has been
/// checked: now if it is small, or before if it is one that the program knows. If it is
/// neither, a line on standard error says so.
///
/// # Errors
/// When the file cannot be read, is damaged, or proves nothing.
pub(crate) fn open_checked(file: &Path, cache_bytes: u64) -> Result<(Opened, bool), Failure> {
    let read = |error| read_failure(file, &error);
    let opened = Opened::open(file, cache_bytes).map_err(read)?;
    if is_known(opened.digest()) && opened.has_its_digest().map_err(read)? {
        return Ok((opened, true));
    }
    if fs::metadata(file).is_ok_and(|file| file.len() > MOST_CHECKED) {
        let name = file.display();
        output::note(&format!(
            "{name} has not been checked; this does it: loa proof check {name}"
        ));
        return Ok((opened, false));
    }
    match check(&opened, &()) {
        Ok(()) => Ok((opened, true)),
        Err(CheckError::Read(error)) => Err(read(error)),
        Err(hole) => {
            let message = format!("{}: the certificate proves nothing: {hole}", file.display());
            Err(Failure::new(Status::Damaged, message))
        }
    }
}

/// Reads a certificate to take answers from it.
///
/// # Errors
/// As for [`open_checked`].
pub(crate) fn read_certificate(file: &Path) -> Result<ReadCertificate, Failure> {
    let (opened, is_checked) = open_checked(file, DEFAULT_CACHE_BYTES)?;
    if !is_checked {
        // Its length is a claim: what is read below has been read in blocks before.
        let read = opened.has_its_digest();
        read.map_err(|error| read_failure(file, &error))?;
    }
    let bytes = fs::read(file).map_err(|error| at(file, Status::Failed, &error))?;
    let certificate = Certificate::from_bytes(&bytes).map_err(|error| match error {
        CertificateError::Magic | CertificateError::Version(_) | CertificateError::Damaged(_) => {
            at(file, Status::Damaged, &error)
        }
        _ => at(file, Status::Failed, &error),
    })?;
    Ok(ReadCertificate {
        certificate,
        is_checked,
    })
}

/// Reads the certificate of a win under `rules`.
pub(crate) fn read_guide(file: &Path, rules: Rules) -> Result<Guide, Failure> {
    let certificate = read_certificate(file)?.certificate;
    let claimed = certificate.rules;
    Guide::new(certificate, RuleSet::one(rules)).ok_or_else(|| {
        let message = format!(
            "{}: the certificate is of a win under {claimed}, not under {rules}; choose with --rules",
            file.display()
        );
        Failure::new(Status::Rules, message)
    })
}

/// Returns the failure of a certificate that cannot be read.
pub(crate) fn read_failure(file: &Path, error: &ReadError) -> Failure {
    let (status, cause) = match error {
        ReadError::Io(cause) => (Status::Failed, format!(": {cause}")),
        _ => (Status::Damaged, String::new()),
    };
    Failure::new(status, format!("{}: {error}{cause}", file.display()))
}

fn at(file: &Path, status: Status, error: &dyn std::error::Error) -> Failure {
    Failure::new(status, format!("{}: {error}", file.display()))
}
