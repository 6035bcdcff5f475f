//! Counting the positions of a table by value and distance.

use loa_solver::retrograde::Cell;
use loa_solver::{
    Census, Color, Index, IndexError, Numbering, Position, Subsets, Value, is_connected,
};
use rayon::prelude::*;

use crate::error::TableError;
use crate::table::{Decoded, Table};

/// What a table holds.
#[derive(Clone, Debug, Default)]
pub struct TableCensus {
    /// The counts, over all placements.
    pub counts: Census,
    /// The longest win and a position that has it.
    pub longest_win: Option<(u16, Position)>,
    /// The longest loss and a position that has it.
    pub longest_loss: Option<(u16, Position)>,
}

/// Why a table was not counted.
#[derive(Debug, thiserror::Error)]
pub enum CensusError {
    /// The table is damaged.
    #[error(transparent)]
    Table(#[from] TableError),
    /// Its material cannot be numbered.
    #[error(transparent)]
    Index(#[from] IndexError),
}

/// Counts a whole table, on the threads of the current rayon pool.
///
/// # Errors
/// When the table is damaged.
pub fn census(table: &Table, numbering: &Numbering) -> Result<TableCensus, CensusError> {
    let index = numbering.index(table.header().material)?;
    let values = table.decode()?;
    let blocks = (0..index.blocks()).into_par_iter();
    let parts = blocks.map(|orbit| count_block(table, &index, &values, orbit));
    Ok(parts.reduce(TableCensus::default, TableCensus::with))
}

impl TableCensus {
    /// Both together; of equally long wins the one of `self` stays.
    #[must_use]
    pub fn with(mut self, other: TableCensus) -> TableCensus {
        let longer = |a: Option<(u16, Position)>, b: Option<(u16, Position)>| match (a, b) {
            (Some(a), Some(b)) => Some(if b.0 > a.0 { b } else { a }),
            (a, b) => a.or(b),
        };
        self.counts.merge(&other.counts);
        self.longest_win = longer(self.longest_win, other.longest_win);
        self.longest_loss = longer(self.longest_loss, other.longest_loss);
        self
    }
}

fn count_block(table: &Table, index: &Index, values: &Decoded, orbit: u64) -> TableCensus {
    let (board, rules) = (index.board(), table.header().rules);
    let us = index.leaders().representative(orbit);
    let us_connected = is_connected(us);
    // Counted by code first: a map look-up a position would cost more than
    // everything else.
    let mut by_code: [Vec<u64>; 2] = Default::default();
    let mut longest: [Option<(u16, u64)>; 2] = [None; 2];
    let first = orbit * index.block_len();
    for (at, them) in (first..).zip(Subsets::new(board.mask() & !us, index.material().them())) {
        let cell = values.get(at);
        let finished = rules
            .connected_value(us_connected, is_connected(them))
            .is_some();
        let counts = &mut by_code[usize::from(finished)];
        let code = usize::from(cell.code());
        if counts.len() <= code {
            counts.resize(code + 1, 0);
        }
        counts[code] += 1;
        if cell != Cell::OPEN {
            let longest = &mut longest[usize::from(!cell.is_win())];
            if longest.is_none_or(|(plies, _)| cell.plies() > plies) {
                *longest = Some((cell.plies(), them));
            }
        }
    }
    let mut counts = Census::default();
    for (finished, by_code) in by_code.iter().enumerate() {
        for (code, &count) in by_code.iter().enumerate().filter(|&(_, &count)| count > 0) {
            let value: Value = Cell::from_code(code as u16).value();
            counts.add(value, finished == 1, count * index.weight(orbit));
        }
    }
    let [longest_win, longest_loss] = longest.map(|longest| {
        let (plies, them) = longest?;
        let position = Position::new(board, us, them, Color::Black).ok()?;
        Some((plies, position))
    });
    TableCensus {
        counts,
        longest_win,
        longest_loss,
    }
}
