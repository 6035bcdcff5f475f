//! Positions, moves and values in C.

use loa_solver::{
    Bitboard, Board, Color, Material, Move, Position, PositionError, Square, Value, Wdl,
};
use loa_tablebase::{Census, MoveValue};

use crate::fault::Fault;

/// A position, seen from the side to move.
#[repr(C)]
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct LoaPosition {
    /// The squares of the side to move.
    pub us: u64,
    /// The squares of the other side.
    pub them: u64,
    /// The number of files of the board, 3 to 8.
    pub files: u8,
    /// The number of ranks of the board, 3 to 8.
    pub ranks: u8,
}

/// A move.
#[repr(C)]
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct LoaMove {
    /// The number of the square that the stone leaves; LOA_NO_SQUARE in a pass.
    pub from: u8,
    /// The number of the square where it lands; LOA_NO_SQUARE in a pass.
    pub to: u8,
    /// 1 if it captures a stone there, otherwise 0. Ignored in arguments: the position determines
    /// whether a move captures.
    pub captures: u8,
}

/// The squares of a pass.
pub const LOA_NO_SQUARE: u8 = 255;

/// The distance of a draw, and of a longest win or loss that does not exist.
pub const LOA_UNKNOWN: i32 = -1;

/// The distance of a position that failed in loa_probe_many().
pub const LOA_NO_VALUE: i32 = -2;

/// Loss, draw or win.
#[repr(C)]
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum LoaWdl {
    /// The side to move loses.
    Loss = -1,
    /// Neither side can force a win.
    Draw = 0,
    /// The side to move wins.
    Win = 1,
}

/// The value of a position for the side to move.
#[repr(C)]
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct LoaValue {
    /// Loss, draw or win.
    pub wdl: LoaWdl,
    /// The plies to the end under best play, 0 if the game is over; LOA_UNKNOWN for a draw.
    pub plies: i32,
}

/// A move with its value.
#[repr(C)]
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct LoaChoice {
    /// The position after the move.
    pub after: LoaPosition,
    /// The value for the side that moves, with plies counted from the position before the move.
    pub value: LoaValue,
    /// The move.
    pub played: LoaMove,
}

/// The numbers of stones of a table.
#[repr(C)]
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct LoaMaterial {
    /// The stones of the side to move.
    pub us: u32,
    /// The stones of the other side.
    pub them: u32,
}

impl From<Material> for LoaMaterial {
    fn from(material: Material) -> LoaMaterial {
        LoaMaterial { us: material.us(), them: material.them() }
    }
}

/// The number of positions of a table by outcome, including symmetric copies.
#[repr(C)]
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct LoaCounts {
    /// Positions that the side to move wins.
    pub won: u64,
    /// Positions that neither side can win.
    pub drawn: u64,
    /// Positions that the side to move loses.
    pub lost: u64,
    /// The plies of the longest win; LOA_UNKNOWN if the table has no win.
    pub longest_win: i32,
    /// The plies of the longest loss; LOA_UNKNOWN if the table has no loss.
    pub longest_loss: i32,
}

impl From<Census> for LoaCounts {
    fn from(census: Census) -> LoaCounts {
        let [won, drawn, lost] = census.shares();
        let longest = |wdl| census.longest(wdl).map_or(LOA_UNKNOWN, i32::from);
        let (longest_win, longest_loss) = (longest(Wdl::Win), longest(Wdl::Loss));
        LoaCounts { won, drawn, lost, longest_win, longest_loss }
    }
}

impl LoaPosition {
    pub(crate) fn of(position: &Position) -> LoaPosition {
        let board = position.board();
        LoaPosition {
            us: position.us().0,
            them: position.them().0,
            files: board.files() as u8,
            ranks: board.ranks() as u8,
        }
    }

    /// Returns the position with Black to move.
    pub(crate) fn checked(&self) -> Result<Position, Fault> {
        self.colored(Color::Black)
    }

    pub(crate) fn colored(&self, turn: Color) -> Result<Position, Fault> {
        let board = Board::new(self.files.into(), self.ranks.into()).map_err(Fault::argument)?;
        let position = Position::new(board, Bitboard(self.us), Bitboard(self.them), turn);
        position.map_err(|error| match error {
            PositionError::NoStones(_) if self.us == 0 => {
                Fault::argument("the side to move has no stones")
            }
            PositionError::NoStones(_) => Fault::argument("the other side has no stones"),
            error => Fault::argument(error),
        })
    }
}

impl LoaMove {
    pub(crate) fn of(played: Move) -> LoaMove {
        match played {
            Move::Pass => LoaMove { from: LOA_NO_SQUARE, to: LOA_NO_SQUARE, captures: 0 },
            Move::Stone { from, to, capture } => {
                LoaMove { from: from.index() as u8, to: to.index() as u8, captures: capture.into() }
            }
        }
    }

    /// Returns the squares that the stone leaves and lands on; `None` for a pass.
    pub(crate) fn squares(&self) -> Result<Option<(Square, Square)>, Fault> {
        if (self.from, self.to) == (LOA_NO_SQUARE, LOA_NO_SQUARE) {
            return Ok(None);
        }
        let square = |number: u8| {
            let wrong = || Fault::argument(format_args!("square {number} does not exist"));
            Square::from_index(number.into()).ok_or_else(wrong)
        };
        Ok(Some((square(self.from)?, square(self.to)?)))
    }
}

impl From<Wdl> for LoaWdl {
    fn from(wdl: Wdl) -> LoaWdl {
        match wdl {
            Wdl::Loss => LoaWdl::Loss,
            Wdl::Draw => LoaWdl::Draw,
            Wdl::Win => LoaWdl::Win,
        }
    }
}

impl From<Value> for LoaValue {
    fn from(answer: Value) -> LoaValue {
        LoaValue { wdl: answer.wdl().into(), plies: answer.plies().map_or(LOA_UNKNOWN, i32::from) }
    }
}

impl From<MoveValue> for LoaChoice {
    fn from(choice: MoveValue) -> LoaChoice {
        LoaChoice {
            after: LoaPosition::of(&choice.position),
            value: choice.value.into(),
            played: LoaMove::of(choice.played),
        }
    }
}
