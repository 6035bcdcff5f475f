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
fn a_folder_that_is_no_site_stays_as_it_is() {
    let folder = tempfile::tempdir().unwrap();
    let (tables, other) = (folder.path().join("tables"), folder.path().join("other"));
    let program = program(folder.path());
    let site = |options: &str| {
        loa(&tables, &format!("site {} --program {program} {options}", other.display()))
    };
    fs::create_dir(&other).unwrap();
    for (name, text) in [
        ("letter", ""),
        ("index.json", "{}"),
        (
            "index.json",
            r#"{"version":"1","part":null,"files":[{"path":"tables/../../x","size":1,"xxh3":""}]}"#,
        ),
    ] {
        fs::write(other.join(name), text).unwrap();
        assert!(site("").failed(1).contains("loa site did not write it"));
        assert_eq!(files(&other).len(), 1);
        fs::remove_file(other.join(name)).unwrap();
    }
    let missing = site("--boards 4x4,5x4").failed(5);
    assert!(missing.contains("loa solve 5x4"), "{missing}");
    assert_eq!(site("--part 0").status, 2);
    fs::write(&program, "no program").unwrap();
    assert!(site("").failed(1).contains("not WebAssembly"));
    assert!(files(&other).is_empty());
    let unnamed = loa(&tables, &format!("site {} --boards 4x4", other.display()));
    if unnamed.status != 0 {
        let failed = unnamed.failed(1);
        let again = format!(
            "-p loa-web --target wasm32-wasip1 && loa site {} --boards 4x4 --program \
             target/wasm32-wasip1/web/loa.wasm",
            other.display()
        );
        assert!(failed.ends_with(&again), "{failed}");
    }
}

/// An index is only a claim: a file is compared with it before removal.
#[test]
fn only_what_was_written_before_is_removed() {
    let folder = tempfile::tempdir().unwrap();
    let (tables, site) = (folder.path().join("tables"), folder.path().join("site"));
    let command = format!("site {} --program {} --json", site.display(), program(folder.path()));
    let suite = folder.path().join("mine.suite");
    fs::copy(loa_tests::project().join("data/suites/4x4-mover-pass.suite"), &suite).unwrap();
    loa(&tables, &format!("{command} --part 1000 --suite {}", suite.display())).ok();
    fs::write(site.join("suites/precious"), "precious").unwrap();
    let mut claimed = index(&site);
    let more = [
        json!({"path": "suites/precious", "size": 8, "xxh3": "0"}),
        json!({"path": "suites/endless", "size": u64::MAX, "xxh3": "0"}),
        json!({"path": "suites", "size": 8, "xxh3": "0"}),
    ];
    claimed["files"].as_array_mut().unwrap().extend(more);
    claimed["part"] = json!(1000);
    fs::write(site.join("index.json"), claimed.to_string()).unwrap();
    let report = loa(&tables, &command).json();
    assert_eq!(report["left_alone"], json!(["suites/precious", "suites"]));
    assert_eq!(files(&site.join("suites")), [("precious".into(), b"precious".to_vec())]);

    // A file that has changed is written again, even if its length is the same.
    let with_suite = format!("{command} --suite {}", suite.display());
    loa(&tables, &with_suite).ok();
    let copied = site.join("suites/mine.suite");
    let mut bytes = fs::read(&copied).unwrap();
    bytes[100] ^= 1;
    fs::write(&copied, &bytes).unwrap();
    assert_eq!(loa(&tables, &with_suite).json()["written"], 1);
    assert_eq!(fs::read(&copied).unwrap(), fs::read(&suite).unwrap());
}

#[cfg(unix)]
#[test]
fn no_link_is_followed() {
    use std::os::unix::fs::symlink;

    let folder = tempfile::tempdir().unwrap();
    let (tables, site) = (folder.path().join("tables"), folder.path().join("site"));
    let docs = folder.path().join("docs");
    fs::create_dir(&docs).unwrap();
    loa(&tables, "solve 3x3 -q").ok();
    let command = format!("site {} --program {}", site.display(), program(folder.path()));
    let claim = json!({
        "version": "0.1.0", "part": null,
        "files": [{"path": "tables/precious.txt", "size": 9, "xxh3": format!("{:032x}", xxh3_128(b"precious\n"))}],
    });
    for (name, to) in [
        ("tables", "docs"),
        ("tables/mover-pass", "docs"),
        ("tables/mover-pass/3x3/2v2.loa", "docs/precious.txt"),
        ("page", "docs"),
        ("index.html", "docs/precious.txt"),
        ("loa/loa.wasm", "docs/nothing"),
    ] {
        fs::write(docs.join("precious.txt"), "precious\n").unwrap();
        let _ = fs::remove_dir_all(&site);
        let link = site.join(name);
        fs::create_dir_all(link.parent().unwrap()).unwrap();
        symlink(folder.path().join(to), &link).unwrap();
        fs::write(site.join("index.json"), claim.to_string()).unwrap();
        let refused = loa(&tables, &command).failed(1);
        assert!(refused.contains(&format!("{} is a link", link.display())), "{refused}");
        assert_eq!(files(&docs), [("precious.txt".into(), b"precious\n".to_vec())]);
    }
    // The temporary name of a file is treated like any other name.
    fs::remove_dir_all(&site).unwrap();
    fs::create_dir(&site).unwrap();
    fs::write(site.join("index.json"), claim.to_string()).unwrap();
    symlink(docs.join("precious.txt"), site.join("index.html.new")).unwrap();
    loa(&tables, &command).ok();
    assert_eq!(fs::read(docs.join("precious.txt")).unwrap(), b"precious\n");
}
