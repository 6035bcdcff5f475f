//! Scores of the search: integers, larger being better for the side to move.
//!
//! Estimates lie within [`ESTIMATE`]. A win scores higher the nearer it is to the root: [`WIN`]
//! less its plies, so that the engine wins quickly and delays losses.

use loa_solver::Value;

use crate::protocol::reply::Score;

/// All estimates are below this.
pub(super) const ESTIMATE: i32 = 100_000;
/// A win, less its plies.
pub(super) const WIN: i32 = 1_000_000;
/// Greater than any score.
pub(super) const INFINITE: i32 = WIN + 1;

/// Returns the score of a position of this value, `ply` plies from the root.
pub(super) const fn of_value(value: Value, ply: u32) -> i32 {
    match value {
        Value::Win(plies) => WIN - (plies as u32 + ply) as i32,
        Value::Draw => 0,
        Value::Loss(plies) => (plies as u32 + ply) as i32 - WIN,
    }
}

/// Returns a score with its win or loss this many plies nearer to the position that its plies are
/// counted from.
pub(super) const fn nearer(score: i32, plies: i32) -> i32 {
    if score.abs() > ESTIMATE { score + score.signum() * plies } else { score }
}

/// Returns the plies to a win or loss; `None` if the score has none.
pub(super) const fn plies(score: i32) -> Option<u32> {
    if score.abs() > ESTIMATE { Some((WIN - score.abs()) as u32) } else { None }
}

/// Returns a score of the root in the form of the protocol.
pub(super) const fn reported(score: i32) -> Score {
    if score > ESTIMATE {
        Score::Win(plies(score))
    } else if score < -ESTIMATE {
        Score::Loss(plies(score))
    } else {
        Score::Estimate(score)
    }
}

/// Returns a score of the root for people: the mean of two estimates of successive depths, or else
/// the later score.
pub(super) const fn settled(before: i32, score: i32) -> Score {
    match (reported(before), reported(score)) {
        (Score::Estimate(before), Score::Estimate(score)) => Score::Estimate((before + score) / 2),
        (_, score) => score,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn quick_wins_and_slow_losses_are_better() {
        let values = [
            of_value(Value::Win(1), 0),
            of_value(Value::Win(1), 2),
            ESTIMATE - 1,
            of_value(Value::Draw, 9),
            1 - ESTIMATE,
            of_value(Value::Loss(4), 3),
            of_value(Value::Loss(4), 2),
        ];
        assert!(values.is_sorted_by(|a, b| a > b), "{values:?}");
        assert!(values[0] < INFINITE);
    }

    #[test]
    fn scores_are_reported_with_their_plies() {
        assert_eq!(reported(of_value(Value::Win(3), 2)), Score::Win(Some(5)));
        assert_eq!(reported(of_value(Value::Loss(4), 0)), Score::Loss(Some(4)));
        assert_eq!(reported(-34), Score::Estimate(-34));
        for score in [WIN - 7, 7 - WIN, 12, 0] {
            assert_eq!(nearer(nearer(score, 5), -5), score);
        }
        assert_eq!(nearer(of_value(Value::Win(2), 5), 5), of_value(Value::Win(2), 0));
    }
}
