//! The numbering of positions up to symmetry.

pub(crate) mod numbering;
pub(crate) mod orbits;
pub(crate) mod rank;
