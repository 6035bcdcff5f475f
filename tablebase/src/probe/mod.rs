//! Answers: from a position to its value.
//!
//! A value is made in five places, in this order: [`resolve`] searches a ply and
//! needs to know which positions are lost; [`session`] finds where in its table each
//! of them is; [`tablebase`] opens the table, if it is not open; an [`open_table`]
//! returns the unit from the [`cache`], or unpacks it; and the
//! [table](crate::format::table) reads and checks the bytes.
//!
//! On top of them, [`moves`] has the value of every move and the best line, [`batch`]
//! answers for many positions at once, and `table_values` for all of a table.
//! [`tablebases`] has the tablebases of all rules, which [share](shared) a cache;
//! [`options`] are their settings.

pub(crate) mod answer;
#[cfg(feature = "parallel")]
pub(crate) mod batch;
pub(crate) mod cache;
pub(crate) mod error;
pub(crate) mod moves;
#[cfg(not(feature = "parallel"))]
pub(crate) mod one_by_one;
pub(crate) mod open_table;
pub(crate) mod options;
pub(crate) mod repetition;
pub(crate) mod resolve;
pub(crate) mod session;
pub(crate) mod shared;
#[cfg(feature = "build")]
pub(crate) mod table_values;
pub(crate) mod tablebase;
pub(crate) mod tablebases;
