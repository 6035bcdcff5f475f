//! CodinGame's Lines of Action protocol, the referee's side.
//!
//! The program receives its [`RefereeTurn`]s and answers each with one of the legal moves. A space
//! and a comment may follow the move. A process plays one game in one colour, so each game, and
//! each position outside a game, needs its own process.

use loa_record::Game;
use loa_solver::{Move, Position, Preset, Rules};

use super::answer::read_move;
use super::program::Program;
use super::setup::Setup;
use crate::engine::{Engine, EngineMove};
use crate::fault::{Failed, Fault};
use crate::protocol::turn::RefereeTurn;

/// The only rules of the protocol, those of the preset `club`.
const RULES: Rules = Preset::ALL[0].rules;

/// A program that plays a game or is about to.
#[derive(Debug)]
pub(super) struct CodinGame {
    setup: Setup,
    program: Program,
    /// True if the program has received a turn, and with the first its colour.
    has_begun: bool,
    is_over: bool,
}

impl CodinGame {
    pub(super) fn start(setup: &Setup, rules: Rules) -> Result<CodinGame, Failed> {
        if rules != RULES {
            let offered = RULES.id().to_owned();
            return Err(Fault::Rules { rules: rules.id(), offered }.into());
        }
        Ok(CodinGame {
            setup: setup.clone(),
            program: setup.start_program()?,
            has_begun: false,
            is_over: false,
        })
    }

    fn ask(&mut self, position: &Position, last: Option<Move>) -> Result<Move, Fault> {
        let legal = RULES.moves(position);
        let turn = RefereeTurn::of(position, !self.has_begun, last, &legal);
        let patience = if self.has_begun { self.setup.patience() } else { self.setup.ready };
        self.has_begun = true;
        self.program.say(turn.to_string());
        let answer = self.program.hear(patience, Some)?.ok_or(Fault::Hung(patience))?;
        // The referee plays a random move for "random", which would say nothing about the program.
        match answer.split(' ').next() {
            Some(said) if !said.is_empty() => read_move(RULES, position, said),
            _ => Err(Fault::Nonsense(answer)),
        }
    }
}

impl Engine for CodinGame {
    fn begin_game(&mut self) {
        self.is_over = self.has_begun;
    }

    fn best_move(&mut self, game: &Game) -> Result<EngineMove, Failed> {
        let rules = game.preset().rules;
        if self.is_over || rules != RULES {
            *self = CodinGame::start(&self.setup, rules)?;
        }
        let answer = self.ask(game.position(), game.moves().last().copied());
        answer.map(EngineMove::new).map_err(|fault| self.program.failed(fault))
    }
}
