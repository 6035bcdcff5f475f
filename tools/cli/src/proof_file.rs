//! Certificates for answers and games.

use std::fmt::Display;
use std::path::Path;
use std::sync::atomic::Ordering::Relaxed;

use loa_api::NamedProof;
use loa_api::proof_view::Image;
use loa_checker::{Certificate, CheckError, Claim, ReadError, Watch};
use loa_engine::Guide;
use loa_record::text::grouped;
use loa_solver::proof::RuleSet;
use loa_solver::{Color, Position, Rules};

use crate::failure::{Failure, Status, failure};
use crate::interruption::INTERRUPTED;
use crate::output;
use crate::paths::{self, name_of};

/// The maximum number of moves in a certificate that is checked without a message. They take half
/// a second of a core.
const MOST_SILENT: u64 = 20_000;

/// Opens a certificate and reads only its header.
///
/// # Errors
/// When the file cannot be read or its header is damaged.
pub(crate) fn open(file: &Path) -> Result<Certificate, Failure> {
    let certificate = match paths::is_stdin(file) {
        true => Certificate::read_all(paths::stdin()?),
        false => Certificate::open(file),
    };
    certificate.map_err(|error| read_failure(file, &error))
}

/// Opens and checks a certificate for answers.
///
/// # Errors
/// When the file cannot be read, is damaged, or proves nothing.
pub(crate) fn read_proof(file: &Path) -> Result<Guide, Failure> {
    let certificate = open(file)?;
    announce_check(name_of(file), certificate.claim());
    Guide::check(&certificate, &UntilInterrupted).map_err(|error| proves_nothing(file, &error))
}

/// Prints a message before a check that takes longer than half a second.
pub(crate) fn announce_check(name: impl Display, claim: &Claim) {
    if claim.moves > MOST_SILENT {
        let moves = grouped(claim.moves);
        output::note(&format!("{name}: checking {moves} moves before the first answer"));
    }
}

/// A watch that stops a check when the command is interrupted.
struct UntilInterrupted;

impl Watch for UntilInterrupted {
    fn interrupted(&self) -> bool {
        INTERRUPTED.load(Relaxed)
    }
}

/// Returns the failure for a certificate that was not accepted.
pub(crate) fn proves_nothing(file: &Path, error: &CheckError) -> Failure {
    match error {
        CheckError::Read(error) => read_failure(file, error),
        CheckError::Interrupted { .. } => {
            failure!(Interrupted, "{}: {error}", name_of(file))
        }
        hole => {
            failure!(Damaged, "{}: the certificate proves nothing: {hole}", name_of(file))
        }
    }
}

/// Reads the certificate of a win under `rules`.
pub(crate) fn read_guide(file: &Path, rules: Rules) -> Result<Guide, Failure> {
    under(file, &read_proof(file)?, rules)
}

fn under(file: &Path, guide: &Guide, rules: Rules) -> Result<Guide, Failure> {
    guide.under(RuleSet::one(rules)).ok_or_else(|| {
        failure!(
            Rules,
            "{}: the certificate proves a win under {}, not under {rules}; choose the rules with --rules",
            name_of(file),
            guide.rules()
        )
    })
}

/// Reads the certificate of a win under the named rules. If no rules are named, they are the
/// default rules if the certificate has them, and otherwise its first. Returns these rules, too.
pub(crate) fn read_guide_under(
    file: &Path,
    named: Option<Rules>,
) -> Result<(Guide, Rules), Failure> {
    let guide = read_proof(file)?;
    let known = guide.rules();
    let default = Rules::default();
    let usual = known.iter().find(|&rules| rules == default).or(known.iter().next());
    let rules = named.or(usual).unwrap_or(default);
    Ok((under(file, &guide, rules)?, rules))
}

/// `true` if a built-in certificate claims that a player wins from a position.
pub(crate) fn built_in_claim(start: &Position, color: Color, rules: Rules) -> bool {
    let start = start.to_string();
    NamedProof::built_in().iter().map(NamedProof::claim).any(|claim| {
        claim.board.position_text(claim.start(), claim.to_move) == start
            && claim.winner.to_string() == color.letter().to_string()
            && claim.ids.bits() & RuleSet::one(rules).bits() != 0
    })
}

/// Returns the name and the moves of the built-in certificate with which a player wins from a
/// position.
pub(crate) fn built_in_guide(
    start: &Position,
    color: Color,
    rules: Rules,
) -> Result<(String, Guide), Failure> {
    let about = NamedProof::about(NamedProof::built_in(), start, RuleSet::one(rules));
    for (proof, image) in about {
        let claim = proof.claim();
        let is_winner = claim.winner.to_string() == color.letter().to_string();
        if image != Image::default() || !is_winner {
            continue;
        }
        announce_check(&proof.name, claim);
        let guide = proof
            .guide()
            .map_err(|error| {
                failure!(Damaged, "{}: the certificate proves nothing: {error}", proof.name)
            })?
            .under(RuleSet::one(rules));
        if let Some(guide) = guide.filter(|guide| guide.bound(start).is_some()) {
            return Ok((proof.name.clone(), guide));
        }
    }
    Err(failure!(
        Outside,
        "no built-in certificate proves that {} wins from {start} under {rules}: name a file, \
         proof:FILE",
        color.letter()
    ))
}

/// Returns the failure for a certificate that cannot be read.
pub(crate) fn read_failure(file: &Path, error: &ReadError) -> Failure {
    let (status, cause) = match error {
        ReadError::Io(cause) => (Status::Failed, format!(": {cause}")),
        _ => (Status::Damaged, String::new()),
    };
    Failure::new(status, format!("{}: {error}{cause}", name_of(file)))
}
