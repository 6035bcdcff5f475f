//! Lines that a person types.

use std::path::PathBuf;

/// A line that a person has typed.
#[derive(Debug, PartialEq, Eq)]
pub(super) enum Input {
    Nothing,
    Move(String),
    Hint,
    Values,
    Undo,
    New,
    Flip,
    Board,
    Moves,
    Rules,
    Save(PathBuf),
    Load(PathBuf),
    Resign,
    Help,
    Quit,
}

/// The commands of a person, for people.
pub(super) const HELP: &[&str] = &[
    "b1-d3, c3xa3, c3:a3, c3a3 or pass  plays a move",
    "hint         the best move, by the engine where tables end",
    "values       every move with its value and distance, best first, or with an estimate",
    "moves        the legal moves",
    "rules        the rules of the game",
    "undo         back to a person's last choice",
    "new          another game from the start; one that is not over is saved first",
    "flip         the board from the other side",
    "board        the board once more",
    "save FILE    writes the game as SGF, over what is there",
    "load FILE    continues a game in SGF or a list of moves",
    "resign       gives the game up, whatever it is worth",
    "quit         leaves; the end of input does too, and saves a game that is not over",
];

impl Input {
    /// Reads a line. A line that is not a command should be a move.
    pub(super) fn read(line: &str) -> Result<Input, String> {
        let line = line.trim();
        let (word, rest) = line.split_once(char::is_whitespace).unwrap_or((line, ""));
        let rest = rest.trim();
        let command = match word.to_ascii_lowercase().as_str() {
            "" => Input::Nothing,
            "hint" => Input::Hint,
            "values" => Input::Values,
            "undo" => Input::Undo,
            "new" => Input::New,
            "flip" => Input::Flip,
            "board" => Input::Board,
            "moves" => Input::Moves,
            "rules" => Input::Rules,
            "resign" => Input::Resign,
            "help" | "?" => Input::Help,
            "quit" | "exit" => Input::Quit,
            "save" | "load" if rest.is_empty() => {
                return Err(format!("{word} needs the name of a file"));
            }
            "save" => return Ok(Input::Save(PathBuf::from(rest))),
            "load" => return Ok(Input::Load(PathBuf::from(rest))),
            _ => return Ok(Input::Move(line.to_ascii_lowercase())),
        };
        match rest {
            "" => Ok(command),
            _ => Err(format!("{word} takes nothing after it, and here is '{rest}'")),
        }
    }
}

#[cfg(test)]
mod tests {
    use loa_solver::Rules;
    use proptest::prelude::*;

    use super::*;

    #[test]
    fn lines_are_commands_or_moves() {
        assert_eq!(Input::read("  "), Ok(Input::Nothing));
        assert_eq!(Input::read("HINT "), Ok(Input::Hint));
        assert_eq!(Input::read(" B1-D3"), Ok(Input::Move("b1-d3".to_owned())));
        assert_eq!(Input::read("save my game.sgf"), Ok(Input::Save("my game.sgf".into())));
        assert!(Input::read("save").is_err());
        assert!(Input::read("hint me").is_err());
        assert_eq!(Input::read("?"), Ok(Input::Help));
    }

    proptest! {
        #[test]
        fn any_line_is_a_command_or_a_move_or_refused(line in ".*", short in "[a-h1-8xX:\\- pas]{0,8}") {
            let position = "1xx1/o2o/o2o/1xx1 x".parse().unwrap();
            for line in [line, short] {
                if let Ok(Input::Move(text)) = Input::read(&line) {
                    let _ = Rules::default().parse_move(&position, &text);
                }
            }
        }
    }

    #[test]
    fn every_command_is_in_the_help() {
        for command in
            ["hint", "values", "moves", "rules", "undo", "new", "flip", "board", "save", "load"]
        {
            assert!(HELP.iter().any(|line| line.starts_with(command)), "{command}");
        }
    }
}
