//! Every reader of positions, moves and files accepts the same texts, which `tests/texts.json`
//! lists for other languages too.

use std::fs;
use std::path::Path;
use std::process::Stdio;

use serde_json::Value as Json;

use crate::judge::faulty_engine;
use crate::{Answer, command, loa_reading, project};

fn texts(kind: &str) -> Vec<String> {
    let file = fs::read_to_string(project().join("tests/texts.json")).unwrap();
    let all: Json = serde_json::from_str(&file).unwrap();
    match &all[kind] {
        Json::String(text) => vec![text.clone()],
        Json::Array(texts) => texts.iter().map(|text| text.as_str().unwrap().to_owned()).collect(),
        other => panic!("{kind}: {other}"),
    }
}

/// Returns a text on one line, with `/` instead of its line ends.
fn on_one_line(text: &str) -> String {
    text.trim_end().replace("\r\n", "/").replace('\n', "/")
}

/// Returns the position of each text as named by a program that answers with a line of JSON for
/// each.
fn read_as_lines(question: &str, texts: &[String]) -> Vec<String> {
    let lines: Vec<String> = texts.iter().map(|text| on_one_line(text)).collect();
    let answers = loa_reading(Path::new("no tables"), question, &lines.join("\n")).events();
    answers.iter().map(|answer| answer["position"].as_str().unwrap().to_owned()).collect()
}

/// Runs `loa` with these words in an empty folder.
fn loa_of(words: &[&str]) -> Answer {
    let folder = tempfile::tempdir().unwrap();
    let mut command = command(folder.path(), "");
    command.args(words).current_dir(folder.path()).stdin(Stdio::null());
    Answer::of(command.output().unwrap())
}

#[test]
fn positions_are_read_alike_as_arguments() {
    let expected = &texts("position")[0];
    for text in texts("positions") {
        for words in [
            &["probe", "--json", "--", text.as_str()][..],
            &["probe", "--value", "--json", "--", &text],
            &["moves", "--json", "--", &text],
            &["line", "--json", "--", &text],
            &["perft", "--json", "--", &text, "1"],
            &["play", "--json", "--black", "person", "--white", "person", "--", &text],
        ] {
            let printed = loa_of(words).ok();
            let first: Json = serde_json::from_str(printed.lines().next().unwrap()).unwrap();
            assert_eq!(first["position"], expected.as_str(), "{words:?}");
        }
    }
    for text in texts("not positions") {
        for command in ["probe", "moves", "line", "play"] {
            loa_of(&[command, "--json", "--", &text]).failed(2);
        }
    }
}

#[test]
fn positions_are_read_alike_as_lines() {
    let (expected, positions) = (&texts("position")[0], texts("positions"));
    for question in ["probe --stdin", "probe --value --stdin", "moves --stdin"] {
        assert_eq!(read_as_lines(question, &positions), vec![expected.clone(); positions.len()]);
    }
    let commands: String = positions
        .iter()
        .map(|text| format!("position fen {}\ngo depth 2\n", on_one_line(text)))
        .collect();
    let printed = loa_reading(Path::new("no tables"), "engine --no-tables", &commands).ok();
    let best: Vec<&str> = printed.lines().filter(|line| line.starts_with("bestmove ")).collect();
    assert_eq!(best, vec![best[0]; positions.len()]);
    assert!(!printed.contains("info string") && best[0] != "bestmove none", "{printed}");
}

/// Judges, matches and suites read files with a position on each line.
#[test]
fn positions_are_read_alike_in_lists_and_suites() {
    let folder = tempfile::tempdir().unwrap();
    let (list, suite) = (folder.path().join("list"), folder.path().join("suite"));
    let positions: Vec<String> = texts("positions").iter().map(|text| on_one_line(text)).collect();
    fs::write(&list, positions.join("\n")).unwrap();
    let problems = positions.iter().zip(texts("moves").into_iter().cycle());
    let problems: Vec<String> = problems
        .map(|(text, played)| format!("{text}; mover-pass; win in 3; b1-b3 {played}; greedy"))
        .collect();
    fs::write(&suite, problems.join("\n")).unwrap();
    let (list, suite) = (list.to_str().unwrap(), suite.to_str().unwrap());
    let engine = format!("{} first", faulty_engine().display());

    for file in [list, suite] {
        let judge = ["judge", &engine, "--suite", file, "--quiet", "--json", "--workers", "1"];
        let judged: Json = serde_json::from_str(&loa_of(&judge).stdout).unwrap();
        assert_eq!(judged["all"]["answers"], positions.len(), "{judged}");
        let matched = ["match", &engine, &engine, "--suite", file, "--quiet", "--json"];
        let matched = loa_of(&matched).json();
        assert!(matched["games"].as_u64().unwrap() > 0, "{matched}");
    }
    let shown = loa_of(&["suite", "show", suite, "--json"]).json();
    let shown = shown["problems"].as_array().unwrap();
    assert_eq!(shown.len(), positions.len());
    for problem in shown {
        assert_eq!(problem["position"], texts("position")[0].as_str());
        assert_eq!(problem["good_moves"][1], texts("move")[0].as_str());
    }
}

#[test]
fn moves_are_read_alike() {
    let folder = tempfile::tempdir().unwrap();
    let proof = folder.path().join("4x4.proof");
    loa_of(&["prove", "4x4", "--quiet", "--proof", proof.to_str().unwrap()]).ok();
    for (texts, expected) in
        [(texts("moves"), &texts("move")[0]), (texts("quiet moves"), &texts("quiet move")[0])]
    {
        let commands: String = texts
            .iter()
            .map(|text| format!("position start 4x4 moves {text}\ngo depth 2\n"))
            .collect();
        let printed = loa_reading(Path::new("no tables"), "engine --no-tables", &commands).ok();
        let best: Vec<&str> =
            printed.lines().filter(|line| line.starts_with("bestmove ")).collect();
        assert_eq!(best, vec![best[0]; texts.len()], "{printed}");
        assert!(!printed.contains("info string"), "{printed}");

        let lines: String = texts.iter().map(|text| format!("{text}\nundo\n")).collect();
        let game = "play 4x4 --json --black person --white person";
        let events = fed(game, lines.as_bytes()).events();
        let played = events.iter().filter(|event| event["move"] == expected.as_str());
        assert_eq!(played.count(), texts.len(), "{events:?}");

        let after = |text: &str| {
            let answer = loa_of(&["proof", "line", proof.to_str().unwrap(), text, "--json"]);
            (answer.status, answer.all())
        };
        let said = after(expected);
        for text in &texts {
            assert_eq!(after(text), said, "{text}");
            for record in [format!("start 4x4\n1. {text}"), format!("(;GM[9]SZ[4];B[{text}])")] {
                let review = "review --movetime 0 --json -";
                let review = loa_reading(folder.path(), review, &record).json();
                assert_eq!(review["moves"][0]["move"], expected.as_str(), "{record}");
            }
        }
    }
    for text in texts("not moves") {
        let commands = format!("position start 4x4 moves {text} b1-b3\ngo depth 1\n");
        let printed = loa_reading(folder.path(), "engine --no-tables", &commands).ok();
        assert!(text.is_empty() || printed.ends_with("bestmove none\n"), "{text}: {printed}");
        let proof = proof.to_str().unwrap();
        loa_of(&["proof", "line", proof, &text, "--json"]).failed(2);
    }
}

/// An engine may answer in any notation.
#[cfg(unix)]
#[test]
fn moves_of_engines_are_read_alike() {
    let folder = tempfile::tempdir().unwrap();
    let (engine, list) = (folder.path().join("engine.sh"), folder.path().join("list"));
    let script = "while read -r line; do case $line in uci) echo uciok;; isready) echo readyok;; \
                  go*) echo \"bestmove $1\"; shift;; quit) exit;; esac; done";
    fs::write(&engine, script).unwrap();
    let moves = texts("moves");
    fs::write(&list, "start 4x4\n".repeat(moves.len())).unwrap();
    let engine = format!("sh {} {}", engine.display(), moves.join(" "));
    let list = list.to_str().unwrap();
    let judge = ["judge", &engine, "--suite", list, "--quiet", "--json", "--workers", "1"];
    let judged: Json = serde_json::from_str(&loa_of(&judge).stdout).unwrap();
    assert_eq!(judged["all"]["answers"], moves.len(), "{judged}");
}

/// Returns texts in the encodings and with the line ends of real files.
fn encoded(text: &str) -> Vec<Vec<u8>> {
    let little = |text: &str| text.encode_utf16().flat_map(u16::to_le_bytes).collect::<Vec<u8>>();
    let big = |text: &str| text.encode_utf16().flat_map(u16::to_be_bytes).collect::<Vec<u8>>();
    let marked = format!("\u{feff}{text}");
    vec![
        text.into(),
        text.replace('\n', "\r\n").into(),
        marked.clone().into(),
        little(text),
        little(&marked.replace('\n', "\r\n")),
        big(text),
        big(&marked),
    ]
}

/// Runs `loa` with bytes on its standard input, or in the file that replaces `FILE`.
fn fed(line: &str, bytes: &[u8]) -> Answer {
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("input");
    fs::write(&file, bytes).unwrap();
    let mut command = command(Path::new("no tables"), &line.replace("FILE", "input"));
    let input = fs::File::open(&file).unwrap();
    Answer::of(command.current_dir(folder.path()).stdin(input).output().unwrap())
}

#[test]
fn files_and_standard_input_are_decoded_alike() {
    let engine = format!("{} perfect", faulty_engine().display());
    let problem = "start 4x4; mover-pass; win in 3; b1-b3; greedy";
    for (line, text) in [
        ("probe --stdin".to_owned(), "start 4x4\n1xx1/o2o/o2o/1xx1 o\n"),
        ("moves --stdin".to_owned(), "start 4x4\n1xx1/o2o/o2o/1xx1 o\n"),
        ("engine --no-tables".to_owned(), "uci\nisready\nquit\n"),
        ("play 4x4 --seed 1 --json --black person --white person".to_owned(), "b1-b3\nresign\n"),
        ("review --movetime 0 FILE".to_owned(), "start 4x4\n# é\n1. b1-b3 a2-a4\n"),
        ("review --movetime 0 -".to_owned(), "(;GM[9]SZ[4]PB[Zoë];B[b1-b3];W[a2-a4])\n"),
        ("line --game FILE".to_owned(), "start 4x4\n1. b1-b3 a2-a4\n"),
        ("suite show --json FILE".to_owned(), problem),
        (
            format!("judge \"{engine}\" --suite FILE --quiet"),
            "start 4x4\n# é\n1xx1/o2o/o2o/1xx1 o\n",
        ),
        (format!("match \"{engine}\" \"{engine}\" --suite FILE --quiet"), "start 4x4\n"),
    ] {
        let answers: Vec<(i32, String)> = encoded(text)
            .iter()
            .map(|bytes| fed(&line, bytes))
            .map(|answer| {
                let lines = answer.stdout.lines().filter(|line| !line.starts_with("time a move"));
                (answer.status, lines.collect::<Vec<_>>().join("\n"))
            })
            .collect();
        assert!(answers[0].1.lines().count() > 0, "{line}");
        for (answer, bytes) in answers.iter().zip(encoded(text)) {
            assert_eq!(answer, &answers[0], "{line} < {bytes:?}");
        }
    }
}

#[cfg(unix)]
#[test]
fn questions_to_the_api_are_read_alike() {
    let folder = tempfile::tempdir().unwrap();
    let server = crate::serve::serve_in(folder.path(), "");
    let escaped =
        |text: &str| -> String { text.bytes().map(|byte| format!("%{byte:02x}")).collect() };
    let ask = |request: String, body: &[u8]| crate::serve::asked(&server.address, &request, body);
    let expected = &texts("position")[0];
    for text in texts("positions") {
        let (status, body) = ask(format!("GET /api/probe?position={}", escaped(&text)), b"");
        let answer: Json = serde_json::from_str(&body).unwrap();
        assert_eq!(
            (status.as_str(), &answer["position"]),
            ("200", &expected.as_str().into()),
            "{text}"
        );
    }
    for text in texts("not positions") {
        let (status, body) = ask(format!("GET /api/probe?position={}", escaped(&text)), b"");
        assert_eq!(status, "400", "{text}: {body}");
    }
    let drawn = |text: &str| {
        ask(format!("GET /board.svg?position={}&moves={}", escaped(expected), escaped(text)), b"")
    };
    for text in texts("moves") {
        assert_eq!(drawn(&text), drawn(&texts("move")[0]), "{text}");
    }
    let game = encoded("start 4x4\n1. b1-b3 a2-a4\n");
    let reviews: Vec<(String, String)> =
        game.iter().map(|bytes| ask("POST /api/review".to_owned(), bytes)).collect();
    assert_eq!(reviews, vec![reviews[0].clone(); game.len()]);
    assert_eq!(reviews[0].0, "200");
}
