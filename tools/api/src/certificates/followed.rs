//! Files of certificates that are checked, and the progress of the check.

use std::path::Path;

use loa_checker::{Certificate, CheckError, ReadError, check_all};
use loa_engine::Guide;
use loa_solver::Control;

use crate::failure::Failure;
use crate::input::{is_stdin, name_of, stdin};

/// Begins the stage of a check of some moves, and returns its watch.
fn begin<'a>(control: &'a Control<'a>, moves: u64) -> impl Fn(u64) -> bool + Sync + 'a {
    control.begin("checking", moves);
    move |moves| {
        control.reach(moves, "");
        !control.is_stopped()
    }
}

/// Checks a certificate for answers.
///
/// # Errors
/// When it is damaged or proves nothing, or `control` stops the check.
pub fn checked(certificate: &Certificate, control: &Control<'_>) -> Result<Guide, CheckError> {
    Guide::check(certificate, &begin(control, certificate.claim().moves))
}

/// Checks certificates that rest on each other.
///
/// # Errors
/// As for [`loa_checker::check_all`].
pub fn checked_parts(
    certificates: &[Certificate],
    control: &Control<'_>,
) -> Result<(), (usize, CheckError)> {
    let moves = certificates.iter().map(|certificate| certificate.claim().moves).sum();
    check_all(certificates, &begin(control, moves))
}

/// Opens a certificate, or standard input for `-`, and reads only its header.
///
/// # Errors
/// When the file cannot be read, its header is damaged, or it rests on other certificates.
pub fn open_certificate(file: &Path) -> Result<Certificate, Failure> {
    let certificate = open_part(file)?;
    let whole = certificate.expect_whole();
    whole.map_err(|error| Failure::of_certificate(name_of(file), &error))?;
    Ok(certificate)
}

/// Opens a certificate, which may rest on others, or standard input for `-`.
///
/// # Errors
/// When the file cannot be read or its header is damaged.
pub fn open_part(file: &Path) -> Result<Certificate, Failure> {
    let certificate = match is_stdin(file) {
        true => Certificate::read_all(stdin()?),
        false => Certificate::open(file),
    };
    certificate.map_err(|error: ReadError| Failure::of_certificate(name_of(file), &error.into()))
}
