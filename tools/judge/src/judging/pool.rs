//! Engines that work in parallel: one for each worker, restarted after a failure, and stopped after
//! too many failures.

use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering::Relaxed};
use std::sync::{Mutex, PoisonError};

use loa_engine::protocol::command::Go;
use loa_engine::{Engine, EngineMove, EngineSource, Failed, Fault, Remark};
use loa_record::Game;
use loa_solver::{Control, Position, Preset, Repetition, Stop};
use serde::Serialize;

use super::question::Question;

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

/// An engine's own name and remarks.
#[derive(Clone, Debug, Default, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[non_exhaustive]
pub struct EngineIdentity {
    /// The engine's name; `None` if it gave none.
    pub name: Option<String>,
    /// Doubts about options that were set.
    #[serde(rename = "option_warnings")]
    pub remarks: Vec<Remark>,
}

/// An engine started for games under some rules, whose moves are checked.
pub(crate) struct CheckedEngine<'a> {
    preset: Preset,
    engine: Box<dyn Engine + 'a>,
}

impl<'a> CheckedEngine<'a> {
    /// Starts an engine.
    pub(crate) fn start(
        source: &'a dyn EngineSource,
        preset: Preset,
    ) -> Result<CheckedEngine<'a>, Failed> {
        Ok(CheckedEngine { preset, engine: source.start(preset)? })
    }

    /// Reuses the current engine if it was started for games under these rules; otherwise ends it
    /// and starts another.
    pub(crate) fn kept(
        at_hand: &mut Option<CheckedEngine<'a>>,
        preset: Preset,
    ) -> Option<CheckedEngine<'a>> {
        let engine = at_hand.take()?;
        if engine.preset == preset {
            return Some(engine);
        }
        engine.quit();
        None
    }

    /// Returns the engine itself.
    pub(crate) fn get(&self) -> &dyn Engine {
        &*self.engine
    }

    /// Announces that the next position belongs to another game.
    pub(crate) fn begin_game(&mut self) {
        self.engine.begin_game();
    }

    /// Ends the engine in an orderly way.
    pub(crate) fn quit(self) {
        self.engine.quit();
    }

    /// Returns a legal move of the engine, within these limits or else within its own.
    pub(crate) fn best_move(
        &mut self,
        game: &Game,
        limits: Option<&Go>,
    ) -> Result<EngineMove, Failed> {
        let answer = match limits {
            Some(go) => self.engine.best_move_within(game, go, &Stop::default())?,
            None => self.engine.best_move(game)?,
        };
        let rules = game.preset().rules;
        match rules.illegality(game.position(), answer.played) {
            None => Ok(answer),
            Some(why) => Err(Failed::from(Fault::Illegal {
                said: answer.played.to_string(),
                position: Box::new(*game.position()),
                why,
            })),
        }
    }
}

/// The state that the workers of a pool share.
struct PoolState<T> {
    next: AtomicUsize,
    failures: AtomicUsize,
    /// True if any engine has become ready.
    once_ready: AtomicBool,
    gave_up: AtomicBool,
    engine: Mutex<EngineIdentity>,
    results: Mutex<Vec<Option<Result<T, Failed>>>>,
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
        let shared = PoolState {
            next: AtomicUsize::new(0),
            failures: AtomicUsize::new(0),
            once_ready: AtomicBool::new(false),
            gave_up: AtomicBool::new(false),
            engine: Mutex::default(),
            results: Mutex::new((0..count).map(|_| None).collect()),
        };
        std::thread::scope(|scope| {
            for _ in 1..self.workers.min(count) {
                // If the system cannot start more threads, the running ones do the work.
                let worker = || self.worker(&shared, questions, &work);
                let _ = std::thread::Builder::new().spawn_scoped(scope, worker);
            }
            self.worker(&shared, questions, &work);
        });
        PoolResults {
            results: shared.results.into_inner().unwrap_or_else(PoisonError::into_inner),
            gave_up: shared.gave_up.into_inner(),
            engine: shared.engine.into_inner().unwrap_or_else(PoisonError::into_inner),
        }
    }

    fn worker<T>(
        &self,
        shared: &PoolState<T>,
        questions: &[Question],
        work: &impl Fn(&mut CheckedEngine<'_>, Game, usize) -> Result<T, Failed>,
    ) {
        let mut engine = None;
        while !shared.gave_up.load(Relaxed) && !self.control.is_stopped() {
            let number = shared.next.fetch_add(1, Relaxed);
            let Some(question) = questions.get(number) else {
                break;
            };
            let game = self.game(question);
            let rules = game.preset();
            let result = self.one(shared, &mut engine, rules, |engine| work(engine, game, number));
            if let Err(failed) = &result {
                if matches!(failed.fault, Fault::Interrupted) {
                    break;
                }
                let failures = 1 + shared.failures.fetch_add(1, Relaxed);
                let never_ready = !shared.once_ready.load(Relaxed);
                if failures >= self.most_failures || never_ready {
                    shared.gave_up.store(true, Relaxed);
                }
            }
            let mut results = shared.results.lock().unwrap_or_else(PoisonError::into_inner);
            results[number] = Some(result);
            drop(results);
            self.control.step();
        }
        if let Some(engine) = engine.filter(|_| !self.control.is_stopped()) {
            engine.quit();
        }
    }

    /// Does one task with the current engine, or starts one for it. Keeps the engine if it can
    /// continue.
    fn one<T>(
        &self,
        shared: &PoolState<T>,
        at_hand: &mut Option<CheckedEngine<'a>>,
        preset: Preset,
        work: impl FnOnce(&mut CheckedEngine<'a>) -> Result<T, Failed>,
    ) -> Result<T, Failed> {
        let mut engine = match CheckedEngine::kept(at_hand, preset) {
            Some(engine) => engine,
            None => {
                let engine = CheckedEngine::start(self.source, preset)?;
                if !shared.once_ready.swap(true, Relaxed) {
                    self.identify(shared, engine.get());
                }
                engine
            }
        };
        engine.begin_game();
        let result = work(&mut engine);
        let goes_on = result.as_ref().err().is_none_or(|failed| failed.fault.leaves_it_usable());
        if goes_on {
            *at_hand = Some(engine);
        }
        result
    }

    /// Notes an engine's name and remarks.
    fn identify<T>(&self, shared: &PoolState<T>, engine: &dyn Engine) {
        for remark in engine.remarks() {
            self.control.warn(&remark.to_string());
        }
        let identity = EngineIdentity {
            name: engine.name().map(str::to_owned),
            remarks: engine.remarks().to_vec(),
        };
        *shared.engine.lock().unwrap_or_else(PoisonError::into_inner) = identity;
    }
}

#[cfg(test)]
mod tests {
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
