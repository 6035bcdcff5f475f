//! The engine's side of the protocol of UCI's shape.

use std::collections::TryReserveError;
use std::io::{self, BufReader};
use std::path::PathBuf;
use std::sync::Arc;

use loa_solver::{Board, ParseBoardError, Position, Preset, Rules};
use loa_tablebase::Tablebase;

use super::command::{Command, CommandError, Go};
use super::listen::{Request, Requests};
use super::words::{Info, NO_MOVE, Reply, option};
use crate::engine::{Engine, Game, StopSign, Tables};
use crate::failure::{Failure, Status};
use crate::output;

/// What can be set.
#[derive(Clone, Debug)]
pub(crate) struct Settings {
    pub(crate) preset: Preset,
    /// The folder of tables; what it lacks may be built into the program.
    pub(crate) folder: PathBuf,
    pub(crate) use_tables: bool,
    /// Whether the search may wait until a table is read.
    pub(crate) wait: bool,
    /// Bytes of unpacked tables to keep.
    pub(crate) cache: usize,
    /// MiB for positions seen.
    pub(crate) hash: usize,
}

/// MiB that can be asked for.
pub(crate) const HASH: std::ops::RangeInclusive<usize> = 1..=4096;

impl Settings {
    /// An engine with these settings.
    pub(crate) fn engine(&self) -> Result<Engine, TryReserveError> {
        let tables = self.use_tables.then(|| {
            let options = Tablebase::options().cache_bytes(self.cache);
            let tablebase = options.open(&self.folder, self.preset.rules);
            Tables::new(tablebase, self.wait)
        });
        Engine::new(self.preset, tables, self.hash)
    }

    /// Sets an option by its name.
    fn set(&mut self, name: &str, value: &str) -> Result<(), String> {
        let is = |option: &str| name.eq_ignore_ascii_case(option);
        if is(option::RULES) {
            let preset = value.to_ascii_lowercase().parse::<Preset>();
            self.preset = preset.map_err(|error| error.to_string())?;
        } else if is(option::TABLES) {
            self.folder = value.into();
        } else if is(option::USE_TABLES) {
            self.use_tables = read_check(value)?;
        } else if is(option::TABLES_WAIT) {
            self.wait = read_check(value)?;
        } else if is(option::HASH) {
            let number = value.parse().ok().filter(|number| HASH.contains(number));
            self.hash = number.ok_or_else(|| {
                format!(
                    "'{value}' is no number from {} to {}",
                    HASH.start(),
                    HASH.end()
                )
            })?;
        } else {
            return Err("there is no such option".to_owned());
        }
        Ok(())
    }

    /// What can be set and how it is now, as the protocol tells it.
    fn options(&self) -> [Reply; 5] {
        let presets = Preset::ALL.iter().map(|preset| preset.name);
        let ids = Rules::all().map(Rules::id);
        let rules: String = presets
            .chain(ids)
            .map(|name| format!(" var {name}"))
            .collect();
        let (least, most) = (HASH.start(), HASH.end());
        [
            (
                option::RULES,
                format!("combo default {}{rules}", self.preset.name),
            ),
            (
                option::TABLES,
                format!("string default {}", self.folder.display()),
            ),
            (
                option::USE_TABLES,
                format!("check default {}", self.use_tables),
            ),
            (option::TABLES_WAIT, format!("check default {}", self.wait)),
            (
                option::HASH,
                format!("spin default {} min {least} max {most}", self.hash),
            ),
        ]
        .map(|(name, kind)| Reply::Option {
            name: name.to_owned(),
            kind,
        })
    }
}

fn read_check(value: &str) -> Result<bool, String> {
    match value.to_ascii_lowercase().as_str() {
        "true" => Ok(true),
        "false" => Ok(false),
        _ => Err(format!("'{value}' is neither true nor false")),
    }
}

/// What has been said so far, as far as it matters.
struct Conversation {
    settings: Settings,
    engine: Engine,
    /// `None` when the last position made no sense: nothing is then said about
    /// any other.
    game: Option<Game>,
}

/// Answers standard input until it says `quit` or ends.
pub(crate) fn run(settings: Settings) -> Result<(), Failure> {
    let engine = settings.engine();
    let mut conversation = Conversation {
        engine: engine.map_err(|error| Failure::new(Status::Failed, error))?,
        settings,
        game: first_game()?,
    };
    let requests = Requests::of(BufReader::new(io::stdin()));
    while let Some(request) = requests.next() {
        match request {
            Request::Think(go, stop) => {
                let answer = conversation.think(&go, &stop);
                requests.done(&stop);
                output::line(answer?)?;
            }
            Request::Command(Command::Quit) => break,
            Request::Command(command) => conversation.obey(command)?,
            Request::Nonsense(error) => {
                if !matches!(error, CommandError::NoOption) {
                    conversation.game = None;
                }
                tell(error)?;
            }
        }
    }
    Ok(())
}

/// What is asked about before any `position`.
fn first_game() -> Result<Option<Game>, Failure> {
    Ok(Some(Game::new(
        Board::new(8, 8).map_err(ParseBoardError::from)?.start(),
    )))
}

fn tell(text: impl std::fmt::Display) -> Result<(), Failure> {
    output::line(Reply::Info(Info::string(text)))
}

impl Conversation {
    fn obey(&mut self, command: Command) -> Result<(), Failure> {
        match command {
            Command::Uci => {
                let (name, author) = (env!("CARGO_PKG_VERSION"), "the loa project");
                for (what, text) in [("name", format!("loa {name}")), ("author", author.into())] {
                    let what = what.to_owned();
                    output::line(Reply::Id { what, text })?;
                }
                for option in self.settings.options() {
                    output::line(option)?;
                }
                output::line(Reply::UciOk)
            }
            Command::IsReady => output::line(Reply::ReadyOk),
            Command::NewGame => {
                self.game = first_game()?;
                Ok(())
            }
            Command::SetOption { name, value } => self.set(&name, &value),
            Command::Position { root, moves } => self.set_up(root, &moves),
            // What ends thinking has been heard by whoever listens.
            Command::Go(_) | Command::Stop | Command::Quit => Ok(()),
        }
    }

    fn set(&mut self, name: &str, value: &str) -> Result<(), Failure> {
        let mut settings = self.settings.clone();
        let made = settings.set(name, value).and_then(|()| {
            let engine = settings.engine();
            engine.map_err(|error| error.to_string())
        });
        match made {
            Ok(engine) => {
                (self.settings, self.engine) = (settings, engine);
                Ok(())
            }
            Err(error) => tell(format!("setoption {name}: {error}")),
        }
    }

    fn set_up(&mut self, root: Position, moves: &[String]) -> Result<(), Failure> {
        let mut game = Game::new(root);
        let rules = self.settings.preset.rules;
        for text in moves {
            if let Err(error) = game.play_text(rules, text) {
                self.game = None;
                return tell(error);
            }
        }
        self.game = Some(game);
        Ok(())
    }

    /// Thinks, telling how it goes; the answer.
    fn think(&mut self, go: &Go, stop: &Arc<StopSign>) -> Result<Reply, Failure> {
        let Some(game) = &self.game else {
            tell("there is no position: the last one made no sense")?;
            return Ok(Reply::BestMove(NO_MOVE.to_owned()));
        };
        let mut told = Ok(());
        let thought = self.engine.think(game, go, stop, &mut |info| {
            if told.is_ok() {
                told = output::line(Reply::Info(info));
            }
            if told.is_err() {
                // Nobody listens any more.
                stop.tell();
            }
        });
        told?;
        if go.infinite {
            stop.wait();
        }
        let best = thought
            .best
            .map_or(NO_MOVE.to_owned(), |best| best.to_string());
        Ok(Reply::BestMove(best))
    }
}
