//! The engine to judge.

use loa_engine::client::{Protocol, Setup};
use loa_engine::{EngineSource, Guide};
use loa_judge::judging::read_positions;
use loa_solver::{Board, Preset, Rules};

use super::request::{JudgeRequest, PROOF};
use crate::certificates::{checked, guide_under, open_certificate};
use crate::failure::{Failure, Status};
use crate::input::name_of;
use crate::jobs::Work;
use crate::jobs::engines::{LogFile, expect_words, milliseconds};
use crate::judging::EngineLabel;
use crate::request::preset_of_file;

/// The engine to judge.
pub(super) enum Entrant<'a> {
    /// A program.
    Program(Box<Setup>),
    /// The winner of a certificate.
    Proof(Guide),
    /// An engine of the program that asks.
    Own(&'a dyn EngineSource),
}

impl<'a> Entrant<'a> {
    /// Returns the engine, and the rules of the question, the suite or the certificate.
    pub(super) fn of(
        request: &JudgeRequest,
        suite: Option<(&str, &str)>,
        log: &LogFile,
        work: &Work<'a>,
    ) -> Result<(Entrant<'a>, Preset), Failure> {
        let named = request.rules.map(|preset| preset.rules);
        let Some(file) = request.engine.strip_prefix(PROOF) else {
            let read = |suite| read_positions(named, suite);
            let found = suite.map(read).transpose()?.and_then(|(rules, _)| rules);
            let preset = preset_of_file(request.rules, found);
            if let Some(&own) = work.engines.first() {
                return Ok((Entrant::Own(own), preset));
            }
            let mut setup = setup(preset.rules, request)?;
            setup.stop = work.control.stop.clone();
            setup.log = log.log();
            return Ok((Entrant::Program(Box::new(setup)), preset));
        };
        let certificate = open_certificate(file.as_ref())?;
        let name = name_of(file.as_ref());
        let guide = checked(&certificate, &work.control);
        let guide = guide.map_err(|error| Failure::of_certificate(&name, &error))?;
        let rules = named.unwrap_or_else(|| usual_rules(&guide));
        let guide = guide_under(&name, &guide, rules)?;
        let board = guide.start().board();
        if let Some(other) = request.board.filter(|&other| other != board) {
            let message = format!("{file}: the certificate is of {board}, not of {other}");
            return Err(Failure::new(Status::Usage, message));
        }
        let preset = preset_of_file(request.rules, Some(rules));
        Ok((Entrant::Proof(guide), preset))
    }

    pub(super) fn source(&self) -> &dyn EngineSource {
        match self {
            Entrant::Program(setup) => &**setup,
            Entrant::Proof(guide) => guide,
            Entrant::Own(own) => *own,
        }
    }

    /// Returns the labels of the engine, which has this name in the question.
    pub(super) fn label(&self, name: &str) -> EngineLabel {
        let limit = match self {
            Entrant::Program(setup) => return EngineLabel::from(&**setup),
            Entrant::Proof(_) => "no search",
            Entrant::Own(_) => "the limit of the engine",
        };
        EngineLabel {
            command: name.to_owned(),
            protocol: "none",
            limit: limit.to_owned(),
            movetime: None,
        }
    }
}

/// Returns the rules of a certificate if none are named: the default rules if it proves a win under
/// them, and otherwise its first.
fn usual_rules(guide: &Guide) -> Rules {
    let (known, default) = (guide.rules(), Rules::default());
    let usual = known.iter().find(|&rules| rules == default).or(known.iter().next());
    usual.unwrap_or(default)
}

/// Returns the program to start and the limits of its searches.
fn setup(rules: Rules, request: &JudgeRequest) -> Result<Setup, Failure> {
    let codingame = request.protocol == Protocol::Codingame;
    if codingame {
        let misfit = rules != Rules::default() || !request.board.is_none_or(is_8x8);
        let limits = &request.limits;
        if misfit || limits.depth.is_some() || limits.nodes.is_some() || !request.options.is_empty()
        {
            let message =
                "CodinGame's protocol knows 8x8 under mover-pass and times alone, and no options";
            return Err(Failure::new(Status::Usage, message));
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
