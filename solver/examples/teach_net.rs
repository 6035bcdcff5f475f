//! Makes the weights that proof searches begin with (`src/proof/net.weights`).
//!
//! `cargo run --release -p loa-solver -F proof --example teach_net -- FILE [EXPANSIONS [ROUNDS]]`

use std::error::Error;
use std::io::Write;

use loa_solver::proof::{Question, RuleSet, train_weights};
use loa_solver::{Board, Color};

/// Boards, each with the player who wins or is believed to win.
const QUESTIONS: [(&str, Color); 10] = [
    ("5x5", Color::Black),
    ("5x6", Color::White),
    ("6x5", Color::Black),
    ("5x7", Color::White),
    ("6x6", Color::Black),
    ("7x6", Color::Black),
    ("6x7", Color::White),
    ("8x6", Color::Black),
    ("6x8", Color::White),
    ("7x7", Color::Black),
];

fn main() -> Result<(), Box<dyn Error>> {
    let mut arguments = std::env::args().skip(1);
    let file = arguments.next().ok_or("a file for the weights is missing")?;
    let number = |text: Option<String>, default| text.map_or(Ok(default), |text| text.parse());
    let expansions = number(arguments.next(), 600_000)?;
    let rounds = number(arguments.next(), 2)?;
    let mut questions = Vec::new();
    for (board, winner) in QUESTIONS {
        let start = board.parse::<Board>()?.start();
        questions.push(Question::new(start, RuleSet::NORMAL, winner));
    }
    let weights = train_weights(&questions, expansions, rounds as usize, &|line| {
        let _ = writeln!(std::io::stderr(), "{line}");
    })?;
    std::fs::write(file, weights)?;
    Ok(())
}
