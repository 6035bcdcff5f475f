//! `loa census`: counts by material, outcome and distance.

use loa_solver::Material;
use loa_tablebase::TableCensus;
use serde_json::{Value as Json, json};

use super::svg;
use crate::args::{Census, Common};
use crate::failure::{Failure, Status};
use crate::output;

pub(super) fn run(common: &Common, args: &Census) -> Result<(), Failure> {
    let (board, rules) = (args.board, common.rules.rules);
    let tables = common.tablebase()?;
    let materials = tables.materials(board)?;
    if materials.is_empty() {
        let message = format!(
            "no tables of {board} under {rules} in {}",
            common.layout()?.board(rules, board).display()
        );
        return Err(Failure::new(Status::Missing, message));
    }
    if args.csv {
        output::line("board,rules,mover,other,outcome,plies,count")?;
    }
    let mut counted: Vec<(Material, TableCensus)> = Vec::new();
    for material in materials {
        let census = tables.census(board, material)?;
        if args.csv {
            for ((outcome, plies), count) in census.counts.rows() {
                output::line(format!(
                    "{board},{rules},{},{},{outcome},{plies},{count}",
                    material.us(),
                    material.them()
                ))?;
            }
        }
        counted.push((material, census));
    }
    if args.csv {
        return Ok(());
    }
    let all = counted
        .iter()
        .fold(TableCensus::default(), |all, (_, census)| {
            all.with(census.clone())
        });
    if args.svg {
        return output::line(svg::census(board, rules, &all.counts));
    }
    if common.json {
        let materials: Vec<Json> = counted
            .iter()
            .map(|(material, census)| to_json(&material.to_string(), census))
            .collect();
        return output::json(&json!({
            "board": board.to_string(),
            "rules": rules.id(),
            "materials": materials,
            "all": to_json("all", &all),
        }));
    }
    output::line(format!(
        "{board} under {rules}: placements by value to the side to move"
    ))?;
    output::line(format!(
        "{:<8} {:>14} {:>14} {:>14}  {:<8} {:<8}",
        "material", "won", "drawn", "lost", "longest", "position"
    ))?;
    for (material, census) in &counted {
        output::line(row(&material.to_string(), census))?;
    }
    output::line(row("all", &all))
}

fn row(name: &str, census: &TableCensus) -> String {
    let [won, drawn, lost] = census.counts.shares();
    let longest = census
        .longest_win
        .map_or(String::new(), |(plies, position)| {
            format!("{plies:<8} {position}")
        });
    format!("{name:<8} {won:>14} {drawn:>14} {lost:>14}  {longest}")
}

fn to_json(name: &str, census: &TableCensus) -> Json {
    let longest = |longest: Option<(u16, loa_solver::Position)>| {
        longest.map(|(plies, position)| json!({ "plies": plies, "position": position.to_string() }))
    };
    let rows: Vec<Json> = census
        .counts
        .rows()
        .map(|((outcome, plies), count)| json!({ "outcome": outcome, "plies": plies, "count": count }))
        .collect();
    json!({
        "material": name,
        "counts": rows,
        "longest_win": longest(census.longest_win),
        "longest_loss": longest(census.longest_loss),
    })
}
