//! Runs commands and examples in documents, except those that [`NOT_RUN`] names.

use std::collections::BTreeSet;
use std::path::{Path, PathBuf};
use std::sync::Mutex;

use rayon::prelude::*;

use crate::serve::{asked, serve};
use crate::sessions::{pasted, settled};
use crate::{Answer, loa, project};

/// The beginnings of commands that this test only reads, each with the reason.
const NOT_RUN: [(&str, &str); 36] = [
    ("cargo ", "builds, tests and measures, as .ci/run does"),
    ("LOA_WASM=", "builds: .ci/release"),
    ("LOA_COMMIT=", "builds: .ci/service"),
    ("bash .ci/", "runs this test, or needs wine"),
    ("sudo ", "changes the machine"),
    ("rustup ", "changes the machine"),
    ("python3 -m http.server", "a server stays"),
    ("mpirun ", "needs a build of its own: .ci/mpi"),
    ("docker ", "builds an image: .ci/service"),
    ("tools/c/install ", "builds the library: .ci/c"),
    ("cc ", "needs the library: .ci/c"),
    ("make -C tools/verified ", "needs Coq: .ci/verified"),
    ("pip install ", "builds the package: .ci/python"),
    ("python tools/python/", "needs the package: .ci/python"),
    ("python3 data/bench/", "plays games for minutes"),
    ("python3 tests/reader/", "needs Python: .ci/run"),
    ("loa judge \"python3", "needs Python: judge.rs"),
    ("loa engine check \"python3", "needs Python: engine.rs"),
    ("loa play --black engine:", "needs an engine"),
    ("random_positions ", "an example of loa-cli: .ci/c"),
    ("target/release/examples/", "takes half an hour"),
    ("loa serve", "a server stays: serve.rs"),
    ("loa site", "needs the program as WebAssembly: site.rs"),
    ("loa match \"loa engine --level 5\" \"nice", "needs OpenSpiel"),
    ("loa solve 5x4", NIGHTLY),
    ("loa prove 8x8 --position", NIGHTLY),
    ("loa match \"loa engine --level 3\" \"loa engine --level 4\" 8x8", NIGHTLY),
    ("loa solve 5x5", "takes minutes"),
    ("loa export 5x5", "needs the tables of 5x5"),
    ("loa solve 8x8", "takes minutes"),
    ("loa prove 5x5 --rules misere", "takes minutes"),
    ("loa prove 6x6", "takes minutes"),
    ("loa prove 6x7", "takes minutes"),
    ("loa prove 8x6", "takes an hour"),
    ("loa prove 6x8", "takes hours"),
    ("loa prove 7x7", "has not ended"),
];

/// The reason for commands that only a test of the night runs.
const NIGHTLY: &str = "takes half a minute: .ci/nightly";

/// The page of the book that is not a file: `.ci/book` takes it from the program.
const COMMANDS: &str = "docs/commands.md";

/// Returns the help of all commands as a page of the book.
fn page_of_commands() -> String {
    let folder = tempfile::tempdir().unwrap();
    loa(folder.path(), "man --markdown").ok()
}

/// Returns the documents of the project, by path, and the page of commands.
fn documents() -> Vec<(PathBuf, String)> {
    let mut files = loa_tests::folder::files(&project());
    let is_document = |path: &Path| path.extension().is_some_and(|ending| ending == "md");
    files.retain(|path| is_document(path) && !path.ends_with("CHANGELOG.md"));
    let inside = |path: &Path| path.strip_prefix(project()).unwrap().to_owned();
    let kept = files.iter().map(|path| (inside(path), std::fs::read_to_string(path).unwrap()));
    kept.chain([(COMMANDS.into(), page_of_commands())]).collect()
}

/// Returns the fenced blocks: the kind of each, and its text.
fn blocks(document: &str) -> Vec<(&str, &str)> {
    let inside = document.split("\n```").skip(1).step_by(2);
    inside.filter_map(|block| block.split_once('\n')).collect()
}

/// Returns the lines of all blocks of a kind.
pub(crate) fn lines_of<'a>(document: &'a str, kind: &str) -> Vec<&'a str> {
    let blocks = blocks(document).into_iter().filter(|block| block.0 == kind);
    blocks.flat_map(|(_, text)| text.lines()).collect()
}

/// Returns the commands of `loa` in code spans.
fn quoted(document: &str) -> Vec<String> {
    // Outside fences, every second part of a paragraph is a code span.
    let outside = document.split("\n```").step_by(2);
    let paragraphs = outside.flat_map(|text| text.split("\n\n"));
    let quoted = paragraphs
        .flat_map(|text| text.split('`').skip(1).step_by(2))
        .map(|text| text.replace('\n', " "));
    quoted.filter(|text| text.starts_with("loa ")).collect()
}

/// Returns the `loa` command in a line, without its first word and the shell's part.
fn of_loa(line: &str) -> Option<String> {
    let starts_loa = ["mpirun ", "srun "].iter().any(|&by| line.starts_with(by));
    let begin = match line.starts_with("loa ") {
        true => 4,
        false if starts_loa => line.find("loa ")? + 4,
        false => return None,
    };
    let rest = &line[begin..];
    let ends = ["#", "> ", "| ", "< ", ";", "&& ", "\\|"];
    let end = ends
        .iter()
        .filter_map(|end| rest.find(&format!(" {end}")))
        .chain(rest.find(';'))
        .min()
        .unwrap_or(rest.len());
    Some(rest[..end].trim().to_owned())
}

/// Replaces the placeholders in a command by examples.
fn filled_in(line: &str) -> String {
    let file = if line.starts_with("suite") {
        "data/suites/4x4-mover-pass.suite"
    } else {
        "data/proofs/5x5.proof"
    };
    let start = "\"1xx1/o2o/o2o/1xx1 x\"";
    let pairs = [
        ("BOARD", "4x4"),
        ("FILE", file),
        ("N", "1"),
        ("POSITION", start),
        ("SIZE", "1GiB"),
        // The number of threads on a cluster's machine, which a small machine refuses.
        ("16", "4"),
    ];
    let example = |word| pairs.iter().find(|(name, _)| *name == word);
    let words = line.split(' ').map(|word| example(word).map_or(word, |(_, example)| example));
    words.collect::<Vec<_>>().join(" ")
}

/// Returns the folder in which the commands of a document run, with tables of 4x4.
fn folder_of_a_reader() -> tempfile::TempDir {
    let folder = tempfile::tempdir().unwrap();
    let tables = folder.path().join("user/mover-pass/4x4");
    std::fs::create_dir_all(&tables).unwrap();
    for (name, bytes) in crate::kept_tables("mover-pass") {
        std::fs::write(tables.join(name), bytes).unwrap();
    }
    // Random positions, as from a program that is not run here.
    let positions = "1xx1/o2o/o2o/1xx1 x\no2o/x3/2o1/x1xo x\n";
    std::fs::write(folder.path().join("any"), positions).unwrap();
    folder
}

/// Runs a script in a reader's environment.
fn run(folder: &Path, script: &str) -> Answer {
    let mut shell = pasted(folder, &format!("set -euo pipefail\n{script}"));
    Answer::of(shell.env("LOA_TABLES", "user").output().unwrap())
}

/// Runs the commands of a document, except those in code spans that have run. Returns the beginnings
/// in [`NOT_RUN`] that it met.
fn run_commands(
    place: &Path,
    text: &str,
    have_run: &Mutex<BTreeSet<String>>,
) -> BTreeSet<&'static str> {
    let mut not_run = BTreeSet::new();
    let folder = folder_of_a_reader();
    let folder = folder.path();
    let mut is_only_read = |line: &str| {
        let Some((begin, _)) = NOT_RUN.iter().find(|(begin, _)| line.starts_with(begin)) else {
            return false;
        };
        not_run.insert(*begin);
        // An extra word before --help or an unknown option is refused.
        if let Some(line) = of_loa(line).filter(|line| !line.contains('$')) {
            let read = run(folder, &format!("loa {} --help", filled_in(&line)));
            assert_eq!(read.status, 0, "{line}: {}", read.stderr);
        }
        true
    };
    for (_, block) in blocks(text).into_iter().filter(|(kind, _)| *kind == "sh") {
        let lines = block.lines().filter(|line| !is_only_read(line));
        let script = lines.collect::<Vec<_>>().join("\n");
        let Answer { status, stdout, stderr } = run(folder, &script);
        assert_eq!(status, 0, "{}:\n{script}\n{stdout}{stderr}", place.display());
    }
    for line in quoted(text) {
        if !have_run.lock().unwrap().insert(line.clone()) || is_only_read(&line) {
            continue;
        }
        let line = of_loa(&line).unwrap();
        // The name of a command or an option is not a whole command; with an argument it is.
        let words: Vec<&str> = line.split(' ').collect();
        let is_word = |word: &str| word.chars().all(|c| c.is_ascii_lowercase() || c == '-');
        let is_name = (0..words.len())
            .all(|at| is_word(words[at]) || at > 0 && words[at - 1].starts_with("--"));
        let answer = run(folder, &format!("loa {}", filled_in(&line)));
        let is_short = answer.stderr.contains("required arguments were not provided");
        let is_fine = answer.status == 0 || is_name && is_short;
        assert!(is_fine, "{}: loa {line}: {}", place.display(), answer.stderr);
    }
    not_run
}

#[test]
fn commands_in_documents_run() {
    let have_run = Mutex::default();
    let all = documents().into_par_iter();
    let not_run: BTreeSet<_> =
        all.flat_map_iter(|(at, text)| run_commands(&at, &text, &have_run)).collect();
    let unused = NOT_RUN.iter().find(|(begin, _)| !not_run.contains(begin));
    assert!(unused.is_none(), "no document has {unused:?}");
}

#[test]
#[ignore = "takes a minute: .ci/nightly"]
fn slow_commands_in_documents_run() {
    let (folder, documents) = (folder_of_a_reader(), documents());
    for (begin, _) in NOT_RUN.iter().filter(|(_, reason)| *reason == NIGHTLY) {
        let mut lines = documents.iter().flat_map(|(_, text)| lines_of(text, "sh"));
        let line = lines.find(|line| line.starts_with(begin)).unwrap();
        let answer = run(folder.path(), line);
        assert_eq!(answer.status, 0, "{line}: {}", answer.stderr);
    }
}

/// Returns the anchor of a heading for links.
fn anchor(heading: &str) -> String {
    let kept = |c: &char| c.is_alphanumeric() || " -_".contains(*c);
    let text: String = heading.trim().chars().filter(kept).collect();
    text.to_lowercase().replace(' ', "-")
}

#[test]
fn links_lead_to_files_and_headings() {
    let mut dead = Vec::new();
    for (document, text) in documents() {
        let folder = project().join(document.parent().unwrap());
        let outside = text.split("\n```").step_by(2);
        let links = outside.flat_map(|text| text.split("](").skip(1));
        for link in links.filter_map(|rest| rest.split(')').next()) {
            let (path, heading) = link.split_once('#').unwrap_or((link, ""));
            let file = match path {
                "" => project().join(&document),
                _ => folder.join(path),
            };
            let is_elsewhere = path.starts_with("https:");
            let is_generated = file == project().join(COMMANDS);
            let has_heading = || {
                let text = match is_generated {
                    true => page_of_commands(),
                    false => std::fs::read_to_string(&file).unwrap_or_default(),
                };
                let mut headings = text.lines().filter(|line| line.starts_with('#'));
                headings.any(|line| anchor(line.trim_start_matches('#')) == heading)
            };
            let leads = (file.exists() || is_generated) && (heading.is_empty() || has_heading());
            if !is_elsewhere && !leads {
                dead.push(format!("{}: {link}", document.display()));
            }
        }
    }
    assert!(dead.is_empty(), "{dead:#?}");
}

#[test]
fn the_contents_have_every_page_of_the_book() {
    let contents = std::fs::read_to_string(project().join("docs/SUMMARY.md")).unwrap();
    for (document, _) in documents() {
        let name = document.strip_prefix("docs").ok().and_then(Path::to_str);
        // .ci/book adds the generated page.
        let is_listed = |name: &&str| *name != "SUMMARY.md" && document != Path::new(COMMANDS);
        if let Some(name) = name.filter(is_listed) {
            assert!(contents.contains(&format!("]({name})")), "{name}");
        }
    }
}

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
    let first = readme.lines().find(|line| line.starts_with("cargo first ")).unwrap();
    let folder = tempfile::tempdir().unwrap();
    let tables = folder.path().join("tables");
    let parts = first.split(" && ").map(|part| part.strip_prefix("cargo first ").unwrap());
    let out: String = parts.map(|line| loa(&tables, line).ok()).collect();
    assert_eq!(settled(out.trim_end()), settled(&lines_of(&readme, "text").join("\n")));
    assert!(tables.join("mover-pass/4x4/4v4.loa").exists());
    let runner = std::fs::read_to_string(project().join(".ci/run")).unwrap();
    assert!(readme.contains("\ncargo test\n"));
    assert!(runner.lines().any(|line| line == "test cargo test"));
}

/// Returns the document with the results of all censuses.
fn results() -> String {
    document("docs/results.md")
}

#[test]
fn the_readme_is_read_in_a_minute() {
    let readme = readme();
    assert!(readme.split_whitespace().count() <= 700);
    assert!(readme.lines().count() <= 120);
    let longest = readme.lines().max_by_key(|line| line.chars().count());
    assert!(longest.unwrap().chars().count() <= 140, "{longest:?}");
}

#[test]
fn the_picture_of_the_moves_is_the_drawing_of_the_page() {
    let none = tempfile::tempdir().unwrap();
    let running = serve(none.path());
    let address = "/board.svg?position=start+8x8&moves=c1-c3,c1-e3,c1xa3";
    let (status, drawing) = asked(&running.address, &format!("GET {address}"), "");
    assert_eq!(status, "200");
    assert_eq!(document("docs/pictures/moves.svg").trim_end(), drawing);
}

/// Plies are exact if tables have a value; certificates give upper bounds.
#[test]
fn results_of_the_readme_are_some_of_all() {
    let (readme, results) = (readme(), results());
    let proofs = document("data/proofs/README.md");
    let rows: Vec<Vec<&str>> = cells_of_rows(&readme).skip(2).collect();
    assert_eq!(rows.len(), 7);
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

/// Returns the file of a row's census.
fn kept_of(row: &[&str], ending: &str) -> Option<String> {
    let (board, rules) = (row[1].split(' ').next()?, row[2].trim_matches('`'));
    let name = format!("data/census/{board}-{rules}.{ending}");
    std::fs::read_to_string(project().join(name)).ok()
}

/// The output of `loa` is stored beside the counts: the number of verified values, the values of
/// the starts, and a longest win.
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

/// Returns the commands that a help lists.
fn listed(help: &str) -> impl Iterator<Item = &str> {
    let before_options = help.split("\nOptions:").next().unwrap();
    let rows = before_options.lines().filter_map(|line| line.strip_prefix("  "));
    rows.filter_map(|row| row.split_once("  "))
        .map(|row| row.0)
        .filter(|name| !name.is_empty() && name.bytes().all(|byte| byte.is_ascii_lowercase()))
}

#[test]
fn the_page_of_commands_has_the_help_of_each_as_it_is_printed() {
    let folder = tempfile::tempdir().unwrap();
    let help = |name: &str| {
        let text = loa(folder.path(), &format!("{name} --help")).ok();
        let lines = text
            .lines()
            .filter(|line| !(line.starts_with("  help ") && line.contains("Print this")));
        lines.collect::<Vec<_>>().join("\n")
    };
    let page = page_of_commands();
    let mut expected = Vec::new();
    for name in listed(&help("")) {
        let text = help(name);
        let below: Vec<String> = match text.contains("\nCommands:\n") {
            true => listed(&text).map(|below| format!("{name} {below}")).collect(),
            false => Vec::new(),
        };
        expected.push((name.to_owned(), text));
        expected.extend(below.into_iter().map(|name| (name.clone(), help(&name))));
    }
    assert!(expected.len() >= 30, "{}", expected.len());
    // The page puts each text of an option below its name, as `--help` does for long texts only.
    let words = |text: &str| text.split_whitespace().map(str::to_owned).collect::<Vec<_>>();
    let mut sections = page.split("\n### ").skip(1).map(|section| {
        let (name, block) = section.split_once("\n\n```text\n").unwrap();
        (name.to_owned(), words(block.split_once("\n```").unwrap().0))
    });
    for (name, text) in expected {
        assert_eq!(sections.next(), Some((name, words(&text))));
    }
    assert_eq!(sections.next(), None);
}
