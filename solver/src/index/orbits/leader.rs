//! A leader's orbit.

use crate::game::bitboard::Bitboard;
use crate::game::symmetry::Symmetry;

/// The squares of a leader, reduced to the representative of their orbit.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Leader {
    /// The orbit that the leader represents.
    pub orbit: u64,
    /// The representative of the orbit.
    pub representative: Bitboard,
    /// A symmetry that takes the leader to the representative.
    pub to_representative: Symmetry,
}
