//! A program that plays.

use std::time::Duration;

use loa_engine::client::{Limit, Setup};
use loa_engine::{Engine, Failed, Fault, Listener};
use loa_record::Game;
use loa_solver::Rules;

use super::opponent::{Chosen, Opponent};
use crate::failure::{Failure, Status};

/// The time that a move may be late.
const GRACE: Duration = Duration::from_secs(2);
/// The time for a program to get ready.
const READY: Duration = Duration::from_secs(10);

/// A program that speaks the engine protocol.
pub(super) struct EngineProgram {
    command: String,
    engine: Box<dyn Engine>,
}

impl EngineProgram {
    /// Starts the program.
    ///
    /// # Errors
    /// When the program cannot be started or does not get ready.
    pub(super) fn start(
        command: &str,
        rules: Rules,
        movetime: Duration,
        listener: Listener,
    ) -> Result<EngineProgram, Failure> {
        let mut setup = Setup::new(command);
        setup.rules = rules;
        setup.limit = Limit::Time(movetime);
        setup.grace = GRACE;
        setup.ready = READY;
        setup.listener = listener;
        let engine = setup.start().map_err(|failed| failure(command, &failed))?;
        let command = command.to_owned();
        Ok(EngineProgram { command, engine })
    }

    /// Returns the name of the engine, if it has one.
    pub(super) fn name(&self) -> Option<&str> {
        self.engine.name()
    }
}

impl Opponent for EngineProgram {
    fn choose(&mut self, game: &Game) -> Result<Chosen, Failure> {
        let answer =
            self.engine.best_move(game).map_err(|failed| failure(&self.command, &failed))?;
        Ok(Chosen { score: answer.score, ..Chosen::new(answer.played) })
    }

    fn begin_game(&mut self) {
        self.engine.begin_game();
    }

    fn leave(self: Box<Self>) {
        self.engine.quit();
    }
}

/// Returns the failure of an engine, with its last line.
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
