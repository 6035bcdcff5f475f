//! Many positions, one after another: for programs without threads.

use loa_solver::Position;

use super::answer::Answer;
use super::error::ProbeError;
use super::moves::Probe;
use super::tablebase::Tablebase;

impl Tablebase {
    /// Returns the answers to many positions, in their order, as
    /// [`Tablebase::answer`] does. With the feature `parallel` this is done on all
    /// threads, and what lies together is unpacked once.
    pub fn answers(&self, positions: &[Position]) -> Vec<Result<Answer, ProbeError>> {
        positions
            .iter()
            .map(|position| self.answer(position))
            .collect()
    }

    /// Returns the values of many positions and of every move in them, in their
    /// order, as [`Tablebase::probe`] does. With the feature `parallel` this is done
    /// on all threads, and what lies together is unpacked once.
    pub fn probes(&self, positions: &[Position]) -> Vec<Result<Probe, ProbeError>> {
        positions
            .iter()
            .map(|position| self.probe(position))
            .collect()
    }
}
