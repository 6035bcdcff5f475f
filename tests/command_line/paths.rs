//! Every path on the command line, as a pipe, `-`, a device, a folder and a name that is not UTF-8.

use std::collections::BTreeSet;
use std::ffi::{OsStr, OsString};
use std::fs;
use std::io::{BufRead, BufReader, Read};
use std::os::unix::ffi::OsStrExt;
use std::path::{Path, PathBuf};
use std::process::{Child, Command, Stdio};
use std::thread::{self, JoinHandle};
use std::time::{Duration, Instant};

use rayon::prelude::*;

use crate::{Answer, command, loa, project};

/// The use of a path. Inputs have the name of a file that is right for them.
#[derive(Clone, Copy, PartialEq)]
enum Role {
    /// An input, also from a pipe or standard input.
    Input(&'static str),
    /// An input that must have a name, also of a pipe.
    Named(&'static str),
    /// An input that must be a regular file.
    Regular(&'static str),
    /// An output, also to a pipe or standard output.
    Output,
    /// An output that must have a name.
    NamedOutput,
    Folder,
}

use Role::*;

/// Every path of the grammar, with a command in which it stands as `{}`.
const PATHS: [(&str, &str, Role); 39] = [
    ("review <FILE>", "review --movetime 0 {}", Input("game")),
    ("review --sgf", "review --movetime 0 game --sgf {}", Output),
    ("line --game", "line --game {}", Input("game")),
    ("ask --body", "ask /api/value --body {}", Input("body")),
    ("play --resume", "play --black random --white random --resume {}", Named("game")),
    ("play --sgf", "play start 4x4 --black random --white random --sgf {}", NamedOutput),
    ("match --suite", "match E E --games 2 --nodes 9 -q --suite {}", Input("suite")),
    ("match --sgf", "match E E 4x4 --games 2 --nodes 9 -q --sgf {}", Output),
    ("match --log", "match E E 4x4 --games 2 --nodes 9 -q --log {}", Output),
    ("engine check --log", "engine check E 4x4 --nodes 9 -q --log {}", Output),
    ("judge --suite", "judge E --nodes 9 --fail-on never -q --suite {}", Input("suite")),
    ("judge --log", "judge E 4x4 --positions 1 --nodes 9 -q --fail-on never --log {}", Output),
    ("suite check <FILE>", "suite check {}", Input("suite")),
    ("suite show <FILE>", "suite show {}", Input("suite")),
    ("suite show --svg", "suite show suite --svg {}", Folder),
    ("proof check <FILE>", "proof check {}", Input("proof")),
    ("proof positions <FILE>", "proof positions {}", Input("proof")),
    ("proof line <FILE>", "proof line {}", Input("proof")),
    ("proof check [FILES]", "proof check last {}", Input("part")),
    ("proof coq <FILE>", "proof coq {}", Input("proof")),
    ("proof coq [FILES]", "proof coq part {}", Input("last")),
    ("proof split <FILE>", "proof split {} OUT --moves 9 --force", Input("proof")),
    ("proof split <DIR>", "proof split proof --moves 9 --force {}", Folder),
    ("prove --proof", "prove 4x4 --hash 1MiB -q --proof {}", Output),
    ("export <FILE>", "export 4x4 --material 2v2 -q {}", Output),
    ("serve --proof", "serve --listen 0 --proof {}", Named("proof")),
    ("serve --suite", "serve --listen 0 --suite {}", Named("suite")),
    ("site <FOLDER>", "site --program wasm -q {}", Folder),
    ("site --program", "site OUT -q --program {}", Named("wasm")),
    ("site --proof", "site OUT -q --program wasm --proof {}", Regular("proof")),
    ("site --suite", "site OUT -q --program wasm --suite {}", Regular("suite")),
    ("check [FILES]", "check {}", Regular("table")),
    ("info [FILES]", "info {}", Regular("table")),
    ("completions --out", "completions --out {}", Folder),
    ("man --out", "man --out {}", Folder),
    ("play proof:", "play --black proof:{} --white random", Regular("proof")),
    ("info --tables", "info --tables {}", Folder),
    ("solve --tables", "solve 3x3 -q --tables {}", Folder),
    ("engine --tables", "engine --tables {}", Folder),
];

/// Returns the paths of the grammar, as the manual prints them. `--tables` is the same everywhere.
fn paths_of_the_manual() -> BTreeSet<String> {
    let manual = loa(Path::new("none"), "man --markdown").ok();
    let (mut paths, mut command) = (BTreeSet::new(), "");
    for line in manual.lines() {
        command = line.strip_prefix("### ").unwrap_or(command);
        let words: Vec<&str> = line.split_whitespace().collect();
        let is_path = |word: &str| {
            let bare = word.trim_end_matches('.').trim_matches(['[', ']', '<', '>']);
            bare != word && ["FILE", "FILES", "DIR", "FOLDER"].contains(&bare)
        };
        match words[..] {
            [word] if is_path(word) => {
                paths.insert(format!("{command} {}", word.trim_end_matches('.')));
            }
            [option, word] if option.starts_with("--") && option != "--tables" && is_path(word) => {
                paths.insert(format!("{command} {option}"));
            }
            _ => {}
        }
    }
    paths
}

#[test]
fn every_path_of_the_grammar_is_tried() {
    let tried = PATHS.iter().map(|(path, ..)| (*path).to_owned());
    let is_other = |path: &String| path.ends_with("--tables") || path.ends_with("proof:");
    assert_eq!(
        tried.filter(|path| !is_other(path)).collect::<BTreeSet<_>>(),
        paths_of_the_manual()
    );
}

/// A folder with right files, in which one command runs.
struct Desk {
    folder: tempfile::TempDir,
    line: String,
}

impl Desk {
    fn new(files: &Path, line: &str) -> Desk {
        let folder = tempfile::tempdir().unwrap();
        for file in ["game", "body", "suite", "proof", "part", "last", "wasm", "table"] {
            fs::copy(files.join(file), folder.path().join(file)).unwrap();
        }
        // A command that reads or writes a file of this name is wrong.
        fs::write(folder.path().join("-"), "a trap").unwrap();
        Desk { folder, line: line.to_owned() }
    }

    fn at(&self, name: impl AsRef<OsStr>) -> PathBuf {
        self.folder.path().join(name.as_ref())
    }

    /// Returns a new pipe.
    fn pipe(&self) -> PathBuf {
        let pipe = self.at("pipe");
        let _ = fs::remove_file(&pipe);
        assert!(Command::new("mkfifo").arg(&pipe).status().unwrap().success());
        pipe
    }

    /// Runs the command with a path, and a file on standard input.
    fn run(&self, path: impl AsRef<OsStr>, stdin: Stdio) -> Answer {
        let engine = format!("'{} engine --no-tables'", env!("CARGO_BIN_EXE_loa"));
        let line = self.line.replace(" E", &format!(" {engine}"));
        let mut words = command(Path::new("tables"), "");
        for word in crate::words(&line) {
            match word.split_once("{}") {
                Some((before, _)) => {
                    let mut word = OsString::from(before);
                    word.push(path.as_ref());
                    words.arg(word)
                }
                None => words.arg(word),
            };
        }
        words.current_dir(self.folder.path()).stdin(stdin);
        let child = words.stdout(Stdio::piped()).stderr(Stdio::piped()).spawn().unwrap();
        let answer = if self.line.starts_with("serve") { served(child) } else { ended(child) };
        let trap = fs::read(self.at("-")).unwrap();
        assert_eq!(trap, b"a trap", "{} with {:?}", self.line, path.as_ref());
        answer
    }

    fn with(&self, path: impl AsRef<OsStr>) -> Answer {
        self.run(path, Stdio::null())
    }

    /// Runs the command with a path that it must accept, and returns the first line that it prints.
    fn accepted(&self, path: impl AsRef<OsStr>, stdin: Stdio) -> String {
        let answer = self.run(path.as_ref(), stdin);
        let seen = format!("{} with {:?}: {}", self.line, path.as_ref(), answer.stderr);
        assert_eq!(answer.status, 0, "{seen}");
        // The name of the file and times differ.
        let path = path.as_ref().to_string_lossy();
        let mut line = answer.stdout.lines().next().unwrap_or_default().to_owned();
        for name in [&path, path.replace('\u{fffd}', "\\xff").as_str(), "standard input"] {
            if name != "-" {
                line = line.replace(name, "FILE");
            }
        }
        line.chars().filter(|it| !it.is_ascii_digit()).collect()
    }

    /// Runs the command with a path that it must refuse in a sentence.
    fn refused(&self, path: impl AsRef<OsStr>, why: &str) {
        let answer = self.with(path.as_ref());
        let seen = format!("{} with {:?}: {}", self.line, path.as_ref(), answer.stderr);
        assert!((1..=7).contains(&answer.status), "{seen}");
        // `info` and `check` print the reasons of all files.
        assert!(answer.all().contains(why), "{seen}");
    }
}

/// Waits for a command, which must end.
fn ended(mut child: Child) -> Answer {
    let reading = |mut from: Box<dyn Read + Send>| {
        thread::spawn(move || {
            let mut bytes = Vec::new();
            from.read_to_end(&mut bytes).unwrap();
            String::from_utf8_lossy(&bytes).into_owned()
        })
    };
    let stdout = reading(Box::new(child.stdout.take().unwrap()));
    let stderr = reading(Box::new(child.stderr.take().unwrap()));
    let began = Instant::now();
    while child.try_wait().unwrap().is_none() {
        if began.elapsed() > Duration::from_secs(120) {
            child.kill().unwrap();
        }
        thread::sleep(Duration::from_millis(5));
    }
    let status = child.wait().unwrap().code().unwrap_or(-1);
    Answer { status, stdout: stdout.join().unwrap(), stderr: stderr.join().unwrap() }
}

/// Waits until a server listens, and ends it.
fn served(mut child: Child) -> Answer {
    let mut line = String::new();
    BufReader::new(child.stdout.as_mut().unwrap()).read_line(&mut line).unwrap();
    if line.is_empty() {
        return ended(child);
    }
    child.kill().unwrap();
    child.wait().unwrap();
    Answer { status: 0, stdout: line, stderr: String::new() }
}

/// Returns a name that is not UTF-8.
fn strange() -> &'static OsStr {
    OsStr::from_bytes(b"b\xffd.loa")
}

fn write_to(pipe: &Path, file: &Path) -> JoinHandle<()> {
    let (pipe, bytes) = (pipe.to_owned(), fs::read(file).unwrap());
    // Who refuses a pipe may close it early.
    thread::spawn(move || drop(fs::write(pipe, bytes)))
}

fn try_input(desk: &Desk, file: &str, role: Role) {
    let file = desk.at(file);
    let stdin = || Stdio::from(fs::File::open(&file).unwrap());
    let expected = desk.accepted(&file, Stdio::null());
    fs::copy(&file, desk.at(strange())).unwrap();
    // An engine's command line is text.
    if !desk.line.contains("proof:") {
        let line = desk.accepted(desk.at(strange()), Stdio::null());
        let shows_content = !desk.line.starts_with("site");
        assert!(line == expected || !shows_content, "{}: {line}", desk.line);
    }
    let pipe = desk.pipe();
    let _writer = write_to(&pipe, &file);
    if let Regular(_) = role {
        desk.refused(&pipe, "is not a ");
    } else {
        assert_eq!(desk.accepted(&pipe, Stdio::null()), expected, "{} of a pipe", desk.line);
    }
    if let Input(_) = role {
        for path in ["-", "/dev/stdin"] {
            assert_eq!(desk.accepted(path, stdin()), expected, "{} with {path}", desk.line);
        }
    } else if desk.line.contains("proof:") {
        desk.refused("-", "- is not a regular file");
    } else {
        desk.refused("-", "- is standard input or output");
    }
    desk.refused("/dev/full", "/dev/full");
    desk.refused(desk.folder.path(), desk.folder.path().to_str().unwrap());
}

/// Returns the beginning of a file that a command writes: more may contain times.
fn begin(bytes: &[u8]) -> &[u8] {
    assert!(bytes.len() > 8);
    &bytes[..8]
}

fn try_output(desk: &mut Desk, role: Role) {
    let report = desk.accepted(desk.at("out"), Stdio::null());
    let expected = fs::read(desk.at("out")).unwrap();
    let is_log = desk.line.contains("--log");
    let is_same = |bytes: &[u8]| is_log || begin(bytes) == begin(&expected);
    desk.accepted(desk.at(strange()), Stdio::null());
    assert!(is_same(&fs::read(desk.at(strange())).unwrap()));
    let pipe = desk.pipe();
    let reader = thread::spawn({
        let pipe = pipe.clone();
        move || fs::read(pipe).unwrap()
    });
    assert_eq!(desk.accepted(&pipe, Stdio::null()), report, "{}", desk.line);
    assert!(is_same(&reader.join().unwrap()), "{} to a pipe", desk.line);
    desk.refused("/dev/full", "/dev/full: No space left on device");
    desk.refused(desk.folder.path(), desk.folder.path().to_str().unwrap());
    try_existing(desk);
    if role == NamedOutput {
        return desk.refused("-", "- is standard input or output");
    }
    for path in ["-", "/dev/stdout"] {
        let answer = desk.with(path);
        assert_eq!(answer.status, 0, "{} with {path}: {}", desk.line, answer.stderr);
        assert!(is_same(answer.stdout.as_bytes()), "{}: {}", desk.line, answer.stdout);
        assert!(
            !answer.stderr.is_empty()
                && !answer.stdout.contains(answer.stderr.lines().next().unwrap()),
            "{}",
            desk.line
        );
    }
}

/// An existing file is written over only if that is forced. Games are added to games.
fn try_existing(desk: &mut Desk) {
    let (first, adds) = (
        fs::read(desk.at("out")).unwrap(),
        desk.line.starts_with("match E E 4x4 --games 2 --nodes 9 -q --sgf"),
    );
    let again = desk.with(desk.at("out"));
    assert_eq!(again.status, if adds { 0 } else { 2 }, "{}: {}", desk.line, again.stderr);
    let now = fs::read(desk.at("out")).unwrap();
    assert!(now.starts_with(&first) && (now.len() > first.len()) == adds, "{}", desk.line);
    fs::write(desk.at("kept"), "kept").unwrap();
    desk.refused(desk.at("kept"), " --force");
    assert_eq!(fs::read(desk.at("kept")).unwrap(), b"kept", "{}", desk.line);
    let line = desk.line.clone();
    desk.line += " --force";
    desk.accepted(desk.at("kept"), Stdio::null());
    assert!(!fs::read(desk.at("kept")).unwrap().starts_with(b"kept"), "{}", desk.line);
    desk.line = line;
}

fn try_folder(desk: &Desk) {
    desk.accepted(desk.at("out"), Stdio::null());
    desk.accepted(desk.at(strange()), Stdio::null());
    desk.refused("-", "- is standard input or output");
    if !desk.line.starts_with("engine") {
        desk.refused(desk.at("game"), "");
    }
}

#[test]
fn every_path_may_be_a_pipe_a_dash_a_device_or_a_strange_name() {
    let files = tempfile::tempdir().unwrap();
    let at = |name| files.path().join(name);
    fs::write(at("game"), "start 4x4\nb1-b3 a2-a4").unwrap();
    fs::write(at("body"), r#"[{"position":"start 4x4"}]"#).unwrap();
    fs::write(at("wasm"), "\0asm, and more").unwrap();
    let suite = fs::read_to_string(project().join("data/suites/4x4-mover-pass.suite")).unwrap();
    let problems = suite.lines().filter(|line| line.contains(';')).take(2);
    fs::write(at("suite"), problems.collect::<Vec<_>>().join("\n")).unwrap();
    let proof = at("proof").display().to_string();
    loa(files.path(), &format!("prove 4x4 --hash 1MiB -q --proof {proof}")).ok();
    let whole = project().join("data/proofs/5x5.proof");
    loa(files.path(), &format!("proof split {} {} --moves 30", whole.display(), at("").display()))
        .ok();
    fs::rename(at("part-1.proof"), at("part")).unwrap();
    fs::rename(at("part-2.proof"), at("last")).unwrap();
    loa(files.path(), "solve 3x3 -q").ok();
    fs::copy(at("mover-pass/3x3/2v2.loa"), at("table")).unwrap();
    PATHS.par_iter().for_each(|&(_, line, role)| {
        let mut desk = Desk::new(files.path(), line);
        match role {
            Input(file) | Named(file) | Regular(file) => try_input(&desk, file, role),
            Output | NamedOutput => try_output(&mut desk, role),
            Folder => try_folder(&desk),
        }
    });
}

#[test]
fn a_name_that_is_not_utf_8_is_told_in_full() {
    let folder = tempfile::tempdir().unwrap();
    fs::write(folder.path().join(strange()), "no table").unwrap();
    let mut info = command(folder.path(), "info --json");
    let answer = Answer::of(info.current_dir(folder.path()).arg(strange()).output().unwrap());
    assert!(answer.stdout.contains(r#""file":"b\\xffd.loa""#), "{}", answer.stdout);
}
