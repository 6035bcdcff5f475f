//! Positions and their text.
//!
//! The text has the ranks from the top, `/` between them, `x` and `o` for stones,
//! digits for runs of empty squares, a space and the side to move:
//! `1xx1/o2o/o2o/1xx1 x`. The size of the board follows from it.

use std::fmt;
use std::str::FromStr;

use crate::game::bitboard::Bitboard;
use crate::game::board::{Board, BoardSizeError, ParseBoardError};
use crate::game::material::Material;
use crate::game::square::Square;
use crate::game::symmetry::Symmetry;

/// A player's colour. Tables know none; text and people do.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Color {
    /// `x`, which moves first.
    Black,
    /// `o`.
    White,
}

impl Color {
    /// The other colour.
    pub const fn other(self) -> Color {
        match self {
            Color::Black => Color::White,
            Color::White => Color::Black,
        }
    }

    /// `x` or `o`.
    pub const fn letter(self) -> char {
        match self {
            Color::Black => 'x',
            Color::White => 'o',
        }
    }
}

/// A position: the stones of the side to move (`us`), those of the other side
/// (`them`), and the colour of the side to move.
///
/// Both sides have stones, no two share a square, and all are on the board:
/// [`Position::new`] and the parser check it.
///
/// # Examples
/// ```
/// use loa_solver::{Color, Material, Position};
///
/// let position: Position = "1xx1/o2o/o2o/1xx1 x".parse()?;
/// assert_eq!(position.turn(), Color::Black);
/// assert_eq!(position.material(), Material::new(4, 4));
/// assert_eq!(format!("{:?}", position.us()), "{b1, c1, b4, c4}");
/// assert_eq!(position.stone("a2".parse()?), Some(Color::White));
///
/// let error = "1xx1/o2q/o2o/1xx1 x".parse::<Position>().unwrap_err();
/// assert!(error.to_string().starts_with("not a position: character 8 is 'q'"));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Position {
    pub(crate) board: Board,
    pub(crate) us: Bitboard,
    pub(crate) them: Bitboard,
    pub(crate) turn: Color,
}

/// Stones that are no position.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum PositionError {
    /// A side has no stones.
    #[error("{0} has no stones: each side needs one")]
    NoStones(char),
    /// Squares that overlap or lie outside the board.
    #[error("squares {0:?} are outside the board or taken twice")]
    Squares(Bitboard),
}

/// Text that is no position.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum ParsePositionError {
    /// A character that has no meaning where it stands.
    #[error("not a position: character {at} is '{found}': expected {expected}")]
    Character {
        /// Its place in the text, from 1.
        at: usize,
        /// The character itself.
        found: char,
        /// The characters that have a meaning there.
        expected: &'static str,
    },
    /// Text that ends before the side to move is named.
    #[error("not a position: the text ends after character {at}: expected {expected}")]
    Ends {
        /// The number of characters.
        at: usize,
        /// The missing part.
        expected: &'static str,
    },
    /// Ranks of different lengths.
    #[error(
        "not a position: rank {rank}, which ends at character {at}, has {found} squares where the top rank has {expected}"
    )]
    Ragged {
        /// The rank as moves name it: 1 is the last in the text.
        rank: usize,
        /// The place in the text where the rank ends.
        at: usize,
        /// Squares of this rank.
        found: usize,
        /// Squares of the top rank.
        expected: usize,
    },
    /// A board outside 3x3 to 8x8.
    #[error("not a position: {0}")]
    Board(#[from] BoardSizeError),
    /// Stones that are no position.
    #[error("not a position: {0}")]
    Stones(#[from] PositionError),
    /// The name of a start without a board.
    #[error("{0} of which board? Such as: {0} 5x5")]
    NoBoard(String),
    /// The name of a start with something that is not a board.
    #[error(transparent)]
    Start(#[from] ParseBoardError),
}

impl ParsePositionError {
    /// Returns the place in the text at which it is wrong, from 1, if there is one.
    pub const fn character(&self) -> Option<usize> {
        match self {
            ParsePositionError::Character { at, .. }
            | ParsePositionError::Ends { at, .. }
            | ParsePositionError::Ragged { at, .. } => Some(*at),
            _ => None,
        }
    }
}

impl Position {
    /// Returns the position with these stones.
    ///
    /// # Errors
    /// If squares are shared or off the board, or a side has none.
    pub fn new(
        board: Board,
        us: Bitboard,
        them: Bitboard,
        turn: Color,
    ) -> Result<Position, PositionError> {
        let bad = us & them | ((us | them) - board.mask());
        if !bad.is_empty() {
            return Err(PositionError::Squares(bad));
        }
        for (stones, color) in [(us, turn), (them, turn.other())] {
            if stones.is_empty() {
                return Err(PositionError::NoStones(color.letter()));
            }
        }
        Ok(Position { board, us, them, turn })
    }

    /// Returns the position with files and ranks exchanged, on the transposed board:
    /// a position of the same value.
    #[must_use]
    pub const fn transposed(&self) -> Position {
        Position {
            board: self.board.transposed(),
            us: self.us.transposed(),
            them: self.them.transposed(),
            turn: self.turn,
        }
    }

    /// Returns the images of the position under the symmetries of its board, itself first:
    /// positions of the same value.
    pub fn images(&self) -> impl Iterator<Item = Position> + Clone + use<> {
        let position = *self;
        Symmetry::all(self.board).map(move |symmetry| Position {
            us: symmetry.apply(position.board, position.us),
            them: symmetry.apply(position.board, position.them),
            ..position
        })
    }

    /// The board.
    pub const fn board(&self) -> Board {
        self.board
    }

    /// The squares of the side to move.
    pub const fn us(&self) -> Bitboard {
        self.us
    }

    /// The squares of the other side.
    pub const fn them(&self) -> Bitboard {
        self.them
    }

    /// The side to move.
    pub const fn turn(&self) -> Color {
        self.turn
    }

    /// The numbers of stones of both sides, the side to move first.
    pub const fn material(&self) -> Material {
        Material::new(self.us.count(), self.them.count())
    }

    /// The colour of the stone on a square, if there is one.
    pub const fn stone(&self, square: Square) -> Option<Color> {
        if self.us.contains(square) {
            Some(self.turn)
        } else if self.them.contains(square) {
            Some(self.turn.other())
        } else {
            None
        }
    }
}

impl fmt::Display for Position {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for rank in (0..self.board.ranks()).rev() {
            let mut empty = 0;
            for file in 0..self.board.files() {
                let Some(color) = self.stone(Square::new(file, rank)) else {
                    empty += 1;
                    continue;
                };
                if empty > 0 {
                    write!(f, "{empty}")?;
                    empty = 0;
                }
                write!(f, "{}", color.letter())?;
            }
            if empty > 0 {
                write!(f, "{empty}")?;
            }
            if rank > 0 {
                f.write_str("/")?;
            }
        }
        write!(f, " {}", self.turn.letter())
    }
}

/// The squares of one rank of text, `None` for an empty one.
type Row = Vec<Option<Color>>;

const IN_RANK: &str = "x, o, a digit from 1 to 8, / or a space";

/// Reads a position's text, `start BOARD` or `BOARD` alone, or `scrambled BOARD`.
///
/// # Examples
/// ```
/// use loa_solver::{ParsePositionError, Position};
///
/// let start: Position = "start 4x4".parse()?;
/// assert_eq!(start, "1xx1/o2o/o2o/1xx1 x".parse()?);
/// assert_eq!(start, "4x4".parse()?);
/// assert!("start".parse::<Position>().is_err());
/// # Ok::<(), ParsePositionError>(())
/// ```
impl FromStr for Position {
    type Err = ParsePositionError;

    fn from_str(text: &str) -> Result<Position, ParsePositionError> {
        let text = text.trim();
        let (name, board) = text.split_once(char::is_whitespace).unwrap_or((text, ""));
        match name {
            "start" | "scrambled" if board.is_empty() => {
                return Err(ParsePositionError::NoBoard(name.to_owned()));
            }
            "start" => return Ok(board.trim().parse::<Board>()?.start()),
            "scrambled" => return Ok(board.trim().parse::<Board>()?.scrambled()),
            // No position is written in one word: the side to move is left out.
            _ if board.is_empty() => {
                if let Ok(board) = text.parse::<Board>() {
                    return Ok(board.start());
                }
            }
            _ => {}
        }
        let placement = text.split(' ').next().unwrap_or(text);
        let ranks = 1 + placement.matches('/').count();
        let mut rows: Vec<Row> = vec![Row::new()];
        let mut characters = text.chars().zip(1..);
        let end = loop {
            let (found, at) = characters.next().ok_or_else(|| ParsePositionError::Ends {
                at: text.chars().count(),
                expected: "a space and the side to move, x or o",
            })?;
            match found {
                '/' | ' ' => {
                    check_row(&rows, ranks, at)?;
                    if found == ' ' {
                        break at;
                    }
                    rows.push(Row::new());
                }
                _ => read_square(&mut rows, found, at)?,
            }
        };
        let turn = read_turn(characters.by_ref(), end)?;
        place(&rows, turn)
    }
}

fn read_square(rows: &mut [Row], found: char, at: usize) -> Result<(), ParsePositionError> {
    let expected = IN_RANK;
    let row = rows.last_mut().expect("the parser starts with a row");
    match found {
        'x' | 'X' => row.push(Some(Color::Black)),
        'o' | 'O' => row.push(Some(Color::White)),
        '1'..='8' => row.extend((0..found as u32 - '0' as u32).map(|_| None)),
        _ => {
            return Err(ParsePositionError::Character { at, found, expected });
        }
    }
    Ok(())
}

/// Checks the row read last of a text of `ranks` ranks.
fn check_row(rows: &[Row], ranks: usize, at: usize) -> Result<(), ParsePositionError> {
    let (rank, last) = (ranks + 1 - rows.len(), &rows[rows.len() - 1]);
    let (found, expected) = (last.len(), rows[0].len());
    if found != expected {
        return Err(ParsePositionError::Ragged { rank, at: at - 1, found, expected });
    }
    Ok(())
}

fn read_turn(
    mut rest: impl Iterator<Item = (char, usize)>,
    end: usize,
) -> Result<Color, ParsePositionError> {
    let expected = "the side to move, x or o";
    let turn = match rest.find(|&(found, _)| found != ' ') {
        Some(('x' | 'X', _)) => Color::Black,
        Some(('o' | 'O', _)) => Color::White,
        Some((found, at)) => {
            return Err(ParsePositionError::Character { at, found, expected });
        }
        None => return Err(ParsePositionError::Ends { at: end, expected }),
    };
    match rest.next() {
        None => Ok(turn),
        Some((found, at)) => {
            let expected = "nothing after the side to move";
            Err(ParsePositionError::Character { at, found, expected })
        }
    }
}

fn place(rows: &[Row], turn: Color) -> Result<Position, ParsePositionError> {
    let board = Board::new(rows[0].len(), rows.len())?;
    let (mut us, mut them) = (Bitboard::EMPTY, Bitboard::EMPTY);
    for (rank, row) in (0..).zip(rows.iter().rev()) {
        for (file, stone) in (0..).zip(row) {
            let square = Bitboard::from_square(Square::new(file, rank));
            match stone {
                Some(color) if *color == turn => us |= square,
                Some(_) => them |= square,
                None => {}
            }
        }
    }
    Ok(Position::new(board, us, them, turn)?)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn text_comes_back() {
        for text in ["1xx1/o2o/o2o/1xx1 x", "8/8/1x6/6x1/5o2/8/6o1/8 o", "xo1/3/oox o"] {
            assert_eq!(text.parse::<Position>().unwrap().to_string(), text);
        }
        let spread = " 11x1/o2o/o2o/1xx1   o ".parse::<Position>().unwrap();
        assert_eq!(spread.to_string(), "2x1/o2o/o2o/1xx1 o");
        let capitals = "1XX1/O2o/o2O/1xX1 X".parse::<Position>().unwrap();
        assert_eq!(capitals.to_string(), "1xx1/o2o/o2o/1xx1 x");
    }

    #[test]
    fn errors_say_which_character_and_why() {
        let error = |text: &str| text.parse::<Position>().unwrap_err().to_string();
        assert!(error("1xx1/o2q/o2o/1xx1 x").starts_with("not a position: character 8 is 'q'"));
        assert!(error("1xx1/o2o/o2o/1xx1 z").starts_with("not a position: character 19 is 'z'"));
        assert!(error("1xx1/o2o/o2o/1xx1 xo").starts_with("not a position: character 20 is 'o'"));
        assert!(
            error("1xx1/o2o/o2o/1xx1")
                .starts_with("not a position: the text ends after character 17")
        );
        assert!(error("1xx1/o2o/o3o/1xx1 x").contains("rank 2, which ends at character 12, has 5"));
        assert!(error("1xx1/o2o/o2o/1xx2 x").contains("rank 1, which ends at character 17, has 5"));
        assert!(error("9/o x").starts_with("not a position: character 1 is '9'"));
        assert!(error("81/81/81 x").contains("a board of 9x3"));
        assert_eq!(
            error("1xx1/4/4/1xx1 x"),
            "not a position: o has no stones: each side needs one"
        );
        assert_eq!(
            error("1xx1/4/4/1xx1 o"),
            "not a position: o has no stones: each side needs one"
        );
        assert!(error("").starts_with("not a position: the text ends after character 0"));
        assert!(error("ü x").starts_with("not a position: character 1 is 'ü'"));
    }
}
