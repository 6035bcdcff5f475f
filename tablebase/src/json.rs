//! The JSON of answers and censuses: the fields that `loa --json` prints.
//!
//! A value is the fields `category` (`win`, `draw` or `loss`) and `plies`, which is
//! null for a draw, and where tables hold no distances.

use loa_solver::Position;
use serde::ser::{Serialize, SerializeSeq, SerializeStruct, Serializer};

use crate::format::census::Census;
use crate::format::tally::TableCensus;
use crate::probe::answer::Answer;
use crate::probe::moves::{MoveValue, Probe};

fn value<S: SerializeStruct>(fields: &mut S, answer: Answer) -> Result<(), S::Error> {
    fields.serialize_field("category", answer.wdl().name())?;
    fields.serialize_field("plies", &answer.plies())
}

impl Serialize for Answer {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let mut fields = serializer.serialize_struct("Answer", 2)?;
        value(&mut fields, *self)?;
        fields.end()
    }
}

impl Serialize for MoveValue {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let mut fields = serializer.serialize_struct("MoveValue", 5)?;
        fields.serialize_field("move", &self.played.to_string())?;
        fields.serialize_field("capture", &self.played.is_capture())?;
        value(&mut fields, self.value)?;
        fields.serialize_field("position", &self.position.to_string())?;
        fields.end()
    }
}

impl Serialize for Probe {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let position = &self.position;
        let mut fields = serializer.serialize_struct("Probe", 8)?;
        fields.serialize_field("position", &position.to_string())?;
        fields.serialize_field("board", &position.board().to_string())?;
        fields.serialize_field("rules", self.rules.id())?;
        fields.serialize_field("material", &position.material().to_string())?;
        value(&mut fields, self.value)?;
        fields.serialize_field("over", &self.over.map(|over| over.name()))?;
        fields.serialize_field("moves", &self.moves)?;
        fields.end()
    }
}

impl Serialize for Census {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let mut rows = serializer.serialize_seq(None)?;
        for ((outcome, plies), count) in self.rows() {
            rows.serialize_element(&CensusRow {
                outcome,
                plies,
                count,
            })?;
        }
        rows.end()
    }
}

#[derive(serde::Serialize)]
struct CensusRow {
    outcome: &'static str,
    plies: u16,
    count: u64,
}

impl Serialize for TableCensus {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let mut fields = serializer.serialize_struct("TableCensus", 3)?;
        fields.serialize_field("counts", &self.counts)?;
        fields.serialize_field("longest_win", &self.longest_win.map(longest))?;
        fields.serialize_field("longest_loss", &self.longest_loss.map(longest))?;
        fields.end()
    }
}

#[derive(serde::Serialize)]
struct Longest {
    plies: u16,
    position: String,
}

fn longest((plies, position): (u16, Position)) -> Longest {
    let position = position.to_string();
    Longest { plies, position }
}

#[cfg(all(test, feature = "embedded"))]
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
