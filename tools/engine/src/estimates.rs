//! The built-in engine's estimates of moves without tables.

use std::cmp::Reverse;
use std::collections::TryReserveError;
use std::time::{Duration, Instant};

use loa_record::{ends_by_repetition, value_of_repeating};
use loa_solver::{Color, Move, Position, Preset, Repetition, Stop, Wdl};

use crate::alpha_beta::{AlphaBeta, Tables, is_level, score_of};
use crate::guide::Guide;
use crate::history::History;
use crate::listener::Listener;
use crate::protocol::command::Go;
use crate::protocol::reply::{Info, Score};

/// Estimates moves with the built-in engine.
///
/// # Examples
///
/// ```
/// use std::time::Duration;
///
/// use loa_engine::{Estimator, History};
/// use loa_solver::Preset;
///
/// let mut estimator = Estimator::new(Preset::default(), None)?;
/// let history = History::new("x2x/4/o3/3o x".parse()?);
/// let moves = estimator.moves(&history, Duration::from_millis(20));
/// assert_eq!(moves[0].to_string(), "wins in 1");
/// assert!(moves[0].is_certain());
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Debug)]
pub struct Estimator {
    preset: Preset,
    engine: AlphaBeta,
    listener: Listener,
    stop: Stop,
    /// The last moves found, and the positions of their game, so that the best move and all moves
    /// have the same numbers.
    found: (Vec<Position>, Vec<Estimate>),
}

/// A move and the engine's score of it, to the side that makes it.
#[derive(Clone, Debug, PartialEq, Eq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
#[non_exhaustive]
pub struct Estimate {
    /// The move.
    pub played: Move,
    /// The score of the move.
    pub score: Score,
    /// The depth of the search in plies, including the move; 0 if a certificate has the result.
    pub depth: u32,
    /// The maximum number of plies to the end, if a win is proved but its distance is unknown.
    pub within: Option<u32>,
    /// The moves that the engine expects, beginning with this one.
    pub line: Vec<Move>,
}

impl Estimate {
    /// Returns whether the result is certain: found by the search to its end, proved, or read from
    /// tables.
    pub const fn is_certain(&self) -> bool {
        self.score.wdl().is_some()
    }

    /// Returns whether a move is better than another move of the position, searched to the same
    /// depth.
    pub(crate) fn is_better_than(&self, other: &Estimate) -> bool {
        order(self) > order(other)
    }

    /// Sets the results that a certificate proves, with their maximum number of plies. A distance
    /// that a search has found is kept. Sorts the best moves first.
    pub fn settle(all: &mut [Estimate], proved: impl Iterator<Item = BoundedMove>) {
        for (played, result, plies) in proved {
            let of_move = all.iter_mut().find(|estimate| estimate.played == played);
            let Some(estimate) = of_move.filter(|estimate| estimate.score.plies().is_none()) else {
                continue;
            };
            let least = estimate.within.map_or(plies, |known| known.min(plies));
            *estimate =
                Estimate { depth: estimate.depth, ..Estimate::by_proof(&(played, result, least)) };
        }
        all.sort_by_key(|estimate| Reverse(order(estimate)));
    }

    /// Returns the estimate of a move, given the estimate of the position after it.
    pub(crate) fn of(
        played: Move,
        depth: u32,
        (after, within): (Score, Option<u32>),
        line: &[Move],
    ) -> Estimate {
        let (score, within) = bounded(for_mover(after), within.map(|plies| plies + 1));
        Estimate {
            played,
            score,
            depth,
            within,
            line: std::iter::once(played).chain(line.iter().copied()).collect(),
        }
    }

    /// Returns the estimate of a move whose result a certificate proves.
    pub(crate) fn by_proof(&(played, result, plies): &BoundedMove) -> Estimate {
        let proved = match result {
            Wdl::Win => Score::Win(None),
            Wdl::Draw => Score::Draw,
            Wdl::Loss => Score::Loss(None),
        };
        let (score, within) = bounded(proved, Some(plies));
        Estimate { played, score, depth: 0, within, line: vec![played] }
    }

    /// Returns the estimate of a move, given the best move after it.
    pub(crate) fn before(played: Move, answer: &Estimate) -> Estimate {
        let depth = if answer.depth == 0 { 0 } else { answer.depth + 1 };
        Estimate::of(played, depth, (answer.score, answer.within), &answer.line)
    }

    /// Returns the score in words: `wins in 5`, `wins within 13`, or `+340` for an estimate.
    pub(crate) fn worth(&self) -> String {
        let score = self.score.in_words();
        let bound = self.within.filter(|_| self.is_certain());
        bound.map_or(score.clone(), |plies| format!("{score} within {plies}"))
    }

    /// Returns the estimate in the form of an engine's report.
    fn info(&self) -> Info {
        Info {
            depth: Some(self.depth),
            score: Some(self.score),
            pv: self.line.iter().map(Move::to_string).collect(),
            ..Info::default()
        }
    }
}

/// `wins in 5`, `wins within 13`, `estimate +340 at depth 7`, or `estimate +34, about level, at
/// depth 7`.
impl std::fmt::Display for Estimate {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        let worth = self.worth();
        if self.is_certain() {
            return f.write_str(&worth);
        }
        let level = if is_level(self.score) { ", about level," } else { "" };
        write!(f, "estimate {worth}{level} at depth {}", self.depth)
    }
}

/// A move that a certificate proves to win or lose, and the maximum number of plies until then.
pub type BoundedMove = (Move, Wdl, u32);

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

    /// Returns the rule for repeated positions.
    pub(crate) const fn repetition(&self) -> Repetition {
        self.preset.repetition
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
    pub fn best(&mut self, history: &History, time: Duration) -> Option<Estimate> {
        let go = Go { movetime: Some(time), ..Go::default() };
        self.think(history, &go)
    }

    /// Returns every move, best first, all searched to the same depth in about this time. Part of
    /// the time is for proving a win. A repeated question gets the same answer.
    pub fn moves(&mut self, history: &History, time: Duration) -> &[Estimate] {
        if self.found.0 != history.positions() {
            let all = self.deepen(history, time, &mut |_| {});
            self.found = (history.positions().to_vec(), all);
        }
        &self.found.1
    }

    /// Returns every move, searched to a depth in plies that includes the move. Returns fewer moves
    /// if the time ends first.
    pub(crate) fn at_depth(
        &mut self,
        history: &History,
        depth: u32,
        end: Option<Instant>,
    ) -> Vec<Estimate> {
        let moves = self.preset.rules.moves(&history.position());
        let in_time = moves.iter().take_while(|_| end.is_none_or(|end| Instant::now() < end));
        in_time.map(|&played| self.of_move(history, played, depth)).collect()
    }

    /// Returns every move, best first, as [`moves`](Self::moves) does, and passes the moves to
    /// `report` after each depth.
    pub fn deepen(
        &mut self,
        history: &History,
        time: Duration,
        report: &mut dyn FnMut(&[Estimate]),
    ) -> Vec<Estimate> {
        let began = Instant::now();
        if self.preset.rules.termination(&history.position()).is_some() {
            return Vec::new();
        }
        let mut all = self.at_depth(history, 2, None);
        all.sort_by_key(|estimate| Reverse(order(estimate)));
        let mut round = began.elapsed();
        report(&all);
        let best = self.best(history, time / 2);
        for depth in 3..=MOST_DEPTH {
            let is_late = began.elapsed() + round * GROWTH > time;
            if is_late || self.stop.is_set() || all.iter().all(Estimate::is_certain) {
                break;
            }
            let again = Instant::now();
            let deeper = self.at_depth(history, depth, began.checked_add(time));
            round = again.elapsed();
            if self.stop.is_set() || deeper.len() < all.len() {
                break;
            }
            all = deeper;
            if let Some(best) = all.iter().max_by_key(|estimate| order(estimate)) {
                self.listener.hear(&best.info());
            }
            all.sort_by_key(|estimate| Reverse(order(estimate)));
            report(&all);
        }
        if let Some(best) = best.filter(Estimate::is_certain) {
            settle(&mut all, history.position(), &best);
            report(&all);
        }
        all
    }

    /// Returns every move, best first, searched to a depth in plies that includes the move; none if
    /// the game is over.
    pub fn to_depth(&mut self, history: &History, depth: u32) -> Vec<Estimate> {
        if self.preset.rules.termination(&history.position()).is_some() {
            return Vec::new();
        }
        let mut all = self.at_depth(history, depth.max(1), None);
        all.sort_by_key(|estimate| Reverse(order(estimate)));
        all
    }

    /// Returns the best move and a move that was played, both searched to a depth in plies that
    /// includes the move; `None` if the game is over. The answer depends only on the question and
    /// on the questions before it.
    pub fn compare(
        &mut self,
        history: &History,
        played: Move,
        depth: u32,
    ) -> Option<(Estimate, Estimate)> {
        let go = Go { depth: Some(depth), ..Go::default() };
        let best = self.think(history, &go)?.played;
        let played = self.of_move(history, played, depth.max(1));
        if best == played.played {
            return Some((played.clone(), played));
        }
        let best = self.of_move(history, best, depth.max(1));
        let best = if played.is_better_than(&best) { played.clone() } else { best };
        Some((best, played))
    }

    /// Returns the proof that `winner` wins from a position, if a search within the limits finds one.
    pub(crate) fn prove(&self, position: Position, winner: Color, limits: &Go) -> Option<Guide> {
        self.engine.prove(position, winner, limits, &self.stop)
    }

    /// Returns the best move except `played`, of all moves searched to a depth that includes the
    /// move; `None` if no other move is legal.
    pub(crate) fn best_except(
        &mut self,
        history: &History,
        played: Move,
        depth: u32,
    ) -> Option<Estimate> {
        let all = self.at_depth(history, depth, None).into_iter();
        all.filter(|estimate| estimate.played != played).max_by_key(order)
    }

    /// Returns the estimate of a move by a search to a depth that includes the move.
    fn of_move(&mut self, history: &History, played: Move, depth: u32) -> Estimate {
        let after = history.position().play_unchecked(played);
        let repetition = self.preset.repetition;
        if ends_by_repetition(repetition, history.positions(), &after) {
            let score = score_of(value_of_repeating(repetition));
            return Estimate { score, ..Estimate::of(played, depth, (score, None), &[]) };
        }
        let mut longer = history.clone();
        longer.push(after);
        let go = Go { depth: Some(depth - 1), ..Go::default() };
        let stop = self.stop.clone();
        let thought = self.engine.think(&longer, &go, &stop, &mut |_| {});
        Estimate::of(played, depth, (thought.score, thought.within()), &thought.line)
    }

    /// Returns the best move found within some limits; `None` if the game is over.
    pub fn think(&mut self, history: &History, go: &Go) -> Option<Estimate> {
        let listener = &self.listener;
        let stop = self.stop.clone();
        let thought = self.engine.think(history, go, &stop, &mut |info| listener.hear(&info));
        let (score, within) = bounded(thought.score, thought.within());
        Some(Estimate {
            played: thought.best?,
            score,
            depth: thought.depth,
            within,
            line: thought.line,
        })
    }
}

/// Sets the certain result of the best move for all moves that are as good. A proved win lies
/// deeper than the searches of all moves, and moves to images of the same position are as good.
fn settle(all: &mut [Estimate], position: Position, best: &Estimate) {
    let won = position.play_unchecked(best.played);
    let is_won = |played| won.images().any(|image| image == position.play_unchecked(played));
    for estimate in all.iter_mut().filter(|estimate| !estimate.is_certain()) {
        if estimate.played == best.played {
            estimate.clone_from(best);
        } else if best.within.is_some() && is_won(estimate.played) {
            estimate.score = best.score;
            estimate.within = best.within;
            estimate.line.truncate(1);
        }
    }
    all.sort_by_key(|estimate| Reverse(order(estimate)));
}

/// Returns whether a bound on the plies to the end, including a move of this result, leaves no other
/// distance: a winning move may end the game, and a losing move that does not end it has a reply.
pub fn is_distance(result: Wdl, bound: u32) -> bool {
    bound <= if result == Wdl::Win { 1 } else { 2 }
}

/// Returns a score and its bound. A bound that is the distance becomes a part of the score.
fn bounded(score: Score, within: Option<u32>) -> (Score, Option<u32>) {
    match (score, within) {
        (Score::Win(None), Some(plies)) if is_distance(Wdl::Win, plies) => {
            (Score::Win(within), None)
        }
        (Score::Loss(None), Some(plies)) if is_distance(Wdl::Loss, plies) => {
            (Score::Loss(within), None)
        }
        _ => (score, within),
    }
}

/// Converts a score after a move to the side that made it.
pub(crate) fn for_mover(score: Score) -> Score {
    let later = |plies: Option<u32>| plies.map(|plies| plies + 1);
    match score {
        Score::Estimate(points) => Score::Estimate(-points),
        Score::Win(plies) => Score::Loss(later(plies)),
        Score::Draw => Score::Draw,
        Score::Loss(plies) => Score::Win(later(plies)),
    }
}

/// Returns a key that is greater for better moves.
fn order(Estimate { score, within, .. }: &Estimate) -> (i8, i64) {
    let plies = |plies: Option<u32>| i64::from(plies.or(*within).unwrap_or(u32::MAX));
    match *score {
        Score::Win(distance) => (1, -plies(distance)),
        Score::Estimate(points) => (0, points.into()),
        Score::Draw => (0, 0),
        Score::Loss(distance) => (-1, plies(distance)),
    }
}

#[cfg(test)]
mod tests {
    use loa_solver::Rules;
    use loa_tablebase::Tablebase;

    use super::*;

    /// Certain results of the engine without tables equal those of the tables.
    #[test]
    fn certain_results_are_right_and_estimates_are_marked() {
        let rules = Preset::default();
        let tables = Tablebase::embedded(rules.rules);
        let (mut certain, mut estimates) = (0, 0);
        for text in
            ["1xx1/o2o/o2o/1xx1 x", "o2o/x3/2o1/x1xo x", "1oxo/x3/3x/x1o1 o", "xo2/2xo/o3/1x1o x"]
        {
            let position = text.parse().unwrap();
            let mut estimator = Estimator::new(rules, None).unwrap();
            let found = estimator.moves(&History::new(position), Duration::from_millis(30));
            let probe = tables.probe(&position).unwrap();
            assert_eq!(found.len(), probe.moves.len(), "{text}");
            for estimate in found {
                let known = probe.moves.iter().find(|known| known.played == estimate.played);
                let Some(wdl) = estimate.score.wdl() else {
                    estimates += 1;
                    assert!(estimate.to_string().starts_with("estimate "));
                    continue;
                };
                certain += 1;
                assert_eq!(wdl, known.unwrap().value.wdl(), "{text} {estimate}");
            }
        }
        assert!(certain > 5, "{certain} certain, {estimates} estimates");
    }

    #[test]
    fn a_proved_win_has_its_bound_after_every_image_of_the_move() {
        let start = "5x5".parse::<loa_solver::Board>().unwrap().start();
        let mut estimator = Estimator::new(Preset::default(), None).unwrap();
        let found = estimator.moves(&History::new(start), Duration::from_secs(2));
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
        let estimate = |text: &str, score| {
            let played = Rules::default().parse_move(&position, text).unwrap();
            Estimate { score, ..Estimate::of(played, 4, (Score::Draw, None), &[]) }
        };
        let mut all = [
            estimate("b1-b3", Score::Estimate(90)),
            estimate("d1-d3", Score::Loss(None)),
            estimate("c1-c3", Score::Estimate(-10)),
            estimate("b1-d3", Score::Win(Some(15))),
        ];
        let (first, known) = (all[2].played, all[3].played);
        let proved = [(first, Wdl::Win, 13), (known, Wdl::Win, 11)];
        Estimate::settle(&mut all, proved.into_iter());
        let all = all.each_ref().map(|estimate| format!("{} {estimate}", estimate.played));
        let rest = ["b1-b3 estimate +90 at depth 4", "d1-d3 loses"];
        assert_eq!(all[..2], ["c1-c3 wins within 13", "b1-d3 wins in 15"]);
        assert_eq!(all[2..], rest);
    }

    #[test]
    fn a_repetition_is_worth_what_it_does() {
        let soucie: Preset = "soucie".parse().unwrap();
        let mut history = History::new("6x1/o6o/8/8/8/8/o6o/1x6 x".parse().unwrap());
        for text in ["b1-c1", "a2-a4", "c1-b1"] {
            history.play_text(soucie.rules, text).unwrap();
        }
        let mut estimator = Estimator::new(soucie, None).unwrap();
        let moves = estimator.moves(&history, Duration::from_millis(5));
        let back = moves.iter().find(|estimate| estimate.played.to_string() == "a4-a2");
        assert_eq!(back.unwrap().score, Score::Loss(Some(1)));
    }
}
