//! The setup of programs that play: how to start and how to ask them.

use std::sync::Arc;
use std::time::Duration;

use loa_solver::Stop;
use serde::{Deserialize, Serialize};

use super::command_line;
use super::log::{DialogueLog, LogPage};
use super::program::Program;
use crate::fault::{Failed, Fault};
use crate::listener::Listener;
use crate::protocol::command::Go;

/// The protocol of a program.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
#[non_exhaustive]
pub enum Protocol {
    /// The UCI-like protocol, for every board and all rules.
    #[default]
    Uci,
    /// CodinGame's Lines of Action protocol, for 8x8 under mover-pass.
    Codingame,
}

impl Protocol {
    /// Returns `uci` or `codingame`.
    pub const fn name(self) -> &'static str {
        match self {
            Protocol::Uci => "uci",
            Protocol::Codingame => "codingame",
        }
    }
}

/// The limit of a search. CodinGame's protocol does not send it and supports only times.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
#[non_exhaustive]
pub enum Limit {
    /// The time for a move.
    Time(Duration),
    /// The depth in plies.
    Depth(u32),
    /// The number of positions searched.
    Nodes(u64),
}

impl Limit {
    /// Returns the limit as part of a command.
    pub fn go(self) -> Go {
        let mut go = Go::default();
        match self {
            Limit::Time(time) => go.movetime = Some(time),
            Limit::Depth(plies) => go.depth = Some(plies),
            Limit::Nodes(nodes) => go.nodes = Some(nodes),
        }
        go
    }
}

/// The setup of a program that plays: how to start and how to ask it.
///
/// # Examples
///
/// ```no_run
/// use std::time::Duration;
///
/// use loa_engine::client::{self, Limit, Setup};
/// use loa_record::Game;
///
/// let mut setup = Setup::new("loa engine --no-tables");
/// setup.limit = Limit::Time(Duration::from_millis(500));
/// let game = Game::new(Default::default(), "1xxx1/o3o/o3o/o3o/1xxx1 x".parse()?);
/// let mut engine = client::start(&setup, game.preset().rules)?;
/// println!("{}", engine.best_move(&game)?.played);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Debug)]
#[non_exhaustive]
pub struct Setup {
    /// The command line, which is split into words as by a shell.
    pub command: String,
    /// The protocol that the program speaks.
    pub protocol: Protocol,
    /// The limit of each search.
    pub limit: Limit,
    /// The time by which an answer may be late. If the limit is not a time, the total time for an
    /// answer.
    pub grace: Duration,
    /// The time to become ready, at first and before each game. In CodinGame's protocol, which has
    /// no handshake, the time for the first move of a game.
    pub ready: Duration,
    /// Options to set, by name and value.
    pub options: Vec<(String, String)>,
    /// Ends all waiting for the program.
    pub stop: Stop,
    /// The log of the dialogues with the program; `None` for no log.
    pub log: Option<Arc<DialogueLog>>,
    /// The listener for the program's reports on its searches.
    pub listener: Listener,
}

impl Setup {
    /// Returns the setup of a program, with a tenth of a second for each move.
    pub fn new(command: impl Into<String>) -> Setup {
        Setup {
            command: command.into(),
            protocol: Protocol::default(),
            limit: Limit::Time(Duration::from_millis(100)),
            grace: Duration::from_secs(1),
            ready: Duration::from_secs(10),
            options: Vec::new(),
            stop: Stop::default(),
            log: None,
            listener: Listener::default(),
        }
    }

    /// Returns the time to wait for a move.
    pub(super) fn patience(&self) -> Duration {
        match self.limit {
            Limit::Time(time) => time + self.grace,
            Limit::Depth(_) | Limit::Nodes(_) => self.grace,
        }
    }

    /// Returns the words of the command line.
    ///
    /// # Errors
    /// If it cannot start a program.
    pub fn words(&self) -> Result<Vec<String>, Fault> {
        command_line::words(&self.command)
            .map_err(|why| Fault::CommandLine { command: self.command.clone(), why })
    }

    /// Starts the program.
    pub(super) fn start_program(&self) -> Result<Program, Failed> {
        let words = self.words()?;
        Program::start(&words, self.stop.clone(), LogPage::of(self.log.as_ref(), &words)).map_err(
            |source| {
                let program = words[0].clone();
                Fault::NotStarted { program, source }.into()
            },
        )
    }
}
