//! The findings of the judge: every wrong move, and none besides.

use std::collections::BTreeMap;
use std::fs;

use serde_json::{Value as Json, json};

use super::{judge, judge_with, report};
use crate::loa;

/// All wrong moves of a report as the faulty engine writes its errors down.
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

/// Counts of each kind of error, and the plies of all together.
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
            let rows = report[by].as_array().unwrap();
            let sum = |field: &str| rows.iter().filter_map(|row| row[field].as_u64()).sum::<u64>();
            assert_eq!((sum("answers"), sum("kept")), (answers, answers - given_away));
        }
        kinds.extend(counts.into_keys());
    }
    for kind in ["win-to-draw", "win-to-loss", "draw-to-loss", "win", "loss"] {
        assert!(kinds.iter().any(|known| known == kind), "no {kind} was tried");
    }
}

#[test]
fn a_perfect_engine_keeps_everything() {
    for rules in ["club", "tournament", "soucie", "openspiel", "playstrategy", "misere"] {
        let report = report(&judge("perfect", &format!("4x4 --rules {rules} --json")), 0);
        let all = &report["all"];
        assert_eq!((&all["answers"], &all["kept_percent"]), (&json!(1000), &json!(100.0)));
        let nothing = json!({ "moves": 0, "plies": 0 });
        assert_eq!((&all["slower"], &all["sooner"]), (&nothing, &nothing));
        assert_eq!((&report["worst"], &report["passed"]), (&json!([]), &json!(true)));
    }
}

#[test]
fn a_perfect_engine_converts_every_win_and_holds_every_draw() {
    for rules in ["club", "tournament", "soucie", "misere"] {
        let rest = format!("4x4 --rules {rules} --positions 0 --play 40 --json");
        let report = report(&judge("perfect", &rest), 0);
        let played = &report["played_out"];
        assert_eq!(played["won"], json!({ "played": 40, "succeeded": 40 }), "{rules}");
        assert_eq!(played["plies_over_perfect"], 0);
        let drawn = &played["drawn"];
        assert!(drawn["played"].as_u64().unwrap() > 0, "{rules}");
        assert_eq!(drawn["played"], drawn["succeeded"], "{rules}");
    }
}

/// Everything that a report says of the engine's moves.
fn moves_judged(mode: &str, rest: &str) -> Json {
    let mut report = report(&judge(mode, &format!("4x4 --json --worst 1000 {rest}")), 3);
    let shown = report.as_object_mut().unwrap();
    shown.retain(|field, _| ["positions", "worst", "played_out"].contains(&field.as_str()));
    report
}

#[test]
fn the_same_seed_gives_the_same_judgement_with_any_number_of_threads() {
    let rest = "--positions 300 --play 5";
    let once = moves_judged("random", &format!("{rest} --seed 7 --threads 1 --workers 1"));
    let again = moves_judged("random", &format!("{rest} --seed 7 --threads 4 --workers 3"));
    assert_eq!(once, again);
    let other = moves_judged("random", &format!("{rest} --seed 8"));
    assert_ne!(once["worst"], other["worst"]);
}

#[test]
fn only_the_material_asked_for_is_judged() {
    let materials = |rest: &str| -> Vec<String> {
        let report = report(&judge("perfect", &format!("4x4 --positions 60 --json {rest}")), 0);
        let rows = report["by_material"].as_array().unwrap();
        rows.iter().map(|row| row["material"].as_str().unwrap().to_owned()).collect()
    };
    assert_eq!(materials("--material 3v2,4v4"), ["3v2", "4v4"]);
    assert_eq!(materials("--pieces 5"), ["2v2", "2v3", "3v2"]);
}

#[test]
fn codingames_protocol_is_spoken_on_its_board_only() {
    let folder = tempfile::tempdir().unwrap();
    loa(folder.path(), "solve 8x8 --material 2v2 -q").ok();
    let speaks = "8x8 --protocol codingame --ready 20000 --grace 20000 --positions 40 --json";
    let report = report(&judge_with(folder.path(), "codingame", speaks), 3);
    assert_eq!((&report["all"]["answers"], &report["protocol"]), (&json!(40), &json!("codingame")));
    assert_eq!(report["failures"]["counts"], json!({}));
    for wrong in ["4x4", "8x8 --rules tournament", "8x8 --depth 3"] {
        let printed = judge("codingame", &format!("{wrong} --protocol codingame")).failed(2);
        assert!(printed.contains("8x8"), "{printed}");
    }
}

#[test]
fn tables_without_distances_judge_outcomes_alone() {
    let folder = tempfile::tempdir().unwrap();
    loa(folder.path(), "solve 4x4 --metric wdl -q").ok();
    let rest = "4x4 --positions 300 --json";
    let random = report(&judge_with(folder.path(), "random", rest), 3);
    let rows = random["by_distance"].as_array().unwrap();
    let names: Vec<&Json> = rows.iter().map(|row| &row["distance"]).collect();
    assert_eq!(names, ["win", "win in 1-2", "draw", "loss"]);
    let nothing = json!({ "moves": 0, "plies": 0 });
    assert_eq!(random["all"]["slower"], nothing);
    assert!(random["all"]["blunders"]["win-to-loss"].as_u64().unwrap() > 0);
    let perfect = report(&judge_with(folder.path(), "perfect", rest), 0);
    assert_eq!(perfect["all"]["kept_percent"], 100.0);
}
