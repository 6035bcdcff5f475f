//! The numbering of positions up to symmetry, and its parts.
//!
//! [`Index`](crate::Index) and [`Numbering`](crate::Numbering) are all that a reader
//! of tables needs; their parts are here for those who walk whole tables.

pub(crate) mod count;
pub(crate) mod numbering;
pub(crate) mod orbits;
pub(crate) mod positions;
pub(crate) mod rank;

pub use count::position_count;
pub use orbits::Orbits;
pub use orbits::leader::Leader;
pub use rank::{Subsets, choose, rank_within, unrank_within};

pub use crate::game::bitboard::members;
