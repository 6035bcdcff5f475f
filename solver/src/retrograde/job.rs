//! The work on some blocks, on all threads of this process.

use std::ops::Range;

use rayon::prelude::*;

use super::error::SolveError;
use super::kernel::activity::Activity;
use super::kernel::cell::Stored;
use super::kernel::message::Message;
use super::kernel::side::Side;
use super::kernel::state::State;
use super::kernel::sweep::{BlockArrays, Sweep};
use super::kernel::view::Worker;

/// Some blocks of one side to work through.
pub(crate) struct Job<'j> {
    pub(crate) side: &'j Side<'j>,
    /// The first place of every shard of the array that messages are for.
    pub(crate) shards: Vec<u64>,
    pub(crate) blocks: Range<u64>,
}

impl Job<'_> {
    /// Works through the blocks on all threads.
    pub(crate) fn run<S: Stored>(
        &self,
        sweep: &impl Sweep,
        values: &mut [S],
        states: &mut [State],
        activity: &Activity,
    ) -> Result<Vec<Message>, SolveError> {
        let len = self.side.index.block_len() as usize;
        let per_thread = values.len() / len / (8 * rayon::current_num_threads());
        let arrays = values.par_chunks_mut(len).zip(states.par_chunks_mut(len));
        let blocks = arrays.enumerate().with_min_len(per_thread.max(1));
        let workers = blocks.try_fold(
            || None,
            |worker: Option<Worker<'_>>, (at, (values, states))| {
                let orbit = self.blocks.start + at as u64;
                if !sweep.concerns(activity, orbit) {
                    return Ok(worker);
                }
                let mut worker = worker.unwrap_or_else(|| Worker::new(self.side));
                worker.set_orbit(orbit)?;
                let block = BlockArrays {
                    orbit,
                    values,
                    states,
                    activity,
                };
                sweep.visit(&mut worker, block);
                worker.end_block();
                Ok(Some(worker))
            },
        );
        let messages = workers.map(|worker: Result<_, SolveError>| {
            Ok(worker?.map_or_else(Vec::new, |worker| worker.seal(&self.shards)))
        });
        let messages = messages.collect::<Result<Vec<Vec<Message>>, SolveError>>()?;
        Ok(messages.into_iter().flatten().collect())
    }
}
