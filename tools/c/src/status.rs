//! Statuses that functions return.

/// The status that a call returns. Up to 7 the numbers are the exit statuses of the program loa.
#[repr(C)]
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum LoaStatus {
    /// Done.
    Ok = 0,
    /// Reading failed.
    Failed = 1,
    /// An argument is not allowed: a null pointer, squares that do not form a position, text
    /// that does not parse, a move that is not legal.
    Argument = 2,
    /// A file is damaged, or tables contradict each other.
    Damaged = 4,
    /// A table is missing.
    Missing = 5,
    /// No table can cover the position.
    Outside = 6,
    /// A file and its folder have different rules.
    Rules = 7,
    /// The value is not in memory.
    NotCached = 9,
    /// The result does not fit; the part that fits has been written.
    TooSmall = 10,
    /// A fault of this library.
    Internal = 11,
}
