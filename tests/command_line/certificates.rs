//! One certificate in the folder for tables answers at every door, and every door says the same word
//! for the same certainty.

use std::fs;
use std::path::Path;
use std::time::Duration;

use loa_tests::project;

use crate::serve::{asked, serve};
use crate::{loa, loa_reading};

/// The start of a certificate that is not built in, and its first move.
const START: &str = "6o1/x7/8/3o2x1/o7/8/8/x4o2 x";
const FIRST: &str = "a7-b7";

/// Returns what each door says about the start, once all certificates are checked.
fn said_of(tables: &Path) -> Vec<(&'static str, String)> {
    let by = |command: &str| loa(tables, command).all();
    let game = tables.join("game.txt");
    fs::write(&game, format!("{START}\na1-b2\n")).unwrap();
    let played =
        loa_reading(tables, &format!("play \"{START}\" --black proof --white random --seed 1"), "");
    let hint = loa_reading(tables, &format!("play \"{START}\" --movetime 20"), "hint\nquit\n");
    let address = format!("/api/estimate?effort=proofs&position={}", START.replace(' ', "+"));
    let server = serve(tables);
    let served = || asked(&server.address, &format!("GET {address}"), "").1;
    let checked = (0..400).map(|_| served()).find(|reply| {
        std::thread::sleep(Duration::from_millis(25));
        !reply.contains(r#""checking":"#)
    });
    vec![
        ("probe", by(&format!("probe \"{START}\" --movetime 20"))),
        ("line", by(&format!("line \"{START}\" --movetime 20"))),
        ("play", played.all()),
        ("hint", hint.all()),
        ("review", by(&format!("review {} --depth 1", game.display()))),
        ("ask", by(&format!("ask \"{}\"", address.replace('+', " ")))),
        ("serve", checked.unwrap()),
    ]
}

#[test]
fn a_certificate_in_the_folder_answers_at_every_door_and_a_damaged_one_at_none() {
    let tables = tempfile::tempdir().unwrap();
    fs::create_dir(tables.path().join("proofs")).unwrap();
    let file = tables.path().join("proofs/mine.proof");
    let mut bytes = fs::read(project().join("data/proofs/8x8-ending.proof")).unwrap();
    fs::write(&file, &bytes).unwrap();
    for (door, said) in said_of(tables.path()) {
        assert!(said.contains(FIRST), "{door}: {said}");
    }
    bytes[2000] ^= 1;
    fs::write(&file, &bytes).unwrap();
    for (door, said) in said_of(tables.path()) {
        for of_proof in ["a7-b7  wins", "mine.proof, whose", r#""name":"mine.proof""#] {
            assert!(!said.contains(of_proof), "{door}: {said}");
        }
    }
}

/// Positions, their rules, and what is known of them without tables of 5x5 and more: category, plies,
/// whether these are a bound, and the basis.
const KNOWN: [(&str, &str, &str); 13] = [
    ("start 4x4", "club", r#""win",3,false,"verified""#),
    ("start 4x4", "openspiel", r#""win",3,false,"tables""#),
    ("start 5x5", "club", r#""win",11,false,"verified""#),
    ("1ooo1/x3x/x3x/x3x/1ooo1 o", "club", r#""win",11,false,"verified""#),
    ("start 5x4", "club", r#""win",3,false,"solved""#),
    ("1xxx1/o3o/o1x1o/o3o/1x1x1 o", "club", r#""loss",12,true,"proof""#),
    ("start 5x6", "openspiel", r#""loss",22,true,"proof""#),
    ("start 6x7", "club", r#""loss",60,true,"verified""#),
    (START, "club", r#""win",53,true,"verified""#),
    // Over, won in one, and drawn unless a position is repeated.
    ("xx2/4/4/oo2 x", "club", r#""loss",0,false,"verified""#),
    ("x2x1/5/5/5/o3o x", "club", r#""win",1,false,"proof""#),
    ("2o1/1xxo/4/xo1x x", "soucie", r#""draw",null,false,"verified""#),
    ("1xxxxx1/o5o/o5o/o5o/o5o/o5o/1xxxxx1 x", "club", r#"null,null,false,"estimate""#),
];

#[test]
fn every_door_says_the_same_word_for_the_same_certainty() {
    let tables = tempfile::tempdir().unwrap();
    let server = serve(tables.path());
    for (position, rules, expected) in KNOWN {
        let query = format!("position={}&rules={rules}&ms=60", position.replace(' ', "+"));
        let command = |rest: &str| {
            loa(tables.path(), &format!("{rest} --rules {rules}")).stdout.trim().to_owned()
        };
        let events = asked(&server.address, &format!("GET /api/analysis?{query}"), "").1;
        let last = events.rsplit("data: ").next().unwrap();
        let last = last.lines().next().unwrap().to_owned();
        for (door, said) in [
            ("probe", command(&format!("probe \"{position}\" --movetime 60 --json"))),
            (
                "ask",
                command(&format!("ask \"/api/estimate?position={position}&rules={rules}&ms=60\"")),
            ),
            ("estimate", asked(&server.address, &format!("GET /api/estimate?{query}"), "").1),
            ("analysis", last),
        ] {
            let json: serde_json::Value = serde_json::from_str(&said).expect(&said);
            let [category, plies, basis] = ["category", "plies", "basis"].map(|name| &json[name]);
            let bound = json["bound"].as_bool().unwrap_or_default();
            let known = format!("{category},{plies},{bound},{basis}");
            assert_eq!(known, expected, "{door}: {position} under {rules}: {said}");
        }
    }
}
