//! A folder of tables: `DIR/<rules id>/<board>/<material>.loa`.

use std::fs;
use std::io;
use std::path::{Path, PathBuf};
use std::sync::Arc;

#[cfg(feature = "build")]
use loa_solver::retrograde::WorkDir;
use loa_solver::{Board, Material, Rules};

use super::table_source::TableSource;
use crate::format::error::TableError;
use crate::format::subject::TableSubject;
use crate::format::table::Table;

/// A folder of tables.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Layout {
    root: PathBuf,
}

/// The layout of the tables below a path.
impl<P: AsRef<Path>> From<P> for Layout {
    fn from(root: P) -> Layout {
        Layout::new(root.as_ref())
    }
}

impl Layout {
    /// The extension of table files.
    pub const ENDING: &'static str = "loa";

    /// Returns the layout of the tables below `root`, which need not exist.
    pub fn new(root: impl Into<PathBuf>) -> Layout {
        Layout { root: root.into() }
    }

    /// Returns the root folder.
    pub fn root(&self) -> &Path {
        &self.root
    }

    /// Returns the folder of one board's tables.
    pub fn board(&self, rules: Rules, board: Board) -> PathBuf {
        self.root.join(rules.id()).join(board.to_string())
    }

    /// Returns the file of one table.
    pub fn table(&self, subject: TableSubject) -> PathBuf {
        let name = format!("{}.{}", subject.material, Layout::ENDING);
        self.board(subject.rules, subject.board).join(name)
    }

    /// Returns the folder of unfinished work on one board.
    pub fn work(&self, rules: Rules, board: Board) -> PathBuf {
        self.board(rules, board).join("work")
    }

    /// Returns the orientation in which tables of a board are made: the board itself, unless only
    /// its transpose has tables or unfinished work.
    pub fn orientation(&self, rules: Rules, board: Board) -> Board {
        let other = board.transposed();
        let is_turned = !self.is_used(rules, board) && self.is_used(rules, other);
        if is_turned { other } else { board }
    }

    /// `true` if a board has tables or unfinished work.
    pub(crate) fn is_used(&self, rules: Rules, board: Board) -> bool {
        let tables = self.tables(rules, board);
        self.work(rules, board).exists() || tables.is_ok_and(|tables| !tables.is_empty())
    }

    /// Returns the subject that a path names, if it ends like the path of a table.
    pub fn named(path: &Path) -> Option<TableSubject> {
        let name = path.file_name()?.to_str()?;
        let material = name.strip_suffix(Layout::ENDING)?.strip_suffix('.')?.parse().ok()?;
        let folder = path.parent()?;
        let board = folder.file_name()?.to_str()?.parse().ok()?;
        let rules = folder.parent()?.file_name()?.to_str()?.parse().ok()?;
        Some(TableSubject { rules, board, material })
    }

    /// Returns the rules and boards that have a folder, which may be empty.
    ///
    /// # Errors
    /// If the folder exists but cannot be read. The error names it.
    pub fn boards(&self) -> io::Result<Vec<(Rules, Board)>> {
        let mut boards = Vec::new();
        for rules in Rules::all() {
            if !exists(&self.root.join(rules.id()))? {
                continue;
            }
            for board in Board::all() {
                if exists(&self.board(rules, board))? {
                    boards.push((rules, board));
                }
            }
        }
        Ok(boards)
    }

    /// Returns the table files of one board, smallest material first.
    ///
    /// # Errors
    /// If the folder exists but cannot be read. The error names it.
    pub fn tables(&self, rules: Rules, board: Board) -> io::Result<Vec<(Material, PathBuf)>> {
        let folder = self.board(rules, board);
        let entries = match fs::read_dir(&folder) {
            Ok(entries) => entries,
            Err(error) if is_nothing_there(&error) => return Ok(Vec::new()),
            Err(error) => return Err(named(&folder, &error)),
        };
        let mut tables = Vec::new();
        for entry in entries {
            let path = entry?.path();
            let stem = path.file_stem().and_then(|stem| stem.to_str());
            let material = stem.and_then(|stem| stem.parse::<Material>().ok());
            let is_table = path.extension().is_some_and(|ending| ending == Layout::ENDING);
            if let Some(material) = material.filter(|_| is_table) {
                tables.push((material, path));
            }
        }
        tables.sort_by_key(|&(material, _)| material);
        Ok(tables)
    }
}

impl TableSource for Layout {
    fn open_table(&self, subject: TableSubject) -> Result<Option<Arc<Table>>, TableError> {
        match Table::open(self.table(subject)) {
            Ok(table) => Ok(Some(Arc::new(table))),
            Err(TableError::Io { error, .. }) if is_nothing_there(&error) => Ok(None),
            Err(error) => Err(error),
        }
    }

    fn materials(&self, rules: Rules, board: Board) -> io::Result<Vec<Material>> {
        let tables = self.tables(rules, board)?.into_iter();
        Ok(tables.map(|(material, _)| material).collect())
    }

    fn location(&self, subject: TableSubject) -> PathBuf {
        self.table(subject)
    }

    /// Returns the record of a solve that has begun but not ended.
    #[cfg(feature = "build")]
    fn unfinished(&self, subject: TableSubject) -> Option<PathBuf> {
        WorkDir::new(self.work(subject.rules, subject.board)).unfinished(subject.material)
    }
}

/// `true` if a path exists.
///
/// # Errors
/// If the system does not tell. The error names the path.
fn exists(path: &Path) -> io::Result<bool> {
    match path.try_exists() {
        Err(error) if is_nothing_there(&error) => Ok(false),
        exists => exists.map_err(|error| named(path, &error)),
    }
}

/// Returns an error that names the path to which it belongs.
fn named(path: &Path, error: &io::Error) -> io::Error {
    io::Error::new(error.kind(), format!("{}: {error}", path.display()))
}

/// `true` if an error says that a file does not exist.
pub(crate) fn is_nothing_there(error: &io::Error) -> bool {
    use io::ErrorKind::{NotADirectory, NotFound};
    matches!(error.kind(), NotFound | NotADirectory)
}

impl Table {
    /// Compares the table with its path, if the path names rules, a board and a material: see
    /// [`Layout::named`].
    ///
    /// # Errors
    /// If it is a table of another subject.
    pub fn check_name(&self) -> Result<(), TableError> {
        Layout::named(self.path()).map_or(Ok(()), |named| self.check_place(named))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_table_is_named_by_its_path() {
        let layout = Layout::new("some/where");
        let (rules, board) = ("draw-pass".parse().unwrap(), "5x4".parse().unwrap());
        let subject = TableSubject { rules, board, material: "3v2".parse().unwrap() };
        assert_eq!(Layout::named(&layout.table(subject)), Some(subject));
        for other in ["3v2.loa", "5x4/3v2.loa", "chess/5x4/3v2.loa", "draw-pass/5x4/3v2"] {
            assert_eq!(Layout::named(Path::new(other)), None, "{other}");
        }
    }
}
