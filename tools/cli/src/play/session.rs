//! A session: a game played, taken back, saved and loaded, until its players leave.

use std::fmt::Display;
use std::sync::Arc;
use std::time::Duration;

use loa_solver::{Color, Move, Position, Preset};
use loa_tablebase::Tablebase;

use super::built_in::BuiltIn;
use super::engine::Engine;
use super::event::Event;
use super::keeper::Keeper;
use super::opponent::{Opponent, Perfect, Random};
use super::player::Player;
use super::teller::Teller;
use crate::chance::Chance;
use crate::failure::{Failure, Status};
use crate::output;
use crate::record::{Game, Players};
use crate::review::review;

/// What a session begins with.
pub(crate) struct Settings {
    pub(crate) preset: Preset,
    pub(crate) start: Position,
    pub(crate) black: Player,
    pub(crate) white: Player,
    /// What random choices follow from.
    pub(crate) seed: u64,
    /// How long an engine may think about a move.
    pub(crate) movetime: Duration,
    pub(crate) json: bool,
}

/// Who sits at one side.
enum Seat<'a> {
    Person,
    Opponent(Box<dyn Opponent + 'a>),
}

impl<'a> Seat<'a> {
    /// The seat of a player, with the player's name.
    fn of(
        player: &Player,
        settings: &Settings,
        tables: &'a Arc<Tablebase>,
        chance: Chance,
    ) -> Result<(Seat<'a>, String), Failure> {
        let mut name = player.to_string();
        let seat = match player {
            Player::Person => Seat::Person,
            Player::Random => Seat::Opponent(Box::new(Random { chance })),
            &Player::Perfect { mistakes } => Seat::Opponent(Box::new(Perfect {
                tables,
                mistakes,
                chance,
                outside_told: false,
            })),
            Player::BuiltIn => {
                let engine = BuiltIn::new(settings.preset, tables, settings.movetime)?;
                Seat::Opponent(Box::new(engine))
            }
            Player::Engine(command) => {
                let rules = settings.preset.rules;
                let engine = Engine::start(command, rules, settings.movetime)?;
                if let Some(own) = engine.name() {
                    name = own.to_owned();
                }
                Seat::Opponent(Box::new(engine))
            }
        };
        Ok((seat, name))
    }
}

/// A game and those who play it.
pub(crate) struct Session<'a> {
    pub(super) tables: &'a Tablebase,
    pub(super) game: Game,
    black: Seat<'a>,
    white: Seat<'a>,
    pub(super) players: Players,
    seed: u64,
    pub(super) teller: Teller,
    pub(super) flipped: bool,
    /// Whether the end of the game has been told.
    end_told: bool,
    keeper: &'a Keeper,
}

/// Whether a session goes on.
#[derive(PartialEq, Eq)]
pub(super) enum Next {
    Go,
    Leave,
}

/// How a session ends that nothing has gone wrong in.
enum Parting {
    /// The game is over and nobody is there to go on, or a person leaves.
    Willing,
    /// There is no more input.
    EndOfInput,
}

impl<'a> Session<'a> {
    /// Seats the players.
    ///
    /// # Errors
    /// When an engine does not start.
    pub(crate) fn new(
        tables: &'a Arc<Tablebase>,
        settings: &Settings,
        keeper: &'a Keeper,
    ) -> Result<Session<'a>, Failure> {
        let seat = |player, number| {
            let chance = Chance::of(settings.seed, &[number]);
            Seat::of(player, settings, tables, chance)
        };
        let (black, black_name) = seat(&settings.black, 0)?;
        let (white, white_name) = seat(&settings.white, 1)?;
        Ok(Session {
            tables,
            game: Game::new(settings.preset, settings.start),
            black,
            white,
            players: Players {
                black: black_name,
                white: white_name,
            },
            seed: settings.seed,
            teller: Teller {
                json: settings.json,
            },
            flipped: false,
            end_told: false,
            keeper,
        })
    }

    /// Plays until the game is over and nobody is there to go on, or a person
    /// leaves.
    ///
    /// # Errors
    /// When tables are damaged, an engine fails, or nobody reads what is told.
    pub(crate) fn run(mut self) -> Result<(), Failure> {
        let result = self.play_on();
        let saved = match &result {
            // Nobody is left to read where the game is.
            Err(failure) if failure.status == Status::ClosedPipe => Ok(()),
            Ok(Parting::Willing) => {
                self.keeper.release();
                self.keeper.save(&self.teller)
            }
            Ok(Parting::EndOfInput) | Err(_) => self.keeper.save(&self.teller),
        };
        for seat in [self.black, self.white] {
            if let Seat::Opponent(opponent) = seat {
                opponent.leave();
            }
        }
        match (result, saved) {
            (Err(failure), Err(unsaved)) => {
                output::failure(&unsaved, self.teller.json);
                Err(failure)
            }
            (Err(failure), Ok(())) => Err(failure),
            (Ok(_), saved) => saved,
        }
    }

    fn play_on(&mut self) -> Result<Parting, Failure> {
        self.teller.tell(&Event::Start {
            game: &self.game,
            players: &self.players,
            seed: self.seed,
        })?;
        self.show()?;
        let parting = loop {
            let over = self.tell_end()?;
            if over && !self.has_person() {
                break Parting::Willing;
            }
            if !over && self.opponent_moves()? {
                continue;
            }
            let Some(line) = self.teller.ask()? else {
                break Parting::EndOfInput;
            };
            match line {
                Ok(line) if self.obey(&line)? == Next::Leave => break Parting::Willing,
                Ok(_) => {}
                Err(too_long) => self.refuse(too_long)?,
            }
        };
        self.leave()?;
        Ok(parting)
    }

    /// The game has changed.
    pub(super) fn changed(&self) {
        self.keeper.keep(&self.game, &self.players, false);
    }

    /// The game is in a file.
    pub(super) fn saved(&self) {
        self.keeper.keep(&self.game, &self.players, true);
    }

    fn seat(&self, color: Color) -> &Seat<'a> {
        match color {
            Color::Black => &self.black,
            Color::White => &self.white,
        }
    }

    /// Another game takes the place of this one.
    pub(super) fn replace_game(&mut self, game: Game) {
        self.game = game;
        self.saved();
        self.end_told = false;
        for seat in [&mut self.black, &mut self.white] {
            if let Seat::Opponent(opponent) = seat {
                opponent.begin_game();
            }
        }
    }

    pub(super) fn is_person(&self, color: Color) -> bool {
        matches!(self.seat(color), Seat::Person)
    }

    fn has_person(&self) -> bool {
        self.is_person(Color::Black) || self.is_person(Color::White)
    }

    /// Tells once how the game has ended, if it has.
    fn tell_end(&mut self) -> Result<bool, Failure> {
        let end = self.game.end();
        if let Some(end) = end.filter(|_| !self.end_told) {
            self.teller.tell(&Event::Ended(end))?;
            self.tell_history()?;
        }
        self.end_told = end.is_some();
        Ok(end.is_some())
    }

    fn tell_history(&self) -> Result<(), Failure> {
        if self.game.moves().is_empty() && self.game.resigned().is_none() {
            return Ok(());
        }
        let review = review(self.tables, &self.game)?;
        self.teller.tell(&Event::History(&review))
    }

    /// Tells the game so far if its end has not been told.
    fn leave(&self) -> Result<(), Failure> {
        if self.end_told {
            return Ok(());
        }
        let moves = self.game.moves().len();
        self.teller.tell(&Event::Unfinished { moves })?;
        self.tell_history()
    }

    /// Shows where the game stands.
    pub(super) fn show(&self) -> Result<(), Failure> {
        let turn = self.game.position().turn();
        let by = match turn {
            Color::Black => self.players.black.as_str(),
            Color::White => self.players.white.as_str(),
        };
        let goes_on = self.game.end().is_none();
        self.teller.tell(&Event::Position {
            game: &self.game,
            by: goes_on.then_some(by),
            person: goes_on && self.is_person(turn),
            flipped: self.flipped,
        })
    }

    /// Lets the side to move play; false if that is a person.
    fn opponent_moves(&mut self) -> Result<bool, Failure> {
        let seat = match self.game.position().turn() {
            Color::Black => &mut self.black,
            Color::White => &mut self.white,
        };
        let Seat::Opponent(opponent) = seat else {
            return Ok(false);
        };
        let chosen = match opponent.choose(&self.game) {
            Ok(chosen) => chosen,
            Err(failure) => {
                self.leave()?;
                return Err(failure);
            }
        };
        if let Some(note) = chosen.note {
            self.teller.tell(&Event::Note(&note))?;
        }
        self.play(chosen.played)?;
        Ok(true)
    }

    /// Plays a legal move for the side to move.
    pub(super) fn play(&mut self, played: Move) -> Result<(), Failure> {
        let color = self.game.position().turn();
        self.game.play(played)?;
        self.changed();
        let number = self.game.moves().len();
        self.teller.tell(&Event::Moved {
            number,
            color,
            played,
        })?;
        self.show()
    }

    /// Tells why what was asked for is not done.
    pub(super) fn refuse(&self, why: impl Display) -> Result<(), Failure> {
        self.teller.tell(&Event::Refused(&why.to_string()))
    }
}
