//! The source files of a package and the modules that they hold.

use std::fs;
use std::path::{Path, PathBuf};

/// A source file.
#[derive(Debug)]
pub(crate) struct Source {
    /// The file, from the folder that was collected.
    pub(crate) path: PathBuf,
    /// The module that the file holds: `["game", "board"]`, and none for `lib.rs`.
    pub(crate) module: Vec<String>,
    pub(crate) text: String,
}

/// Returns the source files of a package, in the order of their names.
pub(crate) fn sources(package: &Path) -> Vec<Source> {
    let mut found = Vec::new();
    collect(&package.join("src"), Path::new(""), &mut found);
    found
}

/// Returns every source file of the repository, tests and examples included.
pub(crate) fn all_sources(root: &Path) -> Vec<Source> {
    let mut found = Vec::new();
    for folder in ["solver", "tablebase", "tools", "tests", "examples"] {
        collect(&root.join(folder), Path::new(folder), &mut found);
    }
    found
}

fn collect(folder: &Path, inside: &Path, found: &mut Vec<Source>) {
    let entries = fs::read_dir(folder).unwrap();
    let mut names: Vec<_> = entries.map(|entry| entry.unwrap().file_name()).collect();
    names.sort();
    for name in names {
        let (file, path) = (folder.join(&name), inside.join(&name));
        if file.is_dir() && name != "target" {
            collect(&file, &path, found);
        } else if path.extension().is_some_and(|ending| ending == "rs") {
            found.push(Source {
                module: module_of(&path),
                text: fs::read_to_string(file).unwrap(),
                path,
            });
        }
    }
}

fn module_of(path: &Path) -> Vec<String> {
    let words = path.with_extension("");
    let words = words.iter().map(|word| word.to_str().unwrap().to_owned());
    let mut module: Vec<String> = words.collect();
    if module
        .last()
        .is_some_and(|last| ["mod", "lib", "main"].contains(&last.as_str()))
    {
        module.pop();
    }
    module
}

impl Source {
    /// The text without unit tests, which end a file, and without comments.
    pub(crate) fn code(&self) -> String {
        let tests = self.text.find("#[cfg(test)]\nmod tests {");
        let code = &self.text[..tests.unwrap_or(self.text.len())];
        let lines = code
            .lines()
            .filter(|line| !line.trim_start().starts_with("//"));
        lines.collect::<Vec<_>>().join("\n")
    }

    /// The doc comments, each with the number of its first line.
    pub(crate) fn docs(&self) -> Vec<(usize, String)> {
        let mut docs: Vec<(usize, String)> = Vec::new();
        let mut inside = false;
        for (number, line) in (1..).zip(self.text.lines()) {
            let line = line.trim_start();
            let words = line
                .strip_prefix("///")
                .or_else(|| line.strip_prefix("//!"));
            match words {
                Some(words) if inside => docs.last_mut().unwrap().1.push_str(words),
                Some(words) => docs.push((number, words.trim().to_owned())),
                None => {}
            }
            inside = words.is_some();
        }
        docs
    }
}
