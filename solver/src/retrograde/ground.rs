//! What all blocks of one side of a family have in common.

use std::sync::Arc;

use super::block::Block;
use super::cell::{Cell, Stored};
use super::crossing::{Activity, Crossing};
use super::lines::Lines;
use super::seed::Captures;
use super::store::ValueFile;
use crate::game::material::Material;
use crate::game::rules::Rules;
use crate::index::numbering::{Index, IndexError, Numbering};
use crate::index::orbits::OrbitTable;
use crate::index::rank::{Ranking, Ranks, Subsets};

/// One side's stones as leaders: to move in the value array of this material,
/// waiting in the states beside it. What the states decide crosses to the
/// array of the twin.
pub(crate) struct Ground<'a> {
    pub(crate) rules: Rules,
    /// The leader to move.
    pub(crate) index: Index,
    /// The leader waiting: the numbering of what is found here.
    pub(crate) twin: Index,
    /// The followers' squares, by orbit.
    pub(crate) twin_orbits: Arc<OrbitTable>,
    /// The values of the positions after a capture of one of the leader's
    /// stones; `None` if a lone stone remains.
    pub(crate) lower: Option<&'a ValueFile>,
    /// The followers' compact sets, by rank.
    pub(crate) followers: Vec<u64>,
    pub(crate) ranks: Ranks,
    /// Ranks of the followers after a capture, when one more square is free.
    pub(crate) lower_ranks: Ranks,
    /// Ranks of the followers among all squares of the board.
    pub(crate) board_ranks: Ranks,
    /// How the followers move among the leader's stones.
    pub(crate) lines: Lines,
}

impl<'a> Ground<'a> {
    pub(crate) fn new(
        rules: Rules,
        numbering: &Numbering,
        material: Material,
        lower: Option<&'a ValueFile>,
    ) -> Result<Ground<'a>, IndexError> {
        let board = numbering.board();
        let index = numbering.index(material)?;
        let (us, them) = (material.us(), material.them());
        let free = board.squares() - us;
        let universe = u64::MAX >> (64 - free);
        Ok(Ground {
            rules,
            twin: numbering.index(material.twin())?,
            twin_orbits: numbering.table(material.twin())?,
            index,
            lower,
            followers: Subsets::new(universe, them).collect(),
            ranks: Ranks::new(free, them),
            lower_ranks: Ranks::new(free + 1, them),
            board_ranks: Ranks::new(board.squares(), them),
            lines: Lines::new(board, them, us),
        })
    }
}

/// One block as a pass reads it at one ply.
pub(crate) struct View<'v, S, R> {
    pub(crate) ground: &'v Ground<'v>,
    pub(crate) ranking: &'v R,
    pub(crate) block: &'v Block<'v>,
    pub(crate) captures: &'v Captures<'v>,
    /// The ply being worked out: only values below it are believed.
    pub(crate) ply: u16,
    /// The values with the leader to move, by the followers' rank.
    pub(crate) to_leader: &'v [S],
}

impl<S: Stored, R: Ranking> View<'_, S, R> {
    /// The value, to the leader, of the position after a quiet move to `set`.
    #[inline]
    pub(crate) fn after(&self, set: u64) -> Cell {
        self.to_leader[self.ranking.rank(set)].cell()
    }
}

/// Runs a body with a [`View`] of a block, compiled once for each ranking.
macro_rules! with_view {
    ($ground:expr, $worker:expr, $share:expr, $ply:expr, |$view:ident| $body:block) => {{
        macro_rules! run {
            ($ranking:expr) => {{
                let $view = $crate::retrograde::ground::View {
                    ground: $ground,
                    ranking: $ranking,
                    block: &$worker.block,
                    captures: &$worker.captures,
                    ply: $ply,
                    to_leader: $share.to_leader,
                };
                $body
            }};
        }
        match &$ground.ranks {
            $crate::index::rank::Ranks::Split(ranking) => run!(ranking),
            $crate::index::rank::Ranks::Stones(ranking) => run!(ranking),
        }
    }};
}
pub(crate) use with_view;

/// What one thread needs to work through blocks.
pub(crate) struct Worker<'a> {
    pub(crate) block: Block<'a>,
    pub(crate) captures: Captures<'a>,
    pub(crate) crossing: Crossing<'a>,
}

impl<'a> Worker<'a> {
    /// A worker that tells this activity what it sends.
    pub(crate) fn new(ground: &'a Ground<'a>, activity: &'a Activity) -> Worker<'a> {
        Worker {
            block: Block::new(ground.index.board(), &ground.lines),
            captures: Captures::new(ground),
            crossing: Crossing::new(ground, activity),
        }
    }

    /// Turns to another leader.
    pub(crate) fn set_leader(&mut self, leader: u64) {
        self.block.set_leader(leader);
        self.captures.set_leader(&self.block);
        self.crossing.set_waiting(&self.block);
    }
}
