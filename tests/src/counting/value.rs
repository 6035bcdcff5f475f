//! The value of a position for the side to move, in a byte.
//!
//! The order of the bytes is the order of preference: wins from the shortest,
//! draws, losses from the longest, and last that nothing is known, so that the
//! best of several moves is the least byte.

use super::error::CountingError;

/// A value, or as much as is known of one.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(super) struct Value(u8);

impl Value {
    const MOST_PLIES: u32 = 125;
    /// A loss in no ply.
    const LAST_LOSS: u8 = 253;

    /// A connection has ended the game.
    pub(super) const FINISHED_WIN: Self = Self(0);
    pub(super) const FINISHED_DRAW: Self = Self(126);
    pub(super) const FINISHED_LOSS: Self = Self(254);
    pub(super) const WIN_IN_1: Self = Self(1);
    pub(super) const DRAW: Self = Self(127);
    /// A player without a move loses.
    pub(super) const LOSS_IN_0: Self = Self(Self::LAST_LOSS);
    /// No way is known to do better than to lose at once.
    pub(super) const UNKNOWN: Self = Self(255);

    pub(super) const fn of(byte: u8) -> Self {
        Self(byte)
    }

    pub(super) const fn byte(self) -> u8 {
        self.0
    }

    /// `plies` is at least 1.
    pub(super) fn win(plies: u32) -> Result<Self, CountingError> {
        Ok(Self(Self::within(plies)?))
    }

    pub(super) fn loss(plies: u32) -> Result<Self, CountingError> {
        Ok(Self(Self::LAST_LOSS - Self::within(plies)?))
    }

    fn within(plies: u32) -> Result<u8, CountingError> {
        let within = u8::try_from(plies).ok();
        within
            .filter(|&plies| u32::from(plies) <= Self::MOST_PLIES)
            .ok_or(CountingError::TooFar { plies, most: Self::MOST_PLIES })
    }

    pub(super) const fn is_finished(self) -> bool {
        matches!(self, Self::FINISHED_WIN | Self::FINISHED_DRAW | Self::FINISHED_LOSS)
    }

    /// Returns whether no move is known that does better than to lose, in a
    /// position where play goes on.
    pub(super) fn may_be_lost(self) -> bool {
        self > Self::DRAW && self != Self::FINISHED_LOSS
    }

    /// Plies to the end of a win or loss; 0 of everything else.
    pub(super) const fn plies(self) -> u32 {
        match self.0 {
            win @ 1..=125 => win as u32,
            loss @ 128..=Self::LAST_LOSS => (Self::LAST_LOSS - loss) as u32,
            _ => 0,
        }
    }

    /// The value of a move for its mover, if it leads to a position of this
    /// value for the opponent.
    pub(super) fn before(self) -> Result<Self, CountingError> {
        if self == Self::DRAW || self == Self::FINISHED_DRAW {
            Ok(Self::DRAW)
        } else if self < Self::DRAW {
            Self::loss(self.plies() + 1)
        } else {
            Self::win(self.plies() + 1)
        }
    }

    /// As a census calls it.
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

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_preferred_is_less() {
        let preferred = [
            Value::FINISHED_WIN,
            Value::WIN_IN_1,
            Value::win(125).unwrap(),
            Value::FINISHED_DRAW,
            Value::DRAW,
            Value::loss(125).unwrap(),
            Value::loss(1).unwrap(),
            Value::LOSS_IN_0,
            Value::FINISHED_LOSS,
            Value::UNKNOWN,
        ];
        assert!(preferred.is_sorted_by(|a, b| a < b));
        assert_eq!(Value::win(1).unwrap(), Value::WIN_IN_1);
        assert_eq!(Value::loss(0).unwrap(), Value::LOSS_IN_0);
    }

    #[test]
    fn a_move_takes_a_ply_and_turns_the_value_round() {
        let win = |plies| Value::win(plies).unwrap();
        let loss = |plies| Value::loss(plies).unwrap();
        for (after, before) in [
            (Value::FINISHED_LOSS, win(1)),
            (Value::LOSS_IN_0, win(1)),
            (loss(7), win(8)),
            (Value::FINISHED_DRAW, Value::DRAW),
            (Value::DRAW, Value::DRAW),
            (win(7), loss(8)),
            (Value::FINISHED_WIN, loss(1)),
        ] {
            assert_eq!(after.before().unwrap(), before, "{after:?}");
        }
    }

    #[test]
    fn what_a_byte_cannot_say_is_refused() {
        assert_eq!(Value::win(125).unwrap().plies(), 125);
        assert_eq!(Value::loss(125).unwrap().plies(), 125);
        for too_far in [Value::win(126), Value::loss(126), Value::loss(1000)] {
            assert!(too_far.is_err());
        }
        assert!(Value::win(125).unwrap().before().is_err());
        assert!(Value::loss(125).unwrap().before().is_err());
    }
}
