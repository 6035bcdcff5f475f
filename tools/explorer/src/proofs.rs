//! The certificates that questions are answered from.

use loa_checker::Claim;
use loa_report::advice::{Advice, rules_option};
use loa_report::proof_view::{Image, ProofView};
use loa_report::proved::Proved;
use loa_report::{CertificateReply, Failure, NamedProof, ProofReply, Status};
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

    /// Returns the certificates under some rules of the board of a position or of its transpose, and
    /// the images of the position that each may prove something of.
    fn about(
        &self,
        position: &Position,
        rules: RuleSet,
    ) -> impl Iterator<Item = (&NamedProof, Image)> {
        let board = position.board();
        Image::ALL.into_iter().flat_map(move |image| {
            let board = image.of_board(board).to_string();
            let is_about = move |claim: &Claim| {
                claim.board.to_string() == board && claim.ids.bits() & rules.bits() != 0
            };
            let proofs = self.0.iter().filter(move |proof| is_about(proof.claim()));
            proofs.map(move |proof| (proof, image))
        })
    }

    /// Returns the reply of the first certificate that proves something of a position or of
    /// an image of it; else of one that is still being checked, and then of the first on its board
    /// or the transpose.
    ///
    /// # Errors
    /// When no certificate of either board holds under these rules.
    pub(crate) fn reply(&self, position: &Position, preset: Preset) -> Result<ProofReply, Failure> {
        let rules = RuleSet::one(preset.rules);
        let (mut unchecked, mut first) = (Vec::new(), None);
        for (proof, image) in self.about(position, rules) {
            let guide = match proof.guide_if_checked() {
                Some(Ok(guide)) => guide.under(rules),
                // A certificate that proves nothing counts as missing.
                Some(Err(_)) => None,
                None => {
                    unchecked.push((proof, image));
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
        let proved = Proved::of(position, preset.rules);
        let begins = |(proof, image): &&(&NamedProof, Image)| proof.begins_with(position, *image);
        let of_start = unchecked.iter().find(begins);
        let unchecked = of_start.or(unchecked.first().filter(|_| proved.is_none()));
        let unchecked = unchecked.and_then(|&(proof, image)| {
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
    use super::*;

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
