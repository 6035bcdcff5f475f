//! Answers about positions that no table covers.

use std::sync::Arc;
use std::time::Duration;

use loa_api::BeyondReply;
use loa_engine::alpha_beta::Tables;
use loa_engine::{Estimator, History};
use loa_record::review::is_outside;
use loa_solver::{Position, Preset, Repetition};
use loa_tablebase::{ProbeError, Tablebase};

use crate::common::Common;
use crate::failure::{Failure, Status};
use crate::output;
use crate::proof_file::announce_check;

/// The options for answers about positions that no table covers.
#[derive(clap::Args, Debug)]
pub(crate) struct BeyondArgs {
    /// Milliseconds for the engine if neither a table nor a built-in certificate has the
    /// position; 0 answers from tables only
    #[arg(long, value_name = "MS", default_value_t = 300)]
    movetime: u32,
}

impl BeyondArgs {
    /// Prints the answer of a certificate, or else of the engine, about a position that no table
    /// covers: in the words of `text`, or as JSON. The missing table is still a failure.
    ///
    /// # Errors
    /// If the engine does not fit in memory, or output fails.
    pub(crate) fn answer(
        &self,
        common: &Common,
        tables: Tablebase,
        (position, preset): (&Position, Preset),
        error: &ProbeError,
        text: impl FnOnce(&BeyondReply) -> String,
    ) -> Result<(), Failure> {
        if !is_outside(error) || self.movetime == 0 {
            return Ok(());
        }
        match self.find(common, tables, position, preset)? {
            Some(reply) if common.json => output::json(&reply),
            Some(reply) => output::answer(text(&reply)),
            None => Ok(()),
        }
    }

    fn find(
        &self,
        common: &Common,
        tables: Tablebase,
        position: &Position,
        preset: Preset,
    ) -> Result<Option<BeyondReply>, Failure> {
        let waits = |proof: &loa_api::NamedProof| {
            if !common.quiet && !common.json {
                announce_check(&proof.name, proof.claim());
            }
        };
        if let Some(reply) = BeyondReply::by_certificate(position, preset, waits) {
            return Ok(Some(reply));
        }
        // As in tables, the value of a position does not depend on its history.
        let without_history = Preset { repetition: Repetition::Draw, ..preset };
        let tables = Tables::new(Arc::new(tables), true);
        let mut estimator = Estimator::new(without_history, Some(tables))
            .map_err(|error| Failure::new(Status::Failed, error))?;
        let time = Duration::from_millis(self.movetime.into());
        let found = estimator.moves(&History::new(*position), time);
        Ok(BeyondReply::by_engine(position, preset, found))
    }
}
