//! `loa match`: engines against each other.

use crate::judge::faulty_engine;
use crate::{Answer, loa};

fn play(one: &str, two: &str, rest: &str) -> Answer {
    let none = tempfile::tempdir().unwrap();
    let engine = faulty_engine();
    let engine = engine.display();
    let line = format!("match \"'{engine}' {one}\" \"'{engine}' {two}\" {rest} --quiet");
    loa(none.path(), &line)
}

#[test]
fn a_match_is_scored_and_all_games_are_written() {
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("games.sgf");
    let rest = format!("4x4 --games 8 --json --sgf {}", file.display());
    let json = play("perfect", "first", &rest).json();
    assert_eq!(json["games"], 8);
    assert_eq!(json["openings"], 4);
    assert_eq!(
        (&json["pairs"][0], &json["pairs"][1]),
        (&0.into(), &0.into())
    );
    assert!(json["won"].as_u64() > json["lost"].as_u64(), "{json}");
    let sgf = std::fs::read_to_string(&file).unwrap();
    assert_eq!(sgf.matches("(;FF[4]GM[9]").count(), 8);
    let reviewed = loa(folder.path(), &format!("review {}", file.display())).ok();
    assert!(reviewed.contains("on 4x4 under mover-pass"), "{reviewed}");
    let printed = play("perfect", "first", "4x4 --games 40 --sprt 0,200").ok();
    assert!(printed.contains("1 is stronger by 200 Elo"), "{printed}");
}

#[test]
fn failures_lose_games_and_engines_that_do_not_start_end_the_match() {
    let json = play("first", "dies-on 1", "4x4 --games 2 --json").json();
    assert_eq!(json["endings"]["failure"], 2);
    assert_eq!(json["won"], 2);
    let failed = play("first", "dies-at-once", "4x4 --games 2").failed(1);
    assert!(failed.contains("dies-at-once"), "{failed}");
    let printed = play("illegal", "first", "4x4 --games 2").ok();
    assert!(printed.contains("illegal move: 'a1-a1'"), "{printed}");
    let none = play("first", "first", "");
    assert!(none.status == 2 && none.stderr.contains("<BOARD>"));
}

#[test]
fn positions_of_a_suite_are_openings() {
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("openings");
    std::fs::write(&file, "start 4x4 ; the start\nscrambled 4x4\n").unwrap();
    let rest = format!("--suite {} --games 4 --json", file.display());
    let json = play("first", "first", &rest).json();
    assert_eq!(json["openings"], 2);
    assert_eq!(json["pairs"][2], 2);
    assert_eq!(json["list"][0]["opening_plies"], 0);
}
