//! Images of positions, which keep what is proved.
//!
//! The rules mention the side to move and the other side, but no colours and no directions. So a
//! win stays a win in the same number of plies if files and ranks are exchanged. It also stays a
//! win if both the stones and the turn change their colour; then the other colour wins. Exchanging
//! the stones but not the turn gives a different question, because the right to move first matters.

use loa_solver::{Board, Color, Position, Square};

/// A map that turns a position into a position of a certificate.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Image {
    /// True if files and ranks are exchanged.
    pub transposed: bool,
    /// True if the colours of the stones and of the side to move are exchanged.
    pub colors_exchanged: bool,
}

impl Image {
    /// All images, the position itself first.
    pub const ALL: [Image; 4] = [
        Image { transposed: false, colors_exchanged: false },
        Image { transposed: true, colors_exchanged: false },
        Image { transposed: false, colors_exchanged: true },
        Image { transposed: true, colors_exchanged: true },
    ];

    /// Returns the image of a board.
    pub fn of_board(self, board: Board) -> Board {
        if self.transposed { board.transposed() } else { board }
    }

    /// Returns the image of a position. The image of the image is the position again.
    pub fn of(self, position: &Position) -> Position {
        let position = if self.transposed { position.transposed() } else { *position };
        if !self.colors_exchanged {
            return position;
        }
        let (us, them, turn) = (position.us(), position.them(), position.turn().other());
        let exchanged = Position::new(position.board(), us, them, turn);
        exchanged.expect("the same squares")
    }

    /// Returns the image of a side.
    pub fn of_color(self, color: Color) -> Color {
        if self.colors_exchanged { color.other() } else { color }
    }

    /// Returns the image of a square.
    pub(crate) fn of_square(self, square: Square) -> Square {
        if self.transposed { Square::new(square.rank(), square.file()) } else { square }
    }
}
