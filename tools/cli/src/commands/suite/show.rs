//! `loa suite show`: draws the problems.

use std::path::{Path, PathBuf};
use std::{fs, io};

use clap::{ArgGroup, Args};
use loa_judge::drawing::board_svg;
use loa_judge::suite::{Entry, Problem, read_file, suite_page};
use loa_record::text::counted;
use loa_solver::{Move, Value};
use serde_json::json;

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
            files.push((
                file,
                board_svg(&problem.position, &problem.good_moves) + "\n",
            ));
        }
    }
    if let Some(file) = &args.html {
        let problems: Vec<&Problem> = entries.iter().map(|entry| &entry.problem).collect();
        let lines: Vec<Vec<Move>> = problems
            .iter()
            .map(|problem| line(common, problem))
            .collect();
        files.push((file.clone(), suite_page(&problems, &lines)));
    }
    for (file, text) in &files {
        fs::write(file, text).map_err(|error| at(file, &error))?;
    }
    if common.json {
        let files: Vec<&PathBuf> = files.iter().map(|(file, _)| file).collect();
        return output::json(&json!({ "problems": entries.len(), "files": files }));
    }
    if let Some(folder) = &args.svg {
        output::line(format!(
            "{} in {}",
            counted(entries.len() as u64, "drawing"),
            folder.display()
        ))?;
    }
    if let Some(file) = &args.html {
        let problems = counted(entries.len() as u64, "problem");
        output::line(format!("{problems} in {}", file.display()))?;
    }
    Ok(())
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
