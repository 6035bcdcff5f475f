//! Judges engines by tables, and plays matches between engines.

use std::thread::available_parallelism;

use loa_api::MatchReport;
use loa_judge::judging::{
    EnginePool, JudgeError, JudgedMove, Judgement, Sample, judge as judge_engine,
};
use loa_judge::match_play::{Match, random_openings};
use pyo3::exceptions::PyValueError;
use pyo3::prelude::*;

use crate::engine::{Halt, Recipe, Stoppable, rules_of};
use crate::errors::{engine_error, judge_error};
use crate::json::json;
use crate::moves::PyMove;
use crate::numbers::Number;
use crate::position::{BoardLike, PositionLike, PyPosition, materials};
use crate::rules::{RulesLike, agreed};
use crate::tablebase::PyTablebase;
use crate::threads::{Crew, Threads};
use crate::values::PyValue;
use crate::work::{Link, Stages, teller, watched_and_stopped};

/// A move of the engine: position, move, its value, a best move, its value, the effect and
/// the plies that it loses.
type Judged = (PyPosition, PyMove, PyValue, PyMove, PyValue, &'static str, u16);
/// A position in which the engine failed, and how.
type FailedIn = (PyPosition, String);

/// Returns the number of engines that think at a time.
fn workers(threads: Option<Threads>, is_alone: bool) -> usize {
    match threads {
        _ if is_alone => 1,
        Some(Threads(threads)) => threads,
        None => available_parallelism().map_or(1, usize::from),
    }
}

/// Asks an engine for moves in positions of every kind. Returns its moves, its worst moves, and
/// its failures.
#[pyfunction]
#[pyo3(signature = (engine, tables, board, materials, positions, seed, threads, progress))]
pub(crate) fn judge(
    py: Python<'_>,
    engine: &Bound<'_, PyAny>,
    tables: PyRef<'_, PyTablebase>,
    board: BoardLike<'_>,
    materials: Vec<String>,
    positions: Number<usize>,
    seed: Number<u64>,
    threads: Option<Threads>,
    progress: Option<Py<PyAny>>,
) -> PyResult<(Vec<Judged>, Vec<Judged>, Vec<FailedIn>)> {
    let (Number(positions), Number(seed)) = (positions, seed);
    let board = board.read(py)?;
    let materials = self::materials(py, board, &materials)?;
    let preset = tables.preset();
    agreed([("the engine", rules_of(engine)), ("tables", Some(preset))])?;
    let (engine, _) = Recipe::of(engine)?;
    let (tables, halt) = (tables.open()?, Halt::default());
    let work = |link: &Link<_>| -> Result<_, JudgeError> {
        let watch = Stages(link);
        let mut sample = Sample::new(&tables, board, materials);
        (sample.positions, sample.seed) = (positions, seed);
        let questions = sample.draw(&watch)?;
        let source = Stoppable(&engine, &halt);
        let mut pool = EnginePool::new(&source);
        (pool.repetition, pool.watch) = (preset.repetition, &watch);
        pool.workers = workers(threads, engine.is_alone());
        // An engine without any legal answer is still asked about all positions.
        pool.most_failures = usize::MAX;
        Ok(parts(&judge_engine(&pool, &questions)))
    };
    let crew = Crew::new(py, None)?;
    let work = |link: &Link<_>| crew.run(|| work(link));
    let judged = watched_and_stopped(py, work, teller(py, progress), &|| halt.set())?;
    match engine.raised() {
        Some(error) => Err(error),
        None => judged.map_err(|fault| judge_error(py, &fault)),
    }
}

fn parts(judgement: &Judgement) -> (Vec<Judged>, Vec<Judged>, Vec<FailedIn>) {
    let judged = |judged: &JudgedMove| {
        (
            PyPosition(judged.position),
            PyMove(judged.played),
            PyValue::from(judged.move_value),
            PyMove(judged.best[0]),
            PyValue::from(judged.value),
            judged.effect.name(),
            judged.effect.plies_lost(),
        )
    };
    let failed = judgement.failures.iter();
    let failed = failed.map(|failed| (PyPosition(failed.position), failed.failed.to_string()));
    (
        judgement.moves.iter().map(judged).collect(),
        judgement.worst(judgement.moves.len()).into_iter().map(judged).collect(),
        failed.collect(),
    )
}

/// Plays a match; returns its report as JSON, and the games as SGF.
#[pyfunction]
#[pyo3(signature = (first, second, start, rules, games, plies, seed, tables, max_plies, threads, progress))]
pub(crate) fn play_match(
    py: Python<'_>,
    first: &Bound<'_, PyAny>,
    second: &Bound<'_, PyAny>,
    start: PositionLike<'_>,
    rules: Option<RulesLike<'_>>,
    games: Number<usize>,
    plies: Number<usize>,
    seed: Number<u64>,
    tables: Option<PyRef<'_, PyTablebase>>,
    max_plies: Number<usize>,
    threads: Option<Threads>,
    progress: Option<Py<PyAny>>,
) -> PyResult<(String, String)> {
    let (Number(games), Number(plies), Number(seed), Number(max_plies)) =
        (games, plies, seed, max_plies);
    let start = start.read(py)?;
    let preset = agreed([
        ("rules", rules.map(|rules| rules.read(py)).transpose()?),
        ("the first engine", rules_of(first)),
        ("the second engine", rules_of(second)),
        ("tables", tables.as_ref().map(|tables| tables.preset())),
    ])?;
    let preset = preset.unwrap_or_default();
    let [(first, one), (second, two)] = [Recipe::of(first)?, Recipe::of(second)?];
    let tables = tables.map(|tables| tables.open()).transpose()?;
    let openings = random_openings(preset, start, plies, games.div_ceil(2), seed);
    if openings.is_empty() {
        return Err(PyValueError::new_err("no opening found: the game is over in all of them"));
    }
    let halt = Halt::default();
    let sources = [Stoppable(&first, &halt), Stoppable(&second, &halt)];
    let mut settings = Match::new(&[&sources[0], &sources[1]]);
    (settings.tables, settings.most_plies) = (tables.as_deref(), max_plies);
    (settings.most_games, settings.workers) =
        (games, workers(threads, first.is_alone() || second.is_alone()));
    let work = |link: &Link<_>| {
        let watch = Stages(link);
        let mut played = settings.clone();
        played.watch = &watch;
        played.play(&openings)
    };
    let crew = Crew::new(py, None)?;
    let work = |link: &Link<_>| crew.run(|| work(link));
    let played = watched_and_stopped(py, work, teller(py, progress), &|| halt.set())?;
    if let Some(error) = first.raised().or_else(|| second.raised()) {
        return Err(error);
    }
    let played = played.map_err(|fault| judge_error(py, &fault))?;
    if let Some((_, failed)) = &played.not_started {
        return Err(engine_error(py, failed));
    }
    let board = Some(start.board());
    let report = MatchReport::new(played, &settings, &[&one, &two], &openings, board);
    Ok((json(&report)?, report.sgf()))
}
