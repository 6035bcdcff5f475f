//! The stages of solving a family, and places within them.

use serde::{Deserialize, Serialize};

/// A part of solving a family; later ones are greater.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
pub enum Stage {
    /// Marking terminal positions.
    Mark,
    /// Ply 1: wins by a quiet move.
    QuietWins,
    /// The first look at every other position.
    Seed,
    /// The ply being worked out, from 2.
    Ply(u16),
}

impl Stage {
    /// The stage after it.
    pub(crate) const fn next(self) -> Stage {
        match self {
            Stage::Mark => Stage::QuietWins,
            Stage::QuietWins => Stage::Seed,
            Stage::Seed => Stage::Ply(2),
            Stage::Ply(ply) => Stage::Ply(ply + 1),
        }
    }

    /// Its number, in the order of stages.
    pub(crate) const fn number(self) -> u64 {
        match self {
            Stage::Mark => 0,
            Stage::QuietWins => 1,
            Stage::Seed => 2,
            Stage::Ply(ply) => ply as u64 + 1,
        }
    }

    /// The stage of a number.
    pub(crate) const fn from_number(number: u64) -> Stage {
        match number {
            0 => Stage::Mark,
            1 => Stage::QuietWins,
            2 => Stage::Seed,
            ply => Stage::Ply(ply as u16 - 1),
        }
    }

    /// The last ply that is worked out when it begins.
    pub const fn known(self) -> u16 {
        match self {
            Stage::Mark | Stage::QuietWins => 0,
            Stage::Seed => 1,
            Stage::Ply(ply) => ply.saturating_sub(1),
        }
    }
}

/// The place that work has got to: everything before it is done.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Place {
    /// The stage in hand.
    pub stage: Stage,
    /// The blocks of each shard that are done in this stage, counted from its first.
    pub done: Vec<u64>,
}

impl Place {
    /// The beginning of a stage, for `shards` shards.
    pub fn beginning(stage: Stage, shards: usize) -> Place {
        let done = vec![0; shards];
        Place { stage, done }
    }

    /// Returns whether a checkpoint is ever here, for shards of these numbers of blocks and
    /// distances up to `longest`.
    pub(crate) fn is_possible(&self, blocks: &[u64], longest: u16) -> bool {
        let stage = match self.stage {
            Stage::Mark => false,
            Stage::QuietWins | Stage::Seed => true,
            // After the last ply there is one more, which has nothing left to do.
            Stage::Ply(ply) => (2..=longest.saturating_add(2)).contains(&ply),
        };
        let mut done = self.done.iter().zip(blocks);
        stage && self.done.len() == blocks.len() && done.all(|(done, blocks)| done <= blocks)
    }
}
