//! Problems and their text.

use std::fmt;
use std::str::FromStr;

use loa_record::text::counted;
use loa_record::{WrittenPosition, WrittenPositionError};
use loa_solver::{Move, ParseMoveError, ParseRulesError, Position, Rules, Termination, Value};
use serde::{Deserialize, Serialize};

use super::theme::{Theme, ThemeError};

/// A won or drawn position with the moves that keep its value.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[non_exhaustive]
pub struct Problem {
    /// The position.
    pub position: Position,
    /// The rules id.
    pub rules: Rules,
    /// The value of the position.
    #[serde(flatten)]
    pub value: Value,
    /// All moves that keep the win or the draw.
    pub good_moves: Vec<Move>,
    /// The themes, at least one.
    pub themes: Vec<Theme>,
}

/// Text that is not a problem, by field.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum ProblemError {
    /// The text does not have five fields.
    #[error(
        "{} where there should be five: position; rules; value; good moves; themes",
        counted(*.0 as u64, "field")
    )]
    Fields(usize),
    /// The position is wrong.
    #[error(transparent)]
    Position(#[from] WrittenPositionError),
    /// The game is over in the position.
    #[error("position: the game is over: {}", .0.name())]
    Over(Termination),
    /// The rules are the name of a preset instead of a rules id.
    #[error("rules: '{0}' is a preset's name: expected the rules id {1}")]
    Preset(String, Rules),
    /// The rules are unknown.
    #[error("rules: {0}")]
    Rules(#[from] ParseRulesError),
    /// The value is not a valid value of a problem.
    #[error("value: '{0}' is not the value of a problem: expected \"win in N\" or \"draw\"")]
    Value(String),
    /// A move is wrong.
    #[error("good moves: {0}")]
    Move(#[from] ParseMoveError),
    /// The moves are missing.
    #[error("good moves: the list is empty")]
    NoMove,
    /// A move is named twice.
    #[error("good moves: {0} is named twice")]
    MoveTwice(Move),
    /// A theme is unknown.
    #[error("themes: {0}")]
    Theme(#[from] ThemeError),
    /// The themes are missing.
    #[error("themes: the list is empty")]
    NoTheme,
    /// A theme is named twice.
    #[error("themes: {0} is named twice")]
    ThemeTwice(Theme),
}

impl FromStr for Problem {
    type Err = ProblemError;

    fn from_str(text: &str) -> Result<Problem, ProblemError> {
        let fields: Vec<&str> = text.split(';').collect();
        let [position, rules, value, moves, themes] = fields[..] else {
            return Err(ProblemError::Fields(fields.len()));
        };
        let written: WrittenPosition = position.parse()?;
        let rules = read_rules(rules.trim())?;
        let position = written.under(rules)?;
        if let Some((over, _)) = rules.termination(&position) {
            return Err(ProblemError::Over(over));
        }
        use ProblemError::{MoveTwice, NoMove, NoTheme, ThemeTwice};
        let read_move = |word: &str| Ok(rules.parse_move(&position, word)?);
        let read_theme = |word: &str| Ok(word.parse()?);
        Ok(Problem {
            position,
            rules,
            value: read_value(value)?,
            good_moves: read_distinct(moves, read_move, MoveTwice, NoMove)?,
            themes: read_distinct(themes, read_theme, ThemeTwice, NoTheme)?,
        })
    }
}

fn read_rules(text: &str) -> Result<Rules, ProblemError> {
    text.parse().map_err(|error: ParseRulesError| {
        let preset = text.parse::<loa_solver::Preset>();
        preset.map_or(ProblemError::Rules(error), |preset| {
            ProblemError::Preset(text.to_owned(), preset.rules)
        })
    })
}

fn read_value(text: &str) -> Result<Value, ProblemError> {
    let words: Vec<&str> = text.split_whitespace().collect();
    let value = match words[..] {
        ["win", "in", plies] if plies.bytes().all(|byte| byte.is_ascii_digit()) => {
            plies.parse().ok().filter(|&plies| plies > 0).map(Value::Win)
        }
        ["draw"] => Some(Value::Draw),
        _ => None,
    };
    value.ok_or_else(|| ProblemError::Value(words.join(" ")))
}

/// Reads the words of a text: at least one, and all different.
fn read_distinct<T: PartialEq>(
    text: &str,
    read: impl Fn(&str) -> Result<T, ProblemError>,
    twice: impl Fn(T) -> ProblemError,
    none: ProblemError,
) -> Result<Vec<T>, ProblemError> {
    let mut all = Vec::new();
    for word in text.split_whitespace() {
        let one = read(word)?;
        if all.contains(&one) {
            return Err(twice(one));
        }
        all.push(one);
    }
    if all.is_empty() {
        return Err(none);
    }
    Ok(all)
}

impl fmt::Display for Problem {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let moves: Vec<String> = self.good_moves.iter().map(Move::to_string).collect();
        let themes: Vec<&str> = self.themes.iter().map(|theme| theme.name()).collect();
        write!(
            f,
            "{}; {}; {}; {}; {}",
            self.position,
            self.rules,
            self.value,
            moves.join(" "),
            themes.join(" ")
        )
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const SOUND: &str = "o2o/x3/2o1/x1xo x; mover-pass; win in 15; a3-b4; only-win long-win";

    #[test]
    fn text_comes_back() {
        for text in [
            SOUND,
            "1xx1/o2o/o2o/1xx1 x; mover-pass-misere; draw; b1-d1 b4-d4 c1-a1 c4-a4; greedy",
            "x2x/4/o3/3o x; own-loss; win in 3; a4xa2; greedy",
        ] {
            let problem = text.parse::<Problem>();
            assert_eq!(problem.unwrap().to_string(), text);
        }
    }

    #[test]
    fn errors_name_the_field_and_what_is_wrong_with_it() {
        let error = |from: &str, to: &str| {
            assert!(SOUND.contains(from));
            SOUND.replacen(from, to, 1).parse::<Problem>().unwrap_err().to_string()
        };
        for (from, to, expected) in [
            ("; only-win long-win", "", "4 fields where there should be five"),
            ("; a3-b4", ";; a3-b4", "6 fields"),
            ("x3/", "y3/", "not a position: character 5 is 'y'"),
            ("x1xo", "x1x", "not a position: rank 1"),
            ("o2o/x3/2o1/x1xo", "4/x3/x3/x1oo", "position: the game is over: both-connected"),
            (
                "mover-pass",
                "club",
                "rules: 'club' is a preset's name: expected the rules id mover-pass",
            ),
            ("mover-pass", "chess", "rules: 'chess' is not a rules id"),
            ("mover-pass", "", "rules: ''"),
            ("win in 15", "loss in 4", "value: 'loss in 4'"),
            ("win in 15", "win", "value: 'win'"),
            ("win in 15", "win in +15", "value: 'win in +15'"),
            ("win in 15", "win in 70000", "value: 'win in 70000'"),
            ("win in 15", "win in 0", "value: 'win in 0'"),
            ("win in 15", "draw in 15", "value: 'draw in 15'"),
            ("a3-b4", "a3-b9", "good moves: 'a3-b9' is not a move"),
            ("a3-b4", "a3-d4", "good moves: a3-d4 is not a legal move"),
            ("a3-b4", "a3-b4 a3b4", "good moves: a3-b4 is named twice"),
            ("a3-b4", " ", "good moves: the list is empty"),
            ("a3-b4", "pass", "good moves: pass is not a legal move"),
            ("long-win", "fun", "themes: 'fun' is not a theme"),
            ("long-win", "Greedy", "themes: 'Greedy' is not a theme"),
            ("long-win", "only-win", "themes: only-win is named twice"),
            ("only-win long-win", "", "themes: the list is empty"),
        ] {
            let message = error(from, to);
            assert!(message.starts_with(expected), "{to}: {message}");
        }
    }
}
