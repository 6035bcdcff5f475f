//! Starts of games by their names.

use loa_solver::{Board, ParseBoardError, Position};

/// The start of this name, `start` or `scrambled`, on a board; `None` of a word
/// that names none.
pub(crate) fn named(name: &str, board: &str) -> Option<Result<Position, ParseBoardError>> {
    let start = match name {
        "start" => Board::start,
        "scrambled" => Board::scrambled,
        _ => return None,
    };
    Some(board.trim().parse().map(start))
}
