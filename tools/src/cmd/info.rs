//! `loa info`: what tables there are.

use loa_tablebase::Table;
use serde_json::{Value as Json, json};

use super::check::all_tables;
use crate::args::{Common, Files};
use crate::failure::Failure;
use crate::output;

pub(super) fn run(common: &Common, files: &Files) -> Result<(), Failure> {
    let mut tables = Vec::new();
    let mut named = files.files.clone();
    if named.is_empty() {
        tables.extend(unfinished(common)?);
        match all_tables(common) {
            Ok(files) => named = files,
            Err(failure) if tables.is_empty() => return Err(failure),
            Err(_) => {}
        }
    }
    for file in &named {
        tables.push(finished(&Table::open(file)?, &file.to_string_lossy()));
    }
    if common.json {
        return output::json(&json!({ "tables": tables }));
    }
    output::line(format!(
        "{:<6} {:<18} {:<8} {:<8} {:>14} {:>14} {:>6} {:>8}  {:<22}",
        "board",
        "rules",
        "material",
        "metric",
        "positions",
        "bytes",
        "bits",
        "longest",
        "won / drawn / lost"
    ))?;
    for table in &tables {
        output::line(row(table))?;
    }
    Ok(())
}

fn finished(table: &Table, file: &str) -> Json {
    let header = table.header();
    let [wins, draws, losses] = table.census().shares();
    json!({
        "file": file,
        "board": header.board.to_string(),
        "rules": header.rules.id(),
        "material": header.material.to_string(),
        "metric": header.metric.name(),
        "positions": header.positions,
        "bytes": header.file_bytes,
        "complete": true,
        "longest": header.longest,
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
        let selection = loa_tablebase::Selection::Pieces(board.squares());
        let plan = loa_tablebase::Plan::begun(&layout, rules, board, selection)?;
        for (material, positions) in plan {
            tables.push(json!({
                "file": layout.table(rules, board, material),
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
        "{:<6} {:<18} {:<8} {:<8} {:>14}",
        text("board"),
        text("rules"),
        text("material"),
        text("metric"),
        number("positions")
    );
    if table["complete"] == false {
        return format!("{start} unfinished");
    }
    let bits = 8.0 * number("bytes") as f64 / number("positions") as f64;
    let all = (number("wins") + number("draws") + number("losses")) as f64 / 100.0;
    let share = |field: &str| number(field) as f64 / all;
    format!(
        "{start} {:>14} {bits:>6.2} {:>8}  {:.2} / {:.2} / {:.2} %",
        number("bytes"),
        number("longest"),
        share("wins"),
        share("draws"),
        share("losses")
    )
}
