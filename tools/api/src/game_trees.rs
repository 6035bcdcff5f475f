//! Games with variations as JSON: read from records, and written as SGF.

use std::collections::BTreeMap;

use loa_record::Game;
use loa_record::notation::{MoveTree, Notice, Players, Record};
use loa_solver::WrittenMove;
use schemars::JsonSchema;
use serde::de::IgnoredAny;
use serde::{Deserialize, Serialize};

use crate::asked::of_json;
use crate::failure::Failure;
use crate::library::Library;
use crate::request::{Age, Answer, Request, Watch, position_and_rules, unreadable};

/// The variations, comments and other properties of a record.
#[derive(Clone, Debug, Default, Serialize, JsonSchema)]
pub(crate) struct RecordTree {
    /// The variations of the record, unless a notice says that they are not read. Each begins at
    /// the start and ends before the first move that cannot be played.
    lines: Vec<Vec<String>>,
    /// The comments of the record. The key is the moves before the comment, separated by commas.
    notes: BTreeMap<String, String>,
    /// The other properties of the record as SGF, such as dates. The key is the moves before the
    /// property, separated by commas.
    properties: BTreeMap<String, String>,
    /// The number of comments and properties for which the reply has no room.
    #[serde(skip)]
    left_out: usize,
}

impl RecordTree {
    /// Returns the variations, comments and properties of a game's record. `notices` are the
    /// record's own, which say how many variations are read.
    pub(crate) fn of(record: &Record, main: &Game, notices: &[Notice]) -> RecordTree {
        let read = notices.iter().find_map(|notice| match notice {
            Notice::MoreVariations { variations } => Some(*variations),
            _ => None,
        });
        let count = read.map_or(usize::MAX, |variations| 1 + variations);
        let mut lines = Vec::new();
        let (mut notes, mut properties) = (TextsAfter::default(), TextsAfter::default());
        for line in record.clone().into_lines().take(count).flatten() {
            let (game, _) = line.replay(main.preset());
            let moves: Vec<String> = game.moves().iter().map(ToString::to_string).collect();
            for (before, text) in line.comments(&game) {
                notes.add(&moves[..before], text);
            }
            for (before, text) in line.other_properties(&game) {
                properties.add(&moves[..before], &text);
            }
            if !main.moves().starts_with(game.moves()) {
                lines.push(moves);
            }
        }
        let left_out = notes.left_out + properties.left_out;
        RecordTree { lines, notes: notes.joined("\n"), properties: properties.joined(""), left_out }
    }

    /// Returns a notice on the comments and properties for which the reply has no room, if any.
    pub(crate) fn notice(&self) -> Option<String> {
        let left_out = self.left_out;
        (left_out > 0)
            .then(|| format!("the game is too long to show all comments: {left_out} are left out"))
    }
}

/// The texts after each sequence of moves, with limited space for these sequences: those of a long
/// game take far more space than the game.
#[derive(Default)]
struct TextsAfter {
    /// The texts after each sequence of moves, separated by commas. Several texts may follow the
    /// same moves: those on a move and on the resignation after it, or on the same move in two
    /// variations.
    texts: BTreeMap<String, Vec<String>>,
    /// The number of moves in all sequences.
    moves: usize,
    /// The number of texts without space.
    left_out: usize,
}

impl TextsAfter {
    /// The maximum number of moves in all sequences.
    const MOST_MOVES: usize = 250_000;

    fn add(&mut self, moves: &[String], text: &str) {
        let path = moves.join(",");
        if !self.texts.contains_key(&path) {
            if self.moves + moves.len() > TextsAfter::MOST_MOVES {
                self.left_out += 1;
                return;
            }
            self.moves += moves.len();
        }
        let texts = self.texts.entry(path).or_default();
        if !texts.iter().any(|known| known == text) {
            texts.push(text.to_owned());
        }
    }

    fn joined(self, between: &str) -> BTreeMap<String, String> {
        self.texts.into_iter().map(|(path, texts)| (path, texts.join(between))).collect()
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
        is_json.then(|| of_json(&String::from_utf8_lossy(body))).transpose()
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

#[cfg(test)]
mod tests {
    use loa_record::notation::read;
    use loa_solver::Preset;

    use super::*;

    fn tree(sgf: &str) -> RecordTree {
        let record = read(sgf).unwrap();
        let game = record.replay(Preset::default()).0;
        RecordTree::of(&record, &game, &record.notices(Preset::default()))
    }

    #[test]
    fn all_variations_and_texts_on_the_same_moves_are_kept() {
        let variations = "(;B[b1-b3]C[a]KO[1];W[a2-c2])(;B[b1-b3]C[b]N[n];W[a5-c5])";
        let more = "(;B[c1-c3]C[c])".repeat(300);
        let tree = tree(&format!("(;GM[9](;B[b1-b3]C[a];W[a4-c4]){variations}{more})"));
        assert_eq!(tree.lines.len(), 302);
        assert_eq!((&*tree.notes["b1-b3"], &*tree.properties["b1-b3"]), ("a\nb", "KO[1]N[n]"));
        assert_eq!(tree.notice(), None);
    }

    #[test]
    fn comments_take_limited_space_however_long_the_game() {
        let mut game = Game::new(Preset::default(), "start 8x8".parse().unwrap());
        for choice in (0..).step_by(7919) {
            if game.moves().len() == 1000 {
                break;
            }
            let mut moves = game.legal_moves();
            moves.retain(|played| !played.is_capture());
            let played = moves[choice % moves.len()];
            game.play(played).unwrap();
            if game.end().is_some() {
                game.undo();
            }
        }
        let line = line_of(game.moves().iter().map(ToString::to_string)).unwrap();
        let mut sgf = MoveTree::new(game.start(), Preset::default(), &Players::default());
        for before in 0..=line.len() {
            sgf.set(&line[..before], "C", "a comment");
        }
        let tree = tree(&sgf.to_sgf());
        let kept = tree.notes.len();
        assert!(kept * (kept - 1) / 2 <= TextsAfter::MOST_MOVES, "{kept} comments");
        let notice =
            format!("the game is too long to show all comments: {} are left out", 1001 - kept);
        assert_eq!(tree.notice(), Some(notice));
    }
}
