//! The README's examples are run, and what they show is what comes out.

use crate::{loa, project};

/// A command of the README with the output shown below it.
struct Example {
    command: String,
    output: Vec<String>,
}

fn readme() -> String {
    std::fs::read_to_string(project().join("README.md")).unwrap()
}

fn examples(readme: &str) -> Vec<Example> {
    let mut examples: Vec<Example> = Vec::new();
    for block in readme.split("```console\n").skip(1) {
        for line in block.split("```").next().unwrap().lines() {
            match line.strip_prefix("$ ") {
                Some(command) => examples.push(Example {
                    command: command.to_owned(),
                    output: Vec::new(),
                }),
                None => examples.last_mut().unwrap().output.push(line.to_owned()),
            }
        }
    }
    examples
}

/// A line without what differs from run to run: times.
fn settled(line: &str) -> String {
    let words = line.split(' ');
    let timeless = words.map(|word| match word.split_once('.') {
        Some((seconds, part)) if seconds.parse::<u32>().is_ok() && part.len() == 2 => "TIME",
        _ => word,
    });
    timeless.collect::<Vec<_>>().join(" ")
}

#[test]
fn examples_show_what_comes_out() {
    let folder = tempfile::tempdir().unwrap();
    let examples = examples(&readme());
    assert!(examples.len() >= 6);
    for Example { command, output } in examples {
        let line = command.strip_prefix("loa ").expect("examples run loa");
        let found = loa(folder.path(), line).ok();
        let found: Vec<String> = found.lines().map(settled).collect();
        let shown: Vec<String> = output.iter().map(|line| settled(line)).collect();
        assert_eq!(found, shown, "{command}");
    }
}

#[test]
fn the_two_commands_of_a_newcomer_work() {
    let readme = readme();
    let set_up = readme
        .lines()
        .find(|line| line.starts_with("    cargo run"))
        .unwrap();
    let folder = tempfile::tempdir().unwrap();
    let tables = folder.path().join("tables");
    for part in set_up.trim().split(" && ") {
        let line = part.strip_prefix("cargo run -rq -- ").unwrap();
        let line = line.replace("--tables tables", "");
        let out = loa(&tables, &line).ok();
        assert!(out.contains("win in 3"), "{out}");
    }
    assert!(tables.join("mover-pass/4x4/4v4.loa").exists());
    let runner = std::fs::read_to_string(project().join(".ci/run")).unwrap();
    assert!(
        readme.contains("\n    cargo test\n") && runner.lines().any(|line| line == "cargo test")
    );
}
