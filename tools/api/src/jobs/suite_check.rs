//! `suite check`: compares every claim of a suite with tables.

use std::fmt;
use std::path::PathBuf;

use loa_judge::suite::{Entry, Solution, read};
use loa_record::text::counted;
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use super::needed::expect_tables;
use super::{Job, Work};
use crate::failure::{Failure, Status, failure};
use crate::input::{name_of, read_lines};
use crate::tables_folder::named_without_tables;
use crate::text::joined;

/// Recompute every claim of a suite from the tables
#[derive(Clone, Debug, Deserialize, clap::Args)]
#[command(after_help = "Each problem names its rules; --rules has no effect.")]
#[serde(deny_unknown_fields)]
pub(super) struct SuiteCheckRequest {
    /// The suite; - for standard input
    file: PathBuf,
}

impl Job for SuiteCheckRequest {
    type Answer = SuiteCheckReport;

    fn run(&self, work: &mut Work<'_>) -> Result<(SuiteCheckReport, Option<Failure>), Failure> {
        let (library, file, name) = (work.library, &self.file, name_of(&self.file));
        if let Some(empty) = named_without_tables(library.layout.root()) {
            return Err(Failure::new(Status::Missing, empty));
        }
        let entries = read(&name, &read_lines(file)?)?;
        let problems = entries.iter().map(|entry| &entry.problem);
        let positions = problems.map(|problem| (problem.rules, problem.position));
        expect_tables(library, &name, positions)?;
        work.control.begin("checking problems", entries.len() as u64);
        let mut wrong = Vec::new();
        for &Entry { line, ref problem, .. } in &entries {
            let tables = library.tables.of(problem.rules);
            let solution = Solution::find(tables, &problem.position).map_err(|error| {
                let failure = Failure::from(error);
                let message = format!("{}: line {line}: {}", file.display(), failure.text());
                Failure::new(failure.status, message)
            })?;
            wrong.extend(solution.wrong_claims(problem).into_iter().map(|wrong| {
                let (claim, message) = (wrong.claim(), wrong.to_string());
                WrongLine { line, claim, message }
            }));
            work.control.step();
            work.expect_not_stopped()?;
        }
        let failure = wrong.first().map(|WrongLine { line, message, .. }| {
            let wrong = counted(wrong.len() as u64, "wrong claim");
            failure!(Wrong, "{}: {wrong}, the first in line {line}: {message}", file.display())
        });
        let (problems, ok) = (entries.len(), wrong.is_empty());
        Ok((SuiteCheckReport { problems, ok, wrong, name }, failure))
    }
}

/// A suite that was compared with tables.
#[derive(Clone, Debug, Serialize, JsonSchema)]
pub(super) struct SuiteCheckReport {
    /// The number of problems.
    problems: usize,
    /// True if every claim holds.
    ok: bool,
    /// The wrong claims.
    wrong: Vec<WrongLine>,
    #[serde(skip)]
    name: String,
}

/// A line with a wrong claim.
#[derive(Clone, Debug, Serialize, JsonSchema)]
struct WrongLine {
    /// The line of the problem, from 1.
    line: usize,
    /// The part of the problem that is wrong, such as "value".
    claim: &'static str,
    /// A sentence about it.
    message: String,
}

impl fmt::Display for SuiteCheckReport {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if self.ok {
            let problems = counted(self.problems as u64, "problem");
            return write!(f, "{}: {problems}, every claim holds", self.name);
        }
        let lines =
            self.wrong.iter().map(|wrong| format!("line {}: {}", wrong.line, wrong.message));
        f.write_str(&joined(lines, "\n"))
    }
}
