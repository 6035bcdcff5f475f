//! The progress of a search, and a way to stop it.

use crate::game::position::Color;

/// The state of a search.
#[derive(Clone, Copy, Debug)]
pub struct Progress {
    /// The player whose win is searched for.
    pub winner: Color,
    /// Nodes expanded, those of earlier runs included.
    pub expansions: u64,
    /// The start's proof number: an estimate of the work that is left.
    pub proof_number: u32,
    /// The start's disproof number.
    pub disproof_number: u32,
    /// The numbers of moves at the start that are decided, and of all moves.
    pub settled: (u32, u32),
    /// The depth in plies that the search has just reached.
    pub depth: usize,
    /// The filled share of the table, from 0 to 1.
    pub fill: f64,
}

/// An observer of a search, which can stop it.
pub trait Watch: Sync {
    /// Returns whether the search continues. Called about every thousand expansions,
    /// from any thread; a stopped search can be continued later.
    fn goes_on(&self, progress: &Progress) -> bool;
}

/// Never stops a search.
impl Watch for () {
    fn goes_on(&self, _progress: &Progress) -> bool {
        true
    }
}
