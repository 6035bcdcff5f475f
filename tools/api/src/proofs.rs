//! Replies to questions about certificates.

use loa_solver::{Color, Position, Preset};
use schemars::JsonSchema;
use serde::Serialize;

use crate::named_proof::NamedProof;
use crate::proof_view::{Image, ProofView, RankedMove};
use crate::proved::{Basis, Proved};

/// A certificate that questions are answered from.
#[derive(Clone, Debug, Serialize, JsonSchema)]
pub struct CertificateReply {
    /// The name of the certificate.
    name: String,
    /// The board.
    board: String,
    /// The rules ids that the win is proved under.
    rules: Vec<&'static str>,
    /// The position that is won.
    start: String,
    /// The player who wins.
    #[schemars(extend("enum" = ["x", "o"]))]
    winner: char,
    /// The most plies to the win.
    plies: u32,
    /// The number of positions for which the certificate has a move.
    positions: u64,
    /// True if the certificate has been checked, one that is built in by the tests of the program.
    /// None answers before.
    checked: bool,
}

impl CertificateReply {
    /// Returns the reply of a certificate by its claims; `None` if it has been found to prove
    /// nothing.
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

/// The part of a certificate that is about a position.
#[derive(Clone, Debug, Serialize, JsonSchema)]
pub struct ProofReply {
    /// The position.
    position: String,
    /// The board.
    board: String,
    /// The rules id.
    rules: &'static str,
    /// True if it is proved that a player wins from here.
    covered: bool,
    /// True while the certificate is still being checked, which takes some seconds: ask again. Until
    /// then only a start is covered, and no move.
    checking: bool,
    /// The player who wins; null if the position is not covered.
    #[schemars(extend("enum" = ["x", "o", null]))]
    winner: Option<char>,
    /// The plies after which the winner has won at the latest.
    plies: Option<u32>,
    /// The exact result, if the position is a start that is solved.
    #[serde(skip_serializing_if = "Option::is_none")]
    proved: Option<Proved>,
    /// The way in which the game has ended, if it has.
    over: Option<&'static str>,
    /// If the winner is to move, each move that is proved to win, the quickest bound first;
    /// else every reply of the loser, the longest bound first.
    moves: Vec<ProvedMove>,
    /// True if the certificate is about the position with files and ranks exchanged.
    transposed: bool,
    /// True if the certificate is about the position with the colours of the stones and of
    /// the side to move exchanged.
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
    /// The plies after which the winner has won at the latest, this move counted.
    plies: u32,
    /// The winner's answer, if the loser has moved and the game goes on.
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
    /// Returns the reply of a certificate called `name`, whose guide is for the rules of
    /// `preset`.
    pub fn new(
        position: &Position,
        preset: Preset,
        certificate: CertificateReply,
        view: &ProofView<'_>,
    ) -> ProofReply {
        let plies = view.bound(position);
        let over = preset.rules.termination(position);
        let moves = view.moves(position, preset.rules).into_iter();
        ProofReply {
            position: position.to_string(),
            board: position.board().to_string(),
            rules: preset.rules.id(),
            covered: plies.is_some(),
            checking: false,
            winner: plies.map(|_| view.winner()).map(Color::letter),
            plies,
            proved: Proved::of(position, preset.rules).filter(Proved::is_exact),
            over: over.map(|(over, _)| over.name()),
            moves: moves.map(|ranked| ProvedMove::new(position, preset, ranked)).collect(),
            transposed: view.image.transposed,
            colors_exchanged: view.image.colors_exchanged,
            certificate,
        }
    }
}

impl ProofReply {
    /// Returns the reply of a certificate of an image of the board that is still being checked,
    /// with what is known of the position without it.
    pub fn unchecked(
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
            proved: Proved::of(position, preset.rules).filter(Proved::is_exact),
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
        Some(Proved { winner, plies, basis: Basis::Proof })
    }
}
