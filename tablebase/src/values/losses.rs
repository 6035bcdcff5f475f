//! The losses in table files: read as a whole, or block by block.

use std::io;
use std::ops::Range;
use std::sync::Arc;

use loa_solver::internal::{Cell, Subsets, dispatch, members};
use loa_solver::{Bitboard, Board, Index, Numbering, Rules};
use rayon::prelude::*;
use xxhash_rust::xxh3::Xxh3;

use super::codes::{CellSource, Codes, MemoryValues};
use crate::format::error::TableError;
use crate::format::table::Table;
use crate::format::tally::Tally;

impl Table {
    /// Returns everything that the table stores, by index: the cells of positions that are terminal
    /// or lost, and open cells for all others. The digest is compared.
    ///
    /// # Errors
    /// If a unit is damaged or the digest differs.
    ///
    /// # Panics
    /// If the index is that of another board or material.
    #[doc(hidden)]
    pub fn cells(&self, index: &Index) -> Result<Vec<Cell>, TableError> {
        let header = self.header();
        assert_eq!((index.board(), index.material()), (header.board, header.material));
        let values = self.losses(index)?;
        Ok((0..index.len()).map(|at| values.get(at)).collect())
    }

    /// Returns the cells of all positions that are terminal or lost, and open cells for all others.
    /// The digest is compared.
    ///
    /// # Errors
    /// If a unit is damaged or the digest differs.
    pub(crate) fn losses(&self, index: &Index) -> Result<MemoryValues, TableError> {
        let values = self.open_values(index, 0..index.blocks())?;
        values.fill(|orbits, take| self.read_blocks(index, orbits, take))?;
        let found = digest(&values).map_err(|error| TableError::io(self.path(), error))?;
        let expected = self.header().digest;
        if found == expected {
            return Ok(values);
        }
        let fault =
            format!("the values have digest {found:032x} where the header says {expected:032x}");
        Err(TableError::damaged(self.path(), fault))
    }

    /// Passes the losses and terminal positions of the blocks of some orbits, ascending, to `take`,
    /// on the threads of the current rayon pool.
    ///
    /// # Errors
    /// If a unit is damaged or `take` fails.
    fn read_blocks(&self, index: &Index, orbits: &[u64], take: Take<'_>) -> Result<(), TableError> {
        let (cut, rules) = (self.header().division(), self.header().rules);
        let block_len = index.block_len() as usize;
        // Leaders that are packed together are unpacked together.
        let together = cut.leaders_together();
        let groups: Vec<&[u64]> = orbits.chunk_by(|a, b| a / together == b / together).collect();
        groups.into_par_iter().try_for_each_init(
            || (self.scratch(), Vec::new()),
            |(scratch, codes), orbits| {
                let group = orbits[0] / together;
                let first = group * together;
                let leaders = together.min(index.blocks() - first) as usize;
                codes.resize(leaders * block_len, 0);
                let mut rest = &mut codes[..];
                for unit in cut.of_leaders(group) {
                    let (codes, after) = rest.split_at_mut(cut.unit(unit).values());
                    self.unpack(index, scratch, unit, codes, codes.len())?;
                    rest = after;
                }
                for &orbit in orbits {
                    let from = (orbit - first) as usize * block_len;
                    let codes = &mut codes[from..from + block_len];
                    mark_terminal(index, rules, orbit, codes);
                    take(orbit, codes)?;
                }
                Ok(())
            },
        )
    }

    /// Returns open cells for blocks of this index, wide enough for the table's distances.
    pub(crate) fn open_values(
        &self,
        index: &Index,
        blocks: Range<u64>,
    ) -> Result<MemoryValues, TableError> {
        let values = MemoryValues::open(index.clone(), self.header().longest, blocks);
        let path = self.path().to_owned();
        values.map_err(|bytes| TableError::OutOfMemory { path, bytes })
    }
}

impl MemoryValues {
    /// Sets all values to those of the blocks that `read` unpacks.
    fn fill(
        &self,
        read: impl Fn(&[u64], Take<'_>) -> Result<(), TableError>,
    ) -> Result<(), TableError> {
        let orbits: Vec<u64> = self.blocks().collect();
        read(&orbits, &|orbit, codes| {
            self.put(orbit * CellSource::index(self).block_len(), codes);
            Ok(())
        })
    }
}

/// Sets the cells of a leader's positions that a connection has ended.
fn mark_terminal(index: &Index, rules: Rules, orbit: u64, codes: &mut [u16]) {
    let us = index.leaders().representative(orbit);
    let (free, us_connected) = ((index.board().mask() - us).0, us.is_connected());
    let ended = [false, true]
        .map(|them| rules.connected_value(us_connected, them))
        .map(|value| value.map(|value| Cell::from(value).code()));
    dispatch!({
        // Positions that differ only in the follower's lowest stone lie together.
        let mut codes = codes.iter_mut();
        for upper in Subsets::new(free, index.material().them() - 1) {
            let joining = Bitboard(upper).joining().0;
            let below = (upper & upper.wrapping_neg()).wrapping_sub(1);
            for (lowest, code) in members(free & below).zip(&mut codes) {
                if let Some(ended) = ended[(joining >> lowest & 1) as usize] {
                    *code = ended;
                }
            }
        }
    });
}

/// Returns the part of a code that a table stores: see [`Header::digest`](crate::Header::digest).
const fn stored(code: u16) -> u16 {
    // Only losses have even codes, and open cells have 0.
    code & (code & 1).wrapping_sub(1)
}

/// Codes read at a time for a digest: by all threads, and by each.
const DIGESTED: [usize; 2] = [1 << 18, 1 << 14];

/// Returns the digest of the values that a table stores.
///
/// # Errors
/// If the codes cannot be read.
pub(crate) fn digest(codes: &impl Codes) -> io::Result<u128> {
    let len = codes.index().len();
    let [all, each] = DIGESTED;
    let mut room = vec![0u16; len.min(all as u64) as usize];
    let (mut hasher, mut bytes) = (Xxh3::default(), Vec::new());
    for first in (0..len).step_by(all) {
        let room = &mut room[..(len - first).min(all as u64) as usize];
        let chunks = room.par_chunks_mut(each).enumerate();
        chunks.try_for_each(|(number, codes_here)| {
            codes.read_codes(first + (number * each) as u64, codes_here)?;
            for code in codes_here {
                *code = stored(*code);
            }
            Ok::<(), io::Error>(())
        })?;
        bytes.resize(2 * room.len(), 0);
        for (bytes, code) in bytes.as_chunks_mut::<2>().0.iter_mut().zip(room) {
            *bytes = code.to_le_bytes();
        }
        hasher.update(&bytes);
    }
    Ok(hasher.digest128())
}

/// Receives the codes of the block of an orbit.
type Take<'a> = &'a (dyn Fn(u64, &[u16]) -> Result<(), TableError> + Sync);

/// A table whose blocks are unpacked as needed, by the index of its board or of the transpose.
pub(crate) struct LossBlocks {
    pub(crate) table: Arc<Table>,
    pub(crate) index: Index,
    /// The census of the table, by this index.
    pub(crate) tally: Tally,
    /// All losses; `None` unless the table is for the transpose.
    turned: Option<MemoryValues>,
}

impl LossBlocks {
    /// Combines a table with the index of its board or of the transpose.
    ///
    /// # Errors
    /// If a table for the transpose, which is read as a whole, is damaged.
    pub(crate) fn new(table: Arc<Table>, index: Index) -> Result<LossBlocks, TableError> {
        let mut blocks = LossBlocks { tally: table.tally().clone(), table, index, turned: None };
        let board = blocks.table.header().board;
        if board != blocks.index.board() {
            blocks.turn(board)?;
        }
        Ok(blocks)
    }

    /// Reads all losses of a table for the transpose and renumbers them.
    fn turn(&mut self, board: Board) -> Result<(), TableError> {
        let index = &self.index;
        let own =
            Numbering::new(board).index(index.material()).expect("its transpose has an index");
        let losses = self.table.losses(&own)?;
        let turned = self.table.open_values(index, 0..index.blocks())?;
        (0..index.blocks()).into_par_iter().for_each(|orbit| {
            let us = index.leaders().representative(orbit);
            let leader = own.leaders().leader(us.transposed());
            for (at, them) in (orbit * index.block_len()..).zip(index.followers(orbit)) {
                turned.set(at, losses.get(own.of_leader(leader, them.transposed())));
            }
        });
        for (_, at) in self.tally.longest.iter_mut().flatten() {
            let (us, them) = own.position(*at);
            *at = index.of(us.transposed(), them.transposed());
        }
        self.turned = Some(turned);
        Ok(())
    }

    /// Returns all losses. The digest is compared.
    ///
    /// # Errors
    /// As for [`Table::losses`].
    pub(crate) fn into_values(self) -> Result<MemoryValues, TableError> {
        match self.turned {
            Some(values) => Ok(values),
            None => self.table.losses(&self.index),
        }
    }

    /// `true` if the table is for the transpose, in which case its digest has been compared.
    pub(crate) const fn is_turned(&self) -> bool {
        self.turned.is_some()
    }

    /// Returns the losses and terminal positions of consecutive blocks.
    ///
    /// # Errors
    /// If a unit is damaged or memory is refused.
    pub(crate) fn run(&self, blocks: Range<u64>) -> Result<MemoryValues, TableError> {
        let values = self.table.open_values(&self.index, blocks)?;
        values.fill(|orbits, take| self.read(orbits, take))?;
        Ok(values)
    }

    /// Passes the losses and terminal positions of the blocks of some orbits, ascending, to `take`,
    /// on the threads of the current rayon pool.
    ///
    /// # Errors
    /// If a unit is damaged or `take` fails.
    pub(crate) fn read(&self, orbits: &[u64], take: Take<'_>) -> Result<(), TableError> {
        let Some(values) = &self.turned else {
            return self.table.read_blocks(&self.index, orbits, take);
        };
        orbits.into_par_iter().try_for_each(|&orbit| {
            let mut codes = vec![0; self.index.block_len() as usize];
            values.copy_codes(orbit * self.index.block_len(), &mut codes);
            take(orbit, &codes)
        })
    }
}

#[cfg(test)]
mod tests {
    use std::fs;

    use loa_solver::{Color, Position};
    use tempfile::TempDir;

    use super::*;
    use crate::builder::plan::Selection;
    use crate::builder::tests::solved;
    use crate::format::subject::TableSubject;
    use crate::probe::tablebase::Tablebase;
    use crate::source::layout::Layout;
    use crate::source::orientations::find;

    fn whole(board: &str, rules: Rules) -> (TempDir, Layout) {
        solved(board.parse().unwrap(), rules, Selection::Whole)
    }

    #[test]
    fn tables_of_the_transpose_answer_as_tables_of_the_board_do() {
        for rules in ["mover-pass", "draw-loss-misere"].map(|id| id.parse().unwrap()) {
            let (_one, wide) = whole("4x3", rules);
            let (_other, tall) = whole("3x4", rules);
            let board: Board = "3x4".parse().unwrap();
            let numbering = Numbering::new(board);
            let [turned, own] = [wide.root(), tall.root()].map(|root| Tablebase::open(root, rules));
            let materials = own.materials(board).unwrap();
            assert_eq!(turned.materials(board).unwrap(), materials);
            for material in materials {
                let index = numbering.index(material).unwrap();
                let positions: Vec<Position> = (0..index.len())
                    .step_by(7)
                    .map(|at| {
                        let (us, them) = index.position(at);
                        Position::new(board, us, them, Color::Black).unwrap()
                    })
                    .collect();
                for (answer, position) in turned.answers(&positions).into_iter().zip(&positions) {
                    let expected = own.probe(position).unwrap();
                    assert_eq!(answer.unwrap(), expected.value, "{position}");
                    assert_eq!(turned.probe(position).unwrap(), expected);
                }

                let census = turned.census(board, material).unwrap();
                assert_eq!(census.counts, own.census(board, material).unwrap().counts);
                for longest in [census.longest_win, census.longest_loss].into_iter().flatten() {
                    let plies = own.answer(&longest.position).unwrap().plies();
                    assert_eq!(plies, Some(longest.plies), "{longest:?}");
                }

                let [of_wide, of_tall] = [&wide, &tall].map(|layout| {
                    let subject = TableSubject { rules, board, material };
                    let table = find(layout, subject).unwrap().unwrap();
                    let losses = LossBlocks::new(table, index.clone()).unwrap();
                    losses.into_values().unwrap()
                });
                assert!((0..index.len()).all(|at| of_wide.get(at) == of_tall.get(at)));
            }
        }
    }

    #[test]
    fn a_sound_table_of_either_board_will_do() {
        let rules = Rules::default();
        let (_folder, layout) = whole("3x4", rules);
        let (_other, wide) = whole("4x3", rules);
        let (board, material): (Board, _) = ("3x4".parse().unwrap(), "2v4".parse().unwrap());
        let subject = TableSubject { rules, board, material };
        let own = layout.table(subject);
        let bytes = fs::read(&own).unwrap();
        let found = || find(&layout, subject);
        for damaged in [&bytes[..bytes.len() - 1], b""] {
            fs::write(&own, damaged).unwrap();
            assert!(found().is_err());
        }
        let subject = TableSubject { board: board.transposed(), ..subject };
        let turned = layout.table(subject);
        fs::create_dir_all(turned.parent().unwrap()).unwrap();
        fs::copy(wide.table(subject), &turned).unwrap();
        assert_eq!(found().unwrap().unwrap().path(), turned);
        fs::remove_file(&own).unwrap();
        assert_eq!(found().unwrap().unwrap().path(), turned);
        fs::write(&own, &bytes).unwrap();
        assert_eq!(found().unwrap().unwrap().path(), own);
    }
}
