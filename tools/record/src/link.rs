//! Positions as people share them: text, diagrams, and links to the page.

use std::str::FromStr;

use loa_solver::{
    ParseMoveError, ParsePositionError, ParsePresetError, Position, Preset, Rules, comment_start,
    plain_text,
};

use crate::text::printable;

/// A position as a person shares it: text, a diagram, or a link to the page of `loa serve`. A link
/// may name rules.
///
/// # Examples
/// ```
/// use loa_record::WrittenPosition;
///
/// let link = "https://example.org/loa/#/board?rules=soucie&start=1xx1/o2o/o2o/1xx1_x&moves=b1-b3";
/// let written: WrittenPosition = link.parse()?;
/// assert_eq!(written.position.to_string(), "1xx1/ox1o/o2o/2x1 o");
/// assert_eq!(written.preset.map(|preset| preset.name), Some("soucie"));
/// let written: WrittenPosition = "1xx1/o2o/o2o/1xx1 x".parse()?;
/// assert_eq!(written.preset, None);
/// # Ok::<(), loa_record::WrittenPositionError>(())
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[cfg_attr(feature = "serde", derive(serde::Deserialize), serde(try_from = "String"))]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema), schemars(inline))]
#[non_exhaustive]
pub struct WrittenPosition {
    /// The position. For a link, the one that the link shows.
    pub position: Position,
    /// The rules that a link names.
    pub preset: Option<Preset>,
    /// Moves of the link that lead to the position.
    pub played: usize,
}

/// A text or a link that shows no position.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum WrittenPositionError {
    /// The text is not a position.
    #[error(transparent)]
    Position(#[from] ParsePositionError),
    /// The link shows no position.
    #[error("the link: {0}")]
    Link(#[from] Box<LinkError>),
    /// The link names rules other than those of the question.
    #[error("the link is of a game under {named}, not under {wanted}")]
    Rules {
        /// The rules of the link.
        named: Rules,
        /// The rules of the question.
        wanted: Rules,
    },
}

impl WrittenPositionError {
    /// Returns the position of the first wrong character, from 1; `None` for other errors.
    pub const fn character(&self) -> Option<usize> {
        match self {
            WrittenPositionError::Position(error) => error.character(),
            _ => None,
        }
    }
}

/// A link that shows no position.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum LinkError {
    /// The link names no position.
    #[error("it shows no position: expected start=, position= or board= in it")]
    NoPosition,
    /// The position is wrong.
    #[error(transparent)]
    Position(#[from] ParsePositionError),
    /// The rules are unknown.
    #[error(transparent)]
    Preset(#[from] ParsePresetError),
    /// A move is wrong.
    #[error(transparent)]
    Move(#[from] ParseMoveError),
    /// The link's count of moves is not a number.
    #[error("'{}' is not a number of moves", printable(.0))]
    At(String),
    /// A part of the link to a game is unknown.
    #[error("'{}' is not a part of a link that is known", printable(.0))]
    Unknown(String),
}

impl From<Position> for WrittenPosition {
    fn from(position: Position) -> WrittenPosition {
        WrittenPosition { position, preset: None, played: 0 }
    }
}

impl TryFrom<String> for WrittenPosition {
    type Error = WrittenPositionError;

    fn try_from(text: String) -> Result<WrittenPosition, WrittenPositionError> {
        text.parse()
    }
}

impl FromStr for WrittenPosition {
    type Err = WrittenPositionError;

    fn from_str(text: &str) -> Result<WrittenPosition, WrittenPositionError> {
        let Some(query) = query(&plain_text(text)) else {
            return Ok(text.parse::<Position>()?.into());
        };
        let unknown = unknown_part(text, &query);
        Ok(unknown.map_or_else(|| WrittenPosition::of_query(&query), Err).map_err(Box::new)?)
    }
}

impl WrittenPosition {
    /// Returns the position, unless a link names rules other than `rules`.
    ///
    /// # Errors
    /// If a link names other rules.
    pub fn under(self, rules: Rules) -> Result<Position, WrittenPositionError> {
        match self.preset {
            Some(Preset { rules: named, .. }) if named != rules => {
                Err(WrittenPositionError::Rules { named, wanted: rules })
            }
            _ => Ok(self.position),
        }
    }

    /// Reads the query string of a link.
    ///
    /// # Errors
    /// If it shows no position, or its position, rules, a move or the number of moves is wrong.
    pub fn of_query(query: &str) -> Result<WrittenPosition, LinkError> {
        let named = |wanted: &str| {
            let mut pairs = form_urlencoded::parse(query.as_bytes());
            let value = pairs.find(|(name, _)| name == wanted).map(|(_, value)| value.into_owned());
            value.filter(|value| !value.is_empty())
        };
        let start_of = |board| {
            let kind = named("kind").unwrap_or_else(|| "start".to_owned());
            format!("{kind} {board}")
        };
        let start = named("start").or_else(|| named("position"));
        let start = start.or_else(|| named("board").map(start_of)).ok_or(LinkError::NoPosition)?;
        let mut position: Position = start.parse()?;
        let preset = named("rules").map(|name| name.parse::<Preset>()).transpose()?;
        let at = |text: String| text.parse().map_err(|_| LinkError::At(text));
        let shown = named("at").map(at).transpose()?.unwrap_or(usize::MAX);
        let rules = preset.unwrap_or_default().rules;
        let moves = named("moves").unwrap_or_default();
        let mut played = 0;
        for text in moves.split(',').filter(|text| !text.is_empty()).take(shown) {
            position = position.play_unchecked(rules.parse_move(&position, text)?);
            played += 1;
        }
        Ok(WrittenPosition { position, preset, played })
    }
}

/// The parts of a link to a game on the page.
const PARTS: [&str; 16] = [
    "at", "black", "board", "clock", "end", "kind", "line", "lines", "moves", "notes", "position",
    "rules", "shapes", "start", "times", "white",
];

/// Returns the error for the first unknown part of a link to a game on the page. Other links have
/// other parts.
fn unknown_part(link: &str, query: &str) -> Option<LinkError> {
    let is_of_game = ["#/", "/share/"].iter().any(|begin| {
        let views = link.split_once(begin).map(|(_, view)| view);
        views.is_some_and(|view| view.starts_with("board?") || view.starts_with("play?"))
    });
    let mut names = query.split('&').map(|pair| pair.split('=').next().unwrap_or_default());
    let unknown = names.find(|name| is_of_game && !name.is_empty() && !PARTS.contains(name))?;
    Some(LinkError::Unknown(unknown.to_owned()))
}

/// Returns the query string of a text that looks like a link, empty if the link has none. `None`
/// for other text.
fn query(text: &str) -> Option<String> {
    let has_sign = |text: &str| ["://", "#/", "?"].iter().any(|sign| text.contains(sign));
    if !has_sign(text) {
        return None;
    }
    let lines = text.lines().map(|line| &line[..comment_start(line)]);
    let text = lines.collect::<Vec<_>>().join("\n");
    let text = text.trim();
    let is_link = !text.contains(char::is_whitespace) && has_sign(text);
    let view = text.split_once("#/").map_or(text, |(_, view)| view);
    is_link.then(|| view.split_once('?').map_or("", |(_, query)| query).to_owned())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn links_show_the_position_in_view() {
        let start = "1xx1/o2o/o2o/1xx1 x";
        let (first, second) = ("1xx1/ox1o/o2o/2x1 o", "oxx1/ox1o/3o/2x1 x");
        let name = |written: &WrittenPosition| written.preset.map(|preset| preset.name);
        for (link, position, rules) in [
            ("http://127.0.0.1:8080/#/board?start=1xx1/o2o/o2o/1xx1_x", start, None),
            ("https://example.org/#/play?rules=soucie&board=4x4", start, Some("soucie")),
            ("#/board?board=4x4&moves=b1-b3&clock=5%2B3", first, None),
            ("#/board?board=4x4&moves=B1B3!,a2-a4", second, None),
            ("https://h/loa/share/board?board=4x4&moves=b1-b3,a2-a4&at=1", first, None),
            ("https://h/#/board?board=4x4&moves=b1-b3,a2-a4&at=0&lines=c1-c3;d2-d4", start, None),
            (
                "http://h/api/probe?position=1xx1%2Fo2o%2Fo2o%2F1xx1+x&rules=club",
                start,
                Some("club"),
            ),
            ("/board.svg?position=.xx./o..o/o..o/.xx._x&scale=2", start, None),
            ("#/board?board=4\u{200b}x4&moves=b1%E2%80%91b3 # a comment", first, None),
            ("#/board?kind=scrambled&board=3x3", "1o1/x1x/1o1 x", None),
        ] {
            let written: WrittenPosition = link.parse().unwrap();
            assert_eq!(
                (written.position.to_string().as_str(), name(&written)),
                (position, rules),
                "{link}"
            );
        }
    }

    #[test]
    fn errors_say_what_of_a_link_is_wrong() {
        for (link, expected) in [
            ("http://h/#/learn", "the link: it shows no position"),
            ("http://h/#/board?rules=club", "the link: it shows no position"),
            ("#/board?start=1xq1_x", "the link: not a position: character 3 is 'q'"),
            ("#/board?board=9x9", "the link: a board of 9x9"),
            ("#/board?board=4x4&rules=chess", "the link: 'chess'"),
            ("#/board?board=4x4&moves=b1-b2", "the link: b1-b2 is not a legal move"),
            (
                "#/board?position=3x/4/4/x1o1_x&moves=a1xc1",
                "the link: a1xc1 is not a legal move in 3x/4/4/x1o1 x: the game is over",
            ),
            ("#/board?board=4x4&at=-1", "the link: '-1' is not a number of moves"),
            ("#/board?board=4x4&mvoes=b1-b3", "the link: 'mvoes' is not a part of a link"),
            ("http://h/share/play?Board=4x4", "the link: 'Board' is not a part of a link"),
            ("what is this?", "not a position: character 1 is 'w'"),
        ] {
            let error = link.parse::<WrittenPosition>().unwrap_err().to_string();
            assert!(error.starts_with(expected), "{link}: {error}");
        }
    }
}
