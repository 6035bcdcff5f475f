//! Certificates that games are played by.

use std::fs;
use std::path::Path;

use loa_solver::Rules;
use loa_solver::proof::{Certificate, CertificateError, Guide, RuleSet};

use crate::failure::{Failure, Status};

/// Reads a certificate, whose proof is not checked.
pub(crate) fn read_certificate(file: &Path) -> Result<Certificate, Failure> {
    let bytes = fs::read(file).map_err(|error| at(file, Status::Failed, &error))?;
    Certificate::from_bytes(&bytes).map_err(|error| match error {
        CertificateError::Magic | CertificateError::Version(_) | CertificateError::Damaged(_) => {
            at(file, Status::Damaged, &error)
        }
        _ => at(file, Status::Failed, &error),
    })
}

/// Reads the certificate of a win under `rules`.
pub(crate) fn read_guide(file: &Path, rules: Rules) -> Result<Guide, Failure> {
    let certificate = read_certificate(file)?;
    let claimed = certificate.rules;
    Guide::new(certificate, RuleSet::one(rules)).ok_or_else(|| {
        let message = format!(
            "{}: the certificate is of a win under {claimed}, not under {rules}; choose with --rules",
            file.display()
        );
        Failure::new(Status::Rules, message)
    })
}

fn at(file: &Path, status: Status, error: &dyn std::error::Error) -> Failure {
    Failure::new(status, format!("{}: {error}", file.display()))
}
