//! `loa census --compare`: the values of a board under two rules.

use loa_judge::Unwatched;
use loa_judge::search::{MaterialComparison, compare_rules};
use loa_reply::advice::MissingTables;
use loa_solver::{Board, Material, Position, Preset};
use loa_tablebase::{Answer, Tablebase};
use serde_json::{Value as Json, json};

use super::search::materials;
use crate::common::Common;
use crate::failure::Failure;
use crate::output;

/// Prints how the values under `other` differ from those under the rules of the command
/// line.
pub(super) fn run(
    common: &Common,
    other: Preset,
    board: Board,
    named: &[Material],
) -> Result<(), Failure> {
    let tables = [common.tablebase()?, common.tablebase_under(other.rules)?];
    let here = materials(common, &tables[0], board, named)?;
    let there = tables[1].materials(board)?;
    let (shared, alone): (Vec<Material>, Vec<Material>) =
        here.into_iter().partition(|one| there.contains(one));
    if shared.is_empty() {
        return Err(Failure::no_tables(&MissingTables {
            rules: other.rules,
            ..common.missing_tables(board)?
        }));
    }
    let [first, second] = &tables;
    let compared = compare_rules([first, second], board, &shared, &Unwatched)?;
    if common.json {
        let materials = compared.materials.iter().map(material_json);
        return output::json(&json!({
            "board": board.to_string(),
            "rules": [rules(first), rules(second)],
            "materials": materials.collect::<Vec<_>>(),
        }));
    }
    output::line(format!(
        "{board}: placements whose value under {} is another than under {}",
        rules(second),
        rules(first)
    ))?;
    output::line(format!(
        "{:<8} {:>14} {:>14} {:>14}  example of another result",
        "material", "placements", "other result", "other distance"
    ))?;
    for one in &compared.materials {
        output::line(row(one).trim_end())?;
    }
    if !alone.is_empty() {
        let alone: Vec<String> = alone.iter().map(Material::to_string).collect();
        output::line(format!(
            "not compared, for want of tables under {}: {}",
            rules(second),
            alone.join(", ")
        ))?;
    }
    match compared.furthest() {
        Some((position, [first, second])) => output::line(format!(
            "furthest apart at the same result: {position}  {}, then {}",
            first.verdict(),
            second.verdict()
        )),
        None => Ok(()),
    }
}

fn rules(tables: &Tablebase) -> &'static str {
    tables.rules().id()
}

fn row(one: &MaterialComparison) -> String {
    let example = one
        .example
        .map_or(String::new(), |(position, [first, second])| {
            format!("{position}  {}, then {}", first.verdict(), second.verdict())
        });
    format!(
        "{:<8} {:>14} {:>14} {:>14}  {example}",
        one.material.to_string(),
        one.placements,
        one.other_result,
        one.other_distance
    )
}

fn material_json(one: &MaterialComparison) -> Json {
    let position = |(position, values): (Position, [Answer; 2])| json!({ "position": position.to_string(), "values": values });
    json!({
        "material": one.material.to_string(),
        "placements": one.placements,
        "other_result": one.other_result,
        "other_distance": one.other_distance,
        "example": one.example.map(position),
        "furthest": one.furthest.map(position),
    })
}
