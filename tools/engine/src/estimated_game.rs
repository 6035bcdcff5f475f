//! The moves of a game beyond the tables, judged by facts and by the engine's estimates.
//!
//! A fact is the end of the game, a result that a search has seen to its end, or a proof whose
//! certificate was checked. Facts are compared with facts, and estimates with estimates of the same
//! depth.

use std::time::Duration;

use loa_record::review::Blunder;
use loa_record::text::within;
use loa_record::{Game, RatedMove, Worth, ends_by_repetition, move_number};
use loa_solver::{Color, Move, Position, Wdl};

use crate::estimates::Estimator;
use crate::guide::{Guide, GuideMove};
use crate::history::History;
use crate::protocol::command::Go;

/// A move of a game compared with the best one.
#[derive(Clone, Debug, PartialEq, Eq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
#[non_exhaustive]
pub struct EstimatedMove {
    /// The number of the move, from 1.
    pub number: usize,
    /// The side that made it.
    pub color: Color,
    /// True if a fact says that this side was lost from the start. Then no estimate judges it.
    pub was_lost: bool,
    /// The move.
    pub played: RatedMove,
    /// The best move: by facts, or the engine's choice at the same depth.
    pub best: RatedMove,
}

/// The effect of a move, compared with the best one.
#[derive(Clone, Copy, Debug, PartialEq)]
#[cfg_attr(
    feature = "serde",
    derive(serde::Serialize, serde::Deserialize),
    serde(rename_all = "kebab-case")
)]
pub enum Judgement {
    /// The move keeps what is certain.
    Kept,
    /// The move leaves a proof of a win. It may still win.
    LeftProof,
    /// The move gives up a win that the search has seen to its end, and is not known to win.
    GaveUpWin,
    /// The move loses, and another move is not known to lose.
    FellIntoLoss,
    /// The move spoils a certain result.
    Spoiled(Blunder),
    /// The move gives away these estimated chances of winning, from 0 to 1.
    GaveAway(f64),
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
    /// The expansions of the search for a proof before a move is marked.
    const PROOF: u64 = 20_000;
    /// The expansions of the search for a proof in every position. They find wins a few plies
    /// beyond the depth of reviews.
    const GLANCE: u64 = 500;

    /// Returns the depth of a further search.
    const fn depth(self) -> u32 {
        match self {
            Effort::Depth(depth) => depth,
            Effort::Time(_) => Effort::USUAL_DEPTH,
        }
    }

    /// Returns the limits of a search for a proof of this many expansions.
    fn proof(self, expansions: u64) -> Go {
        let (nodes, movetime) = match self {
            Effort::Depth(_) => (expansions, None),
            Effort::Time(Duration::ZERO) => (0, None),
            Effort::Time(time) => (expansions, Some(time)),
        };
        Go { nodes: Some(nodes), movetime, ..Go::default() }
    }

    /// The depth of reviews. `data/bench/estimates.md` compares its judgement with deeper ones.
    pub const USUAL_DEPTH: u32 = 4;
}

/// The mark of a move that gave something away. Larger is worse.
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

    /// The chances lost from which a move is a lapse of each kind. `data/bench/estimates.md` has the
    /// measurements.
    const BANDS: [(f64, Lapse); 3] =
        [(0.35, Lapse::Blunder), (0.25, Lapse::Mistake), (0.15, Lapse::Inaccuracy)];

    /// Returns the lapse of a move; `None` if the move gives nothing away, or too little.
    fn of(judgement: Judgement) -> Option<Lapse> {
        match judgement {
            Judgement::Kept | Judgement::LeftProof => None,
            Judgement::Spoiled(Blunder::WinToDraw) => Some(Lapse::Mistake),
            Judgement::Spoiled(Blunder::WinToLoss | Blunder::DrawToLoss)
            | Judgement::GaveUpWin
            | Judgement::FellIntoLoss => Some(Lapse::Blunder),
            Judgement::GaveAway(lost) => {
                Lapse::BANDS.into_iter().find(|&(least, _)| lost >= least).map(|(_, lapse)| lapse)
            }
        }
    }

    /// Returns `?!`, `?` or `??`.
    pub const fn sign(self) -> &'static str {
        Lapse::SIGNS[self as usize]
    }
}

/// The score at which the side ahead has e of 1 + e chances of winning.
const POINTS: f64 = 110.0;

/// Returns the chance that a side wins by the engine's estimate, from 0 to 1. The curve fits the
/// engine's games against itself (`data/bench/estimates.py`).
fn chance(points: i32) -> f64 {
    1.0 / (1.0 + (-f64::from(points) / POINTS).exp())
}

/// Judges the moves of a game whose numbers, from 1, are `wanted`. `lost` is the side that was lost
/// from the start, if known. `proved` returns the moves of a position that a certificate knows,
/// best first. All moves of a position that the engine judges are searched to the same depth.
///
/// The judgements are then settled from the last move back to the first, so that a proved result is
/// followed back to the move that lost the game. `wanted` is called for each move again, and
/// refuses the search for proofs, for example when the time is up.
pub fn estimated_moves(
    estimator: &mut Estimator,
    game: &Game,
    lost: Option<Color>,
    mut wanted: impl FnMut(usize) -> bool,
    effort: Effort,
    mut proved: impl FnMut(&Position) -> Vec<RatedMove>,
) -> Vec<EstimatedMove> {
    let mut history = History::new(*game.start());
    let mut moves = Vec::new();
    for (place, &played) in game.moves().iter().enumerate() {
        let (number, color) = (place + 1, history.position().turn());
        if wanted(number)
            && let Some((best, played)) = judge(estimator, &history, played, effort, &mut proved)
        {
            let was_lost = lost == Some(color);
            moves.push(EstimatedMove { number, color, was_lost, played, best });
        }
        history.play(played);
    }
    let mut later: Option<&EstimatedMove> = None;
    for judged in moves.iter_mut().rev() {
        let effort = if wanted(judged.number) { effort } else { Effort::Time(Duration::ZERO) };
        let positions = &game.positions()[..=judged.number];
        let answer = later.filter(|later| later.number == judged.number + 1);
        judged.settle(estimator, positions, answer.map(|later| &later.best), effort);
        later = Some(judged);
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
    proved: &mut impl FnMut(&Position) -> Vec<RatedMove>,
) -> Option<(RatedMove, RatedMove)> {
    let position = history.position();
    let known = proved(&position);
    let best = known.first().cloned();
    let of_played = known.iter().find(|known| known.played == played).cloned();
    let after = position.play_unchecked(played);
    let of_played = of_played
        .or_else(|| Some(RatedMove::before(played, proved(&after).first()?)))
        // A certificate does not consider repetition.
        .filter(|_| !ends_by_repetition(estimator.repetition(), history.positions(), &after));
    if let (Some(best), Some(played)) = (&best, &of_played) {
        return Some((best.clone(), played.clone()));
    }
    let (found, searched) = match effort {
        Effort::Depth(depth) => estimator.compare(history, played, depth)?,
        Effort::Time(time) => {
            let all = estimator.moves(history, time);
            let of_played = all.iter().find(|rated| rated.played == played)?;
            (all.first()?.clone(), of_played.clone())
        }
    };
    let played = of_played.unwrap_or(searched);
    // A win that the search has seen to its end is nearer than one that is proved.
    let best = best.filter(|_| !found.worth.is_certain()).unwrap_or(found);
    Some((if played.worth.is_better_than(&best.worth) { played.clone() } else { best }, played))
}

impl EstimatedMove {
    /// Returns what the move did.
    pub fn judgement(&self) -> Judgement {
        let (best, played) = (self.best.worth, self.played.worth);
        match (best.category, played.category) {
            (None, None) if self.was_lost => Judgement::Kept,
            (None, None) => {
                let chance = |worth: Worth| chance(worth.score.unwrap_or_default());
                Judgement::GaveAway((chance(best) - chance(played)).max(0.0))
            }
            (None, Some(Wdl::Loss)) => Judgement::FellIntoLoss,
            (Some(Wdl::Win), None) if best.is_only_proved() => Judgement::LeftProof,
            (Some(Wdl::Win), None) => Judgement::GaveUpWin,
            (best, played) => {
                let spoiled = best.zip(played);
                let spoiled = spoiled.and_then(|(best, played)| Blunder::of(best, played));
                spoiled.map_or(Judgement::Kept, Judgement::Spoiled)
            }
        }
    }

    /// Returns the lapse; `None` if the move is about as good as the best one.
    pub fn lapse(&self) -> Option<Lapse> {
        Lapse::of(self.judgement())
    }

    /// Returns whether the move is a mistake or worse.
    pub fn is_turning_point(&self) -> bool {
        self.lapse() >= Some(Lapse::Mistake)
    }

    /// Returns what the move gave away, in words; `None` if that is nothing, or too little for a
    /// mark.
    pub fn words(&self) -> Option<String> {
        match self.judgement() {
            Judgement::LeftProof => {
                Some(format!("left the proof: {} {}", self.best.played, self.best.worth))
            }
            Judgement::GaveUpWin => {
                let Worth { plies, bound, .. } = self.best.worth;
                let plies = plies.unwrap_or_default();
                Some(format!("gave up a win {} {plies}", within(!bound)))
            }
            Judgement::FellIntoLoss => Some(self.played.worth.to_string()),
            Judgement::Spoiled(blunder) => Some(blunder.in_words()),
            Judgement::GaveAway(lost) if self.lapse().is_some() => {
                Some(format!("gave away {:.0} % of the chances", 100.0 * lost))
            }
            Judgement::Kept | Judgement::GaveAway(_) => None,
        }
    }

    /// Replaces estimates by facts, given the positions up to the one after the move and the best
    /// answer in that one, if it was judged. Before a mark is given, a search for a proof asks
    /// whether the move wins or loses, and whether the position before it was lost.
    fn settle(
        &mut self,
        estimator: &mut Estimator,
        positions: &[Position],
        answer: Option<&RatedMove>,
        effort: Effort,
    ) {
        let [.., before, after] = *positions else {
            return;
        };
        let played = self.played.played;
        let (glance, proof) = (effort.proof(Effort::GLANCE), effort.proof(Effort::PROOF));
        let won = |estimator: &Estimator, position: Position, limits: &Go| {
            estimator.prove(position, position.turn(), limits)
        };
        let refuted = |guide: &Guide| {
            let GuideMove { played: answer, plies } = guide.answer(&after)?;
            Some(RatedMove::before(played, &RatedMove::proved(answer, Wdl::Win, plies)))
        };
        let is_settled =
            |answer: &&RatedMove| matches!(answer.worth.category, Some(Wdl::Win | Wdl::Loss));
        if !self.played.worth.is_certain() {
            let by_answer =
                answer.filter(is_settled).map(|answer| RatedMove::before(played, answer));
            let by_proof =
                || refuted(&won(estimator, after, &glance).filter(|_| answer.is_none())?);
            if let Some(known) = by_answer.or_else(by_proof) {
                self.played = known;
            }
        }
        if !self.best.worth.is_certain()
            && self.played.worth.category != Some(Wdl::Win)
            && let Some(guide) = won(estimator, before, &glance)
            && let Some(best) = guide.answer(&before)
        {
            self.best = RatedMove::proved(best.played, Wdl::Win, best.plies);
            if let Some(plies) = guide.bound(&after) {
                self.played = RatedMove::proved(played, Wdl::Win, plies + 1);
            }
        }
        let is_left = self.judgement() == Judgement::LeftProof;
        if !self.played.worth.is_certain() && (is_left || self.lapse().is_some()) {
            if let Some(guide) = estimator.prove(after, before.turn(), &proof) {
                self.played = RatedMove::proved(played, Wdl::Win, guide.plies() + 1);
            } else if let Some(known) = won(estimator, after, &proof).as_ref().and_then(refuted) {
                self.played = known;
            }
        }
        if self.judgement() == Judgement::FellIntoLoss {
            if let Some(guide) = estimator.prove(before, after.turn(), &proof) {
                let lost = RatedMove::proved(self.best.played, Wdl::Loss, guide.plies());
                self.best = RatedMove { line: self.best.line.clone(), ..lost };
            } else if self.best.played == played {
                let mut history = History::new(positions[0]);
                positions[1..positions.len() - 1].iter().for_each(|&next| history.push(next));
                let best = estimator.best_except(&history, played, effort.depth());
                self.best = best.unwrap_or_else(|| self.played.clone());
            }
        }
        if self.played.worth.is_better_than(&self.best.worth) {
            self.best = self.played.clone();
        }
    }
}

/// The maximum number of moves of a refutation in text.
const REFUTATION: usize = 3;

/// `    4. x b1-b3  -81 ??; better: c1-c3, +14; now a4-c4 c1-c3`, or without a mark
/// `    4. x b6-d4  +49 left the proof: d1xa4 wins within 11`.
impl std::fmt::Display for EstimatedMove {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        let (number, side) = (move_number(self.number, self.color), self.color.letter());
        let played = self.played.played.to_string();
        write!(f, "{number:>6} {side} {played:<6} {}", self.played.worth)?;
        let RatedMove { played: best, worth, .. } = self.best;
        let Some(lapse) = self.lapse() else {
            return self.words().map_or(Ok(()), |words| write!(f, " {words}"));
        };
        write!(f, " {}; better: {best}, {worth}", lapse.sign())?;
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
    use crate::protocol::reply::Score;

    fn game(start: &str, moves: &[&str]) -> Game {
        let preset = Preset::default();
        let mut game = Game::new(preset, start.parse().unwrap());
        for text in moves {
            let played = preset.rules.parse_move(game.position(), text).unwrap();
            game.play(played).unwrap();
        }
        game
    }

    fn judged(game: &Game, effort: Effort, proved: &[RatedMove]) -> Vec<EstimatedMove> {
        let mut estimator = Estimator::new(game.preset(), None).unwrap();
        let known = |position: &Position| {
            let is_start = position == game.start();
            if is_start { proved.to_vec() } else { Vec::new() }
        };
        estimated_moves(&mut estimator, game, None, |_| true, effort, known)
    }

    #[test]
    fn wanted_moves_are_judged_and_sure_gifts_are_found() {
        let lost = game("o2o/x3/2o1/x1xo x", &["a1xa4"]);
        for effort in [Effort::Depth(4), Effort::Time(Duration::from_millis(300))] {
            let all = judged(&lost, effort, &[]);
            assert_eq!(all.len(), 1);
            // The tables say that a1xa4 loses in 2 and a3-b4 wins in 15.
            assert_eq!(all[0].played.worth.category, Some(Wdl::Loss));
            assert_eq!((all[0].color, all[0].lapse()), (Color::Black, Some(Lapse::Blunder)));
            // The line refutes the move.
            assert_eq!(all[0].played.line.len(), 2, "{:?}", all[0].played.line);
        }
        let mut estimator = Estimator::new(lost.preset(), None).unwrap();
        let none = |_: &Position| Vec::new();
        assert!(
            estimated_moves(&mut estimator, &lost, None, |_| false, Effort::Depth(2), none)
                .is_empty()
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
            assert!(!estimated.played.worth.is_better_than(&estimated.best.worth), "{estimated}");
        }
        // The best move beats those of a search of all moves to the same depth.
        let mut estimator = Estimator::new(game.preset(), None).unwrap();
        let all = estimator.to_depth(&History::new(*game.start()), 3);
        assert_eq!(first[0].best.worth, all[0].worth);
    }

    /// A list of moves to a won position of 6x6, and a move whose win is proved only by a search.
    const LEFT: [&str; 7] = ["b1-b3", "f5-e4", "e1xe4", "f4-d2", "c1-c3", "f3-f5", "b6-d4"];

    #[test]
    fn a_move_that_leaves_a_proof_is_marked_only_by_facts() {
        let whole = game("start 6x6", &LEFT);
        let before = whole.positions()[6].to_string();
        let rules = whole.preset().rules;
        let proved = [RatedMove::proved(
            rules.parse_move(&whole.positions()[6], "d1xa4").unwrap(),
            Wdl::Win,
            11,
        )];
        // It still wins, as a search for a proof finds.
        let [won] = &judged(&game(&before, &LEFT[6..]), Effort::Depth(4), &proved)[..] else {
            panic!("one move");
        };
        assert_eq!((won.played.worth.category, won.lapse()), (Some(Wdl::Win), None), "{won}");
        // Without an answer of the search, nothing is said about it.
        let start = game("start 6x6", &["b1-d3"]);
        let better = rules.parse_move(start.start(), "b1-b3").unwrap();
        let effort = Effort::Depth(2);
        let [left] = &judged(&start, effort, &[RatedMove::proved(better, Wdl::Win, 59)])[..] else {
            panic!("one move");
        };
        assert_eq!((left.judgement(), left.lapse()), (Judgement::LeftProof, None));
        assert!(left.to_string().ends_with(" left the proof: b1-b3 wins within 59"), "{left}");
        // Of a position proved to be lost, no move is a lapse.
        let lost = [
            RatedMove::proved(better, Wdl::Loss, 58),
            RatedMove::proved(start.moves()[0], Wdl::Loss, 40),
        ];
        let [kept] = &judged(&start, effort, &lost)[..] else {
            panic!("one move");
        };
        assert_eq!((kept.played.worth.plies, kept.lapse()), (Some(40), None));
    }

    #[test]
    fn facts_and_estimates_are_never_compared() {
        let played = Rules::default().parse_move(&"x2x/4/o3/3o x".parse().unwrap(), "a4-c4");
        let estimate = |score: Score| RatedMove {
            depth: 4,
            ..RatedMove::new(played.clone().unwrap(), score.into())
        };
        let level = Score::Estimate(0);
        for (best, played, expected) in [
            (level, Score::Estimate(-30), None),
            (level, Score::Estimate(-75), Some("?! gave away 16 % of the chances")),
            (level, Score::Estimate(-130), Some("? gave away 27 % of the chances")),
            (level, Score::Estimate(-400), Some("?? gave away 47 % of the chances")),
            // Both sides of a decided game.
            (Score::Estimate(500), Score::Estimate(400), None),
            // Facts against facts.
            (Score::Win(Some(3)), Score::Draw, Some("? turned a win into a draw")),
            (Score::Win(None), Score::Loss(None), Some("?? turned a win into a loss")),
            (Score::Draw, Score::Loss(None), Some("?? turned a draw into a loss")),
            (Score::Win(Some(3)), Score::Win(None), None),
            (Score::Loss(None), Score::Loss(Some(2)), None),
            // A fact against no fact.
            (Score::Estimate(-900), Score::Loss(Some(4)), Some("?? loses in 4")),
            (Score::Win(Some(3)), Score::Estimate(900), Some("?? gave up a win in 3")),
            (Score::Win(None), Score::Estimate(-900), Some(" left the proof: a4-c4 wins")),
            (Score::Estimate(900), Score::Draw, None),
            (Score::Loss(None), Score::Estimate(0), None),
        ] {
            let (best, played) = (estimate(best), estimate(played));
            let judged =
                EstimatedMove { number: 1, color: Color::Black, was_lost: false, played, best };
            let mark = judged.lapse().map_or("", Lapse::sign);
            let said = judged.words().map(|words| format!("{mark} {words}"));
            assert_eq!(said.as_deref(), expected, "{judged:?}");
            let is_estimated = matches!(judged.judgement(), Judgement::GaveAway(_));
            let lost = EstimatedMove { was_lost: true, ..judged.clone() };
            assert_eq!(lost.lapse(), judged.lapse().filter(|_| !is_estimated));
        }
    }

    #[test]
    fn the_move_that_lost_is_found_beyond_the_depth_of_the_review() {
        // The last move of Black loses within 8, and every answer of White within 6.
        let game = game("3x2x1/o1o5/oo6/oxx1x3/o1x1xo2/5x2/8/8 o", &["a6-c6", "f3xc6", "f4-f5"]);
        let all = judged(&game, Effort::Depth(2), &[]);
        let said: Vec<_> =
            all.iter().map(|judged| (judged.lapse(), judged.played.worth.to_string())).collect();
        assert_eq!(said[0], (Some(Lapse::Blunder), "loses within 8".to_owned()));
        assert_eq!(said[1], (None, "wins within 7".to_owned()));
        assert_eq!(said[2], (None, "loses within 6".to_owned()));
    }
}
