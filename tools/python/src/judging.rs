//! Judges engines by tables, and plays matches between engines.

use loa_api::MatchReport;
use loa_judge::judging::{EnginePool, JudgeError, Sample, judge as judge_engine};
use loa_judge::match_play::{Match, random_openings};
use loa_solver::Control;
use pyo3::exceptions::PyValueError;
use pyo3::prelude::*;

use crate::engine::{Halt, Recipe, Stoppable, rules_of};
use crate::errors::{engine_error, judge_error};
use crate::json::json;
use crate::numbers::Number;
use crate::position::{PyBoard, PyPosition, materials};
use crate::rules::{PyRules, agreed};
use crate::tablebase::PyTablebase;
use crate::threads::{self, Threads};
use crate::work::{Link, teller, watched_and_stopped};

/// Returns the number of engines that think at a time.
fn workers(threads: Option<Threads>, is_alone: bool) -> usize {
    if is_alone { 1 } else { threads::or_all(threads) }
}

/// Lets engines work on the threads of this process until `halt` is set. An exception in an engine
/// is raised again.
fn at_work<T: Send>(
    told: &Bound<'_, PyAny>,
    engines: [&Recipe; 2],
    halt: &Halt,
    work: impl FnOnce(&Control<'_>) -> Result<T, JudgeError> + Send,
) -> PyResult<T> {
    let py = told.py();
    let crew = threads::crew(py, None)?;
    let work = |link: &Link<_>| crew.install(|| work(&link.control()));
    let done = watched_and_stopped(py, work, teller(told), &|| halt.set())?;
    match engines.into_iter().find_map(Recipe::raised) {
        Some(error) => Err(error),
        None => done.map_err(|fault| judge_error(py, &fault)),
    }
}

/// Asks an engine for moves in positions of every kind. Returns its moves, its worst moves, and
/// its failures as JSON.
#[pyfunction]
pub(crate) fn judge(
    py: Python<'_>,
    engine: &Bound<'_, PyAny>,
    tables: PyRef<'_, PyTablebase>,
    board: PyBoard,
    materials: Vec<String>,
    positions: Number<usize>,
    seed: Number<u64>,
    threads: Option<Threads>,
    told: &Bound<'_, PyAny>,
) -> PyResult<String> {
    let materials = self::materials(py, board.0, &materials)?;
    let preset = tables.preset();
    agreed([("the engine", rules_of(engine)), ("tables", Some(preset))])?;
    let (engine, _) = Recipe::of(engine)?;
    let (tables, halt) = (tables.open()?, Halt::default());
    let judgement = at_work(told, [&engine, &engine], &halt, |control| {
        let mut sample = Sample::new(&tables, board.0, materials);
        (sample.positions, sample.seed) = (positions.0, seed.0);
        let questions = sample.draw(control)?;
        let source = Stoppable(&engine, &halt);
        let mut pool = EnginePool::new(&source);
        (pool.repetition, pool.control) = (preset.repetition, control);
        pool.workers = workers(threads, engine.is_alone());
        // An engine without any legal answer is still asked about all positions.
        pool.most_failures = usize::MAX;
        Ok(judge_engine(&pool, &questions))
    })?;
    let (moves, failures) = (&judgement.moves, &judgement.failures);
    let worst = judgement.worst(moves.len());
    json(&serde_json::json!({ "moves": moves, "worst": worst, "failures": failures }))
}

/// Plays a match; returns its report as JSON, and the games as SGF.
#[pyfunction]
pub(crate) fn play_match(
    py: Python<'_>,
    first: &Bound<'_, PyAny>,
    second: &Bound<'_, PyAny>,
    start: PyPosition,
    rules: Option<PyRules>,
    games: Number<usize>,
    plies: Number<usize>,
    seed: Number<u64>,
    tables: Option<PyRef<'_, PyTablebase>>,
    max_plies: Number<usize>,
    threads: Option<Threads>,
    told: &Bound<'_, PyAny>,
) -> PyResult<(String, String)> {
    let preset = agreed([
        ("rules", rules.map(|rules| rules.0)),
        ("the first engine", rules_of(first)),
        ("the second engine", rules_of(second)),
        ("tables", tables.as_ref().map(|tables| tables.preset())),
    ])?;
    let preset = preset.unwrap_or_default();
    let [(first, one), (second, two)] = [Recipe::of(first)?, Recipe::of(second)?];
    let tables = tables.map(|tables| tables.open()).transpose()?;
    let openings = random_openings(preset, start.0, plies.0, games.0.div_ceil(2), seed.0);
    if openings.is_empty() {
        return Err(PyValueError::new_err("no opening found: the game is over in all of them"));
    }
    let halt = Halt::default();
    let sources = [Stoppable(&first, &halt), Stoppable(&second, &halt)];
    let mut settings = Match::new(&[&sources[0], &sources[1]]);
    (settings.tables, settings.most_plies) = (tables.as_deref(), max_plies.0);
    (settings.most_games, settings.workers) =
        (games.0, workers(threads, first.is_alone() || second.is_alone()));
    let played = at_work(told, [&first, &second], &halt, |control| {
        let mut played = settings.clone();
        played.control = control;
        played.play(&openings)
    })?;
    if let Some((_, failed)) = &played.not_started {
        return Err(engine_error(py, failed));
    }
    let board = Some(start.0.board());
    let report = MatchReport::new(played, &settings, &[&one, &two], &openings, board);
    Ok((json(&report)?, report.sgf()))
}
