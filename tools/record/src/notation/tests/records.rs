//! Reads the games of `records.txt`, and compares what is found with what the file says.
//!
//! `SNAPSHOTS=overwrite cargo test -p loa-record records` records the current answers. Read the
//! difference before you commit it.

use std::path::Path;

use snapbox::{Assert, Data};

use super::*;
use crate::end::End;
use crate::game::Game;
use crate::game::tests::game_after;
use crate::notation::{Line, Notice, RecordError};

#[test]
fn records_are_read_as_they_are_known_to_be() {
    let file = Path::new(env!("CARGO_MANIFEST_DIR")).join("src/notation/tests/records.txt");
    let records = std::fs::read_to_string(&file).unwrap();
    let found = records.split("\n\n").map(|paragraph| match paragraph.starts_with("  ") {
        true => answered(paragraph),
        false => paragraph.trim_end().to_owned(),
    });
    let found = found.collect::<Vec<_>>().join("\n\n") + "\n";
    Assert::new()
        .action_env("SNAPSHOTS")
        .normalize_paths(false)
        .eq(found, Data::read_from(&file, None).raw());
}

/// Returns the lines of a record and of its copies, each with the answer to it.
fn answered(paragraph: &str) -> String {
    let lines = paragraph.lines().filter(|line| !line.starts_with("  = "));
    let (copies, record): (Vec<_>, Vec<_>) = lines.partition(|line| line.starts_with("  $ "));
    let text: Vec<String> = record.iter().map(|line| unescaped(&line[2..])).collect();
    let text = text.join("\n");
    any_text(&text);
    let mut games: Vec<_> = read_games(&text).collect();
    // This one also knows of the others.
    games[0] = read(&text);
    let mut found: Vec<String> = record.into_iter().map(str::to_owned).collect();
    found.extend(games.iter().flat_map(said).map(|line| format!("  = {line}")));
    for copy in copies {
        let (rules, moves) = copy[4..].split_once(':').unwrap();
        let record = games[0].as_ref().unwrap();
        let mut game =
            game_after(rules, &record.start.to_string(), moves.trim_end_matches("resign"));
        if moves.ends_with("resign") {
            game.resign(game.position().turn()).unwrap();
        }
        found.push(copy.to_owned());
        let sgf = record.with(&game).to_sgf();
        let again = read(&sgf).unwrap();
        assert_eq!(again.replay(again.preset.unwrap_or_default()), (game, None), "{sgf}");
        let sgf = sgf.replace(env!("CARGO_PKG_VERSION"), "[VERSION]");
        found.extend(sgf.lines().map(|line| format!("  = {line}")));
    }
    found.join("\n")
}

/// Returns a text with the characters that stand in it as `\u{feff}`.
fn unescaped(text: &str) -> String {
    let mut parts = text.split("\\u{");
    let first = parts.next().unwrap().to_owned();
    parts.fold(first, |before, part| {
        let (code, after) = part.split_once('}').unwrap();
        let code = u32::from_str_radix(code, 16).unwrap();
        format!("{before}{}{after}", char::from_u32(code).unwrap())
    })
}

/// Returns all that a game says, line by line.
fn said(record: &Result<GameTree, RecordError>) -> Vec<String> {
    let record = match record {
        Ok(record) => record,
        Err(error) => return vec![format!("refused: {error}")],
    };
    let preset = record.preset.unwrap_or_default();
    let (game, stop) = record.replay(preset);
    let (lines, notices) = record.lines(preset);
    check_copies(record, &game, &lines, &notices);

    let board = game.start().board();
    let start = match *game.start() == board.start() {
        true => format!("start {board}"),
        false => game.start().to_string(),
    };
    let mut said = vec![format!("{start}:{}", of_line(&lines[0], game.end()))];
    let facts = [
        ("rules", record.preset.map_or("", |preset| preset.name)),
        ("black", &record.players.black),
        ("white", &record.players.white),
        ("result", record.result.as_deref().unwrap_or_default()),
    ];
    let facts = facts.iter().filter(|(_, text)| !text.is_empty());
    let facts: Vec<String> = facts.map(|(what, text)| format!("{what} {text}")).collect();
    said.extend(Some(facts.join(", ")).filter(|facts| !facts.is_empty()));
    for line in &lines[1..] {
        let end = line.conceded.map(|(color, how)| End::concession(color, how));
        said.push(format!("or{}", of_line(line, end)));
    }
    said.extend(stop.map(|stop| stop.to_string()));
    said.extend(notices.iter().map(ToString::to_string));
    said
}

/// Checks that a copy of a record, a record made of its lines, and its game alone say the same.
fn check_copies(record: &GameTree, game: &Game, lines: &[Line], notices: &[Notice]) {
    let preset = game.preset();
    let copy = record.with(game).to_sgf();
    let again = read(&copy).unwrap();
    assert_eq!(&again.replay(preset).0, game, "{copy}");
    assert!(again.notices(preset).len() <= notices.len(), "{copy}");
    assert_eq!(again.with(game).to_sgf(), copy);
    if !notices.iter().any(|notice| matches!(notice, Notice::Variation(_))) {
        let mut tree = GameTree::new(&record.start, Some(preset), &record.players);
        // The texts of a position may come with each of its lines.
        lines.iter().chain(lines).for_each(|line| tree.add(line).unwrap());
        // The result of a game that is over is no property of the lines.
        let all = |sgf: &str| {
            let mut lines = read(sgf).unwrap().lines(preset).0;
            let ended = lines.iter_mut().filter(|_| game.end().is_some());
            ended.for_each(|line| line.properties.clear());
            lines
        };
        assert_eq!(all(&tree.to_sgf()), all(&copy));
    }
    let alone = read(&GameTree::of(game, &record.players).to_sgf()).unwrap();
    assert_eq!((alone.replay(preset), alone.notices(preset)), ((game.clone(), None), vec![]));
}

/// Returns the moves of a line, with the texts after them.
fn of_line(line: &Line, end: Option<End>) -> String {
    let mut words = Vec::new();
    for number in 0..=line.moves.len() {
        words.extend(number.checked_sub(1).map(|last| line.moves[last].to_string()));
        let here = |texts: &[(usize, String)]| -> Vec<String> {
            texts.iter().filter(|(at, _)| *at == number).map(|(_, text)| text.clone()).collect()
        };
        words.extend(here(&line.notes).iter().map(|note| format!("{note:?}")));
        words.extend(here(&line.shapes).iter().map(|shapes| format!("<{shapes}>")));
        words.extend(here(&line.properties));
    }
    words.extend(end.map(|end| format!("({end})")));
    words.iter().map(|word| format!(" {}", word.replace('\n', "\\n"))).collect()
}
