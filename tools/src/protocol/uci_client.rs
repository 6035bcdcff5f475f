//! UCI's shape, the side that asks.
//!
//! Before every move the engine is asked whether it is ready, and what comes
//! before it says so is passed over: an answer too many is never taken for the
//! next one. Lines that are no part of the protocol are passed over too.

use std::time::{Duration, Instant};

use loa_solver::{Move, Position};

use super::client::{Limit, Setup, after, read_move};
use super::fault::{Failed, Fault};
use super::program::{Heard, Program};

/// An engine that has shaken hands.
pub(crate) struct Uci {
    setup: Setup,
    program: Program,
    name: Option<String>,
    between_games: bool,
}

/// Why no line came.
enum Missed {
    Late,
    Ended,
}

impl Uci {
    pub(super) fn start(setup: &Setup) -> Result<Uci, Failed> {
        let mut engine = Uci {
            setup: setup.clone(),
            program: setup.start()?,
            name: None,
            between_games: true,
        };
        match engine.shake_hands() {
            Ok(()) => Ok(engine),
            Err(fault) => Err(engine.failed(fault)),
        }
    }

    pub(super) fn name(&self) -> Option<&str> {
        self.name.as_deref()
    }

    pub(super) fn begin_game(&mut self) {
        self.between_games = true;
    }

    pub(super) fn best_move(&mut self, start: &Position, played: &[Move]) -> Result<Move, Failed> {
        self.ask(start, played).map_err(|fault| self.failed(fault))
    }

    pub(super) fn quit(self) {
        self.program.say("quit\n");
        self.program.leave();
    }

    fn shake_hands(&mut self) -> Result<(), Fault> {
        self.program.say("uci\n");
        let rules = self.setup.rules.id();
        let mut offered = None;
        let mut name = None;
        let heard = self.hear(self.setup.ready, |line| {
            if let Some(told) = line.strip_prefix("id name ") {
                name = Some(told.trim().to_owned());
            }
            if line.starts_with("option name Rules ") {
                offered = Some(line.to_owned());
            }
            (line == "uciok").then_some(())
        });
        heard.map_err(|missed| self.not_ready(&missed, "uciok"))?;
        self.name = name;
        if let Some(offered) = offered.filter(|offered| !is_offered(offered, rules)) {
            return Err(Fault::Rules { rules, offered });
        }
        self.program
            .say(format!("setoption name Rules value {rules}\n"));
        for (name, value) in &self.setup.options {
            self.program
                .say(format!("setoption name {name} value {value}\n"));
        }
        self.wait_until_ready()
    }

    fn ask(&mut self, start: &Position, played: &[Move]) -> Result<Move, Fault> {
        if self.between_games {
            self.program.say("ucinewgame\n");
            self.between_games = false;
        }
        self.wait_until_ready()?;
        let mut position = format!("position fen {start}");
        for (number, played) in played.iter().enumerate() {
            position += if number == 0 { " moves " } else { " " };
            position += &played.to_string();
        }
        let go = match self.setup.limit {
            Limit::Time(time) => format!("movetime {}", time.as_millis()),
            Limit::Depth(plies) => format!("depth {plies}"),
            Limit::Nodes(nodes) => format!("nodes {nodes}"),
        };
        self.program.say(format!("{position}\ngo {go}\n"));
        let patience = self.setup.patience();
        let answer = self.hear(patience, |line| {
            let first = line.split_whitespace().next()?;
            first
                .eq_ignore_ascii_case("bestmove")
                .then(|| line.to_owned())
        });
        let answer = answer.map_err(|missed| match missed {
            Missed::Late => Fault::Hung(patience),
            Missed::Ended => self.ended(),
        })?;
        let mut words = answer.split_whitespace();
        if words.next() != Some("bestmove") {
            let meant = "bestmove".to_owned();
            return Err(Fault::WrongCase {
                said: answer,
                meant,
            });
        }
        let Some(said) = words.next() else {
            return Err(Fault::Nonsense(answer));
        };
        read_move(self.setup.rules, &after(start, played), said)
    }

    fn wait_until_ready(&mut self) -> Result<(), Fault> {
        self.program.say("isready\n");
        let heard = self.hear(self.setup.ready, |line| (line == "readyok").then_some(()));
        heard.map_err(|missed| self.not_ready(&missed, "readyok"))
    }

    /// Listens until `wanted` makes something of a line.
    fn hear<T>(
        &self,
        patience: Duration,
        mut wanted: impl FnMut(&str) -> Option<T>,
    ) -> Result<T, Missed> {
        let deadline = Instant::now() + patience;
        loop {
            match self.program.hear(deadline) {
                Heard::Line(line) => {
                    if let Some(wanted) = wanted(line.trim()) {
                        return Ok(wanted);
                    }
                }
                Heard::Silence => return Err(Missed::Late),
                Heard::End => return Err(Missed::Ended),
            }
        }
    }

    fn not_ready(&mut self, missed: &Missed, expected: &'static str) -> Fault {
        let waited = self.setup.ready;
        match missed {
            Missed::Late => Fault::NoHandshake { expected, waited },
            Missed::Ended => self.ended(),
        }
    }

    fn ended(&mut self) -> Fault {
        self.program.ending().map_or(Fault::Closed, Fault::Died)
    }

    fn failed(&self, fault: Fault) -> Failed {
        let words = self.program.last_words();
        Failed { fault, words }
    }
}

/// Whether an option's line, if it names values at all, names this one.
fn is_offered(option: &str, value: &str) -> bool {
    let mut words = option.split_whitespace();
    let mut names_values = false;
    while let Some(word) = words.next() {
        if word == "var" {
            names_values = true;
            if words.next() == Some(value) {
                return true;
            }
        }
    }
    !names_values
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn rules_are_refused_only_where_values_are_named() {
        let option = "option name Rules type combo default mover-pass var mover-pass var draw-pass";
        assert!(is_offered(option, "draw-pass"));
        assert!(!is_offered(option, "own-loss"));
        assert!(is_offered(
            "option name Rules type string default",
            "own-loss"
        ));
    }
}
