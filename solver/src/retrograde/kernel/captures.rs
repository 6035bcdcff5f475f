//! The captures of one leader's stones, and their values.

use super::block::Block;
use super::cell::Cell;
use super::group::{GROUP, SetGroup};
use super::lines::CompactMove;
use super::lower::Codes;
use super::ranking::Ranking;
use super::scatter::CompactSquares;
use super::side::Side;
use crate::game::bitboard::{Bitboard, members};
use crate::game::position::{Color, Position};
use crate::retrograde::error::SolveError;

/// The captures of one leader's stones, and the blocks that they lead to.
pub(crate) struct Captures<'a> {
    side: &'a Side<'a>,
    leader: u64,
    /// Targets by the square of the captured stone.
    targets: Box<[Target; 64]>,
}

/// The block of a smaller family after the capture of one leader's stone. The representative of the
/// remaining stones leads there.
#[derive(Default)]
struct Target {
    /// The values of the block, and the place of the first.
    values: (Codes, usize),
    /// The symmetry that takes the remaining stones to their representative.
    symmetry: u8,
    /// The squares that the representative leaves free.
    free: CompactSquares,
}

impl<'a> Captures<'a> {
    pub(crate) fn new(side: &'a Side<'a>) -> Captures<'a> {
        let targets = Box::new(std::array::from_fn(|_| Target::default()));
        Captures { side, leader: 0, targets }
    }

    /// Moves on to another leader.
    pub(crate) fn set_leader(&mut self, leader: u64) -> Result<(), SolveError> {
        self.leader = leader;
        let Some(lower) = self.side.lower else {
            return Ok(());
        };
        let index = lower.index();
        for stone in members(leader) {
            let target = &mut self.targets[stone as usize];
            let others = index.leaders().leader(Bitboard(leader & !(1 << stone)));
            let material = index.material();
            let values = lower.block(others.orbit);
            target.values = values.map_err(|error| SolveError::Lower { material, error })?;
            target.symmetry = others.to_representative.number();
            target.free.set((index.board().mask() - others.representative).0);
        }
        Ok(())
    }

    /// Returns the value of the position after a capture that leads to these squares.
    #[inline(always)]
    fn after(&self, step: CompactMove, capturing: u64) -> Cell {
        if self.side.lower.is_some() {
            let target = &self.targets[step.to()];
            let image = self.side.images[usize::from(target.symmetry & 7)].apply(capturing);
            let rank = self.side.lower_ranks.rank(target.free.compact(image));
            let (codes, from) = &target.values;
            return codes.cell(from + rank);
        }
        let after = Position {
            board: self.side.index.board(),
            us: Bitboard(self.leader & !capturing),
            them: Bitboard(capturing),
            turn: Color::Black,
        };
        let value = self.side.rules.value_without_table(&after);
        value.expect("a lone stone needs no table").into()
    }

    /// For each set, returns the value of its best capture to the waiting side, as
    /// [`Cell::order_key`]; [`NO_CAPTURE`] if it has no captures.
    #[inline(always)]
    pub(crate) fn best_for_waiting(&self, block: &Block<'_>, group: &mut SetGroup) -> [u32; GROUP] {
        group.list_captures(block);
        let mut worst = [NO_CAPTURE; GROUP];
        for step in group.steps() {
            let order_key = self.after(step, group.after(step)).order_key();
            let worst = &mut worst[step.owner()];
            *worst = (*worst).min(order_key.into());
        }
        worst
    }
}

/// Greater than every [`Cell::order_key`].
pub(crate) const NO_CAPTURE: u32 = u32::MAX;
