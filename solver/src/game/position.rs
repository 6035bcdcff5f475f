//! Positions.

use std::fmt;
use std::str::FromStr;

use crate::game::bitboard::Bitboard;
use crate::game::board::Board;
use crate::game::material::Material;
use crate::game::signs::{plain_text, visible};
use crate::game::square::Square;
use crate::game::symmetry::Symmetry;

/// A player's colour. Text and people use it; tables do not.
///
/// # Examples
/// ```
/// use loa_solver::Color;
///
/// assert_eq!(Color::Black.other(), Color::White);
/// assert_eq!(Color::White.to_string(), "white");
/// assert_eq!("x".parse::<Color>()?, "Black".parse()?);
/// # Ok::<(), loa_solver::ParseColorError>(())
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
#[cfg_attr(feature = "serde", serde(rename_all = "lowercase"))]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub enum Color {
    /// `x`, which moves first.
    Black,
    /// `o`.
    White,
}

/// Text that is not a colour.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("'{}' is not a colour: expected black or x, white or o", visible(.0))]
pub struct ParseColorError(String);

impl Color {
    /// Returns the other colour.
    pub const fn other(self) -> Color {
        match self {
            Color::Black => Color::White,
            Color::White => Color::Black,
        }
    }

    /// Returns `x` or `o`.
    pub const fn letter(self) -> char {
        match self {
            Color::Black => 'x',
            Color::White => 'o',
        }
    }

    /// Returns `black` or `white`.
    pub const fn name(self) -> &'static str {
        match self {
            Color::Black => "black",
            Color::White => "white",
        }
    }
}

impl fmt::Display for Color {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(self.name())
    }
}

impl FromStr for Color {
    type Err = ParseColorError;

    /// Reads a colour's name or letter in any case.
    fn from_str(text: &str) -> Result<Color, ParseColorError> {
        match plain_text(text).to_ascii_lowercase().as_str() {
            "black" | "x" => Ok(Color::Black),
            "white" | "o" => Ok(Color::White),
            _ => Err(ParseColorError(text.to_owned())),
        }
    }
}

/// A position: the stones of the side to move (`us`), those of the other side (`them`), and the
/// colour of the side to move.
///
/// Each side has at least one stone, no two stones share a square, and all are on the board.
/// [`Position::new`] and the parser check this.
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
///
/// The order of positions has no meaning in the game; it lets them be sorted and be keys.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Position {
    pub(crate) board: Board,
    pub(crate) us: Bitboard,
    pub(crate) them: Bitboard,
    pub(crate) turn: Color,
}

/// Squares that do not form a position.
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

impl Position {
    /// Returns the position with these stones.
    ///
    /// # Errors
    /// If squares are shared or off the board, or a side has no stones.
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

    /// Returns the position with files and ranks exchanged, on the transposed board. Its value is
    /// the same.
    #[must_use]
    pub const fn transposed(&self) -> Position {
        Position {
            board: self.board.transposed(),
            us: self.us.transposed(),
            them: self.them.transposed(),
            turn: self.turn,
        }
    }

    /// Returns the images of the position under the symmetries of its board, itself first. Their
    /// values are the same.
    pub fn images(&self) -> impl Iterator<Item = Position> + Clone + use<> {
        let position = *self;
        Symmetry::all(self.board).map(move |symmetry| Position {
            us: symmetry.apply(position.board, position.us),
            them: symmetry.apply(position.board, position.them),
            ..position
        })
    }

    /// Returns the board.
    pub const fn board(&self) -> Board {
        self.board
    }

    /// Returns the squares of the side to move.
    pub const fn us(&self) -> Bitboard {
        self.us
    }

    /// Returns the squares of the other side.
    pub const fn them(&self) -> Bitboard {
        self.them
    }

    /// Returns the squares of one side.
    pub const fn stones(&self, color: Color) -> Bitboard {
        match (self.turn, color) {
            (Color::Black, Color::Black) | (Color::White, Color::White) => self.us,
            _ => self.them,
        }
    }

    /// Returns the side to move.
    pub const fn turn(&self) -> Color {
        self.turn
    }

    /// Returns the numbers of stones of both sides, the side to move first.
    pub const fn material(&self) -> Material {
        Material::new(self.us.count(), self.them.count())
    }

    /// Returns the colour of the stone on a square; `None` if the square is empty.
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
