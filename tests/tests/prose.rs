//! Tests of writing: the design document names only existing things, and doc comments begin with a
//! noun or a verb.

use std::fs;
use std::path::Path;

use loa_tests::folder::files;
use loa_tests::project;

/// Words that must not begin a doc comment: with them it is half a sentence, or depends on a
/// neighbour that the documentation does not show.
const OPENINGS: [&str; 8] =
    ["What ", "Whoever ", "The same ", "Those ", "Whether ", "How ", "Where ", "Who "];

/// Calls a function for every source file of the workspace, with its text.
fn each_source(visit: &mut impl FnMut(&Path, &str)) {
    let mut sources = files(&project());
    sources.retain(|path| path.extension().is_some_and(|ending| ending == "rs"));
    for path in sources {
        visit(&path, &fs::read_to_string(&path).unwrap());
    }
}

#[test]
fn every_file_and_test_that_the_design_names_is_there() {
    let design = fs::read_to_string(project().join("docs/design.md")).unwrap();
    let mut code = String::new();
    each_source(&mut |_, text| code.push_str(text));
    let (mut tests, mut files) = (0, 0);
    // Every second part of the text is a code span.
    for span in design.split('`').skip(1).step_by(2) {
        let word = |c: char| c.is_ascii_lowercase() || c.is_ascii_digit() || c == '_';
        if span.matches('_').count() >= 2 && span.chars().all(word) {
            let test = format!("fn {span}(");
            assert!(code.contains(&test), "there is no test {span}");
            tests += 1;
        } else if span.contains('/') && !span.contains(['<', ' ']) {
            assert!(project().join(span).exists(), "there is no file {span}");
            files += 1;
        }
    }
    assert!(tests >= 15 && files >= 15, "{tests} tests, {files} files");
}

#[test]
fn doc_comments_begin_with_a_noun_or_a_verb() {
    let mut faults = Vec::new();
    each_source(&mut |path, text| {
        let mut is_first = true;
        for (number, line) in (1..).zip(text.lines().map(str::trim)) {
            let words = line.strip_prefix("///").or(line.strip_prefix("//!")).map(str::trim);
            let is_half = |words: &str| OPENINGS.iter().any(|opening| words.starts_with(opening));
            if is_first && words.is_some_and(is_half) {
                faults.push(format!("{}:{number}: {line}", path.display()));
            }
            is_first = words.is_none();
        }
    });
    assert!(faults.is_empty(), "{}", faults.join("\n"));
}
