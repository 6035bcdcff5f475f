//! Certificates with their names, and the built-in certificates.

use std::fmt;
use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicBool, Ordering::Relaxed};
use std::sync::{Arc, LazyLock, OnceLock};
use std::thread;

use loa_checker::{Certificate, CheckError, Claim};
use loa_engine::{Guide, Image};
use loa_solver::{Color, Position};
use sha2::{Digest, Sha256};

use super::known::is_symmetric;
use super::verified;
use crate::failure::{Failure, bail};

macro_rules! built_in {
    ($($name:literal)*) => {
        [$(($name, include_bytes!(concat!("../../../../data/proofs/", $name, ".proof")))),*]
    };
}

/// The certificates of starts, below 100 kB, that `data/proofs` describes.
const BUILT_IN: [(&str, &[u8]); 13] = built_in![
    "5x5" "5x6" "6x5" "5x7" "7x5" "5x8" "8x5" "6x6" "7x6" "6x6-c1-c3" "6x6-b1-d3" "6x6-b1-f1"
    "5x5-misere"
];

/// Returns a colour of the checker.
pub(super) fn color(color: loa_checker::Color) -> Color {
    match color {
        loa_checker::Color::Black => Color::Black,
        loa_checker::Color::White => Color::White,
    }
}

/// More bytes than any certificate has that Coq has accepted.
const MOST_LISTED_BYTES: u64 = 1 << 24;

/// The maximum number of moves in a certificate that is checked while a client waits. That check
/// takes a tenth of a second.
const MOST_AT_ONCE: u64 = 5_000;

/// A certificate and its name. It is checked before it answers. A large certificate is checked in
/// the background.
#[derive(Clone)]
pub struct NamedProof {
    /// The name.
    pub name: String,
    /// The file, if the certificate was opened by its path.
    pub file: Option<PathBuf>,
    /// True if the certificate is built into the program, whose tests check it.
    pub(crate) is_built_in: bool,
    is_verified: Arc<OnceLock<bool>>,
    certificate: Arc<Certificate>,
    guide: Arc<OnceLock<Result<Guide, CheckError>>>,
    /// True once a thread checks the certificate.
    has_begun: Arc<AtomicBool>,
}

impl fmt::Debug for NamedProof {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_tuple("NamedProof").field(&self.name).finish()
    }
}

impl NamedProof {
    /// Opens the certificate of a file, reading only its header.
    ///
    /// # Errors
    /// When the file cannot be read, its header is damaged, it rests on other certificates, or as for
    /// [`NamedProof::new`].
    pub fn open(file: &Path) -> Result<NamedProof, Failure> {
        let name = file.file_name().unwrap_or(file.as_os_str()).to_string_lossy();
        let certificate = Certificate::open(file).map_err(CheckError::from);
        let certificate = certificate
            .and_then(|whole| whole.expect_whole().map(|()| whole))
            .map_err(|error| Failure::of_certificate(file.display(), &error))?;
        Ok(NamedProof { file: Some(file.into()), ..NamedProof::new(name, certificate)? })
    }

    /// Returns an opened certificate with the name of its file.
    ///
    /// # Errors
    /// When the name looks like that of a built-in certificate.
    pub fn new(name: impl Into<String>, certificate: Certificate) -> Result<NamedProof, Failure> {
        let name = name.into();
        let letters = name.chars().filter(|letter| letter.is_alphanumeric());
        if letters.collect::<String>().to_lowercase().starts_with("builtin") {
            bail!(
                Usage,
                "{name}: only certificates of the program have such a name: rename the file"
            );
        }
        Ok(NamedProof::named(name, certificate, false))
    }

    fn named(name: String, certificate: Certificate, is_built_in: bool) -> NamedProof {
        NamedProof {
            name,
            file: None,
            is_built_in,
            is_verified: Arc::default(),
            certificate: Arc::new(certificate),
            guide: Arc::default(),
            has_begun: Arc::default(),
        }
    }

    /// Returns the certificates that are built into the program.
    pub fn built_in() -> &'static [NamedProof] {
        static ALL: LazyLock<Vec<NamedProof>> = LazyLock::new(|| {
            let read = BUILT_IN.into_iter().map(|(name, bytes)| {
                let certificate = Certificate::read(bytes).ok()?;
                Some(NamedProof::named(format!("built-in {name}"), certificate, true))
            });
            read.flatten().collect()
        });
        &ALL
    }

    /// The claims of the certificate.
    pub fn claim(&self) -> &Claim {
        self.certificate.claim()
    }

    /// Returns the player who wins according to the claim.
    pub(crate) fn winner(&self) -> Color {
        color(self.claim().winner)
    }

    /// Returns whether an image of a position is the start of the certificate.
    pub(super) fn begins_with(&self, position: &Position, image: Image) -> bool {
        let claim = self.claim();
        let start = claim.board.position_text(claim.start(), claim.to_move);
        is_symmetric(&image.of(position), &start)
    }

    /// True if Coq has accepted this file, by the SHA-256 of its bytes.
    pub fn is_verified(&self) -> bool {
        *self.is_verified.get_or_init(|| {
            if self.certificate.bytes() > MOST_LISTED_BYTES {
                return false;
            }
            let mut sha256 = Sha256::new();
            let read = self.certificate.read_through(&|_| true, |_, bytes| sha256.update(bytes));
            read.is_ok() && verified::is_certificate(&sha256.finalize().into())
        })
    }

    /// Returns whether the certificate has been checked, by this process or, if it is built in, by
    /// the program's tests. `None` if it proves nothing.
    pub fn is_checked(&self) -> Option<bool> {
        match self.guide.get() {
            None => Some(self.is_built_in),
            Some(Ok(_)) => Some(true),
            Some(Err(_)) => None,
        }
    }

    /// Returns whether the check of the certificate takes long, and this process has not done it.
    pub(super) fn needs_long_check(&self) -> bool {
        self.is_large() && self.guide.get().is_none()
    }

    /// Waits for the check of the certificate and returns its moves.
    ///
    /// # Errors
    /// When the certificate proves nothing.
    pub fn guide(&self) -> Result<&Guide, &CheckError> {
        let check = || Guide::check(&self.certificate, &|_| true);
        self.guide.get_or_init(check).as_ref()
    }

    /// Returns the failure of a certificate that was checked and proves nothing.
    ///
    /// # Errors
    /// When the check fails.
    pub fn checked(&self) -> Result<(), Failure> {
        let name = self.file.as_ref().map_or(self.name.clone(), |file| file.display().to_string());
        self.guide().map(drop).map_err(|error| Failure::of_certificate(name, error))
    }

    /// Returns whether the check of the certificate takes long.
    fn is_large(&self) -> bool {
        self.claim().moves > MOST_AT_ONCE
    }

    /// Returns the moves of the certificate without a long wait. `None` if the certificate is large
    /// and unchecked.
    ///
    /// # Errors
    /// When the certificate proves nothing.
    pub(crate) fn guide_if_checked(&self) -> Option<Result<&Guide, &CheckError>> {
        if self.is_large() { self.guide.get().map(Result::as_ref) } else { Some(self.guide()) }
    }

    /// Starts a thread that checks the certificate, unless a check has begun.
    pub(crate) fn begin_check(&self) {
        if self.has_begun.swap(true, Relaxed) {
            return;
        }
        let proof = self.clone();
        let check = move || {
            let _ = proof.guide();
        };
        let started = thread::Builder::new().spawn(check);
        // If the thread did not start, a later call tries again.
        self.has_begun.store(started.is_ok(), Relaxed);
    }

    /// Returns whether a thread checks the certificate, or has checked it.
    #[cfg(test)]
    pub(crate) fn is_begun(&self) -> bool {
        self.has_begun.load(Relaxed)
    }
}

#[cfg(test)]
mod tests {
    use std::time::Duration;

    use super::*;

    #[test]
    fn certificates_built_in_are_read_and_the_small_ones_hold() {
        let all = NamedProof::built_in();
        assert_eq!(all.len(), BUILT_IN.len());
        // A complete test run also checks every file up to this size with `loa proof check`.
        assert!(BUILT_IN.iter().all(|(_, bytes)| bytes.len() <= 100_000));
        for proof in all.iter().filter(|proof| !proof.is_large()) {
            let guide = proof.guide_if_checked().unwrap().unwrap();
            assert_eq!(proof.name, format!("built-in {}", guide.start().board()));
            assert_eq!(guide.bound(&guide.start()), Some(guide.plies()));
        }
        assert!(all.iter().all(|proof| proof.is_built_in && proof.is_verified()));
    }

    #[test]
    fn no_file_has_a_name_of_the_program() {
        let named = |name: &str| NamedProof::new(name, Certificate::read(BUILT_IN[0].1).unwrap());
        for name in ["built-in 5x5", " Built-In 5x5.proof", "built\u{2011}in 6x6", "BUILT IN"] {
            assert!(named(name).is_err(), "{name}");
        }
        for name in ["5x5.proof", "of 5x5 built-in.proof", "build.proof"] {
            let proof = named(name).unwrap();
            assert!(!proof.is_built_in && proof.is_verified(), "{name}");
        }
    }

    #[test]
    fn a_large_certificate_is_checked_while_others_are_answered() {
        let named = |name: &str| {
            let (_, bytes) = BUILT_IN.into_iter().find(|(known, _)| *known == name).unwrap();
            NamedProof::new(name, Certificate::read(bytes).unwrap()).unwrap()
        };
        let proof = named("5x5-misere");
        assert_eq!(proof.is_checked(), Some(false));
        assert!(proof.guide_if_checked().is_none() && !proof.is_begun());
        proof.begin_check();
        while proof.guide_if_checked().is_none() {
            thread::sleep(Duration::from_millis(10));
        }
        assert!(proof.guide_if_checked().unwrap().is_ok() && proof.is_checked() == Some(true));
        // A certificate that proves nothing answers nothing.
        let (mut bytes, at) = (BUILT_IN[0].1.to_vec(), BUILT_IN[0].1.len() - 2);
        bytes[at] ^= 8;
        let proof = NamedProof::new("damaged", Certificate::read(bytes).unwrap()).unwrap();
        assert!(!proof.is_verified());
        assert!(proof.guide_if_checked().unwrap().is_err());
        assert_eq!(proof.is_checked(), None);
    }
}
