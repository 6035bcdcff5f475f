//! `loa suite`: makes, checks and draws suites of problems.

use std::collections::{HashMap, hash_map};
use std::fs;
use std::io;
use std::path::{Path, PathBuf};
use std::time::Instant;

use clap::{Args, Subcommand};
use indicatif::ProgressBar;
use loa_solver::{Board, Material, Rules};
use loa_tablebase::{Metric, Plan, Selection, Tablebase};
use serde_json::{Value as Json, json};

use crate::args::Common;
use crate::draw::board_svg;
use crate::failure::{Failure, Status};
use crate::output;
use crate::progress::duration;
use crate::suite::{Entry, FORMAT, Problem, Solution, Theme, Wanted, Wrong, page, read};

#[derive(Args, Debug)]
#[command(after_long_help = FORMAT)]
pub(crate) struct Suite {
    #[command(subcommand)]
    action: Action,
}

#[derive(Subcommand, Debug)]
enum Action {
    /// Find problems in the tables and print a suite of them
    Make(Make),
    /// Compute every claim of a suite again from the tables
    Check(Check),
    /// Draw the problems of a suite; needs no tables
    Show(Show),
}

#[derive(Args, Debug)]
struct Make {
    /// The board, such as 5x5
    board: Board,
    /// All material with at most this many stones, instead of all that play
    /// from the start can reach
    #[arg(long, value_name = "N", conflicts_with = "material")]
    pieces: Option<u32>,
    /// Only this material, the side to move first; several with commas between
    #[arg(long, value_name = "AvB", value_delimiter = ',')]
    material: Vec<Material>,
    /// How many problems
    #[arg(long, value_name = "N", default_value_t = 100, value_parser = clap::value_parser!(u32).range(1..=100_000))]
    count: u32,
    /// Where chance begins: the same seed and tables give the same suite
    #[arg(long, value_name = "S", default_value_t = 1)]
    seed: u64,
    /// Themes to look for, with commas between [default: all]
    #[arg(long, value_enum, value_name = "THEMES", value_delimiter = ',')]
    themes: Vec<Theme>,
    /// Random positions to look at, at most
    #[arg(long, value_name = "N", default_value_t = 1_000_000)]
    tries: u64,
}

#[derive(Args, Debug)]
#[command(after_help = "Each problem names its rules; --rules has no effect.")]
struct Check {
    /// The suite
    file: PathBuf,
}

#[derive(Args, Debug)]
struct Show {
    /// The suite
    file: PathBuf,
    /// Folder for a drawing a problem, with the good moves marked: 001.svg and
    /// so on
    #[arg(long, value_name = "DIR", required_unless_present = "html")]
    svg: Option<PathBuf>,
    /// File for a page of all problems, the solutions hidden until opened
    #[arg(long, value_name = "FILE")]
    html: Option<PathBuf>,
}

pub(super) fn run(common: &Common, suite: &Suite) -> Result<(), Failure> {
    match &suite.action {
        Action::Make(args) => make(common, args),
        Action::Check(args) => check(common, &args.file),
        Action::Show(args) => show(common, args),
    }
}

fn make(common: &Common, args: &Make) -> Result<(), Failure> {
    let began = Instant::now();
    let wanted = wanted(common, args)?;
    let bar = if common.quiet || common.json {
        ProgressBar::hidden()
    } else {
        ProgressBar::new(0)
    };
    let found = wanted.find(&common.tablebase()?, |found, enough| {
        bar.set_length(enough as u64);
        bar.set_position(found as u64);
    });
    bar.finish_and_clear();
    let found = found?;
    let count: usize = found.iter().map(|(_, problems)| problems.len()).sum();
    let command = command(common.rules.rules, args, &wanted.themes);
    if common.json {
        let problems: Vec<Json> = found
            .iter()
            .flat_map(|(_, problems)| problems)
            .map(to_json)
            .collect();
        output::json(&json!({ "command": command, "problems": problems }))?;
    } else {
        output::line(format!("# {count} problems, made by: {command}"))?;
        output::line("# position; rules; value; good moves; themes (loa suite --help tells more)")?;
        for (theme, problems) in found.iter().filter(|(_, problems)| !problems.is_empty()) {
            output::line(format!("\n# {}", theme.name()))?;
            for problem in problems {
                output::line(problem)?;
            }
        }
    }
    if count < wanted.count {
        let message = format!(
            "found {count} problems of {}: let there be more --tries, other themes or more material",
            wanted.count
        );
        return Err(Failure::new(Status::Failed, message));
    }
    if !common.quiet && !common.json {
        output::note(&format!(
            "{count} problems, {}",
            duration(began.elapsed().as_secs_f64())
        ));
    }
    Ok(())
}

fn wanted(common: &Common, args: &Make) -> Result<Wanted, Failure> {
    let plan = |selection| {
        let (layout, rules) = (common.layout()?, common.rules.rules);
        Plan::new(&layout, rules, args.board, selection, Metric::Distance).map_err(Failure::from)
    };
    let mut materials = args.material.clone();
    if materials.is_empty() {
        let selection = args.pieces.map_or(Selection::Whole, Selection::Pieces);
        let families = plan(selection)?.families;
        let tables = families.iter().flat_map(|family| &family.tables);
        materials.extend(tables.map(|&(material, ..)| material));
    }
    for &material in &args.material {
        plan(Selection::Material(material))?;
    }
    materials.sort_by_key(|&material| (material.stones(), material));
    materials.dedup();
    let given = |theme: &Theme| args.themes.is_empty() || args.themes.contains(theme);
    Ok(Wanted {
        board: args.board,
        materials,
        themes: Theme::ALL.into_iter().filter(given).collect(),
        count: args.count as usize,
        seed: args.seed,
        tries: args.tries,
    })
}

/// The command that makes the same suite again, whatever its defaults will be.
fn command(rules: Rules, args: &Make, themes: &[Theme]) -> String {
    let material: Vec<String> = args.material.iter().map(Material::to_string).collect();
    let selection = match (args.pieces, material.len()) {
        (Some(stones), _) => format!(" --pieces {stones}"),
        (_, 0) => String::new(),
        _ => format!(" --material {}", material.join(",")),
    };
    let themes: Vec<&str> = themes.iter().map(|theme| theme.name()).collect();
    format!(
        "loa suite make {}{selection} --rules {rules} --count {} --seed {} --tries {} --themes {}",
        args.board,
        args.count,
        args.seed,
        args.tries,
        themes.join(",")
    )
}

fn to_json(problem: &Problem) -> Json {
    let position = &problem.position;
    let moves: Vec<String> = problem.good_moves.iter().map(ToString::to_string).collect();
    let themes: Vec<&str> = problem.themes.iter().map(|theme| theme.name()).collect();
    json!({
        "position": position.to_string(),
        "board": position.board().to_string(),
        "rules": problem.rules.id(),
        "material": position.material().to_string(),
        "category": problem.value.category(),
        "plies": problem.value.plies(),
        "good_moves": moves,
        "themes": themes,
    })
}

/// The problems of a file, at least one.
fn open(file: &Path) -> Result<Vec<Entry>, Failure> {
    let in_file = |status, what: &dyn std::fmt::Display| {
        Failure::new(status, format!("{}: {what}", file.display()))
    };
    let text = fs::read_to_string(file).map_err(|error| match error.kind() {
        io::ErrorKind::InvalidData => in_file(Status::Usage, &error),
        _ => in_file(Status::Failed, &error),
    })?;
    let entries = read(&text).map_err(|error| in_file(Status::Usage, &error))?;
    if entries.is_empty() {
        return Err(in_file(Status::Usage, &"there is no problem in it"));
    }
    Ok(entries)
}

fn check(common: &Common, file: &Path) -> Result<(), Failure> {
    let entries = open(file)?;
    let mut tables: HashMap<Rules, Tablebase> = HashMap::new();
    let mut wrongs: Vec<(usize, Wrong)> = Vec::new();
    for Entry { line, problem } in &entries {
        let tables = match tables.entry(problem.rules) {
            hash_map::Entry::Occupied(known) => known.into_mut(),
            hash_map::Entry::Vacant(place) => place.insert(common.tablebase_under(problem.rules)?),
        };
        let solution = Solution::find(tables, &problem.position).map_err(|error| {
            let failure = Failure::from(error);
            Failure::new(
                failure.status,
                format!("{}: line {line}: {}", file.display(), failure.message),
            )
        })?;
        wrongs.extend(
            problem
                .wrongs(&solution)
                .into_iter()
                .map(|wrong| (*line, wrong)),
        );
    }
    if common.json {
        let told: Vec<Json> = wrongs
            .iter()
            .map(|(line, wrong)| json!({ "line": line, "claim": wrong.claim(), "message": wrong.to_string() }))
            .collect();
        output::json(
            &json!({ "problems": entries.len(), "ok": wrongs.is_empty(), "wrong": told }),
        )?;
    } else {
        for (line, wrong) in &wrongs {
            output::line(format!("line {line}: {wrong}"))?;
        }
    }
    let Some((line, wrong)) = wrongs.first() else {
        if !common.json {
            output::line(format!(
                "{}: {} problems, every claim holds",
                file.display(),
                entries.len()
            ))?;
        }
        return Ok(());
    };
    let message = format!(
        "{}: {} of its claims are wrong, the first in line {line}: {wrong}",
        file.display(),
        wrongs.len()
    );
    Err(Failure::new(Status::Wrong, message))
}

fn show(common: &Common, args: &Show) -> Result<(), Failure> {
    let entries = open(&args.file)?;
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
        files.push((file.clone(), page(&problems)));
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
            "{} drawings in {}",
            entries.len(),
            folder.display()
        ))?;
    }
    if let Some(file) = &args.html {
        output::line(format!("{} problems in {}", entries.len(), file.display()))?;
    }
    Ok(())
}

/// A failure of input or output that names the place.
fn at(path: &Path, error: &io::Error) -> Failure {
    Failure::new(Status::Failed, format!("{}: {error}", path.display()))
}
