//! Start positions.

use crate::game::bitboard::Bitboard;
use crate::game::board::Board;
use crate::game::position::{Color, Position};
use crate::game::square::Square;

impl Board {
    /// Returns the start position: Black on the top and bottom ranks, White on the left and right
    /// files, empty corners, Black to move.
    pub fn start(self) -> Position {
        let (top, right) = (self.ranks() - 1, self.files() - 1);
        let black = (1..right).flat_map(|file| [Square::new(file, 0), Square::new(file, top)]);
        let white = (1..top).flat_map(|rank| [Square::new(0, rank), Square::new(right, rank)]);
        self.black_to_move(black.collect(), white.collect())
    }

    /// Returns the designer's other start, *scrambled eggs*: the same squares, but colours
    /// alternate clockwise round the edge. White has the square beside the top left corner, and
    /// Black is to move.
    pub fn scrambled(self) -> Position {
        let (top, right) = (self.ranks() - 1, self.files() - 1);
        let edge = (1..right)
            .map(|file| Square::new(file, top))
            .chain((1..top).rev().map(|rank| Square::new(right, rank)))
            .chain((1..right).rev().map(|file| Square::new(file, 0)))
            .chain((1..top).map(|rank| Square::new(0, rank)));
        let mut colors = [Bitboard::EMPTY; 2];
        for (number, square) in edge.enumerate() {
            colors[number % 2] |= square.into();
        }
        let [white, black] = colors;
        self.black_to_move(black, white)
    }

    fn black_to_move(self, black: Bitboard, white: Bitboard) -> Position {
        Position { board: self, us: black, them: white, turn: Color::Black }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn starts_as_published() {
        let start = |text: &str| text.parse::<Board>().unwrap().start().to_string();
        assert_eq!(start("4x4"), "1xx1/o2o/o2o/1xx1 x");
        assert_eq!(start("5x3"), "1xxx1/o3o/1xxx1 x");
        assert_eq!(start("3x5"), "1x1/o1o/o1o/o1o/1x1 x");
        assert_eq!(
            Board::new(8, 8).unwrap().scrambled().to_string(),
            "1oxoxox1/x6o/o6x/x6o/o6x/x6o/o6x/1xoxoxo1 x"
        );
    }

    #[test]
    fn masks_have_the_boards_squares() {
        for board in Board::all() {
            assert_eq!(board.mask().count(), board.squares(), "{board}");
            let (start, scrambled) = (board.start(), board.scrambled());
            assert_eq!(start.us | start.them, scrambled.us | scrambled.them);
            let stones = (start.us.count(), start.them.count());
            assert_eq!(stones, board.start_stones());
        }
    }

    #[test]
    fn transposing_exchanges_files_and_ranks() {
        for board in Board::all() {
            let other = board.transposed();
            assert_eq!((other.files(), other.ranks()), (board.ranks(), board.files()));
            let start = board.start();
            // Black starts on ranks, White on files.
            let turned = start.transposed();
            assert_eq!(turned.board(), other);
            assert_eq!((turned.us(), turned.them()), (other.start().them, other.start().us));
            assert_eq!(turned.transposed(), start);
        }
        let position: Position = "x3/2o1/1x1o o".parse().unwrap();
        assert_eq!(position.transposed().to_string(), "o2/1o1/x2/2x o");
    }
}
