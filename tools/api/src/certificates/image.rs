//! Images of positions.

use loa_solver::{Board, Color, Move, Position, Square};

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
    pub(crate) fn of(self, position: &Position) -> Position {
        let position = if self.transposed { position.transposed() } else { *position };
        if !self.colors_exchanged {
            return position;
        }
        let (us, them, turn) = (position.us(), position.them(), position.turn().other());
        let exchanged = Position::new(position.board(), us, them, turn);
        exchanged.expect("the same squares")
    }

    /// Returns the image of a side.
    pub(crate) fn of_color(self, color: Color) -> Color {
        if self.colors_exchanged { color.other() } else { color }
    }

    pub(crate) fn of_move(self, played: Move) -> Move {
        let Move::Stone { from, to, capture } = played else {
            return played;
        };
        let image = |square: Square| {
            if self.transposed { Square::new(square.rank(), square.file()) } else { square }
        };
        Move::Stone { from: image(from), to: image(to), capture }
    }
}
