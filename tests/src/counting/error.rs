//! Why something is not solved.

/// Why a game is not solved by counting.
#[derive(Clone, Debug, thiserror::Error)]
pub enum CountingError {
    /// It is no board.
    #[error("'{0}' is not a board of 3 to 8 files and ranks, such as 5x5")]
    Board(String),
    /// It is no rules id.
    #[error("'{0}' is not a rules id, such as mover-pass or draw-loss-misere")]
    Rules(String),
    /// The board is too large.
    #[error("{board} has more than {most} squares")]
    TooManySquares {
        /// The board.
        board: String,
        /// As many as there may be.
        most: u32,
    },
    /// A win or loss is further away than a byte can say.
    #[error("a win or loss in {plies} plies: no more than {most} can be kept")]
    TooFar {
        /// The distance, in plies.
        plies: u32,
        /// As far as is possible.
        most: u32,
    },
}
