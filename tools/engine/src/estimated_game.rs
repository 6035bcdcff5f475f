//! The moves of a game beyond the tables, judged by facts and by the engine's estimates.

use std::time::Duration;

use loa_record::review::{Judgement, Ply};
use loa_record::{Game, RatedMove, ends_by_repetition};
use loa_solver::{Color, Move, Position, Wdl};
use serde::{Deserialize, Serialize};

use crate::engine::play_on;
use crate::estimates::Estimator;
use crate::guide::Guide;
use crate::protocol::command::Go;

/// The effort of the engine for each position of a game.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
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

/// A move of a game compared with the best one.
struct Judged {
    /// True if a fact says that this side was lost from the start. Then no estimate judges it.
    was_lost: bool,
    played: RatedMove,
    /// The best move: by facts, or the engine's choice at the same depth.
    best: RatedMove,
}

/// Judges the moves of a game, its `plies`, whose numbers, from 1, are `wanted`. `lost` is the side
/// that was lost from the start, if known. `proved` returns the moves of a position that a
/// certificate knows, best first. All moves of a position that the engine judges are searched to
/// the same depth.
///
/// The judgements are then settled from the last move back to the first, so that a proved result is
/// followed back to the move that lost the game. `wanted` is called for each move again, and
/// refuses the search for proofs, for example when the time is up.
pub fn judge_moves(
    estimator: &mut Estimator,
    (game, plies): (&Game, &mut [Ply]),
    lost: Option<Color>,
    mut wanted: impl FnMut(usize) -> bool,
    effort: Effort,
    mut proved: impl FnMut(&Position) -> Vec<RatedMove>,
) {
    let mut before = Game::new(game.preset(), *game.start());
    let mut all = Vec::new();
    for (ply, &played) in plies.iter().zip(game.moves()) {
        let is_wanted = wanted(ply.number);
        let judged = || judge(estimator, &before, played, effort, &mut proved);
        let judged = is_wanted.then(judged).flatten();
        let was_lost = lost == Some(ply.color);
        all.push(judged.map(|(best, played)| Judged { was_lost, played, best }));
        play_on(&mut before, played);
    }
    let mut answer: Option<RatedMove> = None;
    for (ply, judged) in plies.iter_mut().zip(all).rev() {
        before.undo();
        let Some(mut judged) = judged else {
            answer = None;
            continue;
        };
        let effort = if wanted(ply.number) { effort } else { Effort::Time(Duration::ZERO) };
        judged.settle(estimator, &before, answer.as_ref(), effort);
        answer = Some(judged.best.clone());
        ply.judge(game.preset().rules, judged.played, judged.best, judged.was_lost);
    }
}

/// Returns the best move of a position and the move that was played, as judged by a certificate,
/// else by the engine. `None` if the engine does not list the move.
fn judge(
    estimator: &mut Estimator,
    game: &Game,
    played: Move,
    effort: Effort,
    proved: &mut impl FnMut(&Position) -> Vec<RatedMove>,
) -> Option<(RatedMove, RatedMove)> {
    let position = *game.position();
    let known = proved(&position);
    let best = known.first().cloned();
    let of_played = known.iter().find(|known| known.played == played).cloned();
    let after = position.play_unchecked(played);
    let of_played = of_played
        .or_else(|| Some(RatedMove::before(played, proved(&after).first()?)))
        // A certificate does not consider repetition.
        .filter(|_| !ends_by_repetition(estimator.preset.repetition, game.positions(), &after));
    if let (Some(best), Some(played)) = (&best, &of_played) {
        return Some((best.clone(), played.clone()));
    }
    let (found, searched) = match effort {
        Effort::Depth(depth) => estimator.compare(game, played, depth)?,
        Effort::Time(time) => {
            let all = estimator.moves(game, time);
            let of_played = all.iter().find(|rated| rated.played == played)?;
            (all.first()?.clone(), of_played.clone())
        }
    };
    let played = of_played.unwrap_or(searched);
    // A win that the search has seen to its end is nearer than one that is proved.
    let best = best.filter(|_| !found.worth.is_certain()).unwrap_or(found);
    Some((if played.worth.is_better_than(&best.worth) { played.clone() } else { best }, played))
}

impl Judged {
    /// Returns what the move did.
    fn judgement(&self) -> Judgement {
        Judgement::of(self.played.worth, self.best.worth, self.was_lost)
    }

    /// Replaces estimates by facts, given the game before the move and the best answer after it, if
    /// it was judged. Before a mark is given, a search for a proof asks whether the move wins or
    /// loses, and whether the position before it was lost.
    fn settle(
        &mut self,
        estimator: &mut Estimator,
        game: &Game,
        answer: Option<&RatedMove>,
        effort: Effort,
    ) {
        let played = self.played.played;
        let before = *game.position();
        let after = before.play_unchecked(played);
        let (glance, proof) = (effort.proof(Effort::GLANCE), effort.proof(Effort::PROOF));
        let won = |estimator: &Estimator, position: Position, limits: &Go| {
            estimator.prove(position, position.turn(), limits)
        };
        let preset = estimator.preset;
        let best = |guide: &Guide, position: &Position| {
            let best = guide.moves(position, preset).into_iter().next()?;
            Some(RatedMove { line: guide.line(position, preset), ..best })
        };
        let refuted = |guide: &Guide| Some(RatedMove::before(played, &best(guide, &after)?));
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
            && let Some(best) = best(&guide, &before)
        {
            self.best = best;
            if let Some(plies) = guide.bound(&after) {
                self.played = RatedMove::proved(played, Wdl::Win, plies + 1);
            }
        }
        let is_left = self.judgement() == Judgement::LeftProof;
        if !self.played.worth.is_certain() && (is_left || self.judgement().lapse().is_some()) {
            if let Some(guide) = estimator.prove(after, before.turn(), &proof) {
                self.played = RatedMove::proved(played, Wdl::Win, guide.plies() + 1);
            } else if let Some(known) = won(estimator, after, &proof).as_ref().and_then(refuted) {
                self.played = known;
            }
        }
        if self.judgement() == Judgement::FellIntoLoss {
            if let Some(guide) = estimator.prove(before, after.turn(), &proof) {
                let best = self.best.played;
                let line = guide.line(&before.play_unchecked(best), preset);
                let line = std::iter::once(best).chain(line).collect();
                self.best = RatedMove { line, ..RatedMove::proved(best, Wdl::Loss, guide.plies()) };
            } else if self.best.played == played {
                let all = estimator.to_depth(game, effort.depth());
                let best = all.into_iter().find(|rated| rated.played != played);
                self.best = best.unwrap_or_else(|| self.played.clone());
            }
        }
        if self.played.worth.is_better_than(&self.best.worth) {
            self.best = self.played.clone();
        }
    }
}

#[cfg(test)]
mod tests {
    use loa_record::Worth;
    use loa_record::review::{Lapse, review};
    use loa_solver::{Preset, Wdl};

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

    /// Returns the moves that are judged, given those of the start that are proved.
    fn judged(game: &Game, effort: Effort, proved: &[RatedMove]) -> Vec<Ply> {
        let mut estimator = Estimator::new(game.preset(), None).unwrap();
        let known = |position: &Position| {
            let is_start = position == game.start();
            if is_start { proved.to_vec() } else { Vec::new() }
        };
        let mut plies = review(game, |_| Ok(Vec::new()), ToString::to_string).unwrap().plies;
        judge_moves(&mut estimator, (game, &mut plies), None, |_| true, effort, known);
        plies
    }

    /// Returns the worths of the move and of the best one.
    fn worths(ply: &Ply) -> [Worth; 2] {
        [&ply.played, &ply.best].map(|rated| rated.as_ref().unwrap().worth)
    }

    #[test]
    fn wanted_moves_are_judged_and_sure_gifts_are_found() {
        let lost = game("o2o/x3/2o1/x1xo x", &["a1xa4"]);
        for effort in [Effort::Depth(4), Effort::Time(Duration::from_millis(300))] {
            let all = judged(&lost, effort, &[]);
            assert_eq!(all.len(), 1);
            // The tables say that a1xa4 loses in 2 and a3-b4 wins in 15.
            assert_eq!(worths(&all[0])[0].category, Some(Wdl::Loss));
            assert_eq!((all[0].color, all[0].mark), (Color::Black, Some(Lapse::Blunder)));
            // The line refutes the move.
            assert_eq!(all[0].played.as_ref().unwrap().line.len(), 2, "{:?}", all[0]);
        }
        let mut estimator = Estimator::new(lost.preset(), None).unwrap();
        let mut plies = judged(&lost, Effort::Depth(1), &[]);
        let before = plies.clone();
        let none = |_: &Position| Vec::new();
        let effort = Effort::Depth(2);
        judge_moves(&mut estimator, (&lost, &mut plies), None, |_| false, effort, none);
        assert_eq!(plies, before);
    }

    #[test]
    fn a_judgement_at_one_depth_is_the_same_every_time() {
        let game = game("start 8x8", &["d1-d3", "a4-c4", "c1-c4"]);
        let first = judged(&game, Effort::Depth(3), &[]);
        assert_eq!(first, judged(&game, Effort::Depth(3), &[]));
        assert_eq!(first.len(), 3);
        for estimated in &first {
            let [played, best] =
                [&estimated.played, &estimated.best].map(|it| it.as_ref().unwrap());
            assert_eq!(played.depth, best.depth, "{estimated:?}");
            assert!(!played.worth.is_better_than(&best.worth), "{estimated:?}");
        }
        // The best move beats those of a search of all moves to the same depth.
        let mut estimator = Estimator::new(game.preset(), None).unwrap();
        let all = estimator.to_depth(&Game::new(game.preset(), *game.start()), 3);
        assert_eq!(worths(&first[0])[1], all[0].worth);
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
        assert_eq!((worths(won)[0].category, won.mark), (Some(Wdl::Win), None), "{won:?}");
        // Without an answer of the search, nothing is said about it.
        let start = game("start 6x6", &["b1-d3"]);
        let better = rules.parse_move(start.start(), "b1-b3").unwrap();
        let effort = Effort::Depth(2);
        let [left] = &judged(&start, effort, &[RatedMove::proved(better, Wdl::Win, 59)])[..] else {
            panic!("one move");
        };
        assert_eq!(left.words.as_deref(), Some("left the proof: b1-b3 wins within 59"));
        // Of a position proved to be lost, no move is a lapse.
        let lost = [
            RatedMove::proved(better, Wdl::Loss, 58),
            RatedMove::proved(start.moves()[0], Wdl::Loss, 40),
        ];
        let [kept] = &judged(&start, effort, &lost)[..] else {
            panic!("one move");
        };
        assert_eq!((worths(kept)[0].plies, kept.mark), (Some(40), None));
    }

    #[test]
    fn the_move_that_lost_is_found_beyond_the_depth_of_the_review() {
        // The last move of Black loses within 8, and every answer of White within 6.
        let game = game("3x2x1/o1o5/oo6/oxx1x3/o1x1xo2/5x2/8/8 o", &["a6-c6", "f3xc6", "f4-f5"]);
        let all = judged(&game, Effort::Depth(2), &[]);
        let said: Vec<_> =
            all.iter().map(|judged| (judged.mark, worths(judged)[0].to_string())).collect();
        assert_eq!(said[0], (Some(Lapse::Blunder), "loses within 8".to_owned()));
        assert_eq!(said[1], (None, "wins within 7".to_owned()));
        // The line of the proof ends with the game, that of the lapse with its third answer.
        assert_eq!([0, 1].map(|at| all[at].played.as_ref().unwrap().line.len()), [6, 7]);
        assert_eq!(said[2], (None, "loses within 6".to_owned()));
    }
}
