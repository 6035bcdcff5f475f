//! Writing a table: to a temporary name, renamed when whole.

use std::fs::{self, File};
use std::io::{self, BufWriter, Seek, SeekFrom, Write};
use std::path::Path;

use loa_solver::Rules;
use loa_solver::retrograde::FinishedValues;
use rayon::prelude::*;
use xxhash_rust::xxh3::{xxh3_64, xxh3_64_with_seed};

use crate::format::coding::{Plain, count, pack};
use crate::format::contexts::Walk;
use crate::format::error::TableError;
use crate::format::header::{ENTRY_UNITS, Header, MOST_LEADER_VALUES};
use crate::format::metric::Metric;
use crate::format::model::{Counts, Model, choose_tokens};
use crate::format::tally::Tally;
use crate::format::units::{UNIT_SHIFT, Unit};
use crate::source::new_file::create_anew;
use crate::values::codes::Codes;
use crate::values::losses::digest;

/// Writes the table of finished values and returns its header. Packs on
/// all threads of the current rayon pool; the bytes do not depend on how many.
///
/// Until the table is whole and on the disk it has another name, so that a table that
/// is there is always a whole one.
///
/// # Errors
/// When the file cannot be written; whatever was written of it is removed.
pub fn write_table(
    rules: Rules,
    values: &FinishedValues,
    path: impl AsRef<Path>,
) -> Result<Header, TableError> {
    let path = path.as_ref();
    let tally = Tally::of(values, rules).map_err(|error| TableError::Io {
        path: path.to_owned(),
        error,
    })?;
    Packer {
        rules,
        metric: Metric::Distance,
        codes: values,
        tally: &tally,
        counted: COUNTED,
    }
    .write(path)
}

/// The parts that a table is made of: the codes of its losses, whatever the other codes
/// are, and the census of all its values.
pub(crate) struct Packer<'a, C> {
    pub(crate) rules: Rules,
    pub(crate) metric: Metric,
    pub(crate) codes: &'a C,
    pub(crate) tally: &'a Tally,
    /// The number of values, about, that the model is counted over: see [`COUNTED`].
    pub(crate) counted: u64,
}

/// Values that the model of a table is counted over, if it has as many: more
/// would take longer and make it no smaller.
pub(crate) const COUNTED: u64 = 1 << 25;

impl<C: Codes> Packer<'_, C> {
    /// Writes the table, as [`write_table`] does.
    pub(crate) fn write(&self, path: &Path) -> Result<Header, TableError> {
        let temporary = path.with_extension("loa.part");
        let written = self.write_whole(&temporary).and_then(|header| {
            fs::rename(&temporary, path)?;
            if let Some(folder) = path.parent() {
                File::open(folder)?.sync_all()?;
            }
            Ok(header)
        });
        written.map_err(|error| {
            let _ = fs::remove_file(&temporary);
            TableError::Io {
                path: path.to_owned(),
                error,
            }
        })
    }

    fn write_whole(&self, path: &Path) -> io::Result<Header> {
        let index = self.codes.index();
        if index.block_len() >= MOST_LEADER_VALUES {
            let limit = format!("a leader has {} values or more", MOST_LEADER_VALUES);
            return Err(io::Error::new(io::ErrorKind::FileTooLarge, limit));
        }
        let mut header = Header {
            rules: self.rules,
            board: index.board(),
            material: index.material(),
            metric: self.metric,
            unit_shift: UNIT_SHIFT,
            longest: self.tally.longest(),
            positions: index.len(),
            file_bytes: 0,
            census_bytes: 0,
            model_bytes: 0,
            digest: digest(self.codes, self.metric)?,
            parts_checksum: 0,
        };
        let model = self.model(&header)?;
        let model_bytes = model.encode();
        let mut parts = self.tally.encode();
        header.census_bytes = parts.len() as u32;
        header.model_bytes = model_bytes.len() as u32;
        parts.extend(model_bytes);
        parts.resize(header.directory_at() - header.census_at(), 0);
        header.parts_checksum = xxh3_64(&parts);

        let mut file = BufWriter::new(create_anew(path)?);
        file.seek(SeekFrom::Start(header.units_at()))?;
        let (directory, end) = self.write_units(&header, &model, &mut file)?;
        header.file_bytes = end;
        file.seek(SeekFrom::Start(0))?;
        file.write_all(&header.encode())?;
        file.write_all(&parts)?;
        file.write_all(&directory)?;
        let file = file.into_inner().map_err(io::IntoInnerError::into_error)?;
        file.sync_all()?;
        Ok(header)
    }

    /// Returns the model: counted over all values or, in a large table, over leaders
    /// spread evenly over it.
    fn model(&self, header: &Header) -> io::Result<Model> {
        let tokens = match self.metric {
            Metric::Distance => choose_tokens(&self.tally.losses()),
            Metric::Outcome => Vec::new(),
        };
        let model = Model::new(tokens, &Counts::default());
        let by_distance = model.tokens_up_to(header.longest);
        let leaders = self.codes.index().leaders();
        let step = 1 + header.positions / self.counted;
        let groups = (0..self.groups(header).div_ceil(step)).into_par_iter();
        let counts = groups.map(|number| number * step).try_fold(
            || (self.scratch(), Counts::default()),
            |(mut scratch, mut counts), group| {
                let (walk, codes) = &mut scratch;
                self.each_unit(header, group, codes, &by_distance, |unit, plain| {
                    count(walk, leaders, unit, plain, &mut counts);
                })?;
                Ok::<_, io::Error>((scratch, counts))
            },
        );
        let counts = counts.map(|counts| counts.map(|(_, counts)| counts));
        let counts = counts.try_reduce(Counts::default, |sum, counts| Ok(sum.with(&counts)));
        let mut counts = counts?;
        let tokens = model.into_tokens();
        if step > 1 {
            counts = counts.smoothed(self.rules, tokens.len());
        }
        Ok(Model::new(tokens, &counts))
    }

    /// Writes the units, and returns the directory and where the last one ends.
    fn write_units(
        &self,
        header: &Header,
        model: &Model,
        file: &mut impl Write,
    ) -> io::Result<(Vec<u8>, u64)> {
        let mut directory = Directory::new(header.units_at());
        let tokens = model.tokens_up_to(header.longest);
        let leaders = self.codes.index().leaders();
        let groups = self.groups(header);
        let batch = groups.min(1 + (BATCH_VALUES * groups) / self.codes.index().len());
        for first in (0..groups).step_by(batch as usize) {
            let groups = (first..groups.min(first + batch)).into_par_iter();
            let pack_group = |(walk, codes): &mut (Walk, Vec<u16>), group| {
                let mut packed = Vec::new();
                self.each_unit(header, group, codes, &tokens, |unit, plain| {
                    packed.push(pack(walk, leaders, unit, plain, model));
                })?;
                Ok(packed)
            };
            let packed = groups.map_init(|| self.scratch(), pack_group);
            let packed = packed.collect::<io::Result<Vec<_>>>()?;
            for unit in packed.into_iter().flatten() {
                directory.add(unit, file)?;
            }
        }
        directory.finish(file)
    }

    /// Returns how many groups of leaders that belong together there are.
    fn groups(&self, header: &Header) -> u64 {
        let together = header.division().leaders_together();
        self.codes.index().blocks().div_ceil(together)
    }

    /// Returns scratch space for one group after another.
    fn scratch(&self) -> (Walk, Vec<u16>) {
        let index = self.codes.index();
        let walk = Walk::new(index.board(), self.rules, index.material().them());
        (walk, Vec::new())
    }

    /// Visits the units of leaders that belong together.
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
            let plain = Plain {
                metric: self.metric,
                codes,
                tokens,
            };
            visit(unit, plain);
            rest = after;
        }
        Ok(())
    }
}

/// Values that are packed between two writes.
const BATCH_VALUES: u64 = 1 << 22;

/// The directory of a table being written: an entry for every [`ENTRY_UNITS`]
/// units.
struct Directory {
    bytes: Vec<u8>,
    /// The offset of the units of the next entry.
    start: u64,
    units: Vec<Vec<u8>>,
}

impl Directory {
    fn new(start: u64) -> Directory {
        Directory {
            bytes: Vec::new(),
            start,
            units: Vec::new(),
        }
    }

    /// Takes the next unit's bytes.
    fn add(&mut self, unit: Vec<u8>, file: &mut impl Write) -> io::Result<()> {
        self.units.push(unit);
        if self.units.len() == ENTRY_UNITS {
            self.enter(file)?;
        }
        Ok(())
    }

    /// The directory, and where the last unit ends.
    fn finish(mut self, file: &mut impl Write) -> io::Result<(Vec<u8>, u64)> {
        if !self.units.is_empty() {
            self.enter(file)?;
        }
        Ok((self.bytes, self.start))
    }

    fn enter(&mut self, file: &mut impl Write) -> io::Result<()> {
        let together = self.units.concat();
        file.write_all(&together)?;
        let checksum = xxh3_64_with_seed(&together, self.start);
        self.bytes.extend(self.start.to_le_bytes());
        self.bytes.extend(checksum.to_le_bytes());
        self.units.resize(ENTRY_UNITS, Vec::new());
        for unit in self.units.drain(..) {
            let length = u16::try_from(unit.len()).map_err(io::Error::other)?;
            self.bytes.extend(length.to_le_bytes());
        }
        self.start += together.len() as u64;
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use loa_solver::{Board, Numbering};

    use super::*;
    use crate::builder::selection::Selection;
    use crate::builder::settings::Builder;
    use crate::format::table::Table;
    use crate::source::layout::Layout;

    #[test]
    fn a_model_of_a_few_values_packs_all() {
        let board: Board = "4x3".parse().unwrap();
        let numbering = Numbering::new(board);
        for rules in Rules::all() {
            let folder = tempfile::tempdir().unwrap();
            let layout = Layout::new(folder.path());
            let builder = Builder::new(layout.clone(), rules, board, Selection::Whole);
            builder.run(&()).unwrap();
            for (material, file) in layout.tables(rules, board).unwrap() {
                let table = Table::open(&file).unwrap();
                let index = numbering.index(material).unwrap();
                for metric in [Metric::Distance, Metric::Outcome] {
                    let packer = Packer {
                        rules,
                        metric,
                        codes: &table.losses(&index).unwrap(),
                        tally: table.tally(),
                        counted: 1,
                    };
                    let packed = folder.path().join("packed.loa");
                    let header = packer.write(&packed).unwrap();
                    if metric == Metric::Distance {
                        assert_eq!(header.digest, table.header().digest);
                        assert!(header.model_bytes > table.header().model_bytes);
                    }
                    // The digest is compared.
                    Table::open(&packed).unwrap().losses(&index).unwrap();
                }
            }
        }
    }
}
