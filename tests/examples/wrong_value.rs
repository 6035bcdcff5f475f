//! Puts one wrong value into a table, with every checksum right, and prints the position:
//!
//!     cargo run -p loa-tests --example wrong_value -- TABLES 5x5 4v3

#![allow(clippy::print_stdout, reason = "a command is there to print")]
#![allow(clippy::unwrap_used, reason = "a command that cannot go on says where")]

use std::fs;
use std::path::PathBuf;

use clap::Parser;
use loa_solver::{Board, Color, Material, Numbering, Position, Rules, Value};
use loa_tablebase::{Layout, Table, TableSubject, Tablebase};
use loa_tests::crafted;

/// Puts one wrong value into a table.
#[derive(Parser)]
struct Args {
    /// The folder of tables
    tables: PathBuf,
    board: Board,
    material: Material,
}

fn main() {
    let args = Args::parse();
    let rules = Rules::default();
    let subject = TableSubject { rules, board: args.board, material: args.material };
    let path = Layout::new(&args.tables).table(subject);
    let index = Numbering::new(args.board).index(args.material).unwrap();
    let cells = Table::open(&path).unwrap().cells(&index).unwrap();
    let tables = Tablebase::open(&args.tables, rules);
    let right = fs::read(&path).unwrap();
    for at in (0..index.len()).rev() {
        let (us, them) = index.position(at);
        let wrong = Position::new(args.board, us, them, Color::Black).unwrap();
        if rules.termination(&wrong).is_some() || tables.answer(&wrong).unwrap() != Value::Draw {
            continue;
        }
        crafted::write(&path, rules, (args.board, args.material), |position| {
            let cell = cells[index.of(position.us(), position.them()) as usize];
            match cell.value() {
                _ if *position == wrong => Some(4),
                Value::Loss(plies) => Some(plies),
                _ => None,
            }
        });
        if Table::open(&path).is_ok() {
            println!("{wrong}");
            return;
        }
        fs::write(&path, &right).unwrap();
    }
    println!("no value can be changed");
}
