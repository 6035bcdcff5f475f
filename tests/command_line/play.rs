//! `loa play`: games over a pipe, against perfect play and without it.

use std::io::{BufRead, BufReader, Write};
use std::path::Path;
use std::process::{Command, Stdio};

use serde_json::{Value as Json, json};

use crate::dialogue::Dialogue;
use crate::{Answer, command, loa, loa_reading, reading};

#[test]
fn a_game_is_taken_back_saved_and_loaded() {
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("my game.sgf");
    let mut game = Dialogue::with("play start 4x4 --json --black person --white person");
    let begin = game.event("position");
    game.say("B1-D1");
    let one = game.event("position");
    game.say("a2:c4");
    let two = game.event("position");
    assert_eq!(two["position"], "1xo1/o2o/3o/2xx x");
    game.say("undo");
    assert_eq!(game.event("undo")["plies"], 1);
    assert_eq!(game.event("position"), one);
    game.say("flip");
    assert_eq!(game.event("position"), one, "flipping moves nothing");
    game.say("a2c4");
    assert_eq!(game.event("position"), two);
    game.say(&format!("save {}", file.display()));
    game.event("save");
    for _ in 0..2 {
        game.say("undo");
    }
    game.event("undo");
    game.event("undo");
    assert_eq!(game.event("position"), begin);
    game.say("undo");
    assert!(
        game.event("error")["message"]
            .as_str()
            .unwrap()
            .contains("take back")
    );
    game.say(&format!("load {}", file.display()));
    assert_eq!(game.event("load")["moves"], 2);
    assert_eq!(game.event("position"), two);
    game.close();
    let sgf = std::fs::read_to_string(&file).unwrap();
    assert!(sgf.contains("GM[9]") && sgf.contains("SZ[4]"), "{sgf}");
    assert!(sgf.contains(";B[b1-d1];W[a2:c4])"), "{sgf}");
}

#[test]
fn a_resignation_is_taken_back_and_printed_again() {
    let mut game = Dialogue::with("play start 4x4 --json --white person");
    for _ in 0..2 {
        game.say("resign");
        let end = game.event("end");
        assert_eq!(
            (&end["result"], &end["reason"]),
            (&json!("white"), &json!("resignation"))
        );
        game.say("b1-b3");
        let refused = game.event("error");
        assert!(
            refused["message"]
                .as_str()
                .unwrap()
                .contains("the game is over")
        );
        game.say("undo");
        assert_eq!(game.event("undo")["plies"], 0);
    }
    game.say("b1-b3");
    assert_eq!(game.event("position")["to_move"], "black");
    assert_eq!(game.event("position")["to_move"], "white");
    game.close();
}

#[test]
fn the_value_history_shows_who_threw_it_away() {
    let moves = "b1-d1\nquit\n";
    let line = "play start 4x4 --white person";
    let none = Path::new("no tables here");
    let printed = loa_reading(none, line, &format!("{moves}resign\n")).ok();
    assert!(
        printed
            .contains("  1. x b1-d1  loses in 4   gives away the win; better: b1-b3 (wins in 3)"),
        "{printed}"
    );
    assert!(
        printed.contains("black threw away a win with 1. b1-d1 (a loss); 1 of 1 moves judged"),
        "{printed}"
    );
    assert!(printed.contains("not over after 1 move\n"), "{printed}");
}

#[test]
fn who_resigns_a_won_game_threw_the_win_away() {
    let none = Path::new("no tables here");
    let line = "play start 4x4 --white person";
    let printed = loa_reading(none, line, "resign\n").ok();
    assert!(
        printed
            .contains("  1. x resign loses        gives away the win; better: b1-b3 (wins in 3)\n"),
        "{printed}"
    );
    assert!(
        printed.contains("\nblack threw away a win by resigning; 0 of 0 moves judged"),
        "{printed}"
    );
    let printed = loa_reading(none, line, "b1-d1\nresign\n").ok();
    assert!(
        printed.contains(" 1... o resign loses        gives away the win"),
        "{printed}"
    );
    assert!(
        printed.contains("\nblack threw away a win with 1. b1-d1"),
        "{printed}"
    );
    assert!(
        printed.contains("\nwhite threw away a win by resigning"),
        "{printed}"
    );
    // In a lost position there is nothing to throw away.
    let printed = loa_reading(none, line, "b1-b3\nresign\n").ok();
    assert!(
        printed.contains("\n  1... o resign loses\nblack threw nothing"),
        "{printed}"
    );
    assert!(!printed.contains("by resigning"), "{printed}");
    // Nor is it known where there are no tables.
    let printed = loa_reading(none, "play start 5x5 --white person", "resign\n").ok();
    assert!(
        printed.ends_with("white wins: black resigns\n"),
        "{printed}"
    );

    let sgf = "(;GM[9]SZ[4];B[b1-d1];W[Resign])";
    let review = loa_reading(none, "review - --json", sgf).json();
    let resignation = &review["resignation"];
    assert_eq!(
        (&resignation["side"], &resignation["effect"]),
        (&json!("white"), &json!("win-to-loss"))
    );
    assert_eq!(resignation["best"]["category"], "win");
}

#[test]
fn the_end_of_input_prints_the_game_so_far_and_saves_it() {
    let none = Path::new("no tables here");
    let folder = tempfile::tempdir().unwrap();
    let mut play = command(none, "play start 4x4 --white person");
    play.current_dir(folder.path());
    let printed = reading(&mut play, "b1-b3").ok();
    let review = "to see what every move was worth: loa review loa-game-1.sgf\n";
    assert!(printed.ends_with(review), "{printed}");
    let saved = std::fs::read_to_string(folder.path().join("loa-game-1.sgf")).unwrap();
    assert!(saved.ends_with(";B[b1-b3])\n"), "{saved}");
    // What is there is left alone, and what is over, saved or left by will needs none.
    reading(&mut play, "b1-d1").ok();
    assert!(folder.path().join("loa-game-2.sgf").exists());
    for input in [
        "",
        "b1-b3\nquit\n",
        "b1-b3\na2-a4\nb4-b2\n",
        "b1-b3\nsave mine\n",
    ] {
        let printed = reading(&mut play, input).ok();
        assert!(!printed.contains("loa-game"), "{printed}");
    }
    let again = std::fs::read_to_string(folder.path().join("loa-game-1.sgf")).unwrap();
    assert_eq!(
        (again, folder.path().join("loa-game-3.sgf").exists()),
        (saved, false)
    );
    assert!(printed.contains("1. x b1-b3\n"), "{printed}");
    assert!(printed.contains("not over after 1 move\n"), "{printed}");
    assert!(
        printed.contains("black threw nothing away; 1 of 1 moves judged"),
        "{printed}"
    );
    assert!(
        !printed.contains("> "),
        "prompts are for terminals: {printed}"
    );
    let printed = loa_reading(none, "play start 4x4", "").ok();
    assert!(printed.contains("not over after 0 moves"), "{printed}");
}

#[test]
fn a_named_file_gets_the_game_however_it_ends() {
    let none = Path::new("no tables here");
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("my game.sgf");
    let line = format!("play start 4x4 --white person --sgf \"{}\"", file.display());
    assert!(
        loa_reading(none, &line, "quit\n")
            .ok()
            .contains("not over after 0 moves")
    );
    assert!(!file.exists(), "there was no game");
    loa_reading(none, &line, "b1-b3\na2-a4\nquit\n").ok();
    let saved = std::fs::read_to_string(&file).unwrap();
    assert!(saved.ends_with(";B[b1-b3];W[a2-a4])\n"), "{saved}");
    let printed = loa(none, &line).failed(1);
    assert!(printed.contains("my game.sgf: "), "{printed}");
    assert_eq!(std::fs::read_to_string(&file).unwrap(), saved);
    std::fs::remove_file(&file).unwrap();
    loa_reading(none, &line, "b1-b3\na2-a4\nb4-b2\nquit\n").ok();
    assert!(std::fs::read_to_string(&file).unwrap().contains("RE[B+]"));
}

/// Ctrl-C, while a person is asked or the engine in the program thinks.
#[cfg(unix)]
#[test]
fn an_interrupted_game_is_saved() {
    for moves in ["b1-b3", "b1-b3\na2-c2"] {
        let folder = tempfile::tempdir().unwrap();
        let line = "play start 5x5 --white person --black person";
        let line = match moves.contains('\n') {
            true => line.to_owned(),
            false => line.replace("--white person", "--white engine --movetime 100000"),
        };
        let mut play = command(Path::new("no tables here"), &line);
        play.current_dir(folder.path()).stdin(Stdio::piped());
        let mut play = play
            .stdout(Stdio::piped())
            .stderr(Stdio::piped())
            .spawn()
            .unwrap();
        // Held open until the end, for the end of input ends a session as well.
        let mut stdin = play.stdin.take().unwrap();
        writeln!(stdin, "{moves}").unwrap();
        let mut lines = BufReader::new(play.stdout.as_mut().unwrap()).lines();
        let last = ["1. ", "1... "][moves.lines().count() - 1];
        assert!(lines.any(|line| line.unwrap().starts_with(last)));
        let pid = play.id().to_string();
        let interrupted = Command::new("kill").args(["-s", "INT", &pid]).status();
        assert!(interrupted.unwrap().success());
        let answer = Answer::of(play.wait_with_output().unwrap());
        drop(stdin);
        assert_eq!(answer.failed(130), "loa: interrupted");
        let saved = std::fs::read_to_string(folder.path().join("loa-game-1.sgf")).unwrap();
        assert_eq!(
            saved.matches(';').count(),
            1 + moves.lines().count(),
            "{saved}"
        );
    }
}

#[test]
fn nonsense_is_refused_and_the_game_goes_on() {
    let none = Path::new("no tables here");
    let nonsense = "foo\nb1-b9\nb1\nsave\nsave /no/such/folder/game\nload /no/such/file\nhint me\n\
                    a1-a2\npass\n\u{fffd}\u{1f600}\n\n   \n";
    let printed = loa_reading(
        none,
        "play start 4x4 --json --white person",
        &format!("{nonsense}b1-b3\nquit\n"),
    )
    .ok();
    let events: Vec<Json> = printed
        .lines()
        .map(|line| serde_json::from_str(line).unwrap())
        .collect();
    let count = |kind: &str| events.iter().filter(|event| event["event"] == kind).count();
    assert_eq!(count("error"), 10, "{printed}");
    assert_eq!(count("move"), 1);
    let unreadable = loa(none, "play start 4x4 --white nobody");
    assert_eq!(unreadable.status, 2);
    assert!(
        unreadable.stderr.contains("perfect:20"),
        "{}",
        unreadable.stderr
    );
    loa(none, "play nonsense").failed(2);
}

#[test]
fn bytes_that_are_no_text_are_refused() {
    let mut game = Dialogue::with("play start 4x4 --json --white person");
    game.input
        .as_mut()
        .unwrap()
        .write_all(b"\xff\xfe\x00b1\n")
        .unwrap();
    game.event("error");
    game.say("b1-b3");
    game.event("move");
    game.close();
}

#[test]
fn without_tables_nobody_is_perfect() {
    let none = Path::new("no tables here");
    for (start, status, advice) in [
        ("start 5x5", 5, "loa solve 5x5"),
        ("start 8x8", 6, "perfect cannot play here, as engine can"),
    ] {
        for perfect in ["--black perfect --white random", "--white perfect:20"] {
            let printed = loa(none, &format!("play {start} {perfect}")).failed(status);
            assert!(printed.contains(advice), "{printed}");
        }
    }
    loa_reading(none, "play start 5x5", "quit\n").ok();
}

#[test]
fn a_game_that_is_loaded_goes_on_without_tables_and_says_so_once() {
    let none = Path::new("no tables here");
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("game");
    std::fs::write(&file, "start 5x5\n").unwrap();
    let play = "play start 4x4 --json --seed 5 --black perfect --white person";
    let load = format!("undo\nload {}\na2-a4\na3-a5\nb1-b1\nquit\n", file.display());
    let printed = loa_reading(none, play, &load).ok();
    let events: Vec<Json> = printed
        .lines()
        .map(|line| serde_json::from_str(line).unwrap())
        .collect();
    let notes: Vec<&Json> = events
        .iter()
        .filter(|event| event["event"] == "note")
        .collect();
    assert_eq!(notes.len(), 1, "{printed}");
    let note = notes[0]["message"].as_str().unwrap();
    assert!(note.contains("loa solve 5x5"), "{note}");
    assert_eq!(
        loa_reading(none, play, &load).ok(),
        printed,
        "a seed makes the same game"
    );
    let asked = loa_reading(
        none,
        "play start 5x5 --white person --json",
        "hint\nvalues\n",
    )
    .ok();
    let asked: Vec<Json> = asked
        .lines()
        .map(|line| serde_json::from_str(line).unwrap())
        .collect();
    let event = |kind: &str| asked.iter().find(|event| event["event"] == kind).unwrap();
    let (hint, values) = (event("hint"), event("values"));
    for value in [hint, &values["moves"][0]] {
        let is_marked = value["estimate"] == value["category"].is_null();
        assert!(is_marked && value["depth"].as_u64() >= Some(1), "{value}");
    }
    assert!(values["moves"].as_array().unwrap().len() > 5, "{values}");
    let words = "play start 8x8 --white person --movetime 60";
    let printed = loa_reading(none, words, "hint\nvalues\n").ok();
    assert!(printed.contains("by the engine:"), "{printed}");
    // The hint and the best of all values are one answer.
    let estimates = printed.lines().filter(|line| line.contains(" at depth "));
    let estimates: Vec<&str> = estimates.collect();
    assert_eq!(estimates[0], estimates[1], "{printed}");
    assert!(estimates.len() > 2, "{printed}");
}

#[test]
fn games_of_other_rules_or_with_wrong_moves_are_not_loaded() {
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("game");
    let load = format!("load {}\nquit\n", file.display());
    let play = "play start 4x4 --json --white person --rules soucie";
    for (record, complaint) in [
        (
            "(;GM[9]SZ[4]RU[club];B[b1-b3])",
            "under club, and this one is under soucie",
        ),
        (
            "(;GM[9]SZ[4];B[b1-b3];W[a2-a3])",
            "move 2, \\\"a2-a3\\\" at line 1, character 25",
        ),
        ("(;GM[9]SZ[4]", "the text ends"),
        ("start 4x4\nb1-b3 nothing", "line 2, character 7"),
    ] {
        std::fs::write(&file, record).unwrap();
        let printed = loa_reading(folder.path(), play, &load).ok();
        assert!(!printed.contains("\"event\":\"load\""), "{printed}");
        assert!(printed.contains(complaint), "{printed}");
    }
    std::fs::write(&file, "(;GM[9]SZ[4]RU[Soucie];B[b1-b3!];W[a2-a4])").unwrap();
    let printed = loa_reading(folder.path(), play, &load).ok();
    assert!(printed.contains("\"event\":\"load\""), "{printed}");
}
