//! Certificates by their names, and those that come with the program.

use std::fmt;
use std::sync::{Arc, LazyLock, OnceLock};

use loa_checker::{Certificate, CheckError, Claim};
use loa_engine::Guide;

macro_rules! built_in {
    ($($name:literal)*) => {
        [$(($name, include_bytes!(concat!("../../../data/proofs/", $name, ".proof")))),*]
    };
}

/// The certificates below 150 kB that `data/proofs` describes.
const BUILT_IN: [(&str, &[u8]); 13] = built_in![
    "5x5" "5x6" "6x5" "5x7" "7x5" "5x8" "8x5" "6x6" "7x6" "6x6-c1-c3" "6x6-b1-d3" "6x6-b1-f1"
    "5x5-misere"
];

/// A certificate and its name. It is checked when its moves are first wanted.
#[derive(Clone)]
pub struct NamedProof {
    /// The name.
    pub name: String,
    certificate: Arc<Certificate>,
    guide: Arc<OnceLock<Result<Guide, CheckError>>>,
}

impl fmt::Debug for NamedProof {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_tuple("NamedProof").field(&self.name).finish()
    }
}

impl NamedProof {
    /// Returns a certificate that has been opened, under a name.
    pub fn new(name: impl Into<String>, certificate: Certificate) -> NamedProof {
        NamedProof { name: name.into(), certificate: Arc::new(certificate), guide: Arc::default() }
    }

    /// Returns the certificates that come with the program: whoever asks first for the moves
    /// of one waits for its check, a second or two.
    pub fn built_in() -> &'static [NamedProof] {
        static ALL: LazyLock<Vec<NamedProof>> = LazyLock::new(|| {
            let read = BUILT_IN.into_iter().map(|(name, bytes)| {
                let certificate = Certificate::read(bytes).ok()?;
                Some(NamedProof::new(format!("built-in {name}"), certificate))
            });
            read.flatten().collect()
        });
        &ALL
    }

    /// The claims of the certificate.
    pub fn claim(&self) -> &Claim {
        self.certificate.claim()
    }

    /// Returns the moves of the certificate, which is checked the first time.
    ///
    /// # Errors
    /// When it proves nothing.
    pub fn guide(&self) -> Result<&Guide, &CheckError> {
        let check = || Guide::check(&self.certificate, &());
        self.guide.get_or_init(check).as_ref()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn certificates_built_in_are_read_and_the_small_ones_hold() {
        let all = NamedProof::built_in();
        assert_eq!(all.len(), BUILT_IN.len());
        for proof in all.iter().filter(|proof| proof.claim().moves < 10_000) {
            let guide = proof.guide().unwrap();
            assert_eq!(proof.name, format!("built-in {}", guide.start().board()));
            assert_eq!(guide.bound(&guide.start()), Some(guide.plies()));
        }
    }
}
