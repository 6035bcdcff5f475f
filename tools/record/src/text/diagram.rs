//! Boards as lines of text.

use loa_solver::{Color, Move, Position, Square};

/// Returns the board with its coordinates, one line per rank, with the stone that moved last in
/// brackets. `flipped` shows the board from the other side. With the side to move as the next line,
/// these lines are text of the position.
///
/// # Examples
///
/// ```
/// use loa_record::text::board_lines;
/// use loa_solver::Position;
///
/// let position: Position = "start 4x4".parse()?;
/// let board = board_lines(&position, None, false).join("\n");
/// assert!(board.starts_with("  4  . x x .\n  3  o . . o\n"));
/// assert_eq!(format!("{board}\n{} to move", position.turn()).parse(), Ok(position));
/// # Ok::<(), loa_solver::ParsePositionError>(())
/// ```
pub fn board_lines(position: &Position, last: Option<Move>, flipped: bool) -> Vec<String> {
    let board = position.board();
    let files: Vec<u32> = order(board.files(), !flipped);
    let ranks: Vec<u32> = order(board.ranks(), flipped);
    let mut lines: Vec<String> = Vec::new();
    for rank in ranks {
        let mut line = format!("{:>3} ", rank + 1);
        let mut between = ' ';
        for &file in &files {
            let square = Square::new(file, rank);
            let has_landed = landed(last) == Some(square);
            line.push(if has_landed { '[' } else { between });
            line.push(position.stone(square).map_or('.', Color::letter));
            between = if has_landed { ']' } else { ' ' };
        }
        line.push(between);
        lines.push(line.trim_end().to_owned());
    }
    let names = files.iter().flat_map(|&file| [' ', char::from(b'a' + file as u8)]);
    lines.push(format!("    {}", String::from_iter(names)));
    lines
}

/// Returns the square that a move ends on.
fn landed(last: Option<Move>) -> Option<Square> {
    match last? {
        Move::Stone { to, .. } => Some(to),
        Move::Pass => None,
    }
}

/// Returns the numbers below `count` in ascending or descending order.
fn order(count: u32, rising: bool) -> Vec<u32> {
    if rising { (0..count).collect() } else { (0..count).rev().collect() }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_board_is_drawn_from_either_side() {
        let position = "1xxx1/o4/5/1xx1o x".parse().unwrap();
        let drawn = [
            "  4  . x x x .",
            "  3  o . . . .",
            "  2  . . . . .",
            "  1  . x x . o",
            "     a b c d e",
        ];
        assert_eq!(board_lines(&position, None, false), drawn);
        let flipped = [
            "  1  o . x x .",
            "  2  . . . . .",
            "  3  . . . . o",
            "  4  . x x x .",
            "     e d c b a",
        ];
        assert_eq!(board_lines(&position, None, true), flipped);
        let (from, to) = (Square::new(4, 2), Square::new(4, 0));
        let last = Move::Stone { from, to, capture: false };
        assert_eq!(board_lines(&position, Some(last), false)[3], "  1  . x x .[o]");
        assert_eq!(board_lines(&position, Some(last), true)[0], "  1 [o]. x x .");
    }
}
