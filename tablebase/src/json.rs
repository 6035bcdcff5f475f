//! The JSON of answers and censuses, written and read: the fields that `loa --json` prints.
//!
//! A value consists of the fields `category` (`win`, `draw` or `loss`) and `plies`, which is null
//! for a draw.

use std::borrow::Cow;
#[cfg(feature = "build")]
use std::path::{Path, PathBuf};

use loa_solver::{Board, Material, Move, Position, Rules, Termination, Value};
#[cfg(feature = "build")]
use serde::ser::{Serialize, Serializer};

use crate::format::census::{Census, Row};
use crate::probe::moves::{MoveValue, Probe};

/// A move and its value to the side that makes it.
#[derive(serde::Serialize, serde::Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
struct MoveFields {
    /// The move, such as `b1-b3`, `c3xa3` or `pass`.
    r#move: Move,
    /// True if the move captures.
    capture: bool,
    #[serde(flatten)]
    value: Value,
    /// The position after the move.
    position: Position,
}

impl From<&MoveValue> for MoveFields {
    fn from(candidate: &MoveValue) -> MoveFields {
        MoveFields {
            r#move: candidate.played,
            capture: candidate.played.is_capture(),
            value: candidate.value,
            position: candidate.position,
        }
    }
}

impl From<MoveFields> for MoveValue {
    fn from(fields: MoveFields) -> MoveValue {
        MoveValue { played: fields.r#move, value: fields.value, position: fields.position }
    }
}

/// The value of a position and of every move in it.
#[derive(serde::Serialize, serde::Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
struct ProbeFields<'a> {
    /// The position.
    position: Position,
    /// The board, such as `5x5`.
    board: Board,
    /// The rules id.
    rules: Rules,
    /// The stones of the side to move, then of the other, such as `4v3`.
    material: Material,
    #[serde(flatten)]
    value: Value,
    /// The way in which the game has ended, if it has.
    #[cfg_attr(feature = "schema", schemars(with = "Option<String>"))]
    over: Option<Termination>,
    /// Every move with its value, best first; none once the game is over.
    moves: Cow<'a, [MoveValue]>,
}

impl<'a> From<&'a Probe> for ProbeFields<'a> {
    fn from(probe: &'a Probe) -> ProbeFields<'a> {
        ProbeFields {
            position: probe.position,
            board: probe.position.board(),
            rules: probe.rules,
            material: probe.position.material(),
            value: probe.value,
            over: probe.over,
            moves: Cow::Borrowed(&probe.moves),
        }
    }
}

impl From<ProbeFields<'_>> for Probe {
    fn from(fields: ProbeFields<'_>) -> Probe {
        Probe {
            rules: fields.rules,
            position: fields.position,
            value: fields.value,
            over: fields.over,
            moves: fields.moves.into_owned(),
        }
    }
}

/// The names of the outcomes in a census.
#[cfg(feature = "schema")]
const OUTCOMES: [&str; 6] =
    ["win", "draw", "loss", "terminal-win", "terminal-draw", "terminal-loss"];

/// The positions with one value.
#[derive(serde::Serialize, serde::Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
struct CensusRow<'a> {
    /// The result under best play, with the prefix `terminal-` if the game is over.
    #[cfg_attr(feature = "schema", schemars(extend("enum" = OUTCOMES)))]
    outcome: Cow<'a, str>,
    /// The distance to the end in plies; 0 for a draw.
    plies: u16,
    /// Placements of the stones.
    count: u64,
}

/// The counts of all values.
#[derive(serde::Serialize, serde::Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
struct CensusRows<'a>(Vec<CensusRow<'a>>);

impl From<&Census> for CensusRows<'_> {
    fn from(census: &Census) -> Self {
        let rows = census.rows().map(|(row, count)| CensusRow {
            outcome: row.name().into(),
            plies: row.plies,
            count,
        });
        CensusRows(rows.collect())
    }
}

impl TryFrom<CensusRows<'_>> for Census {
    type Error = String;

    fn try_from(CensusRows(rows): CensusRows<'_>) -> Result<Census, String> {
        let mut counts = Vec::with_capacity(rows.len());
        for CensusRow { outcome, plies, count } in rows {
            let (is_terminal, result) = match outcome.strip_prefix("terminal-") {
                Some(result) => (true, result),
                None => (false, &*outcome),
            };
            let wdl = result.parse().map_err(|_| format!("'{outcome}' is not an outcome"))?;
            counts.push((Row { wdl, is_terminal, plies }, count));
        }
        Census::of_rows(counts).ok_or_else(|| "its counts exceed 64 bits".to_owned())
    }
}

/// Writes a path, which need not be valid Unicode, in the form in which it is displayed.
#[cfg(feature = "build")]
pub(crate) fn path<S: Serializer>(path: &Path, serializer: S) -> Result<S::Ok, S::Error> {
    serializer.collect_str(&path.display())
}

#[cfg(feature = "build")]
pub(crate) fn path_if_any<S: Serializer>(
    path: &Option<PathBuf>,
    serializer: S,
) -> Result<S::Ok, S::Error> {
    path.as_ref().map(|path| path.display().to_string()).serialize(serializer)
}

loa_solver::json_by_fields! {
    MoveValue as MoveFields,
    Probe as ProbeFields<'_>,
    Census as CensusRows<'_>
}
