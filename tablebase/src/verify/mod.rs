//! Proving finished tables from their own successors.
//!
//! Every value in the files is compared with what the values of its successors
//! imply, by forward moves and the rules alone: nothing of the solving passes
//! is used. If all agree the tables are right: a win in 1 has a finished
//! position behind it, a win in d a loss in exactly d - 1, and so on by
//! induction; and a draw has no way to a loss for the opponent.

mod around;
mod successors;

use std::collections::HashMap;
use std::io;

use loa_solver::{Board, IndexError, Material, Numbering, Position, Rules, Value};

use self::successors::{Numbered, Tables};
use crate::error::TableError;
use crate::layout::Layout;
use crate::table::Table;
use crate::tablebase::check_place;

/// A value that its successors contradict.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Mismatch {
    /// The position.
    pub position: Position,
    /// Its value in the table.
    pub stored: Value,
    /// The value that its successors imply.
    pub implied: Value,
}

/// Why tables could not be verified, or are wrong.
#[derive(Debug, thiserror::Error)]
pub enum VerifyError {
    /// A value is wrong.
    #[error("{material}: {} is stored as {}, its successors make it {}", .mismatch.position, .mismatch.stored, .mismatch.implied)]
    Wrong {
        /// The table.
        material: Material,
        /// The first wrong value found.
        mismatch: Box<Mismatch>,
    },
    /// A table is damaged or misplaced.
    #[error(transparent)]
    Table(#[from] TableError),
    /// A table that the values depend on is missing.
    #[error("the table for {missing} is missing, which {material} depends on")]
    Missing {
        /// The table being verified.
        material: Material,
        /// What it depends on.
        missing: Material,
    },
    /// There is no table to verify.
    #[error("no tables in {0}")]
    NoTables(String),
    /// The folder cannot be read.
    #[error("{folder}: {source}")]
    Io {
        /// The folder.
        folder: String,
        /// What the system says.
        source: io::Error,
    },
    /// The material cannot be numbered.
    #[error(transparent)]
    Index(#[from] IndexError),
}

/// What was verified.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Verified {
    /// Tables.
    pub tables: usize,
    /// Values.
    pub values: u64,
}

/// Verifies the tables of one board, or those of one material alone, on the
/// threads of the current rayon pool. `done` is told each table and its values
/// when it has been verified.
///
/// # Errors
/// At the first wrong value, damage, or missing table.
pub fn verify(
    layout: &Layout,
    rules: Rules,
    board: Board,
    only: Option<Material>,
    done: &mut dyn FnMut(Material, u64),
) -> Result<Verified, VerifyError> {
    let folder = || layout.board(rules, board).display().to_string();
    let tables = layout.tables(rules, board);
    let tables = tables.map_err(|source| VerifyError::Io {
        folder: folder(),
        source,
    })?;
    let wanted = |material: &Material| only.is_none_or(|only| only.family() == material.family());
    let materials: Vec<Material> = tables
        .into_iter()
        .map(|(material, _)| material)
        .filter(wanted)
        .collect();
    if materials.is_empty() {
        return Err(VerifyError::NoTables(folder()));
    }
    let mut examiner = Examiner {
        layout,
        rules,
        numbering: Numbering::new(board),
        tables: HashMap::new(),
    };
    let mut verified = Verified::default();
    for material in materials {
        let values = examiner.examine(material)?;
        done(material, values);
        verified.tables += 1;
        verified.values += values;
    }
    Ok(verified)
}

struct Examiner<'a> {
    layout: &'a Layout,
    rules: Rules,
    numbering: Numbering,
    /// The tables in hand: of one material and of what it leads to.
    tables: HashMap<Material, Numbered>,
}

impl Examiner<'_> {
    fn examine(&mut self, material: Material) -> Result<u64, VerifyError> {
        let (twin, lower) = (material.twin(), material.after_capture());
        let lower = lower.filter(|after| after.us() > 1);
        let needed: Vec<Material> = [material, twin].into_iter().chain(lower).collect();
        self.tables.retain(|kept, _| needed.contains(kept));
        for &needed in &needed {
            self.load(needed, material)?;
        }
        let table = &self.tables[&material];
        let tables = Tables {
            rules: self.rules,
            table,
            twin: &self.tables[&twin],
            lower: lower.map(|lower| &self.tables[&lower]),
        };
        let wrong = tables.first_wrong().or_else(|| tables.first_unequal());
        match wrong {
            Some(mismatch) => {
                let mismatch = Box::new(mismatch);
                Err(VerifyError::Wrong { material, mismatch })
            }
            None => Ok(table.index.len()),
        }
    }

    fn load(&mut self, material: Material, needed_by: Material) -> Result<(), VerifyError> {
        if self.tables.contains_key(&material) {
            return Ok(());
        }
        let board = self.numbering.board();
        let path = self.layout.table(self.rules, board, material);
        if !path.exists() {
            let (material, missing) = (needed_by, material);
            return Err(VerifyError::Missing { material, missing });
        }
        let table = Table::open(&path)?;
        check_place(&table, self.rules, board, material)?;
        let index = self.numbering.index(material)?;
        let values = table.decode()?;
        self.tables.insert(material, Numbered { index, values });
        Ok(())
    }
}
