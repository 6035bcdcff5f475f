//! The tables that the positions of a file need.

use std::collections::BTreeSet;
use std::path::Path;

use loa_report::advice::{Advice, MissingTables};
use loa_solver::{Board, Material, Position, Rules};

use crate::common::Common;
use crate::failure::{Failure, Status};

/// Returns a failure that names all tables which the positions of a file need and which are
/// not there, with a command that makes them.
pub(crate) fn expect_tables(
    common: &Common,
    file: &Path,
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
        let there = common.tablebase_under(rules)?.materials(board)?;
        materials.retain(|material| !there.contains(material));
        if materials.is_empty() {
            continue;
        }
        let names: Vec<String> = materials.iter().map(Material::to_string).collect();
        tables.push(format!("{} on {board} under {rules}", names.join(", ")));
        let missing = MissingTables {
            rules,
            material: Some(largest(&materials)),
            ..common.missing_tables(board)?
        };
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
    let message = format!("{}: no tables for {}", file.display(), tables.join("; "));
    Err(Failure::new(Status::Missing, message).advised(together(&advice)))
}

/// Returns the smallest material whose table is built on all others, but for their sides.
fn largest(materials: &BTreeSet<Material>) -> Material {
    let sides = materials.iter().map(|material| {
        let (us, them) = (material.us(), material.them());
        (us.max(them), us.min(them))
    });
    let (more, fewer) =
        sides.fold((0, 0), |(more, fewer), (us, them)| (more.max(us), fewer.max(them)));
    Material::new(more, fewer)
}

/// Returns one piece of advice for several, all with commands.
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
