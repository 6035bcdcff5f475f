//! Answers from tables stored one after another in a single file, an archive:
//! `cargo run --example own_storage`.
//!
//! [`Section`] reads a part of the file, and [`Archive`] knows which part is the table of which
//! positions. A program that reads tables over a network or from a database does the same two
//! things.

use std::collections::HashMap;
use std::error::Error;
use std::fs::{self, File};
use std::io::{self, Write, stdout};
use std::path::{Path, PathBuf};
use std::sync::Arc;

use loa_tablebase::{
    Board, Layout, Material, Rules, Storage, Table, TableError, TableSource, TableSubject,
    Tablebase,
};

/// A part of a file.
#[derive(Clone)]
struct Section {
    file: Arc<File>,
    start: u64,
    bytes: u64,
}

impl Storage for Section {
    fn size(&self) -> io::Result<u64> {
        Ok(self.bytes)
    }

    fn read_at(&self, offset: u64, bytes: &mut [u8]) -> io::Result<()> {
        if offset + bytes.len() as u64 > self.bytes {
            return Err(io::ErrorKind::UnexpectedEof.into());
        }
        self.file.read_at(self.start + offset, bytes)
    }
}

/// Tables in one file.
struct Archive {
    path: PathBuf,
    sections: HashMap<TableSubject, Section>,
}

impl Archive {
    /// Writes an archive of table files.
    fn create(path: &Path, tables: &[PathBuf]) -> Result<Archive, Box<dyn Error>> {
        let mut file = File::create_new(path)?;
        for table in tables {
            file.write_all(&fs::read(table)?)?;
        }
        let file = Arc::new(File::open(path)?);
        let (mut sections, mut start) = (HashMap::new(), 0);
        for table in tables {
            let header = Table::open(table)?.header().clone();
            let section = Section { file: Arc::clone(&file), start, bytes: header.file_bytes };
            sections.insert(header.subject(), section);
            start += header.file_bytes;
        }
        let path = path.to_owned();
        Ok(Archive { path, sections })
    }
}

impl TableSource for Archive {
    fn open_table(&self, subject: TableSubject) -> Result<Option<Arc<Table>>, TableError> {
        let section = self.sections.get(&subject).cloned();
        let table = section.map(|section| Table::from_storage(section, &self.path));
        Ok(table.transpose()?.map(Arc::new))
    }

    fn materials(&self, rules: Rules, board: Board) -> io::Result<Vec<Material>> {
        let subjects = self.sections.keys();
        let of_board = subjects.filter(|subject| (subject.rules, subject.board) == (rules, board));
        Ok(of_board.map(|subject| subject.material).collect())
    }

    fn location(&self, _: TableSubject) -> PathBuf {
        self.path.clone()
    }
}

fn main() -> Result<(), Box<dyn Error>> {
    let (rules, board) = ("mover-pass".parse()?, "4x4".parse()?);
    let tables = Path::new(env!("CARGO_MANIFEST_DIR")).join("tables");
    let tables: Vec<PathBuf> =
        Layout::new(tables).tables(rules, board)?.into_iter().map(|(_, path)| path).collect();
    let folder = tempfile::tempdir()?;
    let archive = Archive::create(&folder.path().join("4x4.archive"), &tables)?;
    let options = Tablebase::options().embedded(false).source(archive);
    let tablebase = options.tablebase(rules);
    let position = "1xx1/o2o/o2o/1xx1 x".parse()?;
    writeln!(stdout(), "{position}: {}", tablebase.answer(&position)?)?;
    Ok(())
}
