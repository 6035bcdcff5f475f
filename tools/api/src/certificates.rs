//! The certificates that questions are answered from.

use crate::advice::{Advice, rules_option};
use crate::proof_view::{Image, ProofView};
use crate::proved::Proved;
use crate::{CertificateReply, Failure, NamedProof, ProofReply, Status};
use loa_solver::proof::RuleSet;
use loa_solver::{Position, Preset};

/// All certificates, in the order in which they are consulted.
#[derive(Debug)]
pub(crate) struct Proofs(Vec<NamedProof>);

impl Proofs {
    /// Returns these certificates and those built into the program.
    pub(crate) fn new(given: &[NamedProof]) -> Proofs {
        let built_in = NamedProof::built_in().iter();
        Proofs(given.iter().chain(built_in).cloned().collect())
    }

    /// Returns a description of each certificate, but of those that prove nothing.
    pub(crate) fn list(&self) -> Vec<CertificateReply> {
        self.0.iter().filter_map(CertificateReply::new).collect()
    }

    /// Returns the reply of the first certificate that proves something of a position or of
    /// an image of it; else of one that is still being checked, and then of the first on its board
    /// or the transpose. Large certificates are checked one after the other, when they are needed.
    ///
    /// # Errors
    /// When no certificate of either board holds under these rules.
    pub(crate) fn reply(&self, position: &Position, preset: Preset) -> Result<ProofReply, Failure> {
        let rules = RuleSet::one(preset.rules);
        let (mut unchecked, mut first) = (None, None);
        for (proof, image) in NamedProof::about(&self.0, position, rules) {
            let guide = match proof.guide_if_checked() {
                Some(Ok(guide)) => guide.under(rules),
                // A certificate that proves nothing counts as missing.
                Some(Err(_)) => None,
                None => {
                    unchecked = unchecked.or(Some((proof, image)));
                    None
                }
            };
            let (Some(guide), Some(certificate)) = (guide, CertificateReply::new(proof)) else {
                continue;
            };
            let view = ProofView { guide: &guide, image };
            let is_covered = view.bound(position).is_some();
            if is_covered || first.is_none() {
                let reply = ProofReply::new(position, preset, certificate, &view);
                if is_covered {
                    return Ok(reply);
                }
                first = Some(reply);
            }
        }
        // What is proved of a start elsewhere is more than a certificate that does not cover it.
        let proved = Proved::by_certificate(position, preset.rules);
        let may_cover = |(proof, image): &(&NamedProof, Image)| {
            proved.is_none() || proof.begins_with(position, *image)
        };
        let unchecked = unchecked.filter(may_cover).and_then(|(proof, image)| {
            proof.begin_check();
            let certificate = CertificateReply::new(proof)?;
            Some(ProofReply::unchecked(position, preset, certificate, (image, proved)))
        });
        let first = first.filter(|_| proved.is_none());
        unchecked.or(first).ok_or_else(|| missing(position, preset))
    }
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
    Failure::new(Status::Missing, message).proving(proved).advised(Some(Advice {
        words: format!(
            "if the search ends in your time, this makes one for loa serve --proof {file}"
        ),
        command: Some(format!("loa prove {board}{} --proof {file}", rules_option(rules))),
    }))
}

#[cfg(test)]
mod tests {
    use std::path::Path;

    use loa_checker::Certificate;

    use super::*;

    /// Returns certificates of 6x6 that nobody has asked before.
    fn of_6x6() -> Vec<NamedProof> {
        let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../data/proofs");
        let names = ["6x6", "6x6-c1-c3", "6x6-b1-d3", "6x6-b1-f1"];
        let open = |name| Certificate::open(folder.join(format!("{name}.proof"))).unwrap();
        names.map(|name| NamedProof::new(name, open(name))).to_vec()
    }

    #[test]
    fn only_the_certificate_whose_start_is_asked_about_is_checked() {
        let begun = |position: &str| {
            let given = of_6x6();
            let reply = Proofs::new(&given).reply(&position.parse().unwrap(), Preset::default());
            let reply = serde_json::to_value(reply.unwrap()).unwrap();
            assert_eq!(reply["checking"], true);
            let begun = given.iter().filter(|proof| proof.is_begun());
            (begun.map(|proof| proof.name.clone()).collect::<Vec<_>>(), reply["plies"].clone())
        };
        for (position, name, plies) in [
            // The start with the colours exchanged.
            ("1oooo1/x4x/x4x/x4x/x4x/1oooo1 o", "6x6", Some(59)),
            ("1xxxx1/o4o/o4o/o1x2o/o4o/1x1xx1 o", "6x6-c1-c3", Some(47)),
            // No certificate begins here: the first may cover it.
            ("1xxxx1/o4o/o2o2/o1x2o/o4o/1x1xx1 x", "6x6", None),
        ] {
            let expected = (vec![name.to_owned()], plies.into());
            assert_eq!(begun(position), expected, "{position}");
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
            ("1xxxx1/o4o/o4o/o4o/1xxxx1 x", "built-in 6x5", false, "x", 17),
            ("1xxx1/o3o/o3o/o3o/o3o/1xxx1 o", "built-in 6x5", true, "o", 17),
        ] {
            let reply = reply(text);
            assert_eq!(reply["certificate"]["name"], name);
            assert_eq!(
                (&reply["transposed"], &reply["colors_exchanged"]),
                (&turned.into(), &turned.into())
            );
            assert_eq!((&reply["winner"], &reply["plies"]), (&winner.into(), &plies.into()));
            let best = reply["moves"][0]["move"].as_str().unwrap();
            let position: Position = text.parse().unwrap();
            assert!(Preset::default().rules.parse_move(&position, best).is_ok());
        }
        let neither = proofs.reply(&"3/xxo/1x1 x".parse().unwrap(), Preset::default());
        assert!(neither.unwrap_err().proved.is_none());
        let start = "1xxxx1/o4o/o4o/o4o/o4o/o4o/1xxxx1 x".parse().unwrap();
        let proved = proofs.reply(&start, Preset::default()).unwrap_err().proved;
        assert_eq!(proved.map(|proved| proved.plies), Some(60));
    }
}
