//! Reports on table files: their contents and checks.

use std::collections::BTreeMap;
use std::fmt;
use std::path::Path;

use loa_record::text::{counted, grouped, path_text, printable};
use loa_solver::{Board, Material, Rules, position_count};
use loa_tablebase::{Census, EmptyFolder, Header, Layout, Table, TableError, Wdl, built_in};
use schemars::JsonSchema;
use serde::Serialize;

use crate::failure::Failure;
use crate::figures::amount;
use crate::library::Library;
use crate::request::NoParts;
use crate::text::joined;

/// The number of wins, draws and losses of a table.
#[derive(Clone, Debug, Serialize, JsonSchema)]
struct Outcomes {
    /// The maximum number of plies to a win.
    longest_win: Option<u16>,
    /// The maximum number of plies to a loss.
    longest_loss: Option<u16>,
    /// The number of placements that the side to move wins.
    wins: u64,
    /// The number of placements that are drawn.
    draws: u64,
    /// The number of placements that the side to move loses.
    losses: u64,
}

impl Outcomes {
    fn new(census: &Census) -> Outcomes {
        let [wins, draws, losses] = census.shares();
        Outcomes {
            longest_win: census.longest(Wdl::Win),
            longest_loss: census.longest(Wdl::Loss),
            wins,
            draws,
            losses,
        }
    }
}

/// Opens a table and checks that its file name matches its contents.
///
/// # Errors
/// When the file cannot be read, is damaged or has the name of another table.
pub fn open_table(file: &Path) -> Result<Table, TableError> {
    let table = Table::open(file)?;
    table.check_name()?;
    Ok(table)
}

/// A table: of a file, built into the program, or begun by a solve that has not finished it.
#[derive(Clone, Debug, Serialize, JsonSchema)]
pub struct TableInfo {
    /// The file. Answers over HTTP leave it out.
    #[serde(skip_serializing_if = "Option::is_none")]
    file: Option<String>,
    /// The board.
    board: Board,
    /// The rules id.
    rules: Rules,
    /// The material, the side to move first.
    material: Material,
    /// The number of positions of a usable table. Mirror images count once.
    #[serde(skip_serializing_if = "Option::is_none")]
    positions: Option<u64>,
    /// The bytes of the file; 0 for a table built into the program.
    bytes: u64,
    /// True if the table is finished.
    complete: bool,
    /// True if the table is built into the program.
    built_in: bool,
    /// The digest of a file's values, in hexadecimal. It does not depend on the packing.
    #[serde(skip_serializing_if = "Option::is_none")]
    digest: Option<String>,
    /// The reason why the table cannot be used.
    #[serde(skip_serializing_if = "Option::is_none")]
    error: Option<String>,
    /// The counts of a finished table.
    #[serde(flatten)]
    outcomes: Option<Outcomes>,
}

impl TableInfo {
    /// Returns a table without contents.
    fn named((rules, board, material): (Rules, Board, Material)) -> TableInfo {
        TableInfo {
            file: None,
            board,
            rules,
            material,
            positions: position_count(board, material).ok(),
            bytes: 0,
            complete: false,
            built_in: false,
            digest: None,
            error: None,
            outcomes: None,
        }
    }

    /// Returns a table whose solving has begun but is not finished.
    pub fn unfinished(file: &Path, named: (Rules, Board, Material)) -> TableInfo {
        TableInfo { file: Some(path_text(file)), ..TableInfo::named(named) }
    }

    fn counted(self, census: &Census) -> TableInfo {
        TableInfo { complete: true, outcomes: Some(Outcomes::new(census)), ..self }
    }

    /// Returns the table of a file.
    ///
    /// # Errors
    /// When the file cannot be read, is damaged or has the name of another table.
    pub fn open(file: &Path) -> Result<TableInfo, TableError> {
        let table = open_table(file)?;
        let Header { rules, board, material, file_bytes, digest, .. } = *table.header();
        Ok(TableInfo {
            bytes: file_bytes,
            digest: Some(format!("{digest:032x}")),
            ..TableInfo::unfinished(file, (rules, board, material)).counted(&table.census())
        })
    }
}

/// Writes a row of a table.
impl fmt::Display for TableInfo {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let [board, rules, material] =
            [&self.board as &dyn fmt::Display, &self.rules, &self.material]
                .map(ToString::to_string);
        let positions = self.positions.unwrap_or(0);
        write!(f, "{board:<6} {rules:<18} {material:<8} {positions:>14} ")?;
        let Some(outcomes) = &self.outcomes else {
            return write!(f, "unfinished");
        };
        let Outcomes { wins, draws, losses, .. } = *outcomes;
        let bits = 8.0 * self.bytes as f64 / positions as f64;
        let plies = |plies: Option<u16>| plies.map_or("-".to_owned(), |plies| plies.to_string());
        let all = (wins + draws + losses) as f64 / 100.0;
        let [won, drawn, lost] = [wins, draws, losses].map(|count| count as f64 / all);
        write!(
            f,
            "{:>14} {bits:>6.2} {:>11} {:>12}  {won:.2} / {drawn:.2} / {lost:.2} %",
            self.bytes,
            plies(outcomes.longest_win),
            plies(outcomes.longest_loss),
        )
    }
}

/// The tables of a folder, or of files.
#[derive(Clone, Debug, Serialize)]
pub struct InfoReport {
    tables: Vec<TableInfo>,
    damaged: Vec<CheckedFile>,
    #[serde(skip_serializing_if = "Option::is_none")]
    folder: Option<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    built_in: Option<Vec<BuiltIn>>,
    /// The facts about the folder if it has no tables.
    #[serde(skip)]
    empty: Option<EmptyFolder>,
}

/// A board whose tables are built into the program.
#[derive(Clone, Debug, Serialize)]
struct BuiltIn {
    board: Board,
    rules: Rules,
}

impl InfoReport {
    /// Returns the tables of a folder or of named files, with the damaged files.
    pub fn new(
        folder: Option<&Path>,
        tables: Vec<TableInfo>,
        damaged: &[TableError],
    ) -> InfoReport {
        let damaged = damaged.iter().map(|error| CheckedFile::new(error.path(), Some(error)));
        let built_in = built_in().into_iter().map(|(rules, board)| BuiltIn { board, rules });
        InfoReport {
            tables,
            damaged: damaged.collect(),
            folder: folder.map(path_text),
            built_in: folder.map(|_| built_in.collect()),
            empty: folder.and_then(|folder| Layout::new(folder).without_tables()),
        }
    }
}

impl fmt::Display for InfoReport {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let folder = self.folder.as_deref();
        let name = folder.map_or(String::new(), printable);
        if let Some(empty) = self.empty.as_ref().filter(|_| self.damaged.is_empty()) {
            f.write_str(&printable(&empty.to_string()))?;
        } else {
            write!(
                f,
                "{:<6} {:<18} {:<8} {:>14} {:>14} {:>6} {:>11} {:>12}  won / drawn / lost",
                "board",
                "rules",
                "material",
                "positions",
                "bytes",
                "bits",
                "longest win",
                "longest loss",
            )?;
        }
        for table in &self.tables {
            write!(f, "\n{table}")?;
        }
        for damaged in &self.damaged {
            write!(f, "\n{damaged}")?;
        }
        if folder.is_some() && !self.tables.is_empty() {
            let tables = counted(self.tables.len() as u64, "table");
            let positions = self.tables.iter().filter_map(|table| table.positions).sum();
            let bytes = amount(self.tables.iter().map(|table| table.bytes).sum());
            write!(f, "\n{tables} in {name}: {} positions, {bytes}", grouped(positions))?;
        }
        let mut built_in: BTreeMap<Board, Vec<Rules>> = BTreeMap::new();
        for BuiltIn { board, rules } in self.built_in.iter().flatten() {
            built_in.entry(*board).or_default().push(*rules);
        }
        for (board, rules) in built_in {
            write!(f, "\nbuilt into the program: {board} under {}", joined(rules, ", "))?;
        }
        Ok(())
    }
}

impl OverviewReply {
    pub(crate) fn find(_: &NoParts, library: &Library) -> Result<OverviewReply, Failure> {
        let layout = &library.layout;
        let mut tables = Vec::new();
        for (rules, board) in layout.boards()? {
            for (material, file) in layout.tables(rules, board)? {
                let table = TableInfo::open(&file).unwrap_or_else(|error| TableInfo {
                    positions: None,
                    error: Some(error.to_string()),
                    ..TableInfo::named((rules, board, material))
                });
                tables.push(TableInfo { file: None, ..table });
            }
        }
        for (rules, board) in built_in() {
            if layout.tables(rules, board)?.is_empty() {
                let inside = library.tables.of(rules);
                for material in inside.materials(board)? {
                    let census = inside.census(board, material)?.counts;
                    let table = TableInfo::named((rules, board, material)).counted(&census);
                    tables.push(TableInfo { built_in: true, ..table });
                }
            }
        }
        Ok(OverviewReply { bytes: tables.iter().map(|table| table.bytes).sum(), tables })
    }
}

/// An overview of all tables.
#[derive(Clone, Debug, Serialize, JsonSchema)]
pub(crate) struct OverviewReply {
    /// Each table, by rules, board and material.
    tables: Vec<TableInfo>,
    /// The total bytes of all files.
    bytes: u64,
}

/// Files that were checked.
#[derive(Clone, Debug, Default, Serialize)]
pub struct CheckReport {
    files: Vec<CheckedFile>,
    sound: usize,
    damaged: usize,
}

/// A file that was checked.
#[derive(Clone, Debug, Serialize)]
pub struct CheckedFile {
    file: String,
    ok: bool,
    error: Option<String>,
}

impl CheckedFile {
    /// Returns a checked file, with the damage if any.
    pub fn new(file: &Path, damage: Option<&TableError>) -> CheckedFile {
        CheckedFile {
            file: path_text(file),
            ok: damage.is_none(),
            error: damage.map(ToString::to_string),
        }
    }
}

impl fmt::Display for CheckedFile {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let ok = || format!("{}: ok", self.file);
        f.write_str(&printable(&self.error.clone().unwrap_or_else(ok)))
    }
}

impl FromIterator<CheckedFile> for CheckReport {
    fn from_iter<I: IntoIterator<Item = CheckedFile>>(files: I) -> CheckReport {
        let files: Vec<CheckedFile> = files.into_iter().collect();
        let sound = files.iter().filter(|file| file.ok).count();
        let damaged = files.len() - sound;
        CheckReport { files, sound, damaged }
    }
}
