//! `export`: writes the positions of tables and their values for other programs.

#[cfg(feature = "columns")]
mod columns;
mod row;

use std::fmt;
use std::fs::File;
use std::io::{self, BufWriter, Write};
use std::path::{Path, PathBuf};
use std::time::Instant;

use clap::ValueEnum;
use loa_record::text::{counted, grouped};
use loa_solver::internal::NewFile;
use loa_solver::{Board, Material, Preset, Rules};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use self::row::{Encoder, Row, csv};
use super::values::size;
use super::{Job, Work};
use crate::failure::{Failure, at};
use crate::figures::{amount, duration};
use crate::output_file::{Overwrite, is_special, name_of};
use crate::request::separated;

/// Rows that are encoded together.
const BATCH: usize = 1 << 16;

/// Write all positions of tables and their values as CSV, Arrow or Parquet
///
/// Each row has a position with Black to move, the squares of Black and of White as numbers of 64
/// bits (a1 is bit 0, b1 bit 1, a2 bit 8), the outcome for Black, the plies to the end, and the
/// number of placements on the board that the position stands for. Other images of a position under
/// symmetries that do not keep the squares of Black are left out.
#[derive(Clone, Debug, Deserialize, clap::Args)]
#[serde(deny_unknown_fields)]
pub(super) struct ExportRequest {
    #[arg(from_global)]
    rules: Option<Preset>,
    /// The board, such as 5x5
    board: Board,
    /// The file to write; - for standard output
    file: PathBuf,
    /// Format of the file; arrow and parquet need a program built with --features columns [default:
    /// the one that its name ends in, or csv]
    #[arg(long, value_name = "FORMAT")]
    to: Option<Format>,
    /// Only this material, the side to move first; separate several with commas [default: all that
    /// has tables]
    #[serde(default, deserialize_with = "separated")]
    #[arg(long, value_name = "AvB", value_delimiter = ',')]
    material: Vec<Material>,
    /// Memory limit for the values of one table and of those that it leads to, such as 2GiB
    /// [default: no limit]
    #[arg(long, value_name = "SIZE", value_parser = size)]
    memory: Option<u64>,
    #[serde(default, rename = "force")]
    #[command(flatten)]
    overwrite: Overwrite,
}

/// The format of the file.
#[derive(Clone, Copy, Debug, Deserialize, clap::ValueEnum)]
#[serde(rename_all = "lowercase")]
enum Format {
    /// Lines of text
    Csv,
    /// Columns as they lie in memory: the IPC format of Arrow, also called Feather
    #[value(alias = "feather")]
    Arrow,
    /// Compressed columns
    Parquet,
}

impl Job for ExportRequest {
    type Answer = ExportReport;

    fn run(&self, work: &mut Work<'_>) -> Result<(ExportReport, Option<Failure>), Failure> {
        let (began, rules) = (Instant::now(), self.rules());
        let encoder = self.encoder()?;
        let materials = work.library.materials(rules, self.board, &self.material)?;
        let mut report = ExportReport {
            board: self.board,
            rules,
            file: name_of(&self.file),
            tables: materials.len(),
            positions: 0,
            placements: 0,
            bytes: 0,
            seconds: 0.0,
        };
        let written = |error| self.unwritten(error);
        if is_special(&self.file) {
            let mut file = self.overwrite.create(&self.file, work.stdout)?;
            self.write(work, &materials, encoder, &mut file, &mut report)?;
        } else {
            self.overwrite.check(&self.file)?;
            // The file is whole, or not there.
            let mut new = NewFile::create(&self.file).map_err(written)?;
            self.write(work, &materials, encoder, &mut new.file, &mut report)?;
            new.finish().map_err(written)?;
        }
        report.seconds = began.elapsed().as_secs_f64();
        Ok((report, None))
    }
}

impl ExportRequest {
    fn rules(&self) -> Rules {
        self.rules.unwrap_or_default().rules
    }

    fn unwritten(&self, error: io::Error) -> Failure {
        match error.kind() {
            io::ErrorKind::BrokenPipe => error.into(),
            _ => at(Path::new(&name_of(&self.file)), error),
        }
    }

    /// Begins a file of the format that was asked for.
    fn encoder(&self) -> Result<Box<dyn Encoder>, Failure> {
        let ending = || Format::from_str(self.file.extension()?.to_str()?, true).ok();
        match self.to.or_else(ending).unwrap_or(Format::Csv) {
            Format::Csv => Ok(Box::new(csv())),
            #[cfg(feature = "columns")]
            Format::Arrow => Ok(Box::new(columns::arrow(self.board, self.rules())?)),
            #[cfg(feature = "columns")]
            Format::Parquet => Ok(Box::new(columns::parquet(self.board, self.rules())?)),
            #[cfg(not(feature = "columns"))]
            Format::Arrow | Format::Parquet => Err(Failure::new(
                crate::failure::Status::Usage,
                "this program was built without the feature columns, which writes Arrow and \
                 Parquet: cargo install --path tools/cli --features columns",
            )),
        }
    }

    fn write(
        &self,
        work: &Work<'_>,
        materials: &[Material],
        mut encoder: Box<dyn Encoder>,
        file: &mut File,
        report: &mut ExportReport,
    ) -> Result<(), Failure> {
        let tables = work.library.tables.of(report.rules);
        let memory = self.memory.unwrap_or(u64::MAX);
        let mut out = BufWriter::with_capacity(1 << 20, file);
        let mut write = |bytes: io::Result<Vec<u8>>| {
            let bytes = bytes.map_err(|error| self.unwritten(error))?;
            report.bytes += bytes.len() as u64;
            out.write_all(&bytes).map_err(|error| self.unwritten(error))
        };
        let mut rows = Vec::new();
        for &material in materials {
            let values = tables.table_values(self.board, material, memory, &work.control.stop)?;
            work.control.begin("writing blocks", values.blocks());
            for block in 0..values.blocks() {
                let weight = values.weight(block) as u8;
                for (position, value) in values.positions(block) {
                    rows.push(Row { position, value, weight });
                    if rows.len() == BATCH {
                        write(encoder.encode(&rows))?;
                        rows.clear();
                    }
                    report.positions += 1;
                    report.placements += u64::from(weight);
                }
                work.control.step();
                work.expect_not_stopped()?;
            }
        }
        write(encoder.encode(&rows))?;
        write(encoder.finish())?;
        out.flush().map_err(|error| self.unwritten(error))
    }
}

/// Positions that were written.
#[derive(Clone, Debug, Serialize, JsonSchema)]
pub(super) struct ExportReport {
    /// The board.
    board: Board,
    /// The rules id.
    rules: Rules,
    /// The file.
    file: String,
    /// The number of tables.
    tables: usize,
    /// The number of positions, each a row of the file.
    positions: u64,
    /// The number of placements that they stand for.
    placements: u64,
    /// The size of the file.
    bytes: u64,
    /// The time of the work.
    seconds: f64,
}

impl fmt::Display for ExportReport {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let ExportReport { board, rules, file, .. } = self;
        let (tables, positions) = (counted(self.tables as u64, "table"), grouped(self.positions));
        let (placements, bytes) = (grouped(self.placements), amount(self.bytes));
        write!(f, "{file}: {positions} positions of {tables} of {board} under {rules}, for ")?;
        write!(f, "{placements} placements, {bytes}, {}", duration(self.seconds))
    }
}

#[cfg(test)]
mod tests {
    use std::fs;

    use loa_solver::retrograde::Local;
    use loa_solver::{Control, Position, Stop};
    use serde_json::json;
    use sha2::{Digest, Sha256};

    use super::*;
    use crate::jobs::LongQuestion;
    use crate::library::Library;

    const FORMATS: &[&str] = match cfg!(feature = "columns") {
        true => &["csv", "arrow", "parquet"],
        false => &["csv"],
    };

    /// Runs the question with some parts besides the board.
    pub(super) fn export(mut parts: serde_json::Value, stop: Stop) -> Result<(), Failure> {
        parts["board"] = json!("4x4");
        let task = LongQuestion::named("export").unwrap().read(&parts.to_string()).unwrap();
        let (library, control) = (Library::built_in(), Control::new(stop, |_| {}));
        task.run(&mut Work::alone(&library, control, &mut Local)).map(|_| ())
    }

    #[test]
    fn each_line_has_a_position_and_its_value() {
        let folder = tempfile::tempdir().unwrap();
        let file = folder.path().join("4x4.csv");
        let ask = |parts| export(parts, Stop::default());
        ask(json!({ "file": file, "material": "4v4,2v3" })).unwrap();
        let again = ask(json!({ "file": file, "material": "4v4" }));
        assert!(again.is_err_and(|failure| failure.text().contains("--force")));
        let text = fs::read_to_string(&file).unwrap();
        let mut lines = text.lines();
        assert_eq!(lines.next(), Some("position,us,them,outcome,plies,weight"));
        let library = Library::built_in();
        let (tables, mut placements) = (library.tables.of(Rules::default()), 0);
        for line in lines {
            let fields: Vec<&str> = line.split(',').collect();
            let [position, us, them, outcome, plies, weight] = fields[..] else {
                panic!("{line}");
            };
            let position: Position = position.parse().unwrap();
            assert_eq!([us, them], [position.us(), position.them()].map(|set| set.0.to_string()));
            let value = tables.answer(&position).unwrap();
            let distance = value.plies().map_or(String::new(), |plies| plies.to_string());
            assert_eq!((outcome, plies), (value.wdl().name(), &*distance), "{line}");
            placements += weight.parse::<u64>().unwrap();
        }
        assert_eq!(placements, 900_900 + 16 * 15 / 2 * (14 * 13 * 12 / 6));
        ask(json!({ "file": file, "force": true })).unwrap();
        let digest = Sha256::digest(fs::read(&file).unwrap());
        let digest: String = digest.iter().map(|byte| format!("{byte:02x}")).collect();
        assert!(include_str!("../../../../../data/card.md").contains(&digest), "{digest}");
    }

    #[test]
    fn an_export_that_fails_or_stops_leaves_no_file() {
        let folder = tempfile::tempdir().unwrap();
        for format in FORMATS {
            let (stop, file) = (Stop::default(), folder.path().join(format));
            stop.set();
            let stopped = export(json!({ "file": file, "to": format }), stop).unwrap_err();
            assert_eq!(stopped.text(), "interrupted", "{format}");
            for file in [file.join("file"), "/dev/full".into()] {
                let parts = json!({ "file": file, "to": format });
                let failure = export(parts, Stop::default()).unwrap_err();
                assert!(failure.text().starts_with(file.to_str().unwrap()), "{}", failure.text());
            }
        }
        assert_eq!(fs::read_dir(folder.path()).unwrap().count(), 0);
    }

    #[cfg(not(feature = "columns"))]
    #[test]
    fn a_format_of_the_feature_is_refused_by_option_and_by_name() {
        let folder = tempfile::tempdir().unwrap();
        let (file, named) = (folder.path().join("4x4"), folder.path().join("4x4.Parquet"));
        for parts in [json!({ "file": file, "to": "arrow" }), json!({ "file": named })] {
            let refused = export(parts, Stop::default()).unwrap_err();
            assert_eq!(refused.status, crate::failure::Status::Usage);
            assert!(refused.text().contains("--features columns"), "{}", refused.text());
        }
        export(json!({ "file": named, "to": "csv", "material": "2v2" }), Stop::default()).unwrap();
        assert_eq!(fs::read_dir(folder.path()).unwrap().count(), 1);
    }
}
