//! `loa judge` for authors of engines: the log, late answers, refutations, comparison,
//! and the engine of the documentation.

use std::fs;
use std::process::Command;

use super::{judge, report};
use crate::documents::lines_of;
use crate::{loa, project};

#[test]
fn the_log_is_the_dialogue_of_the_document() {
    let folder = tempfile::tempdir().unwrap();
    let log = folder.path().join("log");
    let rest = format!("4x4 --positions 3 --workers 1 --log {}", log.display());
    judge("perfect", &rest).ok();
    let log = fs::read_to_string(&log).unwrap();
    let asked: Vec<String> = log
        .lines()
        .filter_map(|line| line.split_once(" 1 > "))
        .map(|(seconds, asked)| {
            assert!(seconds.trim().parse::<f64>().is_ok(), "{seconds}");
            if asked.starts_with("position fen ") {
                "position fen POSITION".to_owned()
            } else {
                asked.to_owned()
            }
        })
        .collect();
    let document = fs::read_to_string(project().join("docs/engines.md")).unwrap();
    let shown = lines_of(&document, "asked");
    assert_eq!(asked[..shown.len()], shown, "{log}");
    assert_eq!(asked.len(), shown.len() + 2 * 4 + 1, "{log}");
    assert_eq!(asked.last().unwrap(), "quit");
    assert_eq!(log.matches(" 1 < bestmove ").count(), 3, "{log}");
    let nowhere = folder.path().join("none/log");
    let rest = format!("4x4 --log {}", nowhere.display());
    judge("perfect", &rest).failed(1);
}

#[test]
fn late_answers_are_counted() {
    let rest = "4x4 --positions 2 --movetime 20 --workers 1";
    let late = judge("late 120", rest).ok();
    assert!(late.contains("late: 2 answers after more than 20 ms a move"), "{late}");
    let json = report(&judge("late 120", &format!("{rest} --json")), 0);
    assert_eq!(json["late"], 2);
    let json = report(&judge("perfect", "4x4 --positions 2 --depth 3 --json"), 0);
    assert!(json["late"].is_null());
}

/// The refutation leads from the bad move to what it leaves.
#[test]
fn blunders_are_refuted() {
    let folder = tempfile::tempdir().unwrap();
    let json = report(&judge("random", "4x4 --positions 200 --worst 5 --json"), 3);
    for wrong in json["worst"].as_array().unwrap() {
        let Some(reply) = wrong["refutation"][0].as_str() else {
            assert_eq!(wrong["move_plies"], 1, "{wrong}");
            continue;
        };
        let position = wrong["position"].as_str().unwrap();
        let played = wrong["move"].as_str().unwrap();
        let list = format!("{position}\n1. {played} {reply}\n");
        let reviewed = crate::loa_reading(folder.path(), "review - --json", &list).json();
        assert_eq!(reviewed["moves"][0]["effect"], wrong["effect"]);
        assert_eq!(reviewed["moves"][1]["effect"], "best", "{wrong}");
    }
}

#[test]
fn an_older_report_is_compared() {
    let folder = tempfile::tempdir().unwrap();
    let old = folder.path().join("old.json");
    let rest = "4x4 --positions 300";
    fs::write(&old, judge("random", &format!("{rest} --json")).stdout).unwrap();
    let compare = format!("--compare {}", old.display());
    let better = judge("perfect", &format!("{rest} {compare}")).ok();
    assert!(better.contains("100.00 % now"), "{better}");
    assert!(better.contains("which is more than chance"), "{better}");
    let same = report(&judge("random", &format!("{rest} --json {compare}")), 3);
    assert_eq!(same["compared"]["more_than_chance"], false);
    let other = judge("perfect", &format!("4x4 --positions 20 {compare}")).ok();
    assert!(other.contains("differ in more than the engine: positions"), "{other}");
    fs::write(&old, "{}").unwrap();
    assert!(judge("perfect", &format!("{rest} {compare}")).failed(2).contains("no report"));
}

#[test]
fn the_engine_of_the_document_plays_by_the_rules() {
    let Ok(python) = Command::new("python3").arg("--version").output() else {
        println!("skipped: there is no python3");
        return;
    };
    assert!(python.status.success());
    let file = project().join("tools/minimal_engine.py");
    let lines = fs::read_to_string(&file).unwrap().lines().count();
    assert!(lines <= 40, "{lines}");
    let folder = tempfile::tempdir().unwrap();
    let engine = format!("\"python3 '{}'\"", file.display());
    let line = format!("judge {engine} 4x4 --positions 300 --fail-on failure --movetime 1000 -q");
    let judged = loa(folder.path(), &line).ok();
    assert!(judged.contains("of 300)"), "{judged}");
    // In games the moves come after the start.
    let line = format!("match {engine} {engine} 5x4 --games 8 --movetime 1000 --no-tables --json");
    let games = loa(folder.path(), &line).json();
    assert!(games["endings"]["failure"].is_null(), "{games}");
}
