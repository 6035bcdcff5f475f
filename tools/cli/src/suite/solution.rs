//! What the tables tell about a position as a problem.

use loa_solver::{Move, Position, Rules, Value};
use loa_tablebase::{Probe, ProbeError, Tablebase};

use super::problem::Problem;
use super::theme::Theme;

/// A position with all that its themes depend on.
#[derive(Debug)]
pub(crate) struct Solution {
    rules: Rules,
    probe: Probe,
    value: Value,
    good_moves: Vec<Move>,
    longest_win: u16,
}

impl Solution {
    /// Looks a position up.
    pub(crate) fn find(tables: &Tablebase, position: &Position) -> Result<Solution, ProbeError> {
        let value = tables.value(position)?;
        let probe = tables.probe(position)?;
        let longest_win = if value == Value::Draw || probe.over.is_some() {
            0
        } else {
            longest_win(tables, position)?
        };
        let outcome = probe.value.wdl();
        let good_moves = probe.moves.iter().filter(|m| m.value.wdl() == outcome);
        Ok(Solution {
            rules: tables.rules(),
            value,
            good_moves: good_moves.map(|m| m.played).collect(),
            longest_win,
            probe,
        })
    }

    pub(crate) const fn rules(&self) -> Rules {
        self.rules
    }

    pub(crate) const fn position(&self) -> &Position {
        &self.probe.position
    }

    pub(crate) const fn value(&self) -> Value {
        self.value
    }

    /// Every move that keeps the outcome, best first; none where the game is over.
    pub(crate) fn good_moves(&self) -> &[Move] {
        &self.good_moves
    }

    pub(crate) fn legal_moves(&self) -> usize {
        self.probe.moves.len()
    }

    /// The longest win with the same material.
    pub(crate) const fn longest_win(&self) -> u16 {
        self.longest_win
    }

    /// The problem that the position makes; `None` if it has no theme.
    pub(crate) fn problem(&self) -> Option<Problem> {
        let themes = Theme::ALL.into_iter().filter(|theme| theme.is_of(self));
        let themes: Vec<Theme> = themes.collect();
        (!themes.is_empty()).then(|| Problem {
            position: *self.position(),
            rules: self.rules,
            value: self.value,
            good_moves: self.good_moves.clone(),
            themes,
        })
    }
}

/// The longest win with the material of a position; 0 if there is none.
fn longest_win(tables: &Tablebase, position: &Position) -> Result<u16, ProbeError> {
    // A lone stone has no table and wins at most at once.
    let material = position.material();
    if material.us() < 2 || material.them() < 2 {
        return Ok(1);
    }
    let census = tables.census(position.board(), material)?;
    Ok(census.counts.longest("win").unwrap_or(0))
}
