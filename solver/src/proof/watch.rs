//! The progress of a search, and a way to stop it.

use std::sync::atomic::{AtomicBool, Ordering::Relaxed};

use super::table::SearchTable;
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

/// Observes a search and can stop it.
pub trait Watch: Sync {
    /// `true` if the search should continue. Called about every thousand expansions, and every few
    /// milliseconds during training, from any thread. A stopped search can be continued later.
    fn goes_on(&self, progress: &Progress) -> bool;
}

/// Never stops a search.
impl Watch for () {
    fn goes_on(&self, _progress: &Progress) -> bool {
        true
    }
}

/// A watch that also stops a search when the table is crowded, and remembers whether the inner
/// watch has stopped it.
pub(super) struct CrowdedWatch<'a> {
    pub(super) watch: &'a dyn Watch,
    pub(super) table: &'a SearchTable,
    pub(super) is_stopped: &'a AtomicBool,
}

impl Watch for CrowdedWatch<'_> {
    fn goes_on(&self, progress: &Progress) -> bool {
        let goes_on = self.watch.goes_on(progress);
        self.is_stopped.fetch_or(!goes_on, Relaxed);
        goes_on && !self.table.is_crowded()
    }
}

/// The watch of a training, whose own searches do not count as progress.
pub(super) struct TrainingWatch<'a> {
    watch: &'a dyn Watch,
    progress: Progress,
    is_stopped: AtomicBool,
}

impl<'a> TrainingWatch<'a> {
    /// Returns the watch of a training that begins in this state of the search.
    pub(super) fn new(watch: &'a dyn Watch, progress: Progress) -> TrainingWatch<'a> {
        let progress = Progress { stage: SearchStage::Training, ..progress };
        TrainingWatch { watch, progress, is_stopped: AtomicBool::new(false) }
    }

    /// `true` while the training continues. Once stopped, it remains stopped.
    pub(super) fn training_continues(&self) -> bool {
        let goes_on = !self.is_stopped.load(Relaxed) && self.watch.goes_on(&self.progress);
        self.is_stopped.store(!goes_on, Relaxed);
        goes_on
    }
}

impl Watch for TrainingWatch<'_> {
    fn goes_on(&self, _: &Progress) -> bool {
        self.training_continues()
    }
}
