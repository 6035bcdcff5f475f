//! The search for an answer to one question.

use std::fmt;
use std::io::{self, BufRead, Write};
use std::ops::RangeInclusive;
use std::sync::atomic::{AtomicBool, Ordering::Relaxed};

use super::certificate;
#[cfg(feature = "save")]
use super::dump;
use super::key::key_bits;
use super::learn::Learning;
use super::net::Net;
use super::numbers::{INFINITE, REPEATED, agreed, ends_search};
use super::question::{Question, Verdict};
use super::rooted_game::RootedGame;
use super::search::{SENT_WORK, SearchTask};
use super::shared::SharedProgress;
use super::strategy::ExtractError;
use super::table::SearchTable;
use super::watch::{Progress, Watch};
use crate::exchange::{Exchange, Local};

/// The search for one player's win. It can be stopped and continued.
pub struct Prover {
    pub(super) question: Question,
    pub(super) game: RootedGame,
    pub(super) table: SearchTable,
    pub(super) shared: SharedProgress,
    pub(super) learning: Learning,
    /// Wins found when the search last ended without a proof.
    wins_at_end: Option<u64>,
    /// False until the other processes have this one's net and results.
    is_in_step: bool,
}

/// Expansions after which a search first trains. Every further training comes at four times the
/// expansions of the previous one.
const FIRST_TRAINING: u64 = 8_000_000;

/// Rounds per doubling of the expansions, when several processes search. With fewer rounds they
/// would search the same positions more often; each round sends messages between all.
const ROUNDS: u64 = 256;
/// The minimum and the maximum number of expansions of a process in a round.
const ROUND: RangeInclusive<u64> = 1 << 10..=1 << 18;

impl fmt::Debug for Prover {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let mut text = f.debug_struct("Prover");
        text.field("question", &self.question).finish_non_exhaustive()
    }
}

impl Prover {
    /// Returns a new search with a table of up to `bytes`, or of the minimum for the board's keys:
    /// 64 MiB on 8x8, 4 GiB on 8x8 with a limit on plies, at most 512 KiB on smaller boards without
    /// one.
    ///
    /// # Errors
    /// If the memory is not available.
    pub fn new(question: Question, bytes: u64) -> io::Result<Prover> {
        let Question { start, rules, winner, within } = question;
        let bits = key_bits(start.board(), within.is_some());
        // Browsers get no net: the program for them is short.
        let learns = !cfg!(target_family = "wasm")
            && within.is_none()
            && rules.iter().all(|rules| !rules.is_misere());
        Ok(Prover {
            question,
            game: RootedGame::new(&question),
            table: SearchTable::small(bits, bytes)?,
            shared: SharedProgress::new(winner),
            learning: match learns {
                true => Learning { net: Some(Net::shipped()), next: FIRST_TRAINING },
                false => Learning::NONE,
            },
            wins_at_end: None,
            is_in_step: false,
        })
    }

    /// Returns the question.
    pub fn question(&self) -> &Question {
        &self.question
    }

    /// Counts the expansions so far, of all processes.
    pub fn expansions(&self) -> u64 {
        self.shared.expansions.load(Relaxed)
    }

    /// Searches for about `expansions` more expansions at most.
    ///
    /// # Errors
    /// If the system cannot start a thread.
    pub fn search(
        &mut self,
        expansions: u64,
        threads: usize,
        watch: Watch<'_>,
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
        watch: Watch<'_>,
    ) -> io::Result<Verdict> {
        if let Some(verdict) = self.game.immediate_verdict() {
            return Ok(verdict);
        }
        self.come_into_step(exchange)?;
        let budget = self.expansions().saturating_add(expansions);
        loop {
            if self.expansions() >= self.learning.next && self.learn(exchange, watch)? {
                return Ok(Verdict::Open);
            }
            let until = budget.min(self.learning.next);
            let (number, is_stopped) = self.round(exchange, until, threads, watch)?;
            match number {
                0 => return Ok(Verdict::Proved),
                INFINITE => return Ok(Verdict::NotProved),
                REPEATED.. => {}
                _ if is_stopped || self.expansions() >= budget => return Ok(Verdict::Open),
                _ => continue,
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

    /// Returns the certificate of a proved win: a file as [`PROOF.md`](super::file_format) describes
    /// it.
    ///
    /// # Errors
    /// If the watch stops the work, the table is too small, or the system cannot start a thread.
    pub fn certificate(&self, watch: Watch<'_>) -> Result<Vec<u8>, ExtractError> {
        Ok(certificate::write(&self.question, &self.game.extract(self.task(watch))?))
    }

    /// Uses only the program's weights for first numbers, without a net to correct them, and
    /// disables training. Call this before the search begins. A restored search keeps the setting
    /// that it was saved with.
    pub fn stop_learning(&mut self) {
        self.learning = Learning::NONE;
    }

    /// Lets the search first train after this many expansions, instead of eight million.
    #[doc(hidden)]
    pub fn learn_after(&mut self, expansions: u64) {
        self.learning.next = expansions;
    }

    /// Corrects first numbers with any given weights.
    #[doc(hidden)]
    pub fn use_weights(&mut self, weights: impl FnMut(usize) -> i16) {
        self.learning.net = Some(Net::new(&std::array::from_fn(weights)));
        self.learning.next = u64::MAX;
    }

    /// Writes the state for continuing later: all of the search, or about `most` bytes with the
    /// entries that took the most work. The rest is searched again.
    ///
    /// # Errors
    /// If writing fails.
    #[cfg(feature = "save")]
    pub fn save(&self, to: &mut dyn Write, most: Option<u64>) -> io::Result<()> {
        let entries = most.map_or(u64::MAX, |bytes| bytes / SearchTable::BYTES);
        let state = (self.expansions(), &self.learning);
        dump::write(to, &self.question, state, (&self.table, entries))
    }

    /// Continues a saved search for the same question, from this process or another of those that
    /// work together. The saves of several processes can be read one after another.
    ///
    /// # Errors
    /// If reading fails or the bytes are damaged; [`io::ErrorKind::InvalidInput`] if they belong to
    /// another question.
    #[cfg(feature = "save")]
    pub fn restore(&mut self, from: &mut dyn BufRead) -> io::Result<()> {
        let (expansions, learning) = dump::read(from, &self.question, &mut self.table)?;
        self.catch_up(expansions, learning);
        Ok(())
    }

    /// Takes the state of a saved search or another process, unless this search is further.
    fn catch_up(&mut self, expansions: u64, learning: Learning) {
        self.is_in_step = false;
        if expansions >= self.expansions() {
            self.shared.expansions.store(expansions, Relaxed);
            self.learning = learning;
        }
    }

    /// Returns a search of one thread on this search's table, without an end.
    pub(super) fn task<'a>(&'a self, watch: Watch<'a>) -> SearchTask<'a> {
        let task = SearchTask::new(&self.table, &self.shared, watch);
        SearchTask { net: self.learning.net.as_ref(), ..task }
    }

    /// Sends other processes the net and the results of earlier runs. The latest net counts.
    fn come_into_step(&mut self, exchange: &mut dyn Exchange) -> io::Result<()> {
        if exchange.size() == 1 || self.is_in_step {
            return Ok(());
        }
        let all = exchange.gather(&[self.expansions(), self.learning.next])?;
        let weights = exchange.all_gather(&Net::to_bytes(self.learning.net.as_ref()))?;
        let last = (0..all.len()).rev().max_by_key(|&rank| all[rank][0]).unwrap_or_default();
        self.catch_up(
            all[last][0],
            Learning { net: Net::read(&weights[last]), next: all[last][1] },
        );
        self.is_in_step = true;
        let worked = self.table.positions().filter(|found| 1 << found.work >= SENT_WORK);
        let mut to_send = worked.map(|found| (found.key, found.attacks)).collect();
        self.shared.add_to_send(&mut to_send);
        self.exchange_entries(exchange)
    }

    /// Sends other processes the positions that this one has worked on, and receives theirs.
    fn exchange_entries(&self, exchange: &mut dyn Exchange) -> io::Result<()> {
        let to_send = self.shared.take_to_send().into_iter();
        let places = to_send.map(|(key, attacks)| self.table.place(key, attacks));
        let all = exchange.all_gather(&self.table.export(places))?;
        self.table.import(&all);
        Ok(())
    }

    /// Searches until the start's numbers are certain, a repetition is in the way everywhere, or
    /// all threads, runs and processes have spent `budget` expansions. Several processes search in
    /// rounds, after which each has the results of the others. Returns the attacker's proof number
    /// of the start, and whether the watch of some process has stopped the round.
    fn round(
        &mut self,
        exchange: &mut dyn Exchange,
        budget: u64,
        threads: usize,
        watch: Watch<'_>,
    ) -> io::Result<(u32, bool)> {
        let (rank, size) = (exchange.rank(), exchange.size());
        let before = self.expansions();
        let wins_before = self.shared.wins.load(Relaxed);
        let round = (before / ROUNDS / size as u64).clamp(*ROUND.start(), *ROUND.end());
        let budget = if size > 1 { budget.min(before + round) } else { budget };
        let rank = (size > 1).then_some(rank);
        let is_stopped = AtomicBool::new(false);
        let number = loop {
            let goes_on = |progress: &Progress| {
                let goes_on = watch(progress);
                is_stopped.fetch_or(!goes_on, Relaxed);
                goes_on && !self.table.is_crowded()
            };
            let task = SearchTask { budget, threads, rank, ..self.task(&goes_on) };
            let number = self.game.search(task, None)?;
            // The table cannot grow during a search.
            if ends_search(number) || !self.table.is_crowded() {
                break number;
            }
            self.table.grow();
        };
        let wins = self.shared.wins.load(Relaxed) - wins_before;
        let is_stopped = is_stopped.into_inner().into();
        let all =
            exchange.gather(&[number.into(), is_stopped, self.expansions() - before, wins])?;
        let sum = |at: usize| all.iter().map(|numbers| numbers[at]).sum::<u64>();
        self.shared.expansions.store(before + sum(2), Relaxed);
        self.shared.wins.store(wins_before + sum(3), Relaxed);
        if size > 1 {
            self.exchange_entries(exchange)?;
        }
        Ok((agreed(all.iter().map(|numbers| numbers[0] as u32)), sum(1) > 0))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::game::position::Color;
    use crate::proof::goal::{ATTACKER, DEFENDER, RuleSet};
    use crate::proof::numbers::ProofNumbers;
    use crate::proof::rooted_game::LEAST_AGAIN;
    use crate::proof::search::ThreadSearch;
    use crate::proof::strategy::Strategy;
    use crate::proof::table::StoredResult;

    /// Returns a search of 5x6 with false entries: each of `lies` returns the numbers to store
    /// instead of a position's numbers.
    fn deceived(lie: &dyn Fn(u64, bool, ProofNumbers) -> ProofNumbers) -> Prover {
        let board: crate::game::board::Board = "5x6".parse().unwrap();
        let question = Question::new(board.start(), RuleSet::NORMAL, Color::Black);
        let mut prover = Prover::new(question, 1 << 20).unwrap();
        let verdict = prover.search(4000, 1, &|_| true);
        assert_eq!(verdict.unwrap(), Verdict::Open, "White wins 5x6");
        let stored: Vec<_> = prover.table.positions().collect();
        assert!(stored.len() > 2000);
        for found in stored {
            let numbers = lie(found.key as u64, found.attacks, found.result.numbers);
            let place = prover.table.place(found.key, found.attacks);
            prover.table.put(place, StoredResult { numbers, distance: 1 }, 1 << 10);
        }
        prover
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
            let mut prover = deceived(lie);
            let before = prover.expansions();
            if prover.search(4000, 1, &|_| true).unwrap() == Verdict::Proved {
                believed += 1;
                let stopped =
                    prover.certificate(&|progress| progress.expansions < before).unwrap_err();
                assert_eq!(stopped, ExtractError::Stopped, "{number}");
                let refused = prover.certificate(&|_| true).unwrap_err();
                assert_eq!(refused, ExtractError::Lost, "{number}");
            }
            assert!(prover.expansions() < before + 2 * LEAST_AGAIN, "{number}");
        }
        assert!(believed >= 3, "{believed}");
    }

    #[test]
    fn a_line_whose_answers_all_lead_back_is_left_to_an_earlier_answer() {
        let board: crate::game::board::Board = "5x5".parse().unwrap();
        let question = Question::new(board.start(), RuleSet::NORMAL, Color::Black);
        let mut prover = Prover::new(question, 1 << 22).unwrap();
        let verdict = prover.search(u64::MAX, 1, &|_| true);
        assert_eq!(verdict.unwrap(), Verdict::Proved);
        let RootedGame { game, start } = RootedGame::new(&question);
        let finished = AtomicBool::new(false);
        let mut search = ThreadSearch::new(&game, prover.task(&|_| true), &finished);
        let mut strategy = Strategy::new(&mut search, u64::MAX);
        let (us, them) = (start.stones[ATTACKER], start.stones[DEFENDER]);
        game.geometry.for_each_move(us, them, |step| {
            let child = game.child(&start, step);
            strategy.open.insert(game.key(&child));
        });
        assert_eq!(strategy.answer(&start), Ok(None));
        strategy.open.clear();
        assert!(strategy.answer(&start).unwrap().is_some());
    }
}
