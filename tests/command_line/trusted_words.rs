//! The words *proved* and *verified*: given to the bytes that were proved, and to what the theorem
//! says.

use std::fs;
use std::path::Path;

use loa_tests::{crafted, project};
use serde_json::Value as Json;

use crate::serve::{asked, serve};
use crate::{loa, loa_reading};

fn number(bytes: &[u8], at: usize, length: usize) -> usize {
    bytes[at..at + length].iter().rev().fold(0, |number, &byte| number << 8 | usize::from(byte))
}

/// Gives a table another rules id.
fn relabelled(bytes: &mut [u8], rules: &str) {
    bytes[16..40].fill(0);
    bytes[16..16 + rules.len()].copy_from_slice(rules.as_bytes());
}

/// Adds two plies to each distance of a table: in its header, its census and its model.
fn lengthened(bytes: &mut [u8]) {
    let (census, model) = (number(bytes, 72, 4), 128 + number(bytes, 72, 4));
    let distances = usize::from(bytes[model]);
    let mut add = |at: usize, more: usize| {
        let sum = (number(bytes, at, 2) + more) as u16;
        bytes[at..at + 2].copy_from_slice(&sum.to_le_bytes());
    };
    add(46, 2);
    for row in (128 + 16..128 + census).step_by(16) {
        add(row, 4);
    }
    for place in 0..distances {
        add(model + 1 + 2 * place, 2);
    }
}

/// Writes the tables of 4x4 of one rules id under the name of another, each changed by `change`.
fn write_tables(folder: &Path, [from, to]: [&str; 2], change: impl Fn(&mut [u8])) {
    let place = folder.join(to).join("4x4");
    fs::create_dir_all(&place).unwrap();
    for file in fs::read_dir(project().join("tablebase/tables").join(from).join("4x4")).unwrap() {
        let file = file.unwrap();
        let mut bytes = fs::read(file.path()).unwrap();
        relabelled(&mut bytes, to);
        change(&mut bytes);
        crafted::seal(&mut bytes);
        fs::write(place.join(file.file_name()), bytes).unwrap();
    }
}

/// Asks every surface that gives values about positions of 4x4, and returns all that it said.
fn said_of(folder: &Path, rules: &str, positions: &[&str]) -> String {
    let server = serve(folder);
    let mut said = String::new();
    let lines = positions.join("\n");
    for rest in ["", " --json", " --value", " --value --json"] {
        for position in positions {
            said += &loa(folder, &format!("probe \"{position}\" --rules {rules}{rest}")).all();
        }
    }
    for command in ["probe --stdin", "probe --stdin --value", "moves --stdin"] {
        said += &loa_reading(folder, &format!("{command} --rules {rules}"), &lines).all();
    }
    let questions: Vec<Json> = positions
        .iter()
        .map(|position| serde_json::json!({ "position": position, "rules": rules }))
        .collect();
    for address in ["probe", "value"] {
        let body = serde_json::to_vec(&questions).unwrap();
        let request = format!("POST /api/{address}");
        said += &asked(&server.address, &request, body).1;
    }
    for position in positions {
        for command in ["line", "line --json"] {
            said += &loa(folder, &format!("{command} \"{position}\" --rules {rules}")).all();
        }
        let game = folder.join("game.txt");
        let moves = loa(folder, &format!("moves \"{position}\" --rules {rules} --json")).json();
        if let Some(played) = moves["moves"][0]["move"].as_str() {
            fs::write(&game, format!("{position}\n{played}\n")).unwrap();
            said +=
                &loa(folder, &format!("review {} --rules {rules} --json", game.display())).all();
        }
        let query = position.replace(' ', "+");
        // The second answer comes from memory.
        for address in ["probe", "probe", "value", "value", "moves", "line", "estimate"] {
            let request = format!("GET /api/{address}?position={query}&rules={rules}");
            said += &asked(&server.address, &request, "").1;
        }
    }
    said
}

/// Positions whose winner or distance needs a table. The program knows the value of no image of them
/// without one.
const DEEP: [&str; 3] = ["oo1x/4/1xoo/1x2 x", "1xx1/o2o/o2o/2xx o", "2o1/1xxo/4/xo1x x"];

#[test]
fn tables_of_other_values_are_never_called_verified() {
    let folder = tempfile::tempdir().unwrap();
    for (rules, lie) in [
        (["draw-pass", "mover-pass"], None),
        (["mover-loss", "draw-draw"], None),
        (["mover-pass", "mover-pass"], Some(lengthened as fn(&mut [u8]))),
        (["own-loss", "own-loss"], Some(lengthened as fn(&mut [u8]))),
    ] {
        write_tables(folder.path(), rules, lie.unwrap_or(|_| {}));
        let said = said_of(folder.path(), rules[1], &DEEP);
        assert!(!said.contains("verified"), "{rules:?}: {said}");
        assert!(said.contains(r#""basis":"tables""#), "{rules:?}: {said}");
        // The right values have the word, whatever folder they come from.
        write_tables(folder.path(), [rules[1]; 2], |_| {});
        let said = said_of(folder.path(), rules[1], &DEEP);
        assert!(said.contains(r#""basis":"verified""#), "{rules:?}: {said}");
        assert!(!said.contains(r#""basis":"tables"},"#), "{rules:?}: {said}");
    }
}

/// Under `openspiel` a board that occurs twice is a draw, of which no proof takes account.
#[test]
fn a_proof_has_a_proviso_where_boards_must_not_occur_twice() {
    let none = tempfile::tempdir().unwrap();
    let server = serve(none.path());
    // The second position and its game are of the certificate of 6x6: the board occurs again.
    let proved = ["start 6x6", "6/1x1oo1/1o1o2/o1xxx1/2x1x1/1o3o o", "start 5x5", "start 5x6"];
    let mut said = said_of(none.path(), "openspiel", &["start 4x4"]);
    assert!(!said.contains("verified"), "{said}");
    for position in proved {
        // The certificate of 6x6 takes seconds to check: the review does so, and the server.
        let commands: &[&str] =
            if proved[..2].contains(&position) { &[] } else { &["probe", "line --json"] };
        for command in commands.iter().map(|command| format!("{command} \"{position}\"")) {
            let question = format!("{command} --rules openspiel --movetime 20");
            let answer = loa(none.path(), &question).all();
            assert!(answer.contains("unless a board must occur twice"), "{answer}");
            said += &answer;
        }
        let query = position.replace(' ', "+");
        for address in ["probe", "moves", "estimate", "analysis"] {
            let request = format!("GET /api/{address}?position={query}&rules=openspiel");
            said += &asked(&server.address, &request, "").1;
        }
    }
    let game = none.path().join("game.txt");
    fs::write(&game, format!("{}\nd5-c4 c2-a2 c4-c6 a2-c2 c6-d5\n", proved[1])).unwrap();
    let review = format!("review {} --rules openspiel", game.display());
    said += &loa(none.path(), &review).ok();
    let text = fs::read(&game).unwrap();
    said += &asked(&server.address, "POST /api/review?rules=openspiel&ms=20", text).1;
    assert!(!said.contains("verified"), "{said}");
    // Each object that has a proved result has the condition beside it.
    for proof in said.split(r#""basis":"proof""#).skip(1) {
        let rest = proof.split('}').next().unwrap();
        assert!(rest.contains("unless a board must occur twice"), "{rest}");
    }
    // The rules id alone has no such rule.
    let free = loa(none.path(), "probe \"start 5x6\" --rules mover-loss --movetime 20").stdout;
    assert!(free.contains(": it is proved and verified\n"), "{free}");
}

#[test]
fn a_file_has_no_name_of_the_program() {
    let folder = tempfile::tempdir().unwrap();
    let proofs = folder.path().join("proofs");
    fs::create_dir(&proofs).unwrap();
    let file = proofs.join("built-in 6x6.proof");
    fs::copy(project().join("data/proofs/5x5.proof"), &file).unwrap();
    let boards = asked(&serve(folder.path()).address, "GET /api/boards", "").1;
    assert!(!boards.contains("built-in 6x6.proof"), "{boards}");
    let own = r#""built_in":true"#;
    assert_eq!(boards.matches(own).count(), boards.matches(r#""name":"built-in "#).count());
}
