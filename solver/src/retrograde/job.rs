//! The work on some blocks, on all threads of this process.

use rayon::prelude::*;

use super::error::SolveError;
use super::kernel::cell::Stored;
use super::kernel::message::Message;
use super::kernel::side::Side;
use super::kernel::sweep::{BlockArrays, Sweep};
use super::kernel::view::Worker;

/// The work on some blocks of one side.
pub(crate) struct Job<'j> {
    pub(crate) side: &'j Side<'j>,
    /// The first place of every shard of the array that messages are for.
    pub(crate) shards: Vec<u64>,
}

impl Job<'_> {
    /// Works through the blocks on all threads.
    pub(crate) fn run<S: Stored>(
        &self,
        sweep: &impl Sweep,
        blocks: Vec<BlockArrays<'_, S>>,
    ) -> Result<Vec<Message>, SolveError> {
        let per_thread = blocks.len() / (8 * rayon::current_num_threads());
        let blocks = blocks.into_par_iter().with_min_len(per_thread.max(1));
        let workers = blocks.try_fold(
            || None,
            |worker: Option<Worker<'_>>, block| {
                let mut worker = worker.unwrap_or_else(|| Worker::new(self.side));
                worker.set_orbit(block.orbit);
                sweep.visit(&mut worker, block)?;
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
