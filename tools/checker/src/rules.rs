//! Rules ids, and when a game is over, written from `PROOF.md` only.
//!
//! A position is examined under all ids of a certificate together. Everything that depends on the
//! id is a set of ids, a bit for each.

use std::fmt;

use crate::board::{Board, Stones};

/// The names of the ids, by their bits.
const NAMES: [&str; 15] = [
    "mover-pass",
    "mover-loss",
    "mover-draw",
    "draw-pass",
    "draw-loss",
    "draw-draw",
    "own-pass",
    "own-loss",
    "own-draw",
    "mover-pass-misere",
    "mover-loss-misere",
    "mover-draw-misere",
    "draw-pass-misere",
    "draw-loss-misere",
    "draw-draw-misere",
];

/// A set of rules ids, a bit for each.
#[derive(Clone, Copy, PartialEq, Eq)]
pub struct Ids(u16);

impl Ids {
    /// No id.
    pub const NONE: Ids = Ids(0);
    /// The nine ids without misère.
    pub const NORMAL: Ids = Ids(0x01ff);

    pub(crate) const ALL: Ids = Ids(0x7fff);
    const DRAW: Ids = Ids(0x7038);
    const OWN: Ids = Ids(0x01c0);
    const PASS: Ids = Ids(0x1249);
    pub(crate) const LOSS: Ids = Ids(0x2492);
    pub(crate) const MISERE: Ids = Ids(0x7e00);

    /// Returns the set with these bits; `None` if one of them is not an id.
    pub const fn from_bits(bits: u16) -> Option<Ids> {
        if bits & !Ids::ALL.0 == 0 { Some(Ids(bits)) } else { None }
    }

    /// Returns the set of one id, given its name.
    pub fn named(name: &str) -> Option<Ids> {
        let bit = NAMES.iter().position(|&known| known == name)?;
        Some(Ids(1 << bit))
    }

    /// Returns the bits of the set.
    pub const fn bits(self) -> u16 {
        self.0
    }

    /// Returns whether the set is empty.
    pub const fn is_empty(self) -> bool {
        self.0 == 0
    }

    /// Returns the names of its ids, in the order of their bits.
    pub fn names(self) -> impl Iterator<Item = &'static str> {
        let named = NAMES.iter().enumerate();
        named.filter_map(move |(bit, &name)| (self.0 >> bit & 1 != 0).then_some(name))
    }

    /// Returns the ids that are in both sets.
    pub const fn and(self, other: Ids) -> Ids {
        Ids(self.0 & other.0)
    }

    pub(crate) const fn or(self, other: Ids) -> Ids {
        Ids(self.0 | other.0)
    }

    pub(crate) const fn without(self, other: Ids) -> Ids {
        Ids(self.0 & !other.0)
    }
}

impl fmt::Display for Ids {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if *self == Ids::NORMAL {
            return f.write_str("normal");
        }
        let names: Vec<&str> = self.names().collect();
        f.write_str(&names.join(", "))
    }
}

impl fmt::Debug for Ids {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "Ids({self})")
    }
}

/// The ids under which a game is over after a move, by who has won.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct EndingIds {
    /// The ids under which the player who has moved has won.
    pub mover_wins: Ids,
    /// The ids under which the player who would move next has won.
    pub other_wins: Ids,
    /// The ids under which the game is over, won or drawn.
    pub over: Ids,
}

/// Returns, for each rules id, whether the game is over after a move, and who has won.
pub fn ending(board: &Board, stones: Stones) -> EndingIds {
    let by_connection = connection(board.is_connected(stones.them), board.is_connected(stones.us));
    let goes_on = Ids::ALL.without(by_connection.over);
    if goes_on.is_empty() || board.can_move(stones) {
        return by_connection;
    }
    let passes = if board.can_move(stones.turned()) { Ids::PASS } else { Ids::NONE };
    EndingIds {
        mover_wins: by_connection.mover_wins.or(goes_on.and(Ids::LOSS)),
        other_wins: by_connection.other_wins,
        over: by_connection.over.or(goes_on.without(passes)),
    }
}

/// Returns the effect of connections: of the player who has moved, and of the other.
pub(crate) fn connection(mover: bool, other: bool) -> EndingIds {
    let all = Ids::ALL;
    let (mover_wins, other_wins, over) = match (mover, other) {
        (true, true) => (all.without(Ids::DRAW), Ids::NONE, all),
        (true, false) => (all, Ids::NONE, all),
        (false, true) => (Ids::NONE, all.without(Ids::OWN), all.without(Ids::OWN)),
        (false, false) => (Ids::NONE, Ids::NONE, Ids::NONE),
    };
    let exchanged = |wins: Ids, losses: Ids| wins.without(Ids::MISERE).or(losses.and(Ids::MISERE));
    EndingIds {
        mover_wins: exchanged(mover_wins, other_wins),
        other_wins: exchanged(other_wins, mover_wins),
        over,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_id_has_one_word_of_each_kind() {
        for (bit, name) in NAMES.iter().enumerate() {
            let has = |ids: Ids| ids.0 >> bit & 1 != 0;
            let words: Vec<&str> = name.split('-').collect();
            assert_eq!(has(Ids::DRAW), words[0] == "draw");
            assert_eq!(has(Ids::OWN), words[0] == "own");
            assert_eq!(has(Ids::PASS), words[1] == "pass");
            assert_eq!(has(Ids::LOSS), words[1] == "loss");
            assert_eq!(has(Ids::MISERE), words.len() == 3);
            assert_eq!(Ids::named(name), Ids::from_bits(1 << bit));
        }
        assert_eq!(Ids::named("club"), None);
        assert_eq!(Ids::from_bits(0x8000), None);
        assert_eq!(Ids::NORMAL.to_string(), "normal");
    }
}
