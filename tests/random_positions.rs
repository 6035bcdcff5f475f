//! Prints random positions, one on each line; a seed makes them repeatable:
//!
//!     cargo run --release --example random_positions -- 5x5 100000 1 > positions
//!
//! The material is any that a game from the start can have with two stones or more on each side; a
//! fourth argument such as 6v6 selects one. All placements of it are equally likely.

#![allow(
    clippy::print_stdout,
    clippy::unwrap_used,
    reason = "an example is there to print, and says where it cannot go on"
)]

use loa_record::random::Pcg64;
use loa_solver::{Board, Color, Material, Position};

fn main() {
    let arguments: Vec<String> = std::env::args().skip(1).collect();
    let [board, count, seed, material @ ..] = &arguments[..] else {
        panic!("BOARD COUNT SEED [AvB]");
    };
    let board: Board = board.parse().unwrap();
    let material: Option<Material> = material.first().map(|text| text.parse().unwrap());
    let mut chance = Pcg64::of(seed.parse().unwrap(), &[]);
    let (black, white) = board.start_stones();
    for _ in 0..count.parse::<u64>().unwrap() {
        let (us, them) = match material {
            Some(material) => (material.us(), material.them()),
            None => (
                2 + chance.below(u64::from(black) - 1) as u32,
                2 + chance.below(u64::from(white) - 1) as u32,
            ),
        };
        let us = chance.subset(us, board.mask());
        let them = chance.subset(them, board.mask() - us);
        println!("{}", Position::new(board, us, them, Color::Black).unwrap());
    }
}
