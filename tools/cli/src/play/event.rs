//! Events of a session, for people and for programs.

use std::path::Path;

use loa_engine::Estimate;
use loa_engine::protocol::reply::Score;
use loa_record::notation::Players;
use loa_record::review::{Choice, Review, history_lines};
use loa_record::text::counted;
use loa_record::{End, Game, color_name, move_number, rules_lines, rules_name};
use loa_report::{ChoiceFields, EstimatedChoice, HistoryFields, Worth, verdict};
use loa_solver::{Color, Move, Preset};
use serde_json::{Value as Json, json};

use super::board_text::board_lines;
use super::input::HELP;
use crate::failure::explain;

/// An event of a session.
pub(super) enum Event<'a> {
    /// The begin of a session.
    Start {
        game: &'a Game,
        players: &'a Players,
        seed: u64,
    },
    /// A move.
    Moved {
        number: usize,
        color: Color,
        played: Move,
        /// The worth of the move to its side, if it is an engine's and the engine says.
        score: Option<Score>,
    },
    /// The present position, and the player to move if the game goes on.
    Position {
        game: &'a Game,
        by: Option<&'a str>,
        /// True if that player is a person, whose line is read next.
        person: bool,
        flipped: bool,
    },
    Hint(&'a Choice),
    /// The moves of a position, which has some, best first.
    Values {
        preset: Preset,
        choices: &'a [Choice],
    },
    /// The best move by the engine, where the tables end.
    EngineHint(&'a Estimate),
    /// The moves by the engine, best first, where the tables end.
    EngineValues(&'a [Estimate]),
    Moves(&'a [Move]),
    Undone {
        plies: usize,
    },
    Saved(&'a Path),
    /// A game that would have been lost and is now in a file.
    Autosaved(&'a Path),
    Loaded {
        file: &'a Path,
        moves: usize,
    },
    Ended(End),
    /// The end of a session before that of the game.
    Unfinished {
        moves: usize,
    },
    History(&'a Review),
    /// A command that cannot be executed.
    Refused(&'a str),
    /// A note.
    Note(&'a str),
    Help,
    /// The rules of the game.
    Rules(Preset),
}

impl Event<'_> {
    /// Returns the event as JSON.
    pub(super) fn json(&self) -> Json {
        match self {
            Event::Start { game, players, seed } => json!({
                "event": "start",
                "board": game.start().board().to_string(),
                "rules": game.preset().rules.id(),
                "preset": game.preset().name,
                "position": game.start().to_string(),
                "black": players.black,
                "white": players.white,
                "seed": seed,
            }),
            Event::Moved { number, color, played, score } => {
                let moved = json!({
                    "number": number,
                    "side": color_name(*color),
                    "move": played.to_string(),
                    "capture": played.is_capture(),
                });
                let moved = with_event("move", moved);
                match score {
                    Some(score) => with(moved, json!(Worth::from(*score))),
                    None => moved,
                }
            }
            Event::Position { game, by, person, .. } => json!({
                "event": "position",
                "position": game.position().to_string(),
                "to_move": color_name(game.position().turn()),
                "by": by,
                "person": person,
            }),
            Event::Hint(choice) => with_event("hint", json!(ChoiceFields::from(*choice))),
            Event::Values { choices, .. } => json!({
                "event": "values",
                "moves": choices.iter().map(ChoiceFields::from).collect::<Vec<_>>(),
            }),
            Event::EngineHint(best) => with_event("hint", json!(EstimatedChoice::from(*best))),
            Event::EngineValues(moves) => json!({
                "event": "values",
                "moves": moves.iter().map(EstimatedChoice::from).collect::<Vec<_>>(),
            }),
            Event::Moves(moves) => json!({
                "event": "moves",
                "moves": moves.iter().map(ToString::to_string).collect::<Vec<_>>(),
            }),
            Event::Undone { plies } => json!({ "event": "undo", "plies": plies }),
            Event::Saved(file) | Event::Autosaved(file) => {
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
            Event::History(review) => {
                with_event("history", json!(HistoryFields::new(review, explain)))
            }
            Event::Refused(message) => json!({ "event": "error", "message": message }),
            Event::Note(message) => json!({ "event": "note", "message": message }),
            Event::Help => json!({ "event": "help", "commands": HELP }),
            Event::Rules(preset) => json!({
                "event": "rules",
                "preset": preset.name,
                "text": rules_lines(*preset),
            }),
        }
    }

    /// Returns the event as lines of text.
    pub(super) fn lines(&self) -> Vec<String> {
        match self {
            Event::Start { game, players, seed } => vec![format!(
                "{} under {}; black: {}, white: {}; seed {seed}; help lists the commands",
                game.start().board(),
                rules_name(game.preset()),
                players.black,
                players.white,
            )],
            Event::Moved { number, color, played, .. } => {
                let number = move_number(*number, *color);
                vec![format!("{number} {} {played}", color.letter())]
            }
            Event::Position { game, by, flipped, .. } => {
                let last = game.moves().last().copied();
                let mut lines = board_lines(game.position(), last, *flipped);
                lines.extend(by.map(|_| turn_line(game)));
                lines
            }
            Event::Hint(choice) => vec![choice_line(choice)],
            Event::Values { preset, choices } => {
                let values = choices.iter().take(1).map(|best| verdict(*preset, best.value));
                values.chain(choices.iter().map(choice_line)).collect()
            }
            Event::EngineHint(best) => vec![estimate_line(best)],
            Event::EngineValues(moves) => {
                let note = "no table covers this position; by the engine:".to_owned();
                let lines = moves.iter().map(estimate_line);
                std::iter::once(note).chain(lines).collect()
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
            Event::Autosaved(file) => {
                let file = file.display();
                vec![
                    format!(
                        "the game is saved in {file}; to go on with it: loa play --resume {file}"
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
            Event::History(review) => history_lines(review, explain),
            Event::Refused(message) | Event::Note(message) => vec![(*message).to_owned()],
            Event::Help => HELP.iter().map(|&line| line.to_owned()).collect(),
            Event::Rules(preset) => rules_lines(*preset),
        }
    }
}

fn turn_line(game: &Game) -> String {
    let turn = game.position().turn();
    let must_pass = match game.preset().rules.moves(game.position())[..] {
        [Move::Pass] => ", and must pass",
        _ => "",
    };
    format!("{} ({}) to move{must_pass}", color_name(turn), turn.letter())
}

fn with_event(event: &str, json: Json) -> Json {
    with(json!({ "event": event }), json)
}

/// Returns an object with the fields of another.
fn with(mut object: Json, more: Json) -> Json {
    if let (Some(object), Json::Object(fields)) = (object.as_object_mut(), more) {
        object.extend(fields);
    }
    object
}

fn estimate_line(estimate: &Estimate) -> String {
    format!("  {:<6} {estimate}", estimate.played.to_string())
}

fn choice_line(choice: &Choice) -> String {
    let repeats = if choice.repeats { ", by repetition" } else { "" };
    format!("  {:<6} {}{repeats}", choice.played.to_string(), choice.value.verdict())
}
