//! Engines that answer questions side by side, and are stopped after too many failures.

use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering::Relaxed};
use std::sync::{Mutex, PoisonError};

use loa_engine::{EngineSource, Failed, Fault};
use loa_record::Game;
use loa_solver::{Control, Position, Preset, Repetition};
use serde::Serialize;

use super::question::Question;
use crate::crew::{CheckedEngine, Crew, EngineIdentity};

/// Workers, each with an engine.
///
/// # Examples
///
/// ```
/// use loa_engine::client::Setup;
/// use loa_judge::judging::EnginePool;
///
/// let setup = Setup::new("loa engine");
/// let mut pool = EnginePool::new(&setup);
/// pool.workers = 2;
/// ```
#[derive(Debug)]
#[non_exhaustive]
pub struct EnginePool<'a> {
    /// Starts the engines.
    pub source: &'a dyn EngineSource,
    /// The rule of repetition. All other rules are those of the questions.
    pub repetition: Repetition,
    /// The number of workers.
    pub workers: usize,
    /// The number of failures after which the engine is stopped.
    pub most_failures: usize,
    /// The stop and the progress of the work.
    pub control: &'a Control<'a>,
}

/// A failure of an engine, and the position it was asked about.
#[derive(Debug, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[non_exhaustive]
pub struct FailedAt {
    /// The position.
    pub position: Position,
    /// The failure.
    #[serde(flatten)]
    pub failed: Failed,
}

/// The results of a pool.
pub(super) struct PoolResults<T> {
    /// The result of each task, by number; `None` if the task was not begun.
    pub(super) results: Vec<Option<Result<T, Failed>>>,
    /// True if the engine failed too often and was stopped.
    pub(super) gave_up: bool,
    pub(super) engine: EngineIdentity,
}

impl<'a> EnginePool<'a> {
    /// Returns a pool with one worker, which stops the engine after ten failures.
    pub fn new(source: &'a dyn EngineSource) -> EnginePool<'a> {
        EnginePool {
            source,
            repetition: Repetition::Draw,
            workers: 1,
            most_failures: 10,
            control: Control::none(),
        }
    }

    /// Returns the position of a question as a game under the question's rules.
    fn game(&self, question: &Question) -> Game {
        let preset = Preset::of_rules(question.probe().rules, self.repetition);
        Game::new(preset, *question.position())
    }

    /// Has engines work on each question. `work` also receives the number of the question.
    pub(super) fn run<T: Send>(
        &self,
        questions: &[Question],
        work: impl Fn(&mut CheckedEngine<'_>, Game, usize) -> Result<T, Failed> + Sync,
    ) -> PoolResults<T> {
        let count = questions.len();
        let (next, failures) = (AtomicUsize::new(0), AtomicUsize::new(0));
        let gave_up = AtomicBool::new(false);
        let results: Vec<Option<Result<T, Failed>>> = (0..count).map(|_| None).collect();
        let results = Mutex::new(results);
        let crew = Crew::new(&[self.source], self.control);
        crew.work(self.workers.min(count), crew.none(), |engines| {
            let at_hand = &mut engines[0];
            while !gave_up.load(Relaxed) && !self.control.is_stopped() {
                let number = next.fetch_add(1, Relaxed);
                let Some(question) = questions.get(number) else {
                    break;
                };
                let game = self.game(question);
                let result = crew.ready(at_hand, 0, game.preset()).and_then(|engine| {
                    engine.begin_game();
                    work(engine, game, number)
                });
                if let Err(failed) = &result {
                    // An engine that cannot be asked again is ended.
                    at_hand.take_if(|_| !failed.fault.leaves_it_usable());
                    if matches!(failed.fault, Fault::Interrupted) {
                        break;
                    }
                    let failures = 1 + failures.fetch_add(1, Relaxed);
                    let was_ready = crew.identities()[0].is_some();
                    if failures >= self.most_failures || !was_ready {
                        gave_up.store(true, Relaxed);
                    }
                }
                results.lock().unwrap_or_else(PoisonError::into_inner)[number] = Some(result);
                self.control.step();
            }
        });
        PoolResults {
            results: results.into_inner().unwrap_or_else(PoisonError::into_inner),
            gave_up: gave_up.into_inner(),
            engine: crew.identities().remove(0).unwrap_or_default(),
        }
    }
}

#[cfg(test)]
mod tests {
    use loa_engine::{Engine, EngineMove};
    use loa_tablebase::Tablebase;

    use super::*;
    use crate::judging::{Defender, JudgeError, Sample, judge};

    #[test]
    fn an_engine_is_told_the_rules_of_the_questions() {
        for (id, repetition, name) in [
            ("own-loss", Repetition::Draw, "own-loss"),
            ("own-loss", Repetition::Loss, "soucie"),
            ("draw-pass", Repetition::Draw, "tournament"),
        ] {
            let tables = Tablebase::embedded(id.parse().unwrap());
            let mut sample =
                Sample::new(&tables, "4x4".parse().unwrap(), vec!["3v3".parse().unwrap()]);
            sample.positions = 30;
            let questions = sample.draw(Control::none()).unwrap();
            let told = move |game: &Game| {
                assert_eq!(game.preset(), name.parse().unwrap());
                let moves = game.preset().rules.moves(game.position());
                Ok(EngineMove::new(moves[0]))
            };
            let start = || Ok(Box::new(told) as Box<dyn Engine>);
            let mut pool = EnginePool::new(&start);
            pool.repetition = repetition;
            let judgement = judge(&pool, &questions);
            assert_eq!(judgement.moves.len(), questions.len());
            let defender = |tables| Defender { tables, most_plies: 10, seed: 1 };
            defender(&tables).play(&pool, &questions[..2]).unwrap();
            let others = Tablebase::embedded("mover-pass".parse().unwrap());
            let refused = defender(&others).play(&pool, &questions[..2]).unwrap_err();
            assert!(matches!(refused, JudgeError::TablesOfOtherRules { .. }), "{refused}");
        }
    }
}
