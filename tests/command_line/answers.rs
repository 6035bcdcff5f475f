//! The table of questions and their answers, as recorded: other programs read them. The command line
//! and the server are asked all of its questions, and `loa ask` those of the server. A question may
//! have an input: `<` and the name of a file, or `<<` and a text with `\n` between its lines.
//!
//! `LOA_RECORD=1 cargo test -p loa-cli --test command_line recorded` records the answers again.

use std::fmt::Write;
use std::fs;
use std::path::Path;

use rayon::prelude::*;
use xxhash_rust::xxh3::xxh3_64;

use crate::dialogue::Dialogue;
use crate::serve::{Running, asked, serve_in};
use crate::{command, project, reading};

/// The number of bytes recorded of an answer. A longer answer also has its length and a digest.
const RECORDED: usize = 300;

/// The fields whose values depend on the machine.
const MEASURED: [&str; 4] =
    ["\"seconds\":", "\"longest_seconds\":", "\"disk_available\":", "\"version\":\""];

/// Parts of questions whose answers depend on the suite, the certificate and the limits of the server.
const OF_SERVER: [&str; 4] = ["/api/boards", "/api/problems", "=start+4x4&effort=proofs", "ms="];

/// Returns the answer to a command or an address, and its status.
fn answer(folder: &Path, server: Option<&Running>, question: &str) -> String {
    let (line, input) = question.split_once(" <").unwrap_or((question, ""));
    let input = match (input, input.strip_prefix("< ")) {
        ("", _) => String::new(),
        (_, Some(text)) => text.replace("\\n", "\n"),
        (file, None) => fs::read_to_string(folder.join(file)).unwrap(),
    };
    let run = |line: &str| {
        let mut command = command(Path::new("tables"), line);
        let path = format!("{}:/usr/bin:/bin", folder.display());
        reading(command.current_dir(folder).env("PATH", path), &input)
    };
    let (status, mut text) = match server {
        Some(server) => {
            let (status, text) = asked(&server.address, line, &input);
            let (method, address) = line.split_once(' ').unwrap();
            if address.starts_with("/api/") && !OF_SERVER.iter().any(|it| question.contains(it)) {
                let body = if method == "POST" { " --body -" } else { "" };
                let said = run(&format!("ask \"{address}\" --json{body}"));
                assert_eq!(
                    said.stdout.trim_end().to_owned() + said.stderr.trim_end(),
                    text.trim_end()
                );
            }
            (status, text)
        }
        None => {
            let answer = run(line.strip_prefix("loa ").unwrap());
            (answer.status.to_string(), answer.all())
        }
    };
    for field in MEASURED {
        let parts = text
            .split(field)
            .map(|part| part.trim_start_matches(|c: char| c.is_ascii_digit() || "-.e".contains(c)));
        text = parts.collect::<Vec<_>>().join(field);
    }
    let text = text.trim_end().replace(concat!("AP[loa:", env!("CARGO_PKG_VERSION")), "AP[loa:");
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

#[test]
fn a_single_line_is_answered_at_once() {
    let mut dialogue = Dialogue::with("probe --stdin --value");
    for _ in 0..3 {
        dialogue.say("start 4x4");
        assert_eq!(dialogue.hear()["plies"], 3);
    }
    dialogue.close();
}
