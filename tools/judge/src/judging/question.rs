//! Positions to ask an engine about, with their values.

use std::cmp::Ordering;

use loa_solver::{Control, Position};
use loa_tablebase::{MoveValue, Probe, Tablebase};
use rayon::prelude::*;

use super::error::JudgeError;
use super::stratum::{Band, Stratum};
use crate::suite::{Theme, ThemedPosition};

/// A position that is not over, with the value of every move in it.
#[derive(Clone, Debug)]
pub struct Question {
    probe: Probe,
    /// The themes of the problem with this position; empty if no problem has it.
    themes: Vec<Theme>,
}

impl Question {
    /// Returns the question about a position; `None` if the game is over.
    pub fn of(probe: Probe) -> Option<Question> {
        let themes = Vec::new();
        (!probe.moves.is_empty()).then_some(Question { probe, themes })
    }

    /// Returns the themes of the problem with this position, if a suite has one.
    pub fn themes(&self) -> &[Theme] {
        &self.themes
    }

    /// Returns the position.
    pub fn position(&self) -> &Position {
        &self.probe.position
    }

    /// Returns the answer of the tables.
    pub fn probe(&self) -> &Probe {
        &self.probe
    }

    /// Returns the kind of the position.
    pub fn stratum(&self) -> Stratum {
        Stratum::new(self.probe.position.material(), Band::of(self.probe.value))
    }

    /// Returns the best moves: those that keep the result and lose no time.
    pub fn best(&self) -> impl Iterator<Item = &MoveValue> {
        let best = self.probe.moves.first().map(|best| best.value);
        self.probe.moves.iter().take_while(move |m| Some(m.value) == best)
    }

    /// Returns the number of moves that give the result away, of those that give the result or time
    /// away, and of all moves.
    fn wrong_moves(&self) -> (usize, usize, usize) {
        let outcome = self.probe.value.wdl();
        let moves = &self.probe.moves;
        let blunders = moves.iter().filter(|m| m.value.wdl() != outcome).count();
        (blunders, moves.len() - self.best().count(), moves.len())
    }

    /// Returns whether any move is wrong.
    pub(super) fn has_wrong_moves(&self) -> bool {
        self.wrong_moves().1 > 0
    }

    /// Compares by the share of moves that give the result away, then by the share of moves that
    /// lose time.
    pub(super) fn harder(&self, other: &Question) -> Ordering {
        let ((a, late_a, all_a), (b, late_b, all_b)) = (self.wrong_moves(), other.wrong_moves());
        (a * all_b).cmp(&(b * all_a)).then((late_a * all_b).cmp(&(late_b * all_a)))
    }
}

/// Returns the questions about positions, in order, without positions that are over.
///
/// # Errors
/// If a table is missing or damaged, or the work is interrupted.
pub fn questions_about(
    tables: &Tablebase,
    positions: &[ThemedPosition],
    control: &Control<'_>,
) -> Result<Vec<Question>, JudgeError> {
    control.begin("probing positions", positions.len() as u64);
    let ask = |(position, themes): &ThemedPosition| {
        if control.is_stopped() {
            return Err(JudgeError::Interrupted);
        }
        control.step();
        let question = Question::of(tables.probe(position)?);
        Ok(question.map(|question| Question { themes: themes.clone(), ..question }))
    };
    positions.par_iter().filter_map(|themed| ask(themed).transpose()).collect()
}
