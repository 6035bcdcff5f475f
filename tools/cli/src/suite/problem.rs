//! A problem: a position, what it is worth, and what is to be found.

use std::fmt;
use std::str::FromStr;

use clap::ValueEnum;
use loa_solver::{
    Move, ParseMoveError, ParsePositionError, ParseRulesError, Position, Rules, Termination, Value,
};

use super::theme::Theme;
use crate::figures::counted;

/// A won or drawn position with the moves that keep its value.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Problem {
    pub(crate) position: Position,
    pub(crate) rules: Rules,
    pub(crate) value: Value,
    /// Every move that keeps the win or the draw; as made, best first.
    pub(crate) good_moves: Vec<Move>,
    pub(crate) themes: Vec<Theme>,
}

/// Text that is no problem, by field.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub(crate) enum ProblemError {
    #[error(
        "{} where there should be five: position; rules; value; good moves; themes",
        counted(*.0 as u64, "field")
    )]
    Fields(usize),
    #[error("position: {0}")]
    Position(#[from] ParsePositionError),
    #[error("position: the game is over: {}", .0.name())]
    Over(Termination),
    #[error("rules: '{0}' is a preset's name: expected the rules id {1}")]
    Preset(String, Rules),
    #[error("rules: {0}")]
    Rules(#[from] ParseRulesError),
    #[error("value: '{0}' is none of a problem: expected \"win in N\" or \"draw\"")]
    Value(String),
    #[error("good moves: {0}")]
    Move(#[from] ParseMoveError),
    #[error("good moves: there is none")]
    NoMove,
    #[error("good moves: {0} stands there twice")]
    MoveTwice(Move),
    #[error("themes: '{0}' is none: expected only-win, long-win, greedy or only-draw")]
    Theme(String),
    #[error("themes: there is none")]
    NoTheme,
    #[error("themes: {} stands there twice", .0.name())]
    ThemeTwice(Theme),
}

impl FromStr for Problem {
    type Err = ProblemError;

    fn from_str(text: &str) -> Result<Problem, ProblemError> {
        let fields: Vec<&str> = text.split(';').collect();
        let [position, rules, value, moves, themes] = fields[..] else {
            return Err(ProblemError::Fields(fields.len()));
        };
        let position: Position = spaced_once(position).parse()?;
        let rules = read_rules(rules.trim())?;
        if let Some((over, _)) = rules.termination(&position) {
            return Err(ProblemError::Over(over));
        }
        Ok(Problem {
            position,
            rules,
            value: read_value(&spaced_once(value))?,
            good_moves: read_moves(rules, &position, moves)?,
            themes: read_themes(themes)?,
        })
    }
}

/// The words of a text with one space between them.
fn spaced_once(text: &str) -> String {
    text.split_whitespace().collect::<Vec<_>>().join(" ")
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
    let plain = |digits: &&str| digits.bytes().all(|byte| byte.is_ascii_digit());
    let plies = text.strip_prefix("win in ").filter(plain);
    let win = plies.and_then(|digits| digits.parse().ok());
    match win {
        Some(plies) if plies > 0 => Ok(Value::Win(plies)),
        _ if text == "draw" => Ok(Value::Draw),
        _ => Err(ProblemError::Value(text.to_owned())),
    }
}

fn read_moves(rules: Rules, position: &Position, text: &str) -> Result<Vec<Move>, ProblemError> {
    let mut moves = Vec::new();
    for word in text.split_whitespace() {
        let m = rules.parse_move(position, word)?;
        if moves.contains(&m) {
            return Err(ProblemError::MoveTwice(m));
        }
        moves.push(m);
    }
    if moves.is_empty() {
        return Err(ProblemError::NoMove);
    }
    Ok(moves)
}

fn read_themes(text: &str) -> Result<Vec<Theme>, ProblemError> {
    let mut themes = Vec::new();
    for word in text.split_whitespace() {
        let theme = Theme::from_str(word, false);
        let theme = theme.map_err(|_| ProblemError::Theme(word.to_owned()))?;
        if themes.contains(&theme) {
            return Err(ProblemError::ThemeTwice(theme));
        }
        themes.push(theme);
    }
    if themes.is_empty() {
        return Err(ProblemError::NoTheme);
    }
    Ok(themes)
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
            SOUND
                .replacen(from, to, 1)
                .parse::<Problem>()
                .unwrap_err()
                .to_string()
        };
        for (from, to, expected) in [
            (
                "; only-win long-win",
                "",
                "4 fields where there should be five",
            ),
            ("; a3-b4", ";; a3-b4", "6 fields"),
            ("x3/", "y3/", "position: character 5 is 'y'"),
            ("x1xo", "x1x", "position: rank 1"),
            (
                "o2o/x3/2o1/x1xo",
                "4/x3/x3/x1oo",
                "position: the game is over: both-connected",
            ),
            (
                "mover-pass",
                "club",
                "rules: 'club' is a preset's name: expected the rules id mover-pass",
            ),
            ("mover-pass", "chess", "rules: 'chess' names no rules"),
            ("mover-pass", "", "rules: ''"),
            ("win in 15", "loss in 4", "value: 'loss in 4'"),
            ("win in 15", "win", "value: 'win'"),
            ("win in 15", "win in +15", "value: 'win in +15'"),
            ("win in 15", "win in 70000", "value: 'win in 70000'"),
            ("win in 15", "win in 0", "value: 'win in 0'"),
            ("win in 15", "draw in 15", "value: 'draw in 15'"),
            ("a3-b4", "a3-b9", "good moves: 'a3-b9' is not a move"),
            ("a3-b4", "a3-d4", "good moves: a3-d4 is not a legal move"),
            (
                "a3-b4",
                "a3-b4 a3b4",
                "good moves: a3-b4 stands there twice",
            ),
            ("a3-b4", " ", "good moves: there is none"),
            ("a3-b4", "pass", "good moves: pass is not a legal move"),
            ("long-win", "fun", "themes: 'fun' is none"),
            ("long-win", "Greedy", "themes: 'Greedy' is none"),
            (
                "long-win",
                "only-win",
                "themes: only-win stands there twice",
            ),
            ("only-win long-win", "", "themes: there is none"),
        ] {
            let told = error(from, to);
            assert!(told.starts_with(expected), "{to}: {told}");
        }
    }
}
