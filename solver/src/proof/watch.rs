//! The progress of a search, and a way to stop it.

use crate::game::position::Color;

/// How a search stands.
#[derive(Clone, Copy, Debug)]
pub struct Progress {
    /// The player whose win is searched for.
    pub winner: Color,
    /// Nodes expanded, those of earlier runs included.
    pub expansions: u64,
    /// The start's proof number: an estimate of what is left to be proved.
    pub proof_number: u32,
    /// The start's disproof number.
    pub disproof_number: u32,
    /// The moves at the start that are settled, and all of them.
    pub settled: (u32, u32),
    /// The plies below the start that the search has just looked at.
    pub depth: usize,
    /// How full the table is, from 0 to 1.
    pub fill: f64,
}

/// Watches a search, and can stop it.
pub trait Watch: Sync {
    /// Called about every thousand expansions, from any thread. The search
    /// stops at `false` and can go on later.
    fn goes_on(&self, progress: &Progress) -> bool;
}
