//! Commands to an engine, as `docs/engines.md` describes them: read with any spacing and case,
//! written in one form.

use std::fmt;
use std::str::FromStr;
use std::time::Duration;

use loa_record::text::LineTooLong;
use loa_solver::{Color, ParsePositionError, WrittenPosition};

/// A command to an engine.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum Command {
    /// `uci`: asks for the engine's name and options.
    Uci,
    /// `isready`: answered immediately, even during a search.
    IsReady,
    /// `ucinewgame`: begins another game.
    NewGame,
    /// `setoption name .. value ..`.
    SetOption {
        /// The name of the option.
        name: String,
        /// The value; empty if none is given.
        value: String,
    },
    /// `position fen .. | start BOARD | scrambled BOARD`, then `moves ..`.
    Position {
        /// The position before the moves.
        root: WrittenPosition,
        /// The moves as text, because their legality depends on the rules.
        moves: Vec<String>,
    },
    /// `go ..`: starts a search.
    Go(Go),
    /// `stop`: ends the search.
    Stop,
    /// `quit`: ends the engine.
    Quit,
}

/// The limits of a search. The first limit reached ends it. Without limits only `stop` does.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub struct Go {
    /// The depth in plies.
    pub depth: Option<u32>,
    /// The number of positions searched.
    pub nodes: Option<u64>,
    /// The time for this move.
    pub movetime: Option<Duration>,
    /// Black's clock.
    pub black: Clock,
    /// White's clock.
    pub white: Clock,
    /// True if the answer waits for `stop`.
    pub infinite: bool,
}

/// A player's clock.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub struct Clock {
    /// The time left.
    pub left: Option<Duration>,
    /// The time that each move adds.
    pub increment: Duration,
}

impl Go {
    /// Returns the clock of one side.
    pub const fn clock(&self, color: Color) -> Clock {
        match color {
            Color::Black => self.black,
            Color::White => self.white,
        }
    }

    /// Returns whether only `stop` ends the search.
    pub fn is_endless(&self) -> bool {
        let limitless = Go { infinite: self.infinite, ..Go::default() };
        self.infinite || *self == limitless
    }
}

/// A line that begins like a command but is not one.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum CommandError {
    /// The text of the position is malformed.
    #[error(transparent)]
    Position(#[from] ParsePositionError),
    /// The position is missing.
    #[error("position: expected fen, start or scrambled")]
    NoPosition,
    /// An unexpected word follows the board.
    #[error("position: '{0}' stands after the board, where only the word moves and moves can")]
    AfterBoard(String),
    /// The option's name is missing.
    #[error("setoption: expected name and an option's name")]
    NoOption,
    /// The line is too long.
    #[error(transparent)]
    TooLong(#[from] LineTooLong),
}

/// Reads a line with any spacing. Words before the first command are skipped; `None` if the line
/// has no command.
///
/// # Errors
/// If the words after the command are wrong.
///
/// # Examples
///
/// ```
/// use loa_engine::protocol::command::{self, Command};
///
/// let command = command::read("go  movetime 50")?;
/// assert!(matches!(command, Some(Command::Go(go)) if go.depth.is_none()));
/// # Ok::<(), command::CommandError>(())
/// ```
pub fn read(line: &str) -> Result<Option<Command>, CommandError> {
    let words: Vec<&str> = line.split_whitespace().collect();
    for (place, word) in words.iter().enumerate() {
        let rest = &words[place + 1..];
        let command = match word.to_ascii_lowercase().as_str() {
            "uci" => Command::Uci,
            "isready" => Command::IsReady,
            "ucinewgame" => Command::NewGame,
            "setoption" => read_option(rest)?,
            "position" => read_position(rest)?,
            "go" => Command::Go(read_go(rest)),
            "stop" => Command::Stop,
            "quit" => Command::Quit,
            _ => continue,
        };
        return Ok(Some(command));
    }
    Ok(None)
}

fn is(word: &str, name: &str) -> bool {
    word.eq_ignore_ascii_case(name)
}

fn read_option(words: &[&str]) -> Result<Command, CommandError> {
    let begin = words.iter().position(|word| is(word, "name"));
    let words = &words[begin.ok_or(CommandError::NoOption)? + 1..];
    let end = words.iter().position(|word| is(word, "value"));
    let (name, value) = words.split_at(end.unwrap_or(words.len()));
    if name.is_empty() {
        return Err(CommandError::NoOption);
    }
    Ok(Command::SetOption {
        name: name.join(" "),
        value: value.get(1..).unwrap_or_default().join(" "),
    })
}

fn read_position(words: &[&str]) -> Result<Command, CommandError> {
    let end = words.iter().position(|word| is(word, "moves"));
    let (root, moves) = words.split_at(end.unwrap_or(words.len()));
    let (kind, text) = root.split_first().ok_or(CommandError::NoPosition)?;
    let kind = kind.to_ascii_lowercase();
    let board = text.first().unwrap_or(&"8x8");
    let root = match kind.as_str() {
        "fen" => text.join(" ").parse()?,
        _ if text.len() > 1 => return Err(CommandError::AfterBoard(text[1].to_owned())),
        "startpos" => format!("start {board}").parse()?,
        "start" | "scrambled" => format!("{kind} {board}").parse()?,
        _ => return Err(CommandError::NoPosition),
    };
    let moves = moves.iter().skip(1).map(|&text| text.to_owned()).collect();
    Ok(Command::Position { root, moves })
}

/// Reads the limits of a search. A missing or malformed number, such as a negative one, counts as
/// 0: the answer then comes immediately instead of never.
fn read_go(words: &[&str]) -> Go {
    fn number<N: FromStr + Default>(word: Option<&&str>) -> N {
        word.and_then(|word| word.parse().ok()).unwrap_or_default()
    }
    let mut go = Go::default();
    for (place, word) in words.iter().enumerate() {
        let next = words.get(place + 1);
        let time = || Duration::from_millis(number(next));
        match word.to_ascii_lowercase().as_str() {
            "depth" => go.depth = Some(number(next)),
            "nodes" => go.nodes = Some(number(next)),
            "movetime" => go.movetime = Some(time()),
            "btime" => go.black.left = Some(time()),
            "wtime" => go.white.left = Some(time()),
            "binc" => go.black.increment = time(),
            "winc" => go.white.increment = time(),
            "infinite" => go.infinite = true,
            _ => {}
        }
    }
    go
}

impl fmt::Display for Command {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Command::Uci => f.write_str("uci"),
            Command::IsReady => f.write_str("isready"),
            Command::NewGame => f.write_str("ucinewgame"),
            Command::SetOption { name, value } if value.is_empty() => {
                write!(f, "setoption name {name}")
            }
            Command::SetOption { name, value } => {
                write!(f, "setoption name {name} value {value}")
            }
            Command::Position { root, moves } if moves.is_empty() => {
                write!(f, "position fen {}", root.position)
            }
            Command::Position { root, moves } => {
                write!(f, "position fen {} moves {}", root.position, moves.join(" "))
            }
            Command::Go(go) => go.fmt(f),
            Command::Stop => f.write_str("stop"),
            Command::Quit => f.write_str("quit"),
        }
    }
}

impl fmt::Display for Go {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("go")?;
        let milliseconds = |time: Duration| time.as_millis().to_string();
        let increment = |clock: Clock| Some(clock.increment).filter(|time| !time.is_zero());
        for (name, value) in [
            ("depth", self.depth.map(|depth| depth.to_string())),
            ("nodes", self.nodes.map(|nodes| nodes.to_string())),
            ("movetime", self.movetime.map(milliseconds)),
            ("btime", self.black.left.map(milliseconds)),
            ("wtime", self.white.left.map(milliseconds)),
            ("binc", increment(self.black).map(milliseconds)),
            ("winc", increment(self.white).map(milliseconds)),
        ] {
            if let Some(value) = value {
                write!(f, " {name} {value}")?;
            }
        }
        if self.infinite {
            f.write_str(" infinite")?;
        }
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn commands_come_back() {
        for line in [
            "uci",
            "isready",
            "ucinewgame",
            "setoption name Rules value draw-pass",
            "setoption name Tables",
            "position fen 1xx1/o2o/o2o/1xx1 x",
            "position fen 1xx1/o2o/o2o/1xx1 x moves b1-b3 a2-c4",
            "go",
            "go infinite",
            "go depth 4 nodes 100 movetime 50",
            "go btime 1000 wtime 2000 binc 10 winc 20",
            "stop",
            "quit",
        ] {
            let command = read(line).unwrap().unwrap();
            assert_eq!(command.to_string(), line);
        }
    }

    #[test]
    fn commands_are_read_forgivingly() {
        let text = |line: &str| read(line).unwrap().unwrap().to_string();
        assert_eq!(text("  go \t movetime   50 \r"), "go movetime 50");
        assert_eq!(text("well now Go ponder depth 3 mate"), "go depth 3");
        assert_eq!(text("go movetime -20"), "go movetime 0");
        assert_eq!(text("go movetime"), "go movetime 0");
        assert_eq!(
            text("setoption NAME some thing VALUE a b"),
            "setoption name some thing value a b"
        );
        let start = "position fen 1xx1/o2o/o2o/1xx1 x";
        assert_eq!(text("position start 4x4"), start);
        assert_eq!(text("position  fen  1xx1/o2o/o2o/1xx1   x  moves"), start);
        assert_eq!(text("position startpos"), text("position start 8x8"));
        for nothing in ["", "   ", "hello there", "\r", "\u{feff}"] {
            assert_eq!(read(nothing), Ok(None), "{nothing}");
        }
    }

    #[test]
    fn errors_name_the_word_that_is_wrong() {
        let error = |line: &str| read(line).unwrap_err().to_string();
        assert!(error("position fen 1xq1/4/4/4 x").contains("character 3 is 'q'"));
        assert!(error("position start 9x9").contains("not supported"));
        assert!(error("position").contains("expected fen"));
        assert!(error("position moves a1-a3").contains("expected fen"));
        let forgotten = error("position start 4x4 b1-b3");
        assert!(forgotten.contains("'b1-b3' stands after the board"), "{forgotten}");
        assert!(error("position startpos 8x8 b1-b3 moves b1-b3").contains("'b1-b3'"));
        assert!(error("position fen 1xx1/o2o/o2o/1xx1 x b1-b3").contains("not a position"));
        assert!(error("setoption Hash 3").contains("name"));
        assert!(error("setoption name value 3").contains("name"));
    }

    #[test]
    fn only_some_searches_have_no_end() {
        let endless = |line: &str| match read(line) {
            Ok(Some(Command::Go(go))) => go.is_endless(),
            other => panic!("{other:?}"),
        };
        assert!(endless("go") && endless("go infinite") && endless("go infinite depth 3"));
        assert!(!endless("go depth 3") && !endless("go wtime 100"));
    }
}
