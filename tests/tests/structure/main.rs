//! The order of the house: imports point one way, and doc comments begin with a noun or a
//! verb.

#![allow(clippy::unwrap_used, reason = "a test that cannot go on says where")]

mod imports;
mod sources;

use std::collections::{BTreeMap, BTreeSet};
use std::path::{Path, PathBuf};

use imports::imports;
use sources::{Source, all_sources, sources};

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

fn root() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("..")
}

/// The folders of all packages of the workspace.
fn packages() -> Vec<(String, PathBuf)> {
    let root = root();
    let manifest = std::fs::read_to_string(root.join("Cargo.toml")).unwrap();
    let members = manifest.split("members = [").nth(1).unwrap();
    let members = members.split(']').next().unwrap();
    let names = members.split('"').skip(1).step_by(2);
    names
        .map(|name| (name.to_owned(), root.join(name)))
        .collect()
}

/// The entry of a folder that a file lies in: the file itself, or a folder below.
fn entry<'s>(folder: &Path, source: &'s Source) -> Option<&'s str> {
    let inside = source.path.strip_prefix(folder).ok()?;
    inside.iter().next()?.to_str()
}

/// Returns the entries of a folder that import each other in a circle, if any do.
fn circle(folder: &Path, sources: &[Source], imports: &[BTreeSet<usize>]) -> Option<Vec<String>> {
    let mut leads: BTreeMap<&str, BTreeSet<&str>> = BTreeMap::new();
    for (source, imported) in sources.iter().zip(imports) {
        let Some(from) = entry(folder, source) else {
            continue;
        };
        let targets = imported
            .iter()
            .filter_map(|&to| entry(folder, &sources[to]));
        leads
            .entry(from)
            .or_default()
            .extend(targets.filter(|&to| to != from));
    }
    // What leads to nothing that is left is in no circle.
    loop {
        let left: BTreeSet<&str> = leads.keys().copied().collect();
        let ended = |to: &BTreeSet<&str>| to.intersection(&left).next().is_none();
        let before = leads.len();
        leads.retain(|_, to| !ended(to));
        if leads.len() == before {
            break;
        }
    }
    let line = |(from, to): (&str, BTreeSet<&str>)| format!("{from} -> {to:?}");
    (!leads.is_empty()).then(|| leads.into_iter().map(line).collect())
}

#[test]
fn imports_point_one_way() {
    let mut faults = Vec::new();
    let mut counted = 0;
    for (name, package) in packages() {
        let sources = sources(&package);
        let imports = imports(&sources);
        counted += imports.iter().map(BTreeSet::len).sum::<usize>();
        let folders: BTreeSet<&Path> = sources
            .iter()
            .flat_map(|source| source.path.ancestors().skip(1))
            .collect();
        for folder in folders {
            if let Some(circle) = circle(folder, &sources, &imports) {
                faults.push(format!("{name}/src/{}: {circle:#?}", folder.display()));
            }
        }
    }
    assert!(counted > 300, "only {counted} imports were found");
    assert!(faults.is_empty(), "{}", faults.join("\n"));
}

#[test]
fn doc_comments_begin_with_a_noun_or_a_verb() {
    let mut faults = Vec::new();
    for source in all_sources(&root()) {
        for (line, words) in source.docs() {
            if OPENINGS.iter().any(|opening| words.starts_with(opening)) {
                faults.push(format!("{}:{line}: {words}", source.path.display()));
            }
        }
    }
    assert!(faults.is_empty(), "{}", faults.join("\n"));
}

#[test]
fn a_circle_is_found() {
    let source = |path: &str, text: &str| Source {
        path: path.into(),
        module: path
            .split('/')
            .map(|word| word.trim_end_matches(".rs").to_owned())
            .collect(),
        text: text.to_owned(),
    };
    let mut root = source("lib.rs", "pub use a::b::{B, deep::{C as D}};\n");
    root.module.clear();
    let mut folder = source("a/mod.rs", "mod b;\nmod c;\n");
    folder.module.pop();
    let mut sources = vec![
        root,
        folder,
        source("a/b.rs", "use super::c;\npub struct B;\n"),
        source("a/c.rs", "// use crate::x::X;\nfn c() -> crate::x::X {}\n"),
        source(
            "x.rs",
            "#[cfg(test)]\nmod tests {\n    use crate::a::c;\n}\n",
        ),
    ];
    let none = |sources: &[Source]| {
        let imports = imports(sources);
        let folders = [Path::new(""), Path::new("a")];
        folders.map(|folder| circle(folder, sources, &imports).is_none())
    };
    assert_eq!(none(&sources), [true, true]);
    assert_eq!(imports(&sources)[3], BTreeSet::from([4]));
    // By way of a name that the root passes on.
    sources[4].text = "use crate::{B, Other};\n".to_owned();
    assert_eq!(none(&sources), [false, true]);
    sources[4].text.clear();
    sources[3].text = "use crate::a::{\n    b::B,\n};\n".to_owned();
    assert_eq!(none(&sources), [true, false]);
}
