//! The moves of a game with the engine's estimates.

use std::time::Duration;

use loa_record::review::{Bar, Chart};
use loa_record::{Game, move_number};
use loa_solver::{Color, Value};

use crate::alpha_beta::is_level;
use crate::estimates::{Estimate, Estimator, for_mover};
use crate::history::History;
use crate::protocol::reply::Score;

/// A move of a game with the engine's estimate.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct EstimatedMove {
    /// The number of the move, from 1.
    pub number: usize,
    /// The side that made it.
    pub color: Color,
    /// The move.
    pub played: Estimate,
    /// The engine's own choice, searched to the same depth.
    pub best: Estimate,
}

/// Estimates the moves of a game whose numbers, from 1, are `wanted`. All moves of a position are
/// searched to the same depth, in this time, so that the played move can be compared with the best.
pub fn estimated_moves(
    estimator: &mut Estimator,
    game: &Game,
    wanted: impl Fn(usize) -> bool,
    time: Duration,
) -> Vec<EstimatedMove> {
    let mut history = History::new(*game.start());
    let mut moves = Vec::new();
    for (place, &played) in game.moves().iter().enumerate() {
        let (number, color) = (place + 1, history.position().turn());
        let all = if wanted(number) { estimator.moves(&history, time) } else { &[] };
        let estimate = all.iter().find(|estimate| estimate.played == played);
        if let (Some(best), Some(estimate)) = (all.first(), estimate) {
            let (played, best) = (estimate.clone(), best.clone());
            moves.push(EstimatedMove { number, color, played, best });
        }
        history.play(played);
    }
    moves
}

impl EstimatedMove {
    /// Returns whether the move gave a win or draw away. Both results must be certain.
    pub fn gives_away(&self) -> bool {
        match (self.played.score.wdl(), self.best.score.wdl()) {
            (Some(played), Some(best)) => played < best,
            _ => false,
        }
    }
}

/// Adds estimates to a chart, where tables leave it empty.
pub fn add_to_chart(chart: &mut Chart, moves: &[EstimatedMove]) {
    for estimated in moves {
        let (before, after) = (estimated.number - 1, estimated.number);
        for (place, score) in [(before, estimated.best.score), (after, estimated.played.score)] {
            if let Some(bar) = chart.bars.get_mut(place).filter(|bar| bar.height.is_none()) {
                *bar = bar_of(score, estimated.color);
            }
        }
        if let Some(bar) = chart.bars.get_mut(after).filter(|_| estimated.gives_away()) {
            bar.is_turning_point = true;
        }
    }
}

/// The number of plies assumed for a win without a distance.
const USUAL: u16 = 16;

/// Returns the bar of a score to `color`. A certain result gets the same bar as one from tables.
fn bar_of(score: Score, color: Color) -> Bar {
    let to_black = match color {
        Color::Black => score,
        Color::White => for_mover(score),
    };
    let plies = |plies: Option<u32>| plies.map_or(USUAL, |plies| plies.try_into().unwrap_or(USUAL));
    match to_black {
        Score::Estimate(_) if is_level(to_black) => Bar::estimate(0.0),
        Score::Estimate(points) => Bar::estimate(f64::from(points)),
        Score::Win(far) => Bar::exact(Value::Win(plies(far))),
        Score::Draw => Bar::exact(Value::Draw),
        Score::Loss(far) => Bar::exact(Value::Loss(plies(far))),
    }
}

/// `    4. x b1-b3  estimate +12 at depth 6; engine: c1-c3 estimate +40 at depth 6`.
impl std::fmt::Display for EstimatedMove {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        let (number, side) = (move_number(self.number, self.color), self.color.letter());
        let played = self.played.played.to_string();
        write!(f, "{number:>6} {side} {played:<6} {}", self.played)?;
        if self.best.is_better_than(&self.played) {
            let verb = if self.gives_away() { "gives it away, for there is" } else { "engine:" };
            write!(f, "; {verb} {} {}", self.best.played, self.best)?;
        }
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use loa_solver::{Preset, Wdl};

    use super::*;

    #[test]
    fn wanted_moves_are_estimated_and_sure_gifts_are_found() {
        let preset = Preset::default();
        let start = "o2o/x3/2o1/x1xo x".parse().unwrap();
        let mut game = Game::new(preset, start);
        let played = preset.rules.parse_move(game.position(), "a1xa4");
        game.play(played.unwrap()).unwrap();
        let mut estimator = Estimator::new(preset, None).unwrap();
        let time = Duration::from_millis(300);
        let all = estimated_moves(&mut estimator, &game, |_| true, time);
        assert_eq!(all.len(), game.moves().len());
        // The tables say that a1xa4 loses in 2 and a3-b4 wins in 15.
        assert_eq!(all[0].played.score.wdl(), Some(Wdl::Loss));
        assert_eq!(all[0].color, Color::Black);
        let none = estimated_moves(&mut estimator, &game, |_| false, time);
        assert!(none.is_empty());
        // Results that are not certain are compared at the same depth.
        let mut game = Game::new(preset, "start 8x8".parse().unwrap());
        for text in ["d1-d3", "a4-c4"] {
            let played = preset.rules.parse_move(game.position(), text).unwrap();
            game.play(played).unwrap();
        }
        let time = Duration::from_millis(100);
        let all = estimated_moves(&mut estimator, &game, |_| true, time);
        assert_eq!(all.len(), 2);
        for estimated in &all {
            assert_eq!(estimated.played.depth, estimated.best.depth, "{estimated}");
            assert!(!estimated.played.is_better_than(&estimated.best), "{estimated}");
        }
    }
}
