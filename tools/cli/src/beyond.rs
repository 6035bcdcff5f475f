//! Answers about positions that no table covers.

use std::time::Duration;

use loa_api::{BeyondReply, Library, PositionRequest};

use crate::common::Common;
use crate::failure::Failure;
use crate::output;

/// The options for answers about positions that no table covers.
#[derive(clap::Args, Debug)]
pub(crate) struct BeyondArgs {
    /// Milliseconds for the engine if neither a table nor a certificate has the
    /// position; 0 answers from tables only
    #[arg(long, value_name = "MS", default_value_t = 300)]
    movetime: u32,
}

impl BeyondArgs {
    /// If a failure only says that no table covers the position, prints the answer of a certificate,
    /// or else of the engine: as JSON, or in the words of `text`. Returns the failure, because the
    /// tables have no answer.
    pub(crate) fn answer(
        &self,
        common: &Common,
        library: &Library,
        question: &PositionRequest,
        failure: Failure,
        text: impl FnOnce(&BeyondReply) -> String,
    ) -> Result<(), Failure> {
        if !failure.is_uncovered() || self.movetime == 0 {
            return Err(failure);
        }
        let time = Duration::from_millis(self.movetime.into());
        match BeyondReply::find(question, library, time)? {
            Some(reply) if common.json => output::json(&reply)?,
            Some(reply) => output::answer(text(&reply))?,
            None => {}
        }
        Err(failure)
    }
}
