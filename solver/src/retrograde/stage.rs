//! The stages of solving a family, and places within them.

use serde::{Deserialize, Serialize};

/// A part of solving a family. Later stages compare as greater.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
pub enum Stage {
    /// Marking terminal positions.
    Mark,
    /// Ply 1: wins by a quiet move.
    QuietWins,
    /// The first examination of every other position.
    Seed,
    /// The current ply, from 2.
    Ply(u16),
}

impl Stage {
    /// Returns the next stage.
    pub(crate) const fn next(self) -> Stage {
        Stage::from_number(self.number() + 1)
    }

    /// Returns the stage's number, in the order of stages.
    pub(crate) const fn number(self) -> u64 {
        match self {
            Stage::Mark => 0,
            Stage::QuietWins => 1,
            Stage::Seed => 2,
            Stage::Ply(ply) => ply as u64 + 1,
        }
    }

    /// Returns the stage with a number.
    pub(crate) const fn from_number(number: u64) -> Stage {
        match number {
            0 => Stage::Mark,
            1 => Stage::QuietWins,
            2 => Stage::Seed,
            ply => Stage::Ply(ply as u16 - 1),
        }
    }

    /// Returns the last ply that is complete when the stage begins.
    pub const fn known(self) -> u16 {
        match self {
            Stage::Mark | Stage::QuietWins => 0,
            Stage::Seed => 1,
            Stage::Ply(ply) => ply.saturating_sub(1),
        }
    }
}

/// The progress of the work: everything before this place is done.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct ResumePoint {
    /// The current stage.
    pub stage: Stage,
    /// For each shard, its finished blocks in this stage.
    pub done: Vec<u64>,
}

impl ResumePoint {
    /// Returns the beginning of a stage, for `shards` shards.
    pub fn beginning(stage: Stage, shards: usize) -> ResumePoint {
        let done = vec![0; shards];
        ResumePoint { stage, done }
    }

    /// `true` if a checkpoint can be at this place, given the blocks of each shard and the longest
    /// distance.
    pub(crate) fn is_possible(&self, blocks: &[u64], longest: u16) -> bool {
        let stage = match self.stage {
            Stage::Mark => false,
            Stage::QuietWins | Stage::Seed => true,
            // One ply follows the last: it finds nothing left to do.
            Stage::Ply(ply) => (2..=longest.saturating_add(2)).contains(&ply),
        };
        let mut done = self.done.iter().zip(blocks);
        stage && self.done.len() == blocks.len() && done.all(|(done, blocks)| done <= blocks)
    }
}
