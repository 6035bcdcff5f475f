//! Faults in the parts of a table file.

use loa_solver::{BoardSizeError, IndexError, Material, ParseRulesError};

/// A fault in the header of a table.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum HeaderFault {
    /// The checksum is not that of the bytes.
    #[error("its checksum is {found:016x}, not {expected:016x}")]
    Checksum {
        /// The checksum of the bytes.
        found: u64,
        /// The checksum in the header.
        expected: u64,
    },
    /// The rules id is unknown.
    #[error(transparent)]
    Rules(#[from] ParseRulesError),
    /// There is no such board.
    #[error(transparent)]
    Board(#[from] BoardSizeError),
    /// The material cannot be numbered.
    #[error(transparent)]
    Index(#[from] IndexError),
    /// A side has fewer than two stones.
    #[error("the material is {0}")]
    Material(Material),
    /// A field has a number that it cannot have.
    #[error("{field} is {found}")]
    Number {
        /// The field.
        field: &'static str,
        /// The number.
        found: u64,
    },
    /// A reserved byte is not zero.
    #[error("a byte that must be zero is {0}")]
    Reserved(u8),
}

/// A fault in the census of a table.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum CensusFault {
    /// The length is not one of whole rows.
    #[error("it has {0} bytes")]
    Length(usize),
    /// A row is of an unknown kind.
    #[error("a row is of kind {0}")]
    Kind(u16),
    /// Rows are out of order.
    #[error("its rows are out of order")]
    Order,
    /// A row has a code beyond the longest distance.
    #[error("it has a row of code {0}")]
    Code(u16),
    /// The rows do not add up to all placements.
    #[error("it adds up to {found} placements where there are {expected}")]
    Sum {
        /// The sum of the rows.
        found: u128,
        /// The placements of the material on the board.
        expected: u128,
    },
    /// It names a longest win or loss that cannot be one.
    #[error("it names position {0}")]
    Position(u64),
}

/// A fault in the model of a table.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum ModelFault {
    /// It has more tokens than there can be.
    #[error("it has too many tokens")]
    Tokens,
    /// The distances of its tokens are out of order.
    #[error("its distances are out of order")]
    Order,
    /// It has a context that does not exist, or one twice.
    #[error("it has an unknown context")]
    Context,
    /// It has a token that does not exist.
    #[error("it has an unknown token")]
    Token,
    /// A frequency is greater than all together can be.
    #[error("a frequency is too large")]
    Frequency,
    /// The frequencies of a context do not add up to the whole.
    #[error("frequencies do not add up")]
    Sum,
    /// Bytes are missing.
    #[error("it ends early")]
    EndsEarly,
    /// Bytes follow its end.
    #[error("it has bytes to spare")]
    Spare,
    /// Under the rules of the table nothing can be lost where it has losses.
    #[error("it has losses where the side to move can connect")]
    Losses,
}

/// A fault in a unit of a table or in its entry of the directory.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum UnitFault {
    /// The checksum is not that of the bytes.
    #[error("its checksum is {found:016x}, not {expected:016x}")]
    Checksum {
        /// The checksum of the bytes.
        found: u64,
        /// The checksum in the directory.
        expected: u64,
    },
    /// The units of an entry do not lie between those before and those after.
    #[error("it lies among {bytes} bytes from {start} on, where {next} should follow")]
    Place {
        /// Bytes of the units of the entry.
        bytes: u64,
        /// Their offset in the file.
        start: u64,
        /// The offset of the units of the next entry.
        next: u64,
    },
    /// The entry has the length of a unit that does not exist.
    #[error("its entry has lengths of units that do not exist")]
    Lengths,
    /// The packed values make no sense.
    #[error(transparent)]
    Packed(#[from] PackedFault),
}

/// A fault in packed values.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum PackedFault {
    /// There are too few bytes for a first state.
    #[error("it is too short")]
    TooShort,
    /// The first state is too small.
    #[error("its first number is too small")]
    FirstState,
    /// Bytes are missing.
    #[error("it ends early")]
    EndsEarly,
    /// Bytes follow the last value, or the last state is not the first one.
    #[error("it does not end with its last value")]
    Unfinished,
    /// A value is lost in a context in which the model has no losses.
    #[error("it has a loss where the model has none")]
    Loss,
    /// A distance has a token without a distance.
    #[error("it has a distance that the model has not")]
    Distance,
    /// A distance is longer than the longest of the table.
    #[error("it has more plies than the header says")]
    TooLong,
}
