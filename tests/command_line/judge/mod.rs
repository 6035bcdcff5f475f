//! `loa judge` and engines that are perfect, wrong, or broken in every way that
//! `tests/engines/faulty.rs` can be.

mod authors;
mod failures;
mod found;
mod reports;

use std::path::{Path, PathBuf};

use serde_json::Value as Json;

use crate::{Answer, loa};

/// The engine that fails as its arguments say. `cargo test` builds it with all other
/// examples, but not where it is given a choice of tests.
pub(crate) fn faulty_engine() -> PathBuf {
    let beside = Path::new(env!("CARGO_BIN_EXE_loa")).with_file_name("examples");
    let program = beside.join(format!("faulty_engine{}", std::env::consts::EXE_SUFFIX));
    let build = "cargo build -p loa-cli --example faulty_engine";
    assert!(program.exists(), "{} is made by: {build}", program.display());
    program
}

/// A run of `loa judge` with that engine in one of its modes.
fn judge(mode: &str, rest: &str) -> Answer {
    let none = tempfile::tempdir().unwrap();
    judge_with(none.path(), mode, rest)
}

fn judge_with(tables: &Path, mode: &str, rest: &str) -> Answer {
    let engine = faulty_engine();
    let line = format!("judge \"'{}' {mode}\" {rest} --quiet", engine.display());
    loa(tables, &line)
}

/// The report of a run that ends with a status.
fn report(answer: &Answer, status: i32) -> Json {
    assert_eq!(answer.status, status, "{}{}", answer.stdout, answer.stderr);
    serde_json::from_str(&answer.stdout).unwrap()
}
