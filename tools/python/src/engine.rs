//! Engines: the built-in one, programs, and functions of Python.

use std::collections::TryReserveError;
use std::sync::mpsc::Sender;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::Duration;

use loa_engine::alpha_beta::{AlphaBeta, Tables};
use loa_engine::client::{self, Limit, Protocol, Setup};
use loa_engine::protocol::command::Go;
use loa_engine::protocol::reply::{Info, Score};
use loa_engine::{
    Engine, EngineMove, EngineSource, Estimator, Failed, Fault, Level, LevelPlayer, Listener,
};
use loa_record::random::Pcg64;
use loa_record::{Game, RatedMove, Worth};
use loa_solver::{Move, Position, Preset, Stop};
use loa_tablebase::Tablebase;
use pyo3::exceptions::{PyTypeError, PyValueError};
use pyo3::prelude::*;

use crate::errors::engine_error;
use crate::game::{PyGame, expect_open};
use crate::json::json;
use crate::moves::{MoveLike, PyMove};
use crate::numbers::{Number, Positive};
use crate::position::PyPosition;
use crate::rules::{PyRules, agreed};
use crate::tablebase::PyTablebase;
use crate::threads;
use crate::work::{Link, watched_and_stopped};

/// The time that a program may take for a move if its limit is not a time.
const PATIENCE: Duration = Duration::from_secs(60);

/// A recipe from which any number of engines can be started.
#[derive(Clone)]
pub(crate) enum Recipe {
    /// The built-in engine: at a level, or at full strength if the level is `None`.
    BuiltIn {
        level: Option<Level>,
        /// The seed of the random choices of a level; `None` if each game has others.
        seed: Arc<Mutex<Option<u64>>>,
        limit: Limit,
        tables: Option<Arc<Tablebase>>,
    },
    /// A program.
    Program(Box<Setup>),
    /// A function of Python.
    Function(Asked),
}

/// The signal that ends the current search. Each search has a new one.
pub(crate) type Halt = Arc<Mutex<Stop>>;

/// A running engine, its rules, and the positions that it was asked about last.
struct Running {
    preset: Preset,
    engine: Box<dyn Engine + Send>,
    positions: Vec<Position>,
    /// The number of forks before it was started.
    forks: u32,
}

/// Takes an engine that this process has started. The program and the threads of any other belong to
/// a parent process, which may still use them.
fn taken(place: &mut Option<Running>) -> Option<Running> {
    let running = place.take()?;
    if running.forks == threads::forks() {
        return Some(running);
    }
    std::mem::forget(running);
    None
}

fn locked<T>(mutex: &Mutex<T>) -> MutexGuard<'_, T> {
    mutex.lock().unwrap_or_else(PoisonError::into_inner)
}

/// Returns the tables if they have these rules.
fn under(tables: &Option<Arc<Tablebase>>, preset: Preset) -> Option<Tables> {
    let tables = tables.as_ref().filter(|tables| tables.rules() == preset.rules)?;
    Some(Tables::new(Arc::clone(tables), true))
}

fn own(fault: TryReserveError) -> Failed {
    Fault::Own(Box::new(fault)).into()
}

impl Recipe {
    /// Returns the recipe for an engine given in Python.
    pub(crate) fn of(engine: &Bound<'_, PyAny>) -> PyResult<Recipe> {
        if let Ok(engine) = engine.cast::<PyEngine>() {
            let mut recipe = engine.get().recipe.clone();
            if let Recipe::Program(setup) = &mut recipe {
                // Each engine has a separate listener for its searches.
                setup.listener = Listener::default();
            }
            return Ok(recipe);
        }
        if !engine.is_callable() {
            let given = engine.get_type().name()?;
            let message = "an Engine or a function from positions to moves is needed";
            return Err(PyTypeError::new_err(format!("{message}, not {given}")));
        }
        let engine = Arc::new(engine.clone().unbind());
        Ok(Recipe::Function(Asked { engine, raised: Arc::default() }))
    }

    /// Returns whether only one engine can think at a time.
    pub(crate) fn is_alone(&self) -> bool {
        matches!(self, Recipe::Function(_))
    }

    /// Returns the exception that the function has raised; `None` if it has raised none.
    pub(crate) fn raised(&self) -> Option<PyErr> {
        match self {
            Recipe::Function(asked) => locked(&asked.raised).take(),
            _ => None,
        }
    }

    fn start(&self, preset: Preset, halt: &Halt) -> Result<Box<dyn Engine + Send>, Failed> {
        Ok(match self {
            Recipe::Function(asked) => Box::new(asked.clone()),
            Recipe::Program(setup) => {
                let mut setup = setup.clone();
                let halt = halt.clone();
                setup.stop = Stop::when(move || locked(&halt).is_set());
                client::start(&setup, preset.rules)?
            }
            Recipe::BuiltIn { level: Some(level), seed, limit, .. } if *level != Level::HIGHEST => {
                let seed = *locked(seed);
                let chance = Pcg64::of(seed.unwrap_or_else(Pcg64::any_seed), &[]);
                let engine = LevelPlayer::new(*level, preset, None, chance).map_err(own)?;
                Box::new(Limited { engine, go: limit.go(), halt: halt.clone() })
            }
            Recipe::BuiltIn { limit, tables, .. } => {
                let (tables, memory) = (under(tables, preset), AlphaBeta::DEFAULT_MEBIBYTES);
                let engine = AlphaBeta::up_to(preset, tables, memory).map_err(own)?;
                Box::new(Limited { engine, go: limit.go(), halt: halt.clone() })
            }
        })
    }
}

/// A built-in engine, whose searches a halt ends, with the limit of each.
struct Limited<E> {
    engine: E,
    go: Go,
    halt: Halt,
}

impl<E: Engine> Engine for Limited<E> {
    fn best_move(&mut self, game: &Game) -> Result<EngineMove, Failed> {
        self.best_move_within(game, &self.go.clone(), &Stop::default())
    }

    fn best_move_within(&mut self, game: &Game, go: &Go, _: &Stop) -> Result<EngineMove, Failed> {
        let stop = locked(&self.halt).clone();
        match stop.is_set() {
            true => Err(Fault::Interrupted.into()),
            false => self.engine.best_move_within(game, go, &stop),
        }
    }
}

/// A source of engines, whose searches a halt ends.
pub(crate) struct Stoppable<'a>(pub(crate) &'a Recipe, pub(crate) &'a Halt);

impl EngineSource for Stoppable<'_> {
    fn start(&self, preset: Preset) -> Result<Box<dyn Engine + '_>, Failed> {
        let Stoppable(recipe, halt) = self;
        Ok(recipe.start(preset, halt)?)
    }
}

/// An engine: see `python/linesofaction/engine.py`.
#[pyclass(name = "Engine", module = "linesofaction._native", subclass, frozen)]
pub(crate) struct PyEngine {
    recipe: Recipe,
    /// The rules that the engine was made for; `None` if it plays under any rules.
    preset: Option<Preset>,
    running: Mutex<Option<Running>>,
    halt: Halt,
    heard: Arc<Mutex<Heard>>,
}

/// The reports of an engine on its search.
#[derive(Default)]
struct Heard {
    /// The last report with a score.
    last: Info,
    /// Receives every report with a score, if someone follows the search.
    follower: Option<Sender<Info>>,
}

/// Returns a listener for the reports with a score.
fn listener(heard: &Arc<Mutex<Heard>>) -> Listener {
    let heard = Arc::clone(heard);
    Listener::new(move |info| {
        if info.score.is_some() {
            let mut heard = locked(&heard);
            info.clone_into(&mut heard.last);
            if let Some(follower) = &heard.follower {
                // The follower listens until the search is over.
                let _ = follower.send(info.clone());
            }
        }
    })
}

/// Returns the moves of a line before the first illegal one.
fn legal(game: &Game, line: &[String]) -> Vec<Move> {
    let mut position = *game.position();
    let read = |text: &String| {
        let played = game.preset().rules.parse_move(&position, text).ok()?;
        position = position.play_unchecked(played);
        Some(played)
    };
    line.iter().map_while(read).collect()
}

/// Returns the move that a report on a search names, with its worth.
fn reported(game: &Game, info: &Info) -> Option<RatedMove> {
    let line = legal(game, &info.pv);
    Some(told(*line.first()?, info.score, info, line))
}

/// Returns a move with the score and the depth that an engine told.
fn told(played: Move, score: Option<Score>, info: &Info, line: Vec<Move>) -> RatedMove {
    let worth = score.map_or(Worth::UNKNOWN, Worth::from);
    RatedMove { depth: info.depth.unwrap_or_default(), line, ..RatedMove::new(played, worth) }
}

impl PyEngine {
    /// Returns the game for an argument that is a game or a position, unless the game is over.
    fn game(&self, asked: &Bound<'_, PyAny>) -> PyResult<Game> {
        let game = match asked.cast::<PyGame>() {
            Ok(game) => game.borrow().0.clone(),
            Err(_) => Game::new(self.preset.unwrap_or_default(), asked.extract::<PyPosition>()?.0),
        };
        expect_open(&game)?;
        Ok(game)
    }

    /// Asks the engine, and starts it if it does not run.
    fn ask(&self, game: &Game) -> Result<EngineMove, Failed> {
        let mut place = locked(&self.running);
        self.begin();
        let preset = game.preset();
        let mut running = match taken(&mut place).filter(|it| it.preset == preset) {
            Some(running) => running,
            None => {
                let engine = self.recipe.start(preset, &self.halt)?;
                Running { preset, engine, positions: Vec::new(), forks: threads::forks() }
            }
        };
        if !game.positions().starts_with(&running.positions) {
            running.engine.begin_game();
        }
        running.positions = game.positions().to_vec();
        let answer = running.engine.best_move(game);
        if answer.as_ref().err().is_none_or(|failed| failed.fault.leaves_it_usable()) {
            *place = Some(running);
        }
        answer
    }

    /// Forgets the request to end the last search, and the reports on that search.
    fn begin(&self) {
        locked(&self.heard).last = Info::default();
        *locked(&self.halt) = Stop::default();
    }

    /// Returns the best moves that the engine finds. A program finds only one.
    fn best(&self, game: &Game, lines: usize) -> Result<Vec<RatedMove>, Failed> {
        let Recipe::BuiltIn { limit, tables, .. } = &self.recipe else {
            let answer = self.ask(game)?;
            let heard = locked(&self.heard).last.clone();
            let line = legal(game, &heard.pv);
            return Ok(vec![told(answer.played, answer.score.or(heard.score), &heard, line)]);
        };
        self.begin();
        let preset = game.preset();
        let estimator = Estimator::new(preset, under(tables, preset)).map_err(own)?;
        let estimator = estimator.heard_by(listener(&self.heard));
        let mut estimator = estimator.stopped_by(locked(&self.halt).clone());
        let best: Vec<RatedMove> = match (limit, lines) {
            (limit, 1) => estimator.think(game, &limit.go()).into_iter().collect(),
            (Limit::Depth(depth), _) => estimator.to_depth(game, *depth),
            (limit, _) => {
                let time = limit.go().movetime.unwrap_or_default();
                estimator.moves(game, time).to_vec()
            }
        };
        Ok(best.into_iter().take(lines).collect())
    }
}

#[pymethods]
impl PyEngine {
    #[new]
    #[pyo3(signature = (level=None, *, seed=None, milliseconds=None, depth=None, nodes=None, rules=None, tables=None, command=None, protocol="uci", options=None))]
    fn new(
        level: Option<Number<u8>>,
        seed: Option<Number<u64>>,
        milliseconds: Option<Positive>,
        depth: Option<Positive>,
        nodes: Option<Positive>,
        rules: Option<PyRules>,
        tables: Option<PyRef<'_, PyTablebase>>,
        command: Option<String>,
        protocol: &str,
        options: Option<Vec<(String, String)>>,
    ) -> PyResult<PyEngine> {
        let wrong = |message: String| PyValueError::new_err(message);
        let limit = match (milliseconds, depth, nodes) {
            (None, None, None) => Limit::Time(Duration::from_millis(100)),
            (Some(Positive(time)), None, None) => Limit::Time(Duration::from_millis(time.into())),
            (None, Some(Positive(depth)), None) => Limit::Depth(depth),
            (None, None, Some(Positive(nodes))) => Limit::Nodes(nodes.into()),
            _ => return Err(wrong("one limit is needed: milliseconds, depth or nodes".to_owned())),
        };
        let of_tables = tables.as_ref().map(|tables| tables.rules);
        let preset = agreed(vec![("the engine".into(), rules), ("the tables".into(), of_tables)])?;
        let preset = preset.map(|rules| rules.0);
        let tables = tables.map(|tables| tables.open()).transpose()?;
        let tables = tables.map(|open| Arc::clone(&open.tables));
        let heard: Arc<Mutex<Heard>> = Arc::default();
        let recipe = match command {
            None => {
                let level = level.map(|Number(level)| Level::try_from(level)).transpose();
                let level = level.map_err(|fault| wrong(fault.to_string()))?;
                let seed = Arc::new(Mutex::new(seed.map(|Number(seed)| seed)));
                Recipe::BuiltIn { level, seed, limit, tables }
            }
            Some(_) if seed.is_some() => {
                return Err(wrong("seed: only the built-in engine takes one".to_owned()));
            }
            Some(command) => {
                let mut setup = Setup::new(command);
                setup.words().map_err(|fault| wrong(fault.to_string()))?;
                setup.protocol = match protocol {
                    "uci" => Protocol::Uci,
                    "codingame" => Protocol::Codingame,
                    _ => {
                        return Err(wrong(format!("protocol: uci or codingame, not '{protocol}'")));
                    }
                };
                if !matches!(limit, Limit::Time(_)) {
                    setup.grace = PATIENCE;
                }
                (setup.limit, setup.options) = (limit, options.unwrap_or_default());
                setup.listener = listener(&heard);
                Recipe::Program(Box::new(setup))
            }
        };
        Ok(PyEngine { recipe, preset, running: Mutex::default(), halt: Halt::default(), heard })
    }

    /// The name of the engine.
    #[getter]
    fn name(&self) -> String {
        match &self.recipe {
            Recipe::Program(setup) => {
                // Does not wait for a program that is thinking.
                let running = self.running.try_lock().ok();
                let running = running.as_ref().and_then(|running| running.as_ref());
                let name = running.and_then(|running| running.engine.name());
                name.unwrap_or(&setup.command).to_owned()
            }
            Recipe::BuiltIn { level: Some(level), .. } => format!("level {level}"),
            _ => "built-in engine".to_owned(),
        }
    }

    /// The rules that the engine was made for; None if it plays under any rules.
    #[getter]
    fn rules(&self) -> Option<PyRules> {
        self.preset.map(PyRules)
    }

    /// Returns the engine's move in a position, or at the end of a game.
    #[pyo3(signature = (position))]
    fn play(&self, py: Python<'_>, position: &Bound<'_, PyAny>) -> PyResult<PyMove> {
        let game = self.game(position)?;
        let ask = |_: &Link<()>| self.ask(&game);
        let answer = watched_and_stopped(py, ask, |()| Ok(()), &|| self.stop())?;
        answer.map(|answer| PyMove(answer.played)).map_err(engine_error)
    }

    /// Begins the random choices of a level anew, with another seed.
    fn _reseed(&self, seed: Number<u64>) {
        if let Recipe::BuiltIn { seed: own, .. } = &self.recipe {
            *locked(own) = Some(seed.0);
            drop(taken(&mut locked(&self.running)));
        }
    }

    /// Returns moves with their estimates as JSON, best first, and calls a function with every report
    /// on the search. An exception in the function ends the search.
    fn _analyse(
        &self,
        py: Python<'_>,
        position: &Bound<'_, PyAny>,
        lines: Positive,
        hear: &Bound<'_, PyAny>,
    ) -> PyResult<String> {
        let (game, Positive(lines)) = (self.game(position)?, lines);
        if let (Recipe::BuiltIn { limit: Limit::Nodes(_), .. }, 2..) = (&self.recipe, lines) {
            let message = "more lines than one need a limit in milliseconds or depth, not nodes";
            return Err(PyValueError::new_err(message));
        }
        let search = |link: &Link<Info>| {
            locked(&self.heard).follower = Some(link.news.clone());
            let found = self.best(&game, lines as usize);
            locked(&self.heard).follower = None;
            found
        };
        let report = |info: Info| match reported(&game, &info) {
            Some(rated) => hear.call1((json(&rated)?,)).map(drop),
            None => Ok(()),
        };
        let found = watched_and_stopped(py, search, report, &|| self.stop())?;
        json(&found.map_err(engine_error)?)
    }

    /// Ends the current search: the built-in engine plays the best move found so far, and a program
    /// is ended.
    fn stop(&self) {
        locked(&self.halt).set();
    }

    /// Ends the search and the program. The next question starts the program again.
    fn close(&self, py: Python<'_>) {
        self.stop();
        py.detach(|| {
            if let Some(running) = taken(&mut locked(&self.running)) {
                running.engine.quit();
            }
        });
    }

    fn __repr__(&self) -> String {
        format!("<Engine: {}>", self.name())
    }
}

impl Drop for PyEngine {
    fn drop(&mut self) {
        drop(taken(self.running.get_mut().unwrap_or_else(PoisonError::into_inner)));
    }
}

/// An engine written in Python. Once it has raised an exception, it is not asked again.
#[derive(Clone)]
pub(crate) struct Asked {
    engine: Arc<Py<PyAny>>,
    raised: Arc<Mutex<Option<PyErr>>>,
}

impl Engine for Asked {
    fn best_move(&mut self, game: &Game) -> Result<EngineMove, Failed> {
        let mut raised = locked(&self.raised);
        let (position, rules) = (game.position(), game.preset().rules);
        let ask = |py: Python<'_>| -> PyResult<Result<Move, String>> {
            let answer = self.engine.call1(py, (PyPosition(*position),))?.extract::<MoveLike>(py);
            let legal = answer.and_then(|answer| answer.legal(position, rules));
            Ok(legal.map_err(|error| error.value(py).to_string()))
        };
        if raised.is_none() {
            match Python::attach(ask) {
                Ok(Ok(played)) => return Ok(EngineMove::new(played)),
                Ok(Err(illegal)) => return Err(Fault::Own(illegal.into()).into()),
                Err(error) => *raised = Some(error),
            }
        }
        Err(Fault::Own("the engine has raised an exception".into()).into())
    }
}
