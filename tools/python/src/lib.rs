//! The native half of the Python package `linesofaction`.
//!
//! It contains the game, the tables and long computations. `python/linesofaction` contains the
//! parts that are easy to write in Python: sampling, walks over tables, frames and reports.

#![allow(
    clippy::too_many_arguments,
    clippy::wrong_self_convention,
    reason = "Python names its arguments, and Move has from_square"
)]

mod arrays;
mod ask;
mod drawing;
mod engine;
mod errors;
mod game;
mod jobs;
mod json;
mod moves;
mod numbers;
mod or_text;
mod position;
mod proving;
mod rules;
mod source;
mod square;
mod tablebase;
mod threads;
mod values;
mod walk;
mod work;

#[pyo3::pymodule]
mod _native {
    use pyo3::prelude::*;
    use pyo3::types::IntoPyDict;

    #[pymodule_export]
    use crate::{
        arrays::random_positions,
        ask::ask,
        engine::PyEngine,
        game::{PyGame, read_games, read_lines, write_lines},
        jobs::run,
        json::schemas,
        moves::PyMove,
        position::{PyBoard, PyPosition},
        proving::PyGuide,
        rules::{PyRules, agreed},
        square::PySquare,
        tablebase::{PyTablebase, read_suite},
        values::{PyMoveValue, PyProbe, PyValue},
        walk::PyWalk,
    };

    #[pymodule_init]
    fn init(module: &Bound<'_, PyModule>) -> PyResult<()> {
        module.add("__version__", env!("CARGO_PKG_VERSION"))?;
        // Windows has no fork.
        let os = module.py().import("os")?;
        if os.hasattr("register_at_fork")? {
            let forked = wrap_pyfunction!(crate::threads::forked, module)?;
            let options = [("after_in_child", forked)].into_py_dict(module.py())?;
            os.call_method("register_at_fork", (), Some(&options))?;
        }
        Ok(())
    }
}
