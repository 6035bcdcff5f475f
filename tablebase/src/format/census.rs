//! Counts of positions by value and distance.

use std::collections::BTreeMap;

use loa_solver::Value;

/// The number of placements of one material with each value and distance, symmetric
/// copies included.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Census {
    counts: BTreeMap<Row, u64>,
}

/// A line of a census: the outcome's name and the plies.
///
/// Positions that a connection has ended are counted apart from others, as
/// `terminal-win`, `terminal-loss` and `terminal-draw`.
pub type Row = (&'static str, u16);

impl Census {
    /// Counts `count` placements of this value; `terminal` tells that a
    /// connection has ended the game.
    pub fn add(&mut self, value: Value, terminal: bool, count: u64) {
        let name = match (value, terminal) {
            (Value::Win(_), false) => "win",
            (Value::Draw, false) => "draw",
            (Value::Loss(_), false) => "loss",
            (Value::Win(_), true) => "terminal-win",
            (Value::Draw, true) => "terminal-draw",
            (Value::Loss(_), true) => "terminal-loss",
        };
        *self
            .counts
            .entry((name, value.plies().unwrap_or(0)))
            .or_default() += count;
    }

    /// Adds all of another census.
    pub fn merge(&mut self, other: &Census) {
        for (&row, count) in &other.counts {
            *self.counts.entry(row).or_default() += count;
        }
    }

    /// The lines, sorted by outcome and plies, with their counts.
    pub fn rows(&self) -> impl Iterator<Item = (Row, u64)> + '_ {
        self.counts.iter().map(|(&row, &count)| (row, count))
    }

    /// The counts of wins, draws and losses, terminal positions included.
    pub fn shares(&self) -> [u64; 3] {
        let mut shares = [0; 3];
        for ((name, _), count) in self.rows() {
            let outcome = name.trim_start_matches("terminal-");
            let place = ["win", "draw", "loss"]
                .iter()
                .position(|&known| known == outcome);
            if let Some(place) = place {
                shares[place] += count;
            }
        }
        shares
    }

    /// The longest distance of a `"win"` or a `"loss"`, if there is any.
    pub fn longest(&self, outcome: &str) -> Option<u16> {
        let plies = self.rows().filter(|((name, _), _)| *name == outcome);
        plies.map(|((_, plies), _)| plies).max()
    }
}
