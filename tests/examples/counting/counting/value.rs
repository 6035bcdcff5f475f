//! The value of a position for the side to move, in a byte.
//!
//! The order of the bytes is the order of preference: wins from the shortest, draws, losses from
//! the longest, and last the unknown value. So the best of several moves is the least byte.

/// A value, or the part of it that is known.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(super) struct Value(u8);

impl Value {
    const MOST_PLIES: u32 = 125;
    /// A loss in 0 plies.
    const LAST_LOSS: u8 = 253;

    /// A connection has ended the game.
    pub(super) const FINISHED_WIN: Self = Self(0);
    pub(super) const FINISHED_DRAW: Self = Self(126);
    pub(super) const FINISHED_LOSS: Self = Self(254);
    pub(super) const WIN_IN_1: Self = Self(1);
    pub(super) const DRAW: Self = Self(127);
    /// A player without a move loses.
    pub(super) const LOSS_IN_0: Self = Self(Self::LAST_LOSS);
    /// No way is known to avoid an immediate loss.
    pub(super) const UNKNOWN: Self = Self(255);

    pub(super) const fn of(byte: u8) -> Self {
        Self(byte)
    }

    pub(super) const fn byte(self) -> u8 {
        self.0
    }

    /// `plies` is at least 1.
    pub(super) fn win(plies: u32) -> Self {
        assert!(plies <= Self::MOST_PLIES, "{plies} plies are more than a byte can say");
        Self(plies as u8)
    }

    pub(super) fn loss(plies: u32) -> Self {
        Self(Self::LAST_LOSS - Self::win(plies).0)
    }

    pub(super) const fn is_finished(self) -> bool {
        matches!(self, Self::FINISHED_WIN | Self::FINISHED_DRAW | Self::FINISHED_LOSS)
    }

    /// Returns whether no known move avoids an immediate loss, in a position that is not over.
    pub(super) fn may_be_lost(self) -> bool {
        self > Self::DRAW && self != Self::FINISHED_LOSS
    }

    /// Returns the plies to the end of a win or loss; 0 otherwise.
    pub(super) const fn plies(self) -> u32 {
        match self.0 {
            win @ 1..=125 => win as u32,
            loss @ 128..=Self::LAST_LOSS => (Self::LAST_LOSS - loss) as u32,
            _ => 0,
        }
    }

    /// Returns the value of a move for its mover, if it leads to a position of this value for the
    /// opponent.
    pub(super) fn before(self) -> Self {
        if self == Self::DRAW || self == Self::FINISHED_DRAW {
            Self::DRAW
        } else if self < Self::DRAW {
            Self::loss(self.plies() + 1)
        } else {
            Self::win(self.plies() + 1)
        }
    }

    /// Returns the name of the outcome in a census.
    pub(super) const fn outcome(self) -> &'static str {
        match self {
            Self::FINISHED_WIN => "terminal-win",
            Self::FINISHED_DRAW => "terminal-draw",
            Self::FINISHED_LOSS => "terminal-loss",
            Self(1..=125) => "win",
            Self::DRAW | Self::UNKNOWN => "draw",
            Self(_) => "loss",
        }
    }
}
