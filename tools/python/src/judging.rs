//! Engines written in Python, judged by tables.

use std::sync::{Arc, Mutex, PoisonError};

use loa_engine::{Engine, EngineMove, Failed, Fault};
use loa_judge::StageWatch;
use loa_judge::judging::{EnginePool, JudgeError, Judgement, Sample, judge as judge_engine};
use loa_record::Game;
use loa_solver::Move;
use pyo3::prelude::*;

use crate::errors::{error, probe_error};
use crate::moves::MoveLike;
use crate::position::{BoardLike, PyPosition, material};
use crate::tablebase::PyTablebase;
use crate::work::{Link, watched};

/// Passes on how far the work has got.
struct Judging<'a>(&'a Link<(&'static str, usize, usize)>);

impl StageWatch for Judging<'_> {
    fn begin(&self, stage: &'static str, steps: usize) {
        self.0.send((stage, 0, steps));
    }

    fn step(&self) {
        self.0.send(("", 1, 0));
    }

    fn interrupted(&self) -> bool {
        self.0.is_to_end()
    }
}

/// A move of the engine: position, move, its value, a best move, its value, the effect and
/// the plies that it loses.
type Judged = (String, String, String, String, String, &'static str, u16);
/// A position in which the engine failed, and how.
type FailedIn = (String, String);

/// Asks an engine, a function from positions to moves, in positions of every kind. Returns
/// its moves, the worst of them, and its failures.
#[pyfunction]
#[pyo3(signature = (engine, tables, board, materials, positions, seed, progress=None))]
#[expect(clippy::too_many_arguments, reason = "Python names them")]
pub(crate) fn judge(
    py: Python<'_>,
    engine: Py<PyAny>,
    tables: PyRef<'_, PyTablebase>,
    board: BoardLike<'_>,
    materials: Vec<String>,
    positions: usize,
    seed: u64,
    progress: Option<Py<PyAny>>,
) -> PyResult<(Vec<Judged>, Vec<Judged>, Vec<FailedIn>)> {
    let board = board.read(py)?;
    let materials =
        materials.iter().map(|text| material(py, text)).collect::<PyResult<Vec<_>>>()?;
    let tables = &tables.tables;
    let (engine, raised) = (Arc::new(engine), Arc::new(Mutex::new(None)));
    let asked = Asked { engine, raised: Arc::clone(&raised) };
    let work = |link: &Link<_>| -> Result<_, JudgeError> {
        let watch = Judging(link);
        let mut sample = Sample::new(tables, board, materials);
        (sample.positions, sample.seed) = (positions, seed);
        let questions = sample.draw(&watch)?;
        let start = || Ok(Box::new(asked.clone()) as Box<dyn Engine>);
        let mut pool = EnginePool::new(&start);
        (pool.workers, pool.watch) = (1, &watch);
        // An engine that answers nothing legal is asked about everything all the same.
        pool.most_failures = usize::MAX;
        Ok(parts(&judge_engine(&pool, &questions)))
    };
    let receive = |news: (&'static str, usize, usize)| match &progress {
        Some(progress) => progress.call1(py, news).map(drop),
        None => Ok(()),
    };
    let judged = watched(py, work, receive)?;
    let raised = raised.lock().unwrap_or_else(PoisonError::into_inner).take();
    if let Some(error) = raised {
        return Err(error);
    }
    judged.map_err(|fault| match &fault {
        JudgeError::Probe(fault) => probe_error(py, fault),
        fault => error(py, "JudgeError", fault, []),
    })
}

fn parts(judgement: &Judgement<'_>) -> (Vec<Judged>, Vec<Judged>, Vec<FailedIn>) {
    let judged = |judged: &loa_judge::judging::JudgedMove<'_>| {
        let probe = judged.question.probe();
        (
            judged.question.position().to_string(),
            judged.chosen.played.to_string(),
            judged.chosen.value.to_string(),
            probe.moves[0].played.to_string(),
            probe.value.to_string(),
            judged.effect.name(),
            judged.effect.plies_lost(),
        )
    };
    let failed = judgement.failures.iter();
    let failed = failed.map(|failed| (failed.position.to_string(), failed.failed.to_string()));
    (
        judgement.moves.iter().map(judged).collect(),
        judgement.worst(judgement.moves.len()).into_iter().map(judged).collect(),
        failed.collect(),
    )
}

/// An engine written in Python. After it has raised an exception it is not asked again.
#[derive(Clone)]
struct Asked {
    engine: Arc<Py<PyAny>>,
    raised: Arc<Mutex<Option<PyErr>>>,
}

impl Engine for Asked {
    fn best_move(&mut self, game: &Game) -> Result<EngineMove, Failed> {
        let mut raised = self.raised.lock().unwrap_or_else(PoisonError::into_inner);
        if raised.is_some() {
            return Err(Fault::Own("the engine has raised an exception".into()).into());
        }
        let asked = Python::attach(|py| -> PyResult<Result<Move, String>> {
            let answer =
                self.engine.call1(py, (PyPosition(*game.position()),))?.extract::<MoveLike<'_>>(py);
            let legal =
                answer.and_then(|answer| answer.legal(py, game.position(), game.preset().rules));
            Ok(legal.map_err(|error| error.value(py).to_string()))
        });
        match asked {
            Ok(Ok(played)) => Ok(EngineMove::new(played)),
            Ok(Err(illegal)) => Err(Fault::Own(illegal.into()).into()),
            Err(error) => {
                *raised = Some(error);
                Err(Fault::Own("the engine has raised an exception".into()).into())
            }
        }
    }
}
