//! `loa review` and `loa line --game`: recorded games against the tables.

use std::collections::HashMap;
use std::fs;
use std::path::Path;

use serde_json::{Value as Json, json};

use loa_tests::random::Random;

use crate::{loa, loa_reading};

/// The expected judgement of a move: effect, plies lost and best move.
type Expected = (String, u64, String);

/// A game with blunders planted in it.
struct Planted {
    list: String,
    expected: Vec<Expected>,
}

/// Plays a game from the values of every move: now and then one that gives value
/// away or loses plies, else the best.
fn plant(start: &str, rules: &str, random: &mut Random) -> Planted {
    let nowhere = Path::new("no tables here");
    let mut list = format!("{start}\n");
    let mut expected = Vec::new();
    let mut position = start.to_owned();
    let mut seen = vec![position.clone()];
    loop {
        let probe = loa(
            nowhere,
            &format!("probe --json \"{position}\" --rules {rules}"),
        )
        .json();
        let moves = probe["moves"].as_array().unwrap();
        let Some(best) = moves.first() else {
            break;
        };
        let worse: Vec<&Json> = match random.below(4) {
            0 => moves
                .iter()
                .filter(|m| m["category"] != best["category"])
                .collect(),
            1 => moves
                .iter()
                .filter(|m| m["plies"] != best["plies"])
                .collect(),
            _ => Vec::new(),
        };
        let played = match worse.is_empty() {
            true => best,
            false => worse[random.below(worse.len())],
        };
        let after = played["position"].as_str().unwrap().to_owned();
        if seen.contains(&after) {
            break;
        }
        list.push_str(&format!("{} ", played["move"].as_str().unwrap()));
        expected.push(effect(best, played));
        seen.push(after.clone());
        position = after;
    }
    Planted { list, expected }
}

fn effect(best: &Json, played: &Json) -> Expected {
    let (from, to) = (
        best["category"].as_str().unwrap(),
        played["category"].as_str().unwrap(),
    );
    let best_move = best["move"].as_str().unwrap().to_owned();
    let plies = |m: &Json| m["plies"].as_u64().unwrap_or(0);
    let lost = plies(best).abs_diff(plies(played));
    match (from == to, from, lost) {
        (false, _, _) => (format!("{from}-to-{to}"), 0, best_move),
        (true, _, 0) => ("best".to_owned(), 0, best_move),
        (true, "win", lost) => ("slower".to_owned(), lost, best_move),
        (true, _, lost) => ("sooner".to_owned(), lost, best_move),
    }
}

#[test]
fn exactly_the_planted_blunders_are_found() {
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("game");
    let mut random = Random::new(2026);
    let mut counts: HashMap<String, usize> = HashMap::new();
    for rules in ["club", "tournament", "soucie", "misere"] {
        for start in [
            "1xx1/o2o/o2o/1xx1 x",
            "o2o/x3/2o1/x1xo x",
            "o1o1/x3/2xo/1o1x x",
            "2xo/x3/o2o/1x2 o",
        ] {
            let planted = plant(start, rules, &mut random);
            fs::write(&file, &planted.list).unwrap();
            let review = format!("review {} --json --rules {rules}", file.display());
            let review = loa(folder.path(), &review).json();
            let found: Vec<Expected> = review["moves"]
                .as_array()
                .unwrap()
                .iter()
                .map(|m| {
                    (
                        m["effect"].as_str().unwrap().to_owned(),
                        m["plies_lost"].as_u64().unwrap(),
                        m["best"]["move"].as_str().unwrap().to_owned(),
                    )
                })
                .collect();
            assert_eq!(found, planted.expected, "{rules} {}", planted.list);
            for (effect, _, _) in found {
                *counts.entry(effect).or_default() += 1;
            }
            let sum = |blunder: &str| {
                let sides = ["black", "white"]
                    .map(|side| review["summary"][side]["blunders"][blunder].as_u64());
                sides.into_iter().flatten().sum::<u64>()
            };
            let blunders = planted
                .expected
                .iter()
                .filter(|(effect, _, _)| effect.contains("-to-"));
            let found = sum("win-to-draw") + sum("win-to-loss") + sum("draw-to-loss");
            assert_eq!(found, blunders.count() as u64);
        }
    }
    for effect in ["best", "slower", "sooner", "win-to-loss"] {
        assert!(
            counts.contains_key(effect),
            "none was planted: {effect} {counts:?}"
        );
    }
}

#[test]
fn a_record_from_elsewhere_is_reviewed() {
    let none = Path::new("no tables here");
    let sgf = "(;FF[4]GM[9]SZ[4]RU[misere]PB[Anna \\] B]PW[Bert]RE[W+R]XX[unknown]C[a (;remark]\n\
               ;B[B1-B3!] (;W[a2-a4]C[the main line];B[b4-b2++])(;W[d2-d4]))";
    let printed = loa_reading(none, "review -", sgf).ok();
    let expected = "1xx1/o2o/o2o/1xx1 x  on 4x4 under mover-pass-misere\n\
                    black: Anna ] B\nwhite: Bert\n    1. x b1-b3  loses in 2";
    assert!(printed.starts_with(expected), "{printed}");
    assert!(
        printed.contains("gives away the draw; better: b1-d1 (draws)"),
        "{printed}"
    );
    assert!(
        printed.ends_with("white wins: black is connected\nresult as recorded: W+R\n"),
        "{printed}"
    );
    let printed = loa_reading(none, "review - --rules soucie", sgf).failed(7);
    assert!(
        printed.contains("under misere, not under soucie"),
        "{printed}"
    );
}

#[test]
fn an_illegal_move_ends_a_review_after_what_came_before() {
    let none = Path::new("no tables here");
    let list = "start 4x4\n1. b1-b3 a2-a4\n2. b4-b1 d2-d4\n";
    let answer = loa_reading(none, "review -", list);
    assert!(
        answer.stdout.contains("\n  1... o a2-a4"),
        "{}",
        answer.stdout
    );
    let printed = answer.failed(2);
    assert!(
        printed.contains("move 3, \"b4-b1\" at line 3, character 4, cannot be played")
            && printed.contains("oxx1/ox1o/3o/2x1 x"),
        "{printed}"
    );
    let json = loa_reading(none, "review - --json", list);
    assert_eq!(json.status, 2);
    let json: Json = serde_json::from_str(&json.stdout).unwrap();
    assert_eq!(json["moves"].as_array().unwrap().len(), 2);
    assert_eq!(json["stopped"]["number"], 3);
    assert_eq!(json["stopped"]["text"], "b4-b1");
    assert_eq!(json["end"], json!(null));
    let over = loa_reading(none, "review -", "start 4x4\nb1-b3 a2-a4 b4-b2 d2-d4").failed(2);
    assert!(
        over.contains("move 4") && over.contains("the game is over: black wins"),
        "{over}"
    );
    let turn = loa_reading(none, "review -", "(;SZ[4];B[b1-b3];B[b4-b2])").failed(2);
    assert!(turn.contains("it is white's turn"), "{turn}");
}

#[test]
fn a_review_is_a_chart_and_a_page() {
    let folder = tempfile::tempdir().unwrap();
    let page = folder.path().join("review.html");
    let line = format!("review - --html {}", page.display());
    let printed = loa_reading(folder.path(), &line, "start 4x4\nb1-d1 a2xc4").ok();
    let chart: Vec<&str> = printed
        .lines()
        .skip_while(|line| !line.starts_with("up: "))
        .collect();
    let drawn = |name: &str| chart.iter().any(|line| line.starts_with(name));
    assert!(drawn("black") && drawn("white"), "{printed}");
    // Black gave the win away, and White gave it back.
    assert_eq!(chart[10].trim(), "??", "{printed}");
    let page = std::fs::read_to_string(&page).unwrap();
    assert_eq!(page.matches("<figure>").count(), 4);
    assert!(page.contains("<td>1...</td><td>a2xc4</td>"), "{page}");
    // Where no table reaches, the engine's estimates are drawn otherwise.
    let printed = loa_reading(folder.path(), "review - --movetime 1", "f1-f3 a5-c7").ok();
    assert!(printed.contains("an estimate"), "{printed}");
    let printed = loa_reading(folder.path(), "review - --movetime 0", "f1-f3 a5-c7").ok();
    assert!(!printed.contains("up: "), "{printed}");
}

#[test]
fn positions_without_tables_are_outside() {
    let folder = tempfile::tempdir().unwrap();
    loa(folder.path(), "solve 5x4 --material 3v3 -q").ok();
    // The capture leads from 3v4, which has no table, to 3v3.
    let after = "o4/5/x3x/o1ox1 o";
    let probe = loa(folder.path(), &format!("probe \"{after}\" --json")).json();
    let worst = probe["moves"].as_array().unwrap().last().unwrap();
    let worst_move = worst["move"].as_str().unwrap();
    let list = format!("o3x/5/x3o/o1ox1 x\n1. e4xe2 {worst_move}\n");
    let review = loa_reading(folder.path(), "review - --json", &list).json();
    let moves = review["moves"].as_array().unwrap();
    assert_eq!(
        (&moves[0]["covered"], &moves[1]["covered"]),
        (&json!(false), &json!(true))
    );
    assert_eq!(moves[1]["category"], worst["category"]);
    assert_eq!(moves[1]["plies"], worst["plies"]);
    assert_ne!(moves[1]["effect"], "best");
    let why = review["outside"].as_str().unwrap();
    assert!(why.contains("loa solve 5x4"), "{why}");
    let printed = loa_reading(folder.path(), "review -", &list).ok();
    assert!(
        printed.contains("\nmove 1 is outside the tables: no table for 3v4"),
        "{printed}"
    );
    assert!(printed.contains("\n  1... o "), "{printed}");
    let none = loa_reading(folder.path(), "review -", "b1-h1 a2-c2\n").ok();
    assert!(
        none.contains("moves 1 to 2 are outside the tables"),
        "{none}"
    );
    assert!(none.contains("by the engine, as estimates"), "{none}");
    let estimated = &loa_reading(folder.path(), "review - --json", "b1-h1\n").json()["estimates"];
    assert_eq!(estimated[0]["move"], "b1-h1");
    assert_eq!(estimated[0]["estimate"], estimated[0]["category"].is_null());
    assert!(
        estimated[0]["best"]["depth"].as_u64() >= Some(1),
        "{estimated}"
    );
    let unasked = loa_reading(folder.path(), "review - --json --movetime 0", "b1-h1\n").json();
    assert_eq!(unasked["estimates"], json!([]));
}

#[test]
fn text_without_a_record_is_refused_with_its_place() {
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("game.sgf");
    let printed = loa(folder.path(), &format!("review {}", file.display())).failed(1);
    assert!(printed.contains("game.sgf"), "{printed}");
    for (text, complaint) in [
        ("(;GM[1];B[aa])", "line 1, character 6: \"1\" is not 9"),
        ("(;GM[9]\n;B[e1-e9])", "line 2, character 4"),
        (
            "start 4x4\n b1-b3 and so on",
            "line 2, character 8: \"and\"",
        ),
        ("1xx1/o2q/o2o/1xx1 x", "character 8 is 'q'"),
    ] {
        fs::write(&file, text).unwrap();
        let printed = loa(folder.path(), &format!("review {}", file.display())).failed(2);
        assert!(printed.contains(complaint), "{printed}");
    }
}

#[test]
fn a_record_without_moves_is_refused() {
    let none = Path::new("no tables here");
    let foreign = "(;\nGM[9]\nSU[Standard]\n; X0[0 Start]\n; X0[1 Move c 1 c 3]\n)\n";
    let printed = loa_reading(none, "review -", foreign).failed(2);
    assert!(
        printed.contains("there are no moves in it: \"X0\" at line 4, character 6"),
        "{printed}"
    );
    let played = loa_reading(none, "play start 8x8 --white person", "load /dev/stdin\n");
    assert!(played.ok().contains("not a regular file"));
    for nothing in ["", "start 4x4", "(;GM[9]SZ[4]C[nothing yet])"] {
        let printed = loa_reading(none, "review -", nothing).failed(2);
        assert!(
            printed.contains("there are no moves in standard input"),
            "{printed}"
        );
    }
}

#[test]
fn names_of_strangers_are_printed_and_not_obeyed() {
    let none = Path::new("no tables here");
    let sgf = "(;GM[9]SZ[4]PB[\u{1b}[2J\u{9b}31m]PW[a\u{202e}b]RE[\u{1b}[31mB+];B[b1-b3])";
    let printed = loa_reading(none, "review -", &sgf.replace("[2J", "\\[2J")).ok();
    assert!(
        printed.contains("black: \\u{1b}[2J\\u{9b}31m\nwhite: a\\u{202e}b\n"),
        "{printed}"
    );
    assert!(
        printed.contains("result as recorded: \\u{1b}[31mB+"),
        "{printed}"
    );
    assert!(!printed.contains(['\u{1b}', '\u{9b}', '\u{202e}']));
}

#[test]
fn input_without_an_end_is_refused_at_once() {
    let folder = tempfile::tempdir().unwrap();
    let printed = loa(folder.path(), "review /dev/zero").failed(1);
    assert!(
        printed.contains("/dev/zero is not a regular file"),
        "{printed}"
    );
    let pipe = folder.path().join("pipe");
    let made = std::process::Command::new("mkfifo").arg(&pipe).status();
    if made.is_ok_and(|made| made.success()) {
        for command in ["review", "suite check"] {
            let printed = loa(folder.path(), &format!("{command} {}", pipe.display())).failed(1);
            assert!(printed.contains("pipe is not a regular file"), "{printed}");
        }
    }
    let long = folder.path().join("long");
    fs::write(&long, vec![b' '; (8 << 20) + 1]).unwrap();
    let printed = loa(folder.path(), &format!("review {}", long.display())).failed(1);
    assert!(printed.contains("longer than 8 MiB"), "{printed}");
}

#[test]
fn a_line_goes_on_from_a_recorded_game() {
    let none = Path::new("no tables here");
    let sgf = "(;GM[9]SZ[4]RU[club];B[b1-b3];W[a2-a4])";
    let after = |line: &str| loa_reading(none, &format!("line --game - {line} --json"), sgf);
    let whole = after("").json();
    assert_eq!(whole["position"], "oxx1/ox1o/3o/2x1 x");
    assert_eq!(
        (&whole["plies"], &whole["line"][0]["move"]),
        (&json!(1), &json!("b4-b2"))
    );
    let begun = after("--after 0").json();
    assert_eq!(begun, loa(none, "line start 4x4 --json").json());
    assert!(after("--after 3").failed(2).contains("only 2 moves"));
    assert_eq!(loa(none, "line").status, 2);
    assert_eq!(loa(none, "line start 4x4 --after 1").status, 2);
}

#[test]
fn a_record_of_boardspace_is_read_and_written_with_values() {
    let folder = tempfile::tempdir().unwrap();
    let boardspace = "(;\nGM[9]VV[1]\nSZ[4]SU[Standard]\nP0[id \"Anna\"]\nP1[id \"Bert\"]\n\
                      ; P0[0 Start P0]\n; P0[1 Move b 1 d 1]\n; P1[2 Move a 2 c 4]\n)\n";
    let file = folder.path().join("with values.sgf");
    let line = format!("review - --sgf \"{}\"", file.display());
    let printed = loa_reading(folder.path(), &line, boardspace).ok();
    assert!(printed.contains("black: Anna\nwhite: Bert\n"), "{printed}");
    let sgf = fs::read_to_string(&file).unwrap();
    assert!(sgf.contains(";B[b1-d1]GW[1]BM[2]C[loses in 4"), "{sgf}");
    let again = loa(folder.path(), &format!("review \"{}\"", file.display())).ok();
    let moves = |printed: &str| {
        printed
            .lines()
            .skip(3)
            .map(str::to_owned)
            .collect::<Vec<_>>()
    };
    assert_eq!(moves(&again), moves(&printed));
}

/// The moves and signs of a game of two people of 19 October 2013 at iggamecenter.com, as one of
/// them published it, without his remarks: linesofaction100.blogspot.com, game 8.
#[test]
fn a_published_game_is_read_to_its_end() {
    let game = "1.c8-c6 a2-c2 2. b1-b3 h4-f2 3. f1xh3 h5-f7 4. g8-g6 h7-e7 5. e8-b5 h6-f4 \
                6. e1-e3 a7xe3 7. f8-c8 c2xc6! 8. b8-e5 h2xe5 9. b5xe5 f7-d7 10. g1-g3 f2-d4 \
                11. c1xa3? e3-c5! 12. g3-g5 a6-b5 13. b3xb5 f4-c4 14. a3-c3 d4-b6#";
    let folder = tempfile::tempdir().unwrap();
    let review = loa_reading(folder.path(), "review - --movetime 0 --json", game).json();
    assert_eq!(review["moves"].as_array().unwrap().len(), 28);
    assert_eq!(review["end"]["result"], "white");
    assert!(review["stopped"].is_null());
}
