//! Proving finished tables from their own successors.
//!
//! Every value in the files is compared with what the values of its successors
//! imply, by forward moves and the rules alone: nothing of the solving passes
//! is used. If all agree the tables are right: a win in 1 has a finished
//! position behind it, a win in d a loss in exactly d - 1, and so on by
//! induction; and a draw has no way to a loss for the opponent.

use std::collections::HashMap;
use std::io;

use loa_solver::retrograde::Cell;
use loa_solver::{
    Board, Color, Index, IndexError, Material, Numbering, Position, Rules, Subsets, Value,
};
use rayon::prelude::*;

use crate::error::TableError;
use crate::layout::Layout;
use crate::table::{Decoded, Table};
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
    /// Unpacked values of the table in hand and of what it leads to.
    tables: HashMap<Material, (Index, Decoded)>,
}

impl Examiner<'_> {
    fn examine(&mut self, material: Material) -> Result<u64, VerifyError> {
        let mut needed = vec![material, material.twin()];
        needed.extend(material.after_capture().filter(|after| after.us() > 1));
        self.tables.retain(|kept, _| needed.contains(kept));
        for &needed in &needed {
            self.load(needed, material)?;
        }
        let (index, values) = &self.tables[&material];
        let board = index.board();
        let wrong = (0..index.blocks()).into_par_iter().find_map_first(|orbit| {
            let us = index.leaders().representative(orbit);
            let first = orbit * index.block_len();
            let followers = Subsets::new(board.mask() & !us, material.them());
            followers.zip(first..).find_map(|(them, at)| {
                let position = Position::new(board, us, them, Color::Black).ok()?;
                let (stored, implied) = (values.get(at).value(), self.implied(&position));
                (stored != implied).then_some(Mismatch {
                    position,
                    stored,
                    implied,
                })
            })
        });
        match wrong {
            Some(mismatch) => {
                let mismatch = Box::new(mismatch);
                Err(VerifyError::Wrong { material, mismatch })
            }
            None => Ok(index.len()),
        }
    }

    /// What the successors of a position make it.
    fn implied(&self, position: &Position) -> Value {
        if let Some((_, value)) = self.rules.outcome(position) {
            return value;
        }
        let after_stones = position
            .stone_moves()
            .map(|m| self.stored(&position.after(m)).before());
        let best = after_stones.reduce(Value::better);
        // Only a passing side is not finished and yet has no stone to move.
        best.unwrap_or_else(|| self.stored(&position.passed()).before())
    }

    fn stored(&self, position: &Position) -> Value {
        if let Some(value) = self.lone_value(position) {
            return value;
        }
        let (index, values) = &self.tables[&position.material()];
        let cell: Cell = values.get(index.of(position.us(), position.them()));
        cell.value()
    }

    /// The value of a position with a lone stone, for which there is no table.
    fn lone_value(&self, position: &Position) -> Option<Value> {
        let material = position.material();
        (material.us() == 1 || material.them() == 1).then(|| {
            let settled = self.rules.settled_value(position);
            settled.expect("a lone stone is connected")
        })
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
        self.tables.insert(material, (index, table.decode()?));
        Ok(())
    }
}
