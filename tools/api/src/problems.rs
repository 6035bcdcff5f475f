//! Suites of problems and single problems.

use loa_judge::suite::Theme;
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use crate::failure::Failure;
use crate::library::Library;
use crate::named_suites::NamedSuite;
use crate::request::{Answer, Request, Watch};
use crate::suites::ProblemFields;

/// Asks for the suites of the library.
#[derive(Clone, Debug, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct SuitesRequest {}

/// Asks for all problems of a suite.
#[derive(Clone, Debug, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct SuiteRequest {
    /// The name of the suite.
    suite: String,
}

/// Asks for one problem of a suite.
#[derive(Clone, Debug, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct ProblemRequest {
    /// The name of the suite.
    suite: String,
    /// The number of the problem, from 1.
    number: usize,
}

/// The suites of the library.
#[derive(Clone, Debug, Serialize, JsonSchema)]
pub struct SuitesReply {
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
    boards: Vec<String>,
    /// The rules ids of the problems.
    rules: Vec<&'static str>,
    /// The themes of the problems.
    themes: Vec<&'static str>,
}

impl SuiteDescription {
    fn of(suite: &NamedSuite) -> SuiteDescription {
        let problems = || suite.problems.iter();
        let boards = problems().map(|problem| problem.position.board().to_string());
        let rules = problems().map(|problem| problem.rules.id());
        let themes = problems().flat_map(|problem| problem.themes.iter().copied());
        SuiteDescription {
            name: suite.name.clone(),
            problems: suite.problems.len(),
            boards: distinct(boards),
            rules: distinct(rules),
            themes: distinct(themes.map(Theme::name)),
        }
    }
}

/// Returns the distinct values, sorted.
fn distinct<T: Ord>(all: impl Iterator<Item = T>) -> Vec<T> {
    let mut all: Vec<T> = all.collect();
    all.sort();
    all.dedup();
    all
}

/// The problems of a suite.
#[derive(Clone, Debug, Serialize, JsonSchema)]
pub struct SuiteReply {
    /// The name of the suite.
    suite: String,
    /// The problems.
    problems: Vec<ProblemFields>,
}

/// A problem of a suite.
#[derive(Clone, Debug, Serialize, JsonSchema)]
pub struct ProblemReply {
    /// The name of the suite.
    suite: String,
    /// The number of the problem, from 1.
    number: usize,
    /// The number of problems of the suite.
    of: usize,
    #[serde(flatten)]
    problem: ProblemFields,
}

impl Request for SuitesRequest {
    type Response = SuitesReply;

    fn answer(&self, library: &Library, _: &mut Watch<'_, Self>) -> Answer<Self> {
        Ok(SuitesReply { suites: library.suites().map(SuiteDescription::of).collect() })
    }
}

impl Request for SuiteRequest {
    type Response = SuiteReply;

    fn answer(&self, library: &Library, _: &mut Watch<'_, Self>) -> Answer<Self> {
        let suite = named(library, &self.suite)?;
        let problems = suite.problems.iter().map(ProblemFields::from).collect();
        Ok(SuiteReply { suite: self.suite.clone(), problems })
    }
}

impl Request for ProblemRequest {
    type Response = ProblemReply;

    fn answer(&self, library: &Library, _: &mut Watch<'_, Self>) -> Answer<Self> {
        let ProblemRequest { suite, number } = self;
        let problems = &named(library, suite)?.problems;
        let Some(problem) = number.checked_sub(1).and_then(|at| problems.get(at)) else {
            let message = format!("{suite} has problems 1 to {}", problems.len());
            return Err(Failure::nothing_there(message));
        };
        Ok(ProblemReply {
            suite: suite.clone(),
            number: *number,
            of: problems.len(),
            problem: problem.into(),
        })
    }
}

fn named<'s>(library: &'s Library, name: &str) -> Result<&'s NamedSuite, Failure> {
    library.suites().find(|suite| suite.name == name).ok_or_else(|| {
        let names: Vec<&str> = library.suites().map(|suite| suite.name.as_str()).collect();
        Failure::nothing_there(format!("there is no suite {name}, but {}", names.join(", ")))
    })
}
