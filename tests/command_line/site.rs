//! The explorer as a folder of files.

use std::fs;
use std::path::Path;
use std::time::SystemTime;

use serde_json::{Value as Json, json};
use xxhash_rust::xxh3::xxh3_128;

use crate::{files, loa};

/// Writes a file that begins like a program.
fn program(folder: &Path) -> String {
    let file = folder.join("loa.wasm");
    fs::write(&file, b"\0asm, and more").unwrap();
    file.display().to_string()
}

fn index(site: &Path) -> Json {
    serde_json::from_slice(&fs::read(site.join("index.json")).unwrap()).unwrap()
}

/// Returns the bytes of an index entry, put together.
fn joined(site: &Path, entry: &Json, part: Option<usize>) -> Vec<u8> {
    let (path, size) = (entry["path"].as_str().unwrap(), entry["size"].as_u64().unwrap() as usize);
    let Some(part) = part.filter(|&part| part < size) else {
        return fs::read(site.join(path)).unwrap();
    };
    assert!(!site.join(path).exists(), "{path} lies in parts");
    let parts = (0..size.div_ceil(part)).map(|number| {
        let bytes = fs::read(site.join(format!("{path}.{number}"))).unwrap();
        assert!(!bytes.is_empty() && bytes.len() <= part);
        bytes
    });
    parts.flatten().collect()
}

#[test]
fn a_folder_has_the_page_and_what_its_index_says() {
    let folder = tempfile::tempdir().unwrap();
    let (tables, site) = (folder.path().join("tables"), folder.path().join("site"));
    loa(&tables, "solve 4x3 -q").ok();
    loa(&tables, "solve 3x3 -q --rules misere").ok();
    let suite = folder.path().join("mine.suite");
    fs::copy(loa_tests::project().join("data/suites/4x4-mover-pass.suite"), &suite).unwrap();
    let proof = loa_tests::project().join("data/proofs/5x5.proof");
    let command = format!("site {} --program {} --json", site.display(), program(folder.path()));
    let more = format!("--suite {} --proof {}", suite.display(), proof.display());

    let report = loa(&tables, &format!("{command} {more}")).json();
    let found = index(&site);
    let entries = found["files"].as_array().unwrap();
    assert_eq!(report["files"], entries.len());
    assert_eq!(report["others"], json!(["proofs/5x5.proof", "suites/mine.suite"]));
    assert_eq!(found["part"], Json::Null);
    for entry in entries {
        let bytes = joined(&site, entry, None);
        assert_eq!(entry["size"], bytes.len());
        assert_eq!(entry["xxh3"], format!("{:032x}", xxh3_128(&bytes)));
    }
    let table = "mover-pass/4x3/3v2.loa";
    let of_site = fs::read(site.join("tables").join(table)).unwrap();
    assert_eq!(of_site, fs::read(tables.join(table)).unwrap());
    for file in ["index.html", "page/app.js", "loa/loa.wasm", "loa/index.js", "service.js"] {
        assert!(site.join(file).is_file(), "{file}");
    }

    // A second run finds all of it.
    let times = || -> Vec<SystemTime> {
        let files = loa_tests::folder::files(&site).into_iter();
        files.map(|file| fs::metadata(file).unwrap().modified().unwrap()).collect()
    };
    let before = times();
    assert_eq!(loa(&tables, &format!("{command} {more}")).json()["written"], 0);
    assert_eq!(times(), before);

    // Other files are split, and those no longer needed are removed.
    let part = 200;
    let report = loa(&tables, &format!("{command} --boards 3x4 --part {part}")).json();
    assert_eq!(report["left_out"], json!(["mover-pass-misere/3x3"]));
    let found = index(&site);
    assert_eq!(found["part"], part);
    for entry in found["files"].as_array().unwrap() {
        let bytes = joined(&site, entry, Some(part));
        assert_eq!(entry["xxh3"], format!("{:032x}", xxh3_128(&bytes)));
    }
    let left = files(&site);
    let is_there = |ending: &str| left.iter().any(|(path, _)| path.ends_with(ending));
    assert!(is_there("mover-pass/4x3/3v2.loa.1"));
    assert!(!is_there("mine.suite") && !is_there("3x3/2v2.loa") && !is_there("3v2.loa"));
    assert!(!left.iter().any(|(path, _)| path.extension().is_some_and(|ending| ending == "new")));
}

#[test]
fn a_program_that_is_not_built_is_named_with_the_commands_that_make_it() {
    let folder = tempfile::tempdir().unwrap();
    let site = format!("site {}/site --boards 4x4", folder.path().display());
    let unnamed = loa(folder.path(), &site);
    if unnamed.status != 0 {
        let failed = unnamed.failed(1);
        let again = "--program target/wasm32-wasip1/web/loa.wasm";
        let again = format!("-p loa-web --target wasm32-wasip1 && loa {site} {again}");
        assert!(failed.ends_with(&again), "{failed}");
    }
}
