//! Best play from a position to the end.

use std::fmt::Write;

use loa_record::text::counted;
use loa_record::{Game, move_number};
use loa_solver::{Board, Position, Preset, Rules, Value, Wdl};
use loa_tablebase::{MoveValue, Probe, ProbeError, Tablebase};
use schemars::JsonSchema;
use serde::Serialize;

use crate::failure::Failure;
use crate::library::Library;
use crate::positions::{RepetitionReply, by_repetition, verdict};
use crate::request::PositionRequest;

impl PositionRequest {
    /// Returns the value of the position and best play to the end.
    ///
    /// # Errors
    /// When tables do not cover the position.
    pub fn line(&self, library: &Library) -> Result<LineReply, Failure> {
        let (position, preset) = self.read()?;
        let line = LineReply::find(library.tables.of(preset.rules), &position, preset);
        line.map_err(|error| Failure::of_probe(&error, &position, preset))
    }
}

/// The value of a position and best play to the end.
#[derive(Clone, Debug, Serialize, JsonSchema)]
pub struct LineReply {
    /// The position.
    position: Position,
    /// The board.
    board: Board,
    /// The rules id.
    rules: Rules,
    #[serde(flatten)]
    value: Value,
    /// The way in which the game ended, if it is over.
    over: Option<&'static str>,
    /// The moves of best play; empty for a draw.
    line: Vec<MoveValue>,
    /// Moves of both sides that hold a draw, until a position is repeated. Only a draw has this
    /// field.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    drawn_line: Vec<MoveValue>,
    /// The result of a draw if a repeated position loses.
    #[serde(skip_serializing_if = "Option::is_none")]
    repetition: Option<RepetitionReply>,
    #[serde(skip)]
    preset: Preset,
}

impl LineReply {
    /// Returns the best line from a position under the rules of `preset`.
    ///
    /// # Errors
    /// As for [`Tablebase::line`].
    pub fn find(
        tables: &Tablebase,
        position: &Position,
        preset: Preset,
    ) -> Result<LineReply, ProbeError> {
        let probe = tables.probe(position)?;
        let decided = by_repetition(tables, position, preset)?;
        let line = tables.line(position)?;
        Ok(LineReply {
            drawn_line: match probe.value.wdl() {
                Wdl::Draw => tables.drawn_line(position)?,
                Wdl::Win | Wdl::Loss => Vec::new(),
            },
            position: *position,
            board: position.board(),
            rules: probe.rules,
            value: probe.value,
            over: probe.over.map(|over| over.name()),
            line,
            repetition: decided.map(RepetitionReply::from),
            preset,
        })
    }

    /// Returns the text that `loa line` prints: the value, one move per line with the position after
    /// it, and the end of the game. The tables tell which moves the player had no choice about.
    ///
    /// # Errors
    /// As for [`Tablebase::probe`].
    pub fn text(&self, tables: &Tablebase) -> Result<String, ProbeError> {
        let mut text = format!("{}  {}", self.position, verdict(self.preset, self.value));
        let mut before = self.position;
        for (ply, MoveValue { played, position, .. }) in (1..).zip(self.moves()) {
            let number = move_number(ply, before.turn());
            let mark = mark(&tables.probe(&before)?);
            // Writing to a string does not fail.
            let _ = write!(text, "\n{number:>6} {:<6} {position}{mark}", played.to_string());
            before = *position;
        }
        let end = match self.over {
            Some(over) => Some(format!("the game is over: {over}")),
            None => Game::new(self.preset, before).end().map(|end| end.to_string()),
        };
        let repetition = self.repetition.as_ref().map(RepetitionReply::to_string);
        for remark in [self.held(), repetition, end].into_iter().flatten() {
            text += &format!("\n{remark}");
        }
        Ok(text)
    }

    /// Returns the moves of best play, or the moves that hold a draw.
    fn moves(&self) -> &[MoveValue] {
        if self.line.is_empty() { &self.drawn_line } else { &self.line }
    }

    /// Returns a remark on the moves that hold a draw.
    fn held(&self) -> Option<String> {
        let last = self.drawn_line.last()?.position;
        let positions = self.drawn_line.iter().map(|step| step.position);
        let mut positions = std::iter::once(self.position).chain(positions);
        match positions.position(|position| position == last)? {
            0 => Some("the first position again, so the game can continue".to_owned()),
            place if place < self.drawn_line.len() => Some(format!(
                "the position after {} again, so the game can continue",
                counted(place as u64, "move")
            )),
            _ => None,
        }
    }
}

/// Returns a mark if the player has no choice of moves.
fn mark(probe: &Probe) -> &'static str {
    let outcome = probe.value.wdl();
    let keeping = probe.moves.iter().filter(|m| m.value.wdl() == outcome);
    match (probe.moves.len(), keeping.count(), outcome) {
        (1, ..) => "  forced",
        (_, 1, Wdl::Win | Wdl::Draw) => "  only move",
        _ => "",
    }
}
