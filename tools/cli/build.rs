//! The version that `loa --version` prints: number, commit, cargo features; and the program for
//! browsers, if `LOA_WASM` names it.

#![allow(clippy::print_stdout, reason = "cargo reads it")]

use std::path::Path;
use std::process::Command;

/// The commit of a source archive: `git archive` writes it here, as .gitattributes says.
const ARCHIVED: &str = "$Format:%H$";

/// The sources of the program, from the folder of this file.
const SOURCES: [&str; 5] =
    ["../../Cargo.lock", "../../Cargo.toml", "../../solver", "../../tablebase", "../../tools"];

fn main() {
    let version = env!("CARGO_PKG_VERSION");
    let mut facts: Vec<String> = commit().into_iter().collect();
    let features = ["columns", "mpi", "save", "serve"];
    let is_on = |name: &&str| {
        let variable = format!("CARGO_FEATURE_{}", name.to_uppercase());
        std::env::var_os(variable).is_some()
    };
    let features: Vec<&str> = features.into_iter().filter(is_on).collect();
    facts.push(match features[..] {
        [] => "without features".to_owned(),
        _ => format!("with {}", features.join(", ")),
    });
    println!("cargo:rustc-env=LOA_VERSION={version} ({})", facts.join(", "));
    println!("cargo:rerun-if-changed=build.rs");
    embed_program();
}

/// Copies the WebAssembly that `LOA_WASM` names, from the root of the source, to where `loa site`
/// takes it from; an empty file without it.
fn embed_program() {
    println!("cargo:rerun-if-env-changed=LOA_WASM");
    let named = std::env::var_os("LOA_WASM").filter(|name| !name.is_empty());
    let program = named.map_or(Vec::new(), |name| {
        let file = Path::new("../..").join(name);
        println!("cargo:rerun-if-changed={}", file.display());
        std::fs::read(&file).unwrap_or_else(|error| panic!("LOA_WASM, {}: {error}", file.display()))
    });
    let folder = std::env::var_os("OUT_DIR").expect("cargo names a folder");
    std::fs::write(Path::new(&folder).join("loa.wasm"), program).expect("cargo's folder");
}

/// Returns the commit that a release is built of. A development build has none, since it would be
/// compiled again after every commit.
fn commit() -> Option<String> {
    // A build from a copy of the sources, such as in a container, names its commit in a variable.
    println!("cargo:rerun-if-env-changed=LOA_COMMIT");
    if let Some(named) = std::env::var("LOA_COMMIT").ok().filter(|named| !named.is_empty()) {
        return Some(format!("commit {}", named.get(..10).unwrap_or(&named)));
    }
    if !ARCHIVED.starts_with('$') {
        return Some(format!("commit {}", ARCHIVED.get(..10)?));
    }
    if std::env::var("PROFILE").is_ok_and(|profile| profile == "debug") {
        return Some("development build".to_owned());
    }
    // Not the commit of a repository that this source was only copied into.
    if !Path::new("../../.git").exists() {
        return None;
    }
    let log = git(&["rev-parse", "--git-path", "logs/HEAD"])?;
    println!("cargo:rerun-if-changed={log}");
    for sources in SOURCES {
        println!("cargo:rerun-if-changed={sources}");
    }
    let commit = git(&["rev-parse", "--short=10", "HEAD"])?;
    let status = ["status", "--porcelain", "--untracked-files=no", "--"];
    let changes = git(&[&status[..], &SOURCES].concat())?;
    let and_changes = if changes.is_empty() { "" } else { " and changes" };
    Some(format!("commit {commit}{and_changes}"))
}

fn git(arguments: &[&str]) -> Option<String> {
    let output = Command::new("git").args(arguments).output().ok()?;
    let text = String::from_utf8(output.stdout).ok()?;
    output.status.success().then(|| text.trim().to_owned())
}
