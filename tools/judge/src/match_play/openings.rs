//! Openings of matches.

use std::collections::HashSet;

use loa_record::Game;
use loa_record::random::Pcg64;
use loa_solver::{Position, Preset};

/// The number of tries to find an opening that is new and not over.
const TRIES: usize = 50;

/// The number of successive failures after which hardly any openings can be left.
const MISSES: usize = 100;

/// Returns up to `count` openings: each is the start and `plies` random moves; a seed makes them
/// repeatable. They lead to different positions, none of which is over, so fewer may be found.
pub fn random_openings(
    preset: Preset,
    start: Position,
    plies: usize,
    count: usize,
    seed: u64,
) -> Vec<Game> {
    let (mut known, mut openings, mut misses) = (HashSet::new(), Vec::new(), 0);
    for number in 0..count as u64 {
        let mut chance = Pcg64::of(seed, &[5, number]);
        let mut tries =
            (0..TRIES).filter_map(|_| random_opening(preset, start, plies, &mut chance));
        match tries.find(|opening| known.insert(*opening.position())) {
            Some(opening) => {
                openings.push(opening);
                misses = 0;
            }
            None if misses == MISSES => break,
            None => misses += 1,
        }
    }
    openings
}

fn random_opening(
    preset: Preset,
    start: Position,
    plies: usize,
    chance: &mut Pcg64,
) -> Option<Game> {
    let mut game = Game::new(preset, start);
    for _ in 0..plies {
        if game.end().is_some() {
            return None;
        }
        let moves = preset.rules.moves(game.position());
        game.play(*chance.pick(&moves)?).ok()?;
    }
    game.end().is_none().then_some(game)
}

/// Returns up to `count` different positions as openings, without positions that are over.
pub fn openings_from(preset: Preset, positions: &[Position], count: usize) -> Vec<Game> {
    let mut known = HashSet::new();
    let different = positions.iter().filter(|&&position| known.insert(position));
    let games = different.map(|&start| Game::new(preset, start));
    games.filter(|game| game.end().is_none()).take(count).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn openings_differ_and_come_back_for_a_seed() {
        let preset = Preset::default();
        let start: Position = "1xxx1/o3o/o3o/o3o/1xxx1 x".parse().unwrap();
        let openings = random_openings(preset, start, 4, 40, 7);
        assert_eq!(openings.len(), 40);
        assert!(openings.iter().all(|game| game.moves().len() == 4));
        assert!(openings.iter().all(|game| game.end().is_none()));
        let different: HashSet<Position> = openings.iter().map(|game| *game.position()).collect();
        assert_eq!(different.len(), 40);
        assert_eq!(random_openings(preset, start, 4, 40, 7), openings);
        assert_ne!(random_openings(preset, start, 4, 40, 8), openings);
    }

    #[test]
    fn no_opening_comes_again() {
        let preset = Preset::default();
        let start: Position = "1xxx1/o3o/o3o/o3o/1xxx1 x".parse().unwrap();
        for count in [100, 1_000_000] {
            let few = random_openings(preset, start, 1, count, 7);
            let different: HashSet<Position> = few.iter().map(|game| *game.position()).collect();
            assert_eq!(different.len(), few.len());
            assert_eq!(few.len(), preset.rules.moves(&start).len(), "every first move");
        }
        assert_eq!(random_openings(preset, start, 0, 3, 7).len(), 1);
        let [over, open, other] = ["1xx1/4/4/o2o x", "1xx1/o2o/o2o/1xx1 x", "1xx1/o2o/o2o/1xx1 o"]
            .map(|text| text.parse().unwrap());
        let openings = openings_from(preset, &[over, open, other, open], 5);
        assert_eq!(openings, [open, other].map(|start| Game::new(preset, start)));
        assert_eq!(openings_from(preset, &[open, other], 1).len(), 1);
        assert!(openings_from(preset, &[over], 3).is_empty());
    }
}
