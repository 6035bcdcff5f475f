//! Suites of problems.

use std::fmt;
use std::path::{Path, PathBuf};

use loa_judge::suite::{Problem, Theme, WrongClaim};
use loa_record::text::counted;
use schemars::JsonSchema;
use serde::Serialize;

use crate::text::joined;

/// A problem, for JSON.
#[derive(Clone, Debug, Serialize, JsonSchema)]
pub struct ProblemFields {
    /// The position.
    position: String,
    /// The board.
    board: String,
    /// The rules id.
    rules: &'static str,
    /// The stones of the side to move, then of the other, such as `4v3`.
    material: String,
    /// The result under best play.
    #[schemars(extend("enum" = ["win", "draw"]))]
    category: &'static str,
    /// The distance to the end in plies; null for a draw.
    plies: Option<u16>,
    /// Every move that keeps the win or the draw.
    good_moves: Vec<String>,
    /// The themes.
    themes: Vec<&'static str>,
}

impl From<&Problem> for ProblemFields {
    fn from(problem: &Problem) -> ProblemFields {
        let position = &problem.position;
        ProblemFields {
            position: position.to_string(),
            board: position.board().to_string(),
            rules: problem.rules.id(),
            material: position.material().to_string(),
            category: problem.value.wdl().name(),
            plies: problem.value.plies(),
            good_moves: problem.good_moves.iter().map(ToString::to_string).collect(),
            themes: problem.themes.iter().copied().map(Theme::name).collect(),
        }
    }
}

/// The problems that were found.
#[derive(Clone, Debug, Serialize)]
pub struct SuiteReport {
    command: String,
    problems: Vec<ProblemFields>,
    /// The problems as a suite.
    #[serde(skip)]
    suite: String,
}

impl SuiteReport {
    /// Returns problems by their themes, and the command that finds them again.
    pub fn new(command: String, found: &[(Theme, Vec<Problem>)]) -> SuiteReport {
        let problems = || found.iter().flat_map(|(_, problems)| problems);
        let mut suite = format!("# {} problems, made by: {command}\n", problems().count());
        suite += "# position; rules; value; good moves; themes (loa suite --help explains them)";
        for (theme, problems) in found.iter().filter(|(_, problems)| !problems.is_empty()) {
            suite += &format!("\n\n# {}", theme.name());
            suite.extend(problems.iter().map(|problem| format!("\n{problem}")));
        }
        SuiteReport { problems: problems().map(ProblemFields::from).collect(), command, suite }
    }
}

impl fmt::Display for SuiteReport {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.suite)
    }
}

/// The problems of a suite.
#[derive(Clone, Debug, Serialize)]
pub struct SuiteProblems {
    problems: Vec<ProblemFields>,
}

impl SuiteProblems {
    /// Returns problems in their order.
    pub fn new<'a>(problems: impl Iterator<Item = &'a Problem>) -> SuiteProblems {
        SuiteProblems { problems: problems.map(ProblemFields::from).collect() }
    }
}

/// A suite that was compared with the tables.
#[derive(Clone, Debug, Serialize)]
pub struct SuiteCheckReport {
    problems: usize,
    ok: bool,
    wrong: Vec<WrongLine>,
    #[serde(skip)]
    name: String,
}

/// A line whose claim is wrong.
#[derive(Clone, Debug, Serialize)]
struct WrongLine {
    line: usize,
    claim: &'static str,
    message: String,
}

impl SuiteCheckReport {
    /// Returns the report of a suite's file, its number of problems and the lines that are wrong.
    pub fn new(file: &Path, problems: usize, wrong: &[(usize, WrongClaim)]) -> SuiteCheckReport {
        let lines = wrong.iter().map(|(line, wrong)| WrongLine {
            line: *line,
            claim: wrong.claim(),
            message: wrong.to_string(),
        });
        SuiteCheckReport {
            problems,
            ok: wrong.is_empty(),
            wrong: lines.collect(),
            name: file.display().to_string(),
        }
    }
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

/// Drawings of a suite that were written.
#[derive(Clone, Debug, Serialize)]
pub struct SuiteDrawings {
    /// The number of problems.
    pub problems: usize,
    /// The files.
    pub files: Vec<String>,
    /// The folder for drawings, if they were wanted.
    #[serde(skip)]
    pub folder: Option<PathBuf>,
    /// The page, if it was wanted.
    #[serde(skip)]
    pub page: Option<PathBuf>,
}

impl fmt::Display for SuiteDrawings {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let counted = |noun| counted(self.problems as u64, noun);
        let folder = self.folder.iter().map(|folder| (counted("drawing"), folder));
        let page = self.page.iter().map(|page| (counted("problem"), page));
        let lines =
            folder.chain(page).map(|(what, place)| format!("{what} in {}", place.display()));
        f.write_str(&joined(lines, "\n"))
    }
}
