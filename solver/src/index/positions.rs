//! Numbering the positions of one material.
//!
//! The leader, the side to move, is reduced to its orbit's representative; the
//! same symmetry is applied to the other side, the follower, which is then
//! ranked among the squares that the representative leaves free:
//!
//! > index = orbit x C(free, k) + rank of the follower
//!
//! All positions of one leader form one contiguous *block*. Where the
//! representative has symmetries of its own, followers that they exchange stand
//! for the same position and hold equal values: no holes, no special cases when
//! reading. Whoever writes writes all of them ([`Index::images`]); whoever
//! counts weighs a block by its orbit's length.

use crate::game::bitboard::Bitboard;
use crate::game::board::Board;
use crate::game::material::Material;
use crate::game::symmetry::{Symmetry, orbit_length};
use crate::index::count::{IndexError, position_count};
use crate::index::orbits::Orbits;
use crate::index::orbits::leader::Leader;
use crate::index::rank::{Subsets, choose, rank_within, unrank_within};

/// The numbering of the positions of one material, led by the side to move.
#[derive(Clone, Debug)]
pub struct Index {
    board: Board,
    material: Material,
    positions: u64,
    block_len: u64,
    leaders: Orbits,
}

impl Index {
    pub(crate) fn new(
        board: Board,
        material: Material,
        leaders: Orbits,
    ) -> Result<Index, IndexError> {
        Ok(Index {
            board,
            material,
            positions: position_count(board, material)?,
            block_len: choose(board.squares() - material.us(), material.them()),
            leaders,
        })
    }

    /// The board.
    pub const fn board(&self) -> Board {
        self.board
    }

    /// The material, leader first.
    pub const fn material(&self) -> Material {
        self.material
    }

    /// How many entries there are, at least one.
    #[expect(clippy::len_without_is_empty, reason = "no index is empty")]
    pub const fn len(&self) -> u64 {
        self.positions
    }

    /// Entries of one leader's block.
    pub const fn block_len(&self) -> u64 {
        self.block_len
    }

    /// How many blocks there are, one an orbit.
    pub fn blocks(&self) -> u64 {
        self.leaders.count()
    }

    /// The squares of leaders, by orbit.
    pub const fn leaders(&self) -> &Orbits {
        &self.leaders
    }

    /// The index of a position: `us` leads. Both must have the stones of the
    /// material and lie on the board.
    #[inline(always)]
    pub fn of(&self, us: Bitboard, them: Bitboard) -> u64 {
        self.of_leader(self.leaders.leader(us), them)
    }

    /// The index of a position by its leader and the squares of the follower.
    #[inline(always)]
    pub fn of_leader(&self, leader: Leader, them: Bitboard) -> u64 {
        let followers = leader.to_representative().apply(self.board, them);
        let free = self.board.mask() - leader.representative();
        leader.orbit() * self.block_len + rank_within(followers.0, free.0)
    }

    /// The index of followers already carried along to the representative of
    /// an orbit.
    #[inline(always)]
    pub fn within(&self, orbit: u64, followers: Bitboard) -> u64 {
        let free = self.board.mask() - self.leaders.representative(orbit);
        orbit * self.block_len + rank_within(followers.0, free.0)
    }

    /// The canonical position of an index: squares of the leader and of the
    /// follower.
    ///
    /// # Panics
    /// If `index` is out of range.
    pub fn position(&self, index: u64) -> (Bitboard, Bitboard) {
        let (orbit, rank) = (index / self.block_len, index % self.block_len);
        let us = self.leaders.representative(orbit);
        let free = self.board.mask() - us;
        (
            us,
            Bitboard(unrank_within(rank, self.material.them(), free.0)),
        )
    }

    /// Returns the follower's squares in the entries of one leader's block, in the
    /// order of their indices, over the representative's squares.
    pub fn followers(&self, orbit: u64) -> impl Iterator<Item = Bitboard> + use<> {
        let free = self.board.mask() - self.leaders.representative(orbit);
        Subsets::new(free.0, self.material.them()).map(Bitboard)
    }

    /// Every index that stands for the same position: the images of the
    /// followers under the symmetries that leave the representative as it is.
    pub fn images(&self, orbit: u64, followers: Bitboard) -> impl Iterator<Item = u64> + '_ {
        let us = self.leaders.representative(orbit);
        let fixing = Symmetry::all(self.board).filter(move |s| s.apply(self.board, us) == us);
        fixing.map(move |s| self.within(orbit, s.apply(self.board, followers)))
    }

    /// How many placements on the board each entry of a block stands for.
    pub fn weight(&self, orbit: u64) -> u64 {
        orbit_length(self.board, self.leaders.representative(orbit).0)
    }
}
