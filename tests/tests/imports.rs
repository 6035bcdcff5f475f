//! A test of structure: the files of a crate import each other in one direction only.

use std::collections::{BTreeMap, BTreeSet};
use std::fs;
use std::path::{Path, PathBuf};

use loa_tests::folder::files;
use loa_tests::project;

/// The segments of a path from the root of a crate, such as `["game", "moves", "Move"]`.
type Segments = Vec<String>;

/// The modules of a crate that have a file.
struct Modules {
    files: BTreeMap<Segments, Source>,
}

/// The imports of a file.
struct Source {
    path: PathBuf,
    imports: Vec<Segments>,
    /// The names that a `pub use` hands on, with their paths.
    handed_on: BTreeMap<String, Segments>,
}

impl Modules {
    /// Reads the files below the `src` folder of a crate.
    fn read(src: &Path) -> Modules {
        let sources =
            files(src).into_iter().filter(|path| path.extension().is_some_and(|e| e == "rs"));
        let read = |path: PathBuf| {
            let module = module_of(path.strip_prefix(src).unwrap());
            let text = code(&fs::read_to_string(&path).unwrap());
            let (imports, handed_on) = imports(&module, &text);
            (module, Source { path, imports, handed_on })
        };
        Modules { files: sources.map(read).collect() }
    }

    /// Returns the module whose file defines what a path names. A file that only hands a name on
    /// does not define it.
    fn definer(&self, path: &[String], most: usize) -> Option<&Segments> {
        let lengths = (0..=path.len()).rev();
        let (module, source) =
            lengths.filter_map(|length| self.files.get_key_value(&path[..length])).next()?;
        let handed_on = path.get(module.len()).and_then(|name| source.handed_on.get(name));
        match handed_on {
            Some(elsewhere) if most > 0 => self.definer(elsewhere, most - 1),
            _ => Some(module),
        }
    }

    /// Returns the imports from file to file.
    fn arrows(&self) -> BTreeSet<(&Segments, &Segments)> {
        let mut arrows = BTreeSet::new();
        for (module, source) in &self.files {
            let to = source.imports.iter().filter_map(|path| self.definer(path, 8));
            arrows.extend(to.filter(|&to| to != module).map(|to| (module, to)));
        }
        arrows
    }

    /// Returns the imports that are part of a circle, or lead from one circle to another.
    fn circles(&self) -> Vec<String> {
        let mut arrows = self.arrows();
        loop {
            let before = arrows.len();
            let from: BTreeSet<&Segments> = arrows.iter().map(|&(from, _)| from).collect();
            arrows.retain(|(_, to)| from.contains(to));
            let to: BTreeSet<&Segments> = arrows.iter().map(|&(_, to)| to).collect();
            arrows.retain(|(from, _)| to.contains(from));
            if arrows.len() == before {
                break;
            }
        }
        let path = |module| self.files[module].path.display();
        arrows
            .into_iter()
            .map(|(from, to)| format!("{} imports {}", path(from), path(to)))
            .collect()
    }
}

/// Returns the module of a file below `src`.
fn module_of(path: &Path) -> Segments {
    let parts = path.with_extension("");
    let mut module: Segments = parts.iter().map(|part| part.to_str().unwrap().to_owned()).collect();
    if module.last().is_some_and(|last| ["mod", "lib", "main"].contains(&last.as_str())) {
        module.pop();
    }
    module
}

/// Returns a text without its comments and without its last part, which holds its unit tests.
fn code(text: &str) -> String {
    let text = text.split("\nmod tests {").next().unwrap_or(text);
    text.lines().map(|line| line.split("//").next().unwrap_or(line).to_owned() + "\n").collect()
}

/// Returns the paths that a module imports or writes out, and the names that it hands on.
fn imports(module: &[String], text: &str) -> (Vec<Segments>, BTreeMap<String, Segments>) {
    let (mut imports, mut handed_on) = (Vec::new(), BTreeMap::new());
    let declared =
        text.lines().filter_map(|line| line.trim().strip_suffix(';')?.rsplit_once("mod "));
    let children: BTreeSet<&str> = declared.map(|(_, name)| name).collect();
    for statement in text.split_inclusive(';') {
        let start = statement.find("use ").filter(|&at| is_start(&statement[..at]));
        if start.is_some_and(|at| statement[..at].contains("#[cfg(test)]")) {
            continue;
        }
        let Some(start) = start else {
            imports.extend(written_out(module, statement));
            continue;
        };
        let tree: String = statement[start + 4..].split_whitespace().collect::<Vec<_>>().join(" ");
        let mut paths = Vec::new();
        unfold("", tree.trim_end_matches(';').trim(), &mut paths);
        let is_public = statement[..start].trim_end().ends_with(['b', ')']);
        for path in paths {
            let (path, name) = path.split_once(" as ").unwrap_or((&path, ""));
            let is_child = path.split("::").next().is_some_and(|first| children.contains(first));
            let path = if is_child { format!("self::{path}") } else { path.to_owned() };
            let Some(segments) = absolute(module, &path) else { continue };
            let name = if name.is_empty() {
                segments.last().cloned().unwrap_or_default()
            } else {
                name.to_owned()
            };
            match is_public {
                true => drop(handed_on.insert(name, segments)),
                false => imports.push(segments),
            }
        }
    }
    (imports, handed_on)
}

/// Returns whether `use` after this text begins a statement.
fn is_start(before: &str) -> bool {
    let line = before.rsplit('\n').next().unwrap_or(before).trim();
    line.is_empty() || line == "pub" || (line.starts_with("pub(") && line.ends_with(')'))
}

/// Unfolds `a::{b, c::d}` into `a::b` and `a::c::d`.
fn unfold(prefix: &str, tree: &str, paths: &mut Vec<String>) {
    let Some(open) = tree.find('{') else {
        paths.push(format!("{prefix}{tree}"));
        return;
    };
    let prefix = format!("{prefix}{}", &tree[..open]);
    let (mut depth, mut start) = (0, open + 1);
    for (at, c) in tree.char_indices().skip(open + 1) {
        match c {
            '{' => depth += 1,
            '}' if depth > 0 => depth -= 1,
            ',' | '}' if depth == 0 => {
                let part = tree[start..at].trim();
                if !part.is_empty() {
                    unfold(&prefix, part, paths);
                }
                start = at + 1;
            }
            _ => {}
        }
    }
}

/// Returns the paths that begin with `crate::` or `super::` in a statement that is no import.
fn written_out(module: &[String], statement: &str) -> Vec<Segments> {
    let is_part = |c: char| c.is_alphanumeric() || c == '_' || c == ':';
    let words = statement.split(|c| !is_part(c));
    let paths = words.filter(|word| word.starts_with("crate::") || word.starts_with("super::"));
    paths.filter_map(|path| absolute(module, path.trim_end_matches(':'))).collect()
}

/// Returns a path of this crate from its root; `None` for a path of another crate.
fn absolute(module: &[String], path: &str) -> Option<Segments> {
    let mut segments: Segments = module.to_vec();
    let mut is_here = false;
    let mut rest = path.split("::").peekable();
    while let Some(first) = rest.next_if(|&word| ["crate", "self", "super"].contains(&word)) {
        is_here = true;
        match first {
            "crate" => segments.clear(),
            "super" => drop(segments.pop()),
            _ => {}
        }
    }
    segments.extend(rest.filter(|&word| word != "self").map(str::to_owned));
    is_here.then_some(segments)
}

/// Returns the `src` folders of the workspace.
fn sources() -> Vec<PathBuf> {
    let mut found = Vec::new();
    for parent in [project(), project().join("tools")] {
        for entry in fs::read_dir(parent).unwrap() {
            let src = entry.unwrap().path().join("src");
            if src.join("lib.rs").exists() || src.join("main.rs").exists() {
                found.push(src);
            }
        }
    }
    found
}

#[test]
fn no_files_import_each_other_in_a_circle() {
    let sources = sources();
    assert!(sources.len() > 10, "{sources:?}");
    let (mut arrows, mut circles) = (0, Vec::new());
    for src in sources {
        let modules = Modules::read(&src);
        arrows += modules.arrows().len();
        circles.extend(modules.circles());
    }
    assert!(arrows > 1000, "only {arrows} imports were found");
    assert!(circles.is_empty(), "{}", circles.join("\n"));
}

#[test]
fn circles_are_found() {
    let source = |name: &str, text: &str| {
        let module = module_of(format!("{name}.rs").as_ref());
        let (imports, handed_on) = imports(&module, &code(text));
        (module, Source { path: name.into(), imports, handed_on })
    };
    let root = |text| source("lib", text);
    let circles =
        |files: Vec<(Segments, Source)>| Modules { files: files.into_iter().collect() }.circles();
    let face = "mod a;\nmod b;\npub use a::A;\npub use self::b::{B, C as D};\n";
    let ends = |text| source("c", text);
    let a = || source("a", "use std::io::{self, Read};\nuse crate::{D,\n    c::{self, E}};\n");
    let b = || {
        source(
            "b",
            "// crate::a::A\nfn f() {};\n#[cfg(test)]\nuse crate::A;\n\n#[cfg(test)]\nmod tests {\n use crate::a::A;\n}\n",
        )
    };
    assert_eq!(circles(vec![root(face), a(), b(), ends("")]), [""; 0]);
    let closed = circles(vec![root(face), a(), b(), ends("fn f() -> super::a::A {\n}\n")]);
    assert_eq!(closed, ["a imports c", "c imports a"]);
    let through = source("b", "pub(crate) struct B(crate::A);\n");
    let closed = circles(vec![root(face), a(), through, ends("")]);
    assert_eq!(closed, ["a imports b", "b imports a"]);
}
