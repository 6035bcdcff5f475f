//! Tests of the output of programs in C and C++, which compile without a warning.

#![allow(clippy::print_stderr, reason = "a skipped test says so")]

use std::io::Write;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};

use loa_record::random::Pcg64;
use loa_solver::{Board, Material, Position, Rules, Wdl, perft};
use loa_tablebase::Tablebase;

const LANGUAGES: [(&str, &str, &str); 2] = [("cc", "c", "-std=c11"), ("c++", "c++", "-std=c++11")];

fn package() -> &'static Path {
    Path::new(env!("CARGO_MANIFEST_DIR"))
}

/// Returns the static library, which Cargo has built beside this test.
fn library() -> PathBuf {
    let test = std::env::current_exe().unwrap();
    test.with_file_name("libloa_c.a")
}

/// Compiles a program in a folder. Linking takes most of the time: one program is also linked as C++.
/// Returns `None` if the program is not linked, or the language has no compiler here.
fn compile(
    source: &Path,
    (compiler, language, standard): (&str, &str, &str),
    folder: &Path,
) -> Option<PathBuf> {
    let compiler = Path::new(compiler);
    if Command::new(compiler).arg("--version").stdout(Stdio::null()).status().is_err() {
        eprintln!("skipped: {language}, because {} is missing", compiler.display());
        return None;
    }
    let program = folder.join(language);
    let mut compile = Command::new(compiler);
    compile.args(["-x", language, standard, "-Wall", "-Wextra", "-Werror", "-pedantic"]);
    compile.arg("-I").arg(package().join("include")).arg(source);
    let is_linked = language == "c" || source.ends_with("engine_hook.c");
    match is_linked {
        true => compile.args(["-x", "none"]).arg(library()).args(["-lpthread", "-ldl", "-lm"]),
        false => compile.arg("-c"),
    };
    compile.arg("-o").arg(&program);
    let compiled = compile.output().unwrap();
    let messages = String::from_utf8_lossy(&compiled.stderr);
    assert!(compiled.status.success(), "{compile:?}\n{messages}");
    is_linked.then_some(program)
}

/// A program in C, also compiled as C++.
struct Program {
    paths: Vec<PathBuf>,
    _folder: tempfile::TempDir,
}

impl Program {
    fn new(source: &Path) -> Program {
        let folder = tempfile::tempdir().unwrap();
        let compile = |language| compile(source, language, folder.path());
        let paths: Vec<PathBuf> = LANGUAGES.into_iter().filter_map(compile).collect();
        assert!(!paths.is_empty());
        Program { paths, _folder: folder }
    }

    fn named(name: &str) -> Program {
        Program::new(&package().join("tests/programs").join(name))
    }

    /// Returns the output of the program in each language that it is linked for.
    fn outputs(&self, arguments: &[&str], input: &str) -> Vec<String> {
        let run = |program: &PathBuf| {
            let mut program = Command::new(program);
            let pipes = program.stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(Stdio::piped());
            let mut running = pipes.args(arguments).spawn().unwrap();
            let mut stdin = running.stdin.take().unwrap();
            stdin.write_all(input.as_bytes()).unwrap();
            drop(stdin);
            let ended = running.wait_with_output().unwrap();
            let messages = String::from_utf8_lossy(&ended.stderr);
            assert!(ended.status.success(), "{program:?}: {messages}");
            String::from_utf8(ended.stdout).unwrap()
        };
        self.paths.iter().map(run).collect()
    }
}

#[test]
fn the_hook_of_an_engine_plays_perfectly() {
    let source = package().join("examples/engine_hook.c");
    assert!(std::fs::read_to_string(&source).unwrap().lines().count() <= 60);
    for output in Program::new(&source).outputs(&[], "") {
        assert_eq!(output, "b1-b3 29998\na2-a4 -29999\nb4-b2 30000\n");
    }
}

#[test]
fn the_lines_of_the_readme_print_what_they_say() {
    let readme = std::fs::read_to_string(package().join("README.md")).unwrap();
    let lines = readme.split("```c\n").nth(1).unwrap().split("```").next().unwrap();
    assert_eq!(lines.lines().count(), 5);
    let folder = tempfile::tempdir().unwrap();
    let source = folder.path().join("lines.c");
    let whole =
        format!("#include <stdio.h>\n#include <loa.h>\nint main(void) {{\n{lines}return 0;\n}}\n");
    std::fs::write(&source, whole).unwrap();
    for output in Program::new(&source).outputs(&[], "") {
        let (printed, shown) = (output.trim(), lines.split("/* ").nth(1).unwrap());
        assert!(shown.starts_with(printed), "{printed}");
    }
}

#[test]
fn answers_are_those_of_the_library() {
    let board: Board = "4x4".parse().unwrap();
    let program = Program::named("probe_lines.c");
    for (rules, seed) in [("mover-pass", 1), ("own-loss", 2), ("mover-pass-misere", 3)] {
        let mut chance = Pcg64::of(seed, &[]);
        let mut position = || {
            let mut side = || 1 + chance.below(4) as u32;
            let material = Material::new(side(), side());
            chance.placement(board, material).unwrap()
        };
        let positions: Vec<Position> = (0..10_000).map(|_| position()).collect();
        let tables = Tablebase::embedded(rules.parse().unwrap());
        let answers: Vec<String> =
            positions.iter().map(|position| tables.answer(position).unwrap().to_string()).collect();
        let lines: Vec<String> = positions.iter().map(Position::to_string).collect();
        for output in program.outputs(&[rules], &lines.join("\n")) {
            assert_eq!(output.lines().collect::<Vec<_>>(), answers);
        }
    }
}

/// A program that ignores a status compiles, with a warning.
#[test]
fn ignored_statuses_are_seen_by_compilers() {
    if Command::new("cc").arg("--version").stdout(Stdio::null()).status().is_err() {
        eprintln!("skipped: C, because cc is missing");
        return;
    }
    let folder = tempfile::tempdir().unwrap();
    let source = folder.path().join("ignores.c");
    let text = "#include <loa.h>\nint main(void) { loa_set_threads(1); return 0; }\n";
    std::fs::write(&source, text).unwrap();
    for (mark, is_silent) in [("-DNOTHING", false), ("-DLOA_MUST_USE=", true)] {
        let mut compile = Command::new("cc");
        compile.args(["-c", mark, "-I"]).arg(package().join("include")).arg(&source);
        compile.arg("-o").arg(folder.path().join("ignores.o"));
        let messages = String::from_utf8(compile.output().unwrap().stderr).unwrap();
        assert_eq!(messages.is_empty(), is_silent, "{messages}");
        assert_eq!(messages.contains("unused") || messages.contains("ignoring"), !is_silent);
    }
}

#[test]
fn counts_and_lines_are_those_of_the_library() {
    let tables = Tablebase::embedded(Rules::default());
    let board: Board = "4x4".parse().unwrap();
    let census = tables.census(board, Material::new(3, 2)).unwrap().counts;
    let [won, drawn, lost] = census.shares();
    let [win, loss] = [Wdl::Win, Wdl::Loss].map(|wdl| census.longest(wdl).unwrap());
    let line = tables.line(&board.start()).unwrap();
    let moves: Vec<String> = line.iter().map(|step| step.played.to_string()).collect();
    let sequences = perft(Rules::default(), &board.start(), 3);
    let materials = tables.materials(board).unwrap();
    let materials: String = materials.iter().map(|material| format!("{material} ")).collect();
    assert!(materials.ends_with("4v4 "), "{materials}");
    let expected = format!(
        "{sequences}\n{won} {drawn} {lost} {win} {loss}\n{}\n{materials}\n{} 0\n",
        moves.join(" "),
        env!("CARGO_PKG_VERSION")
    );
    for output in Program::named("counts.c").outputs(&[], "") {
        assert_eq!(output, expected);
    }
}

/// Reads the texts that all readers share; `tests/command_line/readers.rs` tests the other readers.
#[test]
fn texts_are_read_as_everywhere() {
    let file = std::fs::read_to_string(package().join("../../tests/texts.json")).unwrap();
    let all: serde_json::Value = serde_json::from_str(&file).unwrap();
    let texts = |kind: &str| -> Vec<String> {
        let texts = all[kind].as_array().unwrap().iter();
        texts.map(|text| text.as_str().unwrap().to_owned()).collect()
    };
    let (start, program) = (all["position"].as_str().unwrap(), Program::named("readers.c"));
    for (kind, first, expected) in [
        ("positions", None, start),
        ("moves", Some("-m"), all["move"].as_str().unwrap()),
        ("quiet moves", Some("-m"), all["quiet move"].as_str().unwrap()),
    ] {
        let texts = texts(kind);
        let arguments: Vec<&str> =
            [start].into_iter().chain(first).chain(texts.iter().map(String::as_str)).collect();
        for output in program.outputs(&arguments, "") {
            assert_eq!(output.lines().collect::<Vec<_>>(), vec![expected; texts.len()]);
        }
    }
}

#[test]
fn eight_threads_get_the_same_answers() {
    for output in Program::named("threads.c").outputs(&["20"], "") {
        assert!(output.ends_with(" positions, 8 threads, the same answers\n"), "{output}");
    }
}

#[test]
fn bad_input_becomes_a_status() {
    for output in Program::named("bad_input.c").outputs(&["5000"], "") {
        assert_eq!(output, "5000 rounds\n");
    }
}
