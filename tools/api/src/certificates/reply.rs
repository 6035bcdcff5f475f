//! Certificates in answers.

use std::fmt;

use loa_checker::Claim;
use schemars::JsonSchema;
use serde::Serialize;

use super::named::{NamedProof, color};

/// A certificate that answers questions.
#[derive(Clone, Debug, Serialize, JsonSchema)]
pub struct CertificateReply {
    /// The name of the certificate.
    name: String,
    #[serde(flatten)]
    claim: ClaimFields,
    /// True if the certificate has been checked. A built-in certificate counts as checked, because
    /// the program's tests check it. Unchecked certificates do not answer. Only lists have this
    /// field.
    #[serde(skip_serializing_if = "Option::is_none")]
    checked: Option<bool>,
    /// True if the certificate is a part of the program, not a file.
    built_in: bool,
}

/// The claim of a certificate.
#[derive(Clone, Debug, Serialize, JsonSchema)]
pub(super) struct ClaimFields {
    /// The board.
    pub(super) board: String,
    /// The rules ids under which the win is proved.
    rules: Vec<&'static str>,
    /// The position that is won.
    pub(super) start: String,
    /// The player who wins.
    #[schemars(extend("enum" = ["x", "o"]))]
    pub(super) winner: char,
    /// The maximum number of plies to the win.
    pub(super) plies: u32,
    /// The number of positions for which the certificate has a move.
    pub(super) positions: u64,
}

impl From<&Claim> for ClaimFields {
    fn from(claim: &Claim) -> ClaimFields {
        ClaimFields {
            board: claim.board.to_string(),
            rules: claim.ids.names().collect(),
            start: claim.board.position_text(claim.start(), claim.to_move),
            winner: color(claim.winner).letter(),
            plies: claim.plies,
            positions: claim.moves,
        }
    }
}

impl CertificateReply {
    /// Returns the reply with the claims of a certificate. `None` if a check has found that the
    /// certificate proves nothing.
    pub fn new(proof: &NamedProof) -> Option<CertificateReply> {
        let checked = Some(proof.is_checked()?);
        Some(CertificateReply { checked, ..CertificateReply::of(proof) })
    }

    pub(crate) fn of(proof: &NamedProof) -> CertificateReply {
        CertificateReply {
            name: proof.name.clone(),
            claim: proof.claim().into(),
            checked: None,
            built_in: proof.is_built_in,
        }
    }
}

/// Writes its name.
impl fmt::Display for CertificateReply {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.name)
    }
}
