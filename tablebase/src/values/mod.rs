//! All values of tables, in memory: [`codes`] of any kind of table, [`losses`] as
//! they are stored, and everything [`restore`]d from them by means of the
//! [`successors`] of every position, looked up for all of [`waiting`] squares at once;
//! where memory does not suffice, part by part.

pub(crate) mod codes;
pub(crate) mod compare;
pub(crate) mod count;
pub(crate) mod in_parts;
pub(crate) mod losses;
pub(crate) mod memory;
pub(crate) mod mismatch;
pub(crate) mod part;
pub(crate) mod restore;
pub(crate) mod successors;
pub(crate) mod waiting;
