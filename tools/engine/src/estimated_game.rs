//! The moves of a game beyond the tables, judged by certificates and by the engine.

use std::time::Duration;

use loa_record::review::{Bar, Chart};
use loa_record::{Game, ends_by_repetition, move_number};
use loa_solver::{Color, Move, Position, Value};

use crate::alpha_beta::is_level;
use crate::estimates::{BoundedMove, Estimate, Estimator, for_mover};
use crate::history::History;
use crate::protocol::reply::Score;

/// A move of a game compared with the best one.
#[derive(Clone, Debug, PartialEq, Eq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
#[non_exhaustive]
pub struct EstimatedMove {
    /// The number of the move, from 1.
    pub number: usize,
    /// The side that made it.
    pub color: Color,
    /// The move.
    pub played: Estimate,
    /// The best move: proved to win, or the engine's choice at the same depth.
    pub best: Estimate,
}

/// The effort of the engine for each position of a game.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[cfg_attr(
    feature = "serde",
    derive(serde::Serialize, serde::Deserialize),
    serde(rename_all = "kebab-case")
)]
pub enum Effort {
    /// Every position is searched to this depth in plies, so that the answer depends on the game
    /// alone.
    Depth(u32),
    /// Every position is searched as deep as this time allows, with a search for a proof.
    Time(Duration),
}

impl Effort {
    /// The depth of reviews. `data/bench/README.md` compares its judgement with deeper ones.
    pub const USUAL_DEPTH: u32 = 4;
}

/// A move that probably gave something away. Larger is worse.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
#[cfg_attr(
    feature = "serde",
    derive(serde::Serialize, serde::Deserialize),
    serde(rename_all = "kebab-case")
)]
pub enum Lapse {
    /// A doubtful move, `?!`.
    Inaccuracy,
    /// A bad move, `?`.
    Mistake,
    /// A very bad move, `??`.
    Blunder,
}

impl Lapse {
    /// The signs of all lapses.
    pub const SIGNS: [&str; 3] = ["?!", "?", "??"];

    /// The chances lost from which a move is a lapse of each kind. `data/bench/README.md` has the
    /// measurements.
    const BANDS: [(f64, Lapse); 3] =
        [(0.35, Lapse::Blunder), (0.25, Lapse::Mistake), (0.15, Lapse::Inaccuracy)];

    /// Returns the lapse of a move that lost these chances of winning; `None` below the first band.
    fn of(lost: f64) -> Option<Lapse> {
        Lapse::BANDS.into_iter().find(|&(least, _)| lost >= least).map(|(_, lapse)| lapse)
    }

    /// Returns `?!`, `?` or `??`.
    pub const fn sign(self) -> &'static str {
        Lapse::SIGNS[self as usize]
    }
}

/// The score at which the side ahead has e of 1 + e chances of winning.
const POINTS: f64 = 110.0;

/// Returns the chance that the side with this score wins, from 0 to 1. The curve fits the engine's
/// games against itself (`data/bench/estimates.py`).
fn chance(score: Score) -> f64 {
    match score {
        Score::Win(_) => 1.0,
        Score::Draw => 0.5,
        Score::Loss(_) => 0.0,
        Score::Estimate(points) => 1.0 / (1.0 + (-f64::from(points) / POINTS).exp()),
    }
}

/// Judges the moves of a game whose numbers, from 1, are `wanted`. `proved` returns the moves of a
/// position that a certificate knows, best first. All moves of a position that the engine judges
/// are searched to the same depth.
pub fn estimated_moves(
    estimator: &mut Estimator,
    game: &Game,
    mut wanted: impl FnMut(usize) -> bool,
    effort: Effort,
    mut proved: impl FnMut(&Position) -> Vec<BoundedMove>,
) -> Vec<EstimatedMove> {
    let mut history = History::new(*game.start());
    let mut moves = Vec::new();
    for (place, &played) in game.moves().iter().enumerate() {
        let (number, color) = (place + 1, history.position().turn());
        if wanted(number)
            && let Some((best, played)) = judge(estimator, &history, played, effort, &mut proved)
        {
            moves.push(EstimatedMove { number, color, played, best });
        }
        history.play(played);
    }
    moves
}

/// Returns the best move of a position and the move that was played, as judged by a certificate,
/// else by the engine. `None` if the engine does not list the move.
fn judge(
    estimator: &mut Estimator,
    history: &History,
    played: Move,
    effort: Effort,
    proved: &mut impl FnMut(&Position) -> Vec<BoundedMove>,
) -> Option<(Estimate, Estimate)> {
    let position = history.position();
    let known = proved(&position);
    let best = known.first().map(Estimate::by_proof);
    let of_played = known.iter().find(|known| known.0 == played).map(Estimate::by_proof);
    let after = position.play_unchecked(played);
    let of_played = of_played
        .or_else(|| Some(Estimate::before_proof(played, proved(&after).first()?)))
        // A certificate does not consider repetition.
        .filter(|_| !ends_by_repetition(estimator.repetition(), history.positions(), &after));
    if let (Some(best), Some(played)) = (&best, &of_played) {
        return Some((best.clone(), played.clone()));
    }
    let (found, searched) = match effort {
        Effort::Depth(depth) => estimator.compare(history, played, depth)?,
        Effort::Time(time) => {
            let all = estimator.moves(history, time);
            let of_played = all.iter().find(|estimate| estimate.played == played)?;
            (all.first()?.clone(), of_played.clone())
        }
    };
    let played = of_played.unwrap_or(searched);
    let best = best.unwrap_or(found);
    Some((if played.is_better_than(&best) { played.clone() } else { best }, played))
}

impl EstimatedMove {
    /// Returns the chances of winning that the move lost, from 0 to 1.
    pub fn lost(&self) -> f64 {
        (chance(self.best.score) - chance(self.played.score)).max(0.0)
    }

    /// Returns the lapse; `None` if the move is about as good as the best one.
    pub fn lapse(&self) -> Option<Lapse> {
        Lapse::of(self.lost())
    }

    /// Returns whether the move is a mistake or worse.
    pub fn is_turning_point(&self) -> bool {
        self.lapse() >= Some(Lapse::Mistake)
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
        if let Some(bar) = chart.bars.get_mut(after).filter(|_| estimated.is_turning_point()) {
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

/// The maximum number of moves of a refutation in text.
const REFUTATION: usize = 3;

/// `    4. x b1-b3  -81 ??; better: c1-c3, +14; then a4-c4 c1-c3`.
impl std::fmt::Display for EstimatedMove {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        let (number, side) = (move_number(self.number, self.color), self.color.letter());
        let played = self.played.played.to_string();
        write!(f, "{number:>6} {side} {played:<6} {}", self.played.worth())?;
        let Some(lapse) = self.lapse() else {
            return Ok(());
        };
        write!(f, " {}; better: {}, {}", lapse.sign(), self.best.played, self.best.worth())?;
        let refutation = self.played.line.iter().skip(1).take(REFUTATION);
        let refutation: Vec<String> = refutation.map(Move::to_string).collect();
        if !refutation.is_empty() {
            write!(f, "; now {}", refutation.join(" "))?;
        }
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use loa_solver::{Preset, Rules, Wdl};

    use super::*;

    fn game(start: &str, moves: &[&str]) -> Game {
        let preset = Preset::default();
        let mut game = Game::new(preset, start.parse().unwrap());
        for text in moves {
            let played = preset.rules.parse_move(game.position(), text).unwrap();
            game.play(played).unwrap();
        }
        game
    }

    fn judged(game: &Game, effort: Effort, proved: &[BoundedMove]) -> Vec<EstimatedMove> {
        let mut estimator = Estimator::new(game.preset(), None).unwrap();
        let known = |position: &Position| {
            let is_start = position == game.start();
            if is_start { proved.to_vec() } else { Vec::new() }
        };
        estimated_moves(&mut estimator, game, |_| true, effort, known)
    }

    #[test]
    fn wanted_moves_are_judged_and_sure_gifts_are_found() {
        let lost = game("o2o/x3/2o1/x1xo x", &["a1xa4"]);
        for effort in [Effort::Depth(4), Effort::Time(Duration::from_millis(300))] {
            let all = judged(&lost, effort, &[]);
            assert_eq!(all.len(), 1);
            // The tables say that a1xa4 loses in 2 and a3-b4 wins in 15.
            assert_eq!(all[0].played.score.wdl(), Some(Wdl::Loss));
            assert_eq!((all[0].color, all[0].lapse()), (Color::Black, Some(Lapse::Blunder)));
            // The line refutes the move.
            assert_eq!(all[0].played.line.len(), 2, "{:?}", all[0].played.line);
        }
        let mut estimator = Estimator::new(lost.preset(), None).unwrap();
        let none = |_: &Position| Vec::new();
        assert!(
            estimated_moves(&mut estimator, &lost, |_| false, Effort::Depth(2), none).is_empty()
        );
    }

    #[test]
    fn a_judgement_at_one_depth_is_the_same_every_time() {
        let game = game("start 8x8", &["d1-d3", "a4-c4", "c1-c4", "h3-e3", "f8-f6", "a7-c7"]);
        let first = judged(&game, Effort::Depth(3), &[]);
        assert_eq!(first, judged(&game, Effort::Depth(3), &[]));
        assert_eq!(first.len(), 6);
        for estimated in &first {
            assert_eq!(estimated.played.depth, estimated.best.depth, "{estimated}");
            assert!(!estimated.played.is_better_than(&estimated.best), "{estimated}");
        }
        // The best move beats those of a search of all moves to the same depth.
        let mut estimator = Estimator::new(game.preset(), None).unwrap();
        let all = estimator.to_depth(&History::new(*game.start()), 3);
        assert_eq!(first[0].best.score, all[0].score);
    }

    #[test]
    fn a_certificate_outweighs_the_engine() {
        let game = game("start 6x6", &["b1-d3"]);
        let better = game.preset().rules.parse_move(game.start(), "b1-b3").unwrap();
        let effort = Effort::Depth(2);
        // A move that is not among the proved ones is judged by the engine, against a sure win.
        let [missed] = &judged(&game, effort, &[(better, Wdl::Win, 59)])[..] else {
            panic!("one move");
        };
        assert_eq!(missed.best.within, Some(59));
        assert!(!missed.played.is_certain() && missed.is_turning_point(), "{missed}");
        // Of a position proved to be lost, no move is a lapse.
        let lost = [(better, Wdl::Loss, 58), (game.moves()[0], Wdl::Loss, 40)];
        let [kept] = &judged(&game, effort, &lost)[..] else {
            panic!("one move");
        };
        assert_eq!((kept.played.within, kept.lapse()), (Some(40), None));
    }

    #[test]
    fn lapses_grow_with_the_chances_lost() {
        let played = Rules::default().parse_move(&"x2x/4/o3/3o x".parse().unwrap(), "a4-c4");
        let estimate = |score| {
            let none = (Score::Draw, None);
            Estimate { score, ..Estimate::of(played.clone().unwrap(), 4, none, &[]) }
        };
        let level = Score::Estimate(0);
        for (best, played, expected) in [
            (level, Score::Estimate(-30), None),
            (level, Score::Estimate(-75), Some("?!")),
            (level, Score::Estimate(-130), Some("?")),
            (level, Score::Estimate(-400), Some("??")),
            // Both sides of a decided game.
            (Score::Estimate(500), Score::Estimate(400), None),
            (Score::Estimate(-400), Score::Loss(Some(4)), None),
            (Score::Win(None), Score::Estimate(400), None),
            (Score::Win(Some(3)), Score::Draw, Some("??")),
            (Score::Draw, Score::Loss(None), Some("??")),
        ] {
            let (best, played) = (estimate(best), estimate(played));
            let estimated = EstimatedMove { number: 1, color: Color::Black, played, best };
            assert_eq!(estimated.lapse().map(Lapse::sign), expected, "{estimated:?}");
        }
    }
}
