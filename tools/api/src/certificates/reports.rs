//! Reports on proofs: searches, checks and lookups.

use std::fmt;
use std::path::{Path, PathBuf};

use loa_checker::{Certificate, Ids};
use loa_engine::Guide;
use loa_record::Proviso;
use loa_record::text::{self, counted, path_text, within};
use loa_solver::proof::RuleSet;
use loa_solver::{Board, Position};
use schemars::JsonSchema;
use serde::Serialize;

use super::reply::ClaimFields;
use crate::advice::quoted;
use crate::figures::{amount, duration};

/// The result of a search for a proof.
#[derive(Clone, Debug, Serialize, JsonSchema)]
pub(crate) struct ProveReport {
    /// The board.
    board: Board,
    /// The position from which the win is proved.
    start: Position,
    /// The rules ids.
    rules: String,
    /// The winner; null if no win is proved, and no certificate exists.
    winner: Option<char>,
    /// The first move of the winner, if the winner moves first.
    first_move: Option<String>,
    /// The maximum number of plies to the win.
    plies: Option<u32>,
    /// The exact distance of the win, if known.
    distance: Option<u32>,
    /// The condition of the proof, under rules where boards must not occur twice.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(crate) proviso: Option<Proviso>,
    /// The number of moves in the certificate.
    positions: Option<u64>,
    /// The number of positions that the search has expanded.
    expansions: u64,
    /// The time of the search and the check.
    seconds: f64,
    /// The size of the certificate.
    bytes: Option<u64>,
    /// The digest of the certificate.
    digest: Option<String>,
    /// The file of the certificate, if it was written.
    pub(crate) proof: Option<String>,
    /// The number of processes.
    processes: usize,
    /// True if all lines were searched and no win is proved.
    ended: bool,
    /// The files of the saved searches on which a result without a win depends.
    continued: Vec<String>,
}

impl ProveReport {
    /// Returns the report of a search from a position by some processes that has proved no win.
    pub(crate) fn undecided(
        start: Position,
        rules: RuleSet,
        (expansions, seconds, processes): (u64, f64, usize),
        ended: bool,
        continued: &[String],
    ) -> ProveReport {
        ProveReport {
            board: start.board(),
            start,
            rules: rules.to_string(),
            winner: None,
            first_move: None,
            plies: None,
            distance: None,
            proviso: None,
            positions: None,
            expansions,
            seconds,
            bytes: None,
            digest: None,
            proof: None,
            processes,
            ended,
            continued: continued.to_owned(),
        }
    }

    /// Returns the report of a certificate of `bytes` bytes. `file` is its file, if it was written.
    /// `distance` is the exact distance of the win, if known.
    pub(crate) fn proved(
        guide: &Guide,
        bytes: usize,
        distance: Option<u32>,
        cost: (u64, f64, usize),
        file: Option<&Path>,
    ) -> ProveReport {
        let start = guide.start();
        ProveReport {
            winner: Some(guide.winner().letter()),
            first_move: guide.answer(&start).map(|answer| answer.played.to_string()),
            plies: Some(guide.plies()),
            distance,
            positions: Some(guide.proof().claim().moves),
            bytes: Some(bytes as u64),
            digest: Some(format!("{:032x}", guide.proof().digest())),
            proof: file.map(path_text),
            ..ProveReport::undecided(start, guide.rules(), cost, false, &[])
        }
    }
}

/// The text is empty if no win is proved: the failure says why.
impl fmt::Display for ProveReport {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let ProveReport { board, start, rules, .. } = self;
        let (Some(winner), Some(plies)) = (self.winner, self.plies) else {
            return Ok(());
        };
        if *start == board.start() {
            write!(f, "{winner} wins from the start of {board} under {rules}")?
        } else {
            write!(f, "{winner} wins from {start} under {rules}")?
        }
        if let Some(played) = &self.first_move {
            write!(f, " with {played}")?;
        }
        let is_distance = plies == 1;
        write!(f, ", {} {}", within(is_distance), text::plies(plies.into()))?;
        match self.distance {
            _ if is_distance => {}
            Some(distance) if distance == plies => write!(f, " and no sooner")?,
            Some(distance) => write!(f, " (in {distance}, and no sooner)")?,
            None => {}
        }
        f.write_str(Proviso::ending(self.proviso))?;
        let (moves, seconds) =
            (counted(self.positions.unwrap_or_default(), "move"), duration(self.seconds));
        write!(f, ": {moves}, {} in {seconds}", counted(self.expansions, "expansion"))?;
        let Some(file) = &self.proof else {
            return Ok(());
        };
        let bytes = amount(self.bytes.unwrap_or_default());
        let word = quoted(Path::new(file));
        write!(f, "\n{file} written, {bytes}; check it: loa proof check {word}")
    }
}

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
