//! A leader's orbit.

use crate::game::bitboard::Bitboard;
use crate::game::symmetry::Symmetry;

/// The squares of a leader, reduced to the representative of their orbit.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Leader {
    pub(super) orbit: u64,
    pub(super) representative: u64,
    pub(super) to_representative: Symmetry,
}

impl Leader {
    /// Returns the orbit that the leader represents.
    #[inline]
    pub const fn orbit(self) -> u64 {
        self.orbit
    }

    /// Returns the representative of the orbit.
    #[inline]
    pub const fn representative(self) -> Bitboard {
        Bitboard(self.representative)
    }

    /// Returns a symmetry that takes the leader to the representative.
    #[inline]
    pub const fn to_representative(self) -> Symmetry {
        self.to_representative
    }
}
