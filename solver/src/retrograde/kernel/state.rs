//! What is known of a position in the waiting side's block, in a byte.
//!
//! Values live elsewhere; this byte only says what the passes still have to do
//! with the position.

use super::block::{MOVE_CODES, MoveCode};

const _: () = assert!(MOVE_CODES <= State::PASSES.0 as usize);

/// One position's state.
#[derive(Clone, Copy, PartialEq, Eq, Debug, bytemuck::Pod, bytemuck::Zeroable)]
#[repr(transparent)]
pub(crate) struct State(u8);

impl State {
    /// Its value is final.
    pub(crate) const DECIDED: State = State(255);
    /// It is won through a capture, maybe sooner through a quiet move.
    pub(crate) const CAPTURE_WINS: State = State(254);
    /// A capture draws: it is not lost, and a quiet move may win.
    pub(crate) const CAPTURE_DRAWS: State = State(253);
    /// No stone can move and the turn passes.
    pub(crate) const PASSES: State = State(252);

    /// It is open: the quiet move with this code does not lose yet, and those
    /// with smaller codes do, or are no moves.
    #[inline]
    pub(crate) const fn witness(code: MoveCode) -> State {
        debug_assert!(code < State::PASSES.0);
        State(code)
    }

    /// The witness, if it is open.
    #[inline]
    pub(crate) const fn as_witness(self) -> Option<MoveCode> {
        if self.0 < State::PASSES.0 {
            Some(self.0)
        } else {
            None
        }
    }
}
