//! Prints positions at random, a line each, the same for the same seed:
//!
//!     cargo run --release --example random_positions -- 5x5 100000 1 > positions
//!
//! The material is any that a game from the start can have with two stones or more
//! a side; a fourth argument such as 6v6 says which. Every placement of it is
//! equally likely.

#![allow(
    clippy::print_stdout,
    clippy::unwrap_used,
    reason = "an example is there to print, and says where it cannot go on"
)]

use loa_solver::internal::{choose, unrank_within};
use loa_solver::{Bitboard, Board, Color, Material, Position};
use rand_pcg::Pcg64;
use rand_pcg::rand_core::{Rng, SeedableRng};

fn main() {
    let arguments: Vec<String> = std::env::args().skip(1).collect();
    let [board, count, seed, material @ ..] = &arguments[..] else {
        panic!("BOARD COUNT SEED [AvB]");
    };
    let board: Board = board.parse().unwrap();
    let material: Option<Material> = material.first().map(|text| text.parse().unwrap());
    let mut chance = Pcg64::seed_from_u64(seed.parse().unwrap());
    let mut below = |end: u64| ((u128::from(chance.next_u64()) * u128::from(end)) >> 64) as u64;
    let (black, white) = board.start_stones();
    for _ in 0..count.parse::<u64>().unwrap() {
        let (us, them) = match material {
            Some(material) => (material.us(), material.them()),
            None => (
                2 + below(u64::from(black) - 1) as u32,
                2 + below(u64::from(white) - 1) as u32,
            ),
        };
        let mut draw = |stones: u32, free: Bitboard| {
            let rank = below(choose(free.count(), stones));
            Bitboard(unrank_within(rank, stones, free.0))
        };
        let us = draw(us, board.mask());
        let them = draw(them, board.mask() - us);
        println!("{}", Position::new(board, us, them, Color::Black).unwrap());
    }
}
