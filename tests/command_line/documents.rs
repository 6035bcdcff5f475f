//! Commands in documents: every one is a command that `loa` has, with options that it knows.

use std::path::{Path, PathBuf};

use crate::{command, project};

/// Returns the documents of the project.
fn documents() -> Vec<PathBuf> {
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
                found.push(path);
            }
        }
    }
    found.sort();
    found
}

/// Returns the commands in blocks of code and between backticks, each without what a shell
/// does with its output. Those with placeholders, which are in capital letters, are left out.
fn commands(document: &str) -> Vec<String> {
    let blocks = document.lines().filter_map(|line| {
        let line = line.trim_start();
        line.strip_prefix("$ loa ")
            .or_else(|| line.strip_prefix("loa "))
    });
    // Every second part of a paragraph stands between backticks.
    let paragraphs = document.split("\n\n").filter(|text| !text.contains("```"));
    let quoted = paragraphs.flat_map(|text| text.split('`').skip(1).step_by(2));
    let quoted = quoted.filter_map(|text| text.strip_prefix("loa "));
    let ends = [" #", " > ", " | ", " < ", ";", " && ", "\\|"];
    let whole = |text: &str| {
        let end = ends.iter().filter_map(|end| text.find(end)).min();
        text[..end.unwrap_or(text.len())].trim().replace('\n', " ")
    };
    let is_real = |text: &String| {
        let mut words = text.split([' ', '=', ':']);
        let is_placeholder = |word: &str| {
            !word.is_empty() && word.chars().all(|c| c.is_ascii_uppercase() || c == '_')
        };
        !text.is_empty()
            && !text.contains("..")
            && !text.contains('$')
            && !words.any(is_placeholder)
    };
    let all = blocks.map(whole).chain(quoted.map(whole));
    all.filter(is_real).collect()
}

#[test]
fn every_command_in_a_document_is_one() {
    let nowhere = Path::new("no tables here");
    let mut tried = 0;
    for document in documents() {
        let text = std::fs::read_to_string(&document).unwrap();
        for line in commands(&text) {
            // What comes before --help is read first: a word too many or an option that is
            // not there is refused, and nothing is done.
            let output = command(nowhere, &format!("{line} --help"))
                .output()
                .unwrap();
            let complaint = String::from_utf8_lossy(&output.stderr);
            assert!(
                output.status.success(),
                "{}: loa {line}: {complaint}",
                document.display()
            );
            tried += 1;
        }
    }
    assert!(tried > 50, "{tried}");
}
