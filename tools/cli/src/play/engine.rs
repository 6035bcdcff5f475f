//! A program that plays.

use std::time::Duration;

use loa_solver::Rules;

use super::opponent::{Chosen, Opponent};
use crate::failure::{Failure, Status};
use crate::protocol::{Client, Failed, Fault, Limit, Protocol, Setup};
use crate::record::Game;

/// How much later than its time a move may come.
const GRACE: Duration = Duration::from_secs(2);
/// How long a program may take to get ready.
const READY: Duration = Duration::from_secs(10);

/// A program that speaks the engine protocol.
pub(super) struct Engine {
    command: String,
    client: Client,
}

impl Engine {
    /// Starts it.
    ///
    /// # Errors
    /// When it cannot be started or does not get ready.
    pub(super) fn start(
        command: &str,
        rules: Rules,
        movetime: Duration,
    ) -> Result<Engine, Failure> {
        let setup = Setup {
            command: command.to_owned(),
            protocol: Protocol::Uci,
            rules,
            limit: Limit::Time(movetime),
            grace: GRACE,
            ready: READY,
            options: Vec::new(),
            interrupted: None,
        };
        let client = Client::start(&setup).map_err(|failed| failure(command, &failed))?;
        let command = command.to_owned();
        Ok(Engine { command, client })
    }

    /// What it calls itself, if it does.
    pub(super) fn name(&self) -> Option<&str> {
        self.client.name()
    }
}

impl Opponent for Engine {
    fn choose(&mut self, game: &Game) -> Result<Chosen, Failure> {
        let answer = self.client.best_move(game.start(), game.moves());
        let answer = answer.map_err(|failed| failure(&self.command, &failed))?;
        let played = answer.played;
        let note = None;
        Ok(Chosen { played, note })
    }

    fn begin_game(&mut self) {
        self.client.begin_game();
    }

    fn leave(self: Box<Self>) {
        self.client.quit();
    }
}

/// What an engine has done wrong, with the last thing it said.
fn failure(command: &str, failed: &Failed) -> Failure {
    let words = &failed.words;
    let last = words.errors.back().or(words.output.back());
    let last = last.map_or(String::new(), |line| format!("; it said last: {line:?}"));
    let fault = &failed.fault;
    let status = match fault {
        Fault::CommandLine { .. } => return Failure::new(Status::Usage, fault),
        _ => Status::Failed,
    };
    Failure::new(status, format!("the engine '{command}': {fault}{last}"))
}
