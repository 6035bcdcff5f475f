//! Files and tests that `docs/design.md` names are there.

#![allow(clippy::unwrap_used, reason = "a test that cannot go on says where")]

use std::fs;
use std::path::{Path, PathBuf};

fn project() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("..")
}

/// The texts between single backticks.
fn code_spans(text: &str) -> Vec<&str> {
    text.split('`').skip(1).step_by(2).collect()
}

/// The text of all sources of the workspace, one after the other.
fn sources(folder: &Path, text: &mut String) {
    for entry in fs::read_dir(folder).unwrap() {
        let path = entry.unwrap().path();
        let is_source = path.extension().is_some_and(|ending| ending == "rs");
        if path.is_dir() && !path.ends_with("target") {
            sources(&path, text);
        } else if is_source {
            text.push_str(&fs::read_to_string(&path).unwrap());
        }
    }
}

#[test]
fn every_file_and_test_that_the_design_names_is_there() {
    let design = fs::read_to_string(project().join("docs/design.md")).unwrap();
    let mut code = String::new();
    for folder in ["solver", "tablebase", "tools", "tests"] {
        sources(&project().join(folder), &mut code);
    }
    let (mut tests, mut files) = (0, 0);
    for span in code_spans(&design) {
        let word = |c: char| c.is_ascii_lowercase() || c.is_ascii_digit() || c == '_';
        if span.matches('_').count() >= 2 && span.chars().all(word) {
            assert!(
                code.contains(&format!("fn {span}(")),
                "there is no test {span}"
            );
            tests += 1;
        } else if span.contains('/') && !span.contains(['<', ' ']) {
            assert!(project().join(span).exists(), "there is no file {span}");
            files += 1;
        }
    }
    assert!(tests >= 15 && files >= 15, "{tests} tests, {files} files");
}
