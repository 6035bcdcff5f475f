//! The numbering of positions, with symmetric positions as one.

pub(crate) mod count;
pub(crate) mod numbering;
pub(crate) mod orbits;
pub(crate) mod positions;
pub(crate) mod rank;
