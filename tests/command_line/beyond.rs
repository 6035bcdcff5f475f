//! Answers without tables: from solved starts, certificates and the engine; and forecasts of the
//! cost of tables.

use std::fs;

use loa_tests::project;
use serde_json::Value as Json;

use crate::{Answer, loa, loa_reading};

/// Returns the JSON of an answer without a table, which says why it is not exact.
fn fallback(answer: Answer) -> Json {
    let json = answer.json();
    assert_eq!(json["missing"]["kind"], "missing-table", "{json}");
    json
}

#[test]
fn a_solved_start_has_its_distance_and_the_moves_of_a_certificate() {
    let none = tempfile::tempdir().unwrap();
    // A theorem states the distance for these colours.
    for (start, basis, words) in [
        ("start 5x5", "verified", "solved and verified"),
        ("1ooo1/x3x/x3x/x3x/1ooo1 o", "solved", "solved"),
    ] {
        let text = loa(none.path(), &format!("probe \"{start}\""));
        let words = format!("\nwins in 11: the start is {words}\n");
        assert!(text.stdout.contains(&words), "{}", text.stdout);
        assert!(text.stdout.contains("moves by the certificate built-in 5x5, whose numbers are bounds:\n  c1-c3  wins within 13\n"));
        assert!(text.ok().contains("\nno table for 6v6 on 5x5"));
        let json = fallback(loa(none.path(), &format!("probe \"{start}\" --json")));
        let known = ["basis", "category", "plies", "bound"].map(|name| &json[name]);
        assert_eq!(known, [basis.into(), "win".into(), 11.into(), Json::from(false)].each_ref());
        assert_eq!(json["certificate"]["name"], "built-in 5x5");
        for played in &json["moves"].as_array().unwrap()[..2] {
            let known = ["basis", "category", "plies", "bound"].map(|name| &played[name]);
            let within = ["proof".into(), "win".into(), 13.into(), Json::from(true)];
            assert_eq!(known, within.each_ref());
        }
        // Each move of the line is from the certificate, and the end is the win.
        let line = loa(none.path(), &format!("line \"{start}\""));
        let ends = ["black wins: black is connected\n", "white wins: white is connected\n"];
        assert!(ends.iter().any(|end| line.stdout.contains(end)), "{}", line.stdout);
        let plies = line.stdout.lines().filter(|line| line.contains("1.") || line.contains(". "));
        assert!(plies.count() <= 13, "{}", line.stdout);
    }
    // The loser's moves.
    let lost = fallback(loa(none.path(), "probe \"1xxx1/o3o/o1x1o/o3o/1x1x1 o\" --json"));
    assert_eq!((&lost["basis"], &lost["category"]), (&"proof".into(), &"loss".into()));
    assert!(lost["moves"].as_array().unwrap().iter().all(|played| played["category"] == "loss"));
}

#[test]
fn an_estimate_is_marked_as_one_and_can_be_left_out() {
    let none = tempfile::tempdir().unwrap();
    // No certificate has it, and a search does not reach the end.
    let position = "1xxxxx1/o5o/o5o/o5o/o5o/o5o/1xxxxx1 x";
    let ask = |rest: &str| loa(none.path(), &format!("{rest} --movetime 20"));
    for question in ["probe", "line"] {
        let text = ask(&format!("{question} \"{position}\""));
        assert!(text.stdout.contains("by the engine, not proved\n"), "{}", text.stdout);
        let json = ask(&format!("{question} \"{position}\" --json"));
        let json: Json = serde_json::from_str(&json.stdout).unwrap();
        assert_eq!(json["basis"], "estimate");
        assert!(
            json["category"].is_null() && json["score"].is_i64() && json["certificate"].is_null()
        );
        assert!(json["moves"][0]["depth"].as_u64().unwrap() > 0);
        assert!(!json["line"].as_array().unwrap().is_empty());
        for without in ["--movetime 0", "--exact"] {
            let silent = loa(none.path(), &format!("{question} \"{position}\" {without}"));
            assert!(silent.failed(5).contains("no table for"));
        }
    }
    // A search that reaches the end gives no estimate.
    let json = fallback(ask("probe start 5x4 --rules draw-pass --json"));
    assert_eq!(json["basis"], "search");
    assert_eq!((&json["category"], &json["plies"]), (&"win".into(), &3.into()));
}

#[test]
fn values_in_play_begin_with_the_moves_of_the_certificate() {
    let none = tempfile::tempdir().unwrap();
    let played = loa_reading(none.path(), "play 5x5 --movetime 20", "values\nhint\nquit\n").ok();
    let lines: Vec<&str> = played.lines().map(str::trim_start).collect();
    let by_proof = lines.iter().position(|line| line.starts_with("moves by the certificate"));
    let by_proof = by_proof.unwrap();
    assert!(lines[..by_proof].iter().any(|line| line.ends_with("solved and verified")), "{played}");
    let first = &lines[by_proof + 1..by_proof + 3];
    for (line, played) in first.iter().zip(["c1-c3", "c5-c3"]) {
        let words: Vec<&str> = line.split_whitespace().collect();
        assert_eq!(words[..4], [played, "wins", "within", "13"], "{line}");
    }
    assert!(lines[by_proof + 3..].iter().any(|line| line.starts_with("c1-c3  wins within 13")));
}

/// The certificate of 7x6, turned, says nothing about the start of 6x7 and is not checked for it.
#[test]
fn a_start_that_is_proved_elsewhere_waits_for_no_certificate() {
    let none = tempfile::tempdir().unwrap();
    let answer = loa(none.path(), "probe start 6x7 --movetime 20");
    assert!(
        answer
            .stdout
            .contains("\nloses within 60: it is proved and verified\nmoves by the engine:\n")
    );
    assert!(!answer.stderr.contains("checking"), "{}", answer.stderr);
}

/// Returns the processor time that a text names, such as `5 CPU-minutes`.
fn cpu_time(text: &str) -> &str {
    let end = text.find(" CPU-").unwrap_or_else(|| panic!("no processor time in {text}"));
    let begin = text[..end].rfind(' ').map_or(0, |space| space + 1);
    let after = text[end + 1..].find(|c: char| !c.is_alphabetic() && c != '-');
    &text[begin..after.map_or(text.len(), |after| end + 1 + after)]
}

#[test]
fn a_plan_a_hint_and_the_documents_forecast_the_same() {
    let none = tempfile::tempdir().unwrap();
    let plan = loa(none.path(), "plan 5x5 --threads 1").ok();
    let time = plan.lines().find(|line| line.starts_with("time ")).unwrap();
    let expected = cpu_time(time);
    for threads in [2, 4] {
        let plan = loa(none.path(), &format!("plan 5x5 --threads {threads}")).ok();
        let time = plan.lines().find(|line| line.starts_with("time ")).unwrap();
        assert_eq!(cpu_time(time), expected);
    }
    let hints = [
        "probe start 5x5 --exact",
        "probe start 5x5 --value",
        "line start 5x5 --exact",
        "census 5x5",
    ];
    for question in hints.map(|question| format!("{question} --json")) {
        let refused = loa(none.path(), &question).failed(5);
        assert_eq!(cpu_time(&refused), expected, "{question}");
    }
    for (document, beside) in [("README.md", "`loa solve 5x5`"), ("docs/results.md", "All of 5x5")]
    {
        let text = fs::read_to_string(project().join(document)).unwrap();
        let line = text.lines().find(|line| line.contains(beside)).unwrap();
        assert_eq!(cpu_time(line), expected, "{document}");
    }
    let json =
        |threads: &str| loa(none.path(), &format!("plan 5x5 --json --threads {threads}")).json();
    let (one, two) = (json("1"), json("2"));
    assert_eq!(one["seconds"], one["cpu_seconds"]);
    assert_eq!(one["cpu_seconds"], two["cpu_seconds"]);
    assert_eq!(one["seconds"].as_f64().unwrap(), 2.0 * two["seconds"].as_f64().unwrap());
}
