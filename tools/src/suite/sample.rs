//! Positions drawn at random: reproducible, and the same on every machine.

use loa_solver::{Board, Color, Material, Position, Symmetry, choose, unrank_within};
use rand_pcg::Pcg64;
use rand_pcg::rand_core::{Rng, SeedableRng};

/// An endless row of positions of one material, all placements being equally
/// likely. Sets of squares are drawn by their rank, which needs no index: that
/// of a large board takes longer to build than most questions to answer.
pub(super) struct Sample {
    board: Board,
    material: Material,
    generator: Pcg64,
}

impl Sample {
    /// The row of this number under a seed. Both sides must have stones and fit
    /// the board.
    pub(super) fn new(board: Board, material: Material, seed: u64, row: u32) -> Sample {
        let parts = [material.us(), material.them(), row];
        let seed = parts.into_iter().fold(seed, |seed, part| {
            Pcg64::seed_from_u64(seed).next_u64() ^ u64::from(part)
        });
        let generator = Pcg64::seed_from_u64(seed);
        Sample {
            board,
            material,
            generator,
        }
    }

    /// A number below `bound`. Where counts of positions fit a table, it is as
    /// good as evenly spread: `bound` is then far below 2^64.
    fn below(&mut self, bound: u64) -> u64 {
        let product = u128::from(self.generator.next_u64()) * u128::from(bound);
        (product >> 64) as u64
    }

    fn subset(&mut self, stones: u32, free: u64) -> u64 {
        let rank = self.below(choose(free.count_ones(), stones));
        unrank_within(rank, stones, free)
    }
}

impl Iterator for Sample {
    type Item = Position;

    fn next(&mut self) -> Option<Position> {
        let mask = self.board.mask();
        let us = self.subset(self.material.us(), mask);
        let them = self.subset(self.material.them(), mask & !us);
        let turn = match self.below(2) {
            0 => Color::Black,
            _ => Color::White,
        };
        Position::new(self.board, us, them, turn).ok()
    }
}

/// What all positions have in common that differ by a symmetry of the board or
/// by the names of the colours.
pub(super) fn canonical(position: &Position) -> (Board, u64, u64) {
    let board = position.board();
    let images = Symmetry::all(board).map(|symmetry| {
        let image = |stones| symmetry.apply(board, stones);
        (image(position.us()), image(position.them()))
    });
    let least = images.min().unwrap_or((position.us(), position.them()));
    (board, least.0, least.1)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_seed_gives_the_same_positions_on_every_machine() {
        let sample = Sample::new("5x4".parse().unwrap(), Material::of(3, 2), 7, 1);
        let drawn: Vec<String> = sample
            .take(3)
            .map(|position| position.to_string())
            .collect();
        assert_eq!(
            drawn,
            ["2o2/4x/o4/x2x1 x", "3ox/5/x4/1xo2 x", "x4/2o1o/3ox/5 o"]
        );
    }

    #[test]
    fn every_placement_is_as_likely_as_another() {
        let board: Board = "3x3".parse().unwrap();
        let sample = Sample::new(board, Material::of(2, 2), 1, 0);
        let mut drawn = std::collections::HashMap::new();
        for position in sample.take(100 * 1512) {
            *drawn.entry(position).or_insert(0) += 1;
        }
        // C(9, 2) x C(7, 2) x 2 placements, 100 each but for chance.
        assert_eq!(drawn.len(), 1512);
        assert!(drawn.values().all(|&times| (50..150).contains(&times)));
    }
}
