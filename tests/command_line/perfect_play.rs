//! Compares perfect play in `loa play` with the tables.

use std::collections::HashMap;

use serde_json::Value as Json;

use loa_tests::random::Random;

use crate::dialogue::Dialogue;

/// Answers of `loa probe`, all from one run.
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

/// The way in which a script chooses moves.
#[derive(Clone, Copy, Debug, PartialEq)]
enum Script {
    Best,
    Any,
}

/// A finished game: its positions, and how it ended.
struct Played {
    positions: Vec<String>,
    end: Json,
}

/// Plays a script against perfect play.
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
                    let answer = prober.probe(&position);
                    let moves = answer["moves"].as_array().unwrap();
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

/// Returns the best result of a side: 2 for a win, 1 for a draw, 0 for a loss.
fn points(result: &str, side: &str) -> u32 {
    match result {
        "draw" => 1,
        _ => 2 * u32::from(result == side),
    }
}

/// The fourth is a draw except under misere, the fifth under tournament.
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
                    let printed = format!("{rules} {start} {perfect} {script:?}: {}", played.end);
                    let root = prober.probe(&played.positions[0]);
                    check(&root, &played, perfect, script, rules, &printed);
                    *ended.entry(played.end["result"].to_string()).or_insert(0) += 1;
                }
            }
        }
    }
    assert_eq!(ended.len(), 3, "wins of both sides and draws: {ended:?}");
}

/// Compares the end of a game with the tables' value of its start.
fn check(root: &Json, played: &Played, perfect: &str, script: Script, rules: &str, printed: &str) {
    let (mover, other) =
        if played.positions[0].ends_with('x') { ("black", "white") } else { ("white", "black") };
    let promised = match root["category"].as_str().unwrap() {
        "win" => mover,
        "loss" => other,
        _ => "draw",
    };
    // Tables do not know which side has to repeat a position first.
    if promised == "draw" && rules == "soucie" {
        return;
    }
    let result = played.end["result"].as_str().unwrap();
    assert!(points(result, perfect) >= points(promised, perfect), "{printed}");
    if script == Script::Best {
        assert_eq!(result, promised, "{printed}");
        if promised != "draw" {
            let plies = played.positions.len() as u64 - 1;
            assert_eq!(root["plies"], plies, "{printed}");
        }
    }
}
