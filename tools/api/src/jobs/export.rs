//! `export`: writes the positions of tables and their values for other programs.

use std::fmt;
use std::fs::File;
use std::io::{self, BufWriter, Write};
use std::path::{Path, PathBuf};
use std::time::Instant;

use loa_record::text::{counted, grouped};
use loa_solver::internal::NewFile;
use loa_solver::{Board, Material, Preset, Rules};
use loa_tablebase::TableValues;
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use super::values::size;
use super::{Job, Work};
use crate::failure::{Failure, at};
use crate::figures::{amount, duration};
use crate::output_file::{Overwrite, is_special, name_of};
use crate::request::separated;

/// Write all positions of tables and their values as CSV
///
/// Each line has a position with Black to move, the squares of Black and of White as numbers of 64
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

impl Job for ExportRequest {
    type Answer = ExportReport;

    fn run(&self, work: &mut Work<'_>) -> Result<(ExportReport, Option<Failure>), Failure> {
        let (began, rules) = (Instant::now(), self.rules.unwrap_or_default().rules);
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
            self.write(work, &materials, &mut file, &mut report)?;
        } else {
            self.overwrite.check(&self.file)?;
            // The file is whole, or not there.
            let mut new = NewFile::create(&self.file).map_err(written)?;
            self.write(work, &materials, &mut new.file, &mut report)?;
            new.finish().map_err(written)?;
        }
        report.seconds = began.elapsed().as_secs_f64();
        Ok((report, None))
    }
}

impl ExportRequest {
    fn unwritten(&self, error: io::Error) -> Failure {
        match error.kind() {
            io::ErrorKind::BrokenPipe => error.into(),
            _ => at(Path::new(&name_of(&self.file)), error),
        }
    }

    fn write(
        &self,
        work: &Work<'_>,
        materials: &[Material],
        file: &mut File,
        report: &mut ExportReport,
    ) -> Result<(), Failure> {
        let tables = work.library.tables.of(report.rules);
        let memory = self.memory.unwrap_or(u64::MAX);
        let mut out = BufWriter::with_capacity(1 << 20, file);
        let mut write = |lines: &str| {
            report.bytes += lines.len() as u64;
            out.write_all(lines.as_bytes()).map_err(|error| self.unwritten(error))
        };
        write("position,us,them,outcome,plies,weight\n")?;
        for &material in materials {
            let values = tables.table_values(self.board, material, memory, &work.control.stop)?;
            work.control.begin("writing blocks", values.blocks());
            for block in 0..values.blocks() {
                let (lines, positions) = lines_of(&values, block);
                write(&lines)?;
                report.positions += positions;
                report.placements += positions * values.weight(block);
                work.control.step();
                work.expect_not_stopped()?;
            }
        }
        out.flush().map_err(|error| self.unwritten(error))
    }
}

/// Returns the lines of the positions of a block, and their number.
fn lines_of(values: &TableValues, block: u64) -> (String, u64) {
    let (mut lines, mut positions, weight) = (String::new(), 0, values.weight(block));
    for (position, value) in values.positions(block) {
        let (us, them, outcome) = (position.us().0, position.them().0, value.wdl().name());
        let plies = value.plies().map_or(String::new(), |plies| plies.to_string());
        lines += &format!("{position},{us},{them},{outcome},{plies},{weight}\n");
        positions += 1;
    }
    (lines, positions)
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
    /// The number of positions, each a line of the file.
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

    use super::*;
    use crate::jobs::LongQuestion;
    use crate::library::Library;

    #[test]
    fn each_line_has_a_position_and_its_value() {
        let library = Library::built_in();
        let folder = tempfile::tempdir().unwrap();
        let file = folder.path().join("4x4.csv");
        let export = |material: &str| {
            let parts = serde_json::json!({ "board": "4x4", "file": file, "material": material });
            let task = LongQuestion::named("export").unwrap().read(&parts.to_string()).unwrap();
            task.run(&mut Work {
                library: &library,
                threads: 1,
                control: Control::new(Stop::default(), |_| {}),
                exchange: &mut Local,
                stdout: || unreachable!(),
                program: || unreachable!(),
                engines: &[],
            })
        };
        export("4v4,2v3").unwrap();
        assert!(export("4v4").is_err_and(|failure| failure.text().contains("--force")));
        let text = fs::read_to_string(&file).unwrap();
        let mut lines = text.lines();
        assert_eq!(lines.next(), Some("position,us,them,outcome,plies,weight"));
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
    }
}
