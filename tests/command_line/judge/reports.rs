//! Reports of a judgement: text, JSON and page agree, and `--fail-on` decides the exit
//! status.

use std::fs;

use roxmltree::Document;

use super::judge;
use crate::loa;

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
    let rest = format!("4x4 --positions 200 --worst 7 --html \"{}\"", file.display());
    let text = judge("random", &rest);
    assert_eq!(text.status, 3);
    let page = fs::read_to_string(&file).unwrap();
    assert_eq!(drawings(&page), 14);
    assert!(page.starts_with("<!DOCTYPE html>") && page.ends_with("</html>"));
    for foreign in ["<script", "<link", "src=", "href=", "@import", "url("] {
        assert!(!page.contains(foreign), "{foreign}");
    }
    let kept = text.stdout.lines().find_map(|line| line.strip_prefix("value kept: ")).unwrap();
    let (percent, _) = kept.split_once(" (").unwrap();
    assert!(page.contains(&format!("<strong>{percent}</strong>")), "{percent}");
    for tag in ["table", "tr", "td", "th", "div", "p", "figure", "ul", "h1", "h2"] {
        let opened =
            page.matches(&format!("<{tag}>")).count() + page.matches(&format!("<{tag} ")).count();
        assert_eq!(opened, page.matches(&format!("</{tag}>")).count(), "{tag}");
    }
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
