//! One block at one ply, and the means of one thread to go from block to block.

use super::block::Block;
use super::captures::Captures;
use super::cell::{Cell, Stored};
use super::message::Message;
use super::outbox::Outbox;
use super::ranking::Ranking;
use super::side::Side;
use crate::retrograde::error::SolveError;

/// One block as a sweep reads it at one ply.
pub(crate) struct View<'v, S, R> {
    pub(crate) side: &'v Side<'v>,
    pub(crate) ranking: &'v R,
    pub(crate) block: &'v Block<'v>,
    pub(crate) captures: &'v Captures<'v>,
    /// The ply being worked out: only values below it are believed.
    pub(crate) ply: u16,
    /// The values with the leader to move, by the followers' rank.
    pub(crate) to_leader: &'v [S],
}

impl<S: Stored, R: Ranking> View<'_, S, R> {
    /// Returns the value to the leader of the position after a quiet move to `set`.
    #[inline(always)]
    pub(crate) fn after(&self, set: u64) -> Cell {
        self.to_leader[self.ranking.rank(set)].cell()
    }
}

/// Runs a body with a [`View`] of a block, compiled once for each ranking.
macro_rules! with_view {
    ($worker:expr, $to_leader:expr, $ply:expr, |$view:ident| $body:block) => {{
        macro_rules! run {
            ($ranking:expr) => {{
                let $view = $crate::retrograde::kernel::view::View {
                    side: $worker.side,
                    ranking: $ranking,
                    block: &$worker.block,
                    captures: &$worker.captures,
                    ply: $ply,
                    to_leader: $to_leader,
                };
                $body
            }};
        }
        match &$worker.side.ranks {
            $crate::retrograde::kernel::ranking::Ranks::Split(ranking) => run!(ranking),
            $crate::retrograde::kernel::ranking::Ranks::Stones(ranking) => run!(ranking),
        }
    }};
}
pub(crate) use with_view;

/// One thread's means to work through blocks of one side.
pub(crate) struct Worker<'a> {
    pub(crate) side: &'a Side<'a>,
    pub(crate) block: Block<'a>,
    pub(crate) captures: Captures<'a>,
    pub(crate) outbox: Outbox<'a>,
    /// Positions of the block that have turned out to be lost: compact sets.
    pub(crate) lost: Vec<u64>,
}

impl<'a> Worker<'a> {
    /// A worker that has found nothing yet.
    pub(crate) fn new(side: &'a Side<'a>) -> Worker<'a> {
        Worker {
            side,
            block: Block::new(side.index.board(), &side.lines),
            captures: Captures::new(side),
            outbox: Outbox::new(side),
            lost: Vec::new(),
        }
    }

    /// Turns to another block, but for its captures.
    pub(crate) fn set_orbit(&mut self, orbit: u64) {
        self.block
            .set_leader(self.side.index.leaders().representative(orbit).0);
        self.outbox.set_waiting(&self.block);
    }

    /// Turns to the captures of the block, which are needed more seldom.
    ///
    /// # Errors
    /// When the values that they lead to cannot be read.
    pub(crate) fn set_captures(&mut self) -> Result<(), SolveError> {
        self.captures.set_leader(&self.block)
    }

    /// Ends a block: what was found in it is ready to be sent.
    pub(crate) fn end_block(&mut self) {
        self.outbox.put();
    }

    /// Returns a message for each shard of the mover's array that values belong to,
    /// given the first place of every shard.
    pub(crate) fn seal(self, shards: &[u64]) -> Vec<Message> {
        self.outbox.seal(shards)
    }
}
