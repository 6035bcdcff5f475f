//! `loa suite`: prints and draws suites of problems.

use std::fs;
use std::path::PathBuf;

use clap::{Args, Subcommand};
use loa_api::drawing::board_svg;
use loa_api::output_file::Overwrite;
use loa_api::{Library, NamedSuite, SuiteDrawings, problem_solution, problem_task};
use loa_judge::suite::{Entry, FORMAT, Problem, read};
use loa_record::text::path_text;
use loa_solver::{Move, Value};
use loa_tablebase::ProbeError;

use crate::common::{Common, listed};
use crate::failure::{Failure, at};
use crate::output;
use crate::paths::{name_of, named_path, read_lines, stdout};

#[derive(Args, Debug)]
#[command(after_long_help = FORMAT)]
pub(crate) struct SuiteArgs {
    #[command(subcommand)]
    action: Action,
}

#[derive(Subcommand, Debug)]
enum Action {
    /// Print the problems of a suite, or draw them
    #[command(args = listed(&["tables", "json"]))]
    Show(Show),
}

pub(crate) fn run(common: &Common, suite: &SuiteArgs) -> Result<(), Failure> {
    match &suite.action {
        Action::Show(args) => show(common, args),
    }
}

#[derive(Args, Debug)]
#[command(
    after_help = "In the browser: loa serve --suite FILE offers the problems at /#/problems."
)]
struct Show {
    /// The suite; - for standard input
    file: PathBuf,
    /// Folder for one drawing per problem, with the good moves marked: 001.svg and so on
    #[arg(long, value_name = "DIR", value_parser = named_path())]
    svg: Option<PathBuf>,
    /// Print the solution below each problem: the good moves, and best play to the end if the
    /// tables cover it
    #[arg(long, conflicts_with = "svg")]
    solutions: bool,
    #[command(flatten)]
    overwrite: Overwrite,
}

fn show(common: &Common, args: &Show) -> Result<(), Failure> {
    let entries = read(&name_of(&args.file), &read_lines(&args.file)?)?;
    let Some(folder) = args.svg.clone() else {
        return print(common, args, &entries);
    };
    fs::create_dir_all(&folder).map_err(|error| at(&folder, error))?;
    let files: Vec<PathBuf> =
        (1..=entries.len()).map(|number| folder.join(format!("{number:03}.svg"))).collect();
    files.iter().try_for_each(|file| args.overwrite.check(file))?;
    for (file, Entry { problem, .. }) in files.iter().zip(&entries) {
        let drawing = board_svg(&problem.position, &problem.good_moves) + "\n";
        args.overwrite.open(file, stdout)?.write(&drawing)?;
    }
    let files = files.iter().map(|file| path_text(file)).collect();
    common.show(&SuiteDrawings { problems: entries.len(), files, folder })
}

/// Prints problems.
fn print(common: &Common, args: &Show, entries: &[Entry]) -> Result<(), Failure> {
    let problems = entries.iter().map(|entry| &entry.problem);
    if common.json {
        let (name, problems) = (name_of(&args.file), problems.cloned().collect());
        return output::json(&NamedSuite { name, problems });
    }
    // Without a folder for tables, the solutions end with the good moves.
    let library = common.library().ok();
    for (number, problem) in (1..).zip(problems) {
        let gap = if number == 1 { "" } else { "\n" };
        output::line(format!("{gap}{number}. {}", problem_task(problem)))?;
        output::board(&problem.position)?;
        if args.solutions {
            let line = library.as_ref().and_then(|library| line(library, problem).ok());
            let lines = problem_solution(problem, &line.unwrap_or_default());
            lines.into_iter().try_for_each(|line| output::answer(format!("    {line}")))?;
        }
    }
    Ok(())
}

/// Returns best play from a problem, or play that holds its draw.
fn line(library: &Library, problem: &Problem) -> Result<Vec<Move>, ProbeError> {
    let tables = library.tables.of(problem.rules);
    let line = match problem.value {
        Value::Draw => tables.drawn_line(&problem.position),
        _ => tables.line(&problem.position),
    };
    Ok(line?.into_iter().map(|step| step.played).collect())
}
