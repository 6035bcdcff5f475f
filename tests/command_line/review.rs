//! Compares recorded games with the tables: `loa review` and `loa line --game`.

use std::collections::HashMap;
use std::fs;
use std::path::Path;

use serde_json::Value as Json;

use loa_tests::random::Random;

use crate::loa;

/// The expected judgement of a move: effect, plies lost and best move.
type Expected = (String, u64, String);

/// A game with planted blunders.
struct Planted {
    list: String,
    expected: Vec<Expected>,
}

/// Plays a game from the values of every move: usually the best move, now and then one that gives
/// value away or loses plies.
fn plant(start: &str, rules: &str, random: &mut Random) -> Planted {
    let nowhere = Path::new("no tables here");
    let mut list = format!("{start}\n");
    let mut expected = Vec::new();
    let mut position = start.to_owned();
    let mut seen = vec![position.clone()];
    loop {
        let probe = loa(nowhere, &format!("probe --json \"{position}\" --rules {rules}")).json();
        let moves = probe["moves"].as_array().unwrap();
        let Some(best) = moves.first() else {
            break;
        };
        let worse: Vec<&Json> = match random.below(4) {
            0 => moves.iter().filter(|m| m["category"] != best["category"]).collect(),
            1 => moves.iter().filter(|m| m["plies"] != best["plies"]).collect(),
            _ => Vec::new(),
        };
        let played = if worse.is_empty() { best } else { worse[random.below(worse.len())] };
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
    let (from, to) = (best["category"].as_str().unwrap(), played["category"].as_str().unwrap());
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
        for start in
            ["1xx1/o2o/o2o/1xx1 x", "o2o/x3/2o1/x1xo x", "o1o1/x3/2xo/1o1x x", "2xo/x3/o2o/1x2 o"]
        {
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
            let blunders = planted.expected.iter().filter(|(effect, _, _)| effect.contains("-to-"));
            let found = sum("win-to-draw") + sum("win-to-loss") + sum("draw-to-loss");
            assert_eq!(found, blunders.count() as u64);
        }
    }
    for effect in ["best", "slower", "sooner", "win-to-loss"] {
        assert!(counts.contains_key(effect), "none was planted: {effect} {counts:?}");
    }
}
