//! The UCI-like protocol, the asking side.
//!
//! Before every move the engine must report that it is ready, and all lines before that are
//! skipped. So an extra answer is never taken for the next one. Lines outside the protocol are
//! skipped too.

mod conformance;

use std::fmt::Display;
use std::time::Duration;

use loa_record::Game;
use loa_solver::{Move, Rules, Stop};

pub use self::conformance::{Clause, Trial, conformance};
use super::answer::read_move;
use super::declared::{Declared, is_offered};
use super::program::Program;
use super::setup::Setup;
use crate::engine::{Engine, EngineMove};
use crate::fault::{Failed, Fault};
use crate::listener::Listener;
use crate::protocol::command::{Command, Go};
use crate::protocol::reply::{Info, Reply, ReplyError, Score, option};
use crate::remark::{Doubt, Remark};

/// An engine after a successful handshake.
#[derive(Debug)]
pub(super) struct Uci {
    setup: Setup,
    program: Program,
    /// The rules that the engine was told.
    rules: Rules,
    /// The kind of the option for rules; `None` if the engine does not declare it.
    offered: Option<String>,
    name: Option<String>,
    remarks: Vec<Remark>,
    between_games: bool,
}

/// The maximum number of comments on an option that are stored.
const COMMENTS: usize = 4;

impl Uci {
    pub(super) fn start(setup: &Setup, rules: Rules) -> Result<Uci, Failed> {
        let mut engine = Uci {
            setup: setup.clone(),
            program: setup.start_program()?,
            rules,
            offered: None,
            name: None,
            remarks: Vec::new(),
            between_games: true,
        };
        engine.shake_hands().map_err(|fault| engine.program.failed(fault.before_handshake()))?;
        Ok(engine)
    }

    fn say(&self, command: &Command) {
        self.program.say(format!("{command}\n"));
    }

    fn shake_hands(&mut self) -> Result<(), Fault> {
        self.say(&Command::Uci);
        let mut declared = Declared::default();
        let heard = self.program.hear(self.setup.ready, |line| {
            match line.parse() {
                Ok(Reply::UciOk) => return Some(()),
                Ok(Reply::Id { what, text }) if what == "name" => self.name = Some(text),
                Ok(Reply::Option { name, kind }) => declared.add(name, kind),
                _ => {}
            }
            None
        });
        heard?.ok_or_else(|| self.not_ready(&Reply::UciOk))?;
        self.offered = declared.kind(option::RULES).map(str::to_owned);
        self.tell_rules(self.rules)?;
        for (name, value) in self.setup.options.clone() {
            if let Some(doubt) = declared.doubt(&name, &value) {
                self.remark(&name, &value, doubt);
            }
            self.set(&name, &value)?;
        }
        Ok(())
    }

    /// Tells the engine the rules of the next games.
    fn tell_rules(&mut self, rules: Rules) -> Result<(), Fault> {
        let id = rules.id();
        if let Some(offered) = self.offered.as_ref().filter(|offered| !is_offered(offered, id)) {
            return Err(Fault::Rules { rules: id, offered: offered.clone() });
        }
        // An engine that knows only one set of rules need not declare them.
        self.set(option::RULES, id)?;
        self.rules = rules;
        Ok(())
    }

    /// Sets an option, waits for the engine, and collects its comments on the option.
    fn set(&mut self, name: &str, value: &str) -> Result<(), Fault> {
        self.say(&Command::SetOption { name: name.to_owned(), value: value.to_owned() });
        let lower = name.to_lowercase();
        let mut said = Vec::new();
        let ready = self.wait_until_ready(|reply| {
            let text = match reply {
                Ok(Reply::Info(Info { string, .. })) => string.unwrap_or_default(),
                Ok(_) => return,
                Err(ReplyError(line)) => line,
            };
            // Engines also comment on other things.
            if said.len() < COMMENTS && text.to_lowercase().contains(&lower) {
                said.push(text);
            }
        });
        for text in said {
            self.remark(name, value, Doubt::Said(text));
        }
        ready
    }

    fn remark(&mut self, name: &str, value: &str, doubt: Doubt) {
        let (name, value) = (name.to_owned(), value.to_owned());
        self.remarks.push(Remark { name, value, doubt });
    }

    /// Asks for a move within some limits, and waits for the answer.
    fn ask(&mut self, game: &Game, go: Go, patience: Duration) -> Result<EngineMove, Fault> {
        if game.preset().rules != self.rules {
            self.tell_rules(game.preset().rules)?;
        }
        if self.between_games {
            self.say(&Command::NewGame);
            self.between_games = false;
        }
        let root = (*game.start()).into();
        let moves = game.moves().iter().map(Move::to_string).collect();
        let (said, score) = self.answer(&Command::Position { root, moves }, go, patience)?;
        let played = read_move(self.rules, game.position(), &said)?;
        Ok(EngineMove { played, score })
    }

    /// Asks for the answer to a search from a position, and for the last score before it.
    fn answer(
        &mut self,
        position: &impl Display,
        go: Go,
        patience: Duration,
    ) -> Result<(String, Option<Score>), Fault> {
        self.wait_until_ready(drop)?;
        self.program.say(format!("{position}\n"));
        self.say(&Command::Go(go));
        let mut score = None;
        let said = self.program.hear(patience, |line| {
            let reply = line.parse();
            if let Ok(Reply::Info(info)) = &reply {
                score = info.score.or(score);
                self.setup.listener.hear(info);
            }
            best_move(reply)
        })?;
        Ok((said.ok_or(Fault::Hung(patience))??, score))
    }

    /// Waits until the engine is ready, and passes its other lines to `other`.
    fn wait_until_ready(
        &mut self,
        mut other: impl FnMut(Result<Reply, ReplyError>),
    ) -> Result<(), Fault> {
        self.say(&Command::IsReady);
        let heard = self.program.hear(self.setup.ready, |line| match line.parse() {
            Ok(Reply::ReadyOk) => Some(()),
            reply => {
                other(reply);
                None
            }
        })?;
        heard.ok_or_else(|| self.not_ready(&Reply::ReadyOk))
    }

    fn not_ready(&self, expected: &Reply) -> Fault {
        Fault::NoHandshake { expected: expected.to_string(), waited: self.setup.ready }
    }
}

impl Engine for Uci {
    fn name(&self) -> Option<&str> {
        self.name.as_deref()
    }

    fn remarks(&self) -> &[Remark] {
        &self.remarks
    }

    fn listen(&mut self, listener: Listener) {
        self.setup.listener = listener;
    }

    fn begin_game(&mut self) {
        self.between_games = true;
    }

    fn best_move(&mut self, game: &Game) -> Result<EngineMove, Failed> {
        let (go, patience) = (self.setup.limit.go(), self.setup.patience());
        self.ask(game, go, patience).map_err(|fault| self.program.failed(fault))
    }

    /// Waits for as long as the clock or the time allows, and for the grace of the setup. The flag
    /// of the setup interrupts the wait, and the signal does not.
    fn best_move_within(&mut self, game: &Game, go: &Go, _: &Stop) -> Result<EngineMove, Failed> {
        let time = go.movetime.or(go.clock(game.position().turn()).left);
        let patience = self.setup.grace.saturating_add(time.unwrap_or_default());
        self.ask(game, go.clone(), patience).map_err(|fault| self.program.failed(fault))
    }

    fn quit(self: Box<Self>) {
        self.say(&Command::Quit);
        self.program.leave();
    }
}

/// Returns the move of an answer, or its fault; `None` if the line is not an answer. An answer in
/// the wrong case is a fault. Any other line outside the protocol is ignored.
fn best_move(reply: Result<Reply, ReplyError>) -> Option<Result<String, Fault>> {
    let said = match reply {
        Ok(Reply::BestMove(said)) => return Some(Ok(said)),
        Ok(_) => return None,
        Err(ReplyError(said)) => said,
    };
    let first = said.split_whitespace().next()?;
    let meant = "bestmove".to_owned();
    if first == meant {
        Some(Err(Fault::Nonsense(said)))
    } else if first.eq_ignore_ascii_case(&meant) {
        Some(Err(Fault::WrongCase { said, meant }))
    } else {
        None
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn answers_are_neither_talk_nor_mistakes() {
        let said = |line: &str| match best_move(line.parse()) {
            None => "talk".to_owned(),
            Some(Ok(said)) => said,
            Some(Err(fault)) => fault.to_string(),
        };
        assert_eq!(said(" bestmove  a1-a3 ponder b2-b4"), "a1-a3");
        assert_eq!(said("bestmove none"), "none");
        assert_eq!(said("bestmove "), "nonsense: 'bestmove'");
        assert_eq!(
            said("BestMove a1-a3"),
            "wrong case: 'BestMove a1-a3' where 'bestmove' is meant"
        );
        for talk in ["", "bestmoves are hard to find", "info string bestmove a1-a3", "readyok"] {
            assert_eq!(said(talk), "talk");
        }
    }
}
