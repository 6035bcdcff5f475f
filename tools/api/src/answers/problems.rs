//! Questions about suites of problems.

use crate::{Failure, ProblemFields};
use loa_judge::suite::Theme;
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use crate::library::Library;
use crate::named_suites::NamedSuite;
use crate::reply::Refused;

/// A question about a suite.
#[derive(Clone, Debug, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub(crate) struct SuiteQuestion {
    /// The name of the suite.
    suite: String,
}

/// A question about a problem.
#[derive(Clone, Debug, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub(crate) struct ProblemQuestion {
    /// The name of the suite.
    suite: String,
    /// The number of the problem, from 1.
    number: usize,
}

/// The suites that there are.
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

/// Returns what is different, in order.
fn distinct<T: Ord>(all: impl Iterator<Item = T>) -> Vec<T> {
    let mut all: Vec<T> = all.collect();
    all.sort();
    all.dedup();
    all
}

/// The problems of a suite.
#[derive(Clone, Debug, Serialize, JsonSchema)]
pub(crate) struct SuiteReply {
    /// The name of the suite.
    suite: String,
    /// The problems.
    problems: Vec<ProblemFields>,
}

/// A problem of a suite.
#[derive(Clone, Debug, Serialize, JsonSchema)]
pub(crate) struct ProblemReply {
    /// The name of the suite.
    suite: String,
    /// The number of the problem, from 1.
    number: usize,
    /// The number of problems of the suite.
    of: usize,
    #[serde(flatten)]
    problem: ProblemFields,
}

/// Returns the suites that there are.
pub(crate) fn suites(library: &Library) -> Result<SuitesReply, Failure> {
    let suites = library.suites.iter().map(SuiteDescription::of).collect();
    Ok(SuitesReply { suites })
}

/// Returns all problems of a suite.
pub(crate) fn suite(library: &Library, question: SuiteQuestion) -> Result<SuiteReply, Refused> {
    let suite = named(library, &question.suite)?;
    let problems = suite.problems.iter().map(ProblemFields::from).collect();
    let suite = question.suite;
    Ok(SuiteReply { suite, problems })
}

/// Returns one problem.
pub(crate) fn problem(
    library: &Library,
    question: ProblemQuestion,
) -> Result<ProblemReply, Refused> {
    let ProblemQuestion { suite, number } = question;
    let problems = &named(library, &suite)?.problems;
    let Some(problem) = number.checked_sub(1).and_then(|at| problems.get(at)) else {
        let message = format!("{suite} has problems 1 to {}", problems.len());
        return Err(Refused::new(404, message));
    };
    Ok(ProblemReply { suite, number, of: problems.len(), problem: problem.into() })
}

fn named<'s>(library: &'s Library, name: &str) -> Result<&'s NamedSuite, Refused> {
    let suite = library.suites.iter().find(|suite| suite.name == name);
    suite.ok_or_else(|| {
        let names: Vec<&str> = library.suites.iter().map(|suite| suite.name.as_str()).collect();
        let message = format!("there is no suite {name}, but {}", names.join(", "));
        Refused::new(404, message)
    })
}
