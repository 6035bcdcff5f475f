//! The moves of a game as the engine estimates them.

use std::time::Duration;

use loa_record::review::{Bar, Chart};
use loa_record::{Game, move_number};
use loa_solver::{Color, Move, Value, Wdl};
use loa_tablebase::Answer;

use crate::alpha_beta::is_level;
use crate::estimates::{Estimate, Estimator, for_mover};
use crate::history::History;
use crate::protocol::reply::Score;

/// A move of a game as the engine estimates it.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct EstimatedMove {
    /// The number of the move, from 1.
    pub number: usize,
    /// The side that made it.
    pub color: Color,
    /// The move, its worth by a search of the position after it.
    pub played: Estimate,
    /// The engine's own choice.
    pub best: Estimate,
}

/// Estimates those moves of a game whose numbers, from 1, are wanted: every position
/// before or after one of them takes this time.
pub fn estimated_moves(
    estimator: &mut Estimator,
    game: &Game,
    wanted: impl Fn(usize) -> bool,
    time: Duration,
) -> Vec<EstimatedMove> {
    let mut history = History::new(*game.start());
    let mut before = None;
    let mut moves = Vec::new();
    for (place, &played) in game.moves().iter().enumerate() {
        let number = place + 1;
        let color = history.position().turn();
        let best = before.take();
        let best =
            if wanted(number) { best.or_else(|| estimator.best(&history, time)) } else { None };
        history.play(played);
        let Some(best) = best else {
            continue;
        };
        let (after, next) = estimate_after(estimator, &history, played, time);
        moves.push(EstimatedMove { number, color, played: after, best });
        before = next;
    }
    moves
}

/// Returns the worth of the last move of a history, and the choice in the position
/// after it, if the game goes on.
fn estimate_after(
    estimator: &mut Estimator,
    history: &History,
    played: Move,
    time: Duration,
) -> (Estimate, Option<Estimate>) {
    let next = estimator.best(history, time);
    let (score, depth, line) = match &next {
        Some(next) => (next.score, next.depth + 1, next.line.as_slice()),
        None => (estimator.end_of(&history.position()), 1, &[][..]),
    };
    let within = next.as_ref().and_then(|next| next.within);
    let estimate = Estimate::of(played, depth, (score, within), line);
    (estimate, next)
}

impl EstimatedMove {
    /// Returns whether a certain win or draw was given away, both being known.
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

/// Returns the bar of a score to `color`. A result that is certain is one by tables, too.
fn bar_of(score: Score, color: Color) -> Bar {
    let to_black = match color {
        Color::Black => score,
        Color::White => for_mover(score),
    };
    let plies = |plies: Option<u32>| u16::try_from(plies?).ok();
    let answer = |plies: Option<u16>, value: fn(u16) -> Value, wdl| match plies {
        Some(plies) => Answer::Exact(value(plies)),
        None => Answer::Wdl(wdl),
    };
    match to_black {
        Score::Estimate(_) if is_level(to_black) => Bar::estimate(0.0),
        Score::Estimate(points) => Bar::estimate(f64::from(points)),
        Score::Win(far) => Bar::exact(answer(plies(far), Value::Win, Wdl::Win)),
        Score::Draw => Bar::exact(Answer::Exact(Value::Draw)),
        Score::Loss(far) => Bar::exact(answer(plies(far), Value::Loss, Wdl::Loss)),
    }
}

/// `    4. x b1-b3  estimate +12 at depth 6; engine: c1-c3 estimate +40 at depth 6`.
impl std::fmt::Display for EstimatedMove {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        let (number, side) = (move_number(self.number, self.color), self.color.letter());
        let played = self.played.played.to_string();
        write!(f, "{number:>6} {side} {played:<6} {}", self.played)?;
        if self.best.played != self.played.played {
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
        // The tables: a1xa4 loses in 2, and a3-b4 wins in 15.
        assert_eq!(all[0].played.score.wdl(), Some(Wdl::Loss));
        assert_eq!(all[0].color, Color::Black);
        let none = estimated_moves(&mut estimator, &game, |_| false, time);
        assert!(none.is_empty());
    }
}
