//! Tables as bytes, as `FORMAT.md` describes them.
//!
//! From a single symbol to a whole table: [`rans`] packs symbols with the frequencies of a
//! [`model`]. [`contexts`] chooses the context of every value while it walks over the positions of
//! a leader. [`coding`] combines the three for one of the [`units`] into which a table is divided.
//! The [`header`], the census ([`tally`]) and the [`directory`] describe the units and their
//! positions, and [`table`] reads a value from a [`storage`] of bytes.

pub(crate) mod bytes;
pub(crate) mod census;
pub(crate) mod coding;
pub(crate) mod connecting_moves;
pub(crate) mod contexts;
#[cfg(feature = "build")]
pub(crate) mod counts;
pub(crate) mod directory;
pub(crate) mod error;
pub(crate) mod groups;
pub(crate) mod header;
pub(crate) mod model;
#[cfg(feature = "build")]
pub(crate) mod packing;
pub(crate) mod rans;
pub(crate) mod storage;
pub(crate) mod subject;
pub(crate) mod table;
pub(crate) mod tally;
pub(crate) mod units;
