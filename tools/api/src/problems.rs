//! Suites of problems.

use std::collections::BTreeSet;

use loa_judge::suite::Theme;
use loa_solver::Board;
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use crate::failure::Failure;
use crate::library::Library;
use crate::named_suites::NamedSuite;
use crate::request::NoParts;
use crate::text::joined;

/// Asks for all problems of a suite.
#[derive(Clone, Debug, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub(crate) struct SuiteRequest {
    /// The name of the suite.
    suite: String,
}

/// The suites of the library.
#[derive(Clone, Debug, Serialize, JsonSchema)]
pub(crate) struct SuitesReply {
    suites: Vec<SuiteDescription>,
}

/// A suite without its problems.
#[derive(Clone, Debug, Serialize, JsonSchema)]
struct SuiteDescription {
    /// The name.
    name: String,
    /// The number of problems.
    problems: usize,
    /// The boards of the problems.
    boards: BTreeSet<Board>,
    /// The rules ids of the problems.
    rules: BTreeSet<&'static str>,
    /// The themes of the problems.
    themes: BTreeSet<Theme>,
}

impl SuiteDescription {
    fn of(suite: &NamedSuite) -> SuiteDescription {
        let problems = suite.problems.iter();
        SuiteDescription {
            name: suite.name.clone(),
            problems: suite.problems.len(),
            boards: problems.clone().map(|problem| problem.position.board()).collect(),
            rules: problems.clone().map(|problem| problem.rules.id()).collect(),
            themes: problems.flat_map(|problem| problem.themes.iter().copied()).collect(),
        }
    }
}

impl SuitesReply {
    pub(crate) fn all(_: &NoParts, library: &Library) -> Result<SuitesReply, Failure> {
        Ok(SuitesReply { suites: library.suites().map(SuiteDescription::of).collect() })
    }
}

impl SuiteRequest {
    pub(crate) fn answer(&self, library: &Library) -> Result<NamedSuite, Failure> {
        let named = library.suites().find(|known| known.name == self.suite);
        named.cloned().ok_or_else(|| {
            let names = joined(library.suites().map(|known| &known.name), ", ");
            Failure::nothing_there(format!("there is no suite {}, but {names}", self.suite))
        })
    }
}
