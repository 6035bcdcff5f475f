//! Results as JSON, which the Python part of the package turns into its types.

use loa_api::ChartReply;
use loa_api::jobs::long_questions;
use loa_judge::judging::{FailedAt, JudgedMove};
use loa_judge::suite::Problem;
use loa_record::review::Review;
use loa_tablebase::TableCensus;
use pyo3::exceptions::PyValueError;
use pyo3::prelude::*;
use schemars::generate::SchemaSettings;
use serde::Serialize;
use serde::de::DeserializeOwned;

/// Returns a result as JSON.
pub(crate) fn json(result: &impl Serialize) -> PyResult<String> {
    serde_json::to_string(result).map_err(|fault| PyValueError::new_err(fault.to_string()))
}

/// Reads what [`json`] has returned.
pub(crate) fn of_json<T: DeserializeOwned>(text: &str) -> PyResult<T> {
    serde_json::from_str(text).map_err(|_| {
        PyValueError::new_err("this is not what this version of the package has pickled")
    })
}

/// The questions whose answers Python reads in part, or never asks.
const UNREAD: [&str; 2] = ["judge", "engine check"];

/// Returns the schemas of the results, from which `tests/answers.py` makes the types.
#[pyfunction(name = "_schemas")]
pub(crate) fn schemas() -> PyResult<String> {
    let mut generator = SchemaSettings::default().for_serialize().into_generator();
    generator.subschema_for::<(ChartReply, FailedAt, JudgedMove, Problem, Review, TableCensus)>();
    for question in long_questions().iter().filter(|it| !UNREAD.contains(&it.name)) {
        (question.answer)(&mut generator);
    }
    json(&generator.definitions())
}
