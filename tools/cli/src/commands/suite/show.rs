//! `loa suite show`: draws the problems.

use std::path::{Path, PathBuf};
use std::{fs, io};

use clap::{ArgGroup, Args};
use loa_judge::suite::{Entry, Problem, read_file};
use loa_report::drawing::board_svg;
use loa_report::{SuiteDrawings, suite_page};
use loa_solver::{Move, Value};

use crate::common::Common;
use crate::failure::{Failure, Status};
use crate::output;

#[derive(Args, Debug)]
#[command(group = ArgGroup::new("drawn").required(true).multiple(true))]
pub(super) struct Show {
    /// The suite
    file: PathBuf,
    /// Folder for a drawing a problem, with the good moves marked: 001.svg and
    /// so on
    #[arg(long, value_name = "DIR", group = "drawn")]
    svg: Option<PathBuf>,
    /// File for a page of all problems, the solutions hidden until opened: the good
    /// moves, and best play to the end as far as there are tables
    #[arg(long, value_name = "FILE", group = "drawn")]
    html: Option<PathBuf>,
}

pub(super) fn run(common: &Common, args: &Show) -> Result<(), Failure> {
    let entries = read_file(&args.file)?;
    let mut files: Vec<(PathBuf, String)> = Vec::new();
    if let Some(folder) = &args.svg {
        fs::create_dir_all(folder).map_err(|error| at(folder, &error))?;
        for (number, Entry { problem, .. }) in (1..).zip(&entries) {
            let file = folder.join(format!("{number:03}.svg"));
            files.push((file, board_svg(&problem.position, &problem.good_moves) + "\n"));
        }
    }
    if let Some(file) = &args.html {
        let problems: Vec<&Problem> = entries.iter().map(|entry| &entry.problem).collect();
        let lines: Vec<Vec<Move>> = problems.iter().map(|problem| line(common, problem)).collect();
        files.push((file.clone(), suite_page(&problems, &lines)));
    }
    for (file, text) in &files {
        fs::write(file, text).map_err(|error| at(file, &error))?;
    }
    let drawings = SuiteDrawings {
        problems: entries.len(),
        files: files.iter().map(|(file, _)| file.display().to_string()).collect(),
        folder: args.svg.clone(),
        page: args.html.clone(),
    };
    output::show(common, &drawings)
}

/// Returns best play from a problem, or play that holds its draw; empty where the tables do
/// not reach.
fn line(common: &Common, problem: &Problem) -> Vec<Move> {
    let line = common.tablebase_under(problem.rules).and_then(|tables| {
        let line = match problem.value {
            Value::Draw => tables.drawn_line(&problem.position),
            _ => tables.line(&problem.position),
        };
        Ok(line?)
    });
    let moves = line.into_iter().flatten().map(|step| step.played);
    moves.collect()
}

/// Returns a failure of input or output that names the file.
fn at(path: &Path, error: &io::Error) -> Failure {
    Failure::new(Status::Failed, format!("{}: {error}", path.display()))
}
