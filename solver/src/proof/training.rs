//! Trainings of a search's net on the search's own table.

use std::io;
use std::sync::atomic::Ordering::Relaxed;

use super::learn::{Learning, SeededRandom, TrainingSet, fresh_weights, train};
use super::net::Net;
use super::prover::Prover;
use super::question::Question;
use super::search::SearchTask;
use super::shared::SharedProgress;
use super::watch::{TrainingWatch, Watch};
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
        net = Net::new(&train(net.weights(), &sets, &|| true));
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
        watch: &dyn Watch,
    ) -> io::Result<bool> {
        let (mut is_stopped, mut better) = (false, None);
        if exchange.rank() == 0 {
            let watch = TrainingWatch::new(watch, self.shared.progress(0, 0, &self.table));
            better = self.better_net(&watch)?;
            is_stopped = !watch.training_continues();
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

    /// Trains the net on the current table. Returns the new net if a trial finds it better. The
    /// result of a training that the watch has stopped has no meaning.
    fn better_net(&self, watch: &TrainingWatch<'_>) -> io::Result<Option<Net>> {
        let goes_on = || watch.training_continues();
        let set = TrainingSet::of(&self.game.game, &self.table, &goes_on);
        let old = self.learning.net.as_ref();
        let first = old.map_or_else(fresh_weights, |net| *net.weights());
        let new = Net::new(&train(&first, &[set], &goes_on));
        let is_better = self.trial(old, watch)? > self.trial(Some(&new), watch)?;
        Ok(is_better.then_some(new))
    }

    /// Returns the mean work with a net for proofs of random positions, in doublings.
    fn trial(&self, net: Option<&Net>, watch: &TrainingWatch<'_>) -> io::Result<f64> {
        let budget = (self.expansions() / 512).clamp(1 << 12, 1 << 16);
        let (mut random, mut sum) = (SeededRandom(5), 0.0);
        for _ in (0..TRIALS).take_while(|_| watch.training_continues()) {
            let Ok(table) = self.table.fresh(64 * budget) else {
                sum += (budget as f64).log2();
                continue;
            };
            let shared = SharedProgress::new(self.question.winner);
            let task = SearchTask { net, budget, ..SearchTask::new(&table, &shared, watch) };
            self.game.search(task, Some(&mut random))?;
            let work = shared.expansions.load(Relaxed).min(budget);
            sum += f64::from(work.max(1) as f32).log2();
        }
        Ok(sum / f64::from(TRIALS))
    }

    /// Searches with `expansions` from the start and `expansions` from random positions. Returns
    /// samples of the positions in the table.
    fn training_set(&mut self, expansions: u64) -> io::Result<TrainingSet> {
        self.search(expansions, 1, &())?;
        let mut random = SeededRandom(11);
        let until = self.expansions() + expansions;
        while self.expansions() < until {
            let budget = (self.expansions() + (1 << 15)).min(until);
            let task = SearchTask { budget, ..self.task(&()) };
            self.game.search(task, Some(&mut random))?;
            if self.table.is_crowded() {
                self.table.grow();
            }
        }
        Ok(TrainingSet::of(&self.game.game, &self.table, &|| true))
    }
}
