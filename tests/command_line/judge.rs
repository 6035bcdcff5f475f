//! `loa judge` and engines that are perfect, wrong, or broken in every way that
//! `tests/engines/faulty.rs` offers.

use std::collections::BTreeMap;
use std::fs;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};
use std::time::Duration;

use loa_tests::skipped;
use serde_json::{Value as Json, json};

use crate::documents::lines_of;
use crate::{Answer, command, loa, loa_reading, project, signal};

/// Returns the path of the engine that fails as its arguments say. `cargo test` builds it with all
/// other examples, but not if it is given a selection of tests.
pub(crate) fn faulty_engine() -> PathBuf {
    let beside = Path::new(env!("CARGO_BIN_EXE_loa")).with_file_name("examples");
    let program = beside.join(format!("faulty_engine{}", std::env::consts::EXE_SUFFIX));
    let build = "cargo build -p loa-cli --example faulty_engine";
    assert!(program.exists(), "{} is made by: {build}", program.display());
    program
}

/// Runs `loa judge` with that engine in one of its modes.
fn judge(mode: &str, rest: &str) -> Answer {
    let none = tempfile::tempdir().unwrap();
    judge_with(none.path(), mode, rest)
}

fn judge_with(tables: &Path, mode: &str, rest: &str) -> Answer {
    let engine = faulty_engine();
    let line = format!("judge \"'{}' {mode}\" {rest} --quiet", engine.display());
    loa(tables, &line)
}

/// Returns the report of a run that ends with a status.
fn report(answer: &Answer, status: i32) -> Json {
    assert_eq!(answer.status, status, "{}{}", answer.stdout, answer.stderr);
    serde_json::from_str(&answer.stdout).unwrap()
}

/// Returns all wrong moves of a report in the form in which the faulty engine writes its errors.
fn found(report: &Json) -> Vec<String> {
    let worst = report["worst"].as_array().unwrap();
    let mut found: Vec<String> = worst
        .iter()
        .map(|wrong| {
            let position = wrong["position"].as_str().unwrap();
            match (wrong["effect"].as_str().unwrap(), wrong["plies_lost"].as_u64()) {
                ("slower", Some(plies)) => format!("{position};win {plies}"),
                ("sooner", Some(plies)) => format!("{position};loss {plies}"),
                (effect, _) => format!("{position};{effect}"),
            }
        })
        .collect();
    found.sort();
    found
}

/// Counts each kind of error, and the total of its plies.
fn counted(errors: &[String]) -> BTreeMap<String, (u64, u64)> {
    let mut counts = BTreeMap::new();
    for error in errors {
        let effect = error.split_once(';').unwrap().1;
        let (kind, plies) = match effect.split_once(' ') {
            Some((outcome, plies)) => (outcome.to_owned(), plies.parse().unwrap()),
            None => (effect.to_owned(), 0),
        };
        let count = counts.entry(kind).or_insert((0, 0));
        *count = (count.0 + 1, count.1 + plies);
    }
    counts
}

#[test]
fn planted_errors_are_found_exactly_and_none_invented() {
    let mut kinds = Vec::new();
    for rules in ["club", "tournament", "misere"] {
        let folder = tempfile::tempdir().unwrap();
        let log = folder.path().join("errors");
        let mode = format!("errs 3 '{}'", log.display());
        let rest = format!("4x4 --rules {rules} --positions 700 --worst 1000 --json");
        let report = report(&judge(&mode, &rest), 3);
        let written = fs::read_to_string(log).unwrap();
        let mut planted: Vec<String> = written.lines().map(str::to_owned).collect();
        planted.sort();
        assert!(planted.len() > 100, "{}", planted.len());
        assert_eq!(found(&report), planted, "{rules}");

        let counts = counted(&planted);
        let count = |kind: &str| counts.get(kind).map_or((0, 0), |&count| count);
        let all = &report["all"];
        let blunders = json!({
            "win-to-draw": count("win-to-draw").0,
            "win-to-loss": count("win-to-loss").0,
            "draw-to-loss": count("draw-to-loss").0,
        });
        assert_eq!(all["blunders"], blunders);
        let delay = |kind| json!({ "moves": count(kind).0, "plies": count(kind).1 });
        assert_eq!((&all["slower"], &all["sooner"]), (&delay("win"), &delay("loss")));
        let given_away: u64 = blunders.as_object().unwrap().values().filter_map(Json::as_u64).sum();
        let answers = all["answers"].as_u64().unwrap();
        assert_eq!(all["kept"], answers - given_away);
        assert_eq!(report["failures"]["counts"], json!({}));
        for by in ["by_material", "by_distance"] {
            let rows = report[by].as_object().unwrap();
            let sum =
                |field: &str| rows.values().filter_map(|row| row[field].as_u64()).sum::<u64>();
            assert_eq!((sum("answers"), sum("kept")), (answers, answers - given_away));
        }
        kinds.extend(counts.into_keys());
    }
    for kind in ["win-to-draw", "win-to-loss", "draw-to-loss", "win", "loss"] {
        assert!(kinds.iter().any(|known| known == kind), "no {kind} was tried");
    }
}

#[cfg(unix)]
#[test]
fn an_interrupted_judgement_reports_what_it_has() {
    let none = tempfile::tempdir().unwrap();
    let suite = none.path().join("suite");
    std::fs::write(&suite, "start 4x4\n".repeat(5000)).unwrap();
    let line = format!(
        "judge \"'{}' late 50\" --suite \"{}\" --json --workers 2",
        faulty_engine().display(),
        suite.display()
    );
    let mut command = command(none.path(), &line);
    let child = command.stdout(Stdio::piped()).stderr(Stdio::piped()).spawn().unwrap();
    std::thread::sleep(Duration::from_secs(3));
    signal(&child, "INT");
    let answer = Answer::of(child.wait_with_output().unwrap());
    let report = report(&answer, 130);
    assert_eq!(report["interrupted"], true);
    let answers = report["all"]["answers"].as_u64().unwrap();
    assert!(answers > 0 && answers < 5000, "{answers}");
}

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
    let document = fs::read_to_string(project().join("docs/protocol.md")).unwrap();
    let shown = lines_of(&document, "asked");
    assert_eq!(asked[..shown.len()], shown, "{log}");
    assert_eq!(asked.len(), shown.len() + 2 * 4 + 1, "{log}");
    assert_eq!(asked.last().unwrap(), "quit");
    assert_eq!(log.matches(" 1 < bestmove ").count(), 3, "{log}");
    let nowhere = folder.path().join("none/log");
    let rest = format!("4x4 --log {}", nowhere.display());
    judge("perfect", &rest).failed(1);
}

/// The refutation begins with the bad move and leads to its result.
#[test]
fn blunders_are_refuted() {
    let folder = tempfile::tempdir().unwrap();
    let json = report(&judge("random", "4x4 --positions 200 --worst 5 --json"), 3);
    for wrong in json["worst"].as_array().unwrap() {
        let Some(reply) = wrong["refutation"][0].as_str() else {
            assert_eq!(wrong["move_value"]["plies"], 1, "{wrong}");
            continue;
        };
        let position = wrong["position"].as_str().unwrap();
        let played = wrong["move"].as_str().unwrap();
        let list = format!("{position}\n1. {played} {reply}\n");
        let reviewed = loa_reading(folder.path(), "review - --json", &list).json();
        assert_eq!(reviewed["moves"][0]["effect"], wrong["effect"]);
        assert_eq!(reviewed["moves"][1]["effect"], "best", "{wrong}");
    }
}

#[test]
fn the_engine_of_the_document_plays_by_the_rules() {
    let Ok(python) = Command::new("python3").arg("--version").output() else {
        return skipped("there is no python3");
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
    // In games the moves follow the start.
    let line = format!("match {engine} {engine} 5x4 --games 8 --movetime 1000 --no-tables --json");
    let games = loa(folder.path(), &line).json();
    assert!(games["endings"]["failure"].is_null(), "{games}");
}
