//! Reports of a judgement: text, JSON and page agree, and `--fail-on` decides the exit
//! status.

use std::fs;

use roxmltree::Document;
use serde_json::Value as Json;

use super::{judge, report};
use crate::loa;

#[test]
fn text_and_json_agree() {
    let rest = "4x4 --positions 300 --play 6 --worst 12";
    let text = judge("random", rest);
    assert_eq!(text.status, 3);
    let json = report(&judge("random", &format!("{rest} --json")), 3);
    let all = &json["all"];
    let number = |value: &Json| value.as_u64().unwrap();
    let blunders =
        ["win-to-draw", "win-to-loss", "draw-to-loss"].map(|kind| number(&all["blunders"][kind]));
    let percent = all["kept_percent"].as_f64().unwrap();
    for line in [
        format!(
            "value kept: {percent:.2} % ({} of {})",
            all["kept"], all["answers"]
        ),
        format!(
            "blunders: {} ({} win-to-draw, {} win-to-loss, {} draw-to-loss)",
            blunders.iter().sum::<u64>(),
            blunders[0],
            blunders[1],
            blunders[2]
        ),
        format!(
            "distance lost: {} plies slower in {} won positions, {} plies sooner in {} lost ones",
            all["slower"]["plies"],
            all["slower"]["moves"],
            all["sooner"]["plies"],
            all["sooner"]["moves"]
        ),
        format!(
            "played out: {} of {} wins converted, {} plies over perfect; {} of {} draws held",
            json["played_out"]["won"]["succeeded"],
            json["played_out"]["won"]["played"],
            json["played_out"]["plies_over_perfect"],
            json["played_out"]["drawn"]["succeeded"],
            json["played_out"]["drawn"]["played"]
        ),
    ] {
        assert!(
            text.stdout.lines().any(|printed| printed == line),
            "{line}\n{}",
            text.stdout
        );
    }
    let rows = ["by_material", "by_distance"].map(|by| json[by].as_array().unwrap());
    for row in rows.into_iter().flatten() {
        let name = row
            .get("material")
            .unwrap_or(&row["distance"])
            .as_str()
            .unwrap();
        let line = text
            .stdout
            .lines()
            .find(|line| line.starts_with(&format!("{name:<16} ")));
        let printed: Vec<&str> = line.unwrap()[16..].split_whitespace().collect();
        let numbers = [
            &row["answers"],
            &row["blunders"]["win-to-draw"],
            &row["blunders"]["win-to-loss"],
            &row["blunders"]["draw-to-loss"],
            &row["slower"]["plies"],
            &row["sooner"]["plies"],
            &row["failures"],
        ];
        let expected: Vec<String> = numbers.iter().map(ToString::to_string).collect();
        let found: Vec<&str> = [0, 2, 3, 4, 5, 6, 7].map(|column| printed[column]).to_vec();
        assert_eq!(found, expected, "{name}");
    }
    let worst = json["worst"].as_array().unwrap();
    assert_eq!(worst.len(), 12);
    for wrong in worst {
        let start = format!("  {}  ", wrong["position"].as_str().unwrap());
        let line = text
            .stdout
            .lines()
            .find(|line| line.starts_with(&start))
            .unwrap();
        let best: Vec<&str> = wrong["best"]
            .as_array()
            .unwrap()
            .iter()
            .map(|m| m.as_str().unwrap())
            .collect();
        assert!(
            line.ends_with(&format!("better: {}", best.join(", "))),
            "{line}"
        );
        assert!(line.contains(wrong["move"].as_str().unwrap()), "{line}");
        assert_eq!(wrong["score"], "cp -7");
        assert!(line.contains(" (its score: cp -7); "), "{line}");
    }
}

/// The drawings of a page, each of which must be well-formed.
fn drawings(page: &str) -> usize {
    let parts: Vec<&str> = page.split("<svg").skip(1).collect();
    for part in &parts {
        let (drawing, _) = part.split_once("</svg>").expect("a drawing without an end");
        Document::parse(&format!("<svg{drawing}</svg>")).unwrap();
    }
    assert_eq!(page.matches("</svg>").count(), parts.len());
    parts.len()
}

#[test]
fn the_page_draws_the_worst_moves_and_needs_nothing_else() {
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("page.html");
    let rest = format!(
        "4x4 --positions 200 --worst 7 --html \"{}\"",
        file.display()
    );
    let text = judge("random", &rest);
    assert_eq!(text.status, 3);
    let page = fs::read_to_string(&file).unwrap();
    assert_eq!(drawings(&page), 14);
    assert!(page.starts_with("<!DOCTYPE html>") && page.ends_with("</html>"));
    for foreign in ["<script", "<link", "src=", "href=", "@import", "url("] {
        assert!(!page.contains(foreign), "{foreign}");
    }
    let kept = text
        .stdout
        .lines()
        .find_map(|line| line.strip_prefix("value kept: "))
        .unwrap();
    let (percent, _) = kept.split_once(" (").unwrap();
    assert!(
        page.contains(&format!("<strong>{percent}</strong>")),
        "{percent}"
    );
    for tag in [
        "table", "tr", "td", "th", "div", "p", "figure", "ul", "h1", "h2",
    ] {
        let opened =
            page.matches(&format!("<{tag}>")).count() + page.matches(&format!("<{tag} ")).count();
        assert_eq!(opened, page.matches(&format!("</{tag}>")).count(), "{tag}");
    }
}

#[test]
fn a_page_that_cannot_be_written_loses_no_report() {
    let folder = tempfile::tempdir().unwrap();
    let engine = folder.path().join("asked");
    // Nothing is asked, nor any engine started, before the file is open.
    let mode = format!("errs 1 '{}'", engine.display());
    let nowhere = folder.path().join("none/page.html");
    let rest = format!("4x4 --positions 20 --html {}", nowhere.display());
    let printed = judge(&mode, &rest).failed(1);
    assert!(
        printed.contains("none/page.html: No such file"),
        "{printed}"
    );
    assert!(!engine.exists());
    if !std::path::Path::new("/dev/full").exists() {
        return;
    }
    let answer = judge("perfect", "4x4 --positions 20 --html /dev/full");
    assert!(answer.stdout.contains("(20 of 20)"), "{}", answer.stdout);
    let printed = answer.failed(1);
    assert!(printed.starts_with("loa: /dev/full: "), "{printed}");
}

/// The tables of five stones, to which the game that is played out comes, are
/// damaged, and those of the question are not.
#[test]
fn a_failure_of_what_comes_after_loses_no_report() {
    let folder = tempfile::tempdir().unwrap();
    loa(folder.path(), "solve 4x4 --material 3v3 -q").ok();
    for material in ["2v3", "3v2"] {
        let table = format!("mover-pass/4x4/{material}.loa");
        let table = folder.path().join(table);
        let whole = fs::read(&table).unwrap();
        fs::write(&table, &whole[1..]).unwrap();
    }
    let suite = folder.path().join("suite");
    fs::write(&suite, "4/x3/oox1/x2o x\n").unwrap();
    let rest = format!("--suite {} --play 1", suite.display());
    let answer = super::judge_with(folder.path(), "first", &rest);
    assert!(answer.stdout.contains("(1 of 1)"), "{}", answer.stdout);
    let printed = answer.failed(4);
    assert!(printed.contains("2v3.loa"), "{printed}");
}

#[test]
fn a_suite_is_counted_by_theme() {
    let folder = tempfile::tempdir().unwrap();
    let suite = folder.path().join("suite");
    let problems = "o2o/x3/2o1/x1xo x; mover-pass; win in 15; a3-b4; only-win long-win\n\
                    1xx1/o2o/o2o/1xx1 x; mover-pass; win in 3; b1-b3; long-win\n";
    fs::write(&suite, problems).unwrap();
    let rest = format!("--suite {} --fail-on failure", suite.display());
    let json = report(&judge("best", &format!("{rest} --json")), 0);
    let counted = |theme: &Json| (theme["theme"].clone(), theme["answers"].clone());
    let themes: Vec<(Json, Json)> = json["by_theme"]
        .as_array()
        .unwrap()
        .iter()
        .map(counted)
        .collect();
    assert_eq!(
        themes,
        [("only-win".into(), 1.into()), ("long-win".into(), 2.into())]
    );
    let answer = judge("best", &rest);
    assert!(
        answer
            .stdout
            .contains("\nlong-win                2   100.00"),
        "{}",
        answer.stdout
    );
}

#[test]
fn nothing_that_an_engine_says_is_taken_for_markup() {
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("page.html");
    let rest = format!("4x4 --positions 20 --html \"{}\"", file.display());
    assert_eq!(judge("nonsense", &rest).status, 3);
    let page = fs::read_to_string(&file).unwrap();
    assert!(
        page.contains("bestmove &lt;b&gt;banana&lt;/b&gt;"),
        "{page}"
    );
    assert!(page.contains("Faulty &lt;of&gt; the tests"));
    assert!(!page.contains("<b>") && !page.contains("<of>"));
}

#[test]
fn what_fails_a_judgement_is_for_the_caller_to_say() {
    let status = |mode: &str, fail_on: &str| {
        let rest = format!("4x4 --positions 500 --max-failures 3 {fail_on}");
        judge(mode, &rest).status
    };
    for (mode, fail_on, expected) in [
        ("random", "", 3),
        ("random", "--fail-on blunder", 3),
        ("random", "--fail-on slower", 3),
        ("random", "--fail-on sooner", 3),
        ("random", "--fail-on failure", 0),
        ("random", "--fail-on never", 0),
        ("nonsense", "", 3),
        ("nonsense", "--fail-on failure,slower", 3),
        ("nonsense", "--fail-on blunder", 0),
        ("perfect", "--fail-on blunder,failure,slower,sooner", 0),
    ] {
        assert_eq!(status(mode, fail_on), expected, "{mode} {fail_on}");
    }
    let printed = judge("random", "4x4 --positions 150 --worst 0");
    let reason = printed.stderr.trim_end();
    assert!(reason.starts_with("loa: the engine did not pass: ") && reason.ends_with(" blunders"));
}
