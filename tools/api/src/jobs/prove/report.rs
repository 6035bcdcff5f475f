//! The report of a search for a proof.

use std::fmt;
use std::path::Path;

use loa_record::Proviso;
use loa_record::text::{self, counted, within};
use loa_solver::{Board, Position};
use schemars::JsonSchema;
use serde::Serialize;

use crate::advice::quoted;
use crate::figures::{amount, duration};

/// The result of a search for a proof.
#[derive(Clone, Debug, Serialize, JsonSchema)]
pub(in crate::jobs) struct ProveReport {
    /// The board.
    pub(super) board: Board,
    /// The position from which the win is proved.
    pub(super) start: Position,
    /// The rules ids.
    pub(super) rules: String,
    /// The winner; null if no win is proved, and no certificate exists.
    pub(super) winner: Option<char>,
    /// The first move of the winner, if the winner moves first.
    pub(super) first_move: Option<String>,
    /// The maximum number of plies to the win.
    pub(super) plies: Option<u32>,
    /// The exact distance of the win, if known.
    pub(super) distance: Option<u32>,
    /// The condition of the proof, under rules where boards must not occur twice.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(super) proviso: Option<Proviso>,
    /// The number of moves in the certificate.
    pub(super) positions: Option<u64>,
    /// The number of positions that the search has expanded.
    pub(super) expansions: u64,
    /// The time of the search and the check.
    pub(super) seconds: f64,
    /// The size of the certificate.
    pub(super) bytes: Option<u64>,
    /// The digest of the certificate.
    pub(super) digest: Option<String>,
    /// The file of the certificate, if it was written.
    pub(super) proof: Option<String>,
    /// The number of processes.
    pub(super) processes: usize,
    /// True if all lines were searched and no win is proved.
    pub(super) ended: bool,
    /// The files of the saved searches on which a result without a win depends.
    pub(super) continued: Vec<String>,
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
