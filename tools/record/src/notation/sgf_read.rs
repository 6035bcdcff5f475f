//! Reads a game of Lines of Action from SGF.
//!
//! Unknown properties are skipped, moves may carry marks and numbers,
//! and values are in capital or small letters (which the format leaves open:
//! red-bean.com/sgf/loa.html). The stones of the start are those of the setup that
//! `SU` names, changed by `AB`, `AW` and `AE`; where stones are added and no setup
//! is named, the board begins empty.

use loa_solver::{Bitboard, Board, Color, Position, Square, WrittenMove};

use super::entry::{Action, Entry};
use super::error::{Location, RecordError};
use super::record::{Comment, Players, Record, add};
use super::sgf_tree::{Tree, Value};
use crate::text::shortened;

/// The stones of the start before any edits.
#[derive(Clone, Copy, PartialEq, Eq)]
enum StartSetup {
    Standard,
    Scrambled,
    Custom,
}

/// Stones put on squares, or taken off, one edit after the other.
#[derive(Default)]
struct Edits {
    /// The squares of all edits.
    squares: Bitboard,
    /// The stones on these squares after the last edit.
    black: Bitboard,
    white: Bitboard,
    /// The place of the last edit in the text.
    location: Option<Location>,
}

/// The part of the game that has been read.
#[derive(Default)]
struct Reading {
    board: Option<Board>,
    setup: Option<StartSetup>,
    edits: Edits,
    turn: Option<Color>,
    preset: Option<loa_solver::Preset>,
    players: Players,
    result: Option<String>,
    /// The first property after those of the whole game that is not understood.
    unread: Option<(String, Location)>,
    entries: Vec<Entry>,
    comments: Vec<Comment>,
}

/// Words that boardspace.net writes as moves though nothing is moved.
const NO_MOVES: [&str; 8] =
    ["edit", "forfeit", "id", "name", "select", "start", "time", "winontime"];

/// Reads the main line of the first game.
pub(super) fn read(text: &str) -> Result<Record, RecordError> {
    Reading::of(Tree::read(text)?.line(0))
}

/// Reads every line of the first game, the main line first. A fault after that is the last.
pub(super) fn read_lines(
    text: &str,
) -> Result<impl Iterator<Item = Result<Record, RecordError>>, RecordError> {
    let mut tree = Tree::read(text)?;
    let fault = tree.fault.take().map(Err);
    let lines = (0..tree.count()).map(move |number| Reading::of(tree.line(number)));
    Ok(lines.chain(fault))
}

impl Reading {
    /// Reads the nodes of a line.
    fn of(line: Vec<&[(String, Value)]>) -> Result<Record, RecordError> {
        let mut reading = Reading::default();
        for (before, values) in line.into_iter().enumerate() {
            for (name, value) in values {
                reading.take(before + 1, name, value)?;
            }
        }
        reading.record()
    }

    fn take(&mut self, node: usize, name: &str, value: &Value) -> Result<(), RecordError> {
        let plain = value.text.trim().to_ascii_lowercase();
        match name {
            "GM" if plain != "9" && plain != "loa" => {
                return Err(wrong(value, "9, the number of Lines of Action"));
            }
            "SZ" => self.board = Some(size(value, &plain)?),
            "SU" => self.setup = Some(setup(value, &plain)?),
            "AB" => self.edit(Some(Color::Black), value, &plain)?,
            "AW" => self.edit(Some(Color::White), value, &plain)?,
            "AE" => self.edit(None, value, &plain)?,
            "PL" => self.turn = Some(color(value, &plain)?),
            "RU" => self.preset = plain.parse().ok(),
            "PB" => self.players.black = simple(&value.text),
            "PW" => self.players.white = simple(&value.text),
            "RE" => self.result = Some(simple(&value.text)).filter(|result| !result.is_empty()),
            "B" => self.entry(Color::Black, value, &plain)?,
            "W" => self.entry(Color::White, value, &plain)?,
            "P0" => self.boardspace(Color::Black, value, &plain)?,
            "P1" => self.boardspace(Color::White, value, &plain)?,
            "C" => {
                let text = value.text.trim().to_owned();
                self.comments.push(Comment { entries: self.entries.len(), text });
            }
            "N" => {}
            _ if node > 1 => {
                let unread = || (shortened(name), value.location);
                self.unread.get_or_insert_with(unread);
            }
            _ => {}
        }
        Ok(())
    }

    fn edit(
        &mut self,
        color: Option<Color>,
        value: &Value,
        plain: &str,
    ) -> Result<(), RecordError> {
        if !self.entries.is_empty() {
            return Err(wrong(value, "possible after a move: stones are set before"));
        }
        let squares = squares(plain).ok_or_else(|| wrong(value, "a point such as c3"))?;
        let edits = &mut self.edits;
        edits.squares |= squares;
        edits.black -= squares;
        edits.white -= squares;
        match color {
            Some(Color::Black) => edits.black |= squares,
            Some(Color::White) => edits.white |= squares,
            None => {}
        }
        edits.location = Some(value.location);
        Ok(())
    }

    /// Takes a player's name, `id "guest"`, or move, `7 Move c 1 c 3`, as
    /// boardspace.net writes them.
    fn boardspace(&mut self, color: Color, value: &Value, plain: &str) -> Result<(), RecordError> {
        let text = value.text.trim().trim_start_matches(|c: char| c.is_ascii_digit()).trim_start();
        if let Some(name) = text.strip_prefix("id ") {
            let name = simple(name).trim_matches('"').to_owned();
            match color {
                Color::Black => self.players.black = name,
                Color::White => self.players.white = name,
            }
            return Ok(());
        }
        let mut words = plain.split_whitespace();
        let numbered = words.next().is_some_and(|word| word.parse::<u32>().is_ok());
        let words: Vec<&str> = words.collect();
        match (numbered, words.as_slice()) {
            (true, ["move", squares @ ..]) => self.entry(color, value, &squares.concat()),
            (true, ["done" | "ok" | "start", ..]) => Ok(()),
            _ => self.entry(color, value, plain),
        }
    }

    fn entry(&mut self, color: Color, value: &Value, plain: &str) -> Result<(), RecordError> {
        // boardspace.net writes a number before each move.
        let plain = plain.trim_start_matches(|c: char| c.is_ascii_digit()).trim_start();
        let word = plain.split_whitespace().next();
        if word.is_some_and(|word| NO_MOVES.contains(&word)) {
            return Ok(());
        }
        let action = match plain {
            "" => Some(Action::Move(WrittenMove::Pass)),
            plain => Action::read(plain),
        };
        let action = action.ok_or_else(|| wrong(value, "a move such as e1-e3, pass or resign"))?;
        let entry = Entry {
            color: Some(color),
            action,
            text: value.text.trim().to_owned(),
            location: value.location,
        };
        add(&mut self.entries, entry)
    }

    fn record(self) -> Result<Record, RecordError> {
        let start = self.start()?;
        if let (true, Some((property, location))) = (self.entries.is_empty(), self.unread) {
            return Err(RecordError::NoMoves { location, property });
        }
        Ok(Record {
            start,
            preset: self.preset,
            players: self.players,
            result: self.result,
            entries: self.entries,
            comments: self.comments,
        })
    }

    fn start(&self) -> Result<Position, RecordError> {
        let board = self.board.unwrap_or_default();
        let unnamed = match self.edits.location {
            None => StartSetup::Standard,
            Some(_) => StartSetup::Custom,
        };
        let (black, white) = match self.setup.unwrap_or(unnamed) {
            StartSetup::Standard => (board.start().us(), board.start().them()),
            StartSetup::Scrambled => (board.scrambled().us(), board.scrambled().them()),
            StartSetup::Custom => (Bitboard::EMPTY, Bitboard::EMPTY),
        };
        let edits = &self.edits;
        let location = edits.location.unwrap_or(Location::START);
        let black = (black - edits.squares) | edits.black;
        let white = (white - edits.squares) | edits.white;
        let first = self.entries.first().and_then(|entry| entry.color);
        let turn = self.turn.or(first).unwrap_or(Color::Black);
        let (us, them) = match turn {
            Color::Black => (black, white),
            Color::White => (white, black),
        };
        Position::new(board, us, them, turn)
            .map_err(|source| RecordError::Position { location, source: source.into() })
    }
}

fn wrong(value: &Value, expected: &'static str) -> RecordError {
    RecordError::Value { location: value.location, text: value.text.clone(), expected }
}

/// Returns a text on one line.
fn simple(text: &str) -> String {
    text.replace(char::is_whitespace, " ").trim().to_owned()
}

/// Reads a size such as `8` or, files first, `5:4`.
fn size(value: &Value, plain: &str) -> Result<Board, RecordError> {
    let number = |text: &str| {
        let number = text.trim().parse::<usize>();
        number.map_err(|_| wrong(value, "a size such as 8 or 5:4"))
    };
    let (files, ranks) = plain.split_once(':').unwrap_or((plain, plain));
    let board = Board::new(number(files)?, number(ranks)?);
    let location = value.location;
    board.map_err(|source| RecordError::Board { location, source: source.into() })
}

fn setup(value: &Value, plain: &str) -> Result<StartSetup, RecordError> {
    match plain.replace([' ', '-', '_'], "").as_str() {
        "standard" | "loa" | "" => Ok(StartSetup::Standard),
        "scrambledeggs" | "scrambled" => Ok(StartSetup::Scrambled),
        "custom" => Ok(StartSetup::Custom),
        _ => Err(wrong(value, "a setup that is known: Standard, Scrambled-eggs or Custom")),
    }
}

fn color(value: &Value, plain: &str) -> Result<Color, RecordError> {
    match plain {
        "b" | "black" | "1" => Ok(Color::Black),
        "w" | "white" | "2" => Ok(Color::White),
        _ => Err(wrong(value, "B or W")),
    }
}

/// Returns the squares of a point such as `c3`, or of a rectangle such as `a1:c3`.
fn squares(plain: &str) -> Option<Bitboard> {
    let point = |text: &str| text.trim().parse::<Square>().ok();
    let (one, other) = plain.split_once(':').unwrap_or((plain, plain));
    let (one, other) = (point(one)?, point(other)?);
    let files = one.file().min(other.file())..=one.file().max(other.file());
    let ranks = one.rank().min(other.rank())..=one.rank().max(other.rank());
    let squares = ranks.flat_map(|rank| files.clone().map(move |file| Square::new(file, rank)));
    Some(squares.collect())
}

#[cfg(test)]
mod tests {
    use super::*;

    fn start(sgf: &str) -> String {
        read(sgf).unwrap().start.to_string()
    }

    #[test]
    fn starts_are_read_in_every_form() {
        let standard = "1xxxxxx1/o6o/o6o/o6o/o6o/o6o/o6o/1xxxxxx1";
        assert_eq!(start("(;GM[9])"), format!("{standard} x"));
        assert_eq!(start("(;GM[LOA]SU[standard])"), format!("{standard} x"));
        assert_eq!(start("(;PL[W])"), format!("{standard} o"));
        assert_eq!(start("(;FF[4];W[a2-c2])"), format!("{standard} o"));
        assert_eq!(start("(;SZ[4])"), "1xx1/o2o/o2o/1xx1 x");
        assert_eq!(start("(;SZ[3:5])"), "1x1/o1o/o1o/o1o/1x1 x");
        assert_eq!(start("(;SU[Scrambled-Eggs])"), "1oxoxox1/x6o/o6x/x6o/o6x/x6o/o6x/1xoxoxo1 x");
        let custom = "(;AB[a1:b2][D4]AW[c4]AE[a1]SZ[4]PL[white])";
        assert_eq!(start(custom), "2ox/4/xx2/1x2 o");
        assert_eq!(start("(;SU[Standard]SZ[4]AE[b4]AW[b1])"), "2x1/o2o/o2o/1ox1 x");
    }

    #[test]
    fn records_of_boardspace_are_read() {
        let sgf = "(;GM[9]VV[1]SU[Standard]P0[0 id \"one\"]P1[id \"two\"];P0[0 Start P0]\
                   ;P0[1 Move c 1 c 3];P1[2 Move a 2 c 2];P0[3 Resign])";
        let record = read(sgf).unwrap();
        assert_eq!(record.players.black, "one");
        assert_eq!(record.players.white, "two");
        let (game, stop) = record.replay("club".parse().unwrap());
        assert_eq!(stop, None);
        let moves: Vec<String> = game.moves().iter().map(ToString::to_string).collect();
        assert_eq!(moves, ["c1-c3", "a2-c2"]);
        assert_eq!(game.resigned(), Some(Color::Black));
        assert!(read("(;GM[9];P0[1 Move c 9 c 3])").is_err());
    }

    #[test]
    fn comments_stand_after_moves_also_where_passes_are_left_out() {
        let stuck = "AB[h8][a1]AW[g8][g7][h7][a2][b2][b1]PL[B]C[start]";
        let record = read(&format!("(;GM[9]{stuck};W[g8-e8]C[first];B[h8-h6]C[never])")).unwrap();
        let (game, stop) = record.replay("club".parse().unwrap());
        assert!(stop.is_some());
        assert_eq!(record.comments(&game).collect::<Vec<_>>(), [(0, "start"), (2, "first")]);
        let lines = read_lines("(;GM[9]C[a](;B[b1-b3]C[b])(;B[b1-b9])(;B[c1-c3]C[d\\]])").unwrap();
        let comments = lines.map(|line| {
            let record = line?;
            let (game, _) = record.replay("club".parse().unwrap());
            Ok(record.comments(&game).map(|(_, text)| text.to_owned()).collect())
        });
        let comments: Vec<Result<Vec<String>, RecordError>> = comments.collect();
        assert_eq!(comments[0].as_ref().unwrap(), &["a", "b"]);
        assert!(comments[1].is_err() && comments[3].is_err());
        assert_eq!(comments[2].as_ref().unwrap(), &["a", "d]"]);
    }

    #[test]
    fn moves_are_read_in_every_form() {
        let sgf = "(;GM[9];B[1 B1-H1   ];W[2 Time 0:01];W[C2:C5++!];B[e1xe3];W[a1b2];B[];W[Pass];B[Resigns])";
        let record = read(sgf).unwrap();
        let actions: Vec<Action> = record.entries.iter().map(|entry| entry.action).collect();
        let expected = ["b1-h1", "c2:c5", "e1xe3", "a1-b2", "pass", "pass"]
            .map(|text| Action::Move(text.parse().unwrap()));
        let expected = [&expected[..], &[Action::Resign]].concat();
        assert_eq!(actions, expected);
        assert_eq!(record.entries[1].text, "C2:C5++!");
    }

    #[test]
    fn errors_say_where_and_what_was_expected() {
        let error = |text: &str| read(text).unwrap_err().to_string();
        assert_eq!(
            error("(;GM[1])"),
            "line 1, character 6: \"1\" is not 9, the number of Lines of Action"
        );
        assert_eq!(
            error("(;GM[9]\n;B[e1-e9])"),
            "line 2, character 4: \"e1-e9\" is not a move such as e1-e3, pass or resign"
        );
        assert!(error("(;SZ[19])").contains("a board of 19x19 is not supported"));
        assert!(error("(;SZ[x])").contains("\"x\" is not a size such as 8 or 5:4"));
        assert!(error("(;SU[Gemma])").contains("is not a setup that is known"));
        assert!(error("(;SZ[4]AB[e5]AW[a1])").contains("outside the board"));
        assert!(error("(;SZ[4]AB[a1])").contains("o has no stones"));
        assert_eq!(
            error("(;GM[9]SU[Standard]\n;X0[0 id Anna]\n;X0[1 Move c 1 c 3])"),
            "there are no moves in it: \"X0\" at line 2, character 5 is not understood; \
             moves stand in B and W, as in ;B[b1-b3]"
        );
        assert!(read("(;GM[9];C[no move yet])").is_ok());
        let long = format!("(;{})", ";B[a1a2]".repeat(10_001));
        assert!(error(&long).ends_with("more than 10000 moves"));
        assert!(error("(;AB[a9])").contains("\"a9\" is not a point such as c3"));
        assert!(error("(;B[b1-b3];AB[a1])").contains("stones are set before"));
        assert!(error("(;PL[x])").contains("\"x\" is not B or W"));
        let long = format!("(;B[{}])", "long\n".repeat(100));
        let message = error(&long);
        assert!(message.len() < 200 && !message.contains('\n'), "{message}");
    }
}
