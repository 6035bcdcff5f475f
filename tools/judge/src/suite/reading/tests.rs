//! Suites with any text are refused, or read as suites that survive writing and reading.

#[path = "../../../../../tests/src/fuzz.rs"]
mod support;

use loa_record::random::Pcg64;

use super::*;
use support::{fuzz, mangled};

#[test]
fn fuzz_suites() {
    const PROBLEMS: [&str; 3] = [
        "o2o/x3/2o1/x1xo x; mover-pass; win in 15; a3-b4; only-win long-win",
        "1xx1/o2o/o2o/1xx1 x; mover-pass-misere; draw; b1-d1 b4-d4 c1-a1 c4-a4; greedy",
        "# a remark",
    ];
    const PARTS: [&str; 20] = [
        ";",
        "#",
        "\n",
        " ",
        "x",
        "o",
        "1",
        "8",
        "/",
        "win in 65535",
        "draw",
        "club",
        "own-loss",
        "a3-b4",
        "pass",
        "only-draw",
        "greedy",
        "\u{1b}",
        "\u{0}",
        "é",
    ];
    fuzz(|chance| {
        let lines: Vec<&str> = (0..4).filter_map(|_| chance.pick(&PROBLEMS).copied()).collect();
        let text = mangled(chance, &lines.join("\n"), &PARTS);
        match read("suite", &text) {
            Ok(entries) => {
                for Entry { line, problem } in entries {
                    let again = read("suite", &problem.to_string()).unwrap();
                    assert_eq!(again[0].problem, problem, "line {line} of {text:?}");
                }
            }
            Err(error) => assert!(!error.to_string().is_empty()),
        }
    });
}

#[test]
fn comments_and_empty_lines_are_skipped_and_counted() {
    let text = "# a suite\n ; or a list\n\n  o2o/x3/2o1/x1xo x;mover-pass;win in 15;a3-b4;only-win # long\r\n\
                \t# end\n o2o/x3/2o1/x1xo   x ;  mover-pass; win  in 15 ;a3-b4 ;  only-win greedy\n";
    let entries = read("suite", text).unwrap();
    let lines: Vec<usize> = entries.iter().map(|entry| entry.line).collect();
    assert_eq!(lines, [4, 6]);
    assert_eq!(
        entries[0].problem.to_string(),
        "o2o/x3/2o1/x1xo x; mover-pass; win in 15; a3-b4; only-win"
    );
    let error = read("suite", &format!("{text}nonsense\n")).unwrap_err();
    assert!(error.to_string().starts_with("suite: line 7: "), "{error}");
}
