//! `loa play`: games over a pipe, against perfect play and without it.

use std::collections::HashMap;
use std::io::{BufRead, BufReader, Write};
use std::path::Path;
use std::process::{Child, ChildStdin, ChildStdout, Stdio};

use serde_json::{Value as Json, json};

use crate::random::Random;
use crate::{command, loa, loa_reading};

/// A run of `loa` that is talked to line by line.
struct Dialogue {
    child: Child,
    input: Option<ChildStdin>,
    output: BufReader<ChildStdout>,
}

impl Dialogue {
    fn with(line: &str) -> Dialogue {
        let nowhere = Path::new("no tables here");
        let mut child = command(nowhere, line)
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .spawn()
            .unwrap();
        Dialogue {
            input: child.stdin.take(),
            output: BufReader::new(child.stdout.take().unwrap()),
            child,
        }
    }

    fn say(&mut self, line: &str) {
        writeln!(self.input.as_mut().unwrap(), "{line}").unwrap();
    }

    fn hear(&mut self) -> Json {
        let mut line = String::new();
        self.output.read_line(&mut line).unwrap();
        serde_json::from_str(&line).unwrap()
    }

    /// The next event of a kind.
    fn event(&mut self, kind: &str) -> Json {
        loop {
            let event = self.hear();
            if event["event"] == kind {
                return event;
            }
        }
    }

    fn close(mut self) {
        self.input.take();
        let mut rest = String::new();
        while self.output.read_line(&mut rest).unwrap() > 0 {}
        assert!(self.child.wait().unwrap().success(), "{rest}");
    }
}

/// Answers of `loa probe`, from one run of it.
struct Prober {
    dialogue: Dialogue,
    known: HashMap<String, Json>,
}

impl Prober {
    fn new(rules: &str) -> Prober {
        Prober {
            dialogue: Dialogue::with(&format!("probe --stdin --rules {rules}")),
            known: HashMap::new(),
        }
    }

    fn probe(&mut self, position: &str) -> Json {
        if let Some(known) = self.known.get(position) {
            return known.clone();
        }
        self.dialogue.say(position);
        let answer = self.dialogue.hear();
        self.known.insert(position.to_owned(), answer.clone());
        answer
    }
}

/// How a script chooses its moves.
#[derive(Clone, Copy, Debug, PartialEq)]
enum Script {
    Best,
    Any,
}

/// A game played to its end: the positions, and how it ended.
struct Played {
    positions: Vec<String>,
    end: Json,
}

/// Plays a script against perfect play on one side.
fn play(start: &str, rules: &str, perfect: &str, script: Script, prober: &mut Prober) -> Played {
    let person = if perfect == "black" { "white" } else { "black" };
    let mut game = Dialogue::with(&format!(
        "play {start} --rules {rules} --json --{perfect} perfect --{person} person"
    ));
    let mut random = Random::new(start.len() as u64 + 41);
    let mut positions = Vec::new();
    loop {
        let event = game.hear();
        match event["event"].as_str().unwrap() {
            "position" => {
                let position = event["position"].as_str().unwrap().to_owned();
                if event["person"] == true {
                    let moves = prober.probe(&position)["moves"].clone();
                    let moves = moves.as_array().unwrap();
                    let place = match script {
                        Script::Best => 0,
                        Script::Any => random.below(moves.len()),
                    };
                    game.say(moves[place]["move"].as_str().unwrap());
                }
                positions.push(position);
            }
            "end" => {
                game.close();
                let end = event;
                return Played { positions, end };
            }
            "start" | "move" => {}
            _ => panic!("{event}"),
        }
    }
}

/// What is best for a side: 2 for a win, 1 for a draw, 0 for a loss.
fn worth(result: &str, side: &str) -> u32 {
    match result {
        "draw" => 1,
        _ => 2 * u32::from(result == side),
    }
}

/// The fourth is a draw under all but misere, the fifth under tournament.
const STARTS: [&str; 7] = [
    "start 4x4",
    "scrambled 4x4",
    "\"o2o/x3/2o1/x1xo x\"",
    "\"2o1/1xxo/4/xo1x x\"",
    "\"2xx/3o/o2x/1x2 x\"",
    "\"xo2/4/2xo/o2x o\"",
    "\"2xo/x3/o2o/1x2 o\"",
];

#[test]
fn games_against_perfect_play_end_as_the_tables_say() {
    let mut ended = HashMap::new();
    for rules in ["club", "tournament", "soucie", "misere"] {
        let mut prober = Prober::new(rules);
        for start in STARTS {
            for perfect in ["black", "white"] {
                for script in [Script::Best, Script::Any] {
                    let played = play(start, rules, perfect, script, &mut prober);
                    let told = format!("{rules} {start} {perfect} {script:?}: {}", played.end);
                    let root = prober.probe(&played.positions[0]);
                    check(&root, &played, perfect, script, rules, &told);
                    check_repetition(&played, perfect, rules, &mut prober, &told);
                    *ended.entry(played.end["result"].to_string()).or_insert(0) += 1;
                }
            }
        }
    }
    assert_eq!(ended.len(), 3, "wins of both sides and draws: {ended:?}");
}

/// Holds the end of a game to what the tables say of its start.
fn check(root: &Json, played: &Played, perfect: &str, script: Script, rules: &str, told: &str) {
    let (mover, other) = match played.positions[0].ends_with('x') {
        true => ("black", "white"),
        false => ("white", "black"),
    };
    let promised = match root["category"].as_str().unwrap() {
        "win" => mover,
        "loss" => other,
        _ => "draw",
    };
    // Tables say nothing of who has to repeat a position first.
    if promised == "draw" && rules == "soucie" {
        return;
    }
    let result = played.end["result"].as_str().unwrap();
    assert!(worth(result, perfect) >= worth(promised, perfect), "{told}");
    if script == Script::Best {
        assert_eq!(result, promised, "{told}");
        if promised != "draw" {
            let plies = played.positions.len() as u64 - 1;
            assert_eq!(root["plies"], plies, "{told}");
        }
    }
}

/// Perfect play repeats a position and loses by it only where every move that
/// keeps as much does the same.
fn check_repetition(played: &Played, perfect: &str, rules: &str, prober: &mut Prober, told: &str) {
    let lost = played.end["result"] != perfect && played.end["reason"] == "repetition";
    if rules != "soucie" || !lost {
        return;
    }
    let before = &played.positions[..played.positions.len() - 1];
    let root = prober.probe(before.last().unwrap());
    for candidate in root["moves"].as_array().unwrap() {
        let after = candidate["position"].as_str().unwrap();
        let repeats = before.iter().any(|position| position == after);
        assert!(
            repeats || candidate["category"] == "loss",
            "{told} {candidate}"
        );
    }
}

#[test]
fn hints_and_values_are_those_of_probe() {
    let start = "o2o/x3/2o1/x1xo x";
    let mut prober = Prober::new("tournament");
    let probe = prober.probe(start);
    let mut game = Dialogue::with(&format!("play \"{start}\" --json --rules tournament"));
    game.say("hint");
    let hint = game.event("hint");
    assert_eq!(hint["move"], probe["moves"][0]["move"]);
    assert_eq!(hint["plies"], probe["plies"]);
    game.say("values");
    let values = game.event("values");
    let values = values["moves"].as_array().unwrap();
    let expected = probe["moves"].as_array().unwrap();
    assert_eq!(values.len(), expected.len());
    for (found, expected) in values.iter().zip(expected) {
        for field in ["move", "capture", "category", "plies"] {
            assert_eq!(found[field], expected[field]);
        }
    }
    game.say("moves");
    let moves = game.event("moves");
    assert_eq!(moves["moves"].as_array().unwrap().len(), expected.len());
    game.close();
}

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
fn a_resignation_is_taken_back_and_told_again() {
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
fn the_value_history_tells_who_threw_it_away() {
    let moves = "b1-d1\nquit\n";
    let line = "play start 4x4 --white person";
    let none = Path::new("no tables here");
    let told = loa_reading(none, line, &format!("{moves}resign\n")).ok();
    assert!(
        told.contains("  1. x b1-d1  loss in 4   gives away the win: b1-b3 win in 3"),
        "{told}"
    );
    assert!(
        told.contains("black threw away a win with 1. b1-d1 (a loss); 1 of 1 moves judged"),
        "{told}"
    );
    assert!(told.contains("not over after 1 moves"), "{told}");
}

#[test]
fn the_end_of_input_tells_the_game_so_far() {
    let none = Path::new("no tables here");
    let told = loa_reading(none, "play start 4x4 --white person", "b1-b3").ok();
    assert!(told.contains("1. x b1-b3\n"), "{told}");
    assert!(told.contains("not over after 1 moves"), "{told}");
    assert!(
        told.contains("black threw nothing away; 1 of 1 moves judged"),
        "{told}"
    );
    assert!(!told.contains("> "), "prompts are for terminals: {told}");
    let told = loa_reading(none, "play start 4x4", "").ok();
    assert!(told.contains("not over after 0 moves"), "{told}");
}

#[test]
fn nonsense_is_refused_and_the_game_goes_on() {
    let none = Path::new("no tables here");
    let nonsense = "foo\nb1-b9\nb1\nsave\nsave /no/such/folder/game\nload /no/such/file\nhint me\n\
                    a1-a2\npass\n\u{fffd}\u{1f600}\n\n   \n";
    let told = loa_reading(
        none,
        "play start 4x4 --json --white person",
        &format!("{nonsense}b1-b3\n"),
    )
    .ok();
    let events: Vec<Json> = told
        .lines()
        .map(|line| serde_json::from_str(line).unwrap())
        .collect();
    let count = |kind: &str| events.iter().filter(|event| event["event"] == kind).count();
    assert_eq!(count("error"), 10, "{told}");
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
fn without_tables_a_game_goes_on_and_says_so_once() {
    let none = Path::new("no tables here");
    let play = "play start 5x5 --json --seed 5 --black perfect --white random";
    let told = loa(none, play).ok();
    let events: Vec<Json> = told
        .lines()
        .map(|line| serde_json::from_str(line).unwrap())
        .collect();
    let notes: Vec<&Json> = events
        .iter()
        .filter(|event| event["event"] == "note")
        .collect();
    assert_eq!(notes.len(), 1, "{told}");
    let note = notes[0]["message"].as_str().unwrap();
    assert!(
        note.contains("loa solve 5x5 --rules mover-pass --material 6v6"),
        "{note}"
    );
    assert_eq!(events.last().unwrap()["event"], "history");
    assert_eq!(loa(none, play).ok(), told, "a seed makes the same game");
    let asked = loa_reading(
        none,
        "play start 5x5 --white person --json",
        "hint\nvalues\n",
    )
    .ok();
    assert_eq!(asked.matches("no values here").count(), 2, "{asked}");
}

#[test]
fn mistakes_are_as_many_as_asked_for() {
    let none = Path::new("no tables here");
    let mut gave_away = 0;
    for seed in 0..12 {
        let play = format!("play start 4x4 --json --seed {seed} --black perfect:50");
        let told = loa(none, &format!("{play} --white perfect")).ok();
        let history: Json = serde_json::from_str(told.lines().last().unwrap()).unwrap();
        let white = &history["summary"]["white"];
        assert_eq!(white["best"], white["moves"], "{history}");
        let black = &history["summary"]["black"];
        gave_away += u32::from(black["win_to_loss"] != 0 || black["win_to_draw"] != 0);
    }
    assert!((3..=10).contains(&gave_away), "{gave_away} of 12");
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
        let told = loa_reading(folder.path(), play, &load).ok();
        assert!(!told.contains("\"event\":\"load\""), "{told}");
        assert!(told.contains(complaint), "{told}");
    }
    std::fs::write(&file, "(;GM[9]SZ[4]RU[Soucie];B[b1-b3!];W[a2-a4])").unwrap();
    let told = loa_reading(folder.path(), play, &load).ok();
    assert!(told.contains("\"event\":\"load\""), "{told}");
}

/// An engine of a few lines: says what it is told to say at each question, in
/// order, and writes down what it hears.
#[cfg(unix)]
fn shell_engine(folder: &Path, answers: &str) -> String {
    let script = folder.join("engine.sh");
    let heard = folder.join("heard");
    let text = format!(
        "set -- {answers}\n\
         while read -r line; do\n\
           echo \"$line\" >> {heard}\n\
           case \"$line\" in\n\
             uci) echo 'id name Shelly'; echo uciok;;\n\
             isready) echo readyok;;\n\
             go*) echo \"bestmove $1\"; shift;;\n\
             quit) exit;;\n\
           esac\n\
         done\n",
        heard = heard.display()
    );
    std::fs::write(&script, text).unwrap();
    format!("\"engine:sh {}\"", script.display())
}

#[cfg(unix)]
#[test]
fn an_engine_plays_and_hears_the_whole_game() {
    let folder = tempfile::tempdir().unwrap();
    let engine = shell_engine(folder.path(), "b1-b3 b4-b2");
    let play = format!("play start 4x4 --json --black {engine} --white perfect --movetime 50");
    let told = loa(folder.path(), &play).ok();
    let events: Vec<Json> = told
        .lines()
        .map(|line| serde_json::from_str(line).unwrap())
        .collect();
    assert_eq!(events[0]["black"], "Shelly");
    let end = &events[events.len() - 2];
    assert_eq!(
        (&end["event"], &end["result"]),
        (&json!("end"), &json!("black"))
    );
    let heard = std::fs::read_to_string(folder.path().join("heard")).unwrap();
    let expected = "position fen 1xx1/o2o/o2o/1xx1 x moves b1-b3 a2-a4\ngo movetime 50\nquit\n";
    assert!(
        heard.contains("setoption name Rules value mover-pass"),
        "{heard}"
    );
    assert!(heard.ends_with(expected), "{heard}");
}

#[cfg(unix)]
#[test]
fn an_engine_that_fails_ends_the_session_after_the_game_so_far() {
    let folder = tempfile::tempdir().unwrap();
    let engine = shell_engine(folder.path(), "b1-b3 b4-b1");
    let play = format!("play start 4x4 --black {engine} --white perfect");
    let answer = loa(folder.path(), &play);
    assert!(
        answer.stdout.contains("not over after 2 moves"),
        "{}",
        answer.stdout
    );
    let told = answer.failed(1);
    assert!(
        told.contains("engine.sh") && told.contains("illegal move: 'b4-b1'"),
        "{told}"
    );
    let missing = loa(
        folder.path(),
        "play start 4x4 --white engine:/no/such/program",
    );
    assert!(missing.failed(1).contains("could not start"));
}
