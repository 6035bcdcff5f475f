//! Positions on the command line.

use loa_solver::Position;

use crate::failure::{Failure, Status};

/// Reads a position's text, `start BOARD` or `scrambled BOARD`.
pub(crate) fn read_position(text: &str) -> Result<Position, Failure> {
    if text.trim() == "-" {
        let message = "- is not a position: --stdin reads one a line from standard input";
        return Err(Failure::new(Status::Usage, message));
    }
    Ok(loa_record::read_position(text)?)
}
