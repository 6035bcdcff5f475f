//! Oracles, golden figures and helpers for the tests.
//!
//! [`naive`] is a solver simple enough to be verified by reading. [`golden`] reads figures made by other
//! programs. [`solved`] solves with the real solver. [`crafted`] makes tables of any values. [`threads`]
//! exchange messages as processes do. [`random`] numbers are the same in every run. [`usage`]
//! measures the time and memory of this process, and [`machine`] describes its machine. [`folder`]
//! creates folders. The tests themselves are beside this library.

#![allow(clippy::unwrap_used, reason = "a test that cannot go on says where")]

pub mod crafted;
pub mod folder;
pub mod golden;
pub mod machine;
pub mod naive;
pub mod plain;
pub mod random;
pub mod solved;
#[path = "../../solver/src/retrograde/tests/threads.rs"]
pub mod threads;
pub mod usage;

use std::path::{Path, PathBuf};
use std::process::{Command, Output};

use loa_solver::retrograde::Exchange;

/// Returns the folder of the project.
///
/// # Panics
/// Never: the tests lie in it.
pub fn project() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).parent().unwrap().to_owned()
}

/// Says why a test tests nothing here.
///
/// # Panics
/// In a strict run of `.ci/run`: it could not see the line, because the output of a test that passes
/// is lost.
#[allow(clippy::print_stdout, reason = "a skipped test says so")]
pub fn skipped(why: &str) {
    let is_strict = std::env::var_os("LOA_CI_STRICT").is_some_and(|strict| !strict.is_empty());
    assert!(!is_strict, "skipped: {why}");
    println!("skipped: {why}");
}

/// Runs a script of `sh` that mounts file systems, as root if the system lets no other user do so.
/// `None` if this user has no right to.
pub fn with_mounts(script: &str) -> Option<Output> {
    let run = |words: &str| {
        let mut words = words.split(' ').chain(["sh", "-c", script]);
        let output = Command::new(words.next()?).args(words).output().ok()?;
        let said = String::from_utf8_lossy(&output.stderr);
        (!said.contains("ermi") && !said.starts_with("sudo:")).then_some(output)
    };
    let output = run("unshare -rm").or_else(|| run("sudo -n unshare -m"));
    if output.is_none() {
        skipped("there is no right to mount here");
    }
    output
}

/// The examples of the book, compiled and run as documentation tests.
#[cfg(doctest)]
#[doc = include_str!("../../docs/libraries.md")]
struct Libraries;
