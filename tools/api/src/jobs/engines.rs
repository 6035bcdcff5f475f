//! Parts of questions about engines: limits of a search, and logs of dialogues.

use std::num::{NonZeroU32, NonZeroU64};
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::time::Duration;

use loa_engine::client::{DialogueLog, Limit, Setup};
use serde::Deserialize;

use super::Work;
use crate::failure::{Failure, Status, at, failure};
use crate::output_file::{Overwrite, Stdout};

pub(super) const LIMITS: &str = "Limits";

/// The limits of each search.
#[derive(Clone, Debug, Default, Deserialize, clap::Args)]
#[serde(default, deny_unknown_fields)]
pub(super) struct SearchLimits {
    /// Milliseconds per move [default: 100]
    #[arg(long, value_name = "MS", group = "limit")]
    pub(super) movetime: Option<NonZeroU32>,
    /// Search to a depth of N plies, without a time limit
    #[arg(help_heading = LIMITS, long, value_name = "PLIES", group = "limit")]
    pub(super) depth: Option<NonZeroU32>,
    /// Search N positions per move, without a time limit
    #[arg(help_heading = LIMITS, long, value_name = "N", group = "limit")]
    pub(super) nodes: Option<NonZeroU64>,
    /// Milliseconds that an answer may be late; with --depth or --nodes, the time for the whole
    /// answer [default: 1000; with --depth or --nodes 60000]
    #[arg(help_heading = LIMITS, long, value_name = "MS")]
    pub(super) grace: Option<u32>,
}

impl SearchLimits {
    /// Returns the setup of a program. Its searches have a limit of plies or positions if given, else
    /// a time, `usual` milliseconds unless another is given. An answer to a search for a time may be
    /// late by `late` milliseconds if no other grace is given.
    ///
    /// # Errors
    /// If the command line cannot be split into words.
    pub(super) fn setup(
        &self,
        command: &str,
        (usual, late): (u32, u32),
        log: &LogFile,
        work: &Work<'_>,
    ) -> Result<Setup, Failure> {
        let mut setup = Setup::new(command);
        let usual_grace;
        (setup.limit, usual_grace) = match (self.depth, self.nodes) {
            (Some(plies), _) => (Limit::Depth(plies.get()), 60_000),
            (_, Some(nodes)) => (Limit::Nodes(nodes.get()), 60_000),
            _ => (Limit::Time(milliseconds(self.movetime.map_or(usual, NonZeroU32::get))), late),
        };
        setup.grace = milliseconds(self.grace.unwrap_or(usual_grace));
        setup.stop = work.control.stop.clone();
        setup.log = log.0.as_ref().map(|(_, log)| Arc::clone(log));
        setup.words().map_err(|fault| Failure::new(Status::Usage, fault))?;
        Ok(setup)
    }
}

pub(super) fn milliseconds(time: u32) -> Duration {
    Duration::from_millis(time.into())
}

/// The log of the dialogues with engines in a file.
#[derive(Debug)]
pub(super) struct LogFile(Option<(PathBuf, Arc<DialogueLog>)>);

impl LogFile {
    /// Starts the log, if a file is named.
    ///
    /// # Errors
    /// As for [`Overwrite::create`].
    pub(super) fn start(
        path: Option<&Path>,
        overwrite: Overwrite,
        stdout: Stdout,
    ) -> Result<LogFile, Failure> {
        let start = |path: &Path| {
            let log = DialogueLog::new(overwrite.create(path, stdout)?);
            Ok::<_, Failure>((path.to_owned(), Arc::new(log)))
        };
        Ok(LogFile(path.map(start).transpose()?))
    }

    /// Fails if a line could not be written.
    ///
    /// # Errors
    /// The first failure of the file.
    pub(super) fn check(&self) -> Result<(), Failure> {
        let Some((path, log)) = &self.0 else {
            return Ok(());
        };
        log.check().map_err(|error| at(path, error))
    }
}

/// Returns the failure of a question that names neither a board nor a suite.
pub(super) fn no_board() -> Failure {
    failure!(Usage, "no board given: name one, or --suite FILE")
}
