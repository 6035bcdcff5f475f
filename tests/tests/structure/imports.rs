//! The files that a file imports, as its paths name them.
//!
//! A path leads to the longest module that it names. Where a module passes a name
//! on with `pub use`, the path goes on to the place where the name comes from, and
//! the passing on itself is no import.

use std::collections::{BTreeMap, BTreeSet};

use crate::sources::Source;

/// The names that modules pass on: by module and name, the path that it stands for.
type PassedOn = BTreeMap<(Vec<String>, String), Vec<String>>;

/// Returns the numbers of the files that each file imports.
pub(crate) fn imports(sources: &[Source]) -> Vec<BTreeSet<usize>> {
    let modules: BTreeMap<&[String], usize> = sources
        .iter()
        .enumerate()
        .map(|(number, source)| (source.module.as_slice(), number))
        .collect();
    let is_module = |path: &[String]| modules.contains_key(path);
    let mut passed_on = PassedOn::new();
    for source in sources {
        for (path, name) in used(&source.code(), true) {
            if let Some(path) = absolute(&path, &source.module, &is_module) {
                passed_on.insert((source.module.clone(), name), path);
            }
        }
    }
    let imported = |source: &Source| {
        let code = source.code();
        let paths = used(&code, false).into_iter().map(|(path, _)| path);
        let paths = paths.chain(written_out(&code));
        let paths = paths.filter_map(|path| absolute(&path, &source.module, &is_module));
        let files = paths.map(|path| file_of(path, &modules, &passed_on));
        let files = files.filter(|&file| sources[file].module != source.module);
        files.collect()
    };
    sources.iter().map(imported).collect()
}

/// Follows a path to the file that holds what it names.
fn file_of(
    mut path: Vec<String>,
    modules: &BTreeMap<&[String], usize>,
    passed: &PassedOn,
) -> usize {
    for _ in 0..8 {
        let known = (0..=path.len())
            .rev()
            .find(|&len| modules.contains_key(&path[..len]));
        let (module, rest) = path.split_at(known.expect("the root is a module"));
        let from = rest
            .first()
            .and_then(|name| passed.get(&(module.to_vec(), name.clone())));
        let Some(from) = from.filter(|from| **from != path) else {
            return modules[module];
        };
        path = from.iter().chain(&rest[1..]).cloned().collect();
    }
    panic!("{path:?} is passed on in a circle");
}

/// Returns a path from the root of the package; `None` of one that leaves the package.
fn absolute(
    path: &[String],
    module: &[String],
    is_module: &impl Fn(&[String]) -> bool,
) -> Option<Vec<String>> {
    let mut base = module.to_vec();
    let mut rest = path;
    match path.first()?.as_str() {
        "crate" => {
            base.clear();
            rest = &path[1..];
        }
        "self" => rest = &path[1..],
        "super" => {
            while rest.first().is_some_and(|word| word == "super") {
                base.pop();
                rest = &rest[1..];
            }
        }
        child => {
            base.push(child.to_owned());
            if !is_module(&base) {
                return None;
            }
            rest = &path[1..];
        }
    }
    base.extend(rest.iter().cloned());
    Some(base)
}

/// Returns the paths of `use` declarations, with the names that they are known by:
/// those that pass names on, or the others.
fn used(code: &str, passing_on: bool) -> Vec<(Vec<String>, String)> {
    let mut found = Vec::new();
    let mut from = 0;
    while let Some(at) = code[from..].find("use ").map(|at| from + at) {
        from = at + 4;
        let before = code[..at].rsplit('\n').next().unwrap().trim();
        let is_use = before.is_empty() || before.starts_with("pub");
        let end = code[at..].find(';').map(|end| at + end);
        if let (true, Some(end)) = (is_use, end) {
            if before.is_empty() != passing_on {
                expand(&code[from..end], &[], &mut found);
            }
            from = end;
        }
    }
    found
}

/// Expands `a::{b, c::{d, e}}`.
fn expand(tree: &str, base: &[String], found: &mut Vec<(Vec<String>, String)>) {
    let tree = tree.trim();
    let Some(open) = tree.find('{') else {
        let (path, name) = tree.split_once(" as ").unwrap_or((tree, ""));
        let words = path.split("::").map(|word| word.trim().to_owned());
        let mut path: Vec<String> = base.iter().cloned().chain(words).collect();
        if path
            .last()
            .is_some_and(|last| last == "self" || last == "*")
        {
            path.pop();
        }
        let last = path.last().cloned().unwrap_or_default();
        let name = if name.is_empty() {
            last
        } else {
            name.trim().to_owned()
        };
        return found.push((path, name));
    };
    let words = tree[..open]
        .split("::")
        .map(str::trim)
        .filter(|word| !word.is_empty());
    let base: Vec<String> = base
        .iter()
        .cloned()
        .chain(words.map(str::to_owned))
        .collect();
    let (mut depth, mut begin) = (0, open + 1);
    for (at, c) in tree.char_indices().skip(open) {
        match c {
            '{' => depth += 1,
            '}' => depth -= 1,
            _ => {}
        }
        if (c == ',' && depth == 1) || (c == '}' && depth == 0) {
            if !tree[begin..at].trim().is_empty() {
                expand(&tree[begin..at], &base, found);
            }
            begin = at + 1;
        }
    }
}

/// Returns the paths that code writes out, such as `crate::game::Board`.
fn written_out(code: &str) -> Vec<Vec<String>> {
    let mut found = Vec::new();
    for head in ["crate::", "super::"] {
        for (at, _) in code.match_indices(head) {
            let in_a_path = code[..at].ends_with("::") || code[..at].ends_with('_');
            let rest: String = code[at..]
                .chars()
                .take_while(|&c| c.is_alphanumeric() || c == '_' || c == ':')
                .collect();
            if !in_a_path {
                let words = rest.split("::").filter(|word| !word.is_empty());
                found.push(words.map(str::to_owned).collect());
            }
        }
    }
    found
}
