//! Writes all values of one table to the standard output, for programs in other languages:
//! `cargo run --release --example all_values -- FOLDER RULES BOARD MATERIAL`.
//!
//! First a line with the number of blocks and the number of positions in a block. Then, for each
//! block, eight bytes, the squares of the side to move, and for each position of the block two bytes,
//! its value: 0 for a draw, 2 n + 1 for a win and 2 n + 2 for a loss in n plies. Bit 8 y + x of the
//! squares is file x and rank y, both from 0, and all numbers are little-endian. In a block the
//! squares of the other side go through all sets of the free squares, ordered as numbers.

use std::error::Error;
use std::io::{self, BufWriter, Write};

use loa_tablebase::{Stop, Tablebase, Value};

fn main() -> Result<(), Box<dyn Error>> {
    let args: Vec<String> = std::env::args().skip(1).collect();
    let [folder, rules, board, material] = args.as_slice() else {
        return Err("usage: all_values FOLDER RULES BOARD MATERIAL".into());
    };
    let tables = Tablebase::open(folder, rules.parse()?);
    let all = tables.table_values(board.parse()?, material.parse()?, u64::MAX, &Stop::default())?;
    let mut out = BufWriter::with_capacity(1 << 20, io::stdout().lock());
    let positions = if all.blocks() == 0 { 0 } else { all.values(0).count() };
    writeln!(out, "{} {positions}", all.blocks())?;
    for block in 0..all.blocks() {
        out.write_all(&all.us(block).0.to_le_bytes())?;
        for value in all.values(block) {
            let code = match value {
                Value::Win(plies) => 2 * plies + 1,
                Value::Loss(plies) => 2 * plies + 2,
                _ => 0,
            };
            out.write_all(&code.to_le_bytes())?;
        }
    }
    Ok(out.flush()?)
}
