//! Answers: from a position to its value.
//!
//! A value is made in these places, each passed once: a [`session`] has the lookups of a
//! question, [looks a ply ahead](look_ahead), and finds where in their tables the positions
//! that are left may be lost; the [`tablebase`] opens a table, if it is not open; an
//! [`open_table`] returns the unit from the [`cache`], or unpacks it; and the
//! [table](crate::format::table) reads and checks the bytes.
//!
//! On top of them, [`moves`] has the value of every move and the best line, `batch`
//! answers for many positions at once, and `table_values` for all of a table.
//! [`tablebases`] has the tablebases of all rules, which [share](shared) a cache;
//! [`options`] are their settings.

pub(crate) mod answer;
#[cfg(feature = "parallel")]
pub(crate) mod batch;
pub(crate) mod cache;
pub(crate) mod error;
pub(crate) mod look_ahead;
pub(crate) mod moves;
pub(crate) mod open_table;
pub(crate) mod options;
pub(crate) mod repetition;
pub(crate) mod session;
pub(crate) mod shared;
#[cfg(feature = "build")]
pub(crate) mod table_values;
pub(crate) mod tablebase;
pub(crate) mod tablebases;
