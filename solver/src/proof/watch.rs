//! The progress of a search, and a way to stop it.

use std::sync::atomic::{AtomicBool, Ordering::Relaxed};

use crate::game::position::Color;

/// The work that a search is doing.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Stage {
    /// It tries moves. Stopped here, it continues from the same place.
    Search,
    /// It trains its net. Stopped here, it begins the lesson again.
    Lesson,
    /// It reads the strategy of a proved win out of its table. Stopped here, it begins again with
    /// the start, but keeps what it has found.
    ReadOut {
        /// The positions read so far.
        positions: usize,
    },
}

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
    /// The work that is being done.
    pub stage: Stage,
}

/// An observer of a search, which can stop it.
pub trait Watch: Sync {
    /// Returns whether the search continues. Called about every thousand expansions and every few
    /// milliseconds of a lesson, from any thread; a stopped search can be continued later.
    fn goes_on(&self, progress: &Progress) -> bool;
}

/// Never stops a search.
impl Watch for () {
    fn goes_on(&self, _progress: &Progress) -> bool {
        true
    }
}

/// A watch of a lesson, whose own searches are no progress.
pub(super) struct LessonWatch<'a> {
    watch: &'a dyn Watch,
    progress: Progress,
    is_stopped: AtomicBool,
}

impl<'a> LessonWatch<'a> {
    /// Returns the watch of a lesson that begins in this state of the search.
    pub(super) fn new(watch: &'a dyn Watch, progress: Progress) -> LessonWatch<'a> {
        let progress = Progress { stage: Stage::Lesson, ..progress };
        LessonWatch { watch, progress, is_stopped: AtomicBool::new(false) }
    }

    /// Returns whether the lesson continues. A stopped one remains so.
    pub(super) fn lesson_goes_on(&self) -> bool {
        let goes_on = !self.is_stopped.load(Relaxed) && self.watch.goes_on(&self.progress);
        self.is_stopped.store(!goes_on, Relaxed);
        goes_on
    }
}

impl Watch for LessonWatch<'_> {
    fn goes_on(&self, _: &Progress) -> bool {
        self.lesson_goes_on()
    }
}
