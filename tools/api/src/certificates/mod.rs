//! Certificates and known starts: what is proved about a position without its tables.

mod followed;
mod known;
mod named;
mod reply;
mod reports;
mod starts;
mod verified;

use std::fs;
use std::io::ErrorKind;
use std::path::{Path, PathBuf};
use std::sync::{Arc, LazyLock};

use loa_checker::Claim;
use loa_engine::{Guide, Image};
use loa_solver::proof::RuleSet;
use loa_solver::{Color, Position, Preset};

pub use self::followed::{checked, checked_parts, open_certificate, open_part};
pub(crate) use self::known::{basis_of_tables, known_moves, known_start, solved_start};
pub use self::named::NamedProof;
pub use self::reply::CertificateReply;
pub use self::reports::{ProofCheckReport, RankedPosition, SplitReport};
use crate::failure::{Failure, at};

/// The certificates that answer questions: those given, those of a folder, and the built-in ones,
/// in the order in which they are consulted.
#[derive(Clone, Debug)]
pub struct Certificates {
    given: Vec<NamedProof>,
    /// The contents of the folder, which is read when a question first needs it.
    opened: Arc<LazyLock<Opened, Box<dyn FnOnce() -> Opened + Send>>>,
}

/// The certificates of a folder, and the failures of other files.
type Opened = (Vec<NamedProof>, Vec<Failure>);

/// Opens the certificates of a folder.
fn opened(folder: &Path) -> Opened {
    let (mut proofs, mut failures) = (Vec::new(), Vec::new());
    match files(folder) {
        Ok(files) => files.iter().for_each(|file| match NamedProof::open(file) {
            Ok(proof) => proofs.push(proof),
            Err(failure) => failures.push(failure),
        }),
        Err(failure) => failures.push(failure),
    }
    (proofs, failures)
}

/// Returns the files of a folder, which may be missing, whose names end with `.proof`.
fn files(folder: &Path) -> Result<Vec<PathBuf>, Failure> {
    use ErrorKind::{NotADirectory, NotFound};
    let failed = |error| at(folder, error);
    let entries = match fs::read_dir(folder) {
        Err(error) if [NotFound, NotADirectory].contains(&error.kind()) => return Ok(Vec::new()),
        entries => entries.map_err(failed)?,
    };
    let files: Result<Vec<PathBuf>, _> = entries.map(|entry| Ok(entry?.path())).collect();
    let mut files = files.map_err(failed)?;
    files.retain(|file| file.extension().is_some_and(|ending| ending == "proof"));
    files.sort();
    Ok(files)
}

impl Certificates {
    /// Returns the certificates of the folder `proofs` in a folder of tables.
    pub fn beside(tables: &Path) -> Certificates {
        let path = match tables.as_os_str().is_empty() {
            true => PathBuf::new(),
            false => tables.join("proofs"),
        };
        let open: Box<dyn FnOnce() -> Opened + Send> = Box::new(move || opened(&path));
        Certificates { given: Vec::new(), opened: Arc::new(LazyLock::new(open)) }
    }

    /// Returns these certificates with others, which are consulted first.
    #[must_use]
    pub fn with(self, given: impl IntoIterator<Item = NamedProof>) -> Certificates {
        Certificates { given: given.into_iter().collect(), ..self }
    }

    /// Returns the certificates that are not built in.
    pub fn added(&self) -> impl Iterator<Item = &NamedProof> {
        self.given.iter().chain(&self.opened.0)
    }

    /// Returns the reasons why files of the folder are left out.
    pub fn left_out(&self) -> &[Failure] {
        &self.opened.1
    }

    /// Returns all certificates.
    pub(crate) fn all(&self) -> impl Iterator<Item = &NamedProof> {
        self.added().chain(NamedProof::built_in())
    }

    /// Returns the certificates that are valid under the rules and prove something of an image of the
    /// position's board, each with this image. Certificates that begin with the position come
    /// first.
    pub(crate) fn about(&self, position: &Position, preset: Preset) -> Vec<(&NamedProof, Image)> {
        let (rules, mut about) = (RuleSet::one(preset.rules), Vec::new());
        for image in Image::ALL {
            let board = image.of_board(position.board()).to_string();
            let is_about = |claim: &Claim| {
                claim.board.to_string() == board && claim.ids.bits() & rules.bits() != 0
            };
            let proofs = self.all().filter(|proof| is_about(proof.claim()));
            about.extend(proofs.map(|proof| (proof, image)));
        }
        about.sort_by_key(|(proof, image)| !proof.begins_with(position, *image));
        about
    }

    /// Returns the first of these certificates whose check takes long and has not ended. A proof of the
    /// start by another certificate outweighs a certificate that does not cover the start.
    pub(crate) fn first_unchecked(
        &self,
        position: &Position,
        preset: Preset,
    ) -> Option<(&NamedProof, Image)> {
        let is_proved = known_start(position, preset).is_some() && !known::is_next(position);
        self.about(position, preset).into_iter().find(|(proof, image)| {
            proof.needs_long_check() && (!is_proved || proof.begins_with(position, *image))
        })
    }

    /// Looks for a certificate that proves something about a position or an image of it. If no checked
    /// certificate does, the first one that may do so is checked: now, after a call of `tell`, if it
    /// has up to `most` moves, else in the background.
    pub(crate) fn find(
        &self,
        position: &Position,
        preset: Preset,
        most: u64,
        tell: Option<fn(&NamedProof)>,
    ) -> Found<'_> {
        let rules = RuleSet::one(preset.rules);
        let certified = |proof, image, guide: Result<&Guide, _>| {
            // A certificate that proves nothing counts as missing.
            let guide = guide.ok()?.under(rules)?.seen_as(image);
            guide.bound(position).is_some().then_some(Certified { proof, guide })
        };
        // Before the others are asked: its check may end meanwhile.
        let unchecked = self.first_unchecked(position, preset);
        let about = self.about(position, preset).into_iter();
        let mut checked =
            about.filter_map(|(proof, image)| certified(proof, image, proof.guide_if_checked()?));
        match (checked.next(), unchecked) {
            (Some(found), _) => Found::Proved(found),
            (None, None) => Found::Nothing,
            (None, Some((proof, _))) if proof.claim().moves > most => {
                proof.begin_check();
                Found::Checking(proof)
            }
            (None, Some((proof, image))) => {
                if let Some(tell) = tell {
                    tell(proof);
                }
                certified(proof, image, proof.guide()).map_or(Found::Nothing, Found::Proved)
            }
        }
    }

    /// Returns whether a certificate claims that a player wins from its start, or an image of it.
    pub fn claims_win(&self, start: &Position, color: Color, preset: Preset) -> bool {
        self.about(start, preset).into_iter().any(|(proof, image)| {
            proof.begins_with(start, image) && image.of_color(proof.winner()) == color
        })
    }
}

/// A certificate that was checked and is valid under the rules of a question, and the image of its
/// positions that the question is about.
#[derive(Clone, Debug)]
pub struct Certified<'a> {
    /// The certificate.
    pub proof: &'a NamedProof,
    /// Its moves.
    pub guide: Guide,
}

/// The certificates that say something about a position.
pub(crate) enum Found<'a> {
    /// The certificate proves the result.
    Proved(Certified<'a>),
    /// The certificate may prove the result. Its check takes long and continues in the background.
    Checking(&'a NamedProof),
    /// No certificate proves anything about the position.
    Nothing,
}

impl<'a> Found<'a> {
    /// Returns the certificate that proves the result.
    pub(crate) fn proved(self) -> Option<Certified<'a>> {
        match self {
            Found::Proved(certified) => Some(certified),
            _ => None,
        }
    }
}
