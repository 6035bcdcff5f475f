//! `loa suite`: makes, checks and draws suites of problems.

use std::collections::BTreeSet;
use std::fs;
use std::path::{Path, PathBuf};
use std::time::Instant;

use clap::{Args, Subcommand};
use loa_api::advice::{Advice, MissingTables};
use loa_api::drawing::board_svg;
use loa_api::{
    Library, SuiteCheckReport, SuiteDrawings, SuiteReply, SuiteReport, duration, problem_solution,
    problem_task,
};
use loa_judge::suite::{
    Entry, FORMAT, Problem, Solution, Theme, WantedProblems, WrongClaim, read_named,
};
use loa_record::text::{counted, path_text};
use loa_solver::{Board, Material, Move, Position, Rules, Value};
use loa_tablebase::{Plan, ProbeError, Selection};

use crate::common::CommonOption::*;
use crate::common::{Common, listed, named};
use crate::failure::{Failure, at, bail, failure};
use crate::output;
use crate::output_file::Overwrite;
use crate::paths::{name_of, named_path, read_lines};
use crate::progress::StageProgress;

#[derive(Args, Debug)]
#[command(after_long_help = FORMAT)]
pub(crate) struct SuiteArgs {
    #[command(subcommand)]
    action: Action,
}

#[derive(Subcommand, Debug)]
enum Action {
    /// Find problems in the tables and print them as a suite
    #[command(args = listed([Rules, Tables, Json, Quiet, Cache, Threads]))]
    Make(Make),
    /// Recompute every claim of a suite from the tables
    #[command(args = listed([Tables, Json, Cache]))]
    Check(Check),
    /// Print the problems of a suite, or draw them
    #[command(args = listed([Tables, Json]))]
    Show(Show),
}

pub(crate) fn run(common: &Common, suite: &SuiteArgs) -> Result<(), Failure> {
    match &suite.action {
        Action::Make(args) => make(common, args),
        Action::Check(args) => check(common, &args.file),
        Action::Show(args) => show(common, args),
    }
}

#[derive(Args, Debug)]
struct Make {
    /// The board, such as 5x5
    board: Board,
    /// All material with up to N stones [default: all that play from the start can reach]
    #[arg(long, alias = "pieces", value_name = "N", conflicts_with = "material")]
    stones: Option<u32>,
    /// Only this material, the side to move first; separate several with commas
    #[arg(long, value_name = "AvB", value_delimiter = ',')]
    material: Vec<Material>,
    /// Number of problems
    #[arg(long, value_name = "N", default_value_t = 100, value_parser = clap::value_parser!(u32).range(1..=100_000))]
    count: u32,
    /// Seed: the same number and tables give the same suite
    #[arg(long, value_name = "S", default_value_t = 1)]
    seed: u64,
    /// Themes to look for; separate several with commas [default: all]
    #[arg(long, value_name = "THEMES", value_delimiter = ',', value_parser = named(THEMES))]
    themes: Vec<Theme>,
    /// Maximum number of random positions to look up
    #[arg(long, value_name = "N", default_value_t = 1_000_000)]
    tries: u64,
}

/// The themes by name.
const THEMES: [(&str, &str, Theme); 4] = [
    ("only-win", "Only one of many moves wins", Theme::OnlyWin),
    ("long-win", "The win is about as long as the longest with the same material", Theme::LongWin),
    ("greedy", "A greedy player throws the win away", Theme::Greedy),
    ("only-draw", "Only one of many moves draws", Theme::OnlyDraw),
];

fn make(common: &Common, args: &Make) -> Result<(), Failure> {
    let began = Instant::now();
    let wanted = wanted(common, args)?;
    let watch = StageProgress::new(common.quiet || common.json);
    let library = common.library()?;
    let found = wanted.find(library.tables.of(common.rules.rules), &watch);
    watch.display.finish();
    let found = found?;
    let count: usize = found.iter().map(|(_, problems)| problems.len()).sum();
    let command = command(common.rules.rules, args, &wanted.themes);
    common.show(&SuiteReport::new(command, &found))?;
    if count < wanted.count {
        bail!(
            Failed,
            "found {} of {}: use more --tries, other themes or more material",
            counted(count as u64, "problem"),
            wanted.count
        );
    }
    if !common.quiet && !common.json {
        output::note(&format!("{count} problems, {}", duration(began.elapsed().as_secs_f64())));
    }
    Ok(())
}

fn wanted(common: &Common, args: &Make) -> Result<WantedProblems, Failure> {
    let plan = |selection| {
        let (layout, rules) = (common.layout()?, common.rules.rules);
        Plan::new(&layout, rules, args.board, selection).map_err(Failure::from)
    };
    let mut materials = args.material.clone();
    if materials.is_empty() {
        let selection = args.stones.map_or(Selection::Whole, Selection::Stones);
        let families = plan(selection)?.families;
        let tables = families.iter().flat_map(|family| &family.tables);
        materials.extend(tables.map(|table| table.material));
    }
    for &material in &args.material {
        plan(Selection::Material(material))?;
    }
    materials.sort_by_key(|&material| (material.stones(), material));
    materials.dedup();
    let given = |theme: &Theme| args.themes.is_empty() || args.themes.contains(theme);
    Ok(WantedProblems {
        board: args.board,
        materials,
        themes: Theme::ALL.into_iter().filter(given).collect(),
        count: args.count as usize,
        seed: args.seed,
        tries: args.tries,
    })
}

/// Returns the command that reproduces the suite, with all its options.
fn command(rules: Rules, args: &Make, themes: &[Theme]) -> String {
    let names: Vec<String> = args.material.iter().map(Material::to_string).collect();
    let selection = match (args.stones, names.join(",")) {
        (Some(stones), _) => format!(" --stones {stones}"),
        (_, names) if names.is_empty() => String::new(),
        (_, names) => format!(" --material {names}"),
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

#[derive(Args, Debug)]
#[command(after_help = "Each problem names its rules; --rules has no effect.")]
struct Check {
    /// The suite; - for standard input
    file: PathBuf,
}

fn check(common: &Common, file: &Path) -> Result<(), Failure> {
    if let Some(empty) = common.named_without_tables()? {
        bail!(Missing, "{empty}");
    }
    let entries = read_named(name_of(file), &read_lines(file)?)?;
    let problems = entries.iter().map(|entry| &entry.problem);
    let positions = problems.map(|problem| (problem.rules, problem.position));
    let library = common.library()?;
    expect_tables(&library, &name_of(file), positions)?;
    let mut wrongs: Vec<(usize, WrongClaim)> = Vec::new();
    for Entry { line, problem, .. } in &entries {
        let tables = library.tables.of(problem.rules);
        let solution = Solution::find(tables, &problem.position).map_err(|error| {
            let failure = Failure::from(error);
            let message = format!("{}: line {line}: {}", file.display(), failure.text());
            Failure::new(failure.status, message)
        })?;
        wrongs.extend(solution.wrong_claims(problem).into_iter().map(|wrong| (*line, wrong)));
    }
    common.show(&SuiteCheckReport::new(name_of(file).as_ref(), entries.len(), &wrongs))?;
    let Some((line, wrong)) = wrongs.first() else {
        return Ok(());
    };
    Err(failure!(
        Wrong,
        "{}: {} of its claims are wrong, the first in line {line}: {wrong}",
        file.display(),
        wrongs.len()
    ))
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
    let entries = read_named(name_of(&args.file), &read_lines(&args.file)?)?;
    let Some(folder) = args.svg.clone() else {
        return print(common, &args.file, &entries, args.solutions);
    };
    fs::create_dir_all(&folder).map_err(|error| at(&folder, error))?;
    let files: Vec<PathBuf> =
        (1..=entries.len()).map(|number| folder.join(format!("{number:03}.svg"))).collect();
    files.iter().try_for_each(|file| args.overwrite.check(file))?;
    for (file, Entry { problem, .. }) in files.iter().zip(&entries) {
        let drawing = board_svg(&problem.position, &problem.good_moves) + "\n";
        args.overwrite.open(file)?.write(&drawing)?;
    }
    let files = files.iter().map(|file| path_text(file)).collect();
    common.show(&SuiteDrawings { problems: entries.len(), files, folder })
}

/// Prints problems.
fn print(
    common: &Common,
    file: &Path,
    entries: &[Entry],
    with_solutions: bool,
) -> Result<(), Failure> {
    let problems = entries.iter().map(|entry| &entry.problem);
    if common.json {
        let (suite, problems) = (name_of(file).to_owned(), problems.cloned().collect());
        return output::json(&SuiteReply { suite, problems });
    }
    // Without a folder for tables, the solutions end with the good moves.
    let library = common.library().ok();
    for (number, problem) in (1..).zip(problems) {
        let gap = if number == 1 { "" } else { "\n" };
        output::line(format!("{gap}{number}. {}", problem_task(problem)))?;
        output::board(&problem.position)?;
        if with_solutions {
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

/// Fails with the names of all missing tables that the positions of a file need, and a command that
/// makes them.
pub(super) fn expect_tables(
    library: &Library,
    file: &str,
    positions: impl Iterator<Item = (Rules, Position)>,
) -> Result<(), Failure> {
    let mut needed: Vec<((Rules, Board), BTreeSet<Material>)> = Vec::new();
    for (rules, position) in positions {
        let (of, material) = ((rules, position.board()), position.material());
        if rules.termination(&position).is_some() {
            continue;
        }
        match needed.iter_mut().find(|(known, _)| *known == of) {
            Some((_, materials)) => {
                materials.insert(material);
            }
            None => needed.push((of, BTreeSet::from([material]))),
        }
    }
    let (mut tables, mut advice) = (Vec::new(), Vec::new());
    for ((rules, board), mut materials) in needed {
        let there = library.tables.of(rules).materials(board)?;
        materials.retain(|material| !there.contains(material));
        if materials.is_empty() {
            continue;
        }
        let names: Vec<String> = materials.iter().map(Material::to_string).collect();
        tables.push(format!("{} on {board} under {rules}", names.join(", ")));
        let folder = library.layout.root().to_owned();
        let missing = MissingTables { folder, rules, board, material: Some(largest(&materials)) };
        advice.extend(missing.advice().map(|one| Advice {
            words: match names.len() {
                1 => one.words,
                _ => one.words.replacen("make it", "make them", 1),
            },
            ..one
        }));
    }
    if tables.is_empty() {
        return Ok(());
    }
    let failure = failure!(Missing, "{file}: no tables for {}", tables.join("; "));
    Err(failure.advised(together(&advice)))
}

/// Returns the smallest material whose table builds on all the others, up to an exchange of sides.
fn largest(materials: &BTreeSet<Material>) -> Material {
    let sides = materials.iter().map(|material| {
        let (us, them) = (material.us(), material.them());
        (us.max(them), us.min(them))
    });
    let (more, fewer) =
        sides.fold((0, 0), |(more, fewer), (us, them)| (more.max(us), fewer.max(them)));
    Material::new(more, fewer)
}

/// Combines several pieces of advice into one, if all have commands.
fn together(advice: &[Advice]) -> Option<Advice> {
    let commands: Option<Vec<&str>> = advice.iter().map(|one| one.command.as_deref()).collect();
    match (advice, commands) {
        ([one], _) => Some(one.clone()),
        ([_, ..], Some(commands)) => Some(Advice {
            words: "make them with".to_owned(),
            command: Some(commands.join(" && ")),
        }),
        _ => None,
    }
}
