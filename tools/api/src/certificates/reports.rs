//! Reports on proofs: checks and lookups.

use std::fmt;
use std::path::PathBuf;

use loa_checker::{Certificate, Ids};
use loa_record::text::{self, counted, within};
use loa_solver::Position;
use schemars::JsonSchema;
use serde::Serialize;

use super::reply::ClaimFields;
use crate::advice::quoted;

/// A certificate that was checked, together with those that it rests on.
#[derive(Clone, Debug, Serialize, JsonSchema)]
pub struct ProofCheckReport {
    #[serde(flatten)]
    claim: ClaimFields,
    /// The size of all files.
    bytes: u64,
    /// The digest of the file.
    digest: String,
    /// The time of the check.
    seconds: f64,
    /// True: the certificate holds.
    ok: bool,
    #[serde(skip)]
    ids: Ids,
    /// The count of files.
    #[serde(skip)]
    certificates: u64,
}

impl ProofCheckReport {
    /// Returns the report of a certificate that holds, checked in `seconds`.
    pub fn new(certificate: &Certificate, seconds: f64) -> ProofCheckReport {
        let claim = certificate.claim();
        ProofCheckReport {
            claim: claim.into(),
            bytes: certificate.bytes(),
            digest: format!("{:032x}", certificate.digest()),
            seconds,
            ok: true,
            ids: claim.ids,
            certificates: 1,
        }
    }

    /// Returns the report with another certificate, on which this one rests.
    #[must_use]
    pub(crate) fn resting_on(mut self, other: &Certificate) -> ProofCheckReport {
        self.claim.positions += other.claim().moves;
        self.bytes += other.bytes();
        self.certificates += 1;
        self
    }
}

impl fmt::Display for ProofCheckReport {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let ProofCheckReport { claim, ids, seconds, certificates, .. } = self;
        let ClaimFields { board, winner, plies, start, positions, .. } = claim;
        let distance = format!("{} {}", within(*plies == 1), text::plies((*plies).into()));
        write!(f, "{board} under {ids}: {winner} wins {distance} from {start}; ")?;
        write!(f, "{}", counted(*positions, "move"))?;
        if *certificates > 1 {
            write!(f, " in {certificates} certificates")?;
        }
        write!(f, " checked in {seconds:.1} s")
    }
}

/// The files of the parts of a certificate. The last one has its claim.
#[derive(Clone, Debug, Serialize)]
pub struct SplitReport {
    /// The files.
    pub files: Vec<String>,
    /// The folder.
    #[serde(skip)]
    pub folder: PathBuf,
    /// Moves in the largest part.
    pub moves: u64,
}

impl fmt::Display for SplitReport {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let (parts, files) = (self.files.len() as u64, quoted(&self.folder.join("part-")));
        write!(f, "{} of up to {} written; ", counted(parts, "part"), counted(self.moves, "move"))?;
        write!(f, "check them: loa proof check {files}*.proof")
    }
}

/// A position after a move of a certificate, with its rank.
#[derive(Clone, Copy, Debug, Serialize)]
pub struct RankedPosition {
    /// The position.
    pub position: Position,
    /// The rank.
    pub rank: u32,
}

impl fmt::Display for RankedPosition {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}\t{}", self.position, self.rank)
    }
}
