//! The contracts that other programs are written against.

use serde_json::json;

use crate::{assert_same_files, files, kept_tables, loa};

#[test]
fn moves_are_sorted_best_first() {
    let none = tempfile::tempdir().unwrap();
    for rules in ["club", "tournament", "soucie", "misere"] {
        for position in ["start 4x4", "scrambled 4x4", "o2o/x1x1/4/x2x o", "xo2/4/2xo/o2x x"] {
            let probe =
                loa(none.path(), &format!("probe {position} --json --rules {rules}")).json();
            let moves = probe["moves"].as_array().unwrap();
            let keys: Vec<_> = moves
                .iter()
                .map(|m| {
                    let plies = m["plies"].as_i64().unwrap_or(0);
                    let order = match m["category"].as_str().unwrap() {
                        "win" => (0, plies),
                        "draw" => (1, 0),
                        _ => (2, -plies),
                    };
                    (order, m["move"].as_str().unwrap().to_owned())
                })
                .collect();
            assert!(keys.is_sorted(), "{rules} {position}: {keys:?}");
            if let Some(best) = moves.first() {
                assert_eq!(best["category"], probe["category"]);
                assert_eq!(best["plies"], probe["plies"]);
            }
        }
    }
}

#[test]
fn lines_end_the_game_at_the_distance_of_the_value() {
    let none = tempfile::tempdir().unwrap();
    for (position, rules) in
        [("start 4x4", "club"), ("o2o/x3/2o1/x1xo x", "club"), ("scrambled 4x4", "soucie")]
    {
        let answer = loa(none.path(), &format!("line {position} --json --rules {rules}")).json();
        let line = answer["line"].as_array().unwrap();
        if answer["category"] != "draw" {
            assert_eq!(line.len() as u64, answer["plies"].as_u64().unwrap());
            let end = line.last().unwrap()["position"].as_str().unwrap();
            let end = loa(none.path(), &format!("moves \"{end}\" --json --rules {rules}")).json();
            assert_ne!(end["over"], json!(null));
        }
        for (step, left) in line.iter().zip((1..=line.len()).rev()) {
            assert_eq!(step["plies"], left, "every step is a ply nearer");
        }
    }
}

#[test]
fn kept_tables_come_out_again_byte_for_byte() {
    for (preset, rules) in [
        ("club", "mover-pass"),
        ("tournament", "draw-pass"),
        ("soucie", "own-loss"),
        ("openspiel", "mover-loss"),
        ("playstrategy", "draw-draw"),
        ("misere", "mover-pass-misere"),
    ] {
        for threads in [1, 2, 4] {
            let folder = tempfile::tempdir().unwrap();
            let solve = format!("solve 4x4 --rules {preset} --threads {threads} --quiet");
            loa(folder.path(), &solve).ok();
            assert_same_files(&files(&folder.path().join(rules).join("4x4")), &kept_tables(rules));
        }
    }
}

#[test]
fn census_lines_equal_the_reference() {
    let folder = tempfile::tempdir().unwrap();
    for (board, rules) in
        [("3x4", "own-pass"), ("4x3", "draw-loss-misere"), ("4x4", "mover-draw-misere")]
    {
        loa(folder.path(), &format!("solve {board} --rules {rules} -q")).ok();
        let census = loa(folder.path(), &format!("census {board} --rules {rules} --csv")).ok();
        let mut found: Vec<&str> = census.lines().skip(1).collect();
        found.sort_unstable();
        let path = crate::project().join(format!("data/reference/census-{board}.csv"));
        let reference = std::fs::read_to_string(path).unwrap();
        let start = format!("{board},{rules},");
        let mut expected: Vec<&str> = reference
            .lines()
            .filter(|line| line.starts_with(&start))
            .filter(|line| line.split(',').skip(2).take(2).all(|stones| stones != "1"))
            .collect();
        expected.sort_unstable();
        assert!(!expected.is_empty());
        assert_eq!(found, expected);
    }
}
