//! The earlier positions, of the game and of the search.
//!
//! A recurring position ends the game, or nearly so. The path changes at every node, so it stores
//! only what it compares.

use loa_solver::{Bitboard, Position, Repetition};

/// The positions on the way to the current one, the oldest first.
pub(super) struct SearchPath {
    positions: Vec<[Bitboard; 2]>,
    /// For each of them and for the current position, the index of the first since the last
    /// capture: earlier positions cannot recur.
    since: Vec<usize>,
}

impl SearchPath {
    /// Returns the path of the game so far.
    pub(super) fn of(game: &[Position]) -> SearchPath {
        let mut path = SearchPath { positions: Vec::new(), since: vec![0] };
        for pair in game.windows(2) {
            path.play(&pair[0], &pair[1]);
        }
        path
    }

    /// Adds a move that leads from `before` to `after`.
    pub(super) fn play(&mut self, before: &Position, after: &Position) {
        self.positions.push([before.us(), before.them()]);
        let is_capture = after.material().stones() < before.material().stones();
        let since = if is_capture { self.positions.len() } else { self.since() };
        self.since.push(since);
    }

    /// Takes the last move back.
    pub(super) fn take_back(&mut self) {
        self.positions.pop();
        self.since.pop();
    }

    /// Returns whether the current position has occurred before. The same side is to move in every
    /// second position, because a pass is a turn too.
    pub(super) fn repeats(&self, repetition: Repetition, position: &Position) -> bool {
        let (us, them) = (position.us(), position.them());
        let earlier = || self.positions[self.since()..].iter().rev();
        let mut same_turn = earlier().skip(1).step_by(2);
        let mut other_turn = earlier().step_by(2);
        same_turn.any(|&earlier| earlier == [us, them])
            || repetition == Repetition::BoardDraw
                && other_turn.any(|&earlier| earlier == [them, us])
    }

    fn since(&self) -> usize {
        self.since.last().copied().unwrap_or_default()
    }
}

#[cfg(test)]
mod tests {
    use loa_solver::Rules;

    use super::*;

    #[test]
    fn what_occurs_again_is_seen_until_a_capture() {
        let rules = Rules::default();
        let mut position: Position = "xo2/4/4/o2x x".parse().unwrap();
        let mut game = vec![position];
        for text in ["d1-d2", "a1-a3", "d2-d1", "a3-a1"] {
            let played = rules.parse_move(&position, text).unwrap();
            position = position.play_unchecked(played);
            let path = SearchPath::of(&game);
            assert!(!path.repeats(Repetition::Draw, &game[game.len() - 1]));
            game.push(position);
        }
        let mut path = SearchPath::of(&game);
        assert!(path.repeats(Repetition::Draw, &position));
        assert!(!path.repeats(Repetition::Draw, &position.passed()));
        path.take_back();
        assert!(!path.repeats(Repetition::Draw, &game[3]));
        // The board of the start, with the other side to move, a ply earlier.
        assert!(!path.repeats(Repetition::Draw, &position.passed()));
        assert!(path.repeats(Repetition::BoardDraw, &position.passed()));

        // The same squares cannot recur after a capture: the path ignores earlier positions.
        let fewer: Position = "x3/4/4/o2x x".parse().unwrap();
        game.push(fewer);
        game.push(position);
        assert!(!SearchPath::of(&game).repeats(Repetition::Draw, &position));
    }
}
