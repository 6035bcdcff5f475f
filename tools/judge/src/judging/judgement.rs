//! Judges the moves of an engine in a list of positions.

use std::cmp::Reverse;
use std::collections::BTreeMap;
use std::time::{Duration, Instant};

use loa_engine::EngineMove;
use loa_engine::protocol::reply::Score;
use loa_record::review::{Blunder, Effect, Effects};
use loa_record::text::counted;
use loa_solver::{Material, Move, Position, Value};
use loa_tablebase::Tablebase;
use serde::{Deserialize, Serialize};

use super::defender::{EngineGames, GameResult};
use super::pool::{EnginePool, FailedAt};
use super::question::Question;
use super::stratum::Band;
use crate::crew::EngineIdentity;
use crate::suite::Theme;

/// The judged moves of an engine in a list of positions.
#[derive(Debug, Default, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[non_exhaustive]
pub struct Judgement {
    /// The number of positions to ask about.
    pub positions: usize,
    /// The moves, in the order of the questions.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub moves: Vec<JudgedMove>,
    /// The failures, in the order of the questions.
    #[serde(skip)]
    pub failures: Vec<FailedAt>,
    /// Counts over all positions.
    pub all: Counts,
    /// Counts for each material.
    pub by_material: BTreeMap<Material, Counts>,
    /// Counts for each band.
    #[serde(rename = "by_distance")]
    #[cfg_attr(feature = "schema", schemars(with = "BTreeMap<String, Counts>"))]
    pub by_band: BTreeMap<Band, Counts>,
    /// Counts for each theme of problems; empty without a suite.
    pub by_theme: BTreeMap<Theme, Counts>,
    /// True if the engine failed too often and was stopped.
    pub gave_up: bool,
    /// The engine's own name and remarks.
    #[serde(flatten)]
    pub engine: EngineIdentity,
}

/// Asks the engines of a pool for a move in every position, and judges each move by its value.
pub fn judge(pool: &EnginePool<'_>, questions: &[Question]) -> Judgement {
    pool.control.begin("judging", questions.len() as u64);
    let worked = pool.run(questions, |engine, game, _| {
        let asked = Instant::now();
        let answer = engine.best_move(&game, None)?;
        Ok((answer, asked.elapsed()))
    });
    let mut judgement = Judgement {
        positions: questions.len(),
        gave_up: worked.gave_up,
        engine: worked.engine,
        ..Judgement::default()
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

impl Judgement {
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
    pub fn worst(&self, most: usize) -> Vec<&JudgedMove> {
        let mut worst: Vec<&JudgedMove> = self.moves.iter().collect();
        worst.retain(|judged| judged.badness().0 > 0);
        worst.sort_by_cached_key(|judged| (Reverse(judged.badness()), judged.position.to_string()));
        worst.truncate(most);
        worst
    }
}

/// Counts of an engine's answers in some positions.
#[derive(Clone, Debug, Default, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[non_exhaustive]
pub struct Counts {
    /// The number of moves.
    pub answers: usize,
    /// The effects of the engine's moves.
    #[serde(flatten)]
    pub effects: Effects,
    /// The number of failures.
    pub failures: usize,
    /// The total time of all moves.
    pub seconds: f64,
    /// The longest time of a move.
    pub longest_seconds: f64,
}

impl Counts {
    pub(super) fn add(&mut self, judged: &JudgedMove) {
        self.answers += 1;
        self.effects.add(judged.effect);
        let seconds = judged.took.as_secs_f64();
        self.seconds += seconds;
        self.longest_seconds = self.longest_seconds.max(seconds);
    }
}

/// A move of an engine and its effect.
#[derive(Clone, Debug, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[non_exhaustive]
pub struct JudgedMove {
    /// The position.
    pub position: Position,
    /// Its value by the tables.
    #[serde(flatten)]
    pub value: Value,
    /// The effect of the move.
    #[serde(flatten)]
    pub effect: Effect,
    /// The engine's own score of the position; `None` if it gave none.
    #[cfg_attr(feature = "schema", schemars(skip))]
    pub score: Option<Score>,
    /// The move.
    #[serde(rename = "move")]
    pub played: Move,
    /// The value of the move to the side that makes it.
    pub move_value: Value,
    /// The best moves.
    pub best: Vec<Move>,
    /// The time that the engine took.
    #[serde(skip)]
    pub took: Duration,
}

impl JudgedMove {
    /// Returns a move with its effect; `None` if the move is not legal.
    pub(super) fn of(
        question: &Question,
        answer: EngineMove,
        took: Duration,
    ) -> Option<JudgedMove> {
        let probe = question.probe();
        let chosen = probe.moves.iter().find(|known| known.played == answer.played)?;
        Some(JudgedMove {
            position: probe.position,
            value: probe.value,
            effect: Effect::of(chosen.value, probe.value),
            score: answer.score,
            played: chosen.played,
            move_value: chosen.value,
            best: question.best().map(|best| best.played).collect(),
            took,
        })
    }

    /// Returns a sort key; larger means worse. Throwing a quick win away is worse than throwing a
    /// long one away.
    pub(super) fn badness(&self) -> (u8, u16) {
        let near = u16::MAX - self.value.plies().unwrap_or(0);
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

/// Returns the refutation of a move: best play after it, up to five plies, or only the reply that
/// keeps a draw. It is empty for a move that gives nothing away, and if the tables have no answer.
pub fn refutation(tables: &Tablebase, judged: &JudgedMove) -> Vec<Move> {
    let most = match judged.effect {
        Effect::Blunder(Blunder::WinToDraw) => 1,
        Effect::Blunder(_) => MOST_PLIES,
        _ => 0,
    };
    let mut position = judged.position.play_unchecked(judged.played);
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
    judgement: &Judgement,
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

#[cfg(test)]
mod tests {
    use loa_engine::protocol::command::Go;
    use loa_engine::{Engine, LevelPlayer};
    use loa_record::Game;
    use loa_record::random::Pcg64;
    use loa_solver::{Control, Preset, Stop};
    use loa_tablebase::Tablebase;

    use super::*;
    use crate::judging::Sample;

    #[test]
    fn stronger_levels_keep_more() {
        let tables = Tablebase::embedded(Default::default());
        let board = "4x4".parse().unwrap();
        let mut sample = Sample::new(&tables, board, tables.materials(board).unwrap());
        sample.positions = 150;
        let questions = sample.draw(Control::none()).unwrap();
        let kept = |level: &str| {
            let level = level.parse().unwrap();
            let start = || {
                let chance = Pcg64::of(1, &[]);
                let player = LevelPlayer::new(level, Preset::default(), None, chance);
                let mut player = player.unwrap();
                let go = Go { movetime: Some(Duration::from_millis(2)), ..Go::default() };
                let play = move |game: &Game| player.best_move_within(game, &go, &Stop::default());
                Ok(Box::new(play) as Box<dyn Engine>)
            };
            judge(&EnginePool::new(&start), &questions).all.effects.kept
        };
        let kept = ["0", "1", "3", "5"].map(kept);
        assert!(kept[0] < kept[2] && kept[1] < kept[2] && kept[2] <= kept[3], "{kept:?}");
    }
}
