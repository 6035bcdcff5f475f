//! The certificates that questions are answered from.

use std::fmt;

use loa_reply::advice::{Advice, rules_option};
use loa_reply::proof_view::{Image, ProofView};
use loa_reply::proved::Proved;
use loa_reply::{CertificateReply, Failure, ProofReply, Status};
use loa_solver::proof::{Certificate, Fault, Guide, RuleSet};
use loa_solver::{Position, Preset};

/// The certificates that are built into the program, with their names.
const BUILT_IN: [(&str, &[u8]); 7] = [
    ("5x5", include_bytes!("../../../data/proofs/5x5.proof")),
    ("5x6", include_bytes!("../../../data/proofs/5x6.proof")),
    ("6x5", include_bytes!("../../../data/proofs/6x5.proof")),
    ("5x7", include_bytes!("../../../data/proofs/5x7.proof")),
    ("7x5", include_bytes!("../../../data/proofs/7x5.proof")),
    ("5x8", include_bytes!("../../../data/proofs/5x8.proof")),
    ("8x5", include_bytes!("../../../data/proofs/8x5.proof")),
];

/// A certificate and its name.
#[derive(Clone, Debug)]
#[non_exhaustive]
pub struct NamedProof {
    /// The name.
    pub name: String,
    /// The certificate.
    pub certificate: Certificate,
    /// True if its proof has been checked; nobody checks it here.
    pub is_checked: bool,
}

impl NamedProof {
    /// Returns a certificate under a name.
    pub fn new(name: impl Into<String>, certificate: Certificate, is_checked: bool) -> NamedProof {
        NamedProof {
            name: name.into(),
            certificate,
            is_checked,
        }
    }
}

/// A certificate that questions are answered from.
struct Proof {
    name: String,
    guide: Guide,
    is_checked: bool,
}

impl Proof {
    fn new(given: NamedProof) -> Option<Proof> {
        let rules = given.certificate.rules;
        Some(Proof {
            name: given.name,
            guide: Guide::new(given.certificate, rules)?,
            is_checked: given.is_checked,
        })
    }

    fn description(&self) -> CertificateReply {
        CertificateReply::new(&self.name, self.guide.certificate(), self.is_checked)
    }
}

/// All certificates, in the order in which they are consulted.
pub(crate) struct Proofs(Vec<Proof>);

impl fmt::Debug for Proofs {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_list()
            .entries(self.0.iter().map(|proof| &proof.name))
            .finish()
    }
}

impl Proofs {
    /// Returns these certificates and those built into the program.
    pub(crate) fn new(given: &[NamedProof]) -> Proofs {
        // Tests compare those built in with the checked files.
        let built_in = BUILT_IN.iter().filter_map(|&(name, bytes)| {
            let certificate = Certificate::from_bytes(bytes).ok()?;
            Some(NamedProof::new(
                format!("built-in {name}"),
                certificate,
                true,
            ))
        });
        let all = given.iter().cloned().chain(built_in);
        Proofs(all.filter_map(Proof::new).collect())
    }

    /// Returns a description of each certificate.
    pub(crate) fn list(&self) -> Vec<CertificateReply> {
        self.0.iter().map(Proof::description).collect()
    }

    /// Returns the reply of the first certificate that proves something of a position or of
    /// an image of it, or else of the first on its board or the transpose.
    ///
    /// # Errors
    /// When there is none of either board under these rules, or one proves nothing.
    pub(crate) fn reply(&self, position: &Position, preset: Preset) -> Result<ProofReply, Failure> {
        let rules = RuleSet::one(preset.rules);
        let mut first = None;
        for image in Image::ALL {
            for proof in &self.0 {
                let is_of = |guide| ProofView { guide, image }.is_of(position.board());
                let guide = &proof.guide;
                let Some(guide) = is_of(guide).then(|| guide.under(rules)).flatten() else {
                    continue;
                };
                let view = ProofView {
                    guide: &guide,
                    image,
                };
                let damaged = |fault| damaged(&proof.name, &fault);
                let is_covered = view.bound(position).map_err(damaged)?.is_some();
                if is_covered || first.is_none() {
                    let reply = ProofReply::new(position, preset, proof.description(), &view);
                    let reply = reply.map_err(damaged)?;
                    if is_covered {
                        return Ok(reply);
                    }
                    first = Some(reply);
                }
            }
        }
        first.ok_or_else(|| missing(position, preset))
    }
}

/// Returns the failure of a certificate with a move that has no answer.
fn damaged(name: &str, fault: &Fault) -> Failure {
    let message = format!("{name}: the certificate proves nothing: {fault}");
    Failure::new(Status::Damaged, message)
}

/// Returns the failure of a question about a board without a certificate.
fn missing(position: &Position, preset: Preset) -> Failure {
    let (board, rules) = (position.board(), preset.rules);
    let mut message = format!("no certificate of {board} under {rules}");
    let proved = Proved::of(position, rules);
    if let Some(proved) = proved {
        message = format!("{message}, though {proved}");
    }
    let file = format!("{board}-{rules}.proof");
    Failure::new(Status::Missing, message)
        .proving(proved)
        .advised(Some(Advice {
            words: format!(
                "if the search ends in your time, this makes one for loa serve --proof {file}"
            ),
            command: Some(format!(
                "loa prove {board}{} --proof {file}",
                rules_option(rules)
            )),
        }))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn certificates_built_in_are_read() {
        let proofs = Proofs::new(&[]);
        assert_eq!(proofs.0.len(), BUILT_IN.len());
        for Proof { name, guide, .. } in &proofs.0 {
            let start = guide.certificate().start;
            assert_eq!(*name, format!("built-in {}", start.board()));
            let plies = guide.certificate().plies;
            assert_eq!(guide.bound(&start).unwrap(), Some(plies));
        }
    }

    #[test]
    fn a_start_with_the_other_player_to_move_is_an_image_of_the_transpose() {
        let proofs = Proofs::new(&[]);
        let reply = |text: &str| {
            let position = text.parse().unwrap();
            let reply = proofs.reply(&position, Preset::default());
            serde_json::to_value(reply.unwrap()).unwrap()
        };
        // The start of 5x6 turned, with colours exchanged, is that of 6x5 with White to move.
        for (text, name, turned, winner, plies) in [
            (
                "1xxxx1/o4o/o4o/o4o/1xxxx1 x",
                "built-in 6x5",
                false,
                "x",
                17,
            ),
            (
                "1xxx1/o3o/o3o/o3o/o3o/1xxx1 o",
                "built-in 6x5",
                true,
                "o",
                17,
            ),
        ] {
            let reply = reply(text);
            assert_eq!(reply["certificate"]["name"], name);
            assert_eq!(
                (&reply["transposed"], &reply["colors_exchanged"]),
                (&turned.into(), &turned.into())
            );
            assert_eq!(
                (&reply["winner"], &reply["plies"]),
                (&winner.into(), &plies.into())
            );
            let best = reply["moves"][0]["move"].as_str().unwrap();
            let position: Position = text.parse().unwrap();
            assert!(Preset::default().rules.parse_move(&position, best).is_ok());
        }
        let neither = proofs.reply(&"3/xxo/1x1 x".parse().unwrap(), Preset::default());
        assert!(neither.unwrap_err().proved.is_none());
        let start = "1xxxx1/o4o/o4o/o4o/o4o/1xxxx1 x".parse().unwrap();
        let proved = proofs.reply(&start, Preset::default()).unwrap_err().proved;
        assert_eq!(proved.map(|proved| proved.plies), Some(59));
    }
}
