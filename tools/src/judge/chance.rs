//! Choices at random that come out the same everywhere for the same seed: whole
//! numbers only, from a generator whose results are fixed.

use loa_solver::{Board, Color, Material, Position, Symmetry};
use rand_pcg::Pcg64;
use rand_pcg::rand_core::{Rng, SeedableRng};

/// A source of random choices.
pub(super) struct Chance(Pcg64);

impl Chance {
    /// The source for one purpose, which `parts` name; sources for others have
    /// nothing to do with it.
    pub(super) fn of(seed: u64, parts: &[u64]) -> Chance {
        let mut source = Pcg64::seed_from_u64(seed);
        for part in parts {
            let mixed = source.next_u64() ^ part;
            source = Pcg64::seed_from_u64(mixed);
        }
        Chance(source)
    }

    /// A number below `end`, which is not 0.
    pub(super) fn below(&mut self, end: u64) -> u64 {
        // The highest bits of the product; the bias is below end / 2^64.
        ((u128::from(self.0.next_u64()) * u128::from(end)) >> 64) as u64
    }

    /// Puts items into a random order.
    pub(super) fn shuffle<T>(&mut self, items: &mut [T]) {
        for last in (1..items.len()).rev() {
            items.swap(last, self.below(last as u64 + 1) as usize);
        }
    }

    /// A placement of some material, all being equally likely, with either colour
    /// to move; `None` if it does not fit the board.
    pub(super) fn placement(&mut self, board: Board, material: Material) -> Option<Position> {
        let mut free: Vec<u32> = (0..64)
            .filter(|square| board.mask() >> square & 1 != 0)
            .collect();
        let mut side = |stones: u32| {
            let mut set = 0;
            for _ in 0..stones {
                if free.is_empty() {
                    return 0;
                }
                let square = free.swap_remove(self.below(free.len() as u64) as usize);
                set |= 1u64 << square;
            }
            set
        };
        let (us, them) = (side(material.us()), side(material.them()));
        Position::new(board, us, them, self.colour()).ok()
    }

    /// The same position turned, mirrored and with other colours, or not.
    pub(super) fn turned(&mut self, position: &Position) -> Position {
        let board = position.board();
        let symmetries: Vec<Symmetry> = Symmetry::all(board).collect();
        let symmetry = symmetries[self.below(symmetries.len() as u64) as usize];
        let [us, them] = [position.us(), position.them()].map(|set| symmetry.apply(board, set));
        Position::new(board, us, them, self.colour()).unwrap_or(*position)
    }

    fn colour(&mut self) -> Color {
        [Color::Black, Color::White][self.below(2) as usize]
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_same_seed_gives_the_same_choices_on_every_machine() {
        let board: Board = "5x5".parse().unwrap();
        let material = Material::of(4, 3);
        let mut chance = Chance::of(1, &[2, 3]);
        let first = chance.placement(board, material).unwrap();
        assert_eq!(first.to_string(), "oo1x1/5/5/4x/xx1o1 x");
        assert_eq!(first.material(), material);
    }

    #[test]
    fn every_number_comes_up() {
        let mut chance = Chance::of(7, &[]);
        let mut counts = [0u32; 5];
        for _ in 0..5000 {
            counts[chance.below(5) as usize] += 1;
        }
        assert!(
            counts.iter().all(|count| (850..1150).contains(count)),
            "{counts:?}"
        );
    }

    #[test]
    fn what_does_not_fit_has_no_placement() {
        let board: Board = "3x3".parse().unwrap();
        assert!(
            Chance::of(1, &[])
                .placement(board, Material::of(5, 4))
                .is_some()
        );
        assert!(
            Chance::of(1, &[])
                .placement(board, Material::of(5, 5))
                .is_none()
        );
    }
}
