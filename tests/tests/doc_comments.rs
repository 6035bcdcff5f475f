//! Doc comments begin with a noun or a verb.

#![allow(clippy::unwrap_used, reason = "a test that cannot go on says where")]

use std::fs;
use std::path::Path;

/// Words that a doc comment does not begin with: they make half a sentence, or lean
/// on a neighbour that the documentation does not show.
const OPENINGS: [&str; 8] = [
    "What ",
    "Whoever ",
    "The same ",
    "Those ",
    "Whether ",
    "How ",
    "Where ",
    "Who ",
];

/// Calls a function for every source file of a folder, with its text.
fn each_source(folder: &Path, visit: &mut impl FnMut(&Path, &str)) {
    for entry in fs::read_dir(folder).unwrap() {
        let path = entry.unwrap().path();
        if path.is_dir() && !path.ends_with("target") {
            each_source(&path, visit);
        } else if path.extension().is_some_and(|ending| ending == "rs") {
            visit(&path, &fs::read_to_string(&path).unwrap());
        }
    }
}

/// Returns the words after the marks of a doc comment, if a line is one.
fn doc(line: &str) -> Option<&str> {
    let line = line.trim_start();
    let words = line.strip_prefix("///").or(line.strip_prefix("//!"));
    words.map(str::trim)
}

#[test]
fn doc_comments_begin_with_a_noun_or_a_verb() {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("..");
    let mut faults = Vec::new();
    for folder in ["solver", "tablebase", "tools", "tests", "examples"] {
        each_source(&root.join(folder), &mut |path, text| {
            let mut before = None;
            for (number, line) in (1..).zip(text.lines()) {
                let words = doc(line);
                let opening = words.filter(|_| before.is_none());
                if opening.is_some_and(|words| OPENINGS.iter().any(|o| words.starts_with(o))) {
                    faults.push(format!("{}:{number}: {}", path.display(), line.trim()));
                }
                before = words;
            }
        });
    }
    assert!(faults.is_empty(), "{}", faults.join("\n"));
}
