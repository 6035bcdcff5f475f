//! The commands of a person in a session.

use std::ops::ControlFlow;

use clap::ValueEnum;
use loa_api::Analysis;
use loa_record::rules_lines;

use super::event::Event;
use super::session::Session;
use crate::failure::Failure;

/// The name of the built-in engine, which answers if no table covers a position.
const ENGINE: &str = "the engine";

impl Session<'_> {
    /// Executes a line. Returns whether the session continues; it does so after a command that is
    /// refused.
    pub(super) fn execute(&mut self, line: &str) -> Result<ControlFlow<()>, Failure> {
        match Input::read(line) {
            Ok(Input::Quit) => return Ok(ControlFlow::Break(())),
            Ok(input) => self.execute_input(input)?,
            Err(why) => self.refuse(why)?,
        }
        Ok(ControlFlow::Continue(()))
    }

    fn execute_input(&mut self, input: Input) -> Result<(), Failure> {
        if let Some(end) = self.game.end()
            && matches!(input, Input::Move(_) | Input::Hint | Input::Values)
        {
            return self.refuse(format!("the game is over: {end}"));
        }
        match input {
            Input::Nothing | Input::Quit => Ok(()),
            Input::Help => self.dialogue.print(&Event::Help { commands: HELP }),
            Input::Board => self.show(),
            Input::Flip => {
                self.flipped = !self.flipped;
                self.show()
            }
            Input::Move(text) => self.play_text(&text),
            Input::Moves => self.dialogue.print(&Event::Moves { moves: self.game.legal_moves() }),
            Input::Rules => {
                let preset = self.game.preset();
                self.dialogue
                    .print(&Event::Rules { preset: preset.name, text: rules_lines(preset) })
            }
            Input::Hint => self.print_hint(),
            Input::Values => self.print_values(),
            Input::Undo => self.undo(),
            Input::New => self.begin_anew(),
            Input::Resign => match self.game.resign(self.game.position().turn()) {
                Ok(()) => {
                    self.changed();
                    Ok(())
                }
                Err(refusal) => self.refuse(refusal),
            },
        }
    }

    fn play_text(&mut self, text: &str) -> Result<(), Failure> {
        let rules = self.game.preset().rules;
        match rules.parse_move(self.game.position(), text) {
            Ok(played) => self.play(played, None),
            Err(error) => self.refuse(format!("{error} (help lists the commands)")),
        }
    }

    /// Prints the best move according to the tables, or else to the engine.
    fn print_hint(&mut self) -> Result<(), Failure> {
        let known = self.known()?;
        known.moves.first().map_or(Ok(()), |best| self.dialogue.print(&Event::Hint(best)))
    }

    /// Prints every move with its value from the tables, or else with the engine's estimate.
    fn print_values(&mut self) -> Result<(), Failure> {
        let known = self.known()?;
        let words = known.heading("moves");
        self.dialogue.print(&Event::Values { words, moves: &known.moves })?;
        let remark = known.remark();
        remark.map_or(Ok(()), |message| self.dialogue.print(&Event::Note { message: &message }))
    }

    /// Returns what is known of the position: by the tables, else by a certificate and the engine.
    fn known(&mut self) -> Result<Analysis, Failure> {
        let mut known = self.library.known(&self.game)?;
        if let Some(failure) = known.failure.take_if(|failure| !failure.is_uncovered()) {
            return Err(failure);
        }
        if known.failure.is_none() {
            return Ok(known);
        }
        let (estimator, game, movetime) = (&mut self.estimator, &self.game, self.settings.movetime);
        let thinking = &self.dialogue.thinking;
        known.learn(thinking.during(ENGINE, || estimator.moves(game, movetime)));
        Ok(known)
    }

    /// Goes back to the last choice of a person.
    fn undo(&mut self) -> Result<(), Failure> {
        let mut earlier = self.game.clone();
        while earlier.undo() {
            if self.is_person(earlier.position().turn()) {
                let plies = self.game.moves().len() - earlier.moves().len();
                self.game = earlier;
                self.changed();
                self.dialogue.print(&Event::Undone { plies })?;
                return self.show();
            }
        }
        self.refuse("no move of a person to take back")
    }
}

/// A line typed by a person: a command by its name, or a move.
#[derive(Clone, Debug, PartialEq, Eq, clap::ValueEnum)]
enum Input {
    #[value(name = "")]
    Nothing,
    #[value(skip)]
    Move(String),
    Hint,
    Values,
    Undo,
    New,
    Flip,
    Board,
    Moves,
    Rules,
    Resign,
    #[value(alias = "?")]
    Help,
    #[value(alias = "exit")]
    Quit,
}

/// The commands of a person, as help.
const HELP: &[&str] = &[
    "b1-d3, c3xa3, c3-a3, c3a3 or pass  plays a move",
    "hint         the best move, by tables or else by the engine",
    "values       every move with its value and distance or an estimate, best first",
    "moves        the legal moves",
    "rules        the rules of the game",
    "undo         takes back moves to a person's last choice",
    "new          begins another game; an unfinished one is saved first",
    "flip         turns the board round",
    "board        shows the board again",
    "resign       gives up the game",
    "quit         leaves, like the end of input; an unfinished game is saved",
];

impl Input {
    /// Reads a line. A line that is not a command is read as a move.
    fn read(line: &str) -> Result<Input, String> {
        let line = line.trim();
        let (word, rest) = line.split_once(char::is_whitespace).unwrap_or((line, ""));
        match (Input::from_str(word, true), rest.trim()) {
            (Ok(command), "") => Ok(command),
            (Ok(_), rest) => Err(format!("{word} takes no argument, but got '{rest}'")),
            (Err(_), _) => Ok(Input::Move(line.to_ascii_lowercase())),
        }
    }
}

#[cfg(test)]
mod tests {
    use loa_record::random::Pcg64;
    use loa_solver::Rules;

    use super::*;

    #[test]
    fn lines_are_commands_or_moves() {
        assert_eq!(Input::read("  "), Ok(Input::Nothing));
        assert_eq!(Input::read("HINT "), Ok(Input::Hint));
        assert_eq!(Input::read(" B1-D3"), Ok(Input::Move("b1-d3".to_owned())));
        assert!(Input::read("hint me").is_err());
        assert_eq!(Input::read("?"), Ok(Input::Help));
    }

    #[test]
    fn any_line_is_a_command_or_a_move_or_refused() {
        let parts = [
            "hint", "undo", "a", "B1", "h8", "9", "-", "x", "X", ":", " ", "pas", "s", "\\", "\0",
            "é", "ß", "\u{202e}",
        ];
        let position = "1xx1/o2o/o2o/1xx1 x".parse().unwrap();
        for seed in 0..1000 {
            let mut chance = Pcg64::of(seed, &[]);
            let line = (0..chance.below(8)).filter_map(|_| chance.pick(&parts).copied());
            if let Ok(Input::Move(text)) = Input::read(&line.collect::<String>()) {
                let _ = Rules::default().parse_move(&position, &text);
            }
        }
    }

    #[test]
    fn every_command_is_in_the_help() {
        for command in ["hint", "values", "moves", "rules", "undo", "new", "flip", "board"] {
            assert!(HELP.iter().any(|line| line.starts_with(command)), "{command}");
        }
    }
}
