//! The numbering of positions up to symmetry.

pub(crate) mod count;
pub(crate) mod numbering;
pub(crate) mod orbits;
pub(crate) mod positions;
pub(crate) mod rank;
