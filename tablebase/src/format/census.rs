//! Counts of positions by value and distance.

use std::cmp::Ordering;
use std::collections::BTreeMap;

use loa_solver::{Value, Wdl};

/// Counts of the placements of one material by value and distance, including symmetric copies.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Census {
    counts: BTreeMap<Row, u64>,
}

/// A line of a census. Positions that a connection has ended have separate lines.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct Row {
    /// The outcome for the side to move.
    pub wdl: Wdl,
    /// True if a connection has ended the game.
    pub is_terminal: bool,
    /// The distance to the end in plies; 0 for a draw.
    pub plies: u16,
}

impl Row {
    /// Returns the value that the line counts.
    pub const fn value(self) -> Value {
        match self.wdl {
            Wdl::Win => Value::Win(self.plies),
            Wdl::Draw => Value::Draw,
            Wdl::Loss => Value::Loss(self.plies),
        }
    }

    /// Returns the name of the outcome: `win`, `draw` or `loss`, with `terminal-` before it if a
    /// connection has ended the game.
    pub const fn name(self) -> &'static str {
        match (self.wdl, self.is_terminal) {
            (Wdl::Win, false) => "win",
            (Wdl::Draw, false) => "draw",
            (Wdl::Loss, false) => "loss",
            (Wdl::Win, true) => "terminal-win",
            (Wdl::Draw, true) => "terminal-draw",
            (Wdl::Loss, true) => "terminal-loss",
        }
    }
}

impl Ord for Row {
    fn cmp(&self, other: &Row) -> Ordering {
        (self.name(), self.plies).cmp(&(other.name(), other.plies))
    }
}

impl PartialOrd for Row {
    fn partial_cmp(&self, other: &Row) -> Option<Ordering> {
        Some(self.cmp(other))
    }
}

impl Census {
    /// Counts `count` placements of this value. `is_terminal` says that a connection has ended the
    /// game.
    pub fn add(&mut self, value: Value, is_terminal: bool, count: u64) {
        let row = Row { wdl: value.wdl(), is_terminal, plies: value.plies().unwrap_or(0) };
        *self.counts.entry(row).or_default() += count;
    }

    /// Returns the census with these lines; `None` if the sum of their counts exceeds 64 bits.
    #[cfg(feature = "serde")]
    pub(crate) fn of_rows(rows: Vec<(Row, u64)>) -> Option<Census> {
        rows.iter().try_fold(0_u64, |sum, (_, count)| sum.checked_add(*count))?;
        let mut census = Census::default();
        for (row, count) in rows {
            *census.counts.entry(row).or_default() += count;
        }
        Some(census)
    }

    /// Adds the counts of another census.
    pub(crate) fn merge(&mut self, other: &Census) {
        for (&row, count) in &other.counts {
            *self.counts.entry(row).or_default() += count;
        }
    }

    /// Returns the lines, sorted by name and plies, with their counts.
    pub fn rows(&self) -> impl Iterator<Item = (Row, u64)> + '_ {
        self.counts.iter().map(|(&row, &count)| (row, count))
    }

    /// Returns the counts of wins, draws and losses, terminal positions included.
    pub fn shares(&self) -> [u64; 3] {
        [Wdl::Win, Wdl::Draw, Wdl::Loss].map(|wdl| {
            let rows = self.rows().filter(|(row, _)| row.wdl == wdl);
            rows.map(|(_, count)| count).sum()
        })
    }

    /// Returns the longest distance to this outcome, without positions that are already over.
    pub fn longest(&self, wdl: Wdl) -> Option<u16> {
        let rows = self.rows().filter(|(row, _)| row.wdl == wdl && !row.is_terminal);
        rows.map(|(row, _)| row.plies).max()
    }
}
