//! The census of a table: how many positions have each value. A table's file contains its census,
//! counted over all placements when the table was written.

use loa_solver::internal::{Cell, choose};
use loa_solver::{Color, Index, Position};

use super::bytes::{u16_at, u64_at};
use super::census::Census;
use super::header::Header;

/// The census of a table: how many positions have each value, and positions with the longest win
/// and loss.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[non_exhaustive]
pub struct TableCensus {
    /// The placements of the stones by value.
    pub counts: Census,
    /// The longest win.
    pub longest_win: Option<Longest>,
    /// The longest loss.
    pub longest_loss: Option<Longest>,
}

/// A longest win or loss of a table.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct Longest {
    /// The distance in plies.
    pub plies: u16,
    /// A position that has it.
    pub position: Position,
}

impl TableCensus {
    /// Returns the census of the transposed board's table: the same counts, with transposed
    /// positions.
    #[must_use]
    pub(crate) fn transposed(mut self) -> TableCensus {
        for longest in [&mut self.longest_win, &mut self.longest_loss].into_iter().flatten() {
            longest.position = longest.position.transposed();
        }
        self
    }

    /// Returns the sum of two censuses. Between equally long wins it keeps the one of `self`.
    #[must_use]
    pub fn with(mut self, other: TableCensus) -> TableCensus {
        self.counts.merge(&other.counts);
        let plies = |longest: &Longest| longest.plies;
        self.longest_win = longer(self.longest_win, other.longest_win, plies);
        self.longest_loss = longer(self.longest_loss, other.longest_loss, plies);
        self
    }
}

/// Returns the longer of two; the first if both are equally long.
fn longer<T>(a: Option<T>, b: Option<T>, plies: impl Fn(&T) -> u16) -> Option<T> {
    match (a, b) {
        (Some(a), Some(b)) => Some(if plies(&b) > plies(&a) { b } else { a }),
        (a, b) => a.or(b),
    }
}

/// Counts of the placements of a table by code, and the indices of a longest win and loss.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(crate) struct Tally {
    /// The placements that are not terminal, and those that a connection has ended.
    pub(crate) by_code: [Vec<u64>; 2],
    /// Distance and index of a longest win, and of a longest loss.
    pub(crate) longest: [Option<(u16, u64)>; 2],
}

const ROW_BYTES: usize = 16;

impl Tally {
    /// Returns the counts.
    pub(crate) fn census(&self) -> Census {
        let mut census = Census::default();
        for (cell, ended, count) in self.rows() {
            census.add(cell.value(), ended, count);
        }
        census
    }

    /// Returns the cells that occur, those that a connection has ended last, with their counts.
    fn rows(&self) -> impl Iterator<Item = (Cell, bool, u64)> {
        let rows = self.by_code.iter().zip([false, true]).flat_map(|(counts, ended)| {
            let cells = counts.iter().enumerate();
            cells.map(move |(code, &count)| (Cell::from_code(code as u16), ended, count))
        });
        rows.filter(|&(.., count)| count > 0)
    }

    /// Returns the counts, and positions with the longest win and loss.
    pub(crate) fn table_census(&self, index: &Index) -> TableCensus {
        let [longest_win, longest_loss] = self.longest.map(|longest| {
            let (plies, at) = longest?;
            let (us, them) = index.position(at);
            let position = Position::new(index.board(), us, them, Color::Black).ok()?;
            Some(Longest { plies, position })
        });
        TableCensus { counts: self.census(), longest_win, longest_loss }
    }

    /// Reads bytes written by `Tally::encode` for a table with this header.
    ///
    /// # Errors
    /// The fault.
    pub(crate) fn decode(bytes: &[u8], header: &Header) -> Result<Tally, String> {
        let tally = Tally::read(bytes)?;
        let counts = tally.by_code.iter().flatten();
        let sum: u128 = counts.map(|&count| u128::from(count)).sum();
        let expected = placements(header);
        if sum != expected {
            return Err(format!("it adds up to {sum} placements where there are {expected}"));
        }
        for &(plies, at) in tally.longest.iter().flatten() {
            if plies > header.longest {
                return Err(format!("it has a row of {plies} plies"));
            }
            if at >= header.positions {
                return Err(format!("it names position {at}"));
            }
        }
        Ok(tally)
    }

    /// Reads bytes written by `Tally::encode`.
    ///
    /// # Errors
    /// The fault.
    pub(crate) fn read(bytes: &[u8]) -> Result<Tally, String> {
        if bytes.len() < ROW_BYTES || !bytes.len().is_multiple_of(ROW_BYTES) {
            return Err(format!("it has {} bytes", bytes.len()));
        }
        let mut tally = Tally::default();
        let mut last = None;
        for row in bytes[ROW_BYTES..].chunks_exact(ROW_BYTES) {
            let (code, ended, count) = (u16_at(row, 0), u16_at(row, 2), u64_at(row, 8));
            let counts = tally
                .by_code
                .get_mut(usize::from(ended))
                .ok_or_else(|| format!("a row is of kind {ended}"))?;
            if last >= Some((ended, code)) {
                return Err("its rows are out of order".to_owned());
            }
            last = Some((ended, code));
            counts.resize(usize::from(code) + 1, 0);
            counts[usize::from(code)] = count;
        }
        for (kind, at) in [(0, u64_at(bytes, 0)), (1, u64_at(bytes, 8))] {
            let plies = tally.longest_of(kind == 0);
            if plies.is_some() == (at == u64::MAX) {
                return Err(format!("it names position {at}"));
            }
            tally.longest[kind] = plies.map(|plies| (plies, at));
        }
        Ok(tally)
    }

    /// Returns the longest win or loss among the rows, in plies.
    fn longest_of(&self, wins: bool) -> Option<u16> {
        let cells = self.rows().map(|(cell, ..)| cell);
        let same = cells.filter(|cell| if wins { cell.is_win() } else { cell.is_loss() });
        same.map(Cell::plies).max()
    }
}

/// The part of a tally used for counting and writing.
#[cfg(feature = "build")]
impl Tally {
    /// Returns the sum of two tallies.
    pub(crate) fn with(mut self, other: Tally) -> Tally {
        for (counts, more) in self.by_code.iter_mut().zip(&other.by_code) {
            if counts.len() < more.len() {
                counts.resize(more.len(), 0);
            }
            for (count, more) in counts.iter_mut().zip(more) {
                *count += more;
            }
        }
        for (longest, other) in self.longest.iter_mut().zip(other.longest) {
            *longest = longer(*longest, other, |&(plies, _)| plies);
        }
        self
    }

    /// Returns the longest distance, in plies.
    pub(crate) fn longest(&self) -> u16 {
        let plies = self.longest.iter().flatten().map(|&(plies, _)| plies);
        plies.max().unwrap_or(0)
    }

    /// Counts the losses by distance that no connection has ended.
    pub(crate) fn losses(&self) -> Vec<u64> {
        let losses = self.by_code[0].iter().skip(usize::from(Cell::loss(0).code()));
        losses.step_by(2).copied().collect()
    }

    /// Returns the tally as bytes. First the indices of a longest win and of a longest loss, all
    /// ones if none exists. Then for each code that occurs: the code and whether a connection has
    /// ended the game, in two bytes each, four zeros, and the count.
    pub(crate) fn encode(&self) -> Vec<u8> {
        let mut bytes = Vec::new();
        for longest in self.longest {
            let at = longest.map_or(u64::MAX, |(_, at)| at);
            bytes.extend(at.to_le_bytes());
        }
        for (cell, ended, count) in self.rows() {
            bytes.extend(cell.code().to_le_bytes());
            bytes.extend(u16::from(ended).to_le_bytes());
            bytes.extend([0; 4]);
            bytes.extend(count.to_le_bytes());
        }
        bytes
    }
}

/// Counts the placements that the positions of a table represent.
fn placements(header: &Header) -> u128 {
    let leaders = choose(header.board.squares(), header.material.us());
    u128::from(leaders) * u128::from(header.values_a_leader())
}
