//! Long questions, which the command line has as well.

use std::fs::File;
use std::io;
use std::path::PathBuf;
use std::sync::Mutex;

use loa_api::jobs::{LongQuestion, Work};
use loa_api::{Failure, Library, Limits, Status, default_folder};
use loa_engine::EngineSource;
use loa_solver::retrograde::Local;
use loa_tablebase::Tablebase;
use pyo3::exceptions::{PyKeyboardInterrupt, PyValueError};
use pyo3::prelude::*;

use crate::engine::{Halt, Recipe, Stoppable};
use crate::errors::{error, missing_tables, parse_error};
use crate::threads::{self, Threads};
use crate::work::{Link, teller, watched};

/// Answers a long question, whose parts are JSON. Returns the answer as JSON. The engines of a
/// question about engines are objects; an exception in one is raised again.
#[pyfunction]
pub(crate) fn run(
    py: Python<'_>,
    name: &str,
    parts: &str,
    folder: Option<PathBuf>,
    threads: Option<Threads>,
    players: Vec<Bound<'_, PyAny>>,
    told: &Bound<'_, PyAny>,
) -> PyResult<String> {
    let recipes = players.iter().map(Recipe::of).collect::<PyResult<Vec<Recipe>>>()?;
    let most = recipes.iter().any(Recipe::is_alone).then_some(1);
    let question = LongQuestion::named(name);
    let question = question.ok_or_else(|| PyValueError::new_err(format!("no question {name}")))?;
    let task = question.read(parts).map_err(|failure| parse_error(parts, failure))?;
    let is_named = folder.is_some();
    let folder = folder.or_else(default_folder).unwrap_or_else(|| PathBuf::from("tables"));
    let tables = Tablebase::options().folder(&folder).tablebases();
    let mut library = Library::new(folder, tables, Limits::none());
    library.is_named = is_named;
    let run = |link: &Link<_>| {
        let halt = Halt::new(Mutex::new(link.stop.clone()));
        let sources: Vec<_> = recipes.iter().map(|recipe| Stoppable(recipe, &halt)).collect();
        let engines: Vec<_> = sources.iter().map(|it| it as &dyn EngineSource).collect();
        let mut work = Work {
            library: &library,
            threads: most.unwrap_or_else(|| threads::or_all(threads)),
            control: link.control(),
            exchange: &mut Local,
            stdout: no_stdout,
            program: no_program,
            engines: &engines,
        };
        let (answer, failure) = task.run(&mut work)?;
        match (name, failure) {
            ("prove" | "match", Some(failure)) => Err(failure),
            ("judge", Some(failure)) if failure.status != Status::Wrong => Err(failure),
            // The answer says what is wrong.
            _ => Ok(answer.json),
        }
    };
    let answer = watched(py, threads, run, teller(told))?;
    match recipes.iter().find_map(Recipe::raised) {
        Some(error) => Err(error),
        None => answer.map_err(|failure| raised(name, &failure)),
    }
}

fn no_stdout() -> Result<File, Failure> {
    Err(Failure::new(Status::Usage, "standard output belongs to Python: name a file"))
}

fn no_program() -> io::Result<PathBuf> {
    Err(io::Error::other("Python runs no built-in engine as a program: use loa.Engine"))
}

/// Makes the exception for a long question without an answer.
fn raised(name: &str, failure: &Failure) -> PyErr {
    let class = match name {
        "verify" => "VerifyError",
        "prove" | "proof check" => "ProofError",
        "suite make" | "suite check" => "SuiteError",
        "judge" => "JudgeError",
        "match" => "EngineError",
        _ => "SolveError",
    };
    match (failure.status, &failure.missing) {
        (Status::Interrupted, _) => PyKeyboardInterrupt::new_err(()),
        (_, Some(missing)) => missing_tables(missing),
        (Status::Usage | Status::Outside, _) => PyValueError::new_err(failure.text()),
        _ => error(class, failure),
    }
}
