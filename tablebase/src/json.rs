//! The JSON of answers and censuses: the fields that `loa --json` prints.
//!
//! A value consists of the fields `category` (`win`, `draw` or `loss`) and `plies`, which is null
//! for a draw.

#[cfg(feature = "build")]
use std::path::{Path, PathBuf};

use loa_solver::{Position, Value};
use schemars::JsonSchema;
use serde::ser::{Serialize, Serializer};

use crate::format::census::Census;
use crate::format::tally::TableCensus;
use crate::probe::moves::{MoveValue, Probe};

/// A move and its value to the side that makes it.
#[derive(serde::Serialize, JsonSchema)]
struct MoveFields {
    /// The move, such as `b1-b3`, `c3xa3` or `pass`.
    r#move: String,
    /// True if the move captures.
    capture: bool,
    #[serde(flatten)]
    value: Value,
    /// The position after the move.
    position: String,
}

impl From<&MoveValue> for MoveFields {
    fn from(candidate: &MoveValue) -> MoveFields {
        MoveFields {
            r#move: candidate.played.to_string(),
            capture: candidate.played.is_capture(),
            value: candidate.value,
            position: candidate.position.to_string(),
        }
    }
}

/// The value of a position and of every move in it.
#[derive(serde::Serialize, JsonSchema)]
struct ProbeFields<'a> {
    /// The position.
    position: String,
    /// The board, such as `5x5`.
    board: String,
    /// The rules id.
    rules: &'static str,
    /// The stones of the side to move, then of the other, such as `4v3`.
    material: String,
    #[serde(flatten)]
    value: Value,
    /// The way in which the game has ended, if it has.
    over: Option<&'static str>,
    /// Every move with its value, best first; none once the game is over.
    moves: &'a [MoveValue],
}

impl<'a> From<&'a Probe> for ProbeFields<'a> {
    fn from(probe: &'a Probe) -> ProbeFields<'a> {
        let position = &probe.position;
        ProbeFields {
            position: position.to_string(),
            board: position.board().to_string(),
            rules: probe.rules.id(),
            material: position.material().to_string(),
            value: probe.value,
            over: probe.over.map(|over| over.name()),
            moves: &probe.moves,
        }
    }
}

/// The names of the outcomes in a census.
const OUTCOMES: [&str; 6] =
    ["win", "draw", "loss", "terminal-win", "terminal-draw", "terminal-loss"];

/// The positions with one value.
#[derive(serde::Serialize, JsonSchema)]
struct CensusRow {
    /// The result under best play; `terminal-` is before that of a game that is over.
    #[schemars(extend("enum" = OUTCOMES))]
    outcome: &'static str,
    /// The distance to the end in plies; 0 for a draw.
    plies: u16,
    /// The number of placements of the stones.
    count: u64,
}

/// The counts of all values.
#[derive(serde::Serialize, JsonSchema)]
struct CensusRows(Vec<CensusRow>);

impl From<&Census> for CensusRows {
    fn from(census: &Census) -> CensusRows {
        let rows = census.rows().map(|(row, count)| CensusRow {
            outcome: row.name(),
            plies: row.plies,
            count,
        });
        CensusRows(rows.collect())
    }
}

/// The census of a table.
#[derive(serde::Serialize, JsonSchema)]
struct TableCensusFields<'a> {
    /// The placements of the stones by value.
    counts: &'a Census,
    /// The longest win and a position that has it.
    longest_win: Option<LongestFields>,
    /// The longest loss and a position that has it.
    longest_loss: Option<LongestFields>,
}

impl<'a> From<&'a TableCensus> for TableCensusFields<'a> {
    fn from(census: &'a TableCensus) -> TableCensusFields<'a> {
        TableCensusFields {
            counts: &census.counts,
            longest_win: census.longest_win.map(longest),
            longest_loss: census.longest_loss.map(longest),
        }
    }
}

/// The longest distance of a table.
#[derive(serde::Serialize, JsonSchema)]
struct LongestFields {
    /// The distance in plies.
    plies: u16,
    /// A position that has it.
    position: String,
}

fn longest((plies, position): (u16, Position)) -> LongestFields {
    let position = position.to_string();
    LongestFields { plies, position }
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

/// Implements the JSON form and the schema of a type by those of its fields.
macro_rules! fields {
    ($($type:ident as $fields:ty),*) => {$(
        impl Serialize for $type {
            fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
                <$fields>::from(self).serialize(serializer)
            }
        }

        impl JsonSchema for $type {
            fn schema_name() -> std::borrow::Cow<'static, str> {
                stringify!($type).into()
            }

            fn json_schema(generator: &mut schemars::SchemaGenerator) -> schemars::Schema {
                <$fields>::json_schema(generator)
            }
        }
    )*};
}

fields! {
    MoveValue as MoveFields,
    Probe as ProbeFields<'_>,
    Census as CensusRows,
    TableCensus as TableCensusFields<'_>
}

#[cfg(test)]
mod tests {
    use crate::probe::tablebase::Tablebase;

    #[test]
    fn answers_have_the_fields_of_the_command_line() {
        let tables = Tablebase::embedded("mover-pass".parse().unwrap());
        let probe = tables.probe(&"4/4/3x/x1oo x".parse().unwrap()).unwrap();
        let json = serde_json::to_string(&probe).unwrap();
        let begin = r#"{"position":"4/4/3x/x1oo x","board":"4x4","rules":"mover-pass","#;
        assert!(json.starts_with(begin), "{json}");
        let terminal = r#""category":"loss","plies":0,"over":"them-connected","moves":[]}"#;
        assert!(json.ends_with(terminal), "{json}");
        let start = "1xx1/o2o/o2o/1xx1 x".parse().unwrap();
        let best = tables.best_move(&start).unwrap();
        let expected = r#"{"move":"b1-b3","capture":false,"category":"win","plies":3,"position":"1xx1/ox1o/o2o/2x1 o"}"#;
        assert_eq!(serde_json::to_string(&best).unwrap(), expected);
        let census = tables.census("4x4".parse().unwrap(), "2v2".parse().unwrap());
        let census = serde_json::to_string(&census.unwrap()).unwrap();
        assert!(census.starts_with(r#"{"counts":[{"outcome":""#), "{census}");
    }
}
