//! Answers: from a position to its value.
//!
//! A value is found in these steps. A [`session`] has the look-ups of a question; it
//! [looks a ply ahead](look_ahead) and finds the units of the positions that are still open. The
//! [`tablebase`] opens a table if needed. An [`open_table`] returns the unit from the [`cache`], or
//! unpacks it. The [table](crate::format::table) reads and checks the bytes.
//!
//! Above these, [`moves`] gives the value of every move and the best line, `batch` answers for
//! batches of positions, and `table_values` and `winning_moves` for a whole table. [`tablebases`]
//! contains the tablebases of all rules, which [share](shared) a cache; [`options`] are their settings.

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
#[cfg(feature = "sha256")]
pub(crate) mod sha256;
pub(crate) mod shared;
#[cfg(feature = "build")]
pub(crate) mod table_values;
pub(crate) mod tablebase;
pub(crate) mod tablebases;
#[cfg(feature = "build")]
pub(crate) mod winning_moves;
