//! What happens in a session, for people and for programs.

use std::path::Path;

use loa_solver::{Color, Move, Preset};
use serde_json::{Value as Json, json};

use super::board_text::board_lines;
use super::input::HELP;
use crate::cmd::note_on_draw;
use crate::figures::counted;
use crate::record::{End, Game, Players, name};
use crate::review::{Choice, Review, choice_json, history_json, history_lines};

/// Something to tell.
pub(super) enum Event<'a> {
    /// A session begins.
    Start {
        game: &'a Game,
        players: &'a Players,
        seed: u64,
    },
    /// A move was made, in the position before it.
    Moved {
        number: usize,
        color: Color,
        played: Move,
    },
    /// Where the game stands, and who is to move if it goes on.
    Position {
        game: &'a Game,
        by: Option<&'a str>,
        /// Whether a person is, who is asked for a move.
        person: bool,
        flipped: bool,
    },
    Hint(&'a Choice),
    /// The moves of a position, which has some, best first.
    Values {
        preset: Preset,
        choices: &'a [Choice],
    },
    Moves(&'a [Move]),
    Undone {
        plies: usize,
    },
    Saved(&'a Path),
    /// A game that would have been lost is written to a file.
    Kept(&'a Path),
    Loaded {
        file: &'a Path,
        moves: usize,
    },
    Ended(End),
    /// The session ends before the game does.
    Unfinished {
        moves: usize,
    },
    History(&'a Review),
    /// What was asked for cannot be done.
    Refused(&'a str),
    /// Something worth knowing.
    Note(&'a str),
    Help,
}

impl Event<'_> {
    /// The event in JSON.
    pub(super) fn json(&self) -> Json {
        match self {
            Event::Start {
                game,
                players,
                seed,
            } => json!({
                "event": "start",
                "board": game.start().board().to_string(),
                "rules": game.preset().rules.id(),
                "preset": game.preset().name,
                "position": game.start().to_string(),
                "black": players.black,
                "white": players.white,
                "seed": seed,
            }),
            Event::Moved {
                number,
                color,
                played,
            } => json!({
                "event": "move",
                "number": number,
                "side": name(*color),
                "move": played.to_string(),
                "capture": played.is_capture(),
            }),
            Event::Position {
                game, by, person, ..
            } => json!({
                "event": "position",
                "position": game.position().to_string(),
                "to_move": name(game.position().turn()),
                "by": by,
                "person": person,
            }),
            Event::Hint(choice) => with_event("hint", choice_json(choice)),
            Event::Values { choices, .. } => json!({
                "event": "values",
                "moves": choices.iter().map(choice_json).collect::<Vec<_>>(),
            }),
            Event::Moves(moves) => json!({
                "event": "moves",
                "moves": moves.iter().map(ToString::to_string).collect::<Vec<_>>(),
            }),
            Event::Undone { plies } => json!({ "event": "undo", "plies": plies }),
            Event::Saved(file) | Event::Kept(file) => {
                json!({ "event": "save", "file": file.to_string_lossy() })
            }
            Event::Loaded { file, moves } => {
                json!({ "event": "load", "file": file.to_string_lossy(), "moves": moves })
            }
            Event::Ended(end) => json!({
                "event": "end",
                "result": end.result(),
                "reason": end.reason(),
            }),
            Event::Unfinished { moves } => json!({ "event": "unfinished", "moves": moves }),
            Event::History(review) => with_event("history", history_json(review)),
            Event::Refused(message) => json!({ "event": "error", "message": message }),
            Event::Note(message) => json!({ "event": "note", "message": message }),
            Event::Help => json!({ "event": "help", "commands": HELP }),
        }
    }

    /// The event in text.
    pub(super) fn lines(&self) -> Vec<String> {
        match self {
            Event::Start {
                game,
                players,
                seed,
            } => vec![format!(
                "{} under {}; black: {}, white: {}; seed {seed}; help tells the commands",
                game.start().board(),
                game.preset().name,
                players.black,
                players.white,
            )],
            Event::Moved {
                number,
                color,
                played,
            } => {
                vec![format!("{number}. {} {played}", color.letter())]
            }
            Event::Position {
                game, by, flipped, ..
            } => {
                let mut lines = board_lines(game.position(), *flipped);
                lines.extend(by.map(|_| turn_line(game)));
                lines
            }
            Event::Hint(choice) => vec![choice_line(choice)],
            Event::Values { preset, choices } => {
                let values = choices.iter().take(1).map(|best| {
                    let note = note_on_draw(*preset, best.value);
                    format!("{}{note}", best.value)
                });
                values.chain(choices.iter().map(choice_line)).collect()
            }
            Event::Moves(moves) => {
                let moves: Vec<String> = moves.iter().map(ToString::to_string).collect();
                vec![moves.join(" ")]
            }
            Event::Undone { plies: 0 } => vec!["the resignation taken back".to_owned()],
            Event::Undone { plies } => {
                vec![format!("{} taken back", counted(*plies as u64, "move"))]
            }
            Event::Saved(file) => vec![format!("saved in {}", file.display())],
            Event::Kept(file) => {
                let file = file.display();
                vec![
                    format!(
                        "the game is saved in {file}; to go on with it: load {file} in loa play"
                    ),
                    format!("to see what every move was worth: loa review {file}"),
                ]
            }
            Event::Loaded { file, moves } => {
                let moves = counted(*moves as u64, "move");
                vec![format!("{moves} from {}", file.display())]
            }
            Event::Ended(end) => vec![end.to_string()],
            Event::Unfinished { moves } => {
                vec![format!("not over after {}", counted(*moves as u64, "move"))]
            }
            Event::History(review) => history_lines(review),
            Event::Refused(message) | Event::Note(message) => vec![(*message).to_owned()],
            Event::Help => HELP.iter().map(|&line| line.to_owned()).collect(),
        }
    }
}

fn turn_line(game: &Game) -> String {
    let turn = game.position().turn();
    let must_pass = match game.preset().rules.moves(game.position())[..] {
        [Move::Pass] => ", and must pass",
        _ => "",
    };
    format!("{} ({}) to move{must_pass}", name(turn), turn.letter())
}

fn with_event(event: &str, json: Json) -> Json {
    let mut named = json!({ "event": event });
    if let (Some(named), Json::Object(fields)) = (named.as_object_mut(), json) {
        named.extend(fields);
    }
    named
}

fn choice_line(choice: &Choice) -> String {
    let repeats = match choice.repeats {
        true => ", by repetition",
        false => "",
    };
    format!(
        "  {:<6} {}{repeats}",
        choice.played.to_string(),
        choice.value
    )
}
