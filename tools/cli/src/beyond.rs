//! Answers about positions that no table covers.

use std::time::Duration;

use loa_api::{Analysis, Library, PositionRequest};
use loa_engine::Effort;
use loa_record::Game;
use loa_solver::Stop;

use crate::failure::Failure;

/// The options for answers about positions that no table covers.
#[derive(clap::Args, Debug)]
pub(crate) struct BeyondArgs {
    /// Milliseconds for the engine if neither a table nor a certificate has the position; 0 asks no
    /// engine
    #[arg(long, value_name = "MS", default_value_t = 300)]
    movetime: u32,
    /// Answer from tables only, and fail without one
    #[arg(long, conflicts_with = "movetime")]
    exact: bool,
}

impl BeyondArgs {
    /// Returns what is known otherwise, if a failure only says that no table covers the position.
    ///
    /// # Errors
    /// Returns the failure if it says more, if only exact answers were requested, or if nothing is
    /// known.
    pub(crate) fn analysis(
        &self,
        library: &Library,
        question: &PositionRequest,
        failure: Failure,
    ) -> Result<Analysis, Failure> {
        if !failure.is_uncovered() || self.exact {
            return Err(failure);
        }
        let (position, preset) = question.read()?;
        let game = Game::new(preset, position);
        let mut analysis = library.known(&game)?;
        if !analysis.is_proved() && self.movetime > 0 {
            let effort = Effort::Time(Duration::from_millis(self.movetime.into()));
            library.think(&mut analysis, &game, effort, &Stop::default(), &mut |_| {})?;
        }
        if analysis.is_unknown() { Err(failure) } else { Ok(analysis) }
    }
}
