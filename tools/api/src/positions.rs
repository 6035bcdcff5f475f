//! The value of a position and its moves.

use std::fmt;

use loa_record::{Basis, Worth};
use loa_solver::{Move, Position, Preset, Repetition, Termination, Value, Wdl};
use loa_tablebase::{ByRepetition, Probe, ProbeError, Tablebase};
use schemars::JsonSchema;
use serde::Serialize;

use crate::certificates::{basis_of_tables, known_start};
use crate::failure::Failure;
use crate::library::Library;
use crate::request::PositionRequest;

/// Returns the note for a value under these rules. `None` if the value needs no note. Tables have
/// no history.
pub(crate) fn note_on_draw(preset: Preset, result: Wdl) -> Option<&'static str> {
    let is_meant = result == Wdl::Draw && preset.repetition == Repetition::Loss;
    is_meant.then_some("neither side can force a win without the repetition rule")
}

/// Returns which side wins a drawn position if a repeated position loses under these rules and no
/// position came before.
///
/// # Errors
/// As for [`Tablebase::by_repetition`].
pub(crate) fn by_repetition(
    tables: &Tablebase,
    position: &Position,
    preset: Preset,
) -> Result<Option<RepetitionReply>, ProbeError> {
    if preset.repetition != Repetition::Loss {
        return Ok(None);
    }
    let decided = tables.by_repetition(position)?;
    Ok(decided.map(|decided| RepetitionReply { decided, basis: Basis::Tables }))
}

/// The result of a draw if a repeated position loses and no position came before.
#[derive(Clone, Copy, Debug, Serialize, JsonSchema)]
pub(crate) struct RepetitionReply {
    #[serde(flatten)]
    decided: ByRepetition,
    /// The basis: `tables`. No theorem covers who wins by repetition.
    basis: Basis,
}

/// Writes a sentence.
impl fmt::Display for RepetitionReply {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let ByRepetition { category, played, positions } = self.decided;
        write!(f, "the side to move {} by repetition", category.verb())?;
        if let Some(played) = played {
            write!(f, ", with {played}")?;
        }
        write!(f, ", if no position came before ({positions} drawn positions)")
    }
}

impl PositionRequest {
    /// Returns the value of the position and of every move in it.
    ///
    /// # Errors
    /// When tables do not cover the position.
    pub fn probe(&self, library: &Library) -> Result<ProbeReply, Failure> {
        let (position, preset) = self.read()?;
        let tables = library.tables.of(preset.rules);
        let probe = tables.probe(&position);
        let probe = probe.map_err(|error| Failure::of_probe(&error, &position, preset))?;
        ProbeReply::of(tables, probe, preset)
    }

    pub(crate) fn probe_from_memory(
        &self,
        library: &Library,
    ) -> Result<Option<ProbeReply>, Failure> {
        let (position, preset) = self.read()?;
        if preset.repetition == Repetition::Loss {
            // The analysis of repetitions takes a long time.
            return Ok(None);
        }
        let tables = library.tables.of(preset.rules);
        let probe = tables.probe_if_cached(&position);
        let probe = probe.map_err(|error| Failure::of_probe(&error, &position, preset))?;
        // To look for a table that is not open may read files.
        let can_tell = |probe: &Probe| probe.over.is_some() || tables.has_open_table(&position);
        let Some(probe) = probe.filter(can_tell) else {
            return Ok(None);
        };
        let basis = basis_of_tables(tables, &position, preset, Tablebase::sha256_if_known);
        Ok(basis.map(|basis| ProbeReply { probe, basis, note: None, repetition: None }))
    }

    /// Returns the value of the position without its moves.
    ///
    /// # Errors
    /// When tables do not cover the position.
    pub fn value(&self, library: &Library) -> Result<ValueReply, Failure> {
        let (position, preset) = self.read()?;
        let answer = library.tables.of(preset.rules).answer(&position);
        let answer = answer.map_err(|error| Failure::of_probe(&error, &position, preset))?;
        Ok(ValueReply::new(&position, answer, preset))
    }

    pub(crate) fn value_from_memory(
        &self,
        library: &Library,
    ) -> Result<Option<ValueReply>, Failure> {
        let (position, preset) = self.read()?;
        let answer = library.tables.of(preset.rules).answer_if_cached(&position);
        Ok(answer.map(|answer| ValueReply::new(&position, answer, preset)))
    }

    /// Returns the moves of the position.
    ///
    /// # Errors
    /// When a link names other rules.
    pub fn moves(&self, _: &Library) -> Result<MovesReply, Failure> {
        let (position, preset) = self.read()?;
        Ok(MovesReply::new(&position, preset))
    }
}

/// The value of a position and of every move in it.
#[derive(Clone, Debug, Serialize, JsonSchema)]
pub struct ProbeReply {
    #[serde(flatten)]
    probe: Probe,
    /// The basis of the values. It says nothing about `repetition`.
    basis: Basis,
    /// The meaning of a draw if a repeated position loses.
    #[serde(skip_serializing_if = "Option::is_none")]
    note: Option<&'static str>,
    /// The result of a draw if a repeated position loses.
    #[serde(skip_serializing_if = "Option::is_none")]
    repetition: Option<RepetitionReply>,
}

impl ProbeReply {
    /// Returns the reply of a probe of these tables under the rules of `preset`. It decides a draw if a
    /// repeated position loses.
    ///
    /// # Errors
    /// As for [`Tablebase::by_repetition`].
    pub fn of(tables: &Tablebase, probe: Probe, preset: Preset) -> Result<ProbeReply, Failure> {
        let repetition = by_repetition(tables, &probe.position, preset)?;
        let basis = basis_of_tables(tables, &probe.position, preset, Tablebase::sha256);
        let (basis, note) =
            (basis.unwrap_or(Basis::Tables), note_on_draw(preset, probe.value.wdl()));
        Ok(ProbeReply { probe, basis, note, repetition })
    }
}

impl fmt::Display for ProbeReply {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Probe { position, rules, value, over, moves, .. } = &self.probe;
        let (material, board) = (position.material(), position.board());
        write!(f, "{position}  {material} on {board} under {rules}\n{}", value.verdict())?;
        if let Some(note) = self.note {
            write!(f, ": {note}")?;
        }
        if let Some(over) = over {
            write!(f, " (over: {})", over.name())?;
        }
        if let Some(decided) = &self.repetition {
            write!(f, "\n{decided}")?;
        }
        moves.iter().try_for_each(|candidate| {
            let (played, value) = (candidate.played.to_string(), candidate.value.verdict());
            write!(f, "\n  {played:<6} {value}")
        })
    }
}

/// The value of a position without its moves.
#[derive(Clone, Copy, Debug, Serialize, JsonSchema)]
pub struct ValueReply {
    /// The position.
    position: Position,
    #[serde(flatten)]
    value: Value,
    /// The meaning of a draw if a repeated position loses.
    #[serde(skip_serializing_if = "Option::is_none")]
    note: Option<&'static str>,
}

impl ValueReply {
    /// Returns the reply for a position of this value under the rules of `preset`.
    pub fn new(position: &Position, value: Value, preset: Preset) -> ValueReply {
        ValueReply { position: *position, value, note: note_on_draw(preset, value.wdl()) }
    }
}

impl fmt::Display for ValueReply {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.value.verdict())?;
        self.note.map_or(Ok(()), |note| write!(f, ": {note}"))
    }
}

/// The moves of a position.
#[derive(Clone, Debug, Serialize, JsonSchema)]
pub struct MovesReply {
    /// The position.
    position: Position,
    /// The way in which the game ended, if it is over. Then the moves cannot be played.
    #[schemars(with = "Option<String>")]
    over: Option<Termination>,
    /// The moves, sorted by their text.
    moves: Vec<LegalMove>,
    /// The worth of the position for the side to move, if it is a solved or proved start.
    #[serde(skip_serializing_if = "Option::is_none")]
    proved: Option<Worth>,
    /// The value of a finished game.
    #[serde(skip)]
    value: Option<Value>,
}

impl fmt::Display for MovesReply {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}", self.position)?;
        if let (Some(over), Some(value)) = (self.over, self.value) {
            let (side, verb) = (self.position.turn().letter(), value.wdl().verb());
            write!(
                f,
                "  over: {over}, {side} {verb}\n  the moves of its stones, were it not over:"
            )?;
        }
        self.moves.iter().try_for_each(|legal| write!(f, "\n  {}", legal.r#move))
    }
}

/// A move without its value.
#[derive(Clone, Copy, Debug, Serialize, JsonSchema)]
pub(crate) struct LegalMove {
    /// The move, such as `b1-b3`, `c3xa3` or `pass`.
    r#move: Move,
    /// True if the move captures.
    capture: bool,
    /// The position after the move.
    position: Position,
}

impl MovesReply {
    /// Returns the moves of a position.
    pub fn new(position: &Position, preset: Preset) -> MovesReply {
        let moves = preset.rules.moves(position).into_iter().map(|played| LegalMove {
            r#move: played,
            capture: played.is_capture(),
            position: position.play_unchecked(played),
        });
        let (over, value) = preset.rules.termination(position).unzip();
        let proved = known_start(position, preset);
        MovesReply { position: *position, over, moves: moves.collect(), proved, value }
    }
}
