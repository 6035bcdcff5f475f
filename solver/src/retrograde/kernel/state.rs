//! The state of a position in the block of the waiting side, in a byte.
//!
//! A state does not store the value. It says only what work the position still needs from the
//! sweeps.

use super::block::{MOVE_CODES, MoveCode};

const _: () = assert!(MOVE_CODES <= PositionState::PASSES.0 as usize);

/// The state of one position.
#[derive(Clone, Copy, PartialEq, Eq, Debug, bytemuck::Pod, bytemuck::Zeroable)]
#[repr(transparent)]
pub(crate) struct PositionState(u8);

impl PositionState {
    /// The value is final.
    pub(crate) const DECIDED: PositionState = PositionState(255);
    /// A capture wins; a quiet move may win sooner.
    pub(crate) const CAPTURE_WINS: PositionState = PositionState(254);
    /// A capture draws: the position is not lost, and a quiet move may win.
    pub(crate) const CAPTURE_DRAWS: PositionState = PositionState(253);
    /// No stone can move, and the turn passes.
    pub(crate) const PASSES: PositionState = PositionState(252);

    /// The position is open: the quiet move with this code does not lose yet; moves with smaller
    /// codes do.
    #[inline]
    pub(crate) const fn witness(code: MoveCode) -> PositionState {
        debug_assert!(code < PositionState::PASSES.0);
        PositionState(code)
    }

    /// Returns the code of the witness, if the position is open.
    #[inline]
    pub(crate) const fn as_witness(self) -> Option<MoveCode> {
        if self.0 < PositionState::PASSES.0 { Some(self.0) } else { None }
    }
}
