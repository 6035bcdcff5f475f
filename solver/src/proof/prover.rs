//! The search for an answer to one question.

use std::fmt;
use std::io::{self, BufRead, Write};
use std::ops::RangeInclusive;
use std::sync::atomic::{AtomicBool, Ordering::Relaxed};
use std::thread::{self, ScopedJoinHandle};

use super::certificate::Certificate;
#[cfg(feature = "save")]
use super::dump;
use super::encode::encode;
use super::game::{Node, SearchGame, UNBOUNDED};
use super::goal::{ATTACKER, AttackerOutcome, DEFENDER};
use super::key::Key;
use super::learn::{Learning, SeededRandom, TrainingSet, fresh_weights, train};
use super::net::{Net, WEIGHT_COUNT};
use super::numbers::{INFINITE, REPEATED};
use super::question::Question;
use super::search::{SENT_WORK, ThreadSearch};
use super::shared::SharedProgress;
use super::strategy::{ExtractError, Strategy};
use super::table::SearchTable;
use super::watch::{Progress, SearchStage, TrainingWatch, Watch};
use crate::exchange::{Exchange, Local};

/// The current result of a search.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[cfg_attr(
    feature = "serde",
    derive(schemars::JsonSchema, serde::Serialize, serde::Deserialize),
    serde(rename_all = "kebab-case")
)]
pub enum Verdict {
    /// The player's win is proved.
    Proved,
    /// All lines were tried without finding a win. If the question limits the plies, this proves
    /// that no win exists. Otherwise it does not, because repetitions count as failures.
    NotProved,
    /// No result yet: the search has not ended.
    Open,
}

/// The search for one player's win. It can be stopped and continued.
pub struct Prover {
    question: Question,
    search: Box<dyn AnySearch + Send + Sync>,
}

impl fmt::Debug for Prover {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let mut text = f.debug_struct("Prover");
        text.field("question", &self.question).finish_non_exhaustive()
    }
}

impl Prover {
    /// Returns a new search with a table of up to `bytes`.
    ///
    /// # Errors
    /// If the memory is not available.
    pub fn new(question: Question, bytes: u64) -> io::Result<Prover> {
        let most = if question.within.is_some() { 36 } else { 40 };
        let search: Box<dyn AnySearch + Send + Sync> = if question.start.board().squares() <= most {
            Box::new(KeyedSearch::<u64>::new(question, bytes)?)
        } else {
            Box::new(KeyedSearch::<u128>::new(question, bytes)?)
        };
        Ok(Prover { question, search })
    }

    /// Returns the question.
    pub fn question(&self) -> &Question {
        &self.question
    }

    /// Returns the number of expansions so far, of all processes.
    pub fn expansions(&self) -> u64 {
        self.search.expansions()
    }

    /// Searches for about `expansions` more expansions at most.
    ///
    /// # Errors
    /// If the system cannot start a thread.
    pub fn search(
        &mut self,
        expansions: u64,
        threads: usize,
        watch: &dyn Watch,
    ) -> io::Result<Verdict> {
        self.search_with(&mut Local, expansions, threads, watch)
    }

    /// Searches together with other processes. Their questions, amounts of memory and arguments
    /// except the watch must be equal. Each watch can stop all of them. The verdict is the same for
    /// all, and each process can make the certificate.
    ///
    /// # Errors
    /// If the system cannot start a thread, or another process has left.
    pub fn search_with(
        &mut self,
        exchange: &mut dyn Exchange,
        expansions: u64,
        threads: usize,
        watch: &dyn Watch,
    ) -> io::Result<Verdict> {
        self.search.search(exchange, expansions, threads, watch)
    }

    /// Returns the certificate of a proved win.
    ///
    /// # Errors
    /// If the watch stops the work, the table is too small, or the system cannot start a thread.
    pub fn certificate(&self, watch: &dyn Watch) -> Result<Certificate, ExtractError> {
        on_a_deep_stack(|| self.search.certificate(watch))
            .map_err(|error| ExtractError::Thread(error.kind()))?
    }

    /// Uses only the program's weights for first numbers, without a net to correct them, and
    /// disables training. Call this before the search begins.
    pub fn stop_learning(&mut self) {
        self.search.use_weights(None);
    }

    /// Sets the number of expansions after which the search first trains, instead of eight million.
    #[doc(hidden)]
    pub fn learn_after(&mut self, expansions: u64) {
        self.search.learn_after(expansions);
    }

    /// Corrects first numbers with any given weights.
    #[doc(hidden)]
    pub fn use_weights(&mut self, weights: impl FnMut(usize) -> i16) {
        self.search.use_weights(Some(Box::new(std::array::from_fn(weights))));
    }

    /// Writes the state for continuing later: all of the search, or about `most` bytes with the
    /// entries that took the most work. The rest is searched again.
    ///
    /// # Errors
    /// If writing fails.
    #[cfg(feature = "save")]
    pub fn save(&self, to: &mut dyn Write, most: Option<u64>) -> io::Result<()> {
        let search = &self.search;
        let state = (search.expansions(), search.learning());
        let entries = most.map_or(u64::MAX, |bytes| bytes / SearchTable::BYTES);
        dump::write(to, &self.question, state, (search.table(), entries))
    }

    /// Continues a saved search for the same question, from this process or another of those that
    /// work together. The saves of several processes can be read one after another.
    ///
    /// # Errors
    /// If reading fails, or the bytes are damaged or belong to another question.
    #[cfg(feature = "save")]
    pub fn restore(&mut self, from: &mut dyn BufRead) -> io::Result<()> {
        let (expansions, learning) = dump::read(from, &self.question, self.search.table_mut())?;
        self.search.go_on(expansions, learning);
        Ok(())
    }
}

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
    let mut weights = None;
    for round in 0..rounds {
        let mut sets = Vec::new();
        for &question in questions {
            let mut prover = Prover::new(question, 1 << 30)?;
            prover.search.use_weights(weights.clone());
            sets.push(on_a_deep_stack(|| prover.search.training_set(expansions))??);
            log(format!(
                "round {round}: {} after {} expansions",
                question.start,
                prover.expansions()
            ));
        }
        let first = weights.as_deref().copied().unwrap_or_else(fresh_weights);
        weights = Some(Box::new(train(&first, &sets, &|| true)));
    }
    let weights = weights.as_deref().copied().unwrap_or_else(fresh_weights);
    Ok(weights.into_iter().flat_map(i16::to_le_bytes).collect())
}

/// Runs work whose recursion is as deep as games are long.
fn on_a_deep_stack<T: Send>(work: impl FnOnce() -> T + Send) -> io::Result<T> {
    thread::scope(|scope| {
        let joined = start_deep(scope, work)?.join();
        Ok(joined.unwrap_or_else(|panic| std::panic::resume_unwind(panic)))
    })
}

/// Starts a thread whose stack is deep enough for the longest games.
fn start_deep<'scope, T: Send + 'scope>(
    scope: &'scope thread::Scope<'scope, '_>,
    work: impl FnOnce() -> T + Send + 'scope,
) -> io::Result<ScopedJoinHandle<'scope, T>> {
    const STACK: usize = 1 << 28;
    let started = thread::Builder::new().stack_size(STACK);
    started.spawn_scoped(scope, work)
}

/// A search with keys of some width.
trait AnySearch {
    fn search(
        &mut self,
        exchange: &mut dyn Exchange,
        expansions: u64,
        threads: usize,
        watch: &dyn Watch,
    ) -> io::Result<Verdict>;
    fn certificate(&self, watch: &dyn Watch) -> Result<Certificate, ExtractError>;
    fn expansions(&self) -> u64;
    fn learning(&self) -> &Learning;
    fn go_on(&mut self, expansions: u64, learning: Learning);
    fn table(&self) -> &SearchTable;
    fn table_mut(&mut self) -> &mut SearchTable;
    fn use_weights(&mut self, weights: Option<Box<[i16; WEIGHT_COUNT]>>);
    fn learn_after(&mut self, expansions: u64);
    fn training_set(&mut self, expansions: u64) -> io::Result<TrainingSet>;
}

struct KeyedSearch<K> {
    question: Question,
    game: SearchGame<K>,
    root: Node<K>,
    table: SearchTable,
    shared: SharedProgress,
    /// The number of wins found when the search last ended without a proof.
    wins_at_end: Option<u64>,
    learning: Learning,
    /// False until the other processes have this one's net and results.
    is_in_step: bool,
}

/// The number of expansions after which a search first trains. Every further training comes at four
/// times the expansions of the previous one.
const FIRST_TRAINING: u64 = 8_000_000;

/// The number of rounds in which several processes double the number of expansions. With fewer
/// rounds they would search the same positions more often; each round sends messages between all.
const ROUNDS: u64 = 256;
/// The minimum and the maximum number of expansions of a process in a round.
const ROUND: RangeInclusive<u64> = 1 << 10..=1 << 18;

/// The end of a round. If processes end differently, the greatest value counts.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
enum RoundEnd {
    /// The round's expansions are spent.
    Spent,
    /// The watch stopped the round.
    Stopped,
    /// A repetition is in the way everywhere.
    Repeated,
    NotProved,
    Proved,
}

impl RoundEnd {
    const ALL: [RoundEnd; 5] = [
        RoundEnd::Spent,
        RoundEnd::Stopped,
        RoundEnd::Repeated,
        RoundEnd::NotProved,
        RoundEnd::Proved,
    ];
}

impl<K: Key> KeyedSearch<K> {
    fn new(question: Question, bytes: u64) -> io::Result<KeyedSearch<K>> {
        let Question { start, rules, winner, within } = question;
        let game = SearchGame::new(start.board(), rules, within.is_some());
        let left = within.map_or(UNBOUNDED, |plies| plies.min(Question::MOST_PLIES).into());
        let (side, stones) = if start.turn() == winner {
            (ATTACKER, [start.us().0, start.them().0])
        } else {
            (DEFENDER, [start.them().0, start.us().0])
        };
        let mut attempted = KeyedSearch {
            question,
            root: game.node(stones, side, left),
            table: SearchTable::small(game.key_bits(), bytes)?,
            game,
            shared: SharedProgress::new(winner),
            wins_at_end: None,
            learning: Learning { weights: None, next: u64::MAX },
            is_in_step: false,
        };
        if within.is_none() && rules.iter().all(|rules| !rules.is_misere()) {
            attempted.learning.next = FIRST_TRAINING;
            attempted.set_weights(Some(Box::new(Net::shipped())));
        }
        Ok(attempted)
    }

    /// Sets the weights that correct first numbers.
    fn set_weights(&mut self, weights: Option<Box<[i16; WEIGHT_COUNT]>>) {
        self.game.evaluation.net = weights.as_deref().map(Net::new);
        self.learning.weights = weights;
    }

    /// Lets the first process train the net on the current table. If a trial finds the new net
    /// better, the search begins again with it, but keeps decided positions. Returns whether the
    /// watch has stopped the training, which then changes nothing and is repeated later.
    fn learn(&mut self, exchange: &mut dyn Exchange, watch: &dyn Watch) -> io::Result<bool> {
        let trained = match exchange.rank() {
            0 => on_a_deep_stack(|| self.train(watch))?,
            _ => None,
        };
        let [stopped, worse, better] = [0, 1, 2];
        let end = trained.map_or(stopped, |is_better| if is_better { better } else { worse });
        let end = exchange.of_first(&[end])?;
        if end == [stopped] {
            return Ok(true);
        }
        self.learning.next = 4 * self.expansions().max(self.learning.next);
        if end == [better] {
            let weights = exchange.all_gather(&self.learning.to_bytes())?.swap_remove(0);
            self.set_weights(Learning::weights_of(&weights));
            self.table.forget_open();
        }
        Ok(false)
    }

    /// Trains the net on the current table. Returns whether a trial finds the new net better, which
    /// is then in use; `None` if the watch stopped the training.
    fn train(&mut self, watch: &dyn Watch) -> Option<bool> {
        let watch = TrainingWatch::new(watch, self.shared.progress(0, 0, &self.table));
        let goes_on = || watch.training_continues();
        let set = TrainingSet::of(&self.game, &self.table, &goes_on);
        let old = self.learning.weights.take();
        let first = old.as_deref().copied().unwrap_or_else(fresh_weights);
        let new = train(&first, &[set], &goes_on);
        let before = self.trial(&watch);
        self.game.evaluation.net = Some(Net::new(&new));
        let is_better = before > self.trial(&watch);
        let is_whole = goes_on();
        self.set_weights(if is_better && is_whole { Some(Box::new(new)) } else { old });
        is_whole.then_some(is_better)
    }

    /// Sends other processes the net and the results of earlier runs. The latest net counts.
    fn come_into_step(&mut self, exchange: &mut dyn Exchange) -> io::Result<()> {
        if exchange.size() == 1 || self.is_in_step {
            return Ok(());
        }
        let all = exchange.gather(&[self.expansions(), self.learning.next])?;
        let weights = exchange.all_gather(&self.learning.to_bytes())?;
        let last = (0..all.len()).rev().max_by_key(|&rank| all[rank][0]).unwrap_or_default();
        let learning =
            Learning { weights: Learning::weights_of(&weights[last]), next: all[last][1] };
        self.go_on(all[last][0], learning);
        self.is_in_step = true;
        let worked = self.table.positions::<K>().filter(|found| 1 << found.3 >= SENT_WORK);
        let mut to_send = worked.map(|(key, attacks, ..)| (key.wide(), attacks)).collect();
        self.shared.add_to_send(&mut to_send);
        self.exchange_entries(exchange)
    }

    /// Sends other processes the positions that this one has worked on, and receives theirs.
    fn exchange_entries(&self, exchange: &mut dyn Exchange) -> io::Result<()> {
        let to_send = self.shared.take_to_send().into_iter();
        let places = to_send.map(|(key, attacks)| self.table.place(K::of(key), attacks));
        let all = exchange.all_gather(&self.table.export(places))?;
        self.table.import(&all);
        Ok(())
    }

    /// Searches until the start's numbers are certain, a repetition is in the way everywhere, or
    /// all threads, runs and processes have spent `budget` expansions. Several processes search in
    /// rounds, after which each has the results of the others.
    fn round(
        &mut self,
        exchange: &mut dyn Exchange,
        budget: u64,
        threads: usize,
        watch: &dyn Watch,
    ) -> io::Result<RoundEnd> {
        let (rank, size) = (exchange.rank(), exchange.size());
        let before = self.expansions();
        let wins_before = self.shared.wins.load(Relaxed);
        let round = (before / ROUNDS / size as u64).clamp(*ROUND.start(), *ROUND.end());
        let until = if size > 1 { budget.min(before + round) } else { budget };
        let rank = (size > 1).then_some(rank);
        let is_stopped = AtomicBool::new(false);
        let number = loop {
            let watch = &CrowdedWatch { watch, table: &self.table, is_stopped: &is_stopped };
            let number = self.search_once(until, (threads, rank), watch)?;
            if number == 0 || number >= REPEATED || !self.table.is_crowded() {
                break number;
            }
            self.table.grow();
        };
        let end = match number {
            0 => RoundEnd::Proved,
            INFINITE => RoundEnd::NotProved,
            REPEATED.. => RoundEnd::Repeated,
            _ if is_stopped.into_inner() => RoundEnd::Stopped,
            _ => RoundEnd::Spent,
        };
        let wins = self.shared.wins.load(Relaxed) - wins_before;
        let all = exchange.gather(&[end as u64, self.expansions() - before, wins])?;
        let sum = |at: usize| all.iter().map(|numbers| numbers[at]).sum::<u64>();
        self.shared.expansions.store(before + sum(1), Relaxed);
        self.shared.wins.store(wins_before + sum(2), Relaxed);
        if size > 1 {
            self.exchange_entries(exchange)?;
        }
        let greatest = all.iter().map(|numbers| numbers[0] as usize).max().unwrap_or_default();
        Ok(RoundEnd::ALL[greatest])
    }

    /// Returns the mean work for proofs of random positions, in doublings.
    fn trial(&self, watch: &TrainingWatch<'_>) -> f64 {
        let budget = (self.expansions() / 512).clamp(1 << 12, 1 << 16);
        let (mut random, mut sum) = (SeededRandom(5), 0.0);
        for _ in (0..TRIALS).take_while(|_| watch.training_continues()) {
            let node = self.random_node(&mut random);
            sum += f64::from(self.cost(&node, budget, watch).max(1) as f32).log2();
        }
        sum / f64::from(TRIALS)
    }

    /// Returns a node reached from the start by random moves, or the start if games end too early.
    fn random_node(&self, random: &mut SeededRandom) -> Node<K> {
        for _ in 0..1000 {
            let (mut node, plies) = (self.root, 2 + random.below(16));
            for ply in 0..plies {
                let mut steps = Vec::new();
                let (us, them) = (node.stones[node.side], node.stones[node.side ^ 1]);
                self.game.geometry.for_each_move(us, them, |step| steps.push(step));
                if steps.is_empty() {
                    break;
                }
                node = self.game.child(&node, steps[random.below(steps.len())]);
                let over = self.game.outcome(node.stones, node.side ^ 1) != AttackerOutcome::GoesOn;
                if over || self.game.succeeds_anyhow(node.stones, node.side) {
                    break;
                }
                if ply + 1 == plies {
                    return node;
                }
            }
        }
        self.root
    }

    /// Returns the number of expansions for a node's proof, at most about `budget`.
    fn cost(&self, node: &Node<K>, budget: u64, watch: &dyn Watch) -> u64 {
        let Ok(table) = SearchTable::whole(self.game.key_bits(), 64 * budget) else {
            return budget;
        };
        let shared = SharedProgress::new(self.question.winner);
        let stopped = AtomicBool::new(false);
        let mut search = ThreadSearch::new(&self.game, &table, &shared, watch, &stopped);
        search.set_budget(budget);
        search.run(node);
        shared.expansions.load(Relaxed).min(budget)
    }

    /// Returns the verdict if it needs no search.
    fn immediate_verdict(&self) -> Option<Verdict> {
        let Node { stones, side, .. } = self.root;
        if self.root.left == 0 || self.game.outcome(stones, side ^ 1) != AttackerOutcome::GoesOn {
            return Some(Verdict::NotProved);
        }
        self.game.succeeds_anyhow(stones, side).then_some(match side {
            ATTACKER => Verdict::Proved,
            _ => Verdict::NotProved,
        })
    }

    /// Searches until a round ends or the table should grow, which is impossible during a search.
    /// Returns the attacker's proof number of the start.
    fn search_once(
        &self,
        budget: u64,
        (threads, rank): (usize, Option<usize>),
        watch: &dyn Watch,
    ) -> io::Result<u32> {
        let stopped = AtomicBool::new(false);
        let one = || {
            let mut search =
                ThreadSearch::new(&self.game, &self.table, &self.shared, watch, &stopped);
            search.set_budget(budget);
            search.set_threads(threads);
            search.set_rank(rank);
            let visit = search.run(&self.root);
            let (number, _) = visit.numbers.of_attacker(self.root.side == ATTACKER);
            if number == 0 || number >= REPEATED {
                stopped.store(true, Relaxed);
            }
            number
        };
        thread::scope(|scope| {
            let started: io::Result<Vec<_>> =
                (0..threads.max(1)).map(|_| start_deep(scope, one)).collect();
            let handles = started.inspect_err(|_| stopped.store(true, Relaxed))?;
            let joined = handles.into_iter().map(ScopedJoinHandle::join);
            let numbers: Vec<u32> = joined
                .map(|joined| joined.unwrap_or_else(|panic| std::panic::resume_unwind(panic)))
                .collect();
            if numbers.contains(&0) {
                return Ok(0);
            }
            Ok(numbers.into_iter().max().unwrap_or(1))
        })
    }
}

/// The maximum number of expansions for reading a strategy from the table: as a multiple of the
/// search's expansions, and the minimum of this limit.
const AGAIN: u64 = 4;
const LEAST_AGAIN: u64 = 1 << 18;

/// The number of positions in a trial of a net.
const TRIALS: u32 = 32;

/// A watch that also stops a search when the table is crowded, and remembers whether the inner
/// watch has stopped it.
struct CrowdedWatch<'a> {
    watch: &'a dyn Watch,
    table: &'a SearchTable,
    is_stopped: &'a AtomicBool,
}

impl Watch for CrowdedWatch<'_> {
    fn goes_on(&self, progress: &Progress) -> bool {
        let goes_on = self.watch.goes_on(progress);
        self.is_stopped.fetch_or(!goes_on, Relaxed);
        goes_on && !self.table.is_crowded()
    }
}

impl<K: Key> AnySearch for KeyedSearch<K> {
    fn search(
        &mut self,
        exchange: &mut dyn Exchange,
        expansions: u64,
        threads: usize,
        watch: &dyn Watch,
    ) -> io::Result<Verdict> {
        if let Some(verdict) = self.immediate_verdict() {
            return Ok(verdict);
        }
        self.come_into_step(exchange)?;
        let budget = self.expansions().saturating_add(expansions);
        loop {
            if self.expansions() >= self.learning.next && self.learn(exchange, watch)? {
                return Ok(Verdict::Open);
            }
            let until = budget.min(self.learning.next);
            match self.round(exchange, until, threads, watch)? {
                RoundEnd::Proved => return Ok(Verdict::Proved),
                RoundEnd::NotProved => return Ok(Verdict::NotProved),
                RoundEnd::Repeated => {}
                RoundEnd::Spent if self.expansions() < budget => continue,
                RoundEnd::Spent | RoundEnd::Stopped => return Ok(Verdict::Open),
            }
            let wins = self.shared.wins.load(Relaxed);
            if self.wins_at_end == Some(wins) {
                return Ok(Verdict::NotProved);
            }
            // A repetition that was in the way on one path need not be so on another, and newer
            // proofs may lead around it.
            self.wins_at_end = Some(wins);
            self.table.forget_repeated();
        }
    }

    fn certificate(&self, watch: &dyn Watch) -> Result<Certificate, ExtractError> {
        let stopped = AtomicBool::new(false);
        let before = self.expansions();
        let most = before.saturating_mul(AGAIN).max(LEAST_AGAIN);
        let mut search = ThreadSearch::new(&self.game, &self.table, &self.shared, watch, &stopped);
        search.set_budget(before.saturating_add(most));
        search.enters(SearchStage::ReadOut { positions: 0 });
        let mut strategy = Strategy::new(&mut search, most);
        let rank = match self.root.side {
            ATTACKER => strategy.answer(&self.root),
            _ => strategy.rank(&self.root),
        };
        let encoded = match rank {
            Err(ExtractError::Stopped) if self.expansions() - before >= most => {
                Err(ExtractError::Lost)
            }
            Ok(Some(_)) => encode(&self.game, &strategy.known, &self.root),
            rank => Err(rank.err().unwrap_or(ExtractError::Lost)),
        }?;
        let Question { start, rules, winner, .. } = self.question;
        Ok(Certificate::new((rules, start, winner), &encoded))
    }

    fn expansions(&self) -> u64 {
        self.shared.expansions.load(Relaxed)
    }

    fn learning(&self) -> &Learning {
        &self.learning
    }

    fn go_on(&mut self, expansions: u64, learning: Learning) {
        self.is_in_step = false;
        if expansions >= self.expansions() {
            self.shared.expansions.store(expansions, Relaxed);
            self.set_weights(learning.weights);
            self.learning.next = learning.next;
        }
    }

    fn table(&self) -> &SearchTable {
        &self.table
    }

    fn table_mut(&mut self) -> &mut SearchTable {
        &mut self.table
    }

    fn use_weights(&mut self, weights: Option<Box<[i16; WEIGHT_COUNT]>>) {
        self.learning.next = u64::MAX;
        self.set_weights(weights);
    }

    fn learn_after(&mut self, expansions: u64) {
        self.learning.next = expansions;
    }

    fn training_set(&mut self, expansions: u64) -> io::Result<TrainingSet> {
        self.search(&mut Local, expansions, 1, &())?;
        let mut random = SeededRandom(11);
        let until = self.expansions() + expansions;
        while self.expansions() < until {
            let node = self.random_node(&mut random);
            let stopped = AtomicBool::new(false);
            let mut search =
                ThreadSearch::new(&self.game, &self.table, &self.shared, &(), &stopped);
            search.set_budget((self.expansions() + (1 << 15)).min(until));
            search.run(&node);
            if self.table.is_crowded() {
                self.table.grow();
            }
        }
        Ok(TrainingSet::of(&self.game, &self.table, &|| true))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::game::position::Color;
    use crate::proof::goal::RuleSet;
    use crate::proof::numbers::ProofNumbers;
    use crate::proof::table::StoredResult;

    /// Returns a search of 5x6 with false entries: each of `lies` returns the numbers to store
    /// instead of a position's numbers.
    fn deceived(lie: &dyn Fn(u64, bool, ProofNumbers) -> ProofNumbers) -> KeyedSearch<u64> {
        let board: crate::game::board::Board = "5x6".parse().unwrap();
        let question = Question::new(board.start(), RuleSet::NORMAL, Color::Black);
        let mut attempted = KeyedSearch::<u64>::new(question, 1 << 20).unwrap();
        let verdict = attempted.search(&mut Local, 4000, 1, &());
        assert_eq!(verdict.unwrap(), Verdict::Open, "White wins 5x6");
        let stored: Vec<_> = attempted.table.positions::<u64>().collect();
        assert!(stored.len() > 2000);
        for (key, attacks, entry, _) in stored {
            let numbers = lie(key, attacks, entry.numbers);
            let place = attempted.table.place(key, attacks);
            attempted.table.put(place, StoredResult { numbers, distance: 1 }, 1 << 10);
        }
        attempted
    }

    /// A saved search is not trusted: all work on it is bounded.
    #[test]
    fn no_table_makes_a_certificate_or_endless_work() {
        let won = |attacks: bool| if attacks { ProofNumbers::WON } else { ProofNumbers::LOST };
        let mixed = |key: u64| key.wrapping_mul(0x9e37_79b9_7f4a_7c15) >> 61;
        let lies: [&dyn Fn(u64, bool, ProofNumbers) -> ProofNumbers; 5] = [
            &|_, attacks, _| won(attacks),
            &|_, attacks, old| if attacks { old } else { ProofNumbers::LOST },
            &|key, attacks, old| if mixed(key) > 0 { won(attacks) } else { old },
            &|key, attacks, _| won(attacks == (mixed(key) > 0)),
            &|_, _, _| ProofNumbers { phi: 1, delta: 1 },
        ];
        let mut believed = 0;
        for (number, lie) in lies.into_iter().enumerate() {
            let mut attempted = deceived(lie);
            let before = attempted.expansions();
            if attempted.search(&mut Local, 4000, 1, &()).unwrap() == Verdict::Proved {
                believed += 1;
                let stopped = attempted.certificate(&UpTo(before)).unwrap_err();
                assert_eq!(stopped, ExtractError::Stopped, "{number}");
                let refused = attempted.certificate(&()).unwrap_err();
                assert_eq!(refused, ExtractError::Lost, "{number}");
            }
            assert!(attempted.expansions() < before + 2 * LEAST_AGAIN, "{number}");
        }
        assert!(believed >= 3, "{believed}");
    }

    /// Stops a search after a number of expansions in all.
    struct UpTo(u64);

    impl Watch for UpTo {
        fn goes_on(&self, progress: &Progress) -> bool {
            progress.expansions < self.0
        }
    }

    #[test]
    fn a_line_whose_answers_all_lead_back_is_left_to_an_earlier_answer() {
        let board: crate::game::board::Board = "5x5".parse().unwrap();
        let question = Question::new(board.start(), RuleSet::NORMAL, Color::Black);
        let mut attempted = KeyedSearch::<u64>::new(question, 1 << 22).unwrap();
        let verdict = attempted.search(&mut Local, u64::MAX, 1, &());
        assert_eq!(verdict.unwrap(), Verdict::Proved);
        let (game, root, stopped) = (&attempted.game, &attempted.root, AtomicBool::new(false));
        let (table, shared) = (&attempted.table, &attempted.shared);
        let mut search = ThreadSearch::new(game, table, shared, &(), &stopped);
        let mut strategy = Strategy::new(&mut search, u64::MAX);
        let (us, them) = (root.stones[ATTACKER], root.stones[DEFENDER]);
        game.geometry.for_each_move(us, them, |step| {
            let child = game.child(root, step);
            strategy.open.insert(game.key(&child).wide());
        });
        assert_eq!(strategy.answer(root), Ok(None));
        strategy.open.clear();
        assert!(strategy.answer(root).unwrap().is_some());
    }
}
