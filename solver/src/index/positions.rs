//! The index of the positions of one material.
//!
//! The *leader*, the side to move, is reduced to its orbit's representative. The same symmetry is
//! applied to the *follower*, the other side, which is then ranked among the squares that the
//! representative leaves free:
//!
//! > index = orbit x C(free, k) + rank of the follower
//!
//! All positions of one leader form one contiguous *block*. If the representative is symmetric, the
//! followers that its symmetries exchange represent one position and store equal values. So the
//! index has no holes, and reading has no special cases. A value is written to all of these entries
//! ([`Index::images`]), and a count multiplies the entries of a block by the length of its orbit
//! ([`Index::weight`]).

use crate::game::bitboard::Bitboard;
use crate::game::board::Board;
use crate::game::material::Material;
use crate::game::symmetry::{Symmetry, orbit_length};
use crate::index::count::{IndexError, position_count};
use crate::index::orbits::Orbits;
use crate::index::orbits::leader::Leader;
use crate::index::rank::{Subsets, choose, rank_within, unrank_within};

/// The index of the positions of one material, led by the side to move. It numbers every position;
/// positions that a symmetry of the board makes equal have equal numbers.
///
/// # Examples
/// ```
/// use loa_solver::{Board, Numbering};
///
/// let start = Board::new(4, 4)?.start();
/// let index = Numbering::new(start.board()).index(start.material())?;
/// let number = index.of(start.us(), start.them());
/// assert!(number < index.len());
///
/// // The canonical position of the number is an image of the start.
/// let (us, them) = index.position(number);
/// assert!(start.images().any(|image| (image.us(), image.them()) == (us, them)));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
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

    /// Returns the board.
    pub const fn board(&self) -> Board {
        self.board
    }

    /// Returns the material, leader first.
    pub const fn material(&self) -> Material {
        self.material
    }

    /// Counts the entries, at least one.
    #[expect(clippy::len_without_is_empty, reason = "no index is empty")]
    pub const fn len(&self) -> u64 {
        self.positions
    }

    /// Counts the entries in one leader's block.
    pub const fn block_len(&self) -> u64 {
        self.block_len
    }

    /// Counts the blocks, one for each orbit of leaders.
    pub fn blocks(&self) -> u64 {
        self.leaders.count()
    }

    /// Returns the orbits of the leaders' squares.
    pub const fn leaders(&self) -> &Orbits {
        &self.leaders
    }

    /// Returns the index of a position led by `us`. Both sides must have the stones of the material
    /// and lie on the board.
    #[inline(always)]
    pub fn of(&self, us: Bitboard, them: Bitboard) -> u64 {
        self.of_leader(self.leaders.leader(us), them)
    }

    /// Returns the index of a position by its leader and the squares of the follower.
    #[inline(always)]
    pub fn of_leader(&self, leader: Leader, them: Bitboard) -> u64 {
        let followers = leader.to_representative.apply(self.board, them);
        let free = self.board.mask() - leader.representative;
        leader.orbit * self.block_len + rank_within(followers.0, free.0)
    }

    /// Returns the index of the position of an orbit's representative and followers that have
    /// already been mapped with it.
    ///
    /// # Panics
    /// If `orbit` is not below [`Index::blocks`].
    #[inline(always)]
    pub fn within(&self, orbit: u64, followers: Bitboard) -> u64 {
        let free = self.board.mask() - self.leaders.representative(orbit);
        orbit * self.block_len + rank_within(followers.0, free.0)
    }

    /// Returns the canonical position of a number: the squares of the leader and of the
    /// follower.
    ///
    /// # Panics
    /// If `index` is not below [`Index::len`].
    pub fn position(&self, index: u64) -> (Bitboard, Bitboard) {
        let (orbit, rank) = (index / self.block_len, index % self.block_len);
        let us = self.leaders.representative(orbit);
        let free = self.board.mask() - us;
        (us, Bitboard(unrank_within(rank, self.material.them(), free.0)))
    }

    /// Returns the follower's squares for each entry of an orbit's block, in the order of the
    /// entries. The representative leads in all of them.
    ///
    /// # Panics
    /// If `orbit` is not below [`Index::blocks`].
    pub fn followers(&self, orbit: u64) -> impl Iterator<Item = Bitboard> + use<> {
        let free = self.board.mask() - self.leaders.representative(orbit);
        Subsets::new(free.0, self.material.them()).map(Bitboard)
    }

    /// Returns every number that represents one position: those of the followers' images under the
    /// symmetries that fix the representative.
    ///
    /// # Panics
    /// If `orbit` is not below [`Index::blocks`].
    pub fn images(&self, orbit: u64, followers: Bitboard) -> impl Iterator<Item = u64> + '_ {
        let us = self.leaders.representative(orbit);
        let fixing = Symmetry::all(self.board).filter(move |s| s.apply(self.board, us) == us);
        fixing.map(move |s| self.within(orbit, s.apply(self.board, followers)))
    }

    /// Counts the placements on the board that each entry of a block represents.
    ///
    /// # Panics
    /// If `orbit` is not below [`Index::blocks`].
    pub fn weight(&self, orbit: u64) -> u64 {
        orbit_length(self.board, self.leaders.representative(orbit).0)
    }
}
