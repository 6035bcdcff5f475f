//! The engine to judge.

use loa_engine::EngineSource;
use loa_engine::client::{Protocol, Setup};
use loa_solver::{Board, Preset, Rules};

use super::request::{JudgeRequest, Suite};
use crate::failure::{Failure, bail};
use crate::jobs::Work;
use crate::jobs::engines::{LogFile, expect_words, milliseconds};
use crate::judging::EngineLabel;
use crate::request::preset_of_file;

/// The engine to judge.
pub(super) enum Entrant<'a> {
    /// A program.
    Program(Box<Setup>),
    /// An engine of the program that asks.
    Own(&'a dyn EngineSource),
}

impl<'a> Entrant<'a> {
    /// Returns the engine, and the rules of the question or the suite.
    pub(super) fn of(
        request: &JudgeRequest,
        suite: Option<&Suite>,
        log: &LogFile,
        work: &Work<'a>,
    ) -> Result<(Entrant<'a>, Preset), Failure> {
        let preset = preset_of_file(request.rules, suite.and_then(|suite| suite.rules));
        if let Some(&own) = work.engines.first() {
            return Ok((Entrant::Own(own), preset));
        }
        let mut setup = setup(preset.rules, request)?;
        setup.stop = work.control.stop.clone();
        setup.log = log.log();
        Ok((Entrant::Program(Box::new(setup)), preset))
    }

    pub(super) fn source(&self) -> &dyn EngineSource {
        match self {
            Entrant::Program(setup) => &**setup,
            Entrant::Own(own) => *own,
        }
    }

    /// Returns the labels of the engine, which has this name in the question.
    pub(super) fn label(&self, name: &str) -> EngineLabel {
        match self {
            Entrant::Program(setup) => EngineLabel::from(&**setup),
            Entrant::Own(_) => EngineLabel {
                command: name.to_owned(),
                protocol: "none",
                limit: "the limit of the engine".to_owned(),
                movetime: None,
            },
        }
    }
}

/// Returns the program to start and the limits of its searches.
fn setup(rules: Rules, request: &JudgeRequest) -> Result<Setup, Failure> {
    let codingame = request.protocol == Protocol::Codingame;
    if codingame {
        let misfit = rules != Rules::default() || !request.board.is_none_or(is_8x8);
        let limits = &request.limits;
        if misfit || limits.depth.is_some() || limits.nodes.is_some() || !request.options.is_empty()
        {
            bail!(
                Usage,
                "CodinGame's protocol knows 8x8 under mover-pass and times alone, and no options"
            );
        }
    }
    let (time, late, ready) = if codingame { (150, 0, 1000) } else { (100, 1000, 10_000) };
    let mut setup = Setup::new(&request.engine);
    setup.protocol = request.protocol;
    request.limits.apply(&mut setup, time, late);
    setup.ready = milliseconds(request.ready.map_or(ready, u32::from));
    setup.options.clone_from(&request.options);
    expect_words(&setup)?;
    Ok(setup)
}

/// True for the only board of CodinGame's protocol.
pub(super) fn is_8x8(board: Board) -> bool {
    (board.files(), board.ranks()) == (8, 8)
}
