//! Questions about one position: its value, its moves, its best line.

use loa_solver::{Move, Over, Position};

use crate::answer::{Answer, Outcome};
use crate::error::ProbeError;
use crate::tablebase::Tablebase;

/// What is known of a position.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Probe {
    /// The position.
    pub position: Position,
    /// Its value to the side to move.
    pub value: Answer,
    /// How the game has ended, if it has.
    pub over: Option<Over>,
    /// Every move with its value, best first: wins by the fewest plies, draws,
    /// losses by the most plies, then by text. Empty when the game is over.
    pub moves: Vec<MoveValue>,
}

/// A move and what it is worth.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct MoveValue {
    /// The move.
    pub played: Move,
    /// Its value to the side that makes it, counted from before the move.
    pub value: Answer,
    /// The position after it.
    pub position: Position,
}

impl Tablebase {
    /// The value of a position and of every move in it.
    ///
    /// # Errors
    /// When a table it needs is missing, unfinished, damaged or of other rules,
    /// or no table can cover the position.
    pub fn probe(&self, position: &Position) -> Result<Probe, ProbeError> {
        let rules = self.rules();
        let position = *position;
        if let Some((over, value)) = rules.outcome(&position) {
            return Ok(Probe {
                position,
                value: value.into(),
                over: Some(over),
                moves: Vec::new(),
            });
        }
        let asked = position.material();
        let value = self.answer(&position)?;
        let mut moves = Vec::new();
        for played in rules.moves(&position) {
            let after = position.after(played);
            moves.push(MoveValue {
                played,
                value: self.answer_for(&after, asked)?.before(),
                position: after,
            });
        }
        // The sort is stable, and the moves come sorted by text.
        moves.sort_by_key(|candidate| -candidate.value.goodness());
        Ok(Probe {
            position,
            value,
            over: None,
            moves,
        })
    }

    /// Best play from a won or lost position to the end: in each position the
    /// first of its moves. Empty for a drawn or finished position.
    ///
    /// # Errors
    /// As for [`Tablebase::probe`], and when the tables do not tell distances.
    pub fn line(&self, position: &Position) -> Result<Vec<MoveValue>, ProbeError> {
        let mut line = Vec::new();
        let mut probe = self.probe(position)?;
        // Without distances the best move need not lead towards the end.
        self.value(position)?;
        while probe.value.outcome() != Outcome::Draw && !probe.moves.is_empty() {
            let best = probe.moves.swap_remove(0);
            probe = self.probe(&best.position)?;
            line.push(best);
        }
        Ok(line)
    }
}
