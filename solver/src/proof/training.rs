//! Trainings of a search's net on the search's own table.

use std::io;
use std::sync::atomic::{AtomicBool, Ordering::Relaxed};

use super::learn::{Learning, SeededRandom, TrainingSet, fresh_weights, train};
use super::net::Net;
use super::prover::Prover;
use super::question::Question;
use super::search::SearchTask;
use super::shared::SharedProgress;
use super::watch::{Progress, SearchStage, Watch};
use crate::exchange::Exchange;

/// Positions in a trial of a net.
const TRIALS: u32 = 32;

/// Returns weights that correct first numbers on the boards of these questions, as the program
/// includes them. Each round trains on the table of a search from each start, with `expansions`
/// from the start, `expansions` from random positions, and the net of the previous round.
///
/// # Errors
/// If the memory is not available, or the system cannot start a thread.
#[doc(hidden)]
pub fn train_weights(
    questions: &[Question],
    expansions: u64,
    rounds: usize,
    log: &dyn Fn(String),
) -> io::Result<Vec<u8>> {
    let mut net = Net::new(&fresh_weights());
    for round in 0..rounds {
        let mut sets = Vec::new();
        for &question in questions {
            let mut prover = Prover::new(question, 1 << 30)?;
            prover.learning = Learning { net: (round > 0).then(|| net.clone()), next: u64::MAX };
            sets.push(prover.training_set(expansions)?);
            log(format!(
                "round {round}: {} after {} expansions",
                question.start,
                prover.expansions()
            ));
        }
        net = Net::new(&train(&net.weights, &sets, &|| true));
    }
    Ok(Net::to_bytes(Some(&net)))
}

impl Prover {
    /// Lets the first process train the net on the current table. If a trial finds the new net
    /// better, the search begins again with it, but keeps decided positions. `true` if the watch
    /// has stopped the training, which then changes nothing and is repeated later.
    pub(super) fn learn(
        &mut self,
        exchange: &mut dyn Exchange,
        watch: Watch<'_>,
    ) -> io::Result<bool> {
        let (mut is_stopped, mut better) = (false, None);
        if exchange.rank() == 0 {
            // The training's own searches do not count as progress.
            let progress = self.shared.progress(0, 0, &self.table);
            let progress = Progress { stage: SearchStage::Training, ..progress };
            let is_over = AtomicBool::new(false);
            let goes_on = || {
                let goes_on = !is_over.load(Relaxed) && watch(&progress);
                is_over.store(!goes_on, Relaxed);
                goes_on
            };
            better = self.better_net(&goes_on)?;
            is_stopped = !goes_on();
        }
        if exchange.of_first(&[is_stopped.into()])? != [0] {
            return Ok(true);
        }
        self.learning.next = 4 * self.expansions().max(self.learning.next);
        let better = exchange.all_gather(&Net::to_bytes(better.as_ref()))?.swap_remove(0);
        if let Some(net) = Net::read(&better) {
            self.learning.net = Some(net);
            self.table.forget_open();
        }
        Ok(false)
    }

    /// Trains the net on the current table while `goes_on` says so. Returns the new net if a trial
    /// finds it better. The result of a training that was stopped has no meaning.
    fn better_net(&self, goes_on: &(dyn Fn() -> bool + Sync)) -> io::Result<Option<Net>> {
        let set = TrainingSet::of(&self.game.game, &self.table, goes_on);
        let old = self.learning.net.as_ref();
        let first = old.map_or_else(fresh_weights, |net| *net.weights);
        let new = Net::new(&train(&first, &[set], goes_on));
        let is_better = self.trial(old, goes_on)? > self.trial(Some(&new), goes_on)?;
        Ok(is_better.then_some(new))
    }

    /// Returns the mean work with a net for proofs of random positions, in doublings.
    fn trial(&self, net: Option<&Net>, goes_on: &(dyn Fn() -> bool + Sync)) -> io::Result<f64> {
        let budget = (self.expansions() / 512).clamp(1 << 12, 1 << 16);
        let (mut random, mut sum) = (SeededRandom(5), 0.0);
        for _ in (0..TRIALS).take_while(|_| goes_on()) {
            let Ok(table) = self.table.fresh(64 * budget) else {
                sum += (budget as f64).log2();
                continue;
            };
            let shared = SharedProgress::new(self.question.winner);
            let watch = |_: &Progress| goes_on();
            let task = SearchTask { net, budget, ..SearchTask::new(&table, &shared, &watch) };
            self.game.search(task, Some(&mut random))?;
            let work = shared.expansions.load(Relaxed).min(budget);
            sum += f64::from(work.max(1) as f32).log2();
        }
        Ok(sum / f64::from(TRIALS))
    }

    /// Searches with `expansions` from the start and `expansions` from random positions. Returns
    /// samples of the positions in the table.
    fn training_set(&mut self, expansions: u64) -> io::Result<TrainingSet> {
        self.search(expansions, 1, &|_| true)?;
        let mut random = SeededRandom(11);
        let until = self.expansions() + expansions;
        while self.expansions() < until {
            let budget = (self.expansions() + (1 << 15)).min(until);
            let task = SearchTask { budget, ..self.task(&|_| true) };
            self.game.search(task, Some(&mut random))?;
            if self.table.is_crowded() {
                self.table.grow();
            }
        }
        Ok(TrainingSet::of(&self.game.game, &self.table, &|| true))
    }
}
