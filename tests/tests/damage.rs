//! Deliberate damage: every change of a byte and every truncation of small tables is an error or
//! the right answer, never a wrong one or a crash.

use std::path::Path;

use loa_solver::internal::Cell;
use loa_solver::{Index, Numbering};
use loa_tablebase::{Table, TableError};

use crate::changed_files::solved;

/// Returns the values of a file, or its error.
fn values(path: &Path, index: &Index) -> Result<Vec<Cell>, TableError> {
    Table::open(path)?.cells(index)
}

#[test]
fn every_changed_byte_or_truncation_is_an_error_or_the_right_answer() {
    // Rules with wins, losses and draws.
    let rules = "draw-pass".parse().unwrap();
    let (folder, layout, board) = solved(rules);
    let damaged = folder.path().join("damaged.loa");
    for (material, path) in layout.tables(rules, board).unwrap() {
        let whole = std::fs::read(&path).unwrap();
        let index = Numbering::new(board).index(material).unwrap();
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
            std::fs::write(&damaged, &whole[..at]).unwrap();
            let error = values(&damaged, &index).unwrap_err();
            let told = matches!(
                error,
                TableError::Length { .. } | TableError::NotATable { .. } | TableError::Io { .. }
            );
            assert!(told, "{at} of {}: {error}", whole.len());
        }
        // Every byte of the file matters.
        assert_eq!(errors, 4 * whole.len());
        std::fs::write(&damaged, [whole, vec![0]].concat()).unwrap();
        assert!(matches!(values(&damaged, &index), Err(TableError::Length { .. })));
    }
}
