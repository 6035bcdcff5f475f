//! Suites of problems: made, checked, drawn, and the project's own.

use std::collections::HashSet;
use std::fs;
use std::path::Path;

use loa_solver::{Bitboard, Position};

use crate::{Answer, loa, project};

/// Returns the lines of a suite that are problems.
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

/// Returns the command in a suite that made it, without the word `loa`.
pub(crate) fn made_by(suite: &str) -> &str {
    let first = suite.lines().next().unwrap();
    first.split_once("made by: loa ").unwrap().1
}

/// Returns a key that is equal for positions under symmetries and colours.
pub(crate) fn canonical(position: &Position) -> (Bitboard, Bitboard) {
    position.images().map(|image| (image.us(), image.them())).min().unwrap()
}

/// The suites.
pub(crate) const SHIPPED: [&str; 2] = ["5x5-mover-pass.suite", "8x8-mover-pass.suite"];

pub(crate) fn shipped(name: &str) -> String {
    fs::read_to_string(project().join("data/suites").join(name)).unwrap()
}

#[test]
fn the_suites_of_the_project_have_200_problems_and_no_two_are_alike() {
    let mut seen = HashSet::new();
    for name in SHIPPED {
        let suite = shipped(name);
        let board = name.split('-').next().unwrap();
        assert_eq!(problems(&suite).len(), 100);
        let mut materials = HashSet::new();
        for problem in problems(&suite) {
            let position = position(problem);
            assert_eq!(position.board().to_string(), board);
            assert!(seen.insert((board.to_owned(), canonical(&position))), "{problem}");
            materials.insert(position.material());
        }
        assert_eq!(materials.len(), if board == "5x5" { 25 } else { 4 });
        for theme in ["only-win", "long-win", "greedy", "only-draw"] {
            let of_theme = problems(&suite).into_iter().filter(|problem| problem.contains(theme));
            assert!(of_theme.count() >= 25, "{theme}");
        }
        assert!(shipped("README.md").contains(name));
    }
    assert_eq!(seen.len(), 200);
}

#[test]
fn the_problems_of_6x6_differ_and_the_shortest_are_proved_again() {
    let suite = shipped("6x6-mover-pass.suite");
    assert_eq!(problems(&suite).len(), 40);
    let folder = tempfile::tempdir().unwrap();
    let mut seen = HashSet::new();
    for (number, problem) in problems(&suite).into_iter().enumerate() {
        let position = position(problem);
        assert!(seen.insert(canonical(&position)), "{problem}");
        let fields: Vec<&str> = problem.split("; ").collect();
        let (value, good) = (fields[2], fields[3]);
        assert_eq!(fields[4], "only-win");
        // .ci/nightly proves all claims of all problems.
        if number < 6 {
            let line = format!("prove 6x6 --position \"{position}\" --shortest --json -q");
            let proved = loa(folder.path(), &line).json();
            assert_eq!(value, format!("win in {}", proved["distance"]), "{problem}");
            assert_eq!(proved["first_move"], good, "{problem}");
        }
    }
}

#[test]
#[ignore = "solves the whole of 5x5 and 8x8 to three against three: some eight minutes of one core"]
fn the_suites_of_the_project_are_what_their_commands_make() {
    let folder = tempfile::tempdir().unwrap();
    loa(folder.path(), "solve 5x5 -q").ok();
    loa(folder.path(), "solve 8x8 --material 3v3 -q").ok();
    for name in SHIPPED {
        let suite = shipped(name);
        checked(folder.path(), &suite).ok();
        assert!(loa(folder.path(), &format!("{} -q", made_by(&suite))).ok() == suite, "{name}");
    }
}
