//! Positions as people write them: their text, or the name of a start.

use loa_solver::{Board, ParseBoardError, ParsePositionError, Position};

/// Text that names no position.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum PositionTextError {
    /// The name of a start without a board.
    #[error("{0} of which board? Such as: {0} 5x5")]
    NoBoard(String),
    /// The name of a start with something that is not a board.
    #[error(transparent)]
    Board(#[from] ParseBoardError),
    /// Neither the name of a start nor the text of a position.
    #[error("not a position: {0}")]
    Position(#[source] ParsePositionError),
}

/// Returns the start called `name`, `start` or `scrambled`, on the board that the
/// text `board` names; `None` if there is no start of this name.
///
/// # Errors
/// When `board` is not the text of a board.
pub fn named_start(name: &str, board: &str) -> Option<Result<Position, ParseBoardError>> {
    let start = match name {
        "start" => Board::start,
        "scrambled" => Board::scrambled,
        _ => return None,
    };
    Some(board.trim().parse().map(start))
}

/// Reads a position's text, `start BOARD` or `BOARD` alone, or `scrambled BOARD`.
///
/// # Errors
/// When the text is none of these.
///
/// # Examples
///
/// ```
/// use loa_record::read_position;
///
/// assert_eq!(read_position("start 4x4")?, read_position("1xx1/o2o/o2o/1xx1 x")?);
/// assert_eq!(read_position("4x4")?, read_position("start 4x4")?);
/// assert!(read_position("start").is_err());
/// # Ok::<(), loa_record::PositionTextError>(())
/// ```
pub fn read_position(text: &str) -> Result<Position, PositionTextError> {
    let text = text.trim();
    let (name, board) = text.split_once(char::is_whitespace).unwrap_or((text, ""));
    if board.is_empty() && named_start(name, "8x8").is_some() {
        return Err(PositionTextError::NoBoard(name.to_owned()));
    }
    match named_start(name, board) {
        Some(start) => Ok(start?),
        // No position is written so: the side to move is left out.
        None => match text.parse::<Board>() {
            Ok(board) => Ok(board.start()),
            Err(_) => text.parse().map_err(PositionTextError::Position),
        },
    }
}
