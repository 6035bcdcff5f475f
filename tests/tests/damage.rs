//! Deliberate damage: every change of a byte and every truncation of small tables is an error or
//! the right answer, never a wrong one or a crash.

use std::path::{Path, PathBuf};

use loa_solver::internal::Cell;
use loa_solver::{Index, Numbering};
use loa_tablebase::{Builder, Layout, Selection, Table, TableError};

/// Returns the tables of a small board under rules with wins, losses and draws.
fn tables() -> (tempfile::TempDir, Vec<PathBuf>) {
    let folder = tempfile::tempdir().unwrap();
    let layout = Layout::new(folder.path());
    let (rules, board) = ("draw-pass".parse().unwrap(), "3x4".parse().unwrap());
    let builder = Builder::new(layout.clone(), rules, board, Selection::Stones(5));
    builder.run().unwrap();
    let tables: Vec<PathBuf> =
        layout.tables(rules, board).unwrap().into_iter().map(|(_, path)| path).collect();
    (folder, tables)
}

/// Returns the values of a file, or its error.
fn values(path: &Path, index: &Index) -> Result<Vec<Cell>, TableError> {
    Table::open(path)?.cells(index)
}

fn index_of(path: &Path) -> Index {
    let header = Table::open(path).unwrap().header().clone();
    let numbering = Numbering::new(header.board);
    numbering.index(header.material).unwrap()
}

#[test]
fn every_changed_byte_is_an_error_or_the_right_answer() {
    let (folder, tables) = tables();
    let damaged = folder.path().join("damaged.loa");
    for path in tables {
        let whole = std::fs::read(&path).unwrap();
        let index = index_of(&path);
        let right = values(&path, &index).unwrap();
        let header = Table::open(&path).unwrap().header().clone();
        let mut errors = 0;
        for at in 0..whole.len() {
            for change in [0x01, 0x80, 0xff, 0x55] {
                let mut bytes = whole.clone();
                bytes[at] ^= change;
                std::fs::write(&damaged, &bytes).unwrap();
                match values(&damaged, &index) {
                    Ok(found) => {
                        assert!(found == right, "byte {at} of {}", path.display());
                        assert_eq!(*Table::open(&damaged).unwrap().header(), header);
                    }
                    Err(error) => {
                        errors += 1;
                        assert!(error.to_string().contains("damaged.loa"), "{error}");
                    }
                }
            }
        }
        // Every byte of the file matters.
        assert_eq!(errors, 4 * whole.len());
    }
}

#[test]
fn every_truncation_is_an_error() {
    let (folder, tables) = tables();
    let damaged = folder.path().join("damaged.loa");
    for path in tables {
        let whole = std::fs::read(&path).unwrap();
        let index = index_of(&path);
        for length in 0..whole.len() {
            std::fs::write(&damaged, &whole[..length]).unwrap();
            let error = values(&damaged, &index).unwrap_err();
            let told = matches!(
                error,
                TableError::Length { .. } | TableError::NotATable { .. } | TableError::Io { .. }
            );
            assert!(told, "{length} of {}: {error}", whole.len());
        }
        let longer: Vec<u8> = whole.iter().copied().chain([0]).collect();
        std::fs::write(&damaged, longer).unwrap();
        assert!(matches!(values(&damaged, &index), Err(TableError::Length { .. })));
    }
}
