//! The moves that certificates prove to win.

use loa_solver::proof::RuleSet;
use loa_solver::{Color, Position, Preset};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use crate::advice::{Advice, rules_option};
use crate::failure::{Failure, Status};
use crate::library::Library;
use crate::named_proof::NamedProof;
use crate::proof_view::{Image, ProofView, RankedMove};
use crate::proved::{Basis, Proved};
use crate::request::{Answer, PositionRequest, Request, Watch};

/// A certificate that answers questions.
#[derive(Clone, Debug, Serialize, JsonSchema)]
pub struct CertificateReply {
    /// The name of the certificate.
    name: String,
    /// The board.
    board: String,
    /// The rules ids under which the win is proved.
    rules: Vec<&'static str>,
    /// The position that is won.
    start: String,
    /// The player who wins.
    #[schemars(extend("enum" = ["x", "o"]))]
    winner: char,
    /// The maximum number of plies to the win.
    plies: u32,
    /// The number of positions for which the certificate has a move.
    positions: u64,
    /// True if the certificate has been checked. A built-in certificate counts as checked, because
    /// the program's tests check it. Unchecked certificates do not answer.
    checked: bool,
}

impl CertificateReply {
    /// Returns the reply with the claims of a certificate. `None` if a check has found that the
    /// certificate proves nothing.
    pub fn new(proof: &NamedProof) -> Option<CertificateReply> {
        let claim = proof.claim();
        Some(CertificateReply {
            name: proof.name.clone(),
            board: claim.board.to_string(),
            rules: claim.ids.names().collect(),
            start: claim.board.position_text(claim.start(), claim.to_move),
            winner: match claim.winner {
                loa_checker::Color::Black => 'x',
                loa_checker::Color::White => 'o',
            },
            plies: claim.plies,
            positions: claim.moves,
            checked: proof.is_checked()?,
        })
    }
}

/// Asks for the part of a certificate that is about a position.
#[derive(Clone, Debug, Deserialize, JsonSchema)]
#[serde(transparent)]
pub struct ProofRequest(pub PositionRequest);

impl Request for ProofRequest {
    type Response = ProofReply;

    fn answer(&self, library: &Library, _: &mut Watch<'_, Self>) -> Answer<Self> {
        let (position, preset) = self.0.read()?;
        ProofReply::find(library, &position, preset)
    }
}

/// The part of a certificate that is about a position.
#[derive(Clone, Debug, Serialize, JsonSchema)]
pub struct ProofReply {
    /// The position.
    position: String,
    /// The board.
    board: String,
    /// The rules id.
    rules: &'static str,
    /// True if a player is proved to win from this position.
    covered: bool,
    /// True while the certificate is still being checked. The check takes some seconds: ask again.
    /// Until then the answer covers only a start, without moves.
    checking: bool,
    /// The player who wins; null if the position is not covered.
    #[schemars(extend("enum" = ["x", "o", null]))]
    winner: Option<char>,
    /// The maximum number of plies to the win.
    plies: Option<u32>,
    /// The exact result, if the position is a solved start.
    #[serde(skip_serializing_if = "Option::is_none")]
    proved: Option<Proved>,
    /// The way in which the game ended, if it is over.
    over: Option<&'static str>,
    /// The moves. If the winner is to move: each proved winning move, lowest bound first.
    /// Otherwise: every reply of the loser, highest bound first.
    moves: Vec<ProvedMove>,
    /// True if the certificate is about the position with files and ranks exchanged.
    transposed: bool,
    /// True if the certificate is about the position with the colours of the stones and of the side
    /// to move exchanged.
    colors_exchanged: bool,
    /// The certificate.
    certificate: CertificateReply,
}

/// A move of a proof.
#[derive(Clone, Debug, Serialize, JsonSchema)]
pub struct ProvedMove {
    /// The move.
    r#move: String,
    /// True if the move captures.
    capture: bool,
    /// The position after the move.
    position: String,
    /// True if the move ends the game.
    over: bool,
    /// The maximum number of plies to the win, including this move.
    plies: u32,
    /// The winner's answer, if the loser has moved and the game is not over.
    answer: Option<String>,
}

impl ProvedMove {
    fn new(position: &Position, preset: Preset, ranked: RankedMove) -> ProvedMove {
        let RankedMove { played, plies, answer } = ranked;
        let after = position.play_unchecked(played);
        ProvedMove {
            r#move: played.to_string(),
            capture: played.is_capture(),
            position: after.to_string(),
            over: preset.rules.termination(&after).is_some(),
            plies,
            answer: answer.map(|answer| answer.to_string()),
        }
    }
}

impl ProofReply {
    /// Returns the reply of the first certificate that proves something about a position or an
    /// image of it. If none does, returns the reply of a certificate that is still being checked,
    /// otherwise of the first certificate of the board or its transpose. Large certificates are
    /// checked one at a time, when a question needs them.
    ///
    /// # Errors
    /// When no certificate of either board is valid under these rules.
    pub fn find(
        library: &Library,
        position: &Position,
        preset: Preset,
    ) -> Result<ProofReply, Failure> {
        let rules = RuleSet::one(preset.rules);
        let (mut unchecked, mut first) = (None, None);
        for (proof, image) in NamedProof::about(library.proofs(), position, rules) {
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
        // A proof of the start by another certificate outweighs a certificate that does not cover
        // the start.
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

    /// Returns the reply of a certificate whose guide is for the rules of `preset`.
    fn new(
        position: &Position,
        preset: Preset,
        certificate: CertificateReply,
        view: &ProofView<'_>,
    ) -> ProofReply {
        let plies = view.bound(position);
        let moves = view.moves(position, preset.rules).into_iter();
        ProofReply {
            covered: plies.is_some(),
            checking: false,
            winner: plies.map(|_| view.winner()).map(Color::letter),
            plies,
            moves: moves.map(|ranked| ProvedMove::new(position, preset, ranked)).collect(),
            ..ProofReply::unchecked(position, preset, certificate, (view.image, None))
        }
    }

    /// Returns the reply for a certificate that is still being checked and is about an image of the
    /// board. The reply contains the proved value that is known without the certificate.
    fn unchecked(
        position: &Position,
        preset: Preset,
        certificate: CertificateReply,
        (image, proved): (Image, Option<Proved>),
    ) -> ProofReply {
        ProofReply {
            position: position.to_string(),
            board: position.board().to_string(),
            rules: preset.rules.id(),
            covered: proved.is_some(),
            checking: true,
            winner: proved.map(|proved| proved.winner),
            plies: proved.map(|proved| proved.plies),
            proved: Proved::of(position, preset.rules).filter(|known| known.exact),
            over: preset.rules.termination(position).map(|(over, _)| over.name()),
            moves: Vec::new(),
            transposed: image.transposed,
            colors_exchanged: image.colors_exchanged,
            certificate,
        }
    }

    /// Returns the winner and the bound, if the certificate covers the position.
    pub fn proved(&self) -> Option<Proved> {
        let (winner, plies) = (self.winner?, self.plies?);
        Some(Proved { winner, plies, exact: false, basis: Basis::Proof })
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

    /// Returns certificates of 6x6 that have not been used before.
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
            let library = Library::built_in().with_proofs(&given);
            let position = position.parse().unwrap();
            let reply = ProofReply::find(&library, &position, Preset::default());
            let reply = serde_json::to_value(reply.unwrap()).unwrap();
            assert_eq!(reply["checking"], true);
            let begun = given.iter().filter(|proof| proof.is_begun());
            (begun.map(|proof| proof.name.clone()).collect::<Vec<_>>(), reply["plies"].clone())
        };
        for (position, name, plies) in [
            // The start with the colours exchanged.
            ("1oooo1/x4x/x4x/x4x/x4x/1oooo1 o", "6x6", Some(59)),
            ("1xxxx1/o4o/o4o/o1x2o/o4o/1x1xx1 o", "6x6-c1-c3", Some(47)),
            // No certificate begins with this position. The first certificate may cover it.
            ("1xxxx1/o4o/o2o2/o1x2o/o4o/1x1xx1 x", "6x6", None),
        ] {
            let expected = (vec![name.to_owned()], plies.into());
            assert_eq!(begun(position), expected, "{position}");
        }
    }

    #[test]
    fn a_start_with_the_other_player_to_move_is_an_image_of_the_transpose() {
        let library = Library::built_in();
        let reply = |text: &str| {
            let position = text.parse().unwrap();
            let reply = ProofReply::find(&library, &position, Preset::default());
            serde_json::to_value(reply.unwrap()).unwrap()
        };
        // The start of 5x6, turned and with colours exchanged, is the start of 6x5 with White to
        // move.
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
        let neither =
            ProofReply::find(&library, &"3/xxo/1x1 x".parse().unwrap(), Preset::default());
        assert!(neither.unwrap_err().proved.is_none());
        let start = "1xxxx1/o4o/o4o/o4o/o4o/o4o/1xxxx1 x".parse().unwrap();
        let proved = ProofReply::find(&library, &start, Preset::default()).unwrap_err().proved;
        assert_eq!(proved.map(|proved| proved.plies), Some(60));
    }
}
