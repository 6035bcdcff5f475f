//! Writes a table under a temporary name, and renames it when it is complete.
//!
//! Processes can write a table together: each packs a share of the units, and the first puts them
//! into the file. The bytes do not depend on the number of processes (T2).

use std::io;
use std::ops::Range;
use std::path::Path;

use loa_solver::Rules;
use loa_solver::internal::{join_pieces, split_pieces};
use loa_solver::retrograde::{Exchange, FinishedValues, Local, all_succeed};
use rayon::prelude::*;
use xxhash_rust::xxh3::xxh3_64;

use super::table_file::TableFile;
use crate::format::contexts::PositionWalk;
use crate::format::counts::{ContextCounts, choose_tokens};
use crate::format::error::TableError;
use crate::format::header::{HEADER_BYTES, Header, MOST_LEADER_VALUES};
use crate::format::model::Model;
use crate::format::packing::{Plain, count, pack};
use crate::format::tally::Tally;
use crate::format::units::Unit;
use crate::values::codes::Codes;
use crate::values::losses::digest;

/// Writes the table of finished values and returns its header. Packs on all threads of the current
/// rayon pool; the bytes do not depend on their number.
///
/// Until the table is complete and on disk it has another name, so that an existing table is always
/// complete.
///
/// # Errors
/// If the values cannot be read, the file cannot be written, or a leader has 2^32 values or more. An
/// incomplete file is removed.
pub fn write_table(
    rules: Rules,
    values: &FinishedValues,
    path: impl AsRef<Path>,
) -> Result<Header, TableError> {
    write_table_with(rules, values, path.as_ref(), &mut Local)
}

/// Writes the table of finished values together with other processes, as [`write_table`] does. They
/// send their units to the first process, which alone returns the complete header.
pub(crate) fn write_table_with(
    rules: Rules,
    values: &FinishedValues,
    path: &Path,
    exchange: &mut dyn Exchange,
) -> Result<Header, TableError> {
    let tally = Tally::of(values, rules, exchange).map_err(|error| TableError::io(path, error))?;
    Packer { rules, codes: values, tally: &tally, counted: COUNTED }.write(path, exchange)
}

/// The input of a packed table: the codes of its losses (other codes are ignored), and the census
/// of all its values.
pub(crate) struct Packer<'a, C> {
    pub(crate) rules: Rules,
    pub(crate) codes: &'a C,
    pub(crate) tally: &'a Tally,
    /// The approximate number of values that the model is counted from: see [`COUNTED`].
    pub(crate) counted: u64,
}

/// The model of a larger table is counted from this many values. More values would take longer and
/// not make the table smaller.
pub(crate) const COUNTED: u64 = 1 << 25;

/// The beginning of a table, before its units, and the model for packing them.
struct TableStart {
    header: Header,
    model: Model,
    /// The census and the model as bytes.
    parts: Vec<u8>,
}

impl<C: Codes> Packer<'_, C> {
    /// Writes the table, as [`write_table_with`] does.
    pub(crate) fn write(
        &self,
        path: &Path,
        exchange: &mut dyn Exchange,
    ) -> Result<Header, TableError> {
        let written = self.write_units(path, exchange);
        written.map_err(|error| TableError::io(path, error))
    }

    /// Packs the units, batch by batch. Every process packs its share of a batch, and the first
    /// puts all units into the file.
    fn write_units(&self, path: &Path, exchange: &mut dyn Exchange) -> io::Result<Header> {
        let start = self.start(exchange)?;
        let (rank, size) = (exchange.rank(), exchange.size());
        let file = (rank == 0).then(|| TableFile::create(path, &start.header)).transpose();
        let mut file = all_succeed(exchange, file)?;
        let groups = self.groups(&start.header);
        let values = BATCH_VALUES * size as u64;
        let batch = groups.min(1 + (values * groups) / self.codes.index().len());
        let mut written = Ok(());
        for first in (0..groups).step_by(batch as usize) {
            let share = exchange.share(batch.min(groups - first));
            let packed = written
                .and_then(|()| self.pack_groups(&start, first + share.start..first + share.end));
            let mut outgoing = vec![Vec::new(); size];
            outgoing[0] = join_pieces(all_succeed(exchange, packed)?.iter().map(Vec::as_slice));
            // The shares are in the order of ranks.
            let shares = exchange.all_to_all(outgoing)?;
            written = file.as_mut().map_or(Ok(()), |file| {
                shares.iter().try_for_each(|units| {
                    split_pieces(units)?.into_iter().try_for_each(|unit| file.add(unit.to_vec()))
                })
            });
        }
        let finished = written.and_then(|()| match file {
            Some(file) => file.finish(start.header, &start.parts),
            None => Ok(start.header),
        });
        all_succeed(exchange, finished)
    }

    /// Prepares the parts before the units.
    fn start(&self, exchange: &mut dyn Exchange) -> io::Result<TableStart> {
        let index = self.codes.index();
        if index.block_len() >= MOST_LEADER_VALUES {
            let limit = format!("a leader has {} values or more", MOST_LEADER_VALUES);
            return Err(io::Error::new(io::ErrorKind::FileTooLarge, limit));
        }
        let digest = if exchange.rank() == 0 { digest(self.codes) } else { Ok(0) };
        let mut header = Header {
            rules: self.rules,
            board: index.board(),
            material: index.material(),
            longest: self.tally.longest(),
            positions: index.len(),
            file_bytes: 0,
            census_bytes: 0,
            model_bytes: 0,
            digest: all_succeed(exchange, digest)?,
            parts_checksum: 0,
        };
        let model = self.model(&header, exchange)?;
        let model_bytes = model.encode();
        let mut parts = self.tally.encode();
        header.census_bytes = parts.len() as u32;
        header.model_bytes = model_bytes.len() as u32;
        parts.extend(model_bytes);
        parts.resize(header.directory_at() - HEADER_BYTES, 0);
        header.parts_checksum = xxh3_64(&parts);
        Ok(TableStart { header, model, parts })
    }

    /// Returns the model, counted from all values or, for a large table, from evenly spaced
    /// leaders. Every process counts its share.
    fn model(&self, header: &Header, exchange: &mut dyn Exchange) -> io::Result<Model> {
        let tokens = choose_tokens(&self.tally.losses());
        let model = ContextCounts::default().model(tokens);
        let by_distance = model.tokens_up_to(header.longest);
        let step = 1 + header.positions / self.counted;
        let numbers = exchange.share(self.groups(header).div_ceil(step));
        let counted = self.count_groups(header, numbers, step, &by_distance);
        let mine = all_succeed(exchange, counted)?;
        let mut counts = ContextCounts::default();
        for numbers in exchange.gather(&mine.to_numbers())? {
            counts.add_numbers(&numbers);
        }
        let tokens = model.into_tokens();
        if step > 1 {
            counts = counts.smoothed(self.rules, tokens.len());
        }
        Ok(counts.model(tokens))
    }

    /// Counts every `step`th group.
    fn count_groups(
        &self,
        header: &Header,
        numbers: Range<u64>,
        step: u64,
        tokens: &[u8],
    ) -> io::Result<ContextCounts> {
        let leaders = self.codes.index().leaders();
        let groups = numbers.into_par_iter().map(|number| number * step);
        let counts = groups
            .try_fold(
                || (self.scratch(), ContextCounts::default()),
                |(mut scratch, mut counts), group| {
                    let (walk, codes) = &mut scratch;
                    self.each_unit(header, group, codes, tokens, |unit, plain| {
                        count(walk, leaders, unit, plain, &mut counts);
                    })?;
                    Ok::<_, io::Error>((scratch, counts))
                },
            )
            .map(|counts| counts.map(|(_, counts)| counts));
        counts.try_reduce(ContextCounts::default, |sum, counts| Ok(sum.with(&counts)))
    }

    /// Packs the units of groups.
    fn pack_groups(
        &self,
        TableStart { header, model, .. }: &TableStart,
        groups: Range<u64>,
    ) -> io::Result<Vec<Vec<u8>>> {
        let tokens = model.tokens_up_to(header.longest);
        let leaders = self.codes.index().leaders();
        let pack_group = |(walk, codes): &mut (PositionWalk, Vec<u16>), group| {
            let mut packed = Vec::new();
            self.each_unit(header, group, codes, &tokens, |unit, plain| {
                packed.push(pack(walk, leaders, unit, plain, model));
            })?;
            Ok(packed)
        };
        let packed = groups.into_par_iter().map_init(|| self.scratch(), pack_group);
        let packed = packed.collect::<io::Result<Vec<_>>>()?;
        Ok(packed.into_iter().flatten().collect())
    }

    /// Counts the groups of leaders that are packed together.
    fn groups(&self, header: &Header) -> u64 {
        let together = header.division().leaders_together();
        self.codes.index().blocks().div_ceil(together)
    }

    /// Returns scratch space for groups, one at a time.
    fn scratch(&self) -> (PositionWalk, Vec<u16>) {
        let index = self.codes.index();
        let walk = PositionWalk::new(index.board(), self.rules, index.material().them());
        (walk, Vec::new())
    }

    /// Visits the units of one group of leaders.
    fn each_unit(
        &self,
        header: &Header,
        group: u64,
        codes: &mut Vec<u16>,
        tokens: &[u8],
        mut visit: impl FnMut(Unit, Plain<'_>),
    ) -> io::Result<()> {
        let (cut, index) = (header.division(), self.codes.index());
        let units = cut.of_leaders(group);
        let values = units.clone().map(|unit| cut.unit(unit).values()).sum();
        codes.resize(values, 0);
        let first = group * cut.leaders_together() * index.block_len();
        self.codes.read_codes(first, codes)?;
        let mut rest = &codes[..];
        for unit in units.map(|unit| cut.unit(unit)) {
            let (codes, after) = rest.split_at(unit.values());
            let plain = Plain { codes, tokens };
            visit(unit, plain);
            rest = after;
        }
        Ok(())
    }
}

/// Values that a process packs between two writes.
const BATCH_VALUES: u64 = 1 << 22;

#[cfg(test)]
mod tests {
    use loa_solver::{Board, Numbering};

    use super::*;
    use crate::builder::plan::Selection;
    use crate::builder::tests::solved;
    use crate::format::table::Table;

    #[test]
    fn a_model_of_a_few_values_packs_all() {
        let board: Board = "4x3".parse().unwrap();
        let numbering = Numbering::new(board);
        for rules in Rules::all() {
            let (folder, layout) = solved(board, rules, Selection::Whole);
            for (material, file) in layout.tables(rules, board).unwrap() {
                let table = Table::open(&file).unwrap();
                let index = numbering.index(material).unwrap();
                let packer = Packer {
                    rules,
                    codes: &table.losses(&index).unwrap(),
                    tally: table.tally(),
                    counted: 1,
                };
                let packed = folder.path().join("packed.loa");
                let header = packer.write(&packed, &mut Local).unwrap();
                assert_eq!(header.digest, table.header().digest);
                assert!(header.model_bytes > table.header().model_bytes);
                // Reading the losses compares the digest.
                Table::open(&packed).unwrap().losses(&index).unwrap();
            }
        }
    }
}
