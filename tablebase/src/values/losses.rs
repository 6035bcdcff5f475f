//! The losses of whole tables, as their files store them.

use std::io;

use loa_solver::internal::{Cell, dispatch};
use loa_solver::{Index, Numbering, Rules};
use rayon::prelude::*;
use xxhash_rust::xxh3::Xxh3;

use super::codes::{Codes, Values};
use crate::format::error::TableError;
use crate::format::metric::Metric;
use crate::format::table::{Scratch, Table};
use crate::format::tally::Tally;

impl Table {
    /// Returns all that the table stores, by index: the cells of positions that are
    /// terminal or lost, and open cells for all others. The digest is checked.
    ///
    /// # Errors
    /// When a unit is damaged or the digest differs.
    ///
    /// # Panics
    /// If the index is that of another board or material.
    pub fn cells(&self, index: &Index) -> Result<Vec<Cell>, TableError> {
        let header = self.header();
        assert_eq!(
            (index.board(), index.material()),
            (header.board, header.material)
        );
        let values = self.losses(index)?;
        Ok((0..index.len()).map(|at| values.get(at)).collect())
    }

    /// Returns the cells of all positions that are terminal or lost, and open cells for
    /// all others; the digest is checked.
    ///
    /// # Errors
    /// When a unit is damaged or the digest differs.
    pub(crate) fn losses(&self, index: &Index) -> Result<Values, TableError> {
        let mut values = self.open_values(index)?;
        let together = self.header().division().leaders_together() * index.block_len();
        let fill = |scratch: &mut Scratch, number, codes: &mut [u16]| {
            self.read_leaders(index, scratch, number, codes)
        };
        values.fill(together, || self.scratch(), fill)?;
        let found = digest(&values, self.header().metric);
        self.check_digest(found.map_err(|error| TableError::io(self.path(), error))?)?;
        Ok(values)
    }

    /// Compares the digest of what is stored with that in the header.
    ///
    /// # Errors
    /// When they differ.
    pub(crate) fn check_digest(&self, found: u128) -> Result<(), TableError> {
        let expected = self.header().digest;
        if found == expected {
            return Ok(());
        }
        let fault =
            format!("the values have digest {found:032x} where the header says {expected:032x}");
        Err(TableError::damaged(self.path(), fault))
    }

    /// Reads the losses and terminal positions of leaders whose values are packed together,
    /// given the number of the group.
    ///
    /// # Errors
    /// When a unit is damaged.
    pub(crate) fn read_leaders(
        &self,
        index: &Index,
        scratch: &mut Scratch,
        number: u64,
        codes: &mut [u16],
    ) -> Result<(), TableError> {
        let (cut, rules) = (self.header().division(), self.header().rules);
        let mut rest = &mut codes[..];
        for unit in cut.of_leaders(number) {
            let (codes, after) = rest.split_at_mut(cut.unit(unit).values());
            self.unpack_whole(index, scratch, unit, codes)?;
            rest = after;
        }
        let leaders = codes.chunks_mut(index.block_len() as usize);
        for (orbit, codes) in (number * cut.leaders_together()..).zip(leaders) {
            mark_terminal(index, rules, orbit, codes);
        }
        Ok(())
    }

    /// Returns open cells for this index that hold the table's distances.
    pub(crate) fn open_values(&self, index: &Index) -> Result<Values, TableError> {
        let values = Values::open(index.clone(), self.header().longest);
        values.map_err(|refused| refused.of(self.path()))
    }
}

/// Sets the cells of a leader's positions that a connection has ended.
fn mark_terminal(index: &Index, rules: Rules, orbit: u64, codes: &mut [u16]) {
    let us_connected = index.leaders().representative(orbit).is_connected();
    let ended = [false, true].map(|them| rules.connected_value(us_connected, them));
    let ended = ended.map(|value| value.map(|value| Cell::from(value).code()));
    dispatch(
        #[inline(always)]
        || {
            for (code, them) in codes.iter_mut().zip(index.followers(orbit)) {
                if let Some(ended) = ended[usize::from(them.is_connected())] {
                    *code = ended;
                }
            }
        },
    );
}

/// Returns what a table stores of a code: see
/// [`Header::digest`](crate::Header::digest).
pub(crate) const fn stored(code: u16, metric: Metric) -> u16 {
    match metric {
        _ if !Cell::from_code(code).is_loss() => 0,
        Metric::Distance => code,
        Metric::Outcome => Cell::loss(0).code(),
    }
}

/// The digest of what a table stores, taken a part after the other.
pub(crate) struct Digest {
    hasher: Xxh3,
    bytes: Vec<u8>,
}

impl Digest {
    pub(crate) fn new() -> Digest {
        Digest {
            hasher: Xxh3::new(),
            bytes: Vec::new(),
        }
    }

    /// Adds the next codes, of which only what is [`stored`] is left.
    pub(crate) fn add(&mut self, codes: impl IntoIterator<Item = u16>) {
        self.bytes.clear();
        let bytes = codes.into_iter().flat_map(u16::to_le_bytes);
        self.bytes.extend(bytes);
        self.hasher.update(&self.bytes);
    }

    pub(crate) fn finish(&self) -> u128 {
        self.hasher.digest128()
    }
}

/// Codes that are read at a time for a digest, by all threads, and by each.
const DIGESTED: [usize; 2] = [1 << 18, 1 << 14];

/// Returns the digest of what a table stores.
///
/// # Errors
/// When the codes cannot be read.
pub(crate) fn digest(codes: &impl Codes, metric: Metric) -> io::Result<u128> {
    let mut digest = Digest::new();
    let len = codes.index().len();
    let [all, each] = DIGESTED;
    let mut room = vec![0u16; len.min(all as u64) as usize];
    for first in (0..len).step_by(all) {
        let room = &mut room[..(len - first).min(all as u64) as usize];
        let chunks = room.par_chunks_mut(each).enumerate();
        chunks.try_for_each(|(number, codes_here)| {
            codes.read_codes(first + (number * each) as u64, codes_here)?;
            for code in codes_here {
                *code = stored(*code, metric);
            }
            Ok::<(), io::Error>(())
        })?;
        digest.add(room.iter().copied());
    }
    Ok(digest.finish())
}

/// Returns the losses and the counts of a table by the index of its board or of the
/// transpose.
///
/// # Errors
/// As for [`Table::losses`].
pub(crate) fn orientated(table: &Table, index: &Index) -> Result<(Values, Tally), TableError> {
    let (board, material) = (table.header().board, table.header().material);
    if board == index.board() {
        return Ok((table.losses(index)?, table.tally().clone()));
    }
    let own = Numbering::new(board).index(material);
    let own = own.expect("its transpose has an index");
    let losses = table.losses(&own)?;
    let mut turned = table.open_values(index)?;
    let fill = |_: &mut (), orbit, codes: &mut [u16]| {
        let us = index.leaders().representative(orbit);
        let leader = own.leaders().leader(us.transposed());
        for (code, them) in codes.iter_mut().zip(index.followers(orbit)) {
            *code = losses.get(own.of_leader(leader, them.transposed())).code();
        }
        Ok::<(), TableError>(())
    };
    turned.fill(index.block_len(), || (), fill)?;
    let tally = table.tally().renumbered(|at| {
        let (us, them) = own.position(at);
        index.of(us.transposed(), them.transposed())
    });
    Ok((turned, tally))
}

#[cfg(test)]
mod tests {
    use std::fs;

    use loa_solver::{Board, Color, Position};
    use tempfile::TempDir;

    use super::*;
    use crate::builder::plan::Selection;
    use crate::builder::settings::Builder;
    use crate::probe::tablebase::Tablebase;
    use crate::source::layout::Layout;
    use crate::source::orientations::find;

    fn solved(board: &str, rules: Rules) -> (TempDir, Layout, Board) {
        let folder = tempfile::tempdir().unwrap();
        let (layout, board) = (Layout::new(folder.path()), board.parse().unwrap());
        let builder = Builder::new(layout.clone(), rules, board, Selection::Whole);
        builder.run().unwrap();
        (folder, layout, board)
    }

    #[test]
    fn tables_of_the_transpose_answer_as_tables_of_the_board_do() {
        for rules in ["mover-pass", "draw-loss-misere"].map(|id| id.parse().unwrap()) {
            let (_one, wide, _) = solved("4x3", rules);
            let (_other, tall, board) = solved("3x4", rules);
            let numbering = Numbering::new(board);
            let [turned, own] = [wide.root(), tall.root()].map(|root| Tablebase::open(root, rules));
            let materials = own.materials(board).unwrap();
            assert_eq!(turned.materials(board).unwrap(), materials);
            for material in materials {
                let index = numbering.index(material).unwrap();
                let positions = (0..index.len()).step_by(7).map(|at| {
                    let (us, them) = index.position(at);
                    Position::new(board, us, them, Color::Black).unwrap()
                });
                let positions: Vec<Position> = positions.collect();
                for (answer, position) in turned.answers(&positions).into_iter().zip(&positions) {
                    let expected = own.probe(position).unwrap();
                    assert_eq!(answer.unwrap(), expected.value, "{position}");
                    assert_eq!(turned.probe(position).unwrap(), expected);
                }

                let census = turned.census(board, material).unwrap();
                assert_eq!(census.counts, own.census(board, material).unwrap().counts);
                for (plies, longest) in [census.longest_win, census.longest_loss]
                    .into_iter()
                    .flatten()
                {
                    assert_eq!(
                        own.value(&longest).unwrap().plies(),
                        Some(plies),
                        "{longest}"
                    );
                }

                let [of_wide, of_tall] = [&wide, &tall].map(|layout| {
                    let table = find(layout, rules, board, material).unwrap().unwrap();
                    orientated(&table, &index).unwrap()
                });
                assert!((0..index.len()).all(|at| of_wide.0.get(at) == of_tall.0.get(at)));
            }
        }
    }

    #[test]
    fn a_sound_table_of_either_board_will_do() {
        let rules = Rules::default();
        let (_folder, layout, board) = solved("3x4", rules);
        let (_other, wide, _) = solved("4x3", rules);
        let material = "2v4".parse().unwrap();
        let own = layout.table(rules, board, material);
        let bytes = fs::read(&own).unwrap();
        let found = || find(&layout, rules, board, material);
        for damaged in [&bytes[..bytes.len() - 1], b""] {
            fs::write(&own, damaged).unwrap();
            assert!(found().is_err());
        }
        let turned = layout.table(rules, board.transposed(), material);
        fs::create_dir_all(turned.parent().unwrap()).unwrap();
        fs::copy(wide.table(rules, board.transposed(), material), &turned).unwrap();
        assert_eq!(found().unwrap().unwrap().path(), turned);
        fs::remove_file(&own).unwrap();
        assert_eq!(found().unwrap().unwrap().path(), turned);
        fs::write(&own, &bytes).unwrap();
        assert_eq!(found().unwrap().unwrap().path(), own);
    }
}
