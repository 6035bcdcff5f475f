//! One block as a sweep reads it, and one thread's means to go from block to block.

use super::block::Block;
use super::captures::Captures;
use super::cell::{Cell, Stored};
use super::side::Ground;
use crate::index::rank::Ranking;
use crate::retrograde::exchange::{Activity, Crossing};

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
    #[inline(always)]
    pub(crate) fn after(&self, set: u64) -> Cell {
        self.to_leader[self.ranking.rank(set)].cell()
    }
}

/// Runs a body with a [`View`] of a block, compiled once for each ranking.
macro_rules! with_view {
    ($ground:expr, $worker:expr, $share:expr, $ply:expr, |$view:ident| $body:block) => {{
        macro_rules! run {
            ($ranking:expr) => {{
                let $view = $crate::retrograde::kernel::view::View {
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
