//! `loa suite check`: compares every claim with the tables.

use std::collections::{HashMap, hash_map};
use std::path::{Path, PathBuf};

use clap::Args;
use loa_judge::suite::{Entry, Solution, WrongClaim, read_file};
use loa_report::SuiteCheckReport;
use loa_solver::Rules;
use loa_tablebase::Tablebase;

use super::expect_tables;
use crate::common::Common;
use crate::failure::{Failure, Status};
use crate::output;

#[derive(Args, Debug)]
#[command(after_help = "Each problem names its rules; --rules has no effect.")]
pub(super) struct Check {
    /// The suite
    pub(super) file: PathBuf,
}

pub(super) fn run(common: &Common, file: &Path) -> Result<(), Failure> {
    let entries = read_file(file)?;
    let problems = entries.iter().map(|entry| &entry.problem);
    let positions = problems.map(|problem| (problem.rules, problem.position));
    expect_tables(common, file, positions)?;
    let mut tables: HashMap<Rules, Tablebase> = HashMap::new();
    let mut wrongs: Vec<(usize, WrongClaim)> = Vec::new();
    for Entry { line, problem, .. } in &entries {
        let tables = match tables.entry(problem.rules) {
            hash_map::Entry::Occupied(known) => known.into_mut(),
            hash_map::Entry::Vacant(place) => place.insert(common.tablebase_under(problem.rules)?),
        };
        let solution = Solution::find(tables, &problem.position).map_err(|error| {
            let failure = Failure::from(error);
            let message = format!("{}: line {line}: {}", file.display(), failure.text());
            Failure::new(failure.status, message)
        })?;
        wrongs.extend(solution.wrong_claims(problem).into_iter().map(|wrong| (*line, wrong)));
    }
    output::show(common, &SuiteCheckReport::new(file, entries.len(), &wrongs))?;
    let Some((line, wrong)) = wrongs.first() else {
        return Ok(());
    };
    let message = format!(
        "{}: {} of its claims are wrong, the first in line {line}: {wrong}",
        file.display(),
        wrongs.len()
    );
    Err(Failure::new(Status::Wrong, message))
}
