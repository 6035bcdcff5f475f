//! Commands and examples in documents: they run, but for those that [`NOT_RUN`] names.

use std::collections::BTreeSet;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};

use crate::{Answer, command, project};

/// The beginnings of commands that this test only reads, each with the reason.
const NOT_RUN: [(&str, &str); 21] = [
    ("cargo ", "builds, tests and measures, as .ci/run does"),
    ("bash .ci/", "runs this test, or needs wine"),
    ("sudo ", "changes the machine"),
    ("mpirun ", "needs a build of its own: .ci/mpi"),
    ("docker ", "builds an image: .ci/service"),
    ("tools/c/install ", "builds the library: .ci/c"),
    ("cc ", "needs the library: .ci/c"),
    ("pip install ", "builds the package: .ci/python"),
    ("python tools/python/", "needs the package: .ci/python"),
    ("python3 data/bench/", "plays games for minutes"),
    ("python3 tests/reader/", "needs Python: .ci/run"),
    ("loa judge \"python3", "needs Python: judge/authors.rs"),
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

/// Examples in other languages than the shell's: document, kind, and the file of the test
/// that runs them, or nothing where a machine of its own is needed.
const OTHERS: [(&str, &str, &str); 14] = [
    ("README.md", "console", "tests/command_line/readme.rs"),
    ("README.md", "rust", "tests/src/lib.rs"),
    ("README.md", "text", "tests/command_line/readme.rs"),
    ("docs/cluster.md", "slurm", ""),
    (
        "docs/codingame.md",
        "codingame",
        "tests/command_line/engine/mod.rs",
    ),
    ("docs/commands.md", "text", "tests/command_line/habits.rs"),
    (
        "docs/engines.md",
        "asked",
        "tests/command_line/judge/authors.rs",
    ),
    (
        "docs/engines.md",
        "dialogue",
        "tests/command_line/engine/mod.rs",
    ),
    ("docs/proofs.md", "console", "tests/command_line/readme.rs"),
    ("docs/tables.md", "console", "tests/command_line/readme.rs"),
    ("solver/README.md", "rust", "solver/src/lib.rs"),
    ("tablebase/README.md", "rust", "tablebase/src/lib.rs"),
    ("tools/c/README.md", "c", "tools/c/tests/programs.rs"),
    (
        "tools/python/README.md",
        "python",
        "tools/python/tests/test_documents.py",
    ),
];

/// Returns the documents of the project: their paths in it, and their texts.
fn documents() -> Vec<(PathBuf, String)> {
    let mut found = Vec::new();
    let mut folders = vec![project()];
    while let Some(folder) = folders.pop() {
        for entry in std::fs::read_dir(folder).unwrap() {
            let path = entry.unwrap().path();
            let name = path.file_name().unwrap().to_string_lossy().into_owned();
            let is_elsewhere = name.starts_with('.') || name == "target" || name == "node_modules";
            if path.is_dir() && !is_elsewhere {
                folders.push(path);
            } else if name.ends_with(".md") && name != "CHANGELOG.md" {
                let text = std::fs::read_to_string(&path).unwrap();
                found.push((path.strip_prefix(project()).unwrap().to_owned(), text));
            }
        }
    }
    found.sort();
    found
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
    let quoted = paragraphs.flat_map(|text| text.split('`').skip(1).step_by(2));
    let quoted = quoted.map(|text| text.replace('\n', " "));
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
    let end = ends.iter().filter_map(|end| rest.find(&format!(" {end}")));
    let end = end.chain(rest.find(';')).min().unwrap_or(rest.len());
    Some(rest[..end].trim().to_owned())
}

/// Returns a command with examples for its placeholders.
fn filled_in(line: &str) -> String {
    let file = match line.starts_with("suite") {
        true => "data/suites/4x4-mover-pass.suite",
        false => "data/proofs/5x5.proof",
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
    let words = line.split(' ');
    let words = words.map(|word| example(word).map_or(word, |(_, example)| example));
    words.collect::<Vec<_>>().join(" ")
}

fn reason_not_to_run(line: &str) -> Option<usize> {
    NOT_RUN
        .iter()
        .position(|(begin, _)| line.starts_with(begin))
}

/// Panics if `loa` has no such command, or the command has no such options.
fn check(document: &Path, line: &str) {
    // What comes before --help is read first: a word too many or an option that is not there
    // is refused, and nothing is done.
    let nowhere = Path::new("no tables here");
    let mut command = command(nowhere, &format!("{} --help", filled_in(line)));
    let answer = Answer::of(command.output().unwrap());
    let place = document.display();
    assert_eq!(answer.status, 0, "{place}: loa {line}: {}", answer.stderr);
}

#[test]
fn every_command_in_a_document_is_one() {
    let mut tried = 0;
    for (document, text) in documents() {
        let of_shells = |kind: &str| kind == "sh" || kind == "slurm";
        let blocks = blocks(&text).into_iter();
        let lines = blocks.filter(|(kind, _)| of_shells(kind));
        let lines = lines.flat_map(|(_, block)| block.lines().map(str::to_owned));
        for line in lines.chain(quoted(&text)) {
            if let Some(line) = of_loa(line.trim_start()).filter(|line| !line.contains('$')) {
                check(&document, &line);
                tried += 1;
            }
        }
        let mut outside = text.split("\n```").step_by(2).flat_map(str::lines);
        let unfenced = outside.find(|line| line.starts_with("    loa "));
        let is_map = document.ends_with("design.md");
        assert!(is_map || unfenced.is_none(), "{unfenced:?} has no fence");
    }
    assert!(tried > 50, "{tried}");
}

/// The folder in which the commands of a document run, with tables of 4x4 and `data`.
#[cfg(unix)]
fn folder_of_a_reader() -> tempfile::TempDir {
    let folder = tempfile::tempdir().unwrap();
    std::os::unix::fs::symlink(project().join("data"), folder.path().join("data")).unwrap();
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

/// A run of a shell's script, as a reader pastes it.
#[cfg(unix)]
fn pasted(folder: &Path, script: &str) -> Answer {
    let loa = Path::new(env!("CARGO_BIN_EXE_loa")).parent().unwrap();
    let path = std::env::var_os("PATH").unwrap();
    let folders = std::iter::once(loa.to_owned()).chain(std::env::split_paths(&path));
    let mut shell = Command::new("bash");
    shell.args(["-euo", "pipefail", "-c", script]);
    shell.current_dir(folder).stdin(Stdio::null());
    shell.env("PATH", std::env::join_paths(folders).unwrap());
    shell.env("LOA_TABLES", folder.join("user"));
    Answer::of(shell.output().unwrap())
}

#[cfg(unix)]
#[test]
fn commands_in_documents_run() {
    let mut not_run = BTreeSet::new();
    for (document, text) in documents() {
        let place = document.display();
        let folder = folder_of_a_reader();
        for (_, block) in blocks(&text).into_iter().filter(|(kind, _)| *kind == "sh") {
            let mut script = String::new();
            for line in block.lines() {
                match reason_not_to_run(line) {
                    Some(reason) => _ = not_run.insert(reason),
                    None => script += &format!("{line}\n"),
                }
            }
            let answer = pasted(folder.path(), &script);
            let out = answer.stdout + &answer.stderr;
            assert_eq!(answer.status, 0, "{place}:\n{script}{out}");
        }
        for line in quoted(&text) {
            if let Some(reason) = reason_not_to_run(&line) {
                not_run.insert(reason);
                continue;
            }
            let line = filled_in(&of_loa(&line).unwrap());
            let answer = pasted(folder.path(), &format!("loa {line}"));
            // The name of a command or of an option stands for no whole command.
            let is_name = answer
                .stderr
                .contains("required arguments were not provided");
            let is_fine = answer.status == 0 || is_name;
            assert!(is_fine, "{place}: loa {line}: {}", answer.stderr);
        }
    }
    let unused: Vec<&str> = (0..NOT_RUN.len())
        .filter(|reason| !not_run.contains(reason))
        .map(|reason| NOT_RUN[reason].0)
        .collect();
    assert!(unused.is_empty(), "no document has {unused:?}");
}

#[test]
fn examples_in_other_languages_have_a_test() {
    let mut found = BTreeSet::new();
    for (document, text) in documents() {
        let kinds = blocks(&text).into_iter().map(|(kind, _)| kind.to_owned());
        let kinds = kinds.filter(|kind| kind != "sh");
        found.extend(kinds.map(|kind| (document.to_str().unwrap().to_owned(), kind)));
    }
    let known = OTHERS.map(|(document, kind, _)| (document.to_owned(), kind.to_owned()));
    assert_eq!(found, BTreeSet::from(known));
    for (document, _, test) in OTHERS.iter().filter(|(_, _, test)| !test.is_empty()) {
        let test = std::fs::read_to_string(project().join(test)).unwrap();
        let name = Path::new(document).file_name().unwrap().to_str().unwrap();
        assert!(test.contains(name), "{document}");
    }
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
