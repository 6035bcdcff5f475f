//! The machine and the program of a benchmark.

use std::process::Command;

use sysinfo::System;

use crate::project;

/// Returns the processor, its number of cores, and the memory.
pub fn machine() -> String {
    let system = System::new_all();
    let model = system.cpus().first().map_or("", |cpu| cpu.brand());
    let cores = std::thread::available_parallelism().map_or(1, usize::from);
    let memory = system.total_memory() as f64 / f64::from(1 << 30);
    format!("{model}, {cores} cores, {memory:.1} GiB")
}

/// Returns the load of the machine: the number of tasks that could use a processor, averaged over
/// the last minute.
pub fn load() -> f64 {
    System::load_average().one
}

/// Returns the compiler's version.
pub fn compiler() -> String {
    said("rustc", &["--version"])
}

/// Returns the current commit, and whether files differ from it.
pub fn commit() -> String {
    said("git", &["describe", "--always", "--dirty", "--exclude=*"])
}

fn said(program: &str, words: &[&str]) -> String {
    let output = Command::new(program).args(words).current_dir(project()).output();
    let said = output
        .ok()
        .filter(|output| output.status.success())
        .and_then(|output| String::from_utf8(output.stdout).ok());
    said.map_or("unknown".to_owned(), |text| text.trim().to_owned())
}
