//! Makes the exceptions that `python/linesofaction/errors.py` defines. Like those of PyO3, they need no
//! token of the interpreter.

use std::fmt::Display;
use std::path::Path;

use loa_api::Failure;
use loa_api::advice::{MissingTables, moving};
use loa_engine::Failed;
use loa_judge::judging::JudgeError;
use loa_solver::{Color, Position, Preset, Wdl};
use loa_tablebase::{ProbeError, TableError};
use pyo3::exceptions::PyOSError;
use pyo3::prelude::*;
use serde_json::{Value, json};

/// Makes an exception of a class of this package.
pub(crate) fn error(class: &str, message: impl Display) -> PyErr {
    error_with(class, message, &json!({}))
}

/// Makes an exception of a class of this package with attributes, which are an object.
pub(crate) fn error_with(class: &str, message: impl Display, facts: &Value) -> PyErr {
    Python::attach(|py| {
        let class = py.import("linesofaction.errors")?.getattr(class)?;
        let facts = py.import("json")?.call_method1("loads", (facts.to_string(),))?;
        let error = class.call((message.to_string(),), Some(facts.cast()?))?;
        Ok(PyErr::from_value(error))
    })
    .unwrap_or_else(|error: PyErr| error)
}

/// Makes the exception for a file that the system refuses to open or read.
pub(crate) fn file_error(path: &Path, fault: &std::io::Error) -> PyErr {
    Python::attach(|py| {
        let number = match fault.raw_os_error() {
            // A folder in place of a file, with the message of Python.
            None if path.is_dir() => py.import("errno")?.getattr("EISDIR")?.extract()?,
            None => return Ok(PyOSError::new_err(format!("{}: {fault}", path.display()))),
            Some(number) => number,
        };
        let reason = py.import("os")?.call_method1("strerror", (number,))?.extract::<String>()?;
        Ok(PyOSError::new_err((number, reason, path.as_os_str().to_owned())))
    })
    .unwrap_or_else(|error: PyErr| error)
}

/// Makes the exception for text that does not parse.
pub(crate) fn parse_error(text: &str, message: impl Display) -> PyErr {
    error_with("ParseError", message, &json!({ "text": text, "character": null }))
}

/// Makes the exception for a question without an answer.
pub(crate) fn probe_error(fault: ProbeError) -> PyErr {
    fault_of(&fault, &Failure::of(&fault), None)
}

/// Makes the exception for a position without an answer. For a start it has the known result.
pub(crate) fn position_error(fault: &ProbeError, position: &Position, preset: Preset) -> PyErr {
    fault_of(fault, &Failure::of_probe(fault, position, preset), Some(position.turn()))
}

/// Makes the exception for a failure, which may have the result of a position where `turn` is to move.
fn fault_of(fault: &ProbeError, failure: &Failure, turn: Option<Color>) -> PyErr {
    match fault {
        ProbeError::Missing { table, path, .. } | ProbeError::Unfinished { table, path } => {
            let known = failure.proved.as_deref();
            let winner = turn.zip(known).map(|(turn, worth)| match worth.category {
                Some(Wdl::Win) => turn.letter(),
                _ => turn.other().letter(),
            });
            let facts = json!({
                "board": table.board, "rules": table.rules, "material": table.material,
                "path": path.display().to_string(), "winner": winner,
                "plies": known.and_then(|worth| worth.plies),
                "exact": known.is_some_and(|worth| !worth.bound),
            });
            error_with("MissingTableError", failure.text(), &facts)
        }
        ProbeError::Outside(_) => error("OutsideError", fault),
        ProbeError::Table(table) => table_error(table),
        ProbeError::Contradiction { position, folder, .. } => {
            let folder = folder.as_ref().map_or_else(String::new, |it| it.display().to_string());
            let facts = json!({ "path": folder, "position": position });
            error_with("DamagedTableError", fault, &facts)
        }
        _ => error("LinesOfActionError", fault),
    }
}

/// Makes the exception for tables of a board that a folder lacks.
pub(crate) fn missing_tables(missing: &MissingTables) -> PyErr {
    let MissingTables { board, rules, folder, material } = missing;
    let facts = json!({
        "board": board, "rules": rules,
        "material": material.map_or_else(String::new, |one| one.to_string()),
        "path": folder.display().to_string(), "winner": null, "plies": null, "exact": false,
    });
    error_with("MissingTableError", Failure::no_tables(missing).text(), &facts)
}

/// Makes the exception for a judgement, a match or a search that failed.
pub(crate) fn judge_error(fault: JudgeError) -> PyErr {
    match fault {
        JudgeError::Probe(fault) => probe_error(fault),
        fault => error("JudgeError", fault),
    }
}

/// Makes the exception for an engine that gave no move, with its last lines of output.
pub(crate) fn engine_error(failed: Failed) -> PyErr {
    let lines: Vec<&str> =
        failed.words.output.iter().chain(&failed.words.errors).map(String::as_str).collect();
    let facts = json!({ "kind": failed.fault.kind(), "output": lines.join("\n") });
    error_with("EngineError", failed, &facts)
}

/// Makes the exception for a table that cannot be used.
fn table_error(fault: &TableError) -> PyErr {
    let is_damage = fault.is_damage() && !fault.is_misplaced();
    let class = if is_damage { "DamagedTableError" } else { "TableFileError" };
    let advice =
        moving([fault].into_iter()).map_or_else(String::new, |advice| format!("; {advice}"));
    let facts = json!({ "path": fault.path().display().to_string() });
    error_with(class, format!("{fault}{advice}"), &facts)
}
