//! The engine that is judged: a program, or the winner of a certificate.

use std::fs::File;
use std::num::{NonZeroU32, NonZeroU64};
use std::path::Path;
use std::sync::Arc;
use std::time::Duration;

use loa_engine::client::{DialogueLog, Limit, Protocol, Setup};
use loa_engine::{EngineSource, Guide};
use loa_report::judging::EngineLabel;
use loa_solver::{Board, Rules};

use super::arguments::JudgeArgs;
use crate::failure::{Failure, Status, at, bail};
use crate::interruption::INTERRUPTED;
use crate::play::PROOF;
use crate::proof_file::read_guide;

/// The engine that is judged.
pub(super) enum Entrant {
    /// A program.
    Program(Box<Setup>),
    /// The winner of a certificate.
    Proof {
        guide: Guide,
        /// The engine as it was named.
        name: String,
    },
}

impl Entrant {
    pub(super) fn of(rules: Rules, args: &JudgeArgs) -> Result<Entrant, Failure> {
        let Some(file) = args.engine.strip_prefix(PROOF) else {
            return Ok(Entrant::Program(Box::new(setup(rules, args)?)));
        };
        let limited = args.movetime.is_some() || args.depth.is_some() || args.nodes.is_some();
        let is_uci = args.protocol == Protocol::Uci;
        if limited || !is_uci || !args.options.is_empty() || args.suite.is_some() {
            bail!(
                Usage,
                "the winner of a proof does not search and is asked about positions of the \
                           proof: it takes no limit, protocol, option or suite"
            );
        }
        let guide = read_guide(file.as_ref(), rules)?;
        let board = guide.start().board();
        if let Some(other) = args.board.filter(|&other| other != board) {
            bail!(Usage, "{file}: the certificate is of {board}, not of {other}");
        }
        Ok(Entrant::Proof { guide, name: args.engine.clone() })
    }

    pub(super) fn source(&self) -> &dyn EngineSource {
        match self {
            Entrant::Program(setup) => &**setup,
            Entrant::Proof { guide, .. } => guide,
        }
    }

    pub(super) fn label(&self) -> EngineLabel {
        match self {
            Entrant::Program(setup) => EngineLabel::from(&**setup),
            Entrant::Proof { name, .. } => EngineLabel {
                command: name.clone(),
                protocol: "none",
                limit: "no search".to_owned(),
                movetime: None,
            },
        }
    }
}

/// Begins a log in a file.
pub(crate) fn dialogue_log(path: &Path) -> Result<Arc<DialogueLog>, Failure> {
    let file = File::create(path).map_err(|error| at(path, error))?;
    Ok(Arc::new(DialogueLog::new(file)))
}

/// Returns the limit of a search: so many plies or positions, else a time.
pub(crate) fn search_limit(
    depth: Option<NonZeroU32>,
    nodes: Option<NonZeroU64>,
    milliseconds: u32,
) -> Limit {
    match (depth, nodes) {
        (Some(plies), _) => Limit::Depth(plies.get()),
        (_, Some(nodes)) => Limit::Nodes(nodes.get()),
        _ => Limit::Time(Duration::from_millis(milliseconds.into())),
    }
}

/// Returns how late an answer may be, in milliseconds: where the limit is not a time, all
/// the time for it.
pub(crate) const fn usual_grace(limit: Limit, of_a_time: u32) -> u32 {
    match limit {
        Limit::Time(_) => of_a_time,
        _ => 60_000,
    }
}

/// Returns the program to start and the limits of its searches.
fn setup(rules: Rules, args: &JudgeArgs) -> Result<Setup, Failure> {
    let codingame = args.protocol == Protocol::Codingame;
    if codingame {
        let is_its_board = |board: Board| (board.files(), board.ranks()) == (8, 8);
        let misfit = rules != Rules::default() || !args.board.is_none_or(is_its_board);
        if misfit || args.depth.is_some() || args.nodes.is_some() || !args.options.is_empty() {
            bail!(
                Usage,
                "CodinGame's protocol knows 8x8 under mover-pass and times alone, \
                           and no options"
            );
        }
    }
    let milliseconds = |time: u32| Duration::from_millis(time.into());
    let (default_time, default_grace, default_ready) =
        if codingame { (150, 0, 1000) } else { (100, 1000, 10_000) };
    let time = args.movetime.map_or(default_time, NonZeroU32::get);
    let limit = search_limit(args.depth, args.nodes, time);
    let default_grace = usual_grace(limit, default_grace);
    let mut setup = Setup::new(&args.engine);
    setup.protocol = args.protocol;
    setup.rules = rules;
    setup.limit = limit;
    setup.grace = milliseconds(args.grace.unwrap_or(default_grace));
    setup.ready = milliseconds(args.ready.map_or(default_ready, NonZeroU32::get));
    setup.options.clone_from(&args.options);
    setup.interrupted = Some(&INTERRUPTED);
    setup.log = args.log.as_deref().map(dialogue_log).transpose()?;
    let words = setup.words();
    words.map_err(|fault| Failure::new(Status::Usage, fault))?;
    Ok(setup)
}
