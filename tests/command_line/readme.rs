//! Examples of the README and of the pages in `docs`, run and compared with the output shown, and
//! results.

use crate::documents::lines_of;
use crate::sessions::{pasted, settled};
use crate::{Answer, loa, project};

/// The documents with commands and their output.
const DOCUMENTS: [&str; 3] = ["README.md", "docs/proofs.md", "docs/tables.md"];

/// A command of a document with the output shown below it.
struct Example {
    command: String,
    output: Vec<String>,
}

fn document(path: &str) -> String {
    std::fs::read_to_string(project().join(path)).unwrap()
}

fn readme() -> String {
    document("README.md")
}

fn examples(document: &str) -> Vec<Example> {
    let mut examples: Vec<Example> = Vec::new();
    for line in lines_of(document, "console") {
        match line.strip_prefix("$ ") {
            Some(command) => {
                examples.push(Example { command: command.to_owned(), output: Vec::new() })
            }
            None => examples.last_mut().unwrap().output.push(line.to_owned()),
        }
    }
    examples
}

#[test]
fn examples_show_what_comes_out() {
    let folder = tempfile::tempdir().unwrap();
    let documents = DOCUMENTS.map(document);
    let examples: Vec<Example> = documents.iter().flat_map(|text| examples(text)).collect();
    assert!(examples.len() >= 6);
    for Example { command, output } in examples {
        let found = Answer::of(pasted(folder.path(), &command).output().unwrap()).ok();
        assert_eq!(settled(found.trim_end()), settled(&output.join("\n")), "{command}");
    }
}

#[test]
fn the_two_commands_of_a_newcomer_work() {
    let readme = readme();
    let set_up = readme.lines().find(|line| line.starts_with("cargo first ")).unwrap();
    let folder = tempfile::tempdir().unwrap();
    let tables = folder.path().join("tables");
    for part in set_up.split(" && ") {
        let line = part.strip_prefix("cargo first ").unwrap().replace("--tables tables", "");
        let out = loa(&tables, &line).ok();
        assert!(out.contains("wins in 3"), "{out}");
    }
    assert!(tables.join("mover-pass/4x4/4v4.loa").exists());
    let runner = std::fs::read_to_string(project().join(".ci/run")).unwrap();
    assert!(readme.contains("\ncargo test\n") && runner.lines().any(|line| line == "cargo test"));
}

/// Returns the results of all censuses.
fn results() -> String {
    document("docs/results.md")
}

#[test]
fn the_readme_is_read_in_a_minute() {
    let readme = readme();
    assert!(readme.split_whitespace().count() <= 900);
    assert!(readme.lines().count() <= 120);
    let longest = readme.lines().max_by_key(|line| line.chars().count());
    assert!(longest.unwrap().chars().count() <= 140, "{longest:?}");
}

/// Plies are exact where tables have a value; certificates bound them.
#[test]
fn results_of_the_readme_are_some_of_all() {
    let (readme, results) = (readme(), results());
    let proofs = document("data/proofs/README.md");
    let rows: Vec<Vec<&str>> = cells_of_rows(&readme).skip(2).collect();
    assert_eq!(rows.len(), 6);
    for row in rows {
        let (board, winner, plies) = (row[1], row[2], row[3]);
        let is_known = match plies.strip_prefix("at most ") {
            Some(bound) => cells_of_rows(&proofs)
                .any(|proof| proof[1] == board && proof[2] == winner && proof[4] == bound),
            None => {
                let start = format!("wins in {plies}");
                let values = row[4].split(' ').find(|word| word.contains(','));
                let same = |all: &Vec<&str>| all[1] == board && all[2] == "`mover-pass`";
                let same = cells_of_rows(&results).find(same).unwrap();
                winner == "Black" && same[3] == start && Some(same[5]) == values
            }
        };
        assert!(is_known, "{row:?}");
    }
}

/// Returns the cells of the rows of tables.
fn cells_of_rows(text: &str) -> impl Iterator<Item = Vec<&str>> {
    let rows = text.lines().filter(|line| line.starts_with("| "));
    rows.map(|line| line.split('|').map(str::trim).collect())
}

/// Returns the rows of results that have a census: their cells.
fn counted_rows(results: &str) -> Vec<Vec<&str>> {
    let census = |row: &Vec<&str>| row.len() == 9 && census_of(row).is_some();
    cells_of_rows(results).filter(census).collect()
}

fn census_of(row: &[&str]) -> Option<String> {
    kept_of(row, "csv")
}

/// Returns a file of a row's census.
fn kept_of(row: &[&str], ending: &str) -> Option<String> {
    let (board, rules) = (row[1].split(' ').next()?, row[2].trim_matches('`'));
    let name = format!("data/census/{board}-{rules}.{ending}");
    std::fs::read_to_string(project().join(name)).ok()
}

/// Beside the counts lies the output of `loa`: the number of verified values, the values
/// of the starts, and a longest win.
#[test]
fn results_are_what_was_printed() {
    let results = results();
    for row in counted_rows(&results) {
        let printed = kept_of(&row, "txt").unwrap();
        let verified = format!(": {} values of ", row[5].replace(',', ""));
        assert!(printed.replace(',', "").contains(&verified), "{row:?}");
        let probes = printed.split("$ loa probe ").skip(1);
        let starts: Vec<&str> = probes.map(|probe| probe.lines().nth(2).unwrap()).collect();
        let shown: Vec<&str> = row[3..5].iter().filter(|cell| !cell.is_empty()).copied().collect();
        assert_eq!(starts, shown, "{row:?}");
        let (plies, position) = row[7].split_once(": ").unwrap();
        let longest = format!("{plies:<8} {}", position.trim_matches('`'));
        let mut all = printed.lines().filter(|line| line.starts_with("all "));
        assert!(all.next().unwrap().ends_with(&longest), "{row:?}");
    }
}

#[test]
fn results_are_those_of_the_censuses() {
    let results = results();
    let rows = counted_rows(&results);
    assert!(!rows.is_empty());
    for row in rows {
        let census = census_of(&row).unwrap();
        let (mut shares, mut longest) = ([0u64; 3], 0);
        for line in census.lines().skip(1) {
            let [.., outcome, plies, count] = line.split(',').collect::<Vec<_>>()[..] else {
                panic!("{line}")
            };
            let kind = outcome.trim_start_matches("terminal-");
            let kind = ["win", "draw", "loss"].iter().position(|&known| known == kind);
            shares[kind.unwrap()] += count.parse::<u64>().unwrap();
            if outcome == "win" {
                longest = longest.max(plies.parse().unwrap());
            }
        }
        let all = shares.iter().sum::<u64>() as f64 / 100.0;
        let [won, drawn, lost] = shares.map(|count| count as f64 / all);
        assert_eq!(row[6], format!("{won:.2} / {drawn:.2} / {lost:.2} %"), "{row:?}");
        let longest_shown = row[7].split(':').next().unwrap();
        assert_eq!(longest_shown, longest.to_string(), "{row:?}");
    }
}
