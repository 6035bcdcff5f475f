//! Raises the exceptions that `python/linesofaction/errors.py` defines.

use std::fmt::Display;
use std::path::Path;

use loa_api::advice::{MissingTables, moving};
use loa_api::certificates::known_start;
use loa_api::{Failure, explain};
use loa_engine::Failed;
use loa_judge::judging::JudgeError;
use loa_solver::{Position, Preset, Wdl};
use loa_tablebase::{ProbeError, TableError};
use pyo3::exceptions::PyOSError;
use pyo3::prelude::*;
use pyo3::types::PyDict;

/// An attribute of an exception.
#[derive(IntoPyObject)]
pub(crate) enum Fact {
    /// Words.
    Text(String),
    /// A number or None.
    Number(Option<usize>),
    /// A side or None.
    Name(Option<char>),
    /// True or False.
    Truth(bool),
}

impl Fact {
    pub(crate) fn text(fact: impl Display) -> Fact {
        Fact::Text(fact.to_string())
    }
}

/// Makes an exception of a class of this package.
pub(crate) fn error<const FACTS: usize>(
    py: Python<'_>,
    class: &str,
    message: impl Display,
    facts: [(&str, Fact); FACTS],
) -> PyErr {
    let make = || {
        let class = py.import("linesofaction.errors")?.getattr(class)?;
        let attributes = PyDict::new(py);
        for (name, fact) in facts {
            attributes.set_item(name, fact)?;
        }
        class.call((message.to_string(),), Some(&attributes))
    };
    match make() {
        Ok(error) => PyErr::from_value(error),
        Err(error) => error,
    }
}

/// Makes the exception for a file that the system refuses to open or read.
pub(crate) fn file_error(py: Python<'_>, path: &Path, fault: &std::io::Error) -> PyErr {
    let make = || {
        let number = match fault.raw_os_error() {
            // A folder in place of a file, with the message of Python.
            None if path.is_dir() => py.import("errno")?.getattr("EISDIR")?.extract()?,
            None => return Ok(PyOSError::new_err(format!("{}: {fault}", path.display()))),
            Some(number) => number,
        };
        let reason = py.import("os")?.call_method1("strerror", (number,))?.extract::<String>()?;
        Ok(PyOSError::new_err((number, reason, path.as_os_str().to_owned())))
    };
    make().unwrap_or_else(|error: PyErr| error)
}

/// Makes the exception for text that does not parse.
pub(crate) fn parse_error(py: Python<'_>, text: &str, message: impl Display) -> PyErr {
    let facts = [("text", Fact::text(text)), ("character", Fact::Number(None))];
    error(py, "ParseError", message, facts)
}

/// Makes the exception for a question without an answer.
pub(crate) fn probe_error(py: Python<'_>, fault: &ProbeError) -> PyErr {
    fault_of(py, fault, None)
}

/// Makes the exception for a position without an answer. For a start it has the known result.
pub(crate) fn position_error(
    py: Python<'_>,
    fault: &ProbeError,
    position: &Position,
    preset: Preset,
) -> PyErr {
    fault_of(py, fault, Some((position, preset)))
}

fn fault_of(py: Python<'_>, fault: &ProbeError, at: Option<(&Position, Preset)>) -> PyErr {
    match fault {
        ProbeError::Missing { board, rules, missing, path, .. }
        | ProbeError::Unfinished { board, rules, missing, path } => {
            let known = at.and_then(|(position, preset)| {
                Some((position.turn(), known_start(position, preset)?))
            });
            let winner = known.map(|(turn, worth)| match worth.category {
                Some(Wdl::Win) => turn.letter(),
                _ => turn.other().letter(),
            });
            let plies = known.and_then(|(_, worth)| worth.plies);
            error(
                py,
                "MissingTableError",
                match at {
                    Some((position, preset)) => Failure::of_probe(fault, position, preset).text(),
                    None => explain(fault),
                },
                [
                    ("board", Fact::text(board)),
                    ("rules", Fact::text(rules)),
                    ("material", Fact::text(missing)),
                    ("path", Fact::text(path.display())),
                    ("winner", Fact::Name(winner)),
                    ("plies", Fact::Number(plies.map(|plies| plies as usize))),
                    ("exact", Fact::Truth(known.is_some_and(|(_, worth)| !worth.bound))),
                ],
            )
        }
        ProbeError::Outside(_) => error(py, "OutsideError", fault, []),
        ProbeError::Table(table) => table_error(py, table),
        ProbeError::Contradiction { position, folder, .. } => {
            let folder = folder.as_ref().map(|folder| folder.display().to_string());
            let facts = [
                ("path", Fact::Text(folder.unwrap_or_default())),
                ("position", Fact::text(position)),
            ];
            error(py, "DamagedTableError", fault, facts)
        }
        _ => error(py, "LinesOfActionError", fault, []),
    }
}

/// Makes the exception for tables of a board that a folder lacks.
pub(crate) fn missing_tables(py: Python<'_>, missing: &MissingTables) -> PyErr {
    let message = Failure::no_tables(missing).text();
    let facts = [
        ("board", Fact::text(missing.board)),
        ("rules", Fact::text(missing.rules)),
        ("material", Fact::text(missing.material.map_or_else(String::new, |one| one.to_string()))),
        ("path", Fact::text(missing.folder.display())),
        ("winner", Fact::Name(None)),
        ("plies", Fact::Number(None)),
        ("exact", Fact::Truth(false)),
    ];
    error(py, "MissingTableError", message, facts)
}

/// Makes the exception for a judgement, a match or a search that failed.
pub(crate) fn judge_error(py: Python<'_>, fault: &JudgeError) -> PyErr {
    match fault {
        JudgeError::Probe(fault) => probe_error(py, fault),
        fault => error(py, "JudgeError", fault, []),
    }
}

/// Makes the exception for an engine that gave no move, with its last lines of output.
pub(crate) fn engine_error(py: Python<'_>, failed: &Failed) -> PyErr {
    let lines: Vec<&str> =
        failed.words.output.iter().chain(&failed.words.errors).map(String::as_str).collect();
    let facts =
        [("kind", Fact::text(failed.fault.kind())), ("output", Fact::Text(lines.join("\n")))];
    error(py, "EngineError", failed, facts)
}

/// Makes the exception for a table that cannot be used.
pub(crate) fn table_error(py: Python<'_>, fault: &TableError) -> PyErr {
    let is_damage = fault.is_damage() && !fault.is_misplaced();
    let class = if is_damage { "DamagedTableError" } else { "TableFileError" };
    let advice =
        moving([fault].into_iter()).map_or_else(String::new, |advice| format!("; {advice}"));
    let facts = [("path", Fact::text(fault.path().display()))];
    error(py, class, format!("{fault}{advice}"), facts)
}
