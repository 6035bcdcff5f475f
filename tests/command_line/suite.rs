//! Suites of problems: made, checked, drawn, and those of the project.

use std::collections::HashSet;
use std::fs;
use std::path::Path;

use loa_solver::{Bitboard, Position};

use crate::{Answer, loa};

/// The lines of a suite that are problems.
pub(crate) fn problems(suite: &str) -> Vec<&str> {
    let lines = suite.lines().map(str::trim);
    lines.filter(|line| !line.is_empty() && !line.starts_with('#')).collect()
}

pub(crate) fn position(problem: &str) -> Position {
    problem.split(';').next().unwrap().parse().unwrap()
}

/// Returns the output of `loa suite check` for a text.
pub(crate) fn checked(folder: &Path, text: &str) -> Answer {
    let file = folder.join("problems.suite");
    fs::write(&file, text).unwrap();
    loa(folder, &format!("suite check {}", file.display()))
}

/// The command that a suite says it was made by, without the word `loa`.
pub(crate) fn made_by(suite: &str) -> &str {
    let first = suite.lines().next().unwrap();
    first.split_once("made by: loa ").unwrap().1
}

/// Returns a key that positions share under symmetries and colours.
pub(crate) fn canonical(position: &Position) -> (Bitboard, Bitboard) {
    position.images().map(|image| (image.us(), image.them())).min().unwrap()
}

#[test]
fn the_same_seed_makes_the_same_suite_on_any_number_of_threads() {
    let none = tempfile::tempdir().unwrap();
    let made = loa(none.path(), "suite make 4x4 --count 24 --seed 5 -q").ok();
    assert_eq!(problems(&made).len(), 24);
    let threads = loa(none.path(), "suite make 4x4 --count 24 --seed 5 -q --threads 3").ok();
    assert_eq!(threads, made);
    assert_eq!(loa(none.path(), &format!("{} -q", made_by(&made))).ok(), made);
    let other = loa(none.path(), "suite make 4x4 --count 24 --seed 6 -q").ok();
    let common: HashSet<&str> = problems(&made).into_iter().collect();
    let common = problems(&other).into_iter().filter(|problem| common.contains(problem));
    assert!(common.count() < 12, "{other}");
    for theme in ["only-win", "long-win", "greedy", "only-draw"] {
        let of_theme = problems(&made).into_iter().filter(|problem| problem.contains(theme));
        assert!(of_theme.count() >= 6, "{theme}: {made}");
    }
    let different: HashSet<_> =
        problems(&made).into_iter().map(position).map(|p| canonical(&p)).collect();
    assert_eq!(different.len(), 24);
}
