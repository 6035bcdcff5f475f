//! The moves that certificates prove to win.

use loa_engine::is_distance;
use loa_solver::{Position, Preset, Wdl};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use super::image::Image;
use super::known::{Basis, Proved, Proviso};
use super::named::NamedProof;
use super::view::RankedMove;
use super::{Certified, Found};
use crate::advice::{Advice, rules_option};
use crate::failure::{Failure, Status};
use crate::library::Library;
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
    /// the program's tests check it. Unchecked certificates do not answer. Lists have this field;
    /// the reply to a question about a position has its own `state`.
    #[serde(skip_serializing_if = "Option::is_none")]
    checked: Option<bool>,
    /// True if the certificate is a part of the program, not a file.
    built_in: bool,
}

impl CertificateReply {
    /// Returns the reply with the claims of a certificate. `None` if a check has found that the
    /// certificate proves nothing.
    pub fn new(proof: &NamedProof) -> Option<CertificateReply> {
        let checked = Some(proof.is_checked()?);
        Some(CertificateReply { checked, ..CertificateReply::of(proof) })
    }

    fn of(proof: &NamedProof) -> CertificateReply {
        let claim = proof.claim();
        CertificateReply {
            name: proof.name.clone(),
            board: claim.board.to_string(),
            rules: claim.ids.names().collect(),
            start: claim.board.position_text(claim.start(), claim.to_move),
            winner: proof.winner().letter(),
            plies: claim.plies,
            positions: claim.moves,
            checked: None,
            built_in: proof.is_built_in,
        }
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
    /// The statement of the certificate about the position.
    state: ProofState,
    /// The player who wins; null if that is not known.
    #[schemars(extend("enum" = ["x", "o", null]))]
    winner: Option<char>,
    /// The maximum number of plies to the win.
    plies: Option<u32>,
    /// True if the plies are the distance.
    exact: bool,
    /// The basis of the result.
    basis: Option<Basis>,
    /// The condition of the result and of all moves.
    #[serde(skip_serializing_if = "Option::is_none")]
    proviso: Option<Proviso>,
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

/// The statement of a certificate about a position.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, JsonSchema)]
#[serde(rename_all = "lowercase")]
enum ProofState {
    /// The certificate proves who wins, and how.
    Proved,
    /// The certificate is still being checked, which takes some seconds: ask again. Until then the
    /// winner is known only for a proved start, and no moves are known.
    Checking,
    /// The certificate says nothing about the position.
    Uncovered,
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
    /// True if the plies are the distance.
    exact: bool,
    /// The winner's answer, if the loser has moved and the game is not over.
    answer: Option<String>,
}

impl ProvedMove {
    fn new(position: &Position, preset: Preset, ranked: RankedMove) -> ProvedMove {
        let RankedMove { played, plies, answer } = ranked;
        let result = if answer.is_some() { Wdl::Loss } else { Wdl::Win };
        let after = position.play_unchecked(played);
        ProvedMove {
            r#move: played.to_string(),
            capture: played.is_capture(),
            position: after.to_string(),
            over: preset.rules.termination(&after).is_some(),
            plies,
            exact: is_distance(result, plies),
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
        match library.look_up_proof(position, preset) {
            Found::Proved(certified) | Found::Uncovered(certified) => {
                Ok(ProofReply::new(position, preset, &certified))
            }
            Found::Checking(proof, image) => {
                let proved = Proved::by_certificate(position, preset);
                let known = (image, ProofState::Checking, proved);
                Ok(ProofReply::without_moves(position, preset, proof, known))
            }
            Found::Nothing => Err(missing(position, preset)),
        }
    }

    /// Returns the reply of a certificate whose guide is for the rules of `preset`.
    fn new(position: &Position, preset: Preset, certified: &Certified<'_>) -> ProofReply {
        let Certified { proof, view } = certified;
        let proved = view.proved(position, preset).map(|bound| {
            // Coq has accepted the file, and states the bound of its start.
            let known = Proved::by_certificate(position, preset);
            known.filter(|known| known.plies == bound.plies && proof.is_verified()).unwrap_or(bound)
        });
        let state = if proved.is_some() { ProofState::Proved } else { ProofState::Uncovered };
        let moves = view.moves(position, preset.rules).into_iter();
        ProofReply {
            moves: moves.map(|ranked| ProvedMove::new(position, preset, ranked)).collect(),
            ..ProofReply::without_moves(position, preset, proof, (view.image, state, proved))
        }
    }

    /// Returns the reply of a certificate about an image of the board, with a result that is known.
    fn without_moves(
        position: &Position,
        preset: Preset,
        proof: &NamedProof,
        (image, state, proved): (Image, ProofState, Option<Proved>),
    ) -> ProofReply {
        ProofReply {
            position: position.to_string(),
            board: position.board().to_string(),
            rules: preset.rules.id(),
            state,
            winner: proved.map(|proved| proved.winner),
            plies: proved.map(|proved| proved.plies),
            exact: proved.is_some_and(|proved| proved.is_distance()),
            basis: proved.map(|proved| proved.basis),
            proviso: Proviso::of(preset),
            proved: Proved::of(position, preset).filter(|known| known.exact),
            over: preset.rules.termination(position).map(|(over, _)| over.name()),
            moves: Vec::new(),
            transposed: image.transposed,
            colors_exchanged: image.colors_exchanged,
            certificate: CertificateReply::of(proof),
        }
    }

    /// Returns the winner and the bound, if the certificate covers the position.
    pub fn proved(&self) -> Option<Proved> {
        let (winner, plies, basis) = (self.winner?, self.plies?, self.basis?);
        Some(Proved { winner, plies, exact: false, basis, proviso: self.proviso })
    }
}

/// Returns the failure of a question about a board without a certificate.
fn missing(position: &Position, preset: Preset) -> Failure {
    let (board, rules) = (position.board(), preset.rules);
    let mut message = format!("no certificate of {board} under {rules}");
    let proved = Proved::of(position, preset);
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
        names.map(|name| NamedProof::new(name, open(name)).unwrap()).to_vec()
    }

    #[test]
    fn only_the_certificate_whose_start_is_asked_about_is_checked() {
        let begun = |position: &str| {
            let given = of_6x6();
            let library = Library::built_in();
            let given_first = library.certificates.clone().with(given.clone());
            let library = library.with_certificates(given_first);
            let position = position.parse().unwrap();
            let reply = ProofReply::find(&library, &position, Preset::default());
            let reply = serde_json::to_value(reply.unwrap()).unwrap();
            assert_eq!(reply["state"], "checking");
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
