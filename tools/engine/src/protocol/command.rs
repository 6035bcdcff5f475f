//! Commands to an engine, as `docs/protocol.md` describes them: read with any spacing and case,
//! written in one form.

use std::fmt;
use std::time::Duration;

use loa_record::text::{LineTooLong, shortened};
use loa_record::{WrittenPosition, WrittenPositionError};
use loa_solver::{Color, WrittenMove};
use serde::{Deserialize, Serialize};

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
    /// `ponderhit`: begins a search that was sent with `ponder`.
    PonderHit,
    /// `quit`: ends the engine.
    Quit,
}

/// The limits of a search. The first limit reached ends it. Without limits only `stop` does.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(default)]
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
    /// The moves of the side to move until its clock gets more time.
    pub movestogo: Option<u32>,
    /// The moves of the side to move within which a win is searched.
    pub mate: Option<u32>,
    /// True if the answer waits for `stop`.
    pub infinite: bool,
    /// True if the search waits for `ponderhit`.
    pub ponder: bool,
    /// The moves to choose from, as text, because their legality depends on the rules. If empty,
    /// all legal moves.
    pub searchmoves: Vec<String>,
}

/// A player's clock.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
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
        let limitless = Go { searchmoves: self.searchmoves.clone(), ..Go::default() };
        self.infinite || self.ponder || *self == limitless
    }

    /// Returns whether the limits name no end for this side, such as only the clock of the other.
    pub(crate) fn lacks_time(&self, turn: Color) -> bool {
        let has_end = self.depth.or(self.mate).is_some()
            || self.nodes.is_some()
            || self.movetime.or(self.clock(turn).left).is_some();
        !has_end && !Go { ponder: false, ..self.clone() }.is_endless()
    }
}

/// A command, and what its line contains beside it.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct CommandLine {
    /// The command.
    pub command: Command,
    /// The words that were not used.
    pub unused: Vec<Unused>,
}

/// Words of a line that were not used.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum Unused {
    /// The words have no meaning in this command.
    #[error("{command}: {} is not understood", shortened(.words))]
    Words {
        /// The name of the command.
        command: &'static str,
        /// The words.
        words: String,
    },
    /// The word after a limit is not a number.
    #[error("go: {limit} needs a number, and {} counts as 0", shortened(.word))]
    Number {
        /// The name of the limit.
        limit: &'static str,
        /// The word; empty if none follows.
        word: String,
    },
    /// The line has no other limit.
    #[error("go: no limit was understood, so the search takes {} ms", USUAL.as_millis())]
    Limits,
}

/// A line that begins like a command but is not one.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum CommandError {
    /// The text of the position is malformed.
    #[error(transparent)]
    Position(#[from] WrittenPositionError),
    /// The position is missing.
    #[error("position: expected fen, start or scrambled")]
    NoPosition,
    /// An unexpected word follows the board.
    #[error("position: '{0}' stands after the board, where only the word moves and moves can")]
    AfterBoard(String),
    /// The option's name is missing.
    #[error("setoption: expected name and an option's name")]
    NoOption,
    /// The line has no command.
    #[error("{} is not a command: expected {}", shortened(.0), COMMANDS.join(", "))]
    Unknown(String),
    /// The line is too long.
    #[error(transparent)]
    TooLong(#[from] LineTooLong),
}

const COMMANDS: [&str; 9] =
    ["uci", "isready", "ucinewgame", "setoption", "position", "go", "stop", "ponderhit", "quit"];

/// Reads a line with any spacing. Words before the first command are not used; `None` if the line
/// is empty.
///
/// # Errors
/// If the line has no command, or the words after it are wrong.
///
/// # Examples
///
/// ```
/// use loa_engine::protocol::command::{self, Command};
///
/// let line = command::read("go  movetime 50 swiftly")?.unwrap();
/// assert!(matches!(line.command, Command::Go(go) if go.depth.is_none()));
/// assert_eq!(line.unused[0].to_string(), "go: \"swiftly\" is not understood");
/// # Ok::<(), command::CommandError>(())
/// ```
pub fn read(line: &str) -> Result<Option<CommandLine>, CommandError> {
    let words: Vec<&str> = line.trim_start_matches('\u{feff}').split_whitespace().collect();
    if words.is_empty() {
        return Ok(None);
    }
    let known = |word: &&str| COMMANDS.into_iter().find(|name| is(word, name));
    let found = words.iter().enumerate().find_map(|(place, word)| Some((place, known(word)?)));
    let (place, name) = found.ok_or_else(|| CommandError::Unknown(words.join(" ")))?;
    let (mut idle, rest) = (words[..place].to_vec(), &words[place + 1..]);
    let mut unused = Vec::new();
    let command = match name {
        "setoption" => read_option(rest, &mut idle)?,
        "position" => read_position(rest)?,
        "go" => Command::Go(read_go(rest, &mut idle, &mut unused)),
        _ => {
            idle.extend(rest);
            match name {
                "uci" => Command::Uci,
                "isready" => Command::IsReady,
                "ucinewgame" => Command::NewGame,
                "stop" => Command::Stop,
                "ponderhit" => Command::PonderHit,
                _ => Command::Quit,
            }
        }
    };
    if !idle.is_empty() {
        unused.insert(0, Unused::Words { command: name, words: idle.join(" ") });
    }
    Ok(Some(CommandLine { command, unused }))
}

fn is(word: &str, name: &str) -> bool {
    word.eq_ignore_ascii_case(name)
}

fn read_option<'a>(words: &[&'a str], idle: &mut Vec<&'a str>) -> Result<Command, CommandError> {
    let begin = words.iter().position(|word| is(word, "name")).ok_or(CommandError::NoOption)?;
    idle.extend(&words[..begin]);
    let words = &words[begin + 1..];
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

/// The time for a move of a built-in engine if nothing limits it.
pub(crate) const USUAL: Duration = Duration::from_secs(1);

/// Reads the limits of a search. A missing or malformed number, such as a negative one, counts as
/// 0, and a search without any limit that was understood takes the usual time: the answer then
/// comes early instead of never.
fn read_go<'a>(words: &[&'a str], idle: &mut Vec<&'a str>, unused: &mut Vec<Unused>) -> Go {
    let mut go = Go::default();
    let limits = go.limits().map(|(name, _)| name);
    let known = |word: &str| limits.into_iter().find(|limit| is(word, limit));
    let mut words = words.iter().copied().peekable();
    while let Some(word) = words.next() {
        match known(word) {
            None => idle.push(word),
            Some("infinite") => go.infinite = true,
            Some("ponder") => go.ponder = true,
            Some("searchmoves") => {
                let is_move = |word: &&str| word.parse::<WrittenMove>().is_ok();
                if !words.peek().is_some_and(is_move) {
                    idle.push(word);
                }
                while let Some(played) = words.next_if(is_move) {
                    go.searchmoves.push(played.to_owned());
                }
            }
            Some(limit) => {
                let word = words.next_if(|word| known(word).is_none()).unwrap_or_default();
                let number = number(word).unwrap_or_else(|| {
                    unused.push(Unused::Number { limit, word: word.to_owned() });
                    0
                });
                go.set(limit, number);
            }
        }
    }
    let is_understood = idle.is_empty() && unused.is_empty();
    if !is_understood && !go.infinite && !go.ponder && go.is_endless() {
        unused.push(Unused::Limits);
        go.movetime = Some(USUAL);
    }
    go
}

/// Reads a number, also with a fraction or an exponent, as scripts write it.
fn number(word: &str) -> Option<u64> {
    let real = || word.parse().ok().filter(|real: &f64| real.is_finite() && *real >= 0.0);
    word.parse().ok().or_else(|| real().map(|real| real as u64))
}

impl Go {
    /// Returns all limits by their names, each with the words after it; `None` if it is not set.
    fn limits(&self) -> [(&'static str, Option<String>); 12] {
        let milliseconds = |time: Duration| time.as_millis().to_string();
        let increment = |clock: Clock| Some(clock.increment).filter(|time| !time.is_zero());
        [
            ("depth", self.depth.map(|depth| depth.to_string())),
            ("nodes", self.nodes.map(|nodes| nodes.to_string())),
            ("movetime", self.movetime.map(milliseconds)),
            ("btime", self.black.left.map(milliseconds)),
            ("wtime", self.white.left.map(milliseconds)),
            ("binc", increment(self.black).map(milliseconds)),
            ("winc", increment(self.white).map(milliseconds)),
            ("movestogo", self.movestogo.map(|moves| moves.to_string())),
            ("mate", self.mate.map(|moves| moves.to_string())),
            ("infinite", self.infinite.then(String::new)),
            ("ponder", self.ponder.then(String::new)),
            ("searchmoves", Some(self.searchmoves.join(" ")).filter(|moves| !moves.is_empty())),
        ]
    }

    fn set(&mut self, limit: &str, number: u64) {
        let (short, time) =
            (u32::try_from(number).unwrap_or(u32::MAX), Duration::from_millis(number));
        match limit {
            "depth" => self.depth = Some(short),
            "nodes" => self.nodes = Some(number),
            "movetime" => self.movetime = Some(time),
            "btime" => self.black.left = Some(time),
            "wtime" => self.white.left = Some(time),
            "binc" => self.black.increment = time,
            "winc" => self.white.increment = time,
            "movestogo" => self.movestogo = Some(short),
            _ => self.mate = Some(short),
        }
    }
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
            Command::PonderHit => f.write_str("ponderhit"),
            Command::Quit => f.write_str("quit"),
        }
    }
}

impl fmt::Display for Go {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("go")?;
        for (name, value) in self.limits() {
            match value.as_deref() {
                None => {}
                Some("") => write!(f, " {name}")?,
                Some(value) => write!(f, " {name} {value}")?,
            }
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
            "go btime 1000 wtime 2000 binc 10 winc 20 movestogo 3",
            "go mate 3 infinite ponder searchmoves b1-b3 pass",
            "stop",
            "ponderhit",
            "quit",
        ] {
            let read = read(line).unwrap().unwrap();
            assert_eq!((read.command.to_string().as_str(), read.unused), (line, Vec::new()));
        }
    }

    #[test]
    fn commands_are_read_forgivingly() {
        let text = |line: &str| read(line).unwrap().unwrap().command.to_string();
        assert_eq!(text("  go \t movetime   50 \r"), "go movetime 50");
        assert_eq!(text("\u{feff}go nodes 1e3 movetime 2000.9"), "go nodes 1000 movetime 2000");
        assert_eq!(
            text("GO SearchMoves B1:b3 a2xC2 Depth 3"),
            "go depth 3 searchmoves B1:b3 a2xC2"
        );
        assert_eq!(
            text("setoption NAME some thing VALUE a b"),
            "setoption name some thing value a b"
        );
        let start = "position fen 1xx1/o2o/o2o/1xx1 x";
        assert_eq!(text("position start 4x4"), start);
        assert_eq!(text("position  fen  1xx1/o2o/o2o/1xx1   x  moves"), start);
        assert_eq!(text("position startpos"), text("position start 8x8"));
        for nothing in ["", "   ", "\r", "\u{feff}"] {
            assert_eq!(read(nothing), Ok(None), "{nothing}");
        }
    }

    #[test]
    fn words_that_are_not_used_are_named() {
        let none = "; go: no limit was understood, so the search takes 1000 ms";
        for (line, command, said) in [
            ("well now Go depth 3", "go depth 3", "go: \"well now\" is not understood"),
            ("go depht 3 movetime 9", "go movetime 9", "go: \"depht 3\" is not understood"),
            ("go perft 3", "go movetime 1000", "go: \"perft 3\" is not understood"),
            ("go searchmoves", "go movetime 1000", "go: \"searchmoves\" is not understood"),
            (
                "go searchmoves b1-b3 depht 3",
                "go movetime 1000 searchmoves b1-b3",
                "go: \"depht 3\" is not understood",
            ),
            ("go movetime", "go movetime 0", "go: movetime needs a number, and \"\" counts as 0"),
            (
                "go depth mate 3",
                "go depth 0 mate 3",
                "go: depth needs a number, and \"\" counts as 0",
            ),
            ("go nodes nan", "go nodes 0", "go: nodes needs a number, and \"nan\" counts as 0"),
            ("go btime -20", "go btime 0", "go: btime needs a number, and \"-20\" counts as 0"),
            ("go infinite 5", "go infinite", "go: \"5\" is not understood"),
            ("isready now", "isready", "isready: \"now\" is not understood"),
            (
                "setoption the name Hash value 3",
                "setoption name Hash value 3",
                "setoption: \"the\" is not understood",
            ),
        ] {
            let read = read(line).unwrap().unwrap();
            assert_eq!(read.command.to_string(), command, "{line}");
            let unused: Vec<String> = read.unused.iter().map(Unused::to_string).collect();
            let ends_early = command.starts_with("go movetime 1000");
            assert_eq!(unused.join("; "), format!("{said}{}", if ends_early { none } else { "" }));
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
        let unknown = error("perft 3");
        assert!(unknown.starts_with("\"perft 3\" is not a command: expected uci,"), "{unknown}");
    }

    #[test]
    fn only_some_searches_have_no_end() {
        let endless = |line: &str| match read(line) {
            Ok(Some(CommandLine { command: Command::Go(go), .. })) => go.is_endless(),
            other => panic!("{other:?}"),
        };
        assert!(endless("go") && endless("go infinite") && endless("go infinite depth 3"));
        assert!(endless("go searchmoves b1-b3") && endless("go ponder wtime 100"));
        assert!(!endless("go depth 3") && !endless("go wtime 100") && !endless("go winc 100"));
    }
}
