//! The stages of solving a family.

use serde::{Deserialize, Serialize};

/// A part of solving a family: marking, ply 1, the seed, ply 2 and so on.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub enum Stage {
    /// Marking finished positions.
    Mark,
    /// The first look at every position, between plies 1 and 2.
    Seed,
    /// The ply being worked out, from 1.
    Ply(u16),
}

impl Stage {
    /// What comes after it.
    pub(crate) const fn next(self) -> Stage {
        match self {
            Stage::Mark => Stage::Ply(1),
            Stage::Ply(1) => Stage::Seed,
            Stage::Seed => Stage::Ply(2),
            Stage::Ply(ply) => Stage::Ply(ply + 1),
        }
    }

    /// Whether states may still be without what the seed says of them.
    pub(crate) const fn is_before_plies(self) -> bool {
        matches!(self, Stage::Mark | Stage::Seed | Stage::Ply(1))
    }

    /// The last ply that is finished when it begins.
    pub(crate) const fn known(self) -> u16 {
        match self {
            Stage::Mark => 0,
            Stage::Seed => 1,
            Stage::Ply(ply) => ply - 1,
        }
    }
}

/// Where the work has got to.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Place {
    /// The stage in hand.
    pub stage: Stage,
    /// The side in hand: 0 where the family's material leads, 1 where its twin
    /// does.
    pub side: usize,
    /// The first block of the side that is not done.
    pub block: u64,
}

impl Place {
    pub(crate) const START: Place = Place::beginning(Stage::Mark);

    pub(crate) const fn beginning(stage: Stage) -> Place {
        let (side, block) = (0, 0);
        Place { stage, side, block }
    }

    /// Whether work on sides of so many blocks, with distances up to `longest`,
    /// is ever journalled here.
    pub(crate) fn is_possible(self, blocks: &[u64], longest: u16) -> bool {
        let stage = match self.stage {
            Stage::Mark => false,
            Stage::Seed => true,
            // After the last ply one more finds that there is nothing left.
            Stage::Ply(ply) => (1..=longest + 2).contains(&ply),
        };
        // A stage whose last side is done has not become the next yet.
        let done = self.side == blocks.len() && self.block == 0;
        stage && (done || blocks.get(self.side).is_some_and(|&all| self.block < all))
    }
}
