//! The greedy player, which looks one ply ahead and moves its stones together. `format.txt` defines
//! it for users.

use loa_solver::{Bitboard, Move, Position, Rules, Square, Wdl};

/// The greedy player's score of a move, larger is better: the end that it leads to, then the number
/// of groups and the spread of the player's stones, both negative unless the rules are misere.
type Liking = (u8, i64, i64);

/// Returns the moves that the greedy player scores highest; it may play any of them.
pub(super) fn choices(rules: Rules, position: &Position) -> Vec<Move> {
    let moves = rules.moves(position).into_iter();
    let liked: Vec<(Liking, Move)> = moves.map(|m| (liking(rules, position, m), m)).collect();
    let best = liked.iter().map(|(liking, _)| *liking).max();
    let choices = liked.into_iter().filter(|(liking, _)| Some(*liking) == best);
    choices.map(|(_, m)| m).collect()
}

fn liking(rules: Rules, position: &Position, m: Move) -> Liking {
    let after = position.play_unchecked(m);
    let end = match rules.termination(&after).map(|(_, value)| value.wdl()) {
        Some(Wdl::Loss) => 3,
        None => 2,
        Some(Wdl::Draw) => 1,
        Some(Wdl::Win) => 0,
    };
    // After the move it is the other side's turn.
    let stones = after.them();
    let sign = if rules.is_misere() { 1 } else { -1 };
    (end, sign * stones.groups().count() as i64, sign * i64::from(spread(stones)))
}

/// Returns the number of king's moves between two stones, summed over all pairs.
fn spread(stones: Bitboard) -> u32 {
    let squares: Vec<Square> = stones.into_iter().collect();
    let pairs = (0..).zip(&squares);
    let each =
        pairs.map(|(before, &a)| squares[..before].iter().map(|&b| a.distance(b)).sum::<u32>());
    each.sum()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn choices_of(rules: &str, position: &str) -> Vec<String> {
        let (rules, position) = (rules.parse().unwrap(), position.parse().unwrap());
        let choices = choices(rules, &position);
        choices.iter().map(Move::to_string).collect()
    }

    #[test]
    fn a_win_at_once_is_taken_and_each_of_several() {
        let choices = choices_of("mover-pass", "x2x/4/o3/3o x");
        assert_eq!(choices, ["a4-c4", "d4-b4"]);
    }

    #[test]
    fn fewest_groups_come_first() {
        // a2-c2 brings the stones nearer to each other, and leaves three groups.
        let choices = choices_of("mover-pass", "5/3xx/3o1/x3x/3o1 x");
        assert_eq!(choices, ["d4-e3"]);
    }

    #[test]
    fn of_as_many_groups_the_nearest_stones_are_liked() {
        // b1-c2, d1-c2 and d1-d3 leave two groups as well.
        assert_eq!(choices_of("mover-pass", "3x/2o1/o3/1x1x x"), ["d4-d2"]);
    }

    #[test]
    fn a_loss_at_once_is_seen() {
        // Only d4xd2 leaves two groups, but it connects the last enemy stone.
        let position = "3x/4/1o1o/x1x1 x";
        assert_eq!(choices_of("mover-pass", position), ["c1-c2"]);
        // If a connection loses, that move wins.
        assert_eq!(choices_of("mover-pass-misere", position), ["d4xd2"]);
    }

    #[test]
    fn what_ends_the_game_depends_on_the_rules() {
        // a1xc3 connects both sides.
        let position = "x3/1xo1/o3/x3 x";
        assert_eq!(choices_of("mover-pass", position), ["a1xc3"]);
        assert_eq!(choices_of("draw-pass", position), ["a4-c2"]);
        assert_eq!(choices_of("mover-pass-misere", position), ["b3-d1"]);
    }

    #[test]
    fn spread_is_counted() {
        let position: Position = "x3x/5/2x2/3x1/o4 x".parse().unwrap();
        // a5-e5 4, a5-c3 2, a5-d2 3, e5-c3 2, e5-d2 3, c3-d2 1
        assert_eq!(spread(position.us()), 15);
        assert_eq!(spread(position.them()), 0);
    }
}
