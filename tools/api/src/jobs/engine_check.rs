//! `engine check`: compares a program with the clauses of the engine protocol.

use std::fmt;
use std::path::PathBuf;

use loa_engine::client::{Clause, Trial, conformance};
use loa_record::text::{counted, printable};
use loa_solver::{Board, Preset};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use super::engines::{LogFile, SearchLimits};
use super::{Job, Work};
use crate::failure::{Failure, failure};
use crate::output_file::Overwrite;
use crate::request::separated;

/// Check that a program keeps the engine protocol
///
/// The command starts the program for each clause of the protocol, which docs/protocol.md describes,
/// and names the clauses that it breaks. It plays both sides of a game on each board.
#[derive(Clone, Debug, Deserialize, clap::Args)]
#[serde(deny_unknown_fields)]
pub(super) struct EngineCheckRequest {
    #[arg(from_global)]
    rules: Option<Preset>,
    /// The engine's command line, split into words as by a shell
    engine: String,
    /// The boards, such as 5x5; separate several with commas [default: 8x8]
    #[serde(default, deserialize_with = "separated")]
    #[arg(value_name = "BOARDS", value_delimiter = ',')]
    boards: Vec<Board>,
    #[serde(default)]
    #[command(flatten)]
    limits: SearchLimits,
    /// Write every line to and from the engine to this file, with its time
    #[arg(long, value_name = "FILE")]
    log: Option<PathBuf>,
    #[serde(default, rename = "force")]
    #[command(flatten)]
    overwrite: Overwrite,
}

/// The maximum number of plies of a game.
const MOST_PLIES: usize = 100;

impl Job for EngineCheckRequest {
    type Answer = EngineCheckReport;

    fn run(&self, work: &mut Work<'_>) -> Result<(EngineCheckReport, Option<Failure>), Failure> {
        let log = LogFile::start(self.log.as_deref(), self.overwrite, work.stdout)?;
        let setup = self.limits.setup(&self.engine, (100, 1000), &log, work)?;
        let preset = self.rules.unwrap_or_default();
        let usual = [Board::default()];
        let boards = if self.boards.is_empty() { &usual } else { &self.boards[..] };
        let trial = Trial { preset, boards, most_plies: MOST_PLIES };
        let clauses = conformance(&setup, &trial, &work.control);
        work.expect_not_stopped()?;
        log.check()?;
        let report = EngineCheckReport { engine: self.engine.clone(), clauses };
        let broken = report.clauses.iter().filter(|it| it.needed && it.failure.is_some()).count();
        let failure = (broken > 0).then(|| {
            let broken = counted(broken as u64, "needed clause");
            failure!(Wrong, "the engine breaks {broken}")
        });
        Ok((report, failure))
    }
}

/// The clauses of the protocol, and whether an engine keeps them.
#[derive(Debug, Serialize, JsonSchema)]
pub(super) struct EngineCheckReport {
    /// The engine's command line.
    engine: String,
    /// The clauses that were checked.
    clauses: Vec<Clause>,
}

impl fmt::Display for EngineCheckReport {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "the engine {}", printable(&self.engine))?;
        self.clauses.iter().try_for_each(|it| match (&it.failure, it) {
            (None, Clause { clause, tried: true, .. }) => write!(f, "\n  ok       {clause}"),
            (None, Clause { clause, .. }) => write!(f, "\n  untried  {clause}"),
            (Some(failure), Clause { clause, needed, .. }) => {
                let word = if *needed { "wrong" } else { "missing" };
                write!(f, "\n  {word:<8} {clause}: {}", printable(&failure.to_string()))
            }
        })
    }
}
