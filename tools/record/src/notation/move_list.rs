//! Reads a game from a plain list of moves: `1. b1-b3 a2xc2 2. ..`, with or
//! without numbers, below a line that names the start, if it is not that of 8x8. Tags
//! such as `[White "Anna"]` may stand before the moves, as littlegolem.net writes them.

use loa_solver::{Board, Position};

use super::cursor::Cursor;
use super::entry::{Action, Entry};
use super::error::{Location, RecordError};
use super::record::{Players, Record, add};

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
        None => Board::default().start(),
    };
    let mut record = Record {
        start,
        preset: None,
        players: Players::default(),
        result: None,
        entries: Vec::new(),
        comments: Vec::new(),
    };
    let mut tags = Vec::new();
    loop {
        cursor.skip_space();
        let location = cursor.location();
        match cursor.peek() {
            None => {
                record.players = players(&tags);
                return Ok(record);
            }
            Some('[') => {
                let tag = tag(&mut cursor)?;
                tags.push(tag);
            }
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

/// Reads a tag, `[Name "value"]`.
fn tag(cursor: &mut Cursor<'_>) -> Result<(String, String), RecordError> {
    const EXPECTED: &str = "a tag such as [White \"Anna\"]";
    cursor.next();
    let name = cursor.take_while(char::is_alphanumeric);
    cursor.skip_space();
    if cursor.peek() != Some('"') {
        return Err(cursor.unexpected(EXPECTED));
    }
    cursor.next();
    let value = cursor.take_while(|c| c != '"' && c != '\n');
    for end in ['"', ']'] {
        if cursor.peek() != Some(end) {
            return Err(cursor.unexpected(EXPECTED));
        }
        cursor.next();
    }
    Ok((name, value))
}

/// Returns the players that tags name. Little Golem calls the player who moves first White,
/// though that player's stones are those of Black elsewhere.
fn players(tags: &[(String, String)]) -> Players {
    let of = |wanted: &str| {
        let tag = tags.iter().find(|(name, _)| name.eq_ignore_ascii_case(wanted));
        tag.map_or(String::new(), |(_, value)| value.clone())
    };
    let (white, black) = (of("White"), of("Black"));
    if of("Site").contains("littlegolem") {
        Players { black: white, white: black }
    } else {
        Players { black, white }
    }
}

fn take(record: &mut Record, word: String, location: Location) -> Result<(), RecordError> {
    if RESULTS.contains(&word.as_str()) {
        record.result = Some(word);
        return Ok(());
    }
    let unnumbered = word.trim_start_matches(|c: char| c.is_ascii_digit());
    // Dots may stand for the other side's move, as in 8... or before a move without a number.
    let text = if unnumbered.len() < word.len() {
        unnumbered.trim_start_matches(['.', '…', ')', ':'])
    } else {
        unnumbered.trim_start_matches(['.', '…'])
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
    let entry = Entry { color: None, action, text: text.to_owned(), location };
    add(&mut record.entries, entry)
}

/// Returns the start that the first line with text names, if it names one.
fn start(text: &str) -> Result<Option<Position>, RecordError> {
    let line = text.trim_start().lines().next().unwrap_or_default().trim();
    let mut cursor = Cursor::new(text);
    cursor.skip_space();
    let location = cursor.location();
    let word = line.split_whitespace().next().unwrap_or_default();
    // Only a position has slashes, but for a drawn result.
    let is_position = word.contains('/') && !RESULTS.contains(&word);
    if is_position || ["start", "scrambled"].contains(&word) {
        let position = line.parse().map_err(|source| RecordError::Position { location, source });
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
            "start 4x4\n1. b1-b3 …a2-a4 2. b4-b2",
            "start 4x4\n1. b1-b3 1… a2-a4\n2. b4-b2",
            "\n 1xx1/o2o/o2o/1xx1 x \n1) B1B3! {why not} a2-a4 # so\n3: b4-b2 *",
            "start 4x4\r\nb1-b3\r\na2-a4\r\nb4-b2\r\n",
        ] {
            assert_eq!(replayed(text), expected, "{text}");
        }
        assert!(replayed("b1-h1").starts_with("1xxxxxx1/"));
        assert!(replayed("").ends_with("1xxxxxx1 x: "));
        assert_eq!(replayed("scrambled 3x3\n1/2-1/2"), "1o1/x1x/1o1 x: ");
    }

    /// A game of littlegolem.net, as two public viewers of its records quote what the site
    /// returns for `jsp/game/png.jsp?gid=`.
    const LITTLE_GOLEM: &str = r#"[Event "Tournament loa.mc.2013.jul.2.1"]
[Site "www.littlegolem.net"]
[White "Chaosu"]
[Black "Ivan Veselov"]
[Result "*"]
1. f1-f3 a5-c7 2. b1-d3 h7-e7 3. e8-g6 h6-f4 4. g8-g5 h2-d6 5. d1-g4 d6xg6 6. b8-b7 h5-f7 7. c8-f5 h3-h5 8. d3xg6 a6-c6 9. f8-g7 h4-f2 10. d8-d7 a2-c4 11. b7-b6 a3-c5 12. g5xc5 f4-d6 13. g1-g5 a4xd7 14. g7-f6 h5-h6 15. e1-e3 f7-d5 16. f6-e5 c6xf3 17. g6-e4 d7-d4 18. g5xe7 h6-e6 19. e7-f6 a7-b8 20. c1-d1 b8-c8 21. b6-b5 c8-d8 22. c5-a3 d8-d3 23. a3-b2 c7-c5 24. e3-d2 f2-g3 25. d2-e3 d6xd1 26. b2-c2 *
"#;

    #[test]
    fn records_of_little_golem_are_read() {
        let record = read(LITTLE_GOLEM).unwrap();
        assert_eq!(record.result.as_deref(), Some("*"));
        assert_eq!(record.players.black, "Chaosu");
        assert_eq!(record.players.white, "Ivan Veselov");
        let (game, stop) = record.replay(Preset::default());
        assert_eq!((game.moves().len(), stop), (51, None));
        assert!(game.start().to_string().starts_with("1xxxxxx1/"));
        // As one line, too, which is how a viewer keeps it.
        let line = LITTLE_GOLEM.replace('\n', " ");
        assert_eq!(read(&line).unwrap().replay(Preset::default()).0, game);
        let other = "[Black \"Anna\"][White \"\"]b1-b3";
        assert_eq!(read(other).unwrap().players.black, "Anna");
        for (text, place) in [
            ("[White Anna]", "line 1, character 8 is 'A'"),
            ("[White \"Anna]\nb1-b3", "line 1, character 14 is"),
            ("[White \"Anna\" b1-b3", "line 1, character 14 is ' '"),
            ("[White \"Anna", "the text ends at line 1, character 13"),
        ] {
            let error = read(text).unwrap_err().to_string();
            assert!(error.starts_with(place), "{error}");
            assert!(error.contains("a tag such as"), "{error}");
        }
    }

    #[test]
    fn errors_say_where_and_what_was_expected() {
        let error = |text: &str| read(text).unwrap_err().to_string();
        assert_eq!(
            error("start 4x4\nb1-b3 nonsense"),
            "line 2, character 7: \"nonsense\" is not a move such as b1-b3 or a2xc2, pass or resign"
        );
        assert!(error("start 9x9").contains("a board of 9x9"));
        assert!(error("start").contains("line 1, character 1: start of which board?"));
        assert!(
            error("\n1xx1/o2q/4/4 x").contains("line 2, character 1: not a position: character 8")
        );
        assert!(error("b1-b3 {open").contains("expected } to end the remark"));
    }
}
