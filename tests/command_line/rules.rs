//! `loa rules`, and moves refused by the rules.

use crate::{loa, loa_reading};

#[test]
fn rules_are_printed_for_people_and_programs() {
    let folder = tempfile::tempdir().unwrap();
    let run = |line: &str| loa(folder.path(), line);
    let soucie = run("rules soucie").ok();
    assert!(
        soucie.contains("* A side without a move loses."),
        "{soucie}"
    );
    assert_eq!(run("rules --rules soucie").ok(), soucie);
    assert!(soucie.lines().count() <= 24, "{soucie}");
    let json = run("rules soucie --json").json();
    assert_eq!(json["rules"], "own-loss");
    assert_eq!(json["repetition"], "loss");
    assert_eq!(json["articles"][1]["special"], true);
    let text = json["text"].as_array().unwrap();
    let printed: Vec<&str> = soucie.lines().collect();
    assert_eq!(text.len() + 1, printed.len());
    assert!(
        text.iter()
            .zip(printed)
            .all(|(line, printed)| line == printed)
    );
    let twice = run("rules soucie --rules club").failed(2);
    assert!(twice.contains("named twice"), "{twice}");
    assert!(run("rules chess").status == 2);
}

#[test]
fn an_illegal_move_is_explained_wherever_it_comes_from() {
    let folder = tempfile::tempdir().unwrap();
    let why = "2 stones stand on file b, so b1 moves 2 squares along it, and b4 is 3 away";
    let played = loa_reading(folder.path(), "play start 4x4", "b1-b4\nrules\n").ok();
    assert!(played.contains(why), "{played}");
    assert!(played.contains("Lines of Action: club"), "{played}");
    let reviewed = loa_reading(folder.path(), "review -", "start 4x4\nb1-b4\n");
    assert_eq!(reviewed.status, 2);
    assert!(reviewed.stderr.contains(why), "{}", reviewed.stderr);
}
