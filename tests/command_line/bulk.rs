//! Questions in bulk on standard input: a line of output for each line of input, in order, whatever
//! the lines contain.

use std::io::Write;
use std::process::Stdio;

use serde_json::Value as Json;

use crate::dialogue::Dialogue;
use crate::{Answer, command, loa};

/// Runs `loa` with these bytes on its standard input.
fn fed(line: &str, input: Vec<u8>) -> (Answer, Vec<Json>) {
    let none = tempfile::tempdir().unwrap();
    let mut child = command(none.path(), line)
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .unwrap();
    let mut stdin = child.stdin.take().unwrap();
    let feeding = std::thread::spawn(move || stdin.write_all(&input).unwrap());
    let answer = Answer::of(child.wait_with_output().unwrap());
    feeding.join().unwrap();
    let lines = answer.stdout.lines().map(|line| serde_json::from_str(line).unwrap()).collect();
    (answer, lines)
}

#[test]
fn many_are_answered_in_their_order_and_as_one_by_one() {
    let positions = ["xo2/4/2xo/o2x x", "start 4x4", "xo2/4/2o1/o2x o", "4/xx2/4/oo1o x"];
    let input = positions.join("\n") + "\n";
    let (_, probes) = fed("probe --stdin", input.repeat(50).into_bytes());
    let (_, values) = fed("probe --stdin --value", input.repeat(50).into_bytes());
    assert_eq!((probes.len(), values.len()), (200, 200));
    let none = tempfile::tempdir().unwrap();
    for (number, (probe, value)) in probes.iter().zip(&values).enumerate() {
        let position = positions[number % positions.len()];
        if number < positions.len() {
            let alone = loa(none.path(), &format!("probe \"{position}\" --json")).json();
            assert_eq!(probe, &alone);
            let alone = loa(none.path(), &format!("probe \"{position}\" --value --json")).json();
            assert_eq!(value, &alone);
        }
        for field in ["position", "category", "plies"] {
            assert_eq!(value[field], probe[field], "{position}");
            assert_eq!(probe[field], probes[number % positions.len()][field]);
        }
    }
    let printed = loa(none.path(), "probe start 4x4 --value").ok();
    assert_eq!(printed, "wins in 3\n");
}

#[test]
fn a_single_line_is_answered_at_once() {
    let mut dialogue = Dialogue::with("probe --stdin --value");
    for _ in 0..3 {
        dialogue.say("start 4x4");
        assert_eq!(dialogue.hear()["plies"], 3);
    }
    dialogue.close();
}
