//! Reads a game from a plain list of moves: `1. b1-b3 a2xc2 2. ..`, with or
//! without numbers, below a line that names the start, if it is not that of 8x8.

use loa_solver::{Board, Position};

use super::cursor::Cursor;
use super::entry::{Action, Entry};
use super::error::RecordError;
use super::location::Location;
use super::record::{Players, Record, add};
use crate::start::named_start;

/// Results that may stand at the end.
const RESULTS: [&str; 4] = ["1-0", "0-1", "1/2-1/2", "*"];

/// Reads a list of moves. Between them may stand remarks in `{}`, or from `#` to
/// the end of the line.
pub(super) fn read(text: &str) -> Result<Record, RecordError> {
    let mut cursor = Cursor::new(text);
    let start = match start(text)? {
        Some(start) => {
            cursor.skip_space();
            cursor.skip_while(|c| c != '\n');
            start
        }
        None => default_start()?,
    };
    let mut record = Record {
        start,
        preset: None,
        players: Players::default(),
        result: None,
        entries: Vec::new(),
    };
    loop {
        cursor.skip_space();
        let location = cursor.location();
        match cursor.peek() {
            None => return Ok(record),
            Some('#') => cursor.skip_while(|c| c != '\n'),
            Some('{') => {
                cursor.skip_while(|c| c != '}');
                if cursor.next().is_none() {
                    return Err(cursor.unexpected("} to end the remark"));
                }
            }
            Some(_) => {
                let word = cursor.take_while(|c| !c.is_whitespace() && c != '{' && c != '#');
                take(&mut record, word, location)?;
            }
        }
    }
}

fn take(record: &mut Record, word: String, location: Location) -> Result<(), RecordError> {
    if RESULTS.contains(&word.as_str()) {
        record.result = Some(word);
        return Ok(());
    }
    let unnumbered = word.trim_start_matches(|c: char| c.is_ascii_digit());
    let text = match unnumbered.len() < word.len() {
        true => unnumbered.trim_start_matches(['.', ')', ':']),
        false => unnumbered,
    };
    if text.is_empty() {
        return Ok(());
    }
    let Some(action) = Action::read(text) else {
        return Err(RecordError::Value {
            location,
            text: word,
            expected: "a move such as b1-b3 or a2xc2, pass or resign",
        });
    };
    let entry = Entry {
        color: None,
        action,
        text: text.to_owned(),
        location,
    };
    add(&mut record.entries, entry)
}

fn default_start() -> Result<Position, RecordError> {
    let location = Location::START;
    let board = Board::new(8, 8).map_err(|source| RecordError::Board {
        location,
        source: source.into(),
    });
    Ok(board?.start())
}

/// Returns the start that the first line with text names, if it names one.
fn start(text: &str) -> Result<Option<Position>, RecordError> {
    let line = text.trim_start().lines().next().unwrap_or_default().trim();
    let mut cursor = Cursor::new(text);
    cursor.skip_space();
    let location = cursor.location();
    let (word, rest) = line.split_once(char::is_whitespace).unwrap_or((line, ""));
    if let Some(start) = named_start(word, rest) {
        let start = start.map_err(|source| RecordError::Board { location, source });
        return start.map(Some);
    }
    // Only a position has slashes, but for a drawn result.
    if word.contains('/') && !RESULTS.contains(&word) {
        let position = line.parse();
        let position = position.map_err(|source| RecordError::Position { location, source });
        return position.map(Some);
    }
    Ok(None)
}

#[cfg(test)]
mod tests {
    use loa_solver::Preset;

    use super::*;

    fn replayed(text: &str) -> String {
        let (game, stop) = read(text).unwrap().replay(Preset::default());
        assert_eq!(stop, None, "{text}");
        let moves: Vec<String> = game.moves().iter().map(ToString::to_string).collect();
        format!("{}: {}", game.start(), moves.join(" "))
    }

    #[test]
    fn lists_are_read_in_every_form() {
        let expected = "1xx1/o2o/o2o/1xx1 x: b1-b3 a2-a4 b4-b2";
        for text in [
            "start 4x4\n1. b1-b3 a2-a4 2. b4-b2 1-0",
            "start 4x4\n1.b1-b3 1...a2-a4\n2.b4-b2",
            "\n 1xx1/o2o/o2o/1xx1 x \n1) B1B3! {why not} a2-a4 # so\n3: b4-b2 *",
            "start 4x4\r\nb1-b3\r\na2-a4\r\nb4-b2\r\n",
        ] {
            assert_eq!(replayed(text), expected, "{text}");
        }
        assert!(replayed("b1-h1").starts_with("1xxxxxx1/"));
        assert!(replayed("").ends_with("1xxxxxx1 x: "));
        assert_eq!(replayed("scrambled 3x3\n1/2-1/2"), "1o1/x1x/1o1 x: ");
    }

    #[test]
    fn errors_say_where_and_what_was_expected() {
        let error = |text: &str| read(text).unwrap_err().to_string();
        assert_eq!(
            error("start 4x4\nb1-b3 nonsense"),
            "line 2, character 7: \"nonsense\" is not a move such as b1-b3 or a2xc2, pass or resign"
        );
        assert!(error("start 9x9").contains("a board of 9x9"));
        assert!(error("start").contains("line 1, character 1: '' is not a board"));
        assert!(
            error("\n1xx1/o2q/4/4 x").contains("line 2, character 1: not a position: character 8")
        );
        assert!(error("b1-b3 {open").contains("expected } to end the remark"));
    }
}
