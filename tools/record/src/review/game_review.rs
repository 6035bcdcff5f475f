//! The moves of a game, compared with the best ones.

use loa_solver::{Color, Move, Position, Rules, Wdl};
use loa_tablebase::ProbeError;

use super::choices::is_outside;
use super::effect::{Blunder, Effect, Effects, Lapse};
use super::judgement::Judgement;
use super::why::{STEPS, Why};
use crate::end::{Concession, End};
use crate::game::Game;
use crate::worth::{Basis, RatedMove, Worth};

/// Every move of a game and its resignation, compared with the best move, and figures on the moves
/// of each side.
#[derive(Clone, Debug, PartialEq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[non_exhaustive]
pub struct Review {
    /// The moves, in order.
    #[cfg_attr(feature = "serde", serde(rename = "moves"))]
    pub plies: Vec<Ply>,
    /// The resignation that ended the game, if any.
    pub resignation: Option<Resignation>,
    /// The reason why the first position outside the tables is not covered.
    pub outside: Option<String>,
    /// Figures on the moves of each side.
    pub summary: Summaries,
    /// The worth of the start and of the position after each move, for Black; null if unknown.
    pub values: Vec<Option<Worth>>,
}

/// A move of a game, compared with the best one.
#[derive(Clone, Debug, PartialEq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[non_exhaustive]
pub struct Ply {
    /// The number of the move, from 1.
    pub number: usize,
    /// The side that made it.
    #[cfg_attr(feature = "serde", serde(rename = "side"))]
    pub color: Color,
    /// The move.
    #[cfg_attr(feature = "serde", serde(rename = "move"))]
    pub made: Move,
    /// The position before it.
    pub position: Position,
    /// The move with its worth; null if it was not judged.
    pub played: Option<RatedMove>,
    /// The best move: by facts, or the engine's choice at the same depth.
    pub best: Option<RatedMove>,
    /// The effect of the move; `None` unless tables cover it.
    #[cfg_attr(feature = "serde", serde(flatten))]
    pub effect: Option<Effect>,
    /// The mark of a doubtful, bad or very bad move; null if the move is about as good as the best
    /// one, as far as known.
    pub mark: Option<Lapse>,
    /// The loss by the move, such as `loses in 4` or `left the proof`; null if it lost nothing.
    pub words: Option<String>,
    /// The estimated chances of winning that the move lost, from 0 to 1; null unless both moves are
    /// estimated.
    pub lost: Option<f64>,
    /// The reason why the move has its mark, as a sentence about the positions after it; null if no
    /// fact says so.
    pub why: Option<String>,
}

/// Compares every move of a game, and its resignation, with the best move. `known` returns the
/// moves of the last of some positions, best first. `explain` says why tables do not cover one.
///
/// # Errors
/// As for `known`, but for errors that only say that the tables do not cover a position.
pub fn review(
    game: &Game,
    mut known: impl FnMut(&[Position]) -> Result<Vec<RatedMove>, ProbeError>,
    explain: impl Fn(&ProbeError) -> String,
) -> Result<Review, ProbeError> {
    let mut outside = None;
    let mut choices = |positions: &[Position]| match known(positions) {
        Err(error) if is_outside(&error) => {
            outside.get_or_insert_with(|| explain(&error));
            Ok(Vec::new())
        }
        known => known,
    };
    let mut plies = Vec::with_capacity(game.moves().len());
    for (place, &made) in game.moves().iter().enumerate() {
        let positions = &game.positions()[..=place];
        plies.push(Ply::new(place + 1, made, positions[place], choices(positions)?));
    }
    let mut values: Vec<Option<Worth>> = plies.iter().map(Ply::value_before).collect();
    values.push(plies.last().and_then(Ply::value_after).or_else(|| {
        let end = game.end().filter(|_| game.conceded().is_none());
        end.map(value_of_end)
    }));
    let resignation = match game.conceded() {
        Some((color, Concession::Resignation)) => {
            let choices = choices(game.positions())?;
            Some(Resignation::of(color, *game.position(), choices.first()))
        }
        _ => None,
    };
    for ply in plies.iter_mut().filter(|ply| ply.mark.is_some()) {
        ply.refute(game, &mut known)?;
    }
    let [black, white] = [Color::Black, Color::White].map(|color| Summary::of(&plies, color));
    let summary = Summaries { black, white };
    Ok(Review { plies, resignation, outside, summary, values })
}

impl Review {
    /// Returns the moves that gave a win, a draw or much else away.
    pub fn turning_points(&self) -> impl Iterator<Item = &Ply> {
        self.plies.iter().filter(|ply| ply.mark >= Some(Lapse::Mistake))
    }

    /// Returns the move of the loser of a game to learn from if none of its moves is a turning point:
    /// the last that left a proof of its win, else the one that lost most of its estimated chances,
    /// else the one whose certain loss, by its distance or bound, comes sooner than after the best
    /// move by most plies.
    pub fn lesson(&self, loser: Color) -> Option<&Ply> {
        if self.turning_points().any(|ply| ply.color == loser) {
            return None;
        }
        let of_loser = self.plies.iter().filter(|ply| ply.color == loser);
        let worse =
            of_loser.filter(|ply| ply.best.as_ref().is_some_and(|best| best.played != ply.made));
        let left = worse.clone().rfind(|ply| ply.judgement() == Some(Judgement::LeftProof));
        let lost = |ply: &&Ply| ply.lost.map_or(0, |lost| (100.0 * lost).round() as u32);
        let estimated = || worse.clone().filter(|ply| lost(ply) > 0).max_by_key(lost);
        let nearer = |ply: &&Ply| ply.plies_nearer();
        left.or_else(estimated)
            .or_else(|| worse.clone().filter(|ply| nearer(ply) > 0).max_by_key(nearer))
    }

    /// Completes the values by what certificates and the engine say of the moves.
    pub fn complete(&mut self) {
        for ply in &self.plies {
            for (place, worth) in
                [(ply.number - 1, ply.value_before()), (ply.number, ply.value_after())]
            {
                self.values[place] = self.values[place].or(worth);
            }
        }
    }
}

impl Ply {
    fn new(number: usize, made: Move, position: Position, choices: Vec<RatedMove>) -> Ply {
        let played = choices.iter().find(|choice| choice.played == made).cloned();
        let best = choices.into_iter().next().filter(|_| played.is_some());
        let worths = played.as_ref().zip(best.as_ref());
        let effect = worths.map(|(played, best)| Effect::of(played.worth, best.worth));
        let mark = effect.and_then(Effect::blunder).map(Blunder::lapse);
        Ply {
            number,
            color: position.turn(),
            made,
            position,
            played,
            best,
            effect,
            mark,
            words: effect.and_then(Effect::in_words),
            lost: None,
            why: None,
        }
    }

    /// Returns the plies by which the move brings a certain loss nearer; of proofs, their bounds.
    fn plies_nearer(&self) -> u16 {
        let worths = self.played.as_ref().zip(self.best.as_ref());
        match worths.map(|(played, best)| Effect::of(played.worth, best.worth)) {
            Some(Effect::Sooner(plies)) => plies,
            _ => 0,
        }
    }

    /// Follows best play after a lapse, as far as a reason may name it, and states the reason.
    fn refute(
        &mut self,
        game: &Game,
        mut known: impl FnMut(&[Position]) -> Result<Vec<RatedMove>, ProbeError>,
    ) -> Result<(), ProbeError> {
        let Some(played) = self.played.as_mut().filter(|played| !played.repeats) else {
            return Ok(());
        };
        let mut positions = game.positions()[..=self.number].to_vec();
        for _ in 1..2 * STEPS {
            let answers = match known(&positions) {
                Err(error) if is_outside(&error) => break,
                known => known?,
            };
            let Some((answer, last)) = answers.first().zip(positions.last()) else {
                break;
            };
            let next = last.play_unchecked(answer.played);
            played.line.push(answer.played);
            if answer.repeats {
                break;
            }
            positions.push(next);
        }
        self.explain(game.preset().rules);
        Ok(())
    }

    /// States the reason why the move is a lapse. Its line ends with the last answer to show.
    fn explain(&mut self, rules: Rules) {
        if let (Some(_), Some(played)) = (self.mark, &mut self.played) {
            played.line.truncate(2 * STEPS);
        }
        let rated = self.played.as_ref().zip(self.best.as_ref()).filter(|_| self.mark.is_some());
        let why = rated.and_then(|(played, best)| Why::of(rules, &self.position, played, best));
        self.why = why.map(|why| why.to_string());
    }

    /// Compares the worth of the move with that of the best one.
    fn judgement(&self) -> Option<Judgement> {
        Some(Judgement::of(self.played.as_ref()?.worth, self.best.as_ref()?.worth, false))
    }

    /// Takes over what certificates and the engine say of the move and of the best one. No estimate
    /// judges a side that was lost from the start.
    pub fn judge(&mut self, rules: Rules, played: RatedMove, best: RatedMove, was_lost: bool) {
        let judgement = Judgement::of(played.worth, best.worth, was_lost);
        self.mark = judgement.lapse();
        self.words = judgement.words(&played, &best);
        self.lost = match judgement {
            Judgement::GaveAway(lost) => Some((1e2 * lost).round() / 1e2),
            _ => None,
        };
        (self.played, self.best) = (Some(played), Some(best));
        self.explain(rules);
    }

    /// Returns the worth of the position before the move, for Black.
    fn value_before(&self) -> Option<Worth> {
        Some(self.best.as_ref()?.worth.to_black(self.color))
    }

    /// Returns the worth of the position after the move, for Black. It is a ply nearer to the end.
    fn value_after(&self) -> Option<Worth> {
        let worth = self.played.as_ref()?.worth;
        let plies = worth.plies.map(|plies| plies.saturating_sub(1));
        Some(Worth { plies, ..worth }.to_black(self.color))
    }
}

/// Returns the worth of a position in which the game is over, for Black.
fn value_of_end(end: End) -> Worth {
    let (result, plies) = match end.winner {
        Some(Color::Black) => (Wdl::Win, Some(0)),
        Some(Color::White) => (Wdl::Loss, Some(0)),
        None => (Wdl::Draw, None),
    };
    Worth::certain(result, plies, Basis::Over)
}

/// A resignation after the moves of a game.
#[derive(Clone, Debug, PartialEq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[non_exhaustive]
pub struct Resignation {
    /// The side that resigned.
    #[cfg_attr(feature = "serde", serde(rename = "side"))]
    pub color: Color,
    /// The position in which it resigned.
    pub position: Position,
    /// The first of the best moves, if the side that resigned was to move.
    pub best: Option<RatedMove>,
    /// The effect, rated like that of a move; `None` if no table and no certificate knows the
    /// position.
    #[cfg_attr(feature = "serde", serde(flatten))]
    pub effect: Option<Effect>,
}

impl Resignation {
    /// Returns the resignation of `color` in a position with this best move, if that is known.
    pub fn of(color: Color, position: Position, best: Option<&RatedMove>) -> Resignation {
        let is_its_turn = position.turn() == color;
        let given_up = best.and_then(|best| best.worth.category);
        let given_up = given_up.map(|wdl| if is_its_turn { wdl } else { wdl.for_mover() });
        Resignation {
            color,
            position,
            best: best.cloned().filter(|_| is_its_turn),
            effect: given_up.map(Effect::of_resigning),
        }
    }
}

/// Figures on the moves of both sides.
#[derive(Clone, Copy, Debug, PartialEq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct Summaries {
    /// The figures of Black.
    pub black: Summary,
    /// The figures of White.
    pub white: Summary,
}

/// Figures on the moves of one side.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[non_exhaustive]
pub struct Summary {
    /// The number of moves.
    pub moves: usize,
    /// The number of moves in positions that the tables cover.
    pub judged: usize,
    /// The effects of these moves.
    #[cfg_attr(feature = "serde", serde(flatten))]
    pub effects: Effects,
}

impl Summary {
    /// Returns the summary of a side.
    fn of(plies: &[Ply], color: Color) -> Summary {
        let mut summary = Summary::default();
        for ply in plies.iter().filter(|ply| ply.color == color) {
            summary.moves += 1;
            ply.effect.into_iter().for_each(|effect| summary.effects.add(effect));
        }
        Summary { judged: summary.effects.moves(), ..summary }
    }
}

#[cfg(test)]
pub(super) mod tests {
    use std::collections::BTreeSet;

    use loa_solver::Preset;
    use loa_tablebase::Tablebase;

    use super::*;
    use crate::game::tests::game_after;
    use crate::notation::{GameTree, read};
    use crate::random::Pcg64;
    use crate::review::choices;

    /// Returns the review of a game that tables cover.
    pub(in crate::review) fn by_tables(tables: &Tablebase, game: &Game) -> Review {
        let repetition = game.preset().repetition;
        let known = |positions: &[_]| choices(tables, repetition, positions, Basis::Tables);
        review(game, known, ToString::to_string).unwrap()
    }

    /// Returns a record, its game and the review of the game.
    pub(in crate::review) fn reviewed(text: &str) -> (GameTree, Game, Review) {
        let record = read(text).unwrap();
        let (game, stop) = record.replay(Preset::default());
        assert_eq!(stop, None);
        let review = by_tables(&Tablebase::embedded(game.preset().rules), &game);
        (record, game, review)
    }

    #[test]
    fn a_repetition_is_worth_what_it_does_to_the_game() {
        for (preset, rounds, to) in [("misere", 2, Wdl::Draw), ("soucie", 1, Wdl::Loss)] {
            let moves = "b1-d1 a2-a4 d1-b1 a4-a2 ".repeat(rounds);
            let game = game_after(preset, "start 4x4", &moves);
            assert_eq!(game.end().unwrap().reason(), "repetition");
            let review = by_tables(&Tablebase::embedded(game.preset().rules), &game);
            let last = review.plies.last().unwrap();
            assert_eq!(last.played.as_ref().unwrap().worth.category, Some(to));
            assert!(!last.best.as_ref().unwrap().repeats);
            assert!(matches!(last.effect, Some(Effect::Blunder(_))));
        }
    }

    /// Most moves of these games are the best; the others are drawn.
    #[test]
    fn effects_are_what_the_values_of_the_moves_say() {
        let mut chance = Pcg64::of(3, &[]);
        let mut names = BTreeSet::new();
        for preset in ["club", "tournament", "soucie", "misere"] {
            let preset: Preset = preset.parse().unwrap();
            let tables = Tablebase::embedded(preset.rules);
            for _ in 0..10 {
                let start = chance.placement("4x4".parse().unwrap(), "4v4".parse().unwrap());
                let mut game = Game::new(preset, start.unwrap());
                let mut expected = Vec::new();
                while game.end().is_none() {
                    let probe = tables.probe(game.position()).unwrap();
                    let after = |played| game.position().play_unchecked(played);
                    if probe.moves.iter().any(|it| game.positions().contains(&after(it.played))) {
                        break;
                    }
                    let is_best = chance.below(3) > 0;
                    let made =
                        if is_best { probe.moves.first() } else { chance.pick(&probe.moves) };
                    let made = made.unwrap();
                    expected.push((Effect::of(made.value, probe.value), probe.moves[0].played));
                    game.play(made.played).unwrap();
                }
                let plies = by_tables(&tables, &game).plies.into_iter();
                let found = plies.map(|ply| (ply.effect.unwrap(), ply.best.unwrap().played));
                assert_eq!(found.collect::<Vec<_>>(), expected, "{:?}", game.positions());
                names.extend(expected.iter().map(|(effect, _)| effect.name()));
            }
        }
        assert!(names.len() >= 5, "{names:?}");
    }

    #[test]
    fn resigning_a_won_game_gives_a_win_away() {
        let tables = Tablebase::embedded(Rules::default());
        for (moves, color, expected) in [
            ("", Color::Black, "win-to-loss"),
            ("", Color::White, "best"),
            ("b1-d1", Color::Black, "best"),
            ("b1-d1", Color::White, "win-to-loss"),
        ] {
            let mut game = game_after("club", "start 4x4", moves);
            game.resign(color).unwrap();
            let resignation = by_tables(&tables, &game).resignation.unwrap();
            assert_eq!(resignation.effect.unwrap().name(), expected, "{color:?} {moves:?}");
            let is_its_turn = game.position().turn() == color;
            assert_eq!(resignation.best.is_some(), is_its_turn);
        }
    }

    #[test]
    fn a_loser_without_a_turning_point_learns_from_the_move_that_cost_most() {
        let game = game_after("club", "start 8x8", "c8-c6 h2-f2 b1-b3 a2-c2 d1-d3 h4-f4");
        let rules = game.preset().rules;
        let mut review = review(&game, |_| Ok(Vec::new()), ToString::to_string).unwrap();
        assert_eq!(review.lesson(Color::Black), None);
        let better = rules.parse_move(game.start(), "d1-f3").unwrap();
        let mut lesson = |place: usize, played: i32, best: Worth| {
            let ply = &mut review.plies[place];
            let played = RatedMove::new(ply.made, Worth::estimate(played));
            ply.judge(rules, played, RatedMove::new(better, best), false);
            [Color::Black, Color::White].map(|loser| review.lesson(loser).map(|ply| ply.number))
        };
        assert_eq!(lesson(0, -20, Worth::estimate(0)), [Some(1), None]);
        assert_eq!(lesson(2, -60, Worth::estimate(0)), [Some(3), None]);
        assert_eq!(lesson(1, -10, Worth::estimate(0)), [Some(3), Some(2)]);
        let won = Worth::within(Wdl::Win, 9, Basis::Proof);
        assert_eq!(lesson(4, 50, won), [Some(5), Some(2)]);
        // A turning point needs no other lesson.
        assert_eq!(lesson(0, -900, Worth::estimate(0)), [None, Some(2)]);
        // Of certain losses, the move after which the bound is shortest.
        for (place, played, best) in [(0, 58, 60), (2, 30, 58), (4, 28, 29)] {
            let within = |plies| Worth::within(Wdl::Loss, plies, Basis::Proof);
            let ply = &mut review.plies[place];
            let played = RatedMove::new(ply.made, within(played));
            ply.judge(rules, played, RatedMove::new(better, within(best)), true);
        }
        assert_eq!(review.lesson(Color::Black).map(|ply| ply.number), Some(3));
    }

    #[test]
    fn the_line_of_a_lapse_ends_with_the_third_answer() {
        let mut game = Game::new(Preset::default(), "start 8x8".parse().unwrap());
        let rules = game.preset().rules;
        let mut line = Vec::new();
        while line.len() < 9 {
            line.push(rules.moves(game.position())[0]);
            game.play(line[line.len() - 1]).unwrap();
        }
        let mut judged =
            review(&game, |_| Ok(Vec::new()), ToString::to_string).unwrap().plies.remove(0);
        for (score, plies) in [(0, 9), (-75, 6), (-400, 6)] {
            let rated = |score| RatedMove::new(line[0], Worth::estimate(score));
            let played = RatedMove { line: line.clone(), ..rated(score) };
            judged.judge(rules, played, rated(0), false);
            assert_eq!(judged.played.as_ref().unwrap().line, line[..plies], "{score}");
        }
    }

    #[test]
    fn facts_and_estimates_are_never_compared() {
        let certain = |wdl, plies| Worth::certain(wdl, plies, Basis::Search);
        let estimate = Worth::estimate;
        let (win, draw, loss) = (Wdl::Win, certain(Wdl::Draw, None), Wdl::Loss);
        for (best, played, expected) in [
            (estimate(0), estimate(-30), None),
            (estimate(0), estimate(-75), Some("?! gave away 16 % of the chances")),
            (estimate(0), estimate(-130), Some("? gave away 27 % of the chances")),
            (estimate(0), estimate(-400), Some("?? gave away 47 % of the chances")),
            // Both sides of a decided game.
            (estimate(500), estimate(400), None),
            // Facts against facts.
            (certain(win, Some(3)), draw, Some("? turned a win into a draw")),
            (certain(win, None), certain(loss, None), Some("?? turned a win into a loss")),
            (draw, certain(loss, None), Some("?? turned a draw into a loss")),
            (certain(win, Some(3)), certain(win, None), None),
            (certain(loss, None), certain(loss, Some(2)), None),
            // A fact against no fact.
            (estimate(-900), certain(loss, Some(4)), Some("?? loses in 4")),
            (certain(win, Some(3)), estimate(900), Some("?? gave up a win in 3")),
            (certain(win, None), estimate(-900), Some(" left the proof: b1-b3 wins")),
            (estimate(900), draw, None),
            (certain(loss, None), estimate(0), None),
        ] {
            let game = game_after("club", "start 4x4", "b1-b3");
            let rated = |worth| RatedMove { depth: 4, ..RatedMove::new(game.moves()[0], worth) };
            let mut judged =
                review(&game, |_| Ok(Vec::new()), ToString::to_string).unwrap().plies.remove(0);
            judged.judge(game.preset().rules, rated(played), rated(best), true);
            let of_lost = judged.mark;
            judged.judge(game.preset().rules, rated(played), rated(best), false);
            let mark = judged.mark.map_or("", Lapse::sign);
            let said = judged.words.as_ref().map(|words| format!("{mark} {words}"));
            assert_eq!(said.as_deref(), expected, "{judged:?}");
            assert_eq!(of_lost, judged.mark.filter(|_| judged.lost.is_none()));
        }
    }
}
