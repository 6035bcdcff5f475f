//! A session: games that are played, taken back and saved until the players leave.

use std::fmt::Display;
use std::time::Duration;

use loa_api::Library;
use loa_engine::alpha_beta::AlphaBeta;
use loa_engine::client::{self, Setup};
use loa_engine::protocol::command::Go;
use loa_engine::protocol::reply::Score;
use loa_engine::{Engine, EngineMove, Estimator, LevelPlayer, Listener};
use loa_record::notation::{GameTree, Players};
use loa_record::random::Pcg64;
use loa_record::{Game, Worth};
use loa_solver::{Color, Move, Stop};

use super::autosave::Autosave;
use super::dialogue::Dialogue;
use super::event::Event;
use super::opponent::{ByProof, OneNote, Perfect, any, failure_of};
use super::player_kind::PlayerKind;
use crate::failure::{Failure, Status};
use crate::output;
use crate::proof_file::read_guide;

/// The settings of a session.
pub(crate) struct SessionSettings {
    /// The game, new or to continue.
    pub(crate) game: Game,
    /// The record of a game to continue, with the names of players who take over from others.
    pub(crate) record: Option<GameTree>,
    /// The players of Black and of White.
    pub(crate) players: [PlayerKind; 2],
    /// The seed for random choices.
    pub(crate) seed: u64,
    /// The time that an engine has for a move.
    pub(crate) movetime: Duration,
    pub(crate) json: bool,
}

/// The time by which the move of another program may be late.
const GRACE: Duration = Duration::from_secs(2);
/// The time that another program has to get ready.
const READY: Duration = Duration::from_secs(10);

/// Returns the place of a colour in lists of Black and White.
fn place(color: Color) -> usize {
    usize::from(color == Color::White)
}

/// Returns the name of a colour's player.
fn name_of(players: &Players, color: Color) -> &str {
    if color == Color::Black { &players.black } else { &players.white }
}

/// Returns the player of a colour (`None` for a person) and its name.
fn player<'a>(
    color: Color,
    settings: &SessionSettings,
    library: &'a Library,
    listener: Listener,
) -> Result<(Option<Box<dyn Engine + 'a>>, String), Failure> {
    let (kind, preset) = (&settings.players[place(color)], settings.game.preset());
    let mut chance = Pcg64::of(settings.seed, &[place(color) as u64]);
    let tables = || library.engine_tables(preset);
    let built_in = |listener| -> Result<AlphaBeta, Failure> {
        let memory = AlphaBeta::DEFAULT_MEBIBYTES;
        let mut engine = AlphaBeta::up_to(preset, Some(tables()), memory)?;
        engine.listen(listener);
        Ok(engine)
    };
    let mut name = kind.to_string();
    let player: Box<dyn Engine> = match kind {
        PlayerKind::Person => return Ok((None, name)),
        PlayerKind::Random => Box::new(move |game: &Game| any(&mut chance, &game.legal_moves())),
        &PlayerKind::Perfect { mistakes } => {
            let tables = library.tables.of(preset.rules);
            Box::new(Perfect { tables, mistakes, chance, note: OneNote::default() })
        }
        PlayerKind::BuiltIn => Box::new(built_in(listener)?),
        &PlayerKind::Level(level) => {
            Box::new(LevelPlayer::new(level, preset, Some(tables()), chance)?)
        }
        PlayerKind::Engine(command) => {
            let mut setup = Setup::new(command);
            (setup.grace, setup.ready, setup.listener) = (GRACE, READY, listener);
            let engine = client::start(&setup, preset.rules);
            let engine = engine.map_err(|failed| failure_of(kind, failed))?;
            if let Some(own) = engine.name() {
                name = own.to_owned();
            }
            engine
        }
        PlayerKind::Proof(file) => {
            let start = settings.game.start();
            let (name, guide) = match file {
                Some(file) => (file.display().to_string(), read_guide(file, preset.rules)?),
                None => library.certificate_of_win(start, color, preset)?,
            };
            Box::new(ByProof::new(name, guide, (color, start), built_in(listener)?)?)
        }
    };
    Ok((Some(player), name))
}

/// A game and its players.
pub(crate) struct Session<'a> {
    pub(super) library: &'a Library,
    /// The engine for hints and values of positions without tables.
    pub(super) estimator: Estimator,
    pub(super) settings: SessionSettings,
    pub(super) game: Game,
    /// The record that the game continues; it has no moves if the game is new.
    record: GameTree,
    /// The players of Black and of White, `None` for a person.
    sides: [Option<Box<dyn Engine + 'a>>; 2],
    pub(super) players: Players,
    pub(super) dialogue: Dialogue,
    pub(super) flipped: bool,
    /// True if the end of the game has been printed.
    end_shown: bool,
    autosave: &'a Autosave,
}

impl<'a> Session<'a> {
    /// Returns a session with its players.
    ///
    /// # Errors
    /// If an engine does not start, or a certificate does not prove the win.
    pub(crate) fn new(
        library: &'a Library,
        mut settings: SessionSettings,
        autosave: &'a Autosave,
    ) -> Result<Session<'a>, Failure> {
        let dialogue = Dialogue::new(settings.json);
        let listener = dialogue.thinking.listener();
        let (black, black_name) = player(Color::Black, &settings, library, listener.clone())?;
        let (white, white_name) = player(Color::White, &settings, library, listener.clone())?;
        let players = Players { black: black_name, white: white_name };
        let record = settings.record.take();
        Ok(Session {
            library,
            estimator: library.estimator(settings.game.preset())?.heard_by(listener),
            game: settings.game.clone(),
            record: record.unwrap_or_else(|| GameTree::of(&settings.game, &players)),
            settings,
            sides: [black, white],
            players,
            dialogue,
            flipped: false,
            end_shown: false,
            autosave,
        })
    }

    /// Plays until a person leaves, or until the game is over and no player is a person.
    ///
    /// # Errors
    /// If tables are damaged, or an engine or output fails.
    pub(crate) fn run(mut self) -> Result<(), Failure> {
        let result = self.play_on();
        let saved = match &result {
            // The path of a saved game cannot be printed: the reader is gone.
            Err(failure) if failure.status == Status::ClosedPipe => Ok(()),
            Ok(()) | Err(_) => self.autosave.save(&self.dialogue),
        };
        self.sides.into_iter().flatten().for_each(|opponent| opponent.quit());
        if let (Err(_), Err(unsaved)) = (&result, &saved) {
            output::failure(unsaved, self.dialogue.json);
        }
        result.and(saved)
    }

    fn play_on(&mut self) -> Result<(), Failure> {
        self.dialogue.print(&Event::Start {
            board: self.game.start().board(),
            rules: self.game.preset().rules,
            preset: self.game.preset().name,
            position: *self.game.start(),
            black: &self.players.black,
            white: &self.players.white,
            seed: self.settings.seed,
            game: &self.game,
        })?;
        self.show()?;
        loop {
            let over = self.print_end()?;
            if over && !self.has_person() {
                break;
            }
            if !over && self.opponent_moves()? {
                continue;
            }
            let Some(line) = self.dialogue.read_line()? else {
                break;
            };
            match line {
                Ok(line) if self.execute(&line)?.is_break() => break,
                Ok(_) => {}
                Err(too_long) => self.refuse(too_long)?,
            }
        }
        self.leave()
    }

    /// Records that the game has changed.
    pub(super) fn changed(&self) {
        self.autosave.update(&self.game, || self.record.with(&self.game).to_sgf());
    }

    /// Begins a new game from the start. Saves an unsaved game first.
    pub(super) fn begin_anew(&mut self) -> Result<(), Failure> {
        self.autosave.save(&self.dialogue)?;
        self.game = Game::new(self.game.preset(), *self.game.start());
        self.record = GameTree::of(&self.game, &self.players);
        self.changed();
        self.end_shown = false;
        self.sides.iter_mut().flatten().for_each(|opponent| opponent.begin_game());
        self.show()
    }

    pub(super) fn is_person(&self, color: Color) -> bool {
        self.sides[place(color)].is_none()
    }

    fn has_person(&self) -> bool {
        self.is_person(Color::Black) || self.is_person(Color::White)
    }

    /// Prints the end of a game that is over, once. `true` if it is over.
    fn print_end(&mut self) -> Result<bool, Failure> {
        let end = self.game.end();
        if let Some(end) = end.filter(|_| !self.end_shown) {
            let (result, reason) = (end.result(), end.reason());
            self.dialogue.print(&Event::Ended { result, reason, end })?;
            self.print_history()?;
        }
        self.end_shown = end.is_some();
        Ok(end.is_some())
    }

    fn print_history(&self) -> Result<(), Failure> {
        if self.game.moves().is_empty() && self.game.conceded().is_none() {
            return Ok(());
        }
        self.dialogue.print(&Event::History(&self.library.review(&self.game)?))
    }

    /// Prints the game so far unless its end has been printed.
    fn leave(&self) -> Result<(), Failure> {
        if self.end_shown {
            return Ok(());
        }
        let moves = self.game.moves().len();
        self.dialogue.print(&Event::Unfinished { moves })?;
        self.print_history()
    }

    /// Prints the current position.
    pub(super) fn show(&self) -> Result<(), Failure> {
        let turn = self.game.position().turn();
        let by = name_of(&self.players, turn);
        let goes_on = self.game.end().is_none();
        self.dialogue.print(&Event::Position {
            position: *self.game.position(),
            to_move: turn,
            game: &self.game,
            by: goes_on.then_some(by),
            person: goes_on && self.is_person(turn),
            flipped: self.flipped,
        })
    }

    /// Lets the side to move play. Returns false if that side is a person.
    fn opponent_moves(&mut self) -> Result<bool, Failure> {
        let turn = self.game.position().turn();
        let Some(opponent) = &mut self.sides[place(turn)] else {
            return Ok(false);
        };
        let name = name_of(&self.players, turn);
        let go = Go { movetime: Some(self.settings.movetime), ..Go::default() };
        let choose = || opponent.best_move_within(&self.game, &go, &Stop::default());
        let answer = self.dialogue.thinking.during(name, choose);
        let note = opponent.take_note();
        let EngineMove { played, score, .. } = match answer {
            Ok(answer) => answer,
            Err(failed) => {
                self.leave()?;
                return Err(failure_of(&self.settings.players[place(turn)], failed));
            }
        };
        if let Some(note) = note {
            self.dialogue.print(&Event::Note { message: &note })?;
        }
        self.play(played, score)?;
        Ok(true)
    }

    /// Plays a legal move for the side to move, with the score that an engine gave it.
    pub(super) fn play(&mut self, played: Move, score: Option<Score>) -> Result<(), Failure> {
        let side = self.game.position().turn();
        self.game.play(played)?;
        self.changed();
        self.dialogue.print(&Event::Moved {
            number: self.game.moves().len(),
            side,
            r#move: played,
            capture: played.is_capture(),
            worth: score.map(Worth::from),
        })?;
        self.show()
    }

    /// Prints the reason for which a command is refused.
    pub(super) fn refuse(&self, why: impl Display) -> Result<(), Failure> {
        self.dialogue.print(&Event::Refused { message: &why.to_string() })
    }
}
