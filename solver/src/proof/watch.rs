//! The progress of a search, and a way to stop it.

use crate::game::position::Color;

/// The current work of a search.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[cfg_attr(
    feature = "serde",
    derive(serde::Serialize, serde::Deserialize),
    serde(rename_all = "kebab-case")
)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub enum SearchStage {
    /// The search tries moves. If stopped, it continues from the same place.
    Search,
    /// The search trains its net. If stopped, the training begins again.
    Training,
    /// The search reads the strategy of a proved win from its table. If stopped, it begins again
    /// from the start, but keeps its results.
    ReadOut {
        /// Positions read so far.
        positions: usize,
    },
}

/// The state of a search.
#[derive(Clone, Copy, Debug)]
pub struct Progress {
    /// The player whose win is searched.
    pub winner: Color,
    /// Nodes expanded, including earlier runs.
    pub expansions: u64,
    /// The start's proof number: an estimate of the remaining work.
    pub proof_number: u32,
    /// The start's disproof number.
    pub disproof_number: u32,
    /// Decided moves at the start, and all its moves.
    pub settled: (u32, u32),
    /// The depth in plies that the search has just reached.
    pub depth: usize,
    /// The filled share of the table, from 0 to 1.
    pub fill: f64,
    /// The current work.
    pub stage: SearchStage,
}

/// Observes a search: returns `true` if the search should continue. Called about every thousand
/// expansions, and every few milliseconds during training, from any thread. A stopped search can be
/// continued later.
pub type Watch<'a> = &'a (dyn Fn(&Progress) -> bool + Sync);
