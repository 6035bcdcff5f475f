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

const EIO: &str = "5";
const EINVAL: &str = "22";
const ENOLCK: &str = "37";
const ENOSYS: &str = "38";
const EOPNOTSUPP: &str = "95";

#[test]
fn a_file_system_without_locks_is_warned_of_once() {
    for error in [ENOSYS, ENOLCK, EOPNOTSUPP] {
        let folder = tempfile::tempdir().unwrap();
        let answer = on_broken(folder.path(), "NO_LOCKS", error, "solve 3x3 -q");
        let warnings = answer.stderr.matches("has no locks").count();
        assert_eq!((answer.status, warnings), (0, 1), "{error}: {}", answer.stderr);
        loa(folder.path(), "verify 3x3 -q").ok();
    }
    let folder = tempfile::tempdir().unwrap();
    on_broken(folder.path(), "NO_LOCKS", EIO, "solve 3x3 -q").failed(1);
}

#[test]
fn a_folder_that_cannot_be_synced_holds_tables_all_the_same() {
    for error in [EINVAL, ENOSYS, EOPNOTSUPP] {
        let folder = tempfile::tempdir().unwrap();
        for written in [3, 0] {
            let line = "solve 3x4 --stones 5 --json";
            let report = on_broken(folder.path(), "NO_FOLDER_SYNC", error, line).json();
            assert_eq!(report["written"], written, "{error}");
        }
    }
    let folder = tempfile::tempdir().unwrap();
    on_broken(folder.path(), "NO_FOLDER_SYNC", EIO, "solve 3x4 -q").failed(1);
}

#[test]
fn the_least_limit_of_all_control_groups_counts() {
    let mib = |count: u64| (count << 20).to_string();
    for (groups, limits) in [
        // A job of control groups version 2, whose step has no limit.
        (
            "0::/slurm/job_7/step_0\n",
            vec![
                ("slurm/job_7/step_0/memory.max", "max".to_owned()),
                ("slurm/job_7/memory.max", mib(30)),
                ("slurm/memory.max", mib(300)),
            ],
        ),
        (
            "5:cpu:/x\n4:memory:/slurm/job_7\n0::/\n",
            vec![
                ("memory/slurm/job_7/memory.limit_in_bytes", mib(4000)),
                ("memory/slurm/memory.limit_in_bytes", mib(30)),
                ("memory/memory.limit_in_bytes", "9223372036854771712".to_owned()),
            ],
        ),
        // Containers that see their own group as the root.
        ("0::/\n", vec![("memory.max", mib(30))]),
        ("4:memory:/docker/7\n", vec![("memory/memory.limit_in_bytes", mib(30))]),
    ] {
        let folder = tempfile::tempdir().unwrap();
        let write = |path: &str, text: &str| {
            let path = folder.path().join(path);
            fs::create_dir_all(path.parent().unwrap()).unwrap();
            fs::write(path, format!("{text}\n")).unwrap();
        };
        write("proc/self/cgroup", groups);
        limits.iter().for_each(|(path, limit)| write(&format!("sys/fs/cgroup/{path}"), limit));
        let other = folder.path().to_str().unwrap();
        let line = "solve 5x5 --threads 1 -q";
        let refused = on_broken(folder.path(), "OTHER_GROUPS", other, line).failed(1);
        assert!(refused.contains("and 30.00 MiB are allowed"), "{groups}: {refused}");
    }
}

#[test]
fn a_clock_before_1970_ends_nothing() {
    let folder = tempfile::tempdir().unwrap();
    let proof = folder.path().join("4x4.proof");
    let game = folder.path().join("game.sgf");
    for line in [
        "--version",
        "solve 3x3 -q",
        "probe start 4x4",
        &format!("prove 4x4 -q --proof {}", proof.display()),
        &format!("play 4x4 --black perfect --white random --sgf {}", game.display()),
        &format!("review {} --movetime 0", game.display()),
    ] {
        on_broken(folder.path(), "CLOCK", "-86400", line).ok();
    }
    // HTTP has no date for this time.
    let refused = on_broken(folder.path(), "CLOCK", "-1", "serve --listen 0").failed(1);
    assert!(refused.contains("clock") && !refused.contains("--listen"), "{refused}");
    on_broken(folder.path(), "CLOCK", "253402300800", "serve --listen 0").failed(1);
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
fn names_of_folders_that_a_shell_was_to_replace_are_refused() {
    let folder = tempfile::tempdir().unwrap();
    let run = |tables: &str, line: &str| {
        let mut command = command(Path::new(tables), line);
        Answer::of(command.current_dir(folder.path()).output().unwrap())
    };
    for name in ["~", "~/tables", "~other/tables", "a:b", "/nowhere/a:/nowhere/b"] {
        for answer in [
            run("t", &format!("solve 3x3 -q --tables={name}")),
            run(name, "solve 3x3 -q"),
            run(name, "probe start 4x5"),
        ] {
            let refused = answer.failed(2);
            assert!(refused.contains("folder for tables"), "{name}: {refused}");
        }
    }
    assert_eq!(fs::read_dir(folder.path()).unwrap().count(), 0);
    // An existing file or folder is meant literally.
    for name in ["~", "a:b"] {
        fs::create_dir(folder.path().join(name)).unwrap();
        run(name, "solve 3x3 -q").ok();
    }
    run("./~new", "solve 3x3 -q").ok();
}

#[test]
fn a_server_listens_at_a_name() {
    let folder = tempfile::tempdir().unwrap();
    let server = started(&mut command(folder.path(), "serve --listen localhost:0 --json"));
    assert_eq!(asked(&server.address, "GET /healthz", "").0, "200");
    for name in ["nosuch.invalid:8080", "localhost", "localhost:", ":x", "1.2.3.4.5:80"] {
        let refused = loa(folder.path(), &format!("serve --listen {name}"));
        assert_eq!(refused.status, 2, "{name}");
        assert!(refused.stderr.contains("localhost:8080"), "{}", refused.stderr);
    }
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

/// Lost output is a failure, on a full device or without any output.
#[test]
fn output_that_is_lost_is_a_failure() {
    let folder = tempfile::tempdir().unwrap();
    let run = |line: &str, output: &str| {
        let loa = shlex::try_quote(env!("CARGO_BIN_EXE_loa")).unwrap();
        let mut shell = Command::new("sh");
        shell.args(["-c", &format!("{loa} {line} {output}")]).env("LOA_TABLES", folder.path());
        Answer::of(shell.stdin(Stdio::null()).output().unwrap())
    };
    for line in [
        "probe start 4x4",
        "probe start 4x4 --json",
        "moves start 4x4",
        "line start 4x4",
        "rules",
        "--help",
        "probe --help",
        "--version",
        "completions bash",
        "man",
        "perft start 4x4 1",
        "solve 3x3 -q",
        "plan 3x3",
        "info",
        "prove 4x4 -q",
        "play 4x4 --black perfect --white random",
        "census 4x4",
    ] {
        for output in [">&-", ">/dev/full"] {
            let answer = run(line, output);
            assert_eq!(answer.status, 1, "{line} {output}: {}", answer.stderr);
            assert_eq!(answer.stderr.lines().count(), 1, "{line} {output}: {}", answer.stderr);
        }
        for output in [">/dev/null", "1<>/dev/null"] {
            assert_eq!(run(line, output).status, 0, "{line} {output}");
        }
    }
    // Another failure keeps its status, and a command that prints nothing loses nothing.
    assert_eq!(run("probe nonsense", ">&-").status, 2);
    assert_eq!(run("probe --stdin", ">&-").status, 0);
}

/// A limit on the size of files is an error and does not end the process by a signal.
#[test]
fn a_file_that_is_too_large_is_an_error() {
    let folder = tempfile::tempdir().unwrap();
    let loa = shlex::try_quote(env!("CARGO_BIN_EXE_loa")).unwrap();
    let run = |line: &str| {
        let mut shell = Command::new("sh");
        let script = format!("ulimit -f 1; exec {loa} {line}");
        shell.args(["-c", &script]).env("LOA_TABLES", folder.path());
        Answer::of(shell.current_dir(folder.path()).output().unwrap())
    };
    let printed = run("prove 5x8 --winner o -q --threads 1 --hash 8MiB --proof p").failed(1);
    assert!(printed.contains("File too large"), "{printed}");
    let printed = run("solve 4x4 -q").failed(1);
    assert!(printed.contains("File too large"), "{printed}");
}
