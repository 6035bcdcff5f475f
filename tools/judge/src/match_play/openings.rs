//! Openings of matches.

use std::collections::HashSet;

use loa_record::Game;
use loa_record::random::Pcg64;
use loa_solver::{Position, Preset};

/// Tries to find an opening that is not over, and then one that is new.
const TRIES: usize = 50;

/// Returns openings: each is the start and so many random moves, the same for the same
/// seed, and another than those before as far as there are others. None is over. Without
/// random moves all are the start.
pub fn random_openings(
    preset: Preset,
    start: Position,
    plies: usize,
    count: usize,
    seed: u64,
) -> Vec<Game> {
    let mut known = HashSet::new();
    let openings = (0..count).filter_map(|number| {
        let mut chance = Pcg64::of(seed, &[5, number as u64]);
        let tries = (0..TRIES).filter_map(|_| random_opening(preset, start, plies, &mut chance));
        let mut last = None;
        for opening in tries {
            let is_new = known.insert(*opening.position());
            last = Some(opening);
            if is_new {
                break;
            }
        }
        last
    });
    openings.collect()
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

/// Returns the positions as openings, from the first again where more are wanted, without
/// those that are over.
pub fn openings_from(preset: Preset, positions: &[Position], count: usize) -> Vec<Game> {
    let games = positions.iter().map(|&start| Game::new(preset, start));
    let open: Vec<Game> = games.filter(|game| game.end().is_none()).collect();
    open.iter().cycle().take(count).cloned().collect()
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
        // There are only so many.
        let few = random_openings(preset, start, 1, 100, 7);
        assert_eq!(few.len(), 100);
        let different: HashSet<Position> = few.iter().map(|game| *game.position()).collect();
        assert_eq!(different.len(), preset.rules.moves(&start).len());
        assert_eq!(random_openings(preset, start, 0, 3, 7).len(), 3);
    }

    #[test]
    fn positions_are_taken_in_turn() {
        let preset = Preset::default();
        let over = "1xx1/4/4/o2o x".parse().unwrap();
        let open = "1xx1/o2o/o2o/1xx1 x".parse().unwrap();
        assert_eq!(openings_from(preset, &[over, open], 3).len(), 3);
        assert!(openings_from(preset, &[over], 3).is_empty());
    }
}
