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
mod engine;
mod errors;
mod game;
mod json;
mod judging;
mod moves;
mod numbers;
mod or_text;
mod position;
mod proving;
mod review;
mod rules;
mod sheet;
mod solving;
mod source;
mod square;
mod suites;
mod tablebase;
mod threads;
mod values;
mod walk;
mod work;

use pyo3::prelude::*;
use pyo3::types::IntoPyDict;

#[pymodule]
fn _native(module: &Bound<'_, PyModule>) -> PyResult<()> {
    module.add("__version__", env!("CARGO_PKG_VERSION"))?;
    module.add_class::<position::PyBoard>()?;
    module.add_class::<square::PySquare>()?;
    module.add_class::<moves::PyMove>()?;
    module.add_class::<rules::PyRules>()?;
    module.add_class::<position::PyPosition>()?;
    module.add_class::<game::PyGame>()?;
    module.add_class::<values::PyValue>()?;
    module.add_class::<values::PyMoveValue>()?;
    module.add_class::<values::PyProbe>()?;
    module.add_class::<tablebase::PyTablebase>()?;
    module.add_class::<walk::PyWalk>()?;
    module.add_class::<engine::PyEngine>()?;
    module.add_class::<proving::PyGuide>()?;
    module.add_class::<review::PyReview>()?;
    module.add_class::<review::PyReviewedMove>()?;
    module.add_function(wrap_pyfunction!(arrays::random_positions, module)?)?;
    module.add_function(wrap_pyfunction!(ask::ask, module)?)?;
    for function in [
        wrap_pyfunction!(game::read_games, module)?,
        wrap_pyfunction!(game::read_lines, module)?,
        wrap_pyfunction!(game::write_lines, module)?,
    ] {
        module.add_function(function)?;
    }
    module.add_function(wrap_pyfunction!(solving::plan, module)?)?;
    module.add_function(wrap_pyfunction!(solving::solve, module)?)?;
    module.add_function(wrap_pyfunction!(solving::verify, module)?)?;
    module.add_function(wrap_pyfunction!(judging::judge, module)?)?;
    module.add_function(wrap_pyfunction!(judging::play_match, module)?)?;
    module.add_function(wrap_pyfunction!(suites::check_suite, module)?)?;
    module.add_function(wrap_pyfunction!(suites::read_suite, module)?)?;
    module.add_function(wrap_pyfunction!(proving::prove, module)?)?;
    module.add_function(wrap_pyfunction!(proving::check_proof, module)?)?;
    // Windows has no fork.
    let os = module.py().import("os")?;
    if os.hasattr("register_at_fork")? {
        let forked = wrap_pyfunction!(threads::forked, module)?;
        let options = [("after_in_child", forked)].into_py_dict(module.py())?;
        os.call_method("register_at_fork", (), Some(&options))?;
    }
    Ok(())
}
