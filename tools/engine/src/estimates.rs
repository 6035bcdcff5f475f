//! The built-in engine's estimates of moves without tables.

use std::collections::TryReserveError;
use std::time::{Duration, Instant};

use loa_record::{Basis, Game, RatedMove, Worth, ends_by_repetition, value_of_repeating};
use loa_solver::{Color, Move, Position, Preset, Stop};

use crate::alpha_beta::{AlphaBeta, Tables};
use crate::engine::play_on;
use crate::guide::Guide;
use crate::listener::Listener;
use crate::protocol::command::Go;
use crate::protocol::reply::Info;

/// Estimates moves with the built-in engine.
///
/// # Examples
///
/// ```
/// use std::time::Duration;
///
/// use loa_engine::Estimator;
/// use loa_record::Game;
/// use loa_solver::Preset;
///
/// let mut estimator = Estimator::new(Preset::default(), None)?;
/// let game = Game::new(Preset::default(), "x2x/4/o3/3o x".parse()?);
/// let moves = estimator.moves(&game, Duration::from_millis(20));
/// assert_eq!(moves[0].to_string(), "wins in 1");
/// assert!(moves[0].worth.is_certain());
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Debug)]
pub struct Estimator {
    pub(crate) preset: Preset,
    engine: AlphaBeta,
    listener: Listener,
    stop: Stop,
    /// The last moves found, and the positions of their game, so that the best move and all moves
    /// have the same numbers.
    found: (Vec<Position>, Vec<RatedMove>),
}

/// The size of the transposition table, in MiB.
const MEBIBYTES: usize = 8;

/// The maximum depth of a search of all moves.
const MOST_DEPTH: u32 = 64;

/// The approximate growth of a search's time from depth to depth.
const GROWTH: u32 = 4;

impl Estimator {
    /// Returns an engine that looks into the tables, if any are given.
    ///
    /// # Errors
    /// If the memory is not available.
    pub fn new(preset: Preset, tables: Option<Tables>) -> Result<Estimator, TryReserveError> {
        let engine = AlphaBeta::up_to(preset, tables, MEBIBYTES)?;
        Ok(Estimator {
            preset,
            engine,
            listener: Listener::default(),
            stop: Stop::default(),
            found: Default::default(),
        })
    }

    /// Returns the engine with a listener for the results of each search.
    pub fn heard_by(self, listener: Listener) -> Estimator {
        Estimator { listener, ..self }
    }

    /// Returns the engine with a signal that ends its searches.
    pub fn stopped_by(self, stop: Stop) -> Estimator {
        Estimator { stop, ..self }
    }

    /// Returns the best move found in about this time; `None` if the game is over.
    pub fn best(&mut self, game: &Game, time: Duration) -> Option<RatedMove> {
        let go = Go { movetime: Some(time), ..Go::default() };
        self.think(game, &go)
    }

    /// Returns every move, best first, all searched to the same depth in about this time. Part of
    /// the time is for proving a win. A repeated question gets the same answer.
    pub fn moves(&mut self, game: &Game, time: Duration) -> &[RatedMove] {
        if self.found.0 != game.positions() {
            let all = self.deepen(game, time, &mut |_| {});
            self.found = (game.positions().to_vec(), all);
        }
        &self.found.1
    }

    /// Returns every move, searched to a depth in plies that includes the move. Returns fewer moves
    /// if the time ends first.
    pub(crate) fn at_depth(
        &mut self,
        game: &Game,
        depth: u32,
        end: Option<Instant>,
    ) -> Vec<RatedMove> {
        let moves = self.preset.rules.moves(game.position());
        let in_time = moves.iter().take_while(|_| end.is_none_or(|end| Instant::now() < end));
        in_time.map(|&played| self.of_move(game, played, depth)).collect()
    }

    /// Returns every move, best first, as [`moves`](Self::moves) does, and passes the moves to
    /// `report` after each depth.
    pub fn deepen(
        &mut self,
        game: &Game,
        time: Duration,
        report: &mut dyn FnMut(&[RatedMove]),
    ) -> Vec<RatedMove> {
        let began = Instant::now();
        let mut all = self.to_depth(game, 2);
        if all.is_empty() {
            return all;
        }
        let mut round = began.elapsed();
        report(&all);
        let best = self.best(game, time / 2);
        for depth in 3..=MOST_DEPTH {
            let is_late = began.elapsed() + round * GROWTH > time;
            if is_late || self.stop.is_set() || all.iter().all(|rated| rated.worth.is_certain()) {
                break;
            }
            let again = Instant::now();
            let deeper = self.at_depth(game, depth, began.checked_add(time));
            round = again.elapsed();
            if self.stop.is_set() || deeper.len() < all.len() {
                break;
            }
            all = deeper;
            if let Some(best) = all.iter().max_by_key(|rated| rated.worth.order()) {
                self.listener.hear(&info(best));
            }
            RatedMove::sort(&mut all);
            report(&all);
        }
        if let Some(best) = best.filter(|best| best.worth.is_certain()) {
            settle(&mut all, *game.position(), &best);
            report(&all);
        }
        all
    }

    /// Returns every move, best first, searched to a depth in plies that includes the move; none if
    /// the game is over.
    pub fn to_depth(&mut self, game: &Game, depth: u32) -> Vec<RatedMove> {
        if self.preset.rules.termination(game.position()).is_some() {
            return Vec::new();
        }
        let mut all = self.at_depth(game, depth.max(1), None);
        RatedMove::sort(&mut all);
        all
    }

    /// Returns the best move and a move that was played, both searched to a depth in plies that
    /// includes the move; `None` if the game is over. The answer depends only on the question and
    /// on the questions before it.
    pub fn compare(
        &mut self,
        game: &Game,
        played: Move,
        depth: u32,
    ) -> Option<(RatedMove, RatedMove)> {
        let go = Go { depth: Some(depth), ..Go::default() };
        let best = self.think(game, &go)?.played;
        let played = self.of_move(game, played, depth.max(1));
        if best == played.played {
            return Some((played.clone(), played));
        }
        let best = self.of_move(game, best, depth.max(1));
        let best = if played.worth.is_better_than(&best.worth) { played.clone() } else { best };
        Some((best, played))
    }

    /// Returns the proof that `winner` wins from a position, if a search within the limits finds one.
    pub(crate) fn prove(&self, position: Position, winner: Color, limits: &Go) -> Option<Guide> {
        self.engine.prove(position, winner, limits, &self.stop)
    }

    /// Returns the estimate of a move by a search to a depth that includes the move.
    fn of_move(&mut self, game: &Game, played: Move, depth: u32) -> RatedMove {
        let after = game.position().play_unchecked(played);
        let repetition = self.preset.repetition;
        if ends_by_repetition(repetition, game.positions(), &after) {
            let worth = Worth::exact(value_of_repeating(repetition), Basis::Search);
            return RatedMove { depth, repeats: true, ..RatedMove::new(played, worth) };
        }
        let mut longer = game.clone();
        play_on(&mut longer, played);
        let go = Go { depth: Some(depth - 1), ..Go::default() };
        let stop = self.stop.clone();
        let thought = self.engine.think(&longer, &go, &stop, &mut |_| {});
        RatedMove::searched(played, depth, thought.worth, &thought.line)
    }

    /// Returns the best move found within some limits; `None` if the game is over.
    pub fn think(&mut self, game: &Game, go: &Go) -> Option<RatedMove> {
        let listener = &self.listener;
        let stop = self.stop.clone();
        let thought = self.engine.think(game, go, &stop, &mut |info| listener.hear(&info));
        let (depth, line) = (thought.depth, thought.line);
        Some(RatedMove { depth, line, ..RatedMove::new(thought.best?, thought.worth) })
    }
}

/// Sets the certain result of the best move for all moves that are as good. A proved win lies
/// deeper than the searches of all moves, and moves to images of the same position are as good.
fn settle(all: &mut [RatedMove], position: Position, best: &RatedMove) {
    let won = position.play_unchecked(best.played);
    let is_won = |played| won.images().any(|image| image == position.play_unchecked(played));
    for rated in all.iter_mut().filter(|rated| !rated.worth.is_certain()) {
        if rated.played == best.played {
            rated.clone_from(best);
        } else if best.worth.is_only_proved() && is_won(rated.played) {
            rated.worth = best.worth;
            rated.line.truncate(1);
        }
    }
    RatedMove::sort(all);
}

/// Returns a move in the form of an engine's report.
fn info(rated: &RatedMove) -> Info {
    Info {
        depth: Some(rated.depth),
        score: Some(rated.worth.into()),
        pv: rated.line.iter().map(Move::to_string).collect(),
        ..Info::default()
    }
}

#[cfg(test)]
mod tests {
    use loa_solver::{Rules, Wdl};

    use super::*;
    use crate::protocol::reply::Score;

    #[test]
    fn a_proved_win_has_its_bound_after_every_image_of_the_move() {
        let start = "5x5".parse::<loa_solver::Board>().unwrap().start();
        let mut estimator = Estimator::new(Preset::default(), None).unwrap();
        let found = estimator.moves(&Game::new(Preset::default(), start), Duration::from_secs(2));
        let of = |text: &str| {
            let found = found.iter().find(|estimate| estimate.played.to_string() == text);
            found.map(ToString::to_string).unwrap()
        };
        assert!(of("c1-c3").starts_with("wins within "), "{}", of("c1-c3"));
        assert_eq!(of("c1-c3"), of("c5-c3"));
    }

    #[test]
    fn what_is_proved_comes_before_what_the_engine_thinks() {
        let position = "1xxx1/o3o/o3o/o3o/1xxx1 x".parse().unwrap();
        let estimate = |text: &str, score: Score| {
            let played = Rules::default().parse_move(&position, text).unwrap();
            RatedMove { depth: 4, ..RatedMove::new(played, score.into()) }
        };
        let mut all = [
            estimate("b1-b3", Score::Estimate(90)),
            estimate("d1-d3", Score::Loss(None)),
            estimate("c1-c3", Score::Estimate(-10)),
            estimate("b1-d3", Score::Win(Some(15))),
        ];
        let (first, known) = (all[2].played, all[3].played);
        let proved = [(first, 13), (known, 11)]
            .map(|(played, plies)| RatedMove::proved(played, Wdl::Win, plies));
        RatedMove::settle(&mut all, &proved);
        let all = all.each_ref().map(|estimate| format!("{} {estimate}", estimate.played));
        let rest = ["b1-b3 estimate +90 at depth 4", "d1-d3 loses"];
        assert_eq!(all[..2], ["c1-c3 wins within 13", "b1-d3 wins in 15"]);
        assert_eq!(all[2..], rest);
    }

    #[test]
    fn a_repetition_is_worth_what_it_does() {
        let soucie: Preset = "soucie".parse().unwrap();
        let mut game = Game::new(soucie, "6x1/o6o/8/8/8/8/o6o/1x6 x".parse().unwrap());
        for text in ["b1-c1", "a2-a4", "c1-b1"] {
            game.play(soucie.rules.parse_move(game.position(), text).unwrap()).unwrap();
        }
        let mut estimator = Estimator::new(soucie, None).unwrap();
        let moves = estimator.moves(&game, Duration::from_millis(5));
        let back = moves.iter().find(|estimate| estimate.played.to_string() == "a4-a2");
        assert_eq!(Score::from(back.unwrap().worth), Score::Loss(Some(1)));
    }
}
