//! Answers without tables: from solved starts, certificates and the engine; and forecasts of the
//! cost of tables.

use std::fs;

use loa_tests::project;
use serde_json::Value as Json;

use crate::loa;

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
    let json = ask("probe start 5x4 --rules draw-pass --json").json();
    assert_eq!(json["missing"]["kind"], "missing-table", "{json}");
    assert_eq!(json["basis"], "search");
    assert_eq!((&json["category"], &json["plies"]), (&"win".into(), &3.into()));
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
