//! `loa engine` as those meet it who talk to it.

use std::io::Write;
use std::sync::mpsc::RecvTimeoutError;
use std::time::{Duration, Instant};

use crate::dialogue::Dialogue;
use crate::documents::lines_of;
use crate::{loa, loa_reading, project};

/// The lines of a document's examples of a kind.
fn dialogue(document: &str, kind: &str) -> Vec<String> {
    let document = std::fs::read_to_string(project().join("docs").join(document)).unwrap();
    let lines = lines_of(&document, kind).into_iter();
    lines.map(str::to_owned).collect()
}

/// A line without what differs from run to run.
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

/// Says what a document's example says, and expects its answers: every
/// `bestmove` and `readyok` as written, and between them all lines that the
/// example shows, in its order.
fn replay(mut engine: Dialogue, lines: &[String]) -> Dialogue {
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
    let lines = dialogue("engines.md", "dialogue");
    assert!(lines.iter().filter(|line| line.starts_with("< bestmove")).count() >= 5);
    replay(Dialogue::with("engine"), &lines).leaves();
}

#[test]
fn the_documents_turns_are_what_is_played() {
    let lines = dialogue("codingame.md", "codingame");
    assert_eq!(lines.iter().filter(|line| line.starts_with('<')).count(), 2);
    replay(Dialogue::with("engine --protocol codingame"), &lines).leaves();
}

#[test]
fn the_document_names_every_option() {
    let mut engine = Dialogue::with("engine");
    engine.say("uci");
    let document = std::fs::read_to_string(project().join("docs/engines.md")).unwrap();
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
    // Told twice, or while there is nothing to stop, it does no harm.
    engine.say("stop\nstop\nisready");
    assert_eq!(engine.line(), "readyok");
    engine.say("go depth 100");
    engine.say("stop");
    engine.until("bestmove");
    // What comes meanwhile is done in its turn.
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
fn when_nobody_is_left_to_ask_all_is_answered() {
    let none = project().join("no such tables");
    let asked = "position start 4x4\ngo depth 2\nposition start 5x5\ngo infinite\ngo nodes 100\n";
    let answers = loa_reading(&none, "engine", asked).ok();
    let best = answers.lines().filter(|line| line.starts_with("bestmove "));
    assert_eq!(best.count(), 3, "{answers}");
}

/// If each question were looked for among all others, this would take half a
/// minute of one core.
#[test]
fn many_questions_without_end_are_all_answered_when_the_input_ends() {
    let none = project().join("no such tables");
    let questions = "go infinite\n".repeat(150_000);
    let began = Instant::now();
    let asked = format!("position fen xx2/4/4/oo2 x\n{questions}");
    let answers = loa_reading(&none, "engine", &asked).ok();
    assert_eq!(answers.matches("bestmove none").count(), 150_000);
    assert!(began.elapsed() < Duration::from_secs(20));
}

#[test]
fn a_line_that_is_too_long_costs_that_line() {
    let none = project().join("no such tables");
    let long = format!("position start 4x4{}", " moves".repeat(20_000));
    let printed = loa_reading(
        &none,
        "engine",
        &format!("{long}\ngo depth 1\nposition start 4x4\ngo depth 1\n"),
    )
    .ok();
    assert!(printed.contains("info string the line is longer than 65536 bytes"), "{printed}");
    assert!(
        printed.contains("bestmove none\n") && printed.ends_with("bestmove b1-b3\n"),
        "{printed}"
    );
    let played = loa_reading(&none, "play start 4x4", &format!("{long}\nquit\n")).ok();
    assert!(played.contains("the line is longer than 65536 bytes"), "{played}");
}

#[test]
fn nonsense_does_no_harm() {
    let mut engine = Dialogue::with("engine");
    let stdin = engine.input.as_mut().unwrap();
    stdin.write_all(b"\xff\xfe\x00 nonsense\n\r\n \t \n").unwrap();
    for nonsense in [
        "hello",
        "bestmove a1-a2",
        "setoption",
        "setoption name",
        "setoption name Nothing value 3",
        "setoption name Hash value -1",
        "setoption name Hash value 99999999999999999999",
        "setoption name UseTables value maybe",
        "position",
        "position fen",
        "position fen x",
        "position fen 9x9/ x",
        "position start 2x2",
        "position start 99999999999999999999x4",
        "position start 4x4 moves pass",
        "position fen 1xx1/o2o/o2o/1xx1 x moves b1-b3 \u{e9}",
        "go depth",
        "go nodes minus",
        "go movetime 1e9",
        "go wtime -1 btime -1",
        "\u{feff}uci",
    ] {
        engine.say(nonsense);
    }
    engine.say(&"go ".repeat(10_000));
    engine.say("stop\nisready");
    engine.until("readyok");
    engine.say("position  start   4x4\r\nGO depth 1 \r");
    let answer = engine.until("bestmove b1-b3");
    assert!(answer.len() < 40, "{answer:?}");
    engine.say("quit\nisready\ngo");
    engine.leaves();
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

#[test]
fn rules_decide_what_is_played() {
    let mut engine = Dialogue::with("engine");
    // b1-b3 would connect Black.
    let question = "position fen 1x2/2x1/o2o/1x1o x\ngo depth 4";
    assert_eq!(engine.ask(question), "bestmove b1-b3");
    engine.say("setoption name rules value misere");
    assert_ne!(engine.ask(question), "bestmove b1-b3");
    engine.quits();
}

#[test]
fn tables_without_distances_keep_the_win_and_the_search_finds_the_way() {
    let folder = tempfile::tempdir().unwrap();
    let kept = project().join("tablebase/tables");
    let to = folder.path().display();
    loa(&kept, &format!("pack --metric wdl --quiet --to \"{to}\"")).ok();
    let mut with = Dialogue::with(&format!("engine --tables \"{to}\""));
    let mut without = Dialogue::with("engine --no-tables");
    // Won by one move only, and too late for a search of a ply to see.
    for (position, best) in [
        ("1x1x/o1o1/xx2/o2o x", "a2-c2"),
        ("1x1x/oo2/4/xxoo x", "b1-c2"),
        ("xo1x/1o2/1x2/o1ox x", "a4-a2"),
    ] {
        let question = format!("position fen {position}\ngo depth 1");
        assert_eq!(with.ask(&question), format!("bestmove {best}"));
        assert_ne!(without.ask(&question), format!("bestmove {best}"));
    }
    // Won in 3: with the search's distance, since the tables tell none.
    with.say("position start 4x4\ngo depth 8");
    let heard = with.until("bestmove");
    assert!(heard.iter().any(|line| line.contains("depth 3 score win 3 ")), "{heard:?}");
    with.quits();
    without.quits();
}

#[test]
fn a_damaged_table_is_reported_and_the_engine_searches_instead() {
    let folder = tempfile::tempdir().unwrap();
    let tables = folder.path().join("mover-pass/4x4");
    std::fs::create_dir_all(&tables).unwrap();
    let kept = project().join("tablebase/tables/mover-pass/4x4/4v4.loa");
    let bytes = std::fs::read(kept).unwrap();
    std::fs::write(tables.join("4v4.loa"), &bytes[..bytes.len() / 2]).unwrap();
    let mut engine = Dialogue::with(&format!("engine --tables \"{}\"", folder.path().display()));
    engine.say("position start 4x4\ngo depth 3");
    let heard = engine.until("bestmove");
    assert!(heard[0].starts_with("info string ") && heard[0].contains("4v4.loa"), "{heard:?}");
    assert!(heard.iter().any(|line| line.contains("score win 3 ")), "{heard:?}");
    engine.quits();
}
