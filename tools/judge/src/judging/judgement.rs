//! Judges the moves of an engine in a list of positions.

use std::cmp::Reverse;
use std::collections::BTreeMap;
use std::time::{Duration, Instant};

use loa_engine::EngineMove;
use loa_engine::protocol::reply::Score;
use loa_record::review::{Effect, Effects};
use loa_record::text::counted;
use loa_solver::{Material, Move};
use loa_tablebase::{MoveValue, Tablebase, Wdl};
use serde::{Deserialize, Serialize};

use super::defender::{EngineGames, GameResult};
use super::pool::{EngineIdentity, EnginePool, FailedAt};
use super::question::Question;
use super::stratum::Band;
use crate::suite::Theme;

/// The judged moves of an engine in a list of positions.
#[derive(Debug)]
#[non_exhaustive]
pub struct Judgement<'a> {
    /// The number of positions to ask about.
    pub positions: usize,
    /// The moves, in the order of the questions.
    pub moves: Vec<JudgedMove<'a>>,
    /// The failures, in the order of the questions.
    pub failures: Vec<FailedAt>,
    /// Counts over all positions.
    pub all: Counts,
    /// Counts for each material.
    pub by_material: BTreeMap<Material, Counts>,
    /// Counts for each band.
    pub by_band: BTreeMap<Band, Counts>,
    /// Counts for each theme of problems; empty without a suite.
    pub by_theme: BTreeMap<Theme, Counts>,
    /// True if the engine failed too often and was stopped.
    pub gave_up: bool,
    /// The engine's own name and remarks.
    pub engine: EngineIdentity,
}

/// Asks the engines of a pool for a move in every position, and judges each move by its value.
pub fn judge<'a>(pool: &EnginePool<'_>, questions: &'a [Question]) -> Judgement<'a> {
    pool.watch.begin("judging", questions.len());
    let worked = pool.run(questions, |engine, game, _| {
        let asked = Instant::now();
        let answer = engine.best_move(&game, None)?;
        Ok((answer, asked.elapsed()))
    });
    let mut judgement = Judgement {
        positions: questions.len(),
        moves: Vec::new(),
        failures: Vec::new(),
        all: Counts::default(),
        by_material: BTreeMap::new(),
        by_band: BTreeMap::new(),
        by_theme: BTreeMap::new(),
        gave_up: worked.gave_up,
        engine: worked.engine,
    };
    for (question, result) in questions.iter().zip(worked.results) {
        match result {
            Some(Ok((answer, took))) => {
                if let Some(judged) = JudgedMove::of(question, answer, took) {
                    judgement.count(question, |counts| counts.add(&judged));
                    judgement.moves.push(judged);
                }
            }
            Some(Err(failed)) => {
                judgement.count(question, |counts| counts.failures += 1);
                let position = *question.position();
                judgement.failures.push(FailedAt { position, failed });
            }
            None => {}
        }
    }
    judgement
}

impl<'a> Judgement<'a> {
    fn count(&mut self, question: &Question, mut add: impl FnMut(&mut Counts)) {
        let stratum = question.stratum();
        add(&mut self.all);
        add(self.by_material.entry(stratum.material).or_default());
        add(self.by_band.entry(stratum.band).or_default());
        for &theme in question.themes() {
            add(self.by_theme.entry(theme).or_default());
        }
    }

    /// Returns the worst moves, the worst first, without moves as good as the best.
    pub fn worst(&self, most: usize) -> Vec<&JudgedMove<'a>> {
        let mut worst: Vec<&JudgedMove<'a>> = self.moves.iter().collect();
        worst.retain(|judged| judged.badness().0 > 0);
        worst.sort_by_cached_key(|judged| {
            let position = judged.question.position().to_string();
            (Reverse(judged.badness()), position)
        });
        worst.truncate(most);
        worst
    }
}

/// Counts of an engine's answers in some positions.
#[derive(Clone, Debug, Default)]
#[non_exhaustive]
pub struct Counts {
    /// The effects of the engine's moves.
    pub effects: Effects,
    /// The number of failures.
    pub failures: usize,
    /// The total time of all moves.
    pub time: Duration,
    /// The longest time of a move.
    pub longest: Duration,
}

impl Counts {
    pub(super) fn add(&mut self, judged: &JudgedMove<'_>) {
        self.effects.add(judged.effect);
        self.time += judged.took;
        self.longest = self.longest.max(judged.took);
    }
}

/// A move of an engine and its effect.
#[derive(Clone, Debug)]
#[non_exhaustive]
pub struct JudgedMove<'a> {
    /// The position.
    pub question: &'a Question,
    /// The move, with its value by the tables.
    pub chosen: &'a MoveValue,
    /// The effect of the move.
    pub effect: Effect,
    /// The engine's own score of the position; `None` if it gave none.
    pub score: Option<Score>,
    /// The time that the engine took.
    pub took: Duration,
}

impl<'a> JudgedMove<'a> {
    /// Returns a move with its effect; `None` if the move is not legal.
    pub(super) fn of(
        question: &'a Question,
        answer: EngineMove,
        took: Duration,
    ) -> Option<JudgedMove<'a>> {
        let moves = &question.probe().moves;
        let chosen = moves.iter().find(|known| known.played == answer.played)?;
        Some(JudgedMove {
            question,
            chosen,
            effect: Effect::of(chosen.value, question.probe().value),
            score: answer.score,
            took,
        })
    }

    /// Returns a sort key; larger means worse. Throwing a quick win away is worse than throwing a
    /// long one away.
    pub(super) fn badness(&self) -> (u8, u16) {
        let near = u16::MAX - self.question.probe().value.plies().unwrap_or(0);
        match self.effect {
            Effect::Blunder(blunder) => (3 + blunder as u8, near),
            Effect::Slower(plies) => (2, plies),
            Effect::Sooner(plies) => (1, plies),
            Effect::Best => (0, 0),
        }
    }
}

/// The maximum number of plies in a refutation.
const MOST_PLIES: usize = 5;

/// Returns the refutation of each move: best play after it, up to five plies, or only the reply
/// that keeps a draw. It is empty for a move that gives nothing away, and if the tables have no
/// answer.
pub fn refutations(tables: &Tablebase, moves: &[&JudgedMove<'_>]) -> Vec<Vec<Move>> {
    moves
        .iter()
        .map(|judged| match judged.effect {
            Effect::Blunder(_) => best_play(tables, judged),
            _ => Vec::new(),
        })
        .collect()
}

fn best_play(tables: &Tablebase, judged: &JudgedMove<'_>) -> Vec<Move> {
    let most = match judged.chosen.value.wdl() {
        Wdl::Draw => 1,
        Wdl::Win | Wdl::Loss => MOST_PLIES,
    };
    let mut position = judged.chosen.position;
    let mut line = Vec::new();
    while line.len() < most {
        let probe = tables.probe(&position).ok();
        let Some(best) = probe.and_then(|probe| probe.moves.into_iter().next()) else {
            break;
        };
        line.push(best.played);
        position = best.position;
    }
    line
}

/// A kind of event for which an engine fails the judgement.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
#[non_exhaustive]
pub enum FailOn {
    /// A move that gives a win or a draw away, or a game in which that happens.
    Blunder,
    /// An engine that hangs, dies or gives an answer that is not a move.
    Failure,
    /// A move that wins later than necessary.
    Slower,
    /// A move that loses sooner than necessary.
    Sooner,
}

/// Returns the reasons why an engine fails the judgement, in words; empty if it passes.
pub fn reasons(
    judgement: &Judgement<'_>,
    games: Option<&EngineGames>,
    fail_on: &[FailOn],
) -> Vec<String> {
    let all = &judgement.all.effects;
    let results = || games.into_iter().flat_map(|games| &games.games).map(|game| game.result);
    let given_away = results().filter(|result| !result.is_success()).count();
    let late =
        results().filter(|result| matches!(result, GameResult::Won { late: Some(1..) })).count();
    let failures = judgement.failures.len() + games.map_or(0, |games| games.failures.len());
    let counts = [
        (FailOn::Blunder, all.blunders.all(), "blunder", ""),
        (FailOn::Blunder, given_away, "game", " given away"),
        (FailOn::Failure, failures, "failure", ""),
        (FailOn::Slower, all.slower.moves, "slower move", ""),
        (FailOn::Slower, late, "game", " won late"),
        (FailOn::Sooner, all.sooner.moves, "sooner move", ""),
    ]
    .into_iter()
    .filter(|(what, count, ..)| *count > 0 && fail_on.contains(what));
    counts.map(|(_, count, noun, rest)| format!("{}{rest}", counted(count as u64, noun))).collect()
}
