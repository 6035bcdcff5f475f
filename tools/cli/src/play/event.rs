//! Events of a session, for people and for programs.

use std::borrow::Cow;
use std::path::Path;

use loa_api::advice::quoted;
use loa_record::review::{Review, history_lines};
use loa_record::text::{board_lines, counted};
use loa_record::{End, Game, RatedMove, Worth, move_number, rules_name};
use loa_solver::{Board, Color, Move, Position, Rules};
use serde::Serialize;

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
        side: Color,
        r#move: Move,
        capture: bool,
        /// The value or score of the move for its side, if an engine played it and reported one.
        #[serde(flatten)]
        worth: Option<Worth>,
    },
    /// The current position, and the player to move if the game is not over.
    Position {
        position: Position,
        to_move: Color,
        by: Option<&'a str>,
        /// True if that player is a person. The next line of input is read from them.
        person: bool,
        #[serde(skip)]
        game: &'a Game,
        #[serde(skip)]
        flipped: bool,
    },
    Hint(&'a RatedMove),
    /// The moves of a position, best first. The list is not empty.
    Values {
        /// The value of the position, and the source of the moves.
        #[serde(skip)]
        words: String,
        moves: &'a [RatedMove],
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
    History(&'a Review),
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

impl Event<'_> {
    /// Returns the event as lines of text.
    pub(super) fn lines(&self) -> Vec<String> {
        match self {
            Event::Start { board, game, black, white, seed, .. } => vec![format!(
                "{board} under {}; black: {black}, white: {white}; seed {seed}; help lists the \
                 commands",
                rules_name(game.preset()),
            )],
            Event::Moved { number, side, r#move, .. } => {
                let number = move_number(*number, *side);
                vec![format!("{number} {} {}", side.letter(), r#move)]
            }
            Event::Position { game, by, flipped, .. } => {
                let last = game.moves().last().copied();
                let mut lines = board_lines(game.position(), last, *flipped);
                lines.extend(by.map(|_| turn_line(game)));
                lines
            }
            Event::Hint(best) => vec![move_line(best)],
            Event::Values { words, moves } => {
                let words = words.lines().map(str::to_owned);
                words.chain(moves.iter().map(move_line)).collect()
            }
            Event::Moves { moves } => {
                let moves: Vec<String> = moves.iter().map(ToString::to_string).collect();
                vec![moves.join(" ")]
            }
            Event::Undone { plies: 0 } => vec!["resignation taken back".to_owned()],
            Event::Undone { plies } => {
                vec![format!("{} taken back", counted(*plies as u64, "move"))]
            }
            Event::Saved { file } => {
                let word = quoted(Path::new(&**file));
                vec![
                    format!(
                        "the game is saved in {file}; to continue it: loa play --resume {word}"
                    ),
                    format!("to review every move: loa review {word}"),
                ]
            }
            Event::Ended { end, .. } => vec![end.to_string()],
            Event::Unfinished { moves } => {
                vec![format!("not over after {}", counted(*moves as u64, "move"))]
            }
            Event::History(review) => history_lines(review),
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

fn move_line(rated: &RatedMove) -> String {
    let repeats = if rated.repeats { ", by repetition" } else { "" };
    format!("  {:<6} {rated}{repeats}", rated.played.to_string())
}
