//! Statuses that functions return.

/// The end of a call. Up to 7 the numbers are the exit statuses of the program loa.
#[repr(C)]
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum LoaStatus {
    /// Done.
    Ok = 0,
    /// Reading failed.
    Failed = 1,
    /// An argument is not allowed: a null pointer, squares that are no position, text that
    /// does not parse, a move that is not legal.
    Argument = 2,
    /// A file is damaged, or tables contradict each other.
    Damaged = 4,
    /// A table is missing.
    Missing = 5,
    /// No table can cover the position.
    Outside = 6,
    /// A file is for other rules than its folder says.
    Rules = 7,
    /// The value is not in memory.
    NotCached = 9,
    /// There is not enough room for the result; what fits has been written.
    TooSmall = 10,
    /// A fault of this library.
    Internal = 11,
}
