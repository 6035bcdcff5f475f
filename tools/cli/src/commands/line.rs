//! `loa line`: best play to the end.

use std::path::PathBuf;

use loa_api::PositionRequest;

use crate::beyond::BeyondArgs;
use crate::common::Common;
use crate::failure::{Failure, Status, failure};
use crate::output;
use crate::position_argument::{asked, load_record};

#[derive(clap::Args, Debug)]
pub(crate) struct LineArgs {
    /// A position such as "1xx1/o2o/o2o/1xx1 x", or: start BOARD, or:
    /// scrambled BOARD
    #[arg(num_args = 1..=2, value_name = "POSITION", required_unless_present = "game")]
    pub(crate) position: Vec<String>,
    /// Begin at the end of a recorded game: SGF or a list of moves, - for standard input
    #[arg(long, value_name = "FILE", conflicts_with = "position")]
    pub(crate) game: Option<PathBuf>,
    /// Begin after N moves of the recorded game [default: all]
    #[arg(long, value_name = "MOVES", requires = "game", conflicts_with = "position")]
    pub(crate) after: Option<usize>,
    #[command(flatten)]
    pub(crate) beyond: BeyondArgs,
}

impl LineArgs {
    /// Returns the question about the first position.
    fn question(&self, common: &Common) -> Result<PositionRequest, Failure> {
        let Some(file) = &self.game else {
            return asked(common, &self.position.join(" "));
        };
        let (record, preset) = load_record(common, file, None)?;
        let (game, stop) = record.replay(preset);
        let after = self.after.unwrap_or(match &stop {
            Some(stop) => stop.number,
            None => game.moves().len(),
        });
        let position = game.positions().get(after).ok_or_else(|| match stop {
            Some(stop) => Failure::new(Status::Usage, stop),
            None => {
                let moves = game.moves().len();
                failure!(Usage, "the game has only {moves} moves")
            }
        })?;
        Ok(PositionRequest::new(position, preset))
    }
}

pub(crate) fn run(common: &Common, args: &LineArgs) -> Result<(), Failure> {
    let (library, question) = (common.library()?, args.question(common)?);
    let line = question.line(&library);
    let known = line.or_else(|failure| args.beyond.analysis(&library, &question, failure))?;
    if common.json { output::json(&known) } else { output::answer(known.line(&library)?) }
}
