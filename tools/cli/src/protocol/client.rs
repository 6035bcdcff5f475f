//! The side of the protocols that asks: an engine started from a command line,
//! and its moves.

use std::sync::atomic::AtomicBool;
use std::time::Duration;

use loa_solver::{Move, ParseMoveError, Position, Rules};

use super::codingame_client::CodinGame;
use super::command::Go;
use super::command_line;
use super::fault::{Failed, Fault};
use super::option::Remark;
use super::program::{LastWords, Program};
use super::uci_client::Uci;
use super::words::Score;

/// How an engine is talked to.
#[derive(clap::ValueEnum, Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Protocol {
    /// UCI's shape, for every board and all rules
    Uci,
    /// CodinGame's Lines of Action protocol, which is for 8x8 under mover-pass
    Codingame,
}

/// How long an engine may search. CodinGame's protocol says nothing of it to the
/// engine, and knows times alone.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Limit {
    Time(Duration),
    Depth(u32),
    Nodes(u64),
}

impl Limit {
    /// The search that it allows.
    pub(super) fn go(self) -> Go {
        let mut go = Go::default();
        match self {
            Limit::Time(time) => go.movetime = Some(time),
            Limit::Depth(plies) => go.depth = Some(plies),
            Limit::Nodes(nodes) => go.nodes = Some(nodes),
        }
        go
    }
}

/// An engine, how it is started and how it is asked.
#[derive(Clone, Debug)]
pub(crate) struct Setup {
    /// Its command line, in words split as a shell splits them.
    pub(crate) command: String,
    pub(crate) protocol: Protocol,
    pub(crate) rules: Rules,
    pub(crate) limit: Limit,
    /// How much later than its time an answer may come; where the limit is no
    /// time, how late at all.
    pub(crate) grace: Duration,
    /// How long it may take to be ready, at first and before each game. With
    /// CodinGame's protocol, which has no handshake, the time for the first move
    /// of a game instead.
    pub(crate) ready: Duration,
    /// Options to set, by name and value.
    pub(crate) options: Vec<(String, String)>,
    /// Once it is set no answer is waited for any more.
    pub(crate) interrupted: Option<&'static AtomicBool>,
}

/// An engine's answer.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Answer {
    pub(crate) played: Move,
    /// What it takes the position to be worth, if it tells.
    pub(crate) score: Option<Score>,
}

/// An engine that can be asked for moves.
pub(crate) enum Client {
    Uci(Uci),
    CodinGame(CodinGame),
}

impl Setup {
    /// How long to wait for a move.
    pub(super) fn patience(&self) -> Duration {
        match self.limit {
            Limit::Time(time) => time + self.grace,
            Limit::Depth(_) | Limit::Nodes(_) => self.grace,
        }
    }

    /// The words of the command line.
    ///
    /// # Errors
    /// When its text is at fault.
    pub(crate) fn words(&self) -> Result<Vec<String>, Fault> {
        command_line::words(&self.command).map_err(|why| Fault::CommandLine {
            command: self.command.clone(),
            why,
        })
    }

    pub(super) fn start(&self) -> Result<Program, Failed> {
        let silent = |fault| Failed {
            fault,
            words: LastWords::default(),
        };
        let words = self.words().map_err(silent)?;
        Program::start(&words, self.interrupted).map_err(|source| {
            let program = words[0].clone();
            silent(Fault::NotStarted { program, source })
        })
    }
}

impl Client {
    /// Starts an engine and waits until it is ready.
    ///
    /// # Errors
    /// When it cannot be started or does not get ready.
    pub(crate) fn start(setup: &Setup) -> Result<Client, Failed> {
        match setup.protocol {
            Protocol::Uci => Uci::start(setup).map(Client::Uci),
            Protocol::Codingame => CodinGame::start(setup).map(Client::CodinGame),
        }
    }

    /// What it calls itself, if it does.
    pub(crate) fn name(&self) -> Option<&str> {
        match self {
            Client::Uci(engine) => engine.name(),
            Client::CodinGame(_) => None,
        }
    }

    /// What came of setting options, as far as there is something to remark.
    pub(crate) fn remarks(&self) -> &[Remark] {
        match self {
            Client::Uci(engine) => engine.remarks(),
            Client::CodinGame(_) => &[],
        }
    }

    /// Tells that the next position belongs to another game than the last.
    pub(crate) fn begin_game(&mut self) {
        match self {
            Client::Uci(engine) => engine.begin_game(),
            Client::CodinGame(engine) => engine.begin_game(),
        }
    }

    /// Its answer after `played` from `start`, in a position in which there is a move.
    ///
    /// # Errors
    /// When no legal move comes of it in time. After a fault that does not
    /// [leave it usable](Fault::leaves_it_usable) it can only be started anew.
    pub(crate) fn best_move(
        &mut self,
        start: &Position,
        played: &[Move],
    ) -> Result<Answer, Failed> {
        match self {
            Client::Uci(engine) => engine.best_move(start, played),
            Client::CodinGame(engine) => {
                let played = engine.best_move(start, played)?;
                let score = None;
                Ok(Answer { played, score })
            }
        }
    }

    /// Asks it to end, and ends it if it does not.
    pub(crate) fn quit(self) {
        if let Client::Uci(engine) = self {
            engine.quit();
        }
    }
}

/// The position after some moves.
pub(super) fn after(start: &Position, played: &[Move]) -> Position {
    played
        .iter()
        .fold(*start, |position, &m| position.play_unchecked(m))
}

/// Reads an engine's move of a position.
pub(super) fn read_move(rules: Rules, position: &Position, said: &str) -> Result<Move, Fault> {
    rules.parse_move(position, said).map_err(|error| {
        let said = said.to_owned();
        if let Ok(meant) = rules.parse_move(position, &said.to_ascii_lowercase()) {
            let meant = meant.to_string();
            return Fault::WrongCase { said, meant };
        }
        match error {
            ParseMoveError::Illegal { .. } => Fault::Illegal {
                said,
                position: Box::new(*position),
            },
            _ => Fault::Nonsense(said),
        }
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn wrong_answers_are_told_apart() {
        let position: Position = "3x/o3/4/1ox1 x".parse().unwrap();
        let kind = |said: &str| match read_move(Rules::default(), &position, said) {
            Ok(played) => played.to_string(),
            Err(fault) => fault.kind().to_owned(),
        };
        assert_eq!(kind("c1xa3"), "c1xa3");
        assert_eq!(kind("c1a3"), "c1xa3");
        assert_eq!(kind("C1XA3"), "wrong-case");
        assert_eq!(kind("c1-a3"), "illegal");
        assert_eq!(kind("C1-A3"), "nonsense");
        assert_eq!(kind("a1-a2"), "illegal");
        assert_eq!(kind("pass"), "illegal");
        assert_eq!(kind("0000"), "nonsense");
        assert_eq!(kind(""), "nonsense");
    }
}
