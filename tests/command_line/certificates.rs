//! One certificate in the folder for tables answers at every door.

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
    let by = |command: &str| {
        let answer = loa(tables, command);
        answer.stdout + &answer.stderr
    };
    let game = tables.join("game.txt");
    fs::write(&game, format!("{START}\na1-b2\n")).unwrap();
    let played =
        loa_reading(tables, &format!("play \"{START}\" --black proof --white random --seed 1"), "");
    let hint = loa_reading(tables, &format!("play \"{START}\" --movetime 20"), "hint\nquit\n");
    let address = format!("/api/proof?position={}", START.replace(' ', "+"));
    let server = serve(tables);
    let served = || asked(&server.address, &format!("GET {address}"), "").1;
    let checked = (0..400).map(|_| served()).find(|reply| {
        std::thread::sleep(Duration::from_millis(25));
        !reply.contains(r#""state":"checking""#)
    });
    vec![
        ("probe", by(&format!("probe \"{START}\" --movetime 20"))),
        ("line", by(&format!("line \"{START}\" --movetime 20"))),
        ("play", played.stdout + &played.stderr),
        ("hint", hint.stdout + &hint.stderr),
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
        for of_proof in ["a7-b7  wins", "mine.proof, whose", r#""state":"proved""#] {
            assert!(!said.contains(of_proof), "{door}: {said}");
        }
    }
}
