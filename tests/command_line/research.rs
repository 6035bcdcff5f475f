//! `loa search`, and censuses of some material or of two rules.

use serde_json::Value as Json;

use crate::loa;

#[test]
fn positions_are_found_by_result_distance_and_kind() {
    let folder = tempfile::tempdir().unwrap();
    let run = |line: &str| loa(folder.path(), line);
    let longest = run("search 4x4 --material 3v4 --longest --json").json();
    let census = run("census 4x4 --material 3v4 --json").json();
    let position = &longest["positions"][0];
    assert_eq!(position["category"], "win");
    let known = census["materials"].as_array().unwrap();
    assert_eq!(known.len(), 1, "{census}");
    let text = run("census 4x4 --material 3v4").ok();
    let longest_win = text.lines().nth(2).unwrap();
    let plies = position["plies"].to_string();
    assert!(
        longest_win.contains(&format!("  {plies} ")),
        "{longest_win}"
    );
    for (kind, fits) in [
        ("--only-move --result win", "win"),
        ("--zugzwang --result loss", "loss"),
        ("--plies 3..5 --result win", "win"),
    ] {
        let line = format!("search 4x4 --material 2v3,3v3 {kind} --limit 4 --json");
        let found = run(&line).json();
        let found = found["positions"].as_array().unwrap();
        assert!(!found.is_empty() && found.len() <= 8, "{kind}");
        for one in found {
            let position = one["position"].as_str().unwrap();
            let probe: Json = run(&format!("probe \"{position}\" --json")).json();
            assert_eq!(probe["category"], one["category"]);
            assert_eq!(one["category"], fits);
            assert_eq!(probe["plies"], one["plies"]);
            if kind.starts_with("--plies") {
                assert!((3..=5).contains(&one["plies"].as_u64().unwrap()));
            }
        }
    }
    let sample = "search 4x4 --material 4v4 --sample 20 --seed 5 --csv";
    let csv = run(sample).ok();
    assert_eq!(csv.lines().count(), 21);
    assert!(csv.starts_with("position,material,result,plies\n"));
    assert_eq!(run(sample).ok(), csv);
    let whole = run("search 4x4 --material 2v2 --csv").ok();
    assert!(whole.lines().count() > 500);
    let none = run("search 4x4 --material 7v7").failed(5);
    assert!(none.contains("7v7") || none.contains("no tables"), "{none}");
    assert_eq!(run("search 4x4 --plies x").status, 2);
}

#[test]
fn counts_are_those_of_the_positions_and_of_the_census() {
    let folder = tempfile::tempdir().unwrap();
    let run = |line: &str| loa(folder.path(), line);
    let search = "search 4x4 --material 2v2,4v4 --zugzwang";
    let listed = run(&format!("{search} --csv")).ok();
    let csv = run(&format!("{search} --count --csv")).ok();
    let json = run(&format!("{search} --count --json")).json();
    let text = run(&format!("{search} --count")).ok();
    assert_eq!(csv.lines().next().unwrap(), "material,positions,placements");
    let rows: Vec<Vec<&str>> = csv
        .lines()
        .skip(1)
        .map(|row| row.split(',').collect())
        .collect();
    assert_eq!(rows.len(), 2);
    for (place, row) in rows.iter().enumerate() {
        let of_material = listed
            .lines()
            .filter(|line| line.contains(&format!(",{},", row[0])));
        assert_eq!(of_material.count().to_string(), row[1], "{csv}");
        let one = &json["counts"][place];
        assert_eq!(one["material"], row[0]);
        assert_eq!(one["positions"].to_string(), row[1]);
        assert_eq!(one["placements"].to_string(), row[2]);
        let line = format!("{}  {} positions, {} placements", row[0], row[1], row[2]);
        assert!(
            text.lines()
                .any(|printed| printed.replace(',', "") == line.replace(',', ""))
        );
    }
    // The census counts the same wins in 5, as placements.
    let wins = run("search 4x4 --material 3v4 --result win --plies 5 --count --json").json();
    let census = run("census 4x4 --material 3v4 --csv").ok();
    let row = census.lines().find(|row| row.contains(",win,5,")).unwrap();
    let placements = wins["counts"][0]["placements"].to_string();
    assert_eq!(row.rsplit(',').next().unwrap(), placements, "{row}");
    assert_eq!(run("search 4x4 --count --sample 3").status, 2);
}

#[test]
fn rules_are_compared_position_by_position() {
    let folder = tempfile::tempdir().unwrap();
    let line = "census 4x4 --compare tournament --material 2v2,3v3";
    let json = loa(folder.path(), &format!("{line} --json")).json();
    assert_eq!(
        json["rules"],
        serde_json::json!(["mover-pass", "draw-pass"])
    );
    let printed = loa(folder.path(), line).ok();
    for one in json["materials"].as_array().unwrap() {
        let row = printed
            .lines()
            .find(|row| row.starts_with(one["material"].as_str().unwrap()))
            .unwrap();
        let figures: Vec<&str> = row.split_whitespace().collect();
        for (place, field) in ["placements", "other_result", "other_distance"]
            .iter()
            .enumerate()
        {
            assert_eq!(figures[place + 1], one[field].to_string(), "{row}");
        }
        let position = one["example"]["position"].as_str().unwrap();
        for (rules, value) in [("club", 0), ("tournament", 1)] {
            let probe = loa(
                folder.path(),
                &format!("probe \"{position}\" --rules {rules} --json"),
            );
            assert_eq!(
                probe.json()["category"],
                one["example"]["values"][value]["category"]
            );
        }
    }
}

#[test]
fn rules_without_tables_are_not_compared() {
    let folder = tempfile::tempdir().unwrap();
    loa(folder.path(), "solve 4x3 -q").ok();
    let missing = loa(folder.path(), "census 4x3 --compare misere").failed(5);
    assert!(missing.contains("mover-pass-misere"), "{missing}");
    loa(folder.path(), "solve 4x3 --rules misere --material 2v2 -q").ok();
    let printed = loa(folder.path(), "census 4x3 --compare misere").ok();
    let alone = "not compared, for want of tables under mover-pass-misere: 2v3, 3v2";
    assert!(printed.contains(alone), "{printed}");
}
