//! Games with variations as JSON: read from records, and written as SGF.

use std::collections::BTreeMap;

use loa_record::Game;
use loa_record::notation::{MoveTree, Players, Record};
use loa_solver::WrittenMove;
use schemars::JsonSchema;
use serde::de::IgnoredAny;
use serde::{Deserialize, Serialize};

use crate::failure::Failure;
use crate::library::Library;
use crate::request::{Age, Answer, Request, Watch, position_and_rules, unreadable};

/// The variations, comments and other properties of a record.
#[derive(Clone, Debug, Default, Serialize, JsonSchema)]
pub(crate) struct RecordTree {
    /// The variations of the record. Each begins at the start and ends before the first move that
    /// cannot be played.
    lines: Vec<Vec<String>>,
    /// The comments of the record. The key is the moves before the comment, separated by commas.
    notes: BTreeMap<String, String>,
    /// The other properties of the record as SGF, such as dates. The key is the moves before the
    /// property, separated by commas.
    properties: BTreeMap<String, String>,
}

/// The maximum total number of moves in all lines of a record.
const MOVES_OF_LINES: usize = 20_000;

impl RecordTree {
    /// Returns the variations, comments and properties of a game's record, up to the limits of one
    /// question.
    pub(crate) fn of(library: &Library, record: &Record, main: &Game) -> RecordTree {
        let (mut tree, mut left) = (RecordTree::default(), MOVES_OF_LINES);
        let mut notes: BTreeMap<String, Vec<String>> = BTreeMap::new();
        let lines = record.clone().into_lines();
        for line in lines.take(library.limits.positions).flatten() {
            let (game, _) = line.replay(main.preset());
            let moves: Vec<String> = game.moves().iter().map(ToString::to_string).collect();
            let Some(less) = left.checked_sub(moves.len()) else {
                break;
            };
            left = less;
            let path = |before: usize| moves[..before].join(",");
            for (before, text) in line.comments(&game) {
                let texts = notes.entry(path(before)).or_default();
                if !texts.iter().any(|known| known == text) {
                    texts.push(text.to_owned());
                }
            }
            for (before, text) in line.other_properties(&game) {
                tree.properties.entry(path(before)).or_insert(text);
            }
            if !main.moves().starts_with(game.moves()) {
                tree.lines.push(moves);
            }
        }
        // Several comments may follow the same moves: those on a move and on the resignation after
        // it, or on the same move in two variations.
        tree.notes = notes.into_iter().map(|(path, texts)| (path, texts.join("\n"))).collect();
        tree
    }
}

/// A game with variations, in the form of a review's reply. Its moves need not be legal.
#[derive(Clone, Debug, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct GameTree {
    /// The position before the first move, such as `1xx1/o2o/o2o/1xx1 x`, or `start 4x4`, or
    /// `scrambled 4x4`.
    position: String,
    /// A preset or a rules id. The default is `club`.
    rules: Option<String>,
    /// The name of the player who moves first.
    #[serde(default)]
    black: String,
    /// The name of the other player.
    #[serde(default)]
    white: String,
    /// The result, such as `B+R` if White has resigned.
    recorded_result: Option<String>,
    /// The date, such as `2024-05-01`.
    date: Option<String>,
    /// The moves, such as `b1-b3`, `c3xa3` or `pass`.
    #[serde(default)]
    moves: Vec<String>,
    /// The variations. Each begins at the start.
    #[serde(default)]
    lines: Vec<Vec<String>>,
    /// The comments. The key is the moves before the comment, separated by commas.
    #[serde(default)]
    notes: BTreeMap<String, String>,
    /// Other properties as SGF, which replace the result and the date. The key is the moves before
    /// the property, separated by commas.
    #[serde(default)]
    properties: BTreeMap<String, String>,
}

/// A game as SGF, with its variations, comments and other properties.
#[derive(Clone, Debug, Serialize, JsonSchema)]
pub struct RecordReply {
    /// The game as SGF.
    sgf: String,
}

impl GameTree {
    /// Reads the tree in a body. `None` if the body is not JSON but a record: a list of moves may
    /// begin with a comment in braces.
    pub(crate) fn in_body(body: &[u8]) -> Result<Option<GameTree>, Failure> {
        let is_json = body.trim_ascii_start().starts_with(b"{")
            && serde_json::from_slice::<IgnoredAny>(body).is_ok();
        is_json.then(|| serde_json::from_slice(body)).transpose().map_err(unreadable)
    }

    /// Returns the game as SGF.
    pub(crate) fn to_sgf(&self) -> Result<String, Failure> {
        let (start, preset) = position_and_rules(&self.position, self.rules.as_deref())?;
        let players = Players { black: self.black.clone(), white: self.white.clone() };
        let mut tree = MoveTree::new(&start, preset, &players);
        for (property, text) in [("RE", &self.recorded_result), ("DT", &self.date)] {
            if let Some(text) = text {
                tree.set(&[], property, text);
            }
        }
        for line in [&self.moves].into_iter().chain(&self.lines) {
            tree.add(&line_of(line)?);
        }
        for (before, sgf) in &self.properties {
            let read = tree.set_properties(&path(before)?, sgf);
            read.map_err(|error| unreadable(format!("properties after {before:?}: {error}")))?;
        }
        for (before, text) in &self.notes {
            tree.set(&path(before)?, "C", text);
        }
        Ok(tree.to_sgf())
    }
}

/// Reads the moves of a line.
fn line_of<T: AsRef<str>>(moves: impl IntoIterator<Item = T>) -> Result<Vec<WrittenMove>, Failure> {
    let read = |(number, text): (usize, T)| {
        let text = text.as_ref();
        let refused = |error| format!("move {number}, {text:?}: {error}");
        text.parse().map_err(|error: loa_solver::ParseMoveError| unreadable(refused(error)))
    };
    (1..).zip(moves).map(read).collect()
}

/// Reads moves that are separated by commas.
fn path(moves: &str) -> Result<Vec<WrittenMove>, Failure> {
    line_of(moves.split(',').filter(|text| !text.is_empty()))
}

impl Request for GameTree {
    type Response = RecordReply;

    fn answer(&self, _: &Library, _: &mut Watch<'_, Self>) -> Answer<Self> {
        Ok(RecordReply { sgf: self.to_sgf()? })
    }

    fn age(&self, _: &RecordReply) -> Age {
        Age::Lasting
    }
}
