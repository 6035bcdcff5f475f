//! `suite check`: compares every claim of a suite with tables.

use std::path::PathBuf;

use loa_judge::suite::{Entry, Solution, WrongClaim, read};
use loa_record::text::counted;
use serde::Deserialize;

use super::needed::expect_tables;
use super::{Job, Work};
use crate::failure::{Failure, Status, failure};
use crate::input::{name_of, read_lines};
use crate::suites::SuiteCheckReport;
use crate::tables_folder::named_without_tables;

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
        let mut wrongs: Vec<(usize, WrongClaim)> = Vec::new();
        for Entry { line, problem, .. } in &entries {
            let tables = library.tables.of(problem.rules);
            let solution = Solution::find(tables, &problem.position).map_err(|error| {
                let failure = Failure::from(error);
                let message = format!("{}: line {line}: {}", file.display(), failure.text());
                Failure::new(failure.status, message)
            })?;
            wrongs.extend(solution.wrong_claims(problem).into_iter().map(|wrong| (*line, wrong)));
            work.control.step();
            work.expect_not_stopped()?;
        }
        let failure = wrongs.first().map(|(line, wrong)| {
            let wrongs = counted(wrongs.len() as u64, "wrong claim");
            failure!(Wrong, "{}: {wrongs}, the first in line {line}: {wrong}", file.display())
        });
        Ok((SuiteCheckReport::new(name.as_ref(), entries.len(), &wrongs), failure))
    }
}
