//! `loa prove`: answers, limits, and going on where a search was stopped.

use std::fs;

use serde_json::Value as Json;

use crate::loa;

#[test]
fn a_proof_is_written_and_the_checker_accepts_it() {
    let folder = tempfile::tempdir().unwrap();
    let proof = folder.path().join("4x5.proof");
    let command = format!(
        "prove 4x5 --rules normal --hash 1MiB --proof {} --json",
        proof.display()
    );
    let answer = loa(folder.path(), &command).json();
    assert_eq!(answer["winner"], "o", "{answer}");
    assert_eq!(answer["rules"], "normal");
    assert_eq!(answer["first_move"], serde_json::Value::Null);
    assert!(answer["plies"].as_u64().unwrap() >= 8, "{answer}");
    for number in ["positions", "expansions"] {
        assert!(answer[number].as_u64().unwrap() > 0, "{answer}");
    }
    loa(folder.path(), &format!("proof check {}", proof.display())).ok();
    // A large certificate takes its time after the search.
    let spoken = loa(folder.path(), "prove 4x5 --rules normal --hash 1MiB").stderr;
    let moves = format!("the {} moves of the certificate", answer["positions"]);
    for part in ["o: proved after ", &moves] {
        assert!(spoken.contains(part), "{spoken}");
    }
    let again = loa(folder.path(), &command);
    assert_eq!(again.status, 2, "a certificate is never written over");
    assert!(again.stderr.contains("exists"), "{}", again.stderr);
}

#[test]
fn a_start_is_named_as_elsewhere() {
    let folder = tempfile::tempdir().unwrap();
    let start =
        |words: &str| loa(folder.path(), &format!("prove {words} --json")).json()["start"].clone();
    assert_eq!(start("start 4x4"), start("4x4"));
    assert_eq!(start("scrambled 4x4"), "1ox1/x2o/o2x/1xo1 x");
    let wrong = loa(folder.path(), "prove 4x4 --position \"xo1/3/o1x o\"").failed(2);
    assert!(
        wrong.contains("is a position of 3x3, not of 4x4"),
        "{wrong}"
    );
}

#[test]
fn a_search_out_of_time_goes_on_with_the_same_command() {
    let folder = tempfile::tempdir().unwrap();
    let proof = folder.path().join("5x6.proof");
    let saved = folder.path().join("5x6.proof.search");
    let command = format!(
        "prove 5x6 --winner o --hash 2MiB --threads 1 --proof {}",
        proof.display()
    );
    for _ in 0..2 {
        let stopped = loa(folder.path(), &format!("{command} --time 0")).failed(8);
        assert!(stopped.contains("5x6.proof.search"), "{stopped}");
    }
    let bytes = fs::read(&saved).unwrap();
    let other = command.replace("--winner o", "--winner x");
    let other = loa(folder.path(), &other).failed(4);
    assert!(other.contains("another question"), "{other}");
    fs::write(&saved, &bytes[..bytes.len() / 2]).unwrap();
    loa(folder.path(), &command).failed(4);
    fs::write(&saved, &bytes).unwrap();
    // With more memory, or less, it goes on as well.
    let more = command.replace("2MiB", "3MiB");
    loa(folder.path(), &format!("{more} --time 0")).failed(8);
    let less = command.replace("2MiB", "1MiB");
    let answer = loa(folder.path(), &format!("{less} --json")).json();
    // Three runs have each stopped at their first look at the clock.
    assert!(answer["expansions"].as_u64().unwrap() > 3072, "{answer}");
    assert!(proof.exists() && !saved.exists());
}

#[test]
fn a_win_that_cannot_be_proved_ends_undecided() {
    let folder = tempfile::tempdir().unwrap();
    let answer = loa(folder.path(), "prove 4x4 --winner o --hash 1MiB").failed(8);
    assert!(answer.contains("may be a draw"), "{answer}");
    let wrong = loa(folder.path(), "probe start 4x4 --rules normal").failed(2);
    assert!(wrong.contains("only prove"), "{wrong}");
    let wrong = loa(folder.path(), "prove 4x4 --position \"xo1/3/oox o\"").failed(2);
    assert!(wrong.contains("of 3x3, not of 4x4"), "{wrong}");
}

#[test]
fn a_win_is_bounded_and_shortened_to_its_exact_distance() {
    let folder = tempfile::tempdir().unwrap();
    let prove = "prove 5x5 --winner x --hash 4MiB --threads 1";
    let none = loa(folder.path(), &format!("{prove} --within 10")).failed(8);
    assert!(
        none.contains("within 10 plies, and the search has ended: there is none"),
        "{none}"
    );
    let within = loa(folder.path(), &format!("{prove} --within 12 --json")).json();
    assert_eq!(
        (&within["plies"], &within["distance"]),
        (&11.into(), &Json::Null)
    );
    let proof = folder.path().join("5x5.proof");
    let shortest = format!("{prove} --shortest --json --proof {}", proof.display());
    let shortest = loa(folder.path(), &shortest).json();
    assert_eq!(
        (&shortest["plies"], &shortest["distance"]),
        (&11.into(), &11.into())
    );
    let checked = loa(
        folder.path(),
        &format!("proof check {} --json", proof.display()),
    )
    .json();
    assert_eq!(checked["plies"], 11);
    let wide = loa(folder.path(), "prove 5x5 --within 128");
    assert_eq!(wide.status, 2, "{}", wide.stderr);
}
