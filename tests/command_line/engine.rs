//! `loa engine` as its users see it.

use std::fs;
use std::process::Command;
use std::sync::mpsc::RecvTimeoutError;
use std::time::{Duration, Instant};

use loa_tests::skipped;
use rayon::prelude::*;
use serde_json::Value as Json;

use crate::dialogue::Dialogue;
use crate::documents::lines_of;
use crate::{loa, project};

/// Removes the parts of a line that differ from run to run.
fn timeless(line: &str) -> String {
    let mut masked = false;
    let words = line.split(' ').map(|word| {
        let word = if std::mem::replace(&mut masked, ["nps", "time"].contains(&word)) {
            "N"
        } else {
            word
        };
        word.to_owned()
    });
    words.collect::<Vec<_>>().join(" ")
}

/// Sends the input of a document's example and expects its answers: every `bestmove` and `readyok`
/// as written, and between them all lines that the example shows, in order.
fn replay(mut engine: Dialogue, lines: &[&str]) -> Dialogue {
    for line in lines {
        if let Some(said) = line.strip_prefix("> ") {
            engine.say(said);
            continue;
        }
        let expected = line.strip_prefix("< ").expect("> or <");
        loop {
            let heard = engine.line();
            if timeless(&heard) == timeless(expected) {
                break;
            }
            let is_free = expected.ends_with(" ANY") && heard.starts_with("bestmove ");
            if is_free {
                break;
            }
            let may_be_left_out =
                ["info depth", "option "].iter().any(|kind| heard.starts_with(kind));
            assert!(may_be_left_out, "expected {expected}\nheard {heard}");
        }
    }
    engine
}

#[test]
fn the_documents_dialogue_is_what_is_said() {
    let document = std::fs::read_to_string(project().join("docs/protocol.md")).unwrap();
    let lines = lines_of(&document, "dialogue");
    assert!(lines.iter().filter(|line| line.starts_with("< bestmove")).count() >= 5);
    replay(Dialogue::with("engine"), &lines).leaves();
}

#[test]
fn the_document_names_every_option() {
    let mut engine = Dialogue::with("engine");
    engine.say("uci");
    let document = std::fs::read_to_string(project().join("docs/protocol.md")).unwrap();
    let heard = engine.until("uciok");
    let options = heard.iter().filter_map(|line| line.strip_prefix("option name "));
    let names: Vec<&str> = options.map(|option| option.split(' ').next().unwrap()).collect();
    assert_eq!(names.len(), 5);
    for name in names {
        assert!(document.contains(&format!("| `{name}` |")), "{name}");
    }
    engine.quits();
}

#[test]
fn commands_are_read_during_a_search() {
    let mut engine = Dialogue::with("engine --no-tables");
    engine.say("position start 8x8\ngo infinite\nisready");
    engine.until("readyok");
    engine.say("isready");
    engine.until("readyok");
    engine.say("stop");
    engine.until("bestmove");
    // A second `stop`, or one with nothing to stop, does no harm.
    engine.say("stop\nstop\nisready");
    assert_eq!(engine.line(), "readyok");
    engine.say("go depth 100");
    engine.say("stop");
    engine.until("bestmove");
    // Commands that arrive meanwhile are handled in order.
    engine.say("go infinite\nposition fen 3x/o3/4/1ox1 x\nstop\ngo depth 1");
    engine.until("bestmove");
    assert_eq!(engine.until("bestmove").pop().unwrap(), "bestmove c1-c2");
    engine.say("go infinite\nquit");
    engine.until("bestmove");
    engine.leaves();
}

#[test]
fn there_is_no_answer_before_stop_where_thinking_has_no_end() {
    let mut engine = Dialogue::with("engine");
    engine.say("position start 4x4\ngo infinite");
    assert!(engine.line().starts_with("info depth 1 score win 3"));
    let early = engine.lines.recv_timeout(Duration::from_millis(200));
    assert_eq!(early, Err(RecvTimeoutError::Timeout));
    engine.say("stop");
    assert_eq!(engine.line(), "bestmove b1-b3");
    engine.quits();
}

#[test]
fn the_time_given_is_kept() {
    let mut engine = Dialogue::with("engine --no-tables");
    engine.say("uci");
    engine.until("uciok");
    for question in [
        "position start 8x8\ngo movetime 200",
        "position scrambled 8x8\ngo movetime 200",
        "position start 6x7\ngo btime 400 wtime 100000",
    ] {
        // A busy machine may be late now and then, but not always.
        let took = (0..5).map(|_| {
            let started = Instant::now();
            engine.ask(question);
            started.elapsed()
        });
        let quickest = took.min().unwrap();
        assert!(quickest <= Duration::from_millis(200), "{question}: {quickest:?}");
    }
    engine.quits();
}

/// Changes of `tools/minimal_engine.py`, and the clauses that they break, by number.
const BREAKS: [(&str, &str, &[usize]); 9] = [
    ("", "", &[]),
    ("name(b) if a", "name(a) if a", &[1, 5, 9]),
    ("else \"pass\")", "else \"pass\", \"\\nbestmove a1-a2\")", &[1]),
    ("else \"pass\")", "else \"none\")", &[2]),
    ("words != [\"quit\"]", "True", &[3]),
    ("import", "import atexit, time; atexit.register(time.sleep, 11)\nimport", &[3, 4]),
    (
        "[\"go\"]:",
        "[\"go\"] and \"nodes\" in words: sys.exit(2)\n    elif words[:1] == [\"go\"]:",
        &[5],
    ),
    ("[\"isready\"]:", "[\"xyzzy\"]: sys.exit(2)\n    elif words[:1] == [\"isready\"]:", &[9]),
    (
        "\\nuciok\")",
        "\\noption name Rules type combo var mover-pass var own-loss\\nuciok\")\n    \
      elif words[-1:] == [\"own-loss\"]: sys.exit(2)",
        &[11],
    ),
];

/// The clauses that the engine of the document does not keep.
const LACKS: [usize; 4] = [6, 7, 8, 10];

#[test]
fn a_check_names_the_clauses_that_an_engine_breaks() {
    let folder = tempfile::tempdir().unwrap();
    let broken = |engine: &str| {
        let line = format!("engine check \"{engine}\" 5x5 --movetime 200 -q --json");
        let answer = loa(folder.path(), &line);
        let report: Json = serde_json::from_str(&answer.stdout).unwrap();
        let clauses = report["clauses"].as_array().unwrap();
        let broken = clauses.iter().enumerate().filter(|(_, it)| !it["failure"].is_null());
        let is_tried =
            |it: &Json| it["tried"] == true || it["clause"].as_str().unwrap().contains("Rules");
        assert!(clauses.iter().all(is_tried));
        let needed = broken.clone().any(|(_, it)| it["needed"] == true);
        assert_eq!(answer.status, if needed { 3 } else { 0 }, "{}", answer.stderr);
        assert_eq!(clauses.len(), if clauses[0]["failure"].is_null() { 12 } else { 1 });
        broken.map(|(number, _)| number).collect::<Vec<usize>>()
    };
    assert_eq!(broken(&format!("'{}' engine", env!("CARGO_BIN_EXE_loa"))), [0; 0]);
    assert_eq!(broken("/no/such/program"), [0]);
    if Command::new("python3").arg("--version").output().is_err() {
        return skipped("there is no python3");
    }
    let text = fs::read_to_string(project().join("tools/minimal_engine.py")).unwrap();
    BREAKS.par_iter().enumerate().for_each(|(place, (from, to, breaks))| {
        assert!(text.contains(from), "{from}");
        let file = folder.path().join(format!("{place}.py"));
        // Its moves are random.
        let seeded = text.replacen(from, to, 1).replacen("\n\n", "\nrandom.seed(1)\n", 1);
        fs::write(&file, seeded).unwrap();
        let mut expected = [&LACKS, *breaks].concat();
        expected.sort_unstable();
        assert_eq!(broken(&format!("python3 '{}'", file.display())), expected, "{to}");
    });
}
