//! Random choices that are the same on every machine for the same seed.
//!
//! [`Pcg64`] draws numbers, items and positions.

use std::hash::{BuildHasher, RandomState};

use loa_solver::internal::{choose, unrank_within};
use loa_solver::{Bitboard, Board, Color, Material, Position, Symmetry};
use rand_pcg::rand_core::{Rng, SeedableRng};

/// The generator PCG XSL RR 128/64, and choices made with it.
///
/// # Examples
///
/// ```
/// use loa_record::random::Pcg64;
///
/// let mut chance = Pcg64::of(7, &[3, 2]);
/// assert!(chance.below(5) < 5);
/// let board = "5x4".parse()?;
/// let position = chance.placement(board, "3v2".parse()?);
/// assert_eq!(position.map(|position| position.board()), Some(board));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Debug)]
pub struct Pcg64(rand_pcg::Pcg64);

impl Pcg64 {
    /// Returns the generator for a purpose, which `parts` name. Generators with the same seed are
    /// independent if their purposes differ.
    pub fn of(seed: u64, parts: &[u64]) -> Pcg64 {
        let seed = parts
            .iter()
            .fold(seed, |seed, part| rand_pcg::Pcg64::seed_from_u64(seed).next_u64() ^ part);
        Pcg64(rand_pcg::Pcg64::seed_from_u64(seed))
    }

    /// Returns a seed that differs from run to run and is short enough to type.
    pub fn any_seed() -> u64 {
        // The keys of its hashers are the only randomness in the standard library.
        RandomState::new().hash_one(0) >> 32
    }

    /// Returns a number below `end`, which must not be 0.
    pub fn below(&mut self, end: u64) -> u64 {
        // Takes the highest bits of the product; the bias is below end / 2^64.
        ((u128::from(self.0.next_u64()) * u128::from(end)) >> 64) as u64
    }

    /// Returns one of the items; `None` if the list is empty.
    pub fn pick<'a, T>(&mut self, items: &'a [T]) -> Option<&'a T> {
        match items.len() {
            0 => None,
            count => items.get(self.below(count as u64) as usize),
        }
    }

    /// Puts items into a random order.
    pub fn shuffle<T>(&mut self, items: &mut [T]) {
        for last in (1..items.len()).rev() {
            items.swap(last, self.below(last as u64 + 1) as usize);
        }
    }

    /// Returns a placement of some material with either colour to move, uniformly distributed;
    /// `None` if the material does not fit the board.
    pub fn placement(&mut self, board: Board, material: Material) -> Option<Position> {
        let mask = board.mask();
        if material.stones() > mask.count() {
            return None;
        }
        // Sets are drawn by rank, because the index of a large board takes long to build.
        let us = self.subset(material.us(), mask);
        let them = self.subset(material.them(), mask - us);
        Position::new(board, us, them, self.color()).ok()
    }

    /// Returns a random image of a position: turned, mirrored, with colours exchanged, or
    /// unchanged.
    pub fn turned(&mut self, position: &Position) -> Position {
        let board = position.board();
        let symmetries: Vec<Symmetry> = Symmetry::all(board).collect();
        let Some(symmetry) = self.pick(&symmetries) else {
            return *position;
        };
        let [us, them] = [position.us(), position.them()].map(|set| symmetry.apply(board, set));
        Position::new(board, us, them, self.color()).unwrap_or(*position)
    }

    /// Returns a set of free squares, uniformly distributed.
    pub fn subset(&mut self, stones: u32, free: Bitboard) -> Bitboard {
        let rank = self.below(choose(free.count(), stones));
        Bitboard(unrank_within(rank, stones, free.0))
    }

    fn color(&mut self) -> Color {
        match self.below(2) {
            0 => Color::Black,
            _ => Color::White,
        }
    }
}

#[cfg(test)]
mod tests {
    use std::collections::HashMap;

    use super::*;

    #[test]
    fn a_seed_gives_the_same_positions_on_every_machine() {
        let (board, material) = ("5x4".parse().unwrap(), Material::new(3, 2));
        let mut chance = Pcg64::of(7, &[3, 2, 1]);
        let drawn = [(); 3].map(|()| chance.placement(board, material).unwrap().to_string());
        assert_eq!(drawn, ["2o2/4x/o4/x2x1 x", "3ox/5/x4/1xo2 x", "x4/2o1o/3ox/5 o"]);
    }

    #[test]
    fn every_placement_is_as_likely_as_another() {
        let board: Board = "3x3".parse().unwrap();
        let mut chance = Pcg64::of(1, &[2, 2, 0]);
        let mut drawn: HashMap<Position, u32> = HashMap::new();
        for _ in 0..100 * 1512 {
            let position = chance.placement(board, Material::new(2, 2)).unwrap();
            *drawn.entry(position).or_default() += 1;
        }
        // C(9, 2) x C(7, 2) x 2 placements, about 100 of each.
        assert_eq!(drawn.len(), 1512);
        assert!(drawn.values().all(|times| (50..150).contains(times)));
    }

    #[test]
    fn what_does_not_fit_has_no_placement() {
        let board: Board = "3x3".parse().unwrap();
        let mut chance = Pcg64::of(1, &[]);
        assert!(chance.placement(board, Material::new(5, 4)).is_some());
        assert!(chance.placement(board, Material::new(5, 5)).is_none());
        assert!(chance.placement(board, Material::new(9, 9)).is_none());
    }

    #[test]
    fn of_nothing_nothing_is_picked() {
        let mut chance = Pcg64::of(1, &[]);
        assert_eq!(chance.pick::<u8>(&[]), None);
        assert_eq!(chance.pick(&[3]), Some(&3));
    }
}
