//! Commands and examples in documents: they run, but for those that [`NOT_RUN`] names.

use std::collections::BTreeSet;
use std::path::{Path, PathBuf};

use crate::sessions::pasted;
use crate::{Answer, project};

/// The beginnings of commands that this test only reads, each with the reason.
const NOT_RUN: [(&str, &str); 24] = [
    ("cargo ", "builds, tests and measures, as .ci/run does"),
    ("bash .ci/", "runs this test, or needs wine"),
    ("sudo ", "changes the machine"),
    ("rustup ", "changes the machine"),
    ("python3 -m http.server", "a server stays"),
    ("mpirun ", "needs a build of its own: .ci/mpi"),
    ("docker ", "builds an image: .ci/service"),
    ("tools/c/install ", "builds the library: .ci/c"),
    ("cc ", "needs the library: .ci/c"),
    ("pip install ", "builds the package: .ci/python"),
    ("python tools/python/", "needs the package: .ci/python"),
    ("python3 data/bench/", "plays games for minutes"),
    ("python3 tests/reader/", "needs Python: .ci/run"),
    ("loa judge \"python3", "needs Python: judge.rs"),
    ("loa play --black engine:", "needs an engine"),
    ("random_positions ", "an example of loa-cli: .ci/c"),
    ("target/release/examples/", "takes half an hour"),
    ("loa serve", "a server stays: serve.rs"),
    ("loa solve 5x5", "takes minutes"),
    ("loa solve 8x8", "takes minutes"),
    ("loa prove 5x5 --rules misere", "takes minutes"),
    ("loa prove 6x6", "takes minutes"),
    ("loa prove 6x7", "takes minutes"),
    ("loa prove 8x6", "takes an hour"),
];

/// Returns the documents of the project: their paths in it, and their texts.
fn documents() -> Vec<(PathBuf, String)> {
    let mut files = loa_tests::folder::files(&project());
    let is_document = |path: &Path| path.extension().is_some_and(|ending| ending == "md");
    files.retain(|path| is_document(path) && !path.ends_with("CHANGELOG.md"));
    let inside = |path: &Path| path.strip_prefix(project()).unwrap().to_owned();
    files.iter().map(|path| (inside(path), std::fs::read_to_string(path).unwrap())).collect()
}

/// Returns the blocks between fences: the kind of each, and its text.
fn blocks(document: &str) -> Vec<(&str, &str)> {
    let inside = document.split("\n```").skip(1).step_by(2);
    inside.filter_map(|block| block.split_once('\n')).collect()
}

/// Returns the lines of all blocks of a kind.
pub(crate) fn lines_of<'a>(document: &'a str, kind: &str) -> Vec<&'a str> {
    let blocks = blocks(document).into_iter().filter(|block| block.0 == kind);
    blocks.flat_map(|(_, text)| text.lines()).collect()
}

/// Returns the commands of `loa` between backticks.
fn quoted(document: &str) -> Vec<String> {
    // Outside of fences every second part of a paragraph stands between backticks.
    let outside = document.split("\n```").step_by(2);
    let paragraphs = outside.flat_map(|text| text.split("\n\n"));
    let quoted = paragraphs
        .flat_map(|text| text.split('`').skip(1).step_by(2))
        .map(|text| text.replace('\n', " "));
    quoted.filter(|text| text.starts_with("loa ")).collect()
}

/// Returns the command line of `loa` in a line, without its first word and the shell's part.
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

/// Returns a command with examples for its placeholders.
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
        // Threads of a cluster's machine, which are refused on a small one.
        ("16", "4"),
    ];
    let example = |word| pairs.iter().find(|(name, _)| *name == word);
    let words = line.split(' ').map(|word| example(word).map_or(word, |(_, example)| example));
    words.collect::<Vec<_>>().join(" ")
}

/// The folder in which the commands of a document run, with tables of 4x4.
fn folder_of_a_reader() -> tempfile::TempDir {
    let folder = tempfile::tempdir().unwrap();
    let tables = folder.path().join("user/mover-pass/4x4");
    std::fs::create_dir_all(&tables).unwrap();
    for (name, bytes) in crate::kept_tables("mover-pass") {
        std::fs::write(tables.join(name), bytes).unwrap();
    }
    // Positions at random: as a program makes them that is not run here.
    let positions = "1xx1/o2o/o2o/1xx1 x\no2o/x3/2o1/x1xo x\n";
    std::fs::write(folder.path().join("any"), positions).unwrap();
    folder
}

/// Runs a script for a reader.
fn run(folder: &Path, script: &str) -> Answer {
    let mut shell = pasted(folder, &format!("set -euo pipefail\n{script}"));
    Answer::of(shell.env("LOA_TABLES", "user").output().unwrap())
}

#[test]
fn commands_in_documents_run() {
    let mut not_run = BTreeSet::new();
    // What is not run is read: a word too many before --help, or an option that is not there,
    // is refused.
    let mut is_only_read = |folder: &Path, line: &str| {
        let begins = |(begin, _): &(&str, &str)| line.starts_with(begin);
        let Some(reason) = NOT_RUN.iter().position(begins) else {
            return false;
        };
        not_run.insert(NOT_RUN[reason].0);
        if let Some(line) = of_loa(line).filter(|line| !line.contains('$')) {
            let read = run(folder, &format!("loa {} --help", filled_in(&line)));
            assert_eq!(read.status, 0, "{line}: {}", read.stderr);
        }
        true
    };
    for (document, text) in documents() {
        let place = document.display();
        let folder = folder_of_a_reader();
        let folder = folder.path();
        for (_, block) in blocks(&text).into_iter().filter(|(kind, _)| *kind == "sh") {
            let lines = block.lines().filter(|line| !is_only_read(folder, line));
            let script = lines.collect::<Vec<_>>().join("\n");
            let answer = run(folder, &script);
            let out = answer.stdout + &answer.stderr;
            assert_eq!(answer.status, 0, "{place}:\n{script}\n{out}");
        }
        for line in quoted(&text) {
            if is_only_read(folder, &line) {
                continue;
            }
            let line = filled_in(&of_loa(&line).unwrap());
            let answer = run(folder, &format!("loa {line}"));
            // The name of a command or of an option stands for no whole command.
            let is_name = answer.stderr.contains("required arguments were not provided");
            let is_fine = answer.status == 0 || is_name;
            assert!(is_fine, "{place}: loa {line}: {}", answer.stderr);
        }
    }
    let unused = NOT_RUN.iter().find(|(begin, _)| !not_run.contains(begin));
    assert!(unused.is_none(), "no document has {unused:?}");
}

/// Returns the anchor by which a heading is linked to.
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
            let has_heading = || {
                let text = std::fs::read_to_string(&file).unwrap_or_default();
                let mut headings = text.lines().filter(|line| line.starts_with('#'));
                headings.any(|line| anchor(line.trim_start_matches('#')) == heading)
            };
            let leads = file.exists() && (heading.is_empty() || has_heading());
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
        if let Some(name) = name.filter(|&name| name != "SUMMARY.md") {
            assert!(contents.contains(&format!("]({name})")), "{name}");
        }
    }
}
