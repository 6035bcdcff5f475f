//! The contracts that other programs are written against.

use serde_json::json;

use crate::{assert_same_files, files, kept_tables, loa, loa_reading};

const START: &str = "1xx1/o2o/o2o/1xx1 x";

#[test]
fn probe_answers_without_any_table_made() {
    let none = tempfile::tempdir().unwrap();
    let probe = loa(none.path(), &format!("probe --json \"{START}\"")).json();
    assert_eq!(probe["position"], START);
    assert_eq!(probe["board"], "4x4");
    assert_eq!(probe["rules"], "mover-pass");
    assert_eq!(probe["material"], "4v4");
    assert_eq!(probe["category"], "win");
    assert_eq!(probe["plies"], 3);
    assert_eq!(probe["over"], json!(null));
    let moves = probe["moves"].as_array().unwrap();
    assert_eq!(moves.len(), 12);
    let first = json!({
        "move": "b1-b3", "capture": false, "category": "win", "plies": 3,
        "position": "1xx1/ox1o/o2o/2x1 o",
    });
    assert_eq!(moves[0], first);
    let two_words = loa(none.path(), &format!("probe {START} --json")).json();
    let by_name = loa(none.path(), "probe start 4x4 --json").json();
    assert_eq!(two_words, probe);
    assert_eq!(by_name, probe);
}

#[test]
fn moves_are_sorted_best_first() {
    let none = tempfile::tempdir().unwrap();
    for rules in ["club", "tournament", "soucie", "misere"] {
        for position in [
            "start 4x4",
            "scrambled 4x4",
            "o2o/x1x1/4/x2x o",
            "xo2/4/2xo/o2x x",
        ] {
            let probe = loa(
                none.path(),
                &format!("probe {position} --json --rules {rules}"),
            )
            .json();
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
fn finished_positions_have_no_moves() {
    let none = tempfile::tempdir().unwrap();
    let probe = |position: &str, rules: &str| {
        let probe = loa(
            none.path(),
            &format!("probe \"{position}\" --json --rules {rules}"),
        )
        .json();
        assert_eq!(probe["moves"], json!([]));
        (
            probe["over"].clone(),
            probe["category"].clone(),
            probe["plies"].clone(),
        )
    };
    let both = "xx2/4/4/oo2 x";
    assert_eq!(
        probe(both, "club"),
        (json!("both-connected"), json!("loss"), json!(0))
    );
    assert_eq!(
        probe(both, "tournament"),
        (json!("both-connected"), json!("draw"), json!(null))
    );
    assert_eq!(
        probe(both, "misere"),
        (json!("both-connected"), json!("win"), json!(0))
    );
    assert_eq!(
        probe("xx2/4/4/o2o x", "club"),
        (json!("us-connected"), json!("win"), json!(0))
    );
    assert_eq!(
        probe("x2x/4/4/oo2 x", "soucie"),
        (json!("them-connected"), json!("loss"), json!(0))
    );
    let stuck = "xo2/oo2/4/2o1 x";
    assert_eq!(
        probe(stuck, "own-draw"),
        (json!("no-move"), json!("draw"), json!(null))
    );
    assert_eq!(
        probe(stuck, "own-loss"),
        (json!("no-move"), json!("loss"), json!(0))
    );
    let dead = "o1o1/1x1x/o1o1/1x1x x";
    assert_eq!(
        probe(dead, "club"),
        (json!("dead"), json!("draw"), json!(null))
    );
}

/// Its moves are listed, for programs have come to rely on that; whoever reads them
/// learns first that nobody will make them.
#[test]
fn a_game_that_is_over_is_said_to_be() {
    let none = tempfile::tempdir().unwrap();
    let text = loa(none.path(), "moves \"1ox2/2o2/2x2/2x2 o\"").ok();
    let lines: Vec<&str> = text.lines().collect();
    assert_eq!(lines[0], "1ox2/2o2/2x2/2x2 o  over: us-connected, o wins");
    assert_eq!(lines.len(), 2 + 8, "{text}");
    assert!(lines[1].contains("were it not over"), "{text}");
    let drawn = "line \"xx2/4/4/oo2 x\" --rules tournament";
    let text = loa(none.path(), drawn).ok();
    let (_, end) = text.split_once('\n').unwrap();
    assert_eq!(end, "the game is over: both-connected\n");
    let json = loa(none.path(), &format!("{drawn} --json")).json();
    assert_eq!(json["over"], "both-connected");
    let going_on = loa(none.path(), "line start 4x4 --json").json();
    assert_eq!(going_on["over"], json!(null));
}

#[test]
fn a_line_says_who_won_and_how_a_draw_is_held() {
    let none = tempfile::tempdir().unwrap();
    let won = loa(none.path(), "line \"o2o/x3/2o1/x1xo x\"").ok();
    assert!(won.contains("\n    1. a3-b4  "), "{won}");
    assert!(won.contains("\n  1... "), "{won}");
    assert!(won.contains("only move"), "{won}");
    assert!(won.ends_with("black wins: black is connected\n"), "{won}");
    let drawn = loa(none.path(), "line start 4x4 --rules misere").ok();
    assert!(drawn.ends_with(" again: so it can go on\n"), "{drawn}");
    let json = loa(none.path(), "line start 4x4 --rules misere --json").json();
    assert_eq!(json["line"], json!([]));
    let moves = json["drawn_line"].as_array().unwrap();
    assert_eq!(moves.len() + 2, drawn.lines().count());
    let mut seen = vec![json["position"].clone()];
    for (number, step) in (1..).zip(moves) {
        assert_eq!(step["category"], "draw");
        let position = step["position"].clone();
        assert_eq!(seen.contains(&position), number == moves.len());
        seen.push(position);
    }
}

#[test]
fn a_pass_is_a_move() {
    let none = tempfile::tempdir().unwrap();
    let position = "6ox/6oo/8/8/8/8/oo6/xo6 x";
    let moves = loa(none.path(), &format!("moves \"{position}\" --json")).json();
    assert_eq!(moves["over"], json!(null));
    assert_eq!(
        moves["moves"],
        json!([{ "move": "pass", "capture": false, "position": position.replace(" x", " o") }])
    );
    let moves = loa(
        none.path(),
        &format!("moves \"{position}\" --json --rules openspiel"),
    )
    .json();
    assert_eq!(moves["over"], "no-move");
    assert_eq!(moves["moves"], json!([]));
}

#[test]
fn draws_say_what_they_mean_where_repetition_loses() {
    let none = tempfile::tempdir().unwrap();
    let probe = |rules: &str| {
        let line = format!("probe \"2o1/1xxo/4/xo1x x\" --json --rules {rules}");
        loa(none.path(), &line).json()
    };
    let drawn = probe("soucie");
    assert_eq!(drawn["category"], "draw");
    assert_eq!(
        drawn["note"],
        "neither side can force a win without the repetition rule"
    );
    assert_eq!(drawn["repetition"]["category"], "win");
    let many = loa_reading(
        none.path(),
        "probe --stdin --rules soucie",
        "2o1/1xxo/4/xo1x x\n",
    );
    assert_eq!(many.json(), drawn);
    let ids = probe("own-loss");
    assert!(ids.get("note").is_none() && ids.get("repetition").is_none());
}

#[test]
fn lines_end_the_game_at_the_distance_of_the_value() {
    let none = tempfile::tempdir().unwrap();
    for (position, rules) in [
        ("start 4x4", "club"),
        ("o2o/x3/2o1/x1xo x", "club"),
        ("scrambled 4x4", "soucie"),
    ] {
        let answer = loa(
            none.path(),
            &format!("line {position} --json --rules {rules}"),
        )
        .json();
        let line = answer["line"].as_array().unwrap();
        if answer["category"] != "draw" {
            assert_eq!(line.len() as u64, answer["plies"].as_u64().unwrap());
            let end = line.last().unwrap()["position"].as_str().unwrap();
            let end = loa(
                none.path(),
                &format!("moves \"{end}\" --json --rules {rules}"),
            )
            .json();
            assert_ne!(end["over"], json!(null));
        }
        for (step, left) in line.iter().zip((1..=line.len()).rev()) {
            assert_eq!(step["plies"], left, "every step is a ply nearer");
        }
    }
}

#[test]
fn perft_counts() {
    let none = tempfile::tempdir().unwrap();
    let perft = loa(none.path(), &format!("perft \"{START}\" 4 --json")).json();
    assert_eq!(
        perft,
        json!({ "position": START, "depth": 4, "nodes": 7460 })
    );
    assert_eq!(loa(none.path(), "perft start 4x4 2").ok(), "120\n");
}

#[test]
fn lines_of_standard_input_get_a_line_each() {
    let none = tempfile::tempdir().unwrap();
    let answer = loa_reading(
        none.path(),
        "probe --stdin",
        "start 4x4\n\nnonsense\nxo2/4/2xo/o2x x\nstart 5x5\n",
    );
    assert_eq!(answer.status, 2, "the first failure decides");
    let lines: Vec<serde_json::Value> = answer
        .stdout
        .lines()
        .map(|line| serde_json::from_str(line).unwrap())
        .collect();
    assert_eq!(lines.len(), 4);
    assert_eq!(lines[0]["category"], "win");
    assert_eq!(lines[1]["status"], 2);
    assert_eq!(lines[2]["board"], "4x4");
    assert_eq!(lines[3]["status"], 5);
    let answer = loa_reading(none.path(), "moves --stdin", "start 4x4\n").json();
    assert_eq!(answer["moves"].as_array().unwrap().len(), 12);
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
            assert_same_files(
                &files(&folder.path().join(rules).join("4x4")),
                &kept_tables(rules),
            );
        }
    }
}

#[test]
fn a_solve_builds_what_its_tables_depend_on_and_no_more() {
    let folder = tempfile::tempdir().unwrap();
    let solve = loa(folder.path(), "solve 5x4 --material 2v3 --json").json();
    assert_eq!(
        (&solve["written"], &solve["skipped"], &solve["start"]),
        (&json!(3), &json!(0), &json!(null))
    );
    let solve = loa(folder.path(), "solve 5x4 --material 3v3 --json").json();
    assert_eq!(
        (&solve["written"], &solve["skipped"]),
        (&json!(1), &json!(3))
    );
    let solve = loa(folder.path(), "solve 5x4 --pieces 6 --json").json();
    assert_eq!(
        (&solve["written"], &solve["skipped"]),
        (&json!(2), &json!(4))
    );
    let verified = loa(folder.path(), "verify 5x4 --json").json();
    assert_eq!(verified["tables"], 6);
    let info = loa(folder.path(), "info --json").json();
    let tables = info["tables"].as_array().unwrap();
    assert_eq!(tables.len(), 6);
    for table in tables {
        assert_eq!(
            (&table["board"], &table["rules"]),
            (&json!("5x4"), &json!("mover-pass"))
        );
        assert_eq!(
            (&table["metric"], &table["complete"]),
            (&json!("distance"), &json!(true))
        );
        let file = std::path::Path::new(table["file"].as_str().unwrap());
        assert_eq!(
            file.metadata().unwrap().len(),
            table["bytes"].as_u64().unwrap()
        );
    }
    let sum: u64 = tables
        .iter()
        .map(|table| table["positions"].as_u64().unwrap())
        .sum();
    assert_eq!(verified["values"], sum);
    assert_eq!(loa(folder.path(), "check").ok().lines().count(), 7);
}

#[test]
fn census_lines_equal_the_reference() {
    let folder = tempfile::tempdir().unwrap();
    for (board, rules) in [
        ("3x4", "own-pass"),
        ("4x3", "draw-loss-misere"),
        ("4x4", "mover-draw-misere"),
    ] {
        loa(folder.path(), &format!("solve {board} --rules {rules} -q")).ok();
        let census = loa(
            folder.path(),
            &format!("census {board} --rules {rules} --csv"),
        )
        .ok();
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
    let svg = loa(folder.path(), "census 4x4 --svg").ok();
    assert!(svg.starts_with("<svg ") && svg.trim_end().ends_with("</svg>"));
    // No number stands in the slot beside the word, which is wider than one.
    let below = |label: &str| -> f64 {
        let (before, _) = svg.split_once(&format!(">{label}</text>")).unwrap();
        let (_, x) = before
            .rsplit_once(" x=\"")
            .or(before.rsplit_once("x=\""))
            .unwrap();
        x.split('"').next().unwrap().parse().unwrap()
    };
    assert!(below("drawn") - below("16") > 40.0, "{svg}");
    assert!(
        loa(folder.path(), "census 4x4")
            .ok()
            .contains("o2o/x3/2o1/x1xo x")
    );
    let part = loa(folder.path(), "census 4x4 --material 4v3").ok();
    assert!(
        part.starts_with("4x4 under mover-pass, 4v3, 7 stones of 8: "),
        "{part}"
    );
}
