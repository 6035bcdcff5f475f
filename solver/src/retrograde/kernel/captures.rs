//! The captures of one leader's stones, and what they are worth.

use super::block::{Block, Capture};
use super::cell::Cell;
use super::lower::{BlockValues, LowerValues};
use super::ranking::Ranking;
use super::scatter::Scatter;
use super::side::Side;
use crate::cpu::dispatch;
use crate::game::bitboard::{Bitboard, take_lowest};
use crate::game::position::{Color, Position};
use crate::game::value::Value;
use crate::index::rank::rank_within;
use crate::retrograde::error::SolveError;

/// The captures of one leader's stones, and the blocks that they lead to.
pub(crate) struct Captures<'a> {
    side: &'a Side<'a>,
    targets: Vec<Target>,
}

/// The block of a smaller family that taking one stone of the leader leads to. The
/// leader there is the representative of the other stones; followers are compact
/// sets of the squares that the representative leaves free.
#[derive(Default)]
struct Target {
    /// The stone's square, and the leader's other stones, in the 8x8 frame.
    stone: u64,
    remaining: u64,
    /// The values of the block.
    values: BlockValues,
    /// The images of the stone's square and of the block's squares there.
    stone_image: u64,
    images: Scatter,
}

impl Target {
    /// Turns to another stone of a block's leader.
    #[inline(always)]
    fn set(
        &mut self,
        stone: u64,
        block: &Block<'_>,
        lower: Option<&dyn LowerValues>,
    ) -> Result<(), SolveError> {
        self.stone = stone;
        self.remaining = block.leader & !stone;
        let Some(lower) = lower else {
            return Ok(());
        };
        let index = lower.index();
        let leader = index.leaders().leader(Bitboard(self.remaining));
        let material = index.material();
        let values = lower.block(leader.orbit());
        self.values = values.map_err(|error| SolveError::Lower { material, error })?;
        let free = (index.board().mask() - leader.representative()).0;
        let image = |square| {
            let image = leader.to_representative().image(index.board(), square);
            1 << rank_within(image, free)
        };
        self.stone_image = image(stone);
        let images = block.squares.iter().map(
            #[inline(always)]
            |&square| image(1 << square),
        );
        self.images.set(images);
        Ok(())
    }
}

impl<'a> Captures<'a> {
    pub(crate) fn new(side: &'a Side<'a>) -> Captures<'a> {
        let mut targets = Vec::new();
        targets.resize_with(side.index.material().us() as usize, Target::default);
        Captures { side, targets }
    }

    /// Turns to another leader.
    pub(crate) fn set_leader(&mut self, block: &Block<'_>) -> Result<(), SolveError> {
        let mut stones = block.leader;
        dispatch(
            #[inline(always)]
            || {
                // Not by an iterator: its methods would not be compiled twice.
                for target in &mut self.targets {
                    let stone = 1 << take_lowest(&mut stones);
                    target.set(stone, block, self.side.lower)?;
                }
                Ok(())
            },
        )
    }

    /// Returns the value of the position after a capture of the compact set `set`.
    #[inline(always)]
    fn after(&self, block: &Block<'_>, set: u64, capture: Capture) -> Cell {
        let target = &self.targets[usize::from(capture.stone)];
        let others = set ^ 1 << capture.from;
        if self.side.lower.is_some() {
            let capturing = target.images.apply(others) | target.stone_image;
            let rank = self.side.lower_ranks.rank(capturing);
            return target.values.get(rank);
        }
        let after = Position {
            board: self.side.index.board(),
            us: Bitboard(target.remaining),
            them: Bitboard(block.on_board(others) | target.stone),
            turn: Color::Black,
        };
        let value = self.side.rules.value_without_table(&after);
        value.expect("a lone stone needs no table").into()
    }

    /// Returns the value of the best capture of `set` to its side; `None` without
    /// captures.
    #[inline(always)]
    pub(crate) fn best(&self, block: &Block<'_>, set: u64) -> Option<Value> {
        let mut buffer = [Capture::default(); _];
        let mut worst = None;
        for &capture in block.captures(set, &mut buffer) {
            let order_key = self.after(block, set, capture).order_key();
            worst = Some(worst.map_or(order_key, |worst: u16| worst.min(order_key)));
        }
        Some(Cell::from_order_key(worst?).value().for_mover())
    }
}
