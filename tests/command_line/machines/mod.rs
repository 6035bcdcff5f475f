//! Unusual machines: each test breaks one thing, by a library loaded before the system's
//! (`broken.c`), on a pseudo-terminal, or by the shell.

mod terminals;

use std::fs;
use std::io::{BufRead, BufReader};
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};
use std::sync::OnceLock;
use std::time::{Duration, SystemTime};

use crate::serve::{answer, asked, serve, started};
use crate::{Answer, command, loa};

/// Returns the library that breaks things; compiles it at the first use.
fn broken() -> &'static Path {
    static LIBRARY: OnceLock<PathBuf> = OnceLock::new();
    LIBRARY.get_or_init(|| {
        let library = Path::new(env!("CARGO_TARGET_TMPDIR"))
            .join(format!("broken-{}.so", std::process::id()));
        let source = loa_tests::project().join("tests/command_line/machines/broken.c");
        let mut compiler = Command::new("cc");
        compiler.args(["-shared", "-fPIC", "-o"]).args([&library, &source]).arg("-ldl");
        assert!(compiler.status().unwrap().success());
        library
    })
}

/// Breaks one thing for a command; see `broken.c`.
pub(crate) fn breaking<'a>(
    command: &'a mut Command,
    thing: &str,
    how: impl AsRef<std::ffi::OsStr>,
) -> &'a mut Command {
    command.env("LD_PRELOAD", broken()).env(thing, how).stdin(Stdio::null())
}

/// Runs `loa` on a machine where one thing is broken.
fn on_broken(tables: &Path, thing: &str, how: &str, line: &str) -> Answer {
    Answer::of(breaking(&mut command(tables, line), thing, how).output().unwrap())
}

#[test]
fn a_table_from_before_1970_is_not_sent() {
    let folder = tempfile::tempdir().unwrap();
    loa(folder.path(), "solve 3x3 --stones 4 -q").ok();
    let table = folder.path().join("mover-pass/3x3/2v2.loa");
    let file = fs::File::options().append(true).open(table).unwrap();
    let server = serve(folder.path());
    let status = |path: &str| asked(&server.address, &format!("GET {path}"), "").0;
    assert_eq!(status("/tables/mover-pass/3x3/2v2.loa"), "200");
    file.set_modified(SystemTime::UNIX_EPOCH - Duration::from_secs(1)).unwrap();
    assert_eq!(status("/tables/mover-pass/3x3/2v2.loa"), "500");
    assert_eq!(status("/healthz"), "200");
}

#[test]
fn a_server_listens_at_a_name() {
    let folder = tempfile::tempdir().unwrap();
    let server = started(&mut command(folder.path(), "serve --listen localhost:0 --json"));
    assert_eq!(asked(&server.address, "GET /healthz", "").0, "200");
}

/// Returns whether a server that has printed this line answers instead of ending.
fn answers(listening: &str) -> bool {
    let mut words = listening.split_whitespace();
    let address = words.find_map(|word| word.strip_prefix("http://"));
    let asked = address.map(|address| answer(address.trim_end_matches(':'), "GET /healthz", b""));
    asked.is_some_and(|answer| answer.is_ok_and(|answer| !answer.is_empty()))
}

/// Lets only a few threads start: a command works, or gives advice that helps.
#[test]
fn threads_that_do_not_start_are_told_with_advice_that_helps() {
    let folder = tempfile::tempdir().unwrap();
    for line in ["moves start 4x4", "rules", "perft start 4x4 2"] {
        on_broken(folder.path(), "NO_THREADS", "0", line).ok();
    }
    let (mut refused, mut done) = (0, 0);
    for line in [
        "solve 3x3 -q",
        "prove 4x4 -q --hash 1MiB",
        "probe start 4x4",
        "verify 4x4 -q",
        "engine",
        "probe --stdin",
        "play 4x4 --black perfect --white random",
        "judge \"'LOA' engine\" 4x4 --positions 2 --movetime 20 -q",
        "match \"'LOA' engine\" \"'LOA' engine\" 4x4 --games 2 --depth 1 -q",
    ] {
        let line = line.replace("LOA", env!("CARGO_BIN_EXE_loa"));
        for threads in [1, 2] {
            for started in 0..6 {
                let line = format!("{line} --threads {threads}");
                let answer = on_broken(folder.path(), "NO_THREADS", &started.to_string(), &line);
                assert!(!answer.stderr.contains("panicked"), "{line}: {}", answer.stderr);
                if answer.status == 0 {
                    done += 1;
                    continue;
                }
                refused += 1;
                let text = answer.stderr;
                assert!(text.contains("start"), "{line}: {text}");
                if threads == 1 {
                    assert!(!text.contains("--threads"), "{line} {started}: {text}");
                }
            }
        }
    }
    assert!(refused >= 20 && done >= 20, "{refused} {done}");
    // A server that starts does not end. With a few threads the result depends on the lifetime of
    // the first ones.
    let enough = 6;
    for started in 0..=enough {
        let mut serve = command(folder.path(), "serve --listen 127.0.0.1:0 --threads 1");
        let mut serve = breaking(&mut serve, "NO_THREADS", started.to_string())
            .stdout(Stdio::piped())
            .stderr(Stdio::piped())
            .spawn()
            .unwrap();
        let mut listening = String::new();
        BufReader::new(serve.stdout.take().unwrap()).read_line(&mut listening).unwrap();
        let goes_on = answers(&listening);
        if goes_on {
            serve.kill().unwrap();
        }
        let said = Answer::of(serve.wait_with_output().unwrap()).stderr;
        assert_ne!(said.contains("a thread cannot be started"), goes_on, "{started}: {said}");
        assert!(if started < 3 { !goes_on } else { goes_on || started < enough }, "{started}");
        assert!(!said.contains("panicked"), "{started}: {said}");
    }
}
