//! Suites of problems: made, checked, drawn, and those of the project.

use std::collections::HashSet;
use std::fs;
use std::path::{Path, PathBuf};

use loa_solver::{Bitboard, Position, Symmetry};

use crate::shipped_suites::{SHIPPED, shipped};
use crate::{Answer, loa, project, words};

/// The lines of a suite that are problems.
pub(crate) fn problems(suite: &str) -> Vec<&str> {
    let lines = suite.lines().map(str::trim);
    lines
        .filter(|line| !line.is_empty() && !line.starts_with('#'))
        .collect()
}

pub(crate) fn position(problem: &str) -> Position {
    problem.split(';').next().unwrap().parse().unwrap()
}

fn written(folder: &Path, text: &str) -> PathBuf {
    let file = folder.join("problems.suite");
    fs::write(&file, text).unwrap();
    file
}

/// Returns the output of `loa suite check` for a text.
pub(crate) fn checked(folder: &Path, text: &str) -> Answer {
    let file = written(folder, text);
    loa(folder, &format!("suite check {}", file.display()))
}

/// The command that a suite says it was made by, without the word `loa`.
pub(crate) fn made_by(suite: &str) -> &str {
    let first = suite.lines().next().unwrap();
    first.split_once("made by: loa ").unwrap().1
}

/// Returns a key that positions share under symmetries and colours.
pub(crate) fn canonical(position: &Position) -> (Bitboard, Bitboard) {
    let board = position.board();
    let images = Symmetry::all(board);
    let images = images.map(|s| {
        (
            s.apply(board, position.us()),
            s.apply(board, position.them()),
        )
    });
    images.min().unwrap()
}

#[test]
fn the_same_seed_makes_the_same_suite_on_any_number_of_threads() {
    let none = tempfile::tempdir().unwrap();
    let made = loa(none.path(), "suite make 4x4 --count 24 --seed 5 -q").ok();
    assert_eq!(problems(&made).len(), 24);
    for threads in [1, 3] {
        let line = format!("suite make 4x4 --count 24 --seed 5 -q --threads {threads}");
        assert_eq!(loa(none.path(), &line).ok(), made);
    }
    assert_eq!(
        loa(none.path(), &format!("{} -q", made_by(&made))).ok(),
        made
    );
    let other = loa(none.path(), "suite make 4x4 --count 24 --seed 6 -q").ok();
    let common: HashSet<&str> = problems(&made).into_iter().collect();
    let common = problems(&other)
        .into_iter()
        .filter(|problem| common.contains(problem));
    assert!(common.count() < 12, "{other}");
    for theme in ["only-win", "long-win", "greedy", "only-draw"] {
        let of_theme = problems(&made)
            .into_iter()
            .filter(|problem| problem.contains(theme));
        assert!(of_theme.count() >= 6, "{theme}: {made}");
    }
    let different: HashSet<_> = problems(&made)
        .into_iter()
        .map(position)
        .map(|p| canonical(&p))
        .collect();
    assert_eq!(different.len(), 24);
}

#[test]
fn suites_are_made_as_wanted_under_all_rules() {
    let folder = tempfile::tempdir().unwrap();
    loa(folder.path(), "solve 3x4 --rules own-draw -q").ok();
    loa(folder.path(), "solve 4x3 --rules draw-loss-misere -q").ok();
    for asked in [
        "4x4 --rules tournament --material 4v3,2v4 --count 10",
        "4x4 --rules soucie --pieces 5 --count 10 --themes greedy,only-win",
        "4x4 --rules openspiel --count 8 --themes long-win",
        "4x4 --rules playstrategy --count 8 --themes only-draw",
        "4x4 --rules misere --count 12",
        "3x4 --rules own-draw --count 6 --themes greedy",
        "4x3 --rules draw-loss-misere --count 6 --themes long-win",
    ] {
        let suite = loa(folder.path(), &format!("suite make {asked} -q")).ok();
        let answer = checked(folder.path(), &suite).ok();
        let count = problems(&suite).len();
        assert!(
            answer.contains(&format!("{count} problems, every claim holds")),
            "{answer}"
        );
        assert!(
            asked.contains(&format!("--count {count}")),
            "{asked}: {suite}"
        );
        for problem in problems(&suite) {
            let (position, material) = (position(problem), position(problem).material());
            assert!(asked.starts_with(&position.board().to_string()));
            assert!(!asked.contains("--material") || asked.contains(&material.to_string()));
            assert!(!asked.contains("--pieces") || material.stones() <= 5);
            let themes = problem.rsplit(';').next().unwrap();
            let wanted = words(asked).last().unwrap().replace(',', " ");
            let is_wanted = wanted.split(' ').any(|theme| themes.contains(theme));
            assert!(
                !asked.contains("--themes") || is_wanted,
                "{asked}: {problem}"
            );
        }
    }
}

#[test]
fn every_wrong_claim_is_found_with_its_line() {
    let folder = tempfile::tempdir().unwrap();
    let sound = "# two problems\n\n\
        1o2/x1xo/x2o/3x x; mover-pass; win in 15; c3-c4; only-win long-win greedy\n\
        1o1o/x3/4/x2x x ; mover-pass;  win in 5 ;a1-c3; greedy # the second\n";
    assert!(
        checked(folder.path(), sound)
            .ok()
            .contains("2 problems, every claim holds")
    );
    for (from, to, line, claim, printed) in [
        (
            "win in 15",
            "draw",
            3,
            "value",
            "it is a win in 15, not a draw",
        ),
        (
            "win in 15",
            "win in 13",
            3,
            "distance",
            "it is a win in 15, not a win in 13",
        ),
        (
            "win in 5 ",
            "win in 7",
            4,
            "distance",
            "it is a win in 5, not a win in 7",
        ),
        (
            "a1-c3",
            "a1-c1",
            4,
            "moves",
            "good moves are missing: a1-c3",
        ),
        (
            "a1-c3",
            "a1-c3 d1-d3 d1-b1",
            4,
            "moves",
            "these moves are not good: ",
        ),
        (
            "c3-c4",
            "a3xd3 c3-c4",
            3,
            "moves",
            "these moves are not good: a3xd3",
        ),
        ("; greedy", "; only-draw", 4, "theme", "it is no only-draw"),
        (
            "; greedy",
            "; only-win greedy",
            4,
            "theme",
            "it is no only-win",
        ),
    ] {
        let wrong = sound.replacen(from, to, 1);
        assert_ne!(wrong, sound);
        let answer = checked(folder.path(), &wrong);
        let expected = format!("line {line}: {printed}");
        assert!(answer.stdout.contains(&expected), "{to}: {}", answer.stdout);
        assert!(answer.failed(3).contains(&format!("line {line}: ")));
        let file = folder.path().join("problems.suite");
        let answer = loa(
            folder.path(),
            &format!("suite check {} --json", file.display()),
        );
        assert_eq!(answer.status, 3);
        let json: serde_json::Value = serde_json::from_str(&answer.stdout).unwrap();
        assert_eq!((&json["problems"], &json["ok"]), (&2.into(), &false.into()));
        let wrongs = json["wrong"].as_array().unwrap();
        let named = |wrong: &serde_json::Value| wrong["line"] == line && wrong["claim"] == claim;
        assert!(wrongs.iter().any(named), "{to}: {json}");
    }
    // Rules decide: the same claims are wrong under others.
    let other = sound.replacen("mover-pass", "mover-pass-misere", 1);
    assert!(
        checked(folder.path(), &other)
            .failed(3)
            .contains("line 3: ")
    );
}

#[test]
fn a_line_that_is_no_problem_is_named_with_its_field() {
    let none = tempfile::tempdir().unwrap();
    let sound = "1o2/x1xo/x2o/3x x; mover-pass; win in 15; c3-c4; only-win";
    for (wrong, printed) in [
        (
            "1o2/x1xo/x2o/3x x; mover-pass; win in 15; c3-c4",
            "line 3: 4 fields",
        ),
        (
            "1o2/x1xo/x2o/3y x; mover-pass; win in 15; c3-c4; greedy",
            "line 3: position: ",
        ),
        (
            "1o2/x1xo/x2o/3x x; club; win in 15; c3-c4; greedy",
            "line 3: rules: ",
        ),
        (
            "1o2/x1xo/x2o/3x x; mover-pass; won; c3-c4; greedy",
            "line 3: value: ",
        ),
        (
            "1o2/x1xo/x2o/3x x; mover-pass; win in 15; c3-c1; greedy",
            "line 3: good moves: ",
        ),
        (
            "1o2/x1xo/x2o/3x x; mover-pass; win in 15; c3-c4; hard",
            "line 3: themes: ",
        ),
        ("\u{fffd};;;;", "line 3: position: "),
    ] {
        let answer = checked(none.path(), &format!("{sound}\n# next\n{wrong}\n"));
        let answer = answer.failed(2);
        assert!(
            answer.contains(printed) && answer.contains("problems.suite"),
            "{answer}"
        );
    }
    assert!(
        checked(none.path(), "# nothing\n")
            .failed(2)
            .contains("no problem")
    );
    let file = none.path().join("problems.suite");
    fs::write(&file, [0xff, 0xfe, b'\n']).unwrap();
    loa(none.path(), &format!("suite check {}", file.display())).failed(2);
    assert!(
        loa(none.path(), "suite check nowhere.suite")
            .failed(1)
            .contains("nowhere.suite")
    );
    for usage in [
        "suite",
        "suite make",
        "suite make 9x9",
        "suite make 4x4 --count 0",
        "suite make 4x4 --themes hard",
        "suite make 4x4 --pieces 5 --material 3v2",
        "suite make 4x4 --pieces 3",
        "suite make 4x4 --material 1v3",
        "suite make 4x4 --material 9v9",
        "suite show x.suite",
    ] {
        assert_eq!(loa(none.path(), usage).status, 2, "{usage}");
    }
}

#[test]
fn tables_without_distances_are_refused() {
    let folder = tempfile::tempdir().unwrap();
    let printed = loa(folder.path(), "suite make 5x4 --pieces 4").failed(5);
    assert!(printed.contains("2v2 on 5x4"), "{printed}");
    let printed = checked(
        folder.path(),
        "\nx3x/5/o3o/5/5 x; mover-pass; draw; a5-c5; greedy",
    )
    .failed(5);
    assert!(printed.contains("no tables for 2v2 on 5x5"), "{printed}");
    loa(folder.path(), "solve 4x3 --metric wdl -q").ok();
    for themes in ["only-win", "long-win", "greedy", "only-draw"] {
        let printed = loa(folder.path(), &format!("suite make 4x3 --themes {themes}")).failed(6);
        assert!(printed.contains("no distances"), "{printed}");
    }

    // There are not as many as are wanted: those that are there are printed.
    let few = "suite make 4x4 --material 2v2 --count 5000 --tries 5000 -q";
    let answer = loa(folder.path(), few);
    let found = problems(&answer.stdout).len();
    assert!((1..5000).contains(&found), "{found}");
    let printed = answer.failed(1);
    assert!(
        printed.contains(&format!("found {found} problems of 5000")),
        "{printed}"
    );
}

#[test]
fn all_tables_that_a_suite_needs_are_named_with_a_command_for_them() {
    let folder = tempfile::tempdir().unwrap();
    let suite = project().join("data/suites/8x8-mover-pass.suite");
    let tables = folder.path().join("tables");
    for command in ["suite check", "judge ./engine --suite"] {
        let line = format!("{command} \"{}\"", suite.display());
        let printed = loa(&tables, &line).failed(5);
        assert!(printed.contains("no tables for 2v2, 2v3, 3v2"), "{printed}");
        assert!(printed.contains(" on 8x8 under mover-pass"), "{printed}");
        assert!(
            printed.ends_with("loa solve 8x8 --material 3v3"),
            "{printed}"
        );
    }
    let two = "xo1/3/o1x o; mover-pass; win in 3; b3-b2; only-win\n\
               xo1/3/o1x o; own-loss; win in 3; b3-b2; only-win";
    let printed = checked(folder.path(), two).failed(5);
    assert!(
        printed.contains("2v2 on 3x3 under mover-pass; 2v2 on 3x3 under own-loss"),
        "{printed}"
    );
    let commands = "loa solve 3x3 && loa solve 3x3 --rules own-loss";
    assert!(printed.ends_with(commands), "{printed}");
}

#[test]
fn suites_are_drawn_without_tables() {
    let folder = tempfile::tempdir().unwrap();
    // Either will do.
    let file = project().join("data/suites").join(SHIPPED[1]);
    let neither = loa(folder.path(), &format!("suite show {}", file.display()));
    assert_eq!(neither.status, 2);
    for either in ["--svg", "--html"] {
        assert!(neither.stderr.contains(either), "{}", neither.stderr);
    }
    let (svg, html) = (folder.path().join("svg"), folder.path().join("page.html"));
    let line = format!(
        "suite show {} --svg {} --html {}",
        file.display(),
        svg.display(),
        html.display()
    );
    assert_eq!(loa(folder.path(), &line).ok().lines().count(), 2);
    let suite = shipped(SHIPPED[1]);
    for (number, problem) in (1..).zip(problems(&suite)) {
        let drawing = fs::read_to_string(svg.join(format!("{number:03}.svg"))).unwrap();
        let position = position(problem);
        assert!(drawing.contains(&format!("<title>{position}: ")));
        let circles = drawing.matches("<circle").count();
        assert_eq!(circles, position.material().stones() as usize);
        let moves = problem.split(';').nth(3).unwrap().split_whitespace();
        for m in moves {
            assert!(
                drawing.contains(&format!("<g><title>{m}</title>")),
                "{problem}"
            );
        }
    }
    let page = fs::read_to_string(&html).unwrap();
    assert_eq!(page.matches("<figure").count(), problems(&suite).len());
}
