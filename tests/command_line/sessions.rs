//! Terminal sessions: runs the files of `sessions` and compares the output.
//!
//! Indented lines are the terminal's: `$` and a command for a shell, `>` for its continuation, then
//! the output, and in brackets an exit status other than 0. `[..]` matches any part of a line,
//! `...` any lines. Lines that are not indented explain.
//!
//! `SNAPSHOTS=overwrite cargo test -p loa-cli --test command_line sessions` records the current
//! output. Read the difference before you commit it.

use std::os::unix::fs::symlink;
use std::path::Path;
use std::process::{Command, Stdio};

use snapbox::{Assert, Data};

use crate::judge::faulty_engine;
use crate::project;

macro_rules! sessions {
    ($($(#[$attribute:meta])? $name:ident)*) => {
        $(#[test]
        $(#[$attribute])?
        fn $name() {
            check(concat!(stringify!($name), ".t"));
        })*

        const NAMES: &[&str] = &[$(concat!(stringify!($name), ".t")),*];
    };
}

sessions! {
    ask
    engine
    engines
    folders
    help
    inputs
    judge
    limits
    links
    #[cfg(target_os = "linux")]
    machines
    matches
    mistakes
    #[ignore = "needs a build with MPI: .ci/mpi"]
    mpi
    #[ignore = "needs a build with MPI: .ci/mpi"]
    mpi_as_root
    play
    positions
    prove
    records
    review
    rules
    search
    #[ignore = "takes half a minute and curl: .ci/service"]
    service
    #[ignore = "needs nginx: .ci/service"]
    service_nginx
    #[ignore = "needs Caddy: .ci/service"]
    service_caddy
    site
    suite
    tables
    transposes
    verify
}

#[test]
fn every_session_is_run() {
    for file in std::fs::read_dir(project().join("tests/command_line/sessions")).unwrap() {
        let name = file.unwrap().file_name().into_string().unwrap();
        assert!(NAMES.contains(&&*name), "{name} is not in the list");
    }
}

/// Returns a shell for a command as a reader pastes it, with the project's `data` and `tests` in
/// its folder and with tables in `tables`.
pub(crate) fn pasted(folder: &Path, command: &str) -> Command {
    let loa = Path::new(env!("CARGO_BIN_EXE_loa")).parent().unwrap();
    let path = std::env::var_os("PATH").unwrap();
    let programs = [loa.to_owned(), faulty_engine().parent().unwrap().to_owned()];
    let path = programs.into_iter().chain(std::env::split_paths(&path));
    for shared in ["data", "tests"] {
        let _ = symlink(project().join(shared), folder.join(shared));
    }
    let mut shell = Command::new("bash");
    shell.args(["-c", command]).current_dir(folder);
    shell.env("PATH", std::env::join_paths(path).unwrap());
    shell.env("LOA_TABLES", "tables").env("HOME", folder);
    shell.env("NO_COLOR", "1");
    shell.stdin(Stdio::null());
    shell
}

/// Runs all commands of a session, one after another, in a separate folder.
fn check(name: &str) {
    let file = project().join("tests/command_line/sessions").join(name);
    let session = std::fs::read_to_string(&file).unwrap();
    let folder = tempfile::tempdir().unwrap();
    let mut found = String::new();
    let mut lines = session.lines().peekable();
    while let Some(line) = lines.next() {
        found += &format!("{line}\n");
        let Some(command) = line.strip_prefix("  $ ") else {
            continue;
        };
        let mut command = format!("exec 2>&1\n{command}");
        while let Some(more) = lines.next_if(|line| line.starts_with("  > ")) {
            found += &format!("{more}\n");
            command += &format!("\n{}", &more[4..]);
        }
        while lines.next_if(|line| line.starts_with("  ") && !line.starts_with("  $ ")).is_some() {}
        let output = pasted(folder.path(), &command).output().unwrap();
        let printed = String::from_utf8(output.stdout)
            .unwrap()
            .replace(folder.path().to_str().unwrap(), "[FOLDER]")
            .replace(env!("CARGO_PKG_VERSION"), "[VERSION]");
        for line in settled(&printed).lines() {
            found += &format!("  {line}\n");
        }
        if let Some(status @ 1..) = output.status.code() {
            found += &format!("  [{status}]\n");
        }
    }
    Assert::new()
        .action_env("SNAPSHOTS")
        .normalize_paths(false)
        .eq(found, Data::read_from(&file, None));
}

/// Replaces by `[..]` the parts of a text that differ from run to run or from machine to machine:
/// seconds, estimates of solves, free memory and disk, and the expansions of a search.
pub(crate) fn settled(text: &str) -> String {
    let unsettled = [
        (r"\b[0-9]+\.[0-9]+ s\b", "[..] s"),
        // From a minute on, in words.
        (r"(, | in )[0-9]+ (seconds|minutes)\b", "${1}[..] s"),
        (r"\b[0-9]+\.[0-9]+ ms\b", "[..] ms"),
        (r#"seconds":[0-9.e-]+"#, r#"seconds":[..]"#),
        (r"\(about [^)]*\)", "(about [..])"),
        (r"\b[0-9.]+ [GT]iB", "[..]iB"),
        (r"\b[0-9,]+ expansions?", "[..] expansions"),
        (r#""expansions":[0-9]+"#, r#""expansions":[..]"#),
    ];
    unsettled.iter().fold(text.to_owned(), |text, (pattern, settled)| {
        let pattern = regex_lite::Regex::new(pattern).unwrap();
        pattern.replace_all(&text, *settled).into_owned()
    })
}
