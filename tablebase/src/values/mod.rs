//! All values of tables, in memory. [`codes`] are the codes of any kind of table, and [`losses`]
//! the values that tables store. [`restore`] derives all other values by means of the
//! [successors](linked_values) of every position, looked up for all positions with the same
//! [`waiting`] squares together. If memory does not suffice, it works part by part.

pub(crate) mod codes;
pub(crate) mod compare;
pub(crate) mod count;
pub(crate) mod linked_values;
pub(crate) mod losses;
pub(crate) mod memory;
pub(crate) mod mismatch;
pub(crate) mod restore;
pub(crate) mod waiting;
