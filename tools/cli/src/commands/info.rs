//! `loa info`: what tables there are, and how to cite them.

use std::path::PathBuf;

use loa_record::text::{counted, grouped, printable};
use loa_solver::{Board, Rules};
use loa_tablebase::{FORMAT_VERSION, Metric, Table, TableError, Wdl, built_in};
use serde_json::{Value as Json, json};

use super::about;
use super::table_files::{FilesArgs, all_tables, damage_failure, named_files};
use crate::common::Common;
use crate::failure::{Failure, Status};
use crate::output;
use loa_reply::advice::{quoted, tables_option};
use loa_reply::amount;

#[derive(clap::Args, Debug)]
pub(crate) struct InfoArgs {
    #[command(flatten)]
    files: FilesArgs,
    /// Print the version and how to cite loa instead
    #[arg(long, conflicts_with = "files")]
    about: bool,
}

pub(crate) fn run(common: &Common, args: &InfoArgs) -> Result<(), Failure> {
    if args.about {
        return about::run(common.json);
    }
    let files = &args.files;
    let mut tables = Vec::new();
    let mut named = named_files("info", files)?;
    if named.is_empty() {
        tables.extend(unfinished(common)?);
        match all_tables(common) {
            Ok(files) => named = files,
            // There are those built into the program.
            Err(failure) if failure.status == Status::Missing => {}
            Err(failure) => return Err(failure),
        }
    }
    let mut unsound = Vec::new();
    for file in &named {
        let table = Table::open(file).and_then(|table| table.check_name().map(|()| table));
        match table {
            Ok(table) => tables.push(finished(&table, &file.to_string_lossy())),
            Err(error) => unsound.push(error),
        }
    }
    if common.json {
        let damaged = unsound.iter().map(damaged).collect::<Vec<_>>();
        let mut answer = json!({ "tables": tables, "damaged": damaged });
        if files.files.is_empty() {
            answer["folder"] = common.layout()?.root().to_string_lossy().into();
            answer["built_in"] = built_in().iter().map(built_in_json).collect();
        }
        output::json(&answer)?;
    } else {
        if tables.is_empty() && named.is_empty() {
            let folder = common.layout()?.root().display().to_string();
            output::line(printable(&format!("no tables in {folder}")))?;
        } else {
            show(&tables)?;
        }
        for error in &unsound {
            output::line(printable(&error.to_string()))?;
        }
        if files.files.is_empty() && !tables.is_empty() {
            output::line(totals(common, &tables)?)?;
        }
        advise(common, &files.files, &tables)?;
        if files.files.is_empty() {
            print_built_in()?;
        }
    }
    if unsound.is_empty() {
        return Ok(());
    }
    Err(damage_failure(&unsound, named.len()))
}

/// Names the tables that are there without any file.
fn print_built_in() -> Result<(), Failure> {
    let mut boards: Vec<Board> = built_in().iter().map(|&(_, board)| board).collect();
    boards.sort_unstable();
    boards.dedup();
    for board in boards {
        let rules = built_in().into_iter().filter(|&(_, of)| of == board);
        let rules: Vec<&str> = rules.map(|(rules, _)| rules.id()).collect();
        output::line(format!(
            "built into the program: {board} under {}",
            rules.join(", ")
        ))?;
    }
    Ok(())
}

fn built_in_json((rules, board): &(Rules, Board)) -> Json {
    json!({ "board": board.to_string(), "rules": rules.id() })
}

fn show(tables: &[Json]) -> Result<(), Failure> {
    output::line(format!(
        "{:<6} {:<18} {:<8} {:<8} {:<7} {:>14} {:>14} {:>6} {:>11} {:>12}  won / drawn / lost",
        "board",
        "rules",
        "material",
        "metric",
        "form",
        "positions",
        "bytes",
        "bits",
        "longest win",
        "longest loss",
    ))?;
    for table in tables {
        output::line(row(table))?;
    }
    Ok(())
}

/// Returns the folder, and its tables in sum.
fn totals(common: &Common, tables: &[Json]) -> Result<String, Failure> {
    let sum = |field: &str| {
        tables
            .iter()
            .filter_map(|table| table[field].as_u64())
            .sum::<u64>()
    };
    let folder = common.layout()?.root().display().to_string();
    Ok(printable(&format!(
        "{} in {folder}: {} positions, {}",
        counted(tables.len() as u64, "table"),
        grouped(sum("positions")),
        amount(sum("bytes"))
    )))
}

/// Says how tables of an older format become tables of today's.
fn advise(common: &Common, files: &[PathBuf], tables: &[Json]) -> Result<(), Failure> {
    let is_old = |table: &&Json| table["version"].as_u64() < Some(FORMAT_VERSION.into());
    let finished = tables.iter().filter(|table| table["complete"] == true);
    let old = finished.filter(is_old).count();
    if old == 0 {
        return Ok(());
    }
    let which = match files {
        [] => tables_option(common.layout()?.root()),
        files => files
            .iter()
            .map(|file| format!(" {}", quoted(file)))
            .collect(),
    };
    let old = counted(old as u64, "table");
    output::line(format!(
        "{old} of an older format, brought up to date by: loa pack{which}"
    ))
}

fn damaged(error: &TableError) -> Json {
    json!({ "file": error.path().to_string_lossy(), "error": error.to_string() })
}

fn finished(table: &Table, file: &str) -> Json {
    let header = table.header();
    let census = table.census();
    let [wins, draws, losses] = census.shares();
    let has_distances = header.metric == Metric::Distance;
    let longest = |outcome| census.longest(outcome).filter(|_| has_distances);
    json!({
        "file": file,
        "board": header.board.to_string(),
        "rules": header.rules.id(),
        "material": header.material.to_string(),
        "metric": header.metric.name(),
        "form": header.form.name(),
        "positions": header.positions,
        "bytes": header.file_bytes,
        "complete": true,
        "version": table.version(),
        "longest": header.longest,
        "longest_win": longest(Wdl::Win),
        "longest_loss": longest(Wdl::Loss),
        "wins": wins,
        "draws": draws,
        "losses": losses,
        "digest": format!("{:032x}", header.digest),
    })
}

/// Tables whose solving was begun.
fn unfinished(common: &Common) -> Result<Vec<Json>, Failure> {
    let layout = common.layout()?;
    let mut tables = Vec::new();
    for (rules, board) in layout.boards()? {
        let selection = loa_tablebase::Selection::Stones(board.squares());
        let plan = loa_tablebase::Plan::begun(&layout, rules, board, selection)?;
        for (material, positions) in plan {
            tables.push(json!({
                "file": layout.table(rules, board, material).to_string_lossy(),
                "board": board.to_string(),
                "rules": rules.id(),
                "material": material.to_string(),
                "metric": "distance",
                "positions": positions,
                "bytes": 0,
                "complete": false,
            }));
        }
    }
    Ok(tables)
}

fn row(table: &Json) -> String {
    let text = |field: &str| table[field].as_str().unwrap_or_default().to_owned();
    let number = |field: &str| table[field].as_u64().unwrap_or_default();
    let start = format!(
        "{:<6} {:<18} {:<8} {:<8} {:<7} {:>14}",
        text("board"),
        text("rules"),
        text("material"),
        text("metric"),
        text("form"),
        number("positions")
    );
    if table["complete"] == false {
        return format!("{start} unfinished");
    }
    let bits = 8.0 * number("bytes") as f64 / number("positions") as f64;
    let all = (number("wins") + number("draws") + number("losses")) as f64 / 100.0;
    let plies = |field: &str| {
        let plies = table[field].as_u64();
        plies.map_or("-".to_owned(), |plies| plies.to_string())
    };
    let share = |field: &str| number(field) as f64 / all;
    format!(
        "{start} {:>14} {bits:>6.2} {:>11} {:>12}  {:.2} / {:.2} / {:.2} %",
        number("bytes"),
        plies("longest_win"),
        plies("longest_loss"),
        share("wins"),
        share("draws"),
        share("losses")
    )
}
