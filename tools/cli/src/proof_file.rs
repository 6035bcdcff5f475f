//! Certificates for answers and games.

use std::fmt::Display;
use std::path::Path;

use loa_api::{NamedProof, checked, open_certificate};
use loa_checker::Claim;
use loa_engine::Guide;
use loa_record::text::grouped;
use loa_solver::{Control, Rules};

use crate::failure::{Failure, failure};
use crate::interruption::interruption;
use crate::output;
use crate::paths::name_of;

/// The maximum number of moves in a certificate that is checked without a message. They take half
/// a second of a core.
const MOST_SILENT: u64 = 20_000;

/// Opens and checks a certificate for answers.
///
/// # Errors
/// When the file cannot be read, is damaged, or proves nothing.
pub(crate) fn read_proof(file: &Path) -> Result<Guide, Failure> {
    let certificate = open_certificate(file)?;
    announce_check(name_of(file), certificate.claim());
    let control = Control::new(interruption(), |_| {});
    checked(&certificate, &control).map_err(|error| Failure::of_certificate(name_of(file), &error))
}

/// Prints a message before the check of a certificate of the library.
pub(crate) fn announce(proof: &NamedProof) {
    announce_check(&proof.name, proof.claim());
}

/// Prints a message before a check that takes longer than half a second.
pub(crate) fn announce_check(name: impl Display, claim: &Claim) {
    if claim.moves > MOST_SILENT {
        let moves = grouped(claim.moves);
        output::note(&format!("{name}: checking {moves} moves before the first answer"));
    }
}

/// Reads the certificate of a win under `rules`.
pub(crate) fn read_guide(file: &Path, rules: Rules) -> Result<Guide, Failure> {
    let guide = read_proof(file)?;
    guide.under(rules.into()).ok_or_else(|| {
        let (name, known) = (name_of(file), guide.rules());
        failure!(
            Rules,
            "{name}: the certificate proves a win under {known}, not under {rules}; choose the rules \
             with --rules"
        )
    })
}
