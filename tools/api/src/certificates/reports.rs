//! Reports on proofs: searches, checks and lookups.

use std::fmt;
use std::path::Path;

use loa_checker::{Certificate, Ids};
use loa_engine::Guide;
use loa_record::text::{self, counted, path_text, within};
use loa_solver::proof::RuleSet;
use loa_solver::{Board, Position};
use schemars::JsonSchema;
use serde::Serialize;

use super::reply::ClaimFields;
use crate::advice::quoted;
use crate::figures::{amount, duration};

/// A search that found no proof.
#[derive(Clone, Debug, Serialize)]
pub struct UndecidedReport {
    board: Board,
    start: Position,
    rules: String,
    winner: (),
    plies: (),
    positions: (),
    expansions: u64,
    seconds: f64,
    processes: usize,
    ended: bool,
    continued: Vec<String>,
}

impl UndecidedReport {
    /// Returns the report of a search from a position by some processes: whether all lines were
    /// tried, and the files of the saved searches on which this result depends.
    pub fn new(
        start: Position,
        rules: RuleSet,
        (expansions, seconds, processes): (u64, f64, usize),
        ended: bool,
        continued: &[String],
    ) -> UndecidedReport {
        UndecidedReport {
            board: start.board(),
            start,
            rules: rules.to_string(),
            winner: (),
            plies: (),
            positions: (),
            expansions,
            seconds,
            processes,
            ended,
            continued: continued.to_owned(),
        }
    }
}

/// A proof that was found.
#[derive(Clone, Debug, Serialize)]
pub struct ProveReport {
    board: Board,
    start: Position,
    rules: String,
    winner: char,
    first_move: Option<String>,
    plies: u32,
    distance: Option<u32>,
    positions: u64,
    expansions: u64,
    seconds: f64,
    bytes: u64,
    digest: String,
    /// The file of the certificate.
    pub proof: Option<String>,
    processes: usize,
}

impl ProveReport {
    /// Returns the report of a certificate of `bytes` bytes. `file` is its file, if it was written.
    /// `distance` is the exact distance of the win, if known.
    pub fn new(
        guide: &Guide,
        bytes: usize,
        distance: Option<u32>,
        (expansions, seconds, processes): (u64, f64, usize),
        proof: Option<&Path>,
    ) -> ProveReport {
        let start = guide.start();
        ProveReport {
            board: start.board(),
            start,
            rules: guide.rules().to_string(),
            winner: guide.winner().letter(),
            first_move: guide.answer(&start).map(|answer| answer.played.to_string()),
            plies: guide.plies(),
            distance,
            positions: guide.proof().claim().moves,
            expansions,
            seconds,
            bytes: bytes as u64,
            digest: format!("{:032x}", guide.proof().digest()),
            proof: proof.map(path_text),
            processes,
        }
    }
}

impl fmt::Display for ProveReport {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let ProveReport { board, start, rules, winner, plies, .. } = self;
        if *start == board.start() {
            write!(f, "{winner} wins from the start of {board} under {rules}")?
        } else {
            write!(f, "{winner} wins from {start} under {rules}")?
        }
        if let Some(played) = &self.first_move {
            write!(f, " with {played}")?;
        }
        let is_distance = *plies == 1;
        write!(f, ", {} {}", within(is_distance), text::plies((*plies).into()))?;
        match self.distance {
            _ if is_distance => {}
            Some(distance) if distance == *plies => write!(f, " and no sooner")?,
            Some(distance) => write!(f, " (in {distance}, and no sooner)")?,
            None => {}
        }
        let (moves, seconds) = (counted(self.positions, "move"), duration(self.seconds));
        write!(f, ": {moves}, {} in {seconds}", counted(self.expansions, "expansion"))?;
        let Some(file) = &self.proof else {
            return Ok(());
        };
        let bytes = amount(self.bytes);
        let word = quoted(Path::new(file));
        write!(f, "\n{file} written, {bytes}; check it: loa proof check {word}")
    }
}

/// A certificate that was checked.
#[derive(Clone, Debug, Serialize, JsonSchema)]
pub struct ProofCheckReport {
    #[serde(flatten)]
    claim: ClaimFields,
    /// The size of the file.
    bytes: u64,
    /// The digest of the file.
    digest: String,
    /// The time of the check.
    seconds: f64,
    /// True: the certificate holds.
    ok: bool,
    #[serde(skip)]
    ids: Ids,
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
        }
    }
}

impl fmt::Display for ProofCheckReport {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let ProofCheckReport { claim, ids, seconds, .. } = self;
        let ClaimFields { board, winner, plies, start, positions, .. } = claim;
        let distance = format!("{} {}", within(*plies == 1), text::plies((*plies).into()));
        write!(f, "{board} under {ids}: {winner} wins {distance} from {start}; ")?;
        write!(f, "{} checked in {seconds:.1} s", counted(*positions, "move"))
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
