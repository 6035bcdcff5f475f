//! Engines that fail: each is reported as what it is, with what it said last, and
//! the judge ends in time.

use std::time::{Duration, Instant};

use serde_json::{Value as Json, json};

use super::{faulty_engine, judge, report};
use crate::loa;

/// The report on an engine that fails, and how long it took to get.
fn failing(mode: &str, rest: &str) -> Json {
    let began = Instant::now();
    let rest = format!("4x4 --positions 60 --json {rest}");
    let report = report(&judge(mode, &rest), 3);
    assert!(began.elapsed() < Duration::from_secs(30), "{mode}: {:?}", began.elapsed());
    report
}

/// Returns whether a failure came with these words.
fn says(failure: &Json, stream: &str, text: &str) -> bool {
    let lines = failure[stream].as_array().unwrap();
    lines.iter().any(|line| line.as_str().unwrap().contains(text))
}

const SHORT: &str = "--movetime 20 --grace 150 --ready 5000 --max-failures 4";
/// For engines that answer, which on a busy machine takes its time.
const PATIENT: &str = "--grace 20000";

#[test]
fn every_kind_of_failure_is_reported_with_the_last_lines() {
    for (mode, kind, stream, words) in [
        ("mute", "hung", "said", "let me see"),
        ("late 900", "hung", "said", "readyok"),
        ("floods", "hung", "said", "and another thing"),
        ("wrong-case", "wrong-case", "said", "bestmove "),
        ("illegal", "illegal", "said", "bestmove a1-a1"),
        ("nonsense", "nonsense", "said", "bestmove <b>banana</b>"),
        ("dies-on 1", "died", "complained", "the answer is too much for me"),
    ] {
        let report = failing(mode, SHORT);
        assert_eq!(report["all"]["answers"], 0, "{mode}");
        assert_eq!(report["gave_up"], true, "{mode}");
        let failures = report["failures"]["each"].as_array().unwrap();
        assert!(failures.len() >= 4, "{mode}");
        for failure in failures {
            assert_eq!(failure["kind"], kind, "{mode}: {failure}");
            assert!(says(failure, stream, words), "{mode}: {failure}");
        }
    }
}

#[test]
fn an_engine_that_never_gets_ready_is_given_up_at_once() {
    for (mode, kind, stream, words) in [
        ("deaf", "no-handshake", "said", "what do you want?"),
        ("dies-at-once", "died", "complained", "I do not feel well"),
    ] {
        let report = failing(mode, "--ready 400 --workers 1 --max-failures 50");
        let failures = report["failures"]["each"].as_array().unwrap();
        assert_eq!((failures.len(), &report["gave_up"]), (1, &json!(true)), "{mode}");
        assert_eq!(failures[0]["kind"], kind, "{mode}");
        assert!(says(&failures[0], stream, words), "{mode}");
    }
}

#[test]
fn what_was_judged_before_an_engine_dies_counts() {
    let report = failing("dies-on 3", &format!("{PATIENT} --max-failures 4 --workers 1"));
    // Four engines were started, each of which answered twice before it died.
    assert_eq!(report["all"]["answers"], 8);
    assert_eq!(report["all"]["kept_percent"], 100.0);
    assert_eq!(report["failures"]["counts"], json!({ "died": 4 }));
    let all = failing("dies-on 3", &format!("{PATIENT} --max-failures 50"));
    assert_eq!((&all["gave_up"], &all["positions"]), (&json!(false), &json!(60)));
    let failed = all["failures"]["counts"]["died"].as_u64().unwrap();
    assert_eq!(all["all"]["answers"].as_u64().unwrap() + failed, 60);
    assert!((19..=20).contains(&failed), "{failed}");
}

#[test]
fn talk_beside_the_answers_is_forgiven() {
    let report = report(&judge("babbles", "4x4 --positions 200 --json"), 0);
    assert_eq!(report["all"]["answers"], 200);
    assert_eq!(report["all"]["kept_percent"], 100.0);
}

#[test]
fn a_game_ends_with_its_engine() {
    let rest = format!("4x4 --positions 0 --play 10 --json {SHORT}");
    let report = report(&judge("mute", &rest), 3);
    assert_eq!(report["played_out"]["games"], json!([]));
    assert!(report["failures"]["counts"]["hung"].as_u64().unwrap() >= 3);
    assert_eq!(report["gave_up"], true);
}

#[test]
fn a_silent_codingame_program_is_a_failure() {
    let folder = tempfile::tempdir().unwrap();
    loa(folder.path(), "solve 8x8 --material 2v2 -q").ok();
    let rest = "8x8 --protocol codingame --ready 200 --positions 20 --max-failures 2 --json";
    let answer = super::judge_with(folder.path(), "codingame-mute", rest);
    let report = report(&answer, 3);
    assert!(report["failures"]["counts"]["hung"].as_u64().unwrap() >= 2);
}

#[cfg(unix)]
#[test]
fn an_interrupted_judgement_reports_what_it_has() {
    use std::process::Stdio;
    let none = tempfile::tempdir().unwrap();
    let suite = none.path().join("suite");
    std::fs::write(&suite, "start 4x4\n".repeat(5000)).unwrap();
    let line = format!(
        "judge \"'{}' late 50\" --suite \"{}\" --json --workers 2",
        faulty_engine().display(),
        suite.display()
    );
    let mut command = crate::command(none.path(), &line);
    let child = command.stdout(Stdio::piped()).stderr(Stdio::piped()).spawn().unwrap();
    std::thread::sleep(Duration::from_secs(3));
    crate::signal(&child, "INT");
    let answer = crate::Answer::of(child.wait_with_output().unwrap());
    let report = report(&answer, 130);
    assert_eq!(report["interrupted"], true);
    let answers = report["all"]["answers"].as_u64().unwrap();
    assert!(answers > 0 && answers < 5000, "{answers}");
}
