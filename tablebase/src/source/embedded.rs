//! The built-in tables: all of 4x4 under the rules of every preset. `data/README.md` says how they
//! are made.

use std::io;
use std::path::PathBuf;
use std::sync::Arc;

use loa_solver::{Board, Material, Rules};

use super::table_source::TableSource;
use crate::format::error::TableError;
use crate::format::subject::TableSubject;
use crate::format::table::Table;

macro_rules! tables {
    ($($rules:literal)*) => {
        &[$(
            ($rules, Material::new(2, 2), include_bytes!(concat!("../../tables/", $rules, "/4x4/2v2.loa"))),
            ($rules, Material::new(2, 3), include_bytes!(concat!("../../tables/", $rules, "/4x4/2v3.loa"))),
            ($rules, Material::new(2, 4), include_bytes!(concat!("../../tables/", $rules, "/4x4/2v4.loa"))),
            ($rules, Material::new(3, 2), include_bytes!(concat!("../../tables/", $rules, "/4x4/3v2.loa"))),
            ($rules, Material::new(3, 3), include_bytes!(concat!("../../tables/", $rules, "/4x4/3v3.loa"))),
            ($rules, Material::new(3, 4), include_bytes!(concat!("../../tables/", $rules, "/4x4/3v4.loa"))),
            ($rules, Material::new(4, 2), include_bytes!(concat!("../../tables/", $rules, "/4x4/4v2.loa"))),
            ($rules, Material::new(4, 3), include_bytes!(concat!("../../tables/", $rules, "/4x4/4v3.loa"))),
            ($rules, Material::new(4, 4), include_bytes!(concat!("../../tables/", $rules, "/4x4/4v4.loa"))),
        )*]
    };
}

/// Rules id, material and bytes.
type BuiltInTable = (&'static str, Material, &'static [u8]);

static TABLES: &[BuiltInTable] = tables! {
    "mover-pass" "draw-pass" "own-loss" "mover-loss" "draw-draw" "mover-pass-misere"
};

fn of(rules: Rules, board: Board) -> impl Iterator<Item = &'static BuiltInTable> {
    let built_in = (board.files(), board.ranks()) == (4, 4);
    let tables = if built_in { TABLES } else { &[] };
    tables.iter().filter(move |table| table.0 == rules.id())
}

/// Returns the rules and boards of the built-in tables.
pub fn built_in() -> Vec<(Rules, Board)> {
    let is_there = |&(rules, board): &(Rules, Board)| of(rules, board).next().is_some();
    let all = Rules::all().flat_map(|rules| Board::all().map(move |board| (rules, board)));
    all.filter(is_there).collect()
}

/// The built-in tables.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Embedded;

impl TableSource for Embedded {
    fn open_table(&self, subject: TableSubject) -> Result<Option<Arc<Table>>, TableError> {
        let TableSubject { rules, board, material } = subject;
        let table = of(rules, board).find(|table| table.1 == material).map(|(.., bytes)| {
            let name = format!("built-in {rules}/{board}/{material}");
            Table::from_storage(*bytes, name).map(Arc::new)
        });
        table.transpose()
    }

    fn materials(&self, rules: Rules, board: Board) -> io::Result<Vec<Material>> {
        Ok(materials(rules, board).collect())
    }

    fn location(&self, _: TableSubject) -> PathBuf {
        PathBuf::from("the built-in tables")
    }
}

/// Returns the material of the built-in tables of a board.
pub(crate) fn materials(rules: Rules, board: Board) -> impl Iterator<Item = Material> {
    of(rules, board).map(|table| table.1)
}
