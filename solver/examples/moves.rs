//! Prints a position's moves, and the number of sequences of three moves that begin with each:
//! `cargo run --example moves -- "1xx1/o2o/o2o/1xx1 x"`.

use std::error::Error;
use std::io::{Write, stdout};

use loa_solver::{Position, Rules, perft};

fn main() -> Result<(), Box<dyn Error>> {
    let position: Position =
        std::env::args().nth(1).as_deref().unwrap_or("1xx1/o2o/o2o/1xx1 x").parse()?;
    let rules = Rules::default();
    if let Some((termination, value)) = rules.termination(&position) {
        writeln!(stdout(), "{}: {value}", termination.name())?;
        return Ok(());
    }
    for played in rules.moves(&position) {
        let next = position.play(played)?;
        writeln!(stdout(), "{played} {}", perft(rules, &next, 2))?;
    }
    Ok(())
}
