//! Solves a board under the default rules and prints the value of its start:
//! `cargo run -F retrograde --example solve_board -- 4x4`.

use std::error::Error;
use std::io::{Write, stdout};

use loa_solver::retrograde::{Solver, Values};
use loa_solver::{Board, Numbering, Rules};

fn main() -> Result<(), Box<dyn Error>> {
    let board: Board = std::env::args().nth(1).as_deref().unwrap_or("4x4").parse()?;
    let work = tempfile::tempdir()?;
    let numbering = Numbering::new(board);
    let solver = Solver::new(Rules::default(), &numbering, work.path());

    // Families that captures lead to come first.
    let mut values = Values::new();
    for family in board.families() {
        for solved in solver.solve(family, &values)? {
            values.insert(solved.index().material(), solved);
        }
    }

    let start = board.start();
    let solved = &values[&start.material()];
    let place = solved.index().of(start.us(), start.them());
    writeln!(stdout(), "{start}: {}", solved.get(place)?.value())?;
    Ok(())
}
