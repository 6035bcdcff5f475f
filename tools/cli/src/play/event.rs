//! Events of a session, for people and for programs.

use std::borrow::Cow;
use std::path::Path;

use loa_api::advice::quoted;
use loa_api::{ChoiceFields, EstimatedChoice, HistoryFields, Worth, verdict};
use loa_engine::Estimate;
use loa_record::review::{Choice, Review, history_lines};
use loa_record::text::{board_lines, counted};
use loa_record::{End, Game, move_number, rules_name};
use loa_solver::{Board, Color, Move, Position, Preset, Rules};
use serde::{Serialize, Serializer};

use crate::failure::explain;

/// An event of a session. JSON has its kind as `event`.
#[derive(Serialize)]
#[serde(tag = "event", rename_all = "lowercase")]
pub(super) enum Event<'a> {
    /// The beginning of a session.
    Start {
        board: Board,
        rules: Rules,
        preset: &'static str,
        position: Position,
        black: &'a str,
        white: &'a str,
        seed: u64,
        #[serde(skip)]
        game: &'a Game,
    },
    /// A move.
    #[serde(rename = "move")]
    Moved {
        number: usize,
        side: &'static str,
        r#move: Move,
        capture: bool,
        /// The value or score of the move for its side, if an engine played it and reported one.
        #[serde(flatten)]
        worth: Option<Worth>,
        #[serde(skip)]
        color: Color,
    },
    /// The current position, and the player to move if the game is not over.
    Position {
        position: Position,
        to_move: &'static str,
        by: Option<&'a str>,
        /// True if that player is a person. The next line of input is read from them.
        person: bool,
        #[serde(skip)]
        game: &'a Game,
        #[serde(skip)]
        flipped: bool,
    },
    Hint(#[serde(serialize_with = "fields::<_, ChoiceFields, _>")] &'a Choice),
    /// The moves of a position, best first. The list is not empty.
    Values {
        #[serde(serialize_with = "list::<_, ChoiceFields, _>")]
        moves: &'a [Choice],
        #[serde(skip)]
        preset: Preset,
    },
    /// The engine's best move, if no table covers the position.
    #[serde(rename = "hint")]
    EngineHint(#[serde(serialize_with = "fields::<_, EstimatedChoice, _>")] &'a Estimate),
    /// The engine's moves, best first, if no table covers the position.
    #[serde(rename = "values")]
    EngineValues {
        #[serde(serialize_with = "list::<_, EstimatedChoice, _>")]
        moves: &'a [Estimate],
    },
    Moves {
        moves: Vec<Move>,
    },
    #[serde(rename = "undo")]
    Undone {
        plies: usize,
    },
    #[serde(rename = "save")]
    Saved {
        file: Cow<'a, str>,
    },
    /// An unsaved game has been written to a file.
    #[serde(rename = "save")]
    Autosaved {
        file: Cow<'a, str>,
    },
    #[serde(rename = "load")]
    Loaded {
        file: Cow<'a, str>,
        moves: usize,
    },
    #[serde(rename = "end")]
    Ended {
        result: &'static str,
        reason: &'static str,
        #[serde(skip)]
        end: End,
    },
    /// The end of a session before the end of the game.
    Unfinished {
        moves: usize,
    },
    History(#[serde(serialize_with = "history")] &'a Review),
    /// A command that cannot be executed.
    #[serde(rename = "error")]
    Refused {
        message: &'a str,
    },
    Note {
        message: &'a str,
    },
    Help {
        commands: &'static [&'static str],
    },
    /// The rules of the game.
    Rules {
        preset: &'static str,
        text: Vec<String>,
    },
}

/// Serializes the fields made from a value.
fn fields<'a, T, F: From<&'a T> + Serialize, S: Serializer>(
    value: &&'a T,
    to: S,
) -> Result<S::Ok, S::Error> {
    F::from(value).serialize(to)
}

fn list<'a, T, F: From<&'a T> + Serialize, S: Serializer>(
    values: &&'a [T],
    to: S,
) -> Result<S::Ok, S::Error> {
    to.collect_seq(values.iter().map(F::from))
}

fn history<S: Serializer>(review: &&Review, to: S) -> Result<S::Ok, S::Error> {
    HistoryFields::new(review, explain).serialize(to)
}

impl Event<'_> {
    /// Returns the event as lines of text.
    pub(super) fn lines(&self) -> Vec<String> {
        match self {
            Event::Start { board, game, black, white, seed, .. } => vec![format!(
                "{board} under {}; black: {black}, white: {white}; seed {seed}; help lists the \
                 commands",
                rules_name(game.preset()),
            )],
            Event::Moved { number, color, r#move, .. } => {
                let number = move_number(*number, *color);
                vec![format!("{number} {} {}", color.letter(), r#move)]
            }
            Event::Position { game, by, flipped, .. } => {
                let last = game.moves().last().copied();
                let mut lines = board_lines(game.position(), last, *flipped);
                lines.extend(by.map(|_| turn_line(game)));
                lines
            }
            Event::Hint(choice) => vec![choice_line(choice)],
            Event::Values { moves, preset } => {
                let values = moves.iter().take(1).map(|best| verdict(*preset, best.value));
                values.chain(moves.iter().map(choice_line)).collect()
            }
            Event::EngineHint(best) => vec![estimate_line(best)],
            Event::EngineValues { moves } => {
                let note = "no table covers this position; engine estimates:".to_owned();
                let lines = moves.iter().map(estimate_line);
                std::iter::once(note).chain(lines).collect()
            }
            Event::Moves { moves } => {
                let moves: Vec<String> = moves.iter().map(ToString::to_string).collect();
                vec![moves.join(" ")]
            }
            Event::Undone { plies: 0 } => vec!["resignation taken back".to_owned()],
            Event::Undone { plies } => {
                vec![format!("{} taken back", counted(*plies as u64, "move"))]
            }
            Event::Saved { file } => vec![format!("saved in {file}")],
            Event::Autosaved { file } => {
                let word = quoted(Path::new(&**file));
                vec![
                    format!(
                        "the game is saved in {file}; to continue it: loa play --resume {word}"
                    ),
                    format!("to review every move: loa review {word}"),
                ]
            }
            Event::Loaded { file, moves } => {
                vec![format!("{} from {file}", counted(*moves as u64, "move"))]
            }
            Event::Ended { end, .. } => vec![end.to_string()],
            Event::Unfinished { moves } => {
                vec![format!("not over after {}", counted(*moves as u64, "move"))]
            }
            Event::History(review) => history_lines(review, explain),
            Event::Refused { message } | Event::Note { message } => vec![(*message).to_owned()],
            Event::Help { commands } => commands.iter().map(|&line| line.to_owned()).collect(),
            Event::Rules { text, .. } => text.clone(),
        }
    }
}

fn turn_line(game: &Game) -> String {
    let turn = game.position().turn();
    let must_pass = match game.preset().rules.moves(game.position())[..] {
        [Move::Pass] => ", and must pass",
        _ => "",
    };
    format!("{} ({}) to move{must_pass}", turn.name(), turn.letter())
}

fn estimate_line(estimate: &Estimate) -> String {
    format!("  {:<6} {estimate}", estimate.played.to_string())
}

fn choice_line(choice: &Choice) -> String {
    let repeats = if choice.repeats { ", by repetition" } else { "" };
    format!("  {:<6} {}{repeats}", choice.played.to_string(), choice.value.verdict())
}
