//! The tables that the positions of a file need.

use std::collections::BTreeSet;

use loa_solver::{Board, Material, Position, Rules};

use crate::advice::{Advice, MissingTables};
use crate::failure::{Failure, failure};
use crate::library::Library;

/// Fails with the names of all missing tables that the positions of a file need, and a command that
/// makes them.
///
/// # Errors
/// When a table is missing.
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
    let larger = materials.iter().map(|material| material.family().larger_first());
    let most = |stones: fn(Material) -> u32| larger.clone().map(stones).max().unwrap_or(0);
    Material::new(most(Material::us), most(Material::them))
}

/// Combines several pieces of advice into one, if all have commands.
fn together(advice: &[Advice]) -> Option<Advice> {
    let commands: Option<Vec<&str>> = advice.iter().map(|one| one.command.as_deref()).collect();
    match (advice, commands) {
        ([one], _) => Some(one.clone()),
        ([_, ..], Some(commands)) => Some(Advice::command("make them with", commands.join(" && "))),
        _ => None,
    }
}
