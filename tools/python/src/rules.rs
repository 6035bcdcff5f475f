//! Rules.

use loa_record::occurrences_to_end;
use loa_solver::Preset;
use pyo3::exceptions::PyValueError;
use pyo3::prelude::*;

use crate::errors::parse_error;
use crate::or_text::or_text;

/// The rules of a preset, or of a rules id, with which repetition draws.
///
/// >>> from linesofaction import Rules
/// >>> Rules("soucie").id, Rules("soucie").repetition
/// ('own-loss', 'loss')
/// >>> Rules("mover-pass") == Rules("club")
/// False
/// >>> Rules("mover-pass").id == Rules("club").id
/// True
#[pyclass(name = "Rules", module = "linesofaction", frozen, eq, hash, skip_from_py_object)]
#[derive(Clone, Copy, Default, PartialEq, Eq, Hash)]
pub(crate) struct PyRules(pub(crate) Preset);

/// Returns the first of the given rules. All others must have the same rules id.
#[pyfunction(name = "_agreed")]
pub(crate) fn agreed(named: Vec<(String, Option<PyRules>)>) -> PyResult<Option<PyRules>> {
    let mut named = named.into_iter().filter_map(|(what, rules)| Some((what, rules?)));
    let Some((first, rules)) = named.next() else {
        return Ok(None);
    };
    if let Some((other, found)) = named.find(|(_, found)| found.id() != rules.id()) {
        let (rules, found) = (rules.id(), found.id());
        let message = format!("the rules differ: {first} has {rules}, {other} {found}");
        return Err(PyValueError::new_err(message));
    }
    Ok(Some(rules))
}

or_text!(PyRules: Preset, |preset| preset, parse_error);

#[pymethods]
impl PyRules {
    #[new]
    #[pyo3(signature = (name=None))]
    fn new(name: Option<PyRules>) -> PyRules {
        name.unwrap_or_default()
    }

    /// The name of the preset, or the rules id.
    #[getter]
    fn name(&self) -> &'static str {
        self.0.name
    }

    /// The rules id, on which values depend.
    #[getter]
    fn id(&self) -> &'static str {
        self.0.rules.id()
    }

    /// The result of a repeated position: 'draw', or 'loss' for the player who repeats it.
    #[getter]
    fn repetition(&self) -> &'static str {
        self.0.repetition.name()
    }

    /// The kind of repetition: of a 'position', with the same side to move, or of a 'board', with
    /// either side to move.
    #[getter]
    fn repeated(&self) -> &'static str {
        self.0.repetition.repeated()
    }

    /// The number of occurrences that ends the game.
    #[getter]
    fn occurrences_to_end(&self) -> usize {
        occurrences_to_end(self.0.repetition)
    }

    fn __str__(&self) -> &'static str {
        self.0.name
    }

    fn __repr__(&self) -> String {
        format!("Rules('{}')", self.0.name)
    }

    fn __getnewargs__(&self) -> (&'static str,) {
        (self.0.name,)
    }
}
