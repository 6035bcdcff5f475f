//! `suite make`: finds problems in tables.

use std::fmt;
use std::time::Instant;

use loa_judge::suite::{Problem, Theme, WantedProblems};
use loa_record::text::counted;
use loa_solver::{Board, Material, Preset};
use loa_tablebase::{Plan, Selection};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use super::{Job, Work};
use crate::failure::{Failure, failure};
use crate::figures::duration;
use crate::library::Library;
use crate::request::separated;
use crate::text::joined;

/// Find problems in the tables and print them as a suite
#[derive(Clone, Debug, Deserialize, clap::Args)]
#[serde(deny_unknown_fields)]
pub(super) struct SuiteMakeRequest {
    #[arg(from_global)]
    rules: Option<Preset>,
    /// The board, such as 5x5
    board: Board,
    /// All material with up to N stones [default: all that play from the start can reach]
    #[arg(long, alias = "pieces", value_name = "N", conflicts_with = "material")]
    stones: Option<u32>,
    /// Only this material, the side to move first; separate several with commas
    #[serde(default, deserialize_with = "separated")]
    #[arg(long, value_name = "AvB", value_delimiter = ',')]
    material: Vec<Material>,
    /// Number of problems [default: 100]
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u32).range(1..=100_000))]
    count: Option<u32>,
    /// Seed: the same number and tables give the same suite [default: 1]
    #[arg(long, value_name = "S")]
    seed: Option<u64>,
    /// Themes to look for: only-win, long-win, greedy, only-draw; separate several with commas
    /// [default: all]
    #[serde(default, deserialize_with = "separated")]
    #[arg(long, value_name = "THEMES", value_delimiter = ',')]
    themes: Vec<Theme>,
    /// Maximum number of random positions to look up [default: 1000000]
    #[arg(long, value_name = "N")]
    tries: Option<u64>,
}

impl Job for SuiteMakeRequest {
    type Answer = SuiteReport;

    fn run(&self, work: &mut Work<'_>) -> Result<(SuiteReport, Option<Failure>), Failure> {
        let began = Instant::now();
        let rules = self.rules.unwrap_or_default().rules;
        let wanted = self.wanted(work.library)?;
        let found = wanted.find(work.library.tables.of(rules), &work.control)?;
        work.expect_not_stopped()?;
        let count: usize = found.iter().map(|(_, problems)| problems.len()).sum();
        let report = SuiteReport::new(self.command(&wanted), &found);
        if count < wanted.count {
            let failure = failure!(
                Failed,
                "found {} of {}: use more --tries, other themes or more material",
                counted(count as u64, "problem"),
                wanted.count
            );
            return Ok((report, Some(failure)));
        }
        let seconds = duration(began.elapsed().as_secs_f64());
        work.control.note(&format!("{count} problems, {seconds}"));
        Ok((report, None))
    }
}

impl SuiteMakeRequest {
    fn wanted(&self, library: &Library) -> Result<WantedProblems, Failure> {
        let rules = self.rules.unwrap_or_default().rules;
        let plan = |selection| Plan::new(&library.layout, rules, self.board, selection);
        let mut materials = self.material.clone();
        if materials.is_empty() {
            let selection = self.stones.map_or(Selection::Whole, Selection::Stones);
            let families = plan(selection)?.families;
            let tables = families.iter().flat_map(|family| &family.tables);
            materials.extend(tables.map(|table| table.material));
        }
        for &material in &self.material {
            plan(Selection::Material(material))?;
        }
        materials.sort();
        materials.dedup();
        let given = |theme: &Theme| self.themes.is_empty() || self.themes.contains(theme);
        Ok(WantedProblems {
            board: self.board,
            materials,
            themes: Theme::ALL.into_iter().filter(given).collect(),
            count: self.count.unwrap_or(100) as usize,
            seed: self.seed.unwrap_or(1),
            tries: self.tries.unwrap_or(1_000_000),
        })
    }

    /// Returns the command that reproduces the suite, with all its options.
    fn command(&self, wanted: &WantedProblems) -> String {
        let rules = self.rules.unwrap_or_default().rules;
        let selection = match (self.stones, joined(&self.material, ",")) {
            (Some(stones), _) => format!(" --stones {stones}"),
            (_, names) if names.is_empty() => String::new(),
            (_, names) => format!(" --material {names}"),
        };
        let WantedProblems { board, count, seed, tries, themes, .. } = wanted;
        let themes = joined(themes, ",");
        format!(
            "loa suite make {board}{selection} --rules {rules} --count {count} --seed {seed} \
             --tries {tries} --themes {themes}"
        )
    }
}

/// The problems that a search found.
#[derive(Clone, Debug, Serialize, JsonSchema)]
pub(super) struct SuiteReport {
    /// The command that finds them again.
    command: String,
    /// The problems, by theme.
    problems: Vec<Problem>,
    /// The problems as a suite.
    #[serde(skip)]
    suite: String,
}

impl SuiteReport {
    /// Returns problems grouped by theme, with the command that finds them again.
    fn new(command: String, found: &[(Theme, Vec<Problem>)]) -> SuiteReport {
        let problems = || found.iter().flat_map(|(_, problems)| problems);
        let mut suite = format!("# {} problems, made by: {command}\n", problems().count());
        suite += "# position; rules; value; good moves; themes (loa suite --help explains them)";
        for (theme, problems) in found.iter().filter(|(_, problems)| !problems.is_empty()) {
            suite += &format!("\n\n# {}", theme.name());
            suite.extend(problems.iter().map(|problem| format!("\n{problem}")));
        }
        SuiteReport { problems: problems().cloned().collect(), command, suite }
    }
}

impl fmt::Display for SuiteReport {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.suite)
    }
}
