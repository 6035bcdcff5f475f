//! Compares the JSON of the command line and of the server with recorded answers: other programs
//! read it.
//!
//! `LOA_RECORD=1 cargo test -p loa-cli --test command_line recorded` records the answers again.

use std::fmt::Write;
use std::fs;
use std::path::Path;
use std::process::Stdio;

use rayon::prelude::*;
use xxhash_rust::xxh3::xxh3_64;

use crate::serve::{Running, asked, serve_in};
use crate::{Answer, command, project, reading};

/// The number of bytes recorded of an answer. A longer answer also has its length and a digest.
const RECORDED: usize = 300;

/// The fields whose values depend on the machine.
const MEASURED: [&str; 4] =
    ["\"seconds\":", "\"longest_seconds\":", "\"disk_available\":", "\"version\":\""];

/// Returns the answer to a command or an address, and its status.
fn answer(folder: &Path, server: Option<&Running>, line: &str) -> String {
    let (line, file) = line.split_once(" <").unwrap_or((line, ""));
    let input = match file {
        "" => String::new(),
        file => fs::read_to_string(folder.join(file)).unwrap(),
    };
    let (status, mut text) = match server {
        Some(server) => asked(&server.address, line, &input),
        None => {
            let mut command = command(Path::new("tables"), line.strip_prefix("loa ").unwrap());
            let path = format!("{}:/usr/bin:/bin", folder.display());
            command.current_dir(folder).env("PATH", path);
            let answer = match file {
                "" => Answer::of(command.stdin(Stdio::null()).output().unwrap()),
                _ => reading(&mut command, &input),
            };
            (answer.status.to_string(), answer.stdout + &answer.stderr)
        }
    };
    for field in MEASURED {
        let parts = text
            .split(field)
            .map(|part| part.trim_start_matches(|c: char| c.is_ascii_digit() || "-.e".contains(c)));
        text = parts.collect::<Vec<_>>().join(field);
    }
    let text = text.trim_end();
    let mut recorded: String = text.chars().take(RECORDED).collect();
    if recorded.len() < text.len() {
        let digest = xxh3_64(text.as_bytes());
        write!(recorded, "... {} bytes, {digest:016x}", text.len()).unwrap();
    }
    format!("{status} {recorded}\n")
}

#[test]
fn recorded_answers_are_still_given() {
    let files = project().join("tests/command_line/answers");
    let folder = tempfile::tempdir().unwrap();
    let folder = folder.path();
    for file in files.read_dir().unwrap() {
        let file = file.unwrap();
        fs::copy(file.path(), folder.join(file.file_name())).unwrap();
    }
    std::os::unix::fs::symlink(env!("CARGO_BIN_EXE_loa"), folder.join("loa")).unwrap();
    let record = files.join("record.txt");
    let recorded = fs::read_to_string(&record).unwrap();
    let mut found = String::new();
    // Commands that create files run first, in order.
    for (number, section) in recorded.split("\n\n").enumerate() {
        let (title, rest) = section.split_once('\n').unwrap();
        let lines: Vec<&str> = rest.lines().filter_map(|line| line.strip_prefix("$ ")).collect();
        let answers: Vec<String> = match number {
            0 => lines.iter().map(|line| answer(folder, None, line)).collect(),
            1 => lines.par_iter().map(|line| answer(folder, None, line)).collect(),
            _ => {
                let server = serve_in(folder, "--suite small.suite --proof 4x4.proof");
                lines.iter().map(|line| answer(folder, Some(&server), line)).collect()
            }
        };
        let both: String = lines
            .iter()
            .zip(&answers)
            .map(|(line, answer)| format!("$ {line}\n{answer}"))
            .collect();
        found += &format!("{title}\n{both}\n");
    }
    let (found, recorded) = (found.trim_end(), recorded.trim_end());
    if std::env::var_os("LOA_RECORD").is_some() {
        return fs::write(&record, found.to_owned() + "\n").unwrap();
    }
    for (found, recorded) in found.split("\n$ ").zip(recorded.split("\n$ ")) {
        assert_eq!(found, recorded);
    }
    assert_eq!(found.len(), recorded.len());
}
