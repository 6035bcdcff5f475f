//! What a session does when a person asks for it.

use std::fs;
use std::path::Path;

use super::event::Event;
use super::input::Input;
use super::session::{Next, Session};
use crate::failure::Failure;
use crate::record::{load, to_sgf};
use crate::review::{Choice, choices, is_outside};

impl Session<'_> {
    /// Does what a line asks for. What cannot be done is told, and the session
    /// goes on.
    pub(super) fn obey(&mut self, line: &str) -> Result<Next, Failure> {
        match Input::read(line) {
            Ok(Input::Quit) => return Ok(Next::Leave),
            Ok(input) => self.obey_input(input)?,
            Err(why) => self.refuse(why)?,
        }
        Ok(Next::Go)
    }

    fn obey_input(&mut self, input: Input) -> Result<(), Failure> {
        match input {
            Input::Nothing | Input::Quit => Ok(()),
            Input::Help => self.teller.tell(&Event::Help),
            Input::Board => self.show(),
            Input::Flip => {
                self.flipped = !self.flipped;
                self.show()
            }
            Input::Move(text) => self.play_text(&text),
            Input::Moves => self.tell_moves(),
            Input::Hint => match self.known_choices()?.first() {
                Some(best) => self.teller.tell(&Event::Hint(best)),
                None => Ok(()),
            },
            Input::Values => match self.known_choices()?.as_slice() {
                [] => Ok(()),
                choices => self.teller.tell(&Event::Values {
                    preset: self.game.preset(),
                    choices,
                }),
            },
            Input::Undo => self.undo(),
            Input::Resign => match self.game.resign(self.game.position().turn()) {
                Ok(()) => {
                    self.changed();
                    Ok(())
                }
                Err(refusal) => self.refuse(refusal),
            },
            Input::Save(file) => self.save(&file),
            Input::Load(file) => self.load(&file),
        }
    }

    fn play_text(&mut self, text: &str) -> Result<(), Failure> {
        if let Some(end) = self.game.end() {
            return self.refuse(format!("the game is over: {end}"));
        }
        let rules = self.game.preset().rules;
        match rules.parse_move(self.game.position(), text) {
            Ok(played) => self.play(played),
            Err(error) => self.refuse(format!("{error} (help tells the commands)")),
        }
    }

    fn tell_moves(&self) -> Result<(), Failure> {
        let legal = match self.game.end() {
            Some(_) => Vec::new(),
            None => self.game.preset().rules.moves(self.game.position()),
        };
        self.teller.tell(&Event::Moves(&legal))
    }

    /// The moves with their values, best first; where there are none, tells why and
    /// gives none.
    fn known_choices(&self) -> Result<Vec<Choice>, Failure> {
        if let Some(end) = self.game.end() {
            self.refuse(format!("the game is over: {end}"))?;
            return Ok(Vec::new());
        }
        let repetition = self.game.preset().repetition;
        match choices(self.tables, repetition, self.game.positions()) {
            Ok(choices) => Ok(choices),
            Err(error) if is_outside(&error) => {
                let why = Failure::from(error).message;
                self.refuse(format!("no values here: {why}"))?;
                Ok(Vec::new())
            }
            Err(error) => Err(error.into()),
        }
    }

    /// Back to where a person last had a choice.
    fn undo(&mut self) -> Result<(), Failure> {
        let mut earlier = self.game.clone();
        while earlier.undo() {
            if self.is_person(earlier.position().turn()) {
                let plies = self.game.moves().len() - earlier.moves().len();
                self.game = earlier;
                self.changed();
                self.teller.tell(&Event::Undone { plies })?;
                return self.show();
            }
        }
        self.refuse("there is no move of a person's to take back")
    }

    fn save(&self, file: &Path) -> Result<(), Failure> {
        match fs::write(file, to_sgf(&self.game, &self.players)) {
            Ok(()) => {
                self.saved();
                self.teller.tell(&Event::Saved(file))
            }
            Err(error) => self.refuse(format!("{}: {error}", file.display())),
        }
    }

    /// Goes on with the game of a file, under the rules of this session.
    fn load(&mut self, file: &Path) -> Result<(), Failure> {
        let record = match load(file) {
            Ok(record) => record,
            Err(failure) => return self.refuse(failure.message),
        };
        let preset = self.game.preset();
        let named = record.preset.unwrap_or(preset);
        if (named.rules, named.repetition) != (preset.rules, preset.repetition) {
            return self.refuse(format!(
                "{} is of a game under {}, and this one is under {}",
                file.display(),
                named.name,
                preset.name
            ));
        }
        let (game, stop) = record.replay(preset);
        if let Some(stop) = stop {
            return self.refuse(format!("{}: {stop}", file.display()));
        }
        let moves = game.moves().len();
        self.replace_game(game);
        self.teller.tell(&Event::Loaded { file, moves })?;
        self.show()
    }
}
