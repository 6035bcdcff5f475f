//! Replies of an engine, as `docs/protocol.md` describes them: written in one form, read with any
//! spacing.

use std::fmt;
use std::iter::Peekable;
use std::str::FromStr;

use loa_record::{Basis, Worth};
use loa_solver::Wdl;
use serde::{Deserialize, Serialize};

/// The answer if the game is over.
pub const NO_MOVE: &str = "none";

/// The names of options that `setoption` sets. Their case does not matter.
pub mod option {
    /// The rules: a preset or a rules id.
    pub const RULES: &str = "Rules";
    /// The folder of tables.
    pub const TABLES: &str = "Tables";
    /// The use of tables: true or false.
    pub const USE_TABLES: &str = "UseTables";
    /// The option to wait until tables are read and unpacked: true or false.
    pub const TABLES_WAIT: &str = "TablesWait";
    /// The size of the transposition table, in MiB.
    pub const HASH: &str = "Hash";
}

/// An engine's score of a position, seen by the side to move. As a [`Worth`] it has a result, plies,
/// points and words.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Score {
    /// `cp 34`: an estimate. Larger is better, 0 is even.
    Estimate(i32),
    /// `win 5`: a win in this many plies; `win` if the number is unknown.
    Win(Option<u32>),
    /// `draw`: a proved draw, not an estimate of 0.
    Draw,
    /// `loss 4`: a loss in this many plies; `loss` if the number is unknown.
    Loss(Option<u32>),
}

impl From<Score> for Worth {
    fn from(score: Score) -> Worth {
        match score {
            Score::Estimate(points) => Worth::estimate(points),
            Score::Win(plies) => Worth::certain(Wdl::Win, plies, Basis::Search),
            Score::Draw => Worth::certain(Wdl::Draw, None, Basis::Search),
            Score::Loss(plies) => Worth::certain(Wdl::Loss, plies, Basis::Search),
        }
    }
}

/// A bound by a proof is not a distance.
impl From<Worth> for Score {
    fn from(worth: Worth) -> Score {
        let plies = worth.plies.filter(|_| !worth.is_only_proved());
        match worth.category {
            Some(Wdl::Win) => Score::Win(plies),
            Some(Wdl::Draw) => Score::Draw,
            Some(Wdl::Loss) => Score::Loss(plies),
            None => Score::Estimate(worth.score.unwrap_or_default()),
        }
    }
}

impl fmt::Display for Score {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Score::Estimate(points) => write!(f, "cp {points}"),
            Score::Win(Some(plies)) => write!(f, "win {plies}"),
            Score::Win(None) => f.write_str("win"),
            Score::Draw => f.write_str("draw"),
            Score::Loss(Some(plies)) => write!(f, "loss {plies}"),
            Score::Loss(None) => f.write_str("loss"),
        }
    }
}

/// A report on a search. Any part may be missing.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Info {
    /// The depth in plies; the last ply may be searched only in part.
    pub depth: Option<u32>,
    /// The score of the position.
    pub score: Option<Score>,
    /// The number of positions searched.
    pub nodes: Option<u64>,
    /// The number of positions searched each second.
    pub nps: Option<u64>,
    /// The milliseconds since `go`.
    pub time: Option<u64>,
    /// The principal variation: best play by the search.
    pub pv: Vec<String>,
    /// Text for people, to the end of the line.
    pub string: Option<String>,
}

impl Info {
    /// Returns a report that contains only text for people.
    pub fn string(text: impl fmt::Display) -> Info {
        // A reply is a single line, even if the text contains line ends.
        let text = text.to_string().replace(['\n', '\r'], " ");
        Info { string: Some(text), ..Info::default() }
    }

    fn read(words: &[&str]) -> Info {
        let mut info = Info::default();
        let mut rest = words.iter().copied().peekable();
        while let Some(word) = rest.next() {
            match word {
                "depth" => info.depth = number(&mut rest),
                "nodes" => info.nodes = number(&mut rest),
                "nps" => info.nps = number(&mut rest),
                "time" => info.time = number(&mut rest),
                "score" => info.score = read_score(&mut rest),
                "pv" => {
                    let moves = std::iter::from_fn(|| rest.next_if(|word| !is_part(word)));
                    info.pv = moves.map(str::to_owned).collect();
                }
                "string" => info.string = Some(rest.by_ref().collect::<Vec<_>>().join(" ")),
                _ => {}
            }
        }
        info
    }
}

/// Returns whether a word begins a part of an `info`.
fn is_part(word: &str) -> bool {
    ["depth", "score", "nodes", "nps", "time", "pv", "string"].contains(&word)
}

/// Takes the next word if it is a number.
fn number<'a, N: FromStr>(rest: &mut Peekable<impl Iterator<Item = &'a str>>) -> Option<N> {
    let number = rest.peek()?.parse().ok()?;
    rest.next();
    Some(number)
}

fn read_score<'a>(rest: &mut Peekable<impl Iterator<Item = &'a str>>) -> Option<Score> {
    match rest.next()? {
        "cp" => number(rest).map(Score::Estimate),
        "win" => Some(Score::Win(number(rest))),
        "draw" => Some(Score::Draw),
        "loss" => Some(Score::Loss(number(rest))),
        _ => None,
    }
}

impl fmt::Display for Info {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("info")?;
        let number = |number: Option<u64>| number.map(|number| number.to_string());
        let parts = [
            ("depth", number(self.depth.map(u64::from))),
            ("score", self.score.map(|score| score.to_string())),
            ("nodes", number(self.nodes)),
            ("nps", number(self.nps)),
            ("time", number(self.time)),
            ("pv", Some(self.pv.join(" ")).filter(|moves| !moves.is_empty())),
            ("string", self.string.clone()),
        ];
        for (name, text) in parts {
            if let Some(text) = text {
                write!(f, " {name} {text}")?;
            }
        }
        Ok(())
    }
}

/// A line from an engine.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum Reply {
    /// `id name ..` or `id author ..`.
    Id {
        /// `name` or `author`.
        what: String,
        /// The name or the author.
        text: String,
    },
    /// `option name .. type ..`.
    Option {
        /// The name of the option.
        name: String,
        /// The words after `type`.
        kind: String,
    },
    /// `uciok`: the end of the reply to `uci`.
    UciOk,
    /// `readyok`.
    ReadyOk,
    /// `info ..`.
    Info(Info),
    /// `bestmove ..`: the text of a move, or [`NO_MOVE`].
    BestMove(String),
}

impl fmt::Display for Reply {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Reply::Id { what, text } => write!(f, "id {what} {text}"),
            Reply::Option { name, kind } => write!(f, "option name {name} type {kind}"),
            Reply::UciOk => f.write_str("uciok"),
            Reply::ReadyOk => f.write_str("readyok"),
            Reply::Info(info) => info.fmt(f),
            Reply::BestMove(text) => write!(f, "bestmove {text}"),
        }
    }
}

/// A line that is not a reply.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("'{0}' is not a reply of an engine")]
pub struct ReplyError(pub String);

impl FromStr for Reply {
    type Err = ReplyError;

    /// Reads a line with any spacing. The first word decides, and its case matters. Words after the
    /// move of `bestmove` are skipped.
    fn from_str(line: &str) -> Result<Reply, ReplyError> {
        let error = || ReplyError(line.trim().to_owned());
        let words: Vec<&str> = line.split_whitespace().collect();
        let (&first, rest) = words.split_first().ok_or_else(error)?;
        match first {
            "id" => {
                let (&what, text) = rest.split_first().ok_or_else(error)?;
                let (what, text) = (what.to_owned(), text.join(" "));
                Ok(Reply::Id { what, text })
            }
            "option" => {
                let name = rest.strip_prefix(&["name"]).ok_or_else(error)?;
                let end = name.iter().position(|&word| word == "type");
                let (name, kind) = name.split_at(end.ok_or_else(error)?);
                let (name, kind) = (name.join(" "), kind[1..].join(" "));
                Ok(Reply::Option { name, kind })
            }
            "uciok" => Ok(Reply::UciOk),
            "readyok" => Ok(Reply::ReadyOk),
            "info" => Ok(Reply::Info(Info::read(rest))),
            "bestmove" => {
                let text = rest.first().ok_or_else(error)?;
                Ok(Reply::BestMove((*text).to_owned()))
            }
            _ => Err(error()),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn replies_come_back() {
        for line in [
            "id name loa 0.1.0",
            "option name Hash type spin default 16 min 1 max 4096",
            "option name Two Words type button",
            "uciok",
            "readyok",
            "info depth 3 score cp -34 nodes 1200 nps 600000 time 2 pv b1-b3 a2xc4 pass",
            "info depth 1 score win 5 pv c3xa3",
            "info score loss 4",
            "info score draw",
            "info score win nodes 0",
            "info string whatever  it says".replace("  ", " ").as_str(),
            "bestmove c3xa3",
            "bestmove none",
        ] {
            assert_eq!(line.parse::<Reply>().unwrap().to_string(), line);
        }
    }

    #[test]
    fn replies_are_read_forgivingly() {
        let read = |line: &str| line.parse::<Reply>().unwrap();
        assert_eq!(read(" bestmove  a1-a3 ponder b2-b4\r"), Reply::BestMove("a1-a3".to_owned()));
        let info = read("info seldepth 9 depth x score mate 3 currmove a1-a3 nodes 7");
        let expected = Info { nodes: Some(7), ..Info::default() };
        assert_eq!(info, Reply::Info(expected));
        for nonsense in ["", "  ", "bestmove", "BESTMOVE a1-a3", "hello", "option Hash"] {
            assert!(nonsense.parse::<Reply>().is_err(), "{nonsense}");
        }
    }

    #[test]
    fn text_for_people_stays_on_its_line() {
        assert_eq!(Info::string("two\r\nlines").to_string(), "info string two  lines");
    }
}
