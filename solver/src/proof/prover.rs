//! The search for an answer to one question.

use std::fmt;
use std::io::{self, BufRead, Write};
use std::sync::atomic::{AtomicBool, Ordering::Relaxed};
use std::thread::{self, ScopedJoinHandle};

use super::certificate::Certificate;
use super::dump;
use super::encode::{Uncovered, encode};
use super::game::{Game, Node, UNBOUNDED};
use super::goal::{ATTACKER, DEFENDER, Event};
use super::key::Key;
use super::numbers::{INFINITE, REPEATED};
use super::question::Question;
use super::search::Search;
use super::shared::Shared;
use super::strategy::{Gap, Strategy};
use super::table::Table;
use super::watch::{Progress, Watch};

/// The result of a search so far.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Verdict {
    /// A proved win of the player.
    Proved,
    /// No win, after all lines were tried: a proof that there is none if the question has a
    /// bound on plies, and otherwise not, since repetitions count as failures.
    NotProved,
    /// None yet: the search has not ended.
    Open,
}

/// A reason why no certificate was made.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum ExtractError {
    /// The watch stopped the work.
    #[error("stopped while the proof was read out of the table")]
    Stopped,
    /// The table has lost more than could be found again.
    #[error("the table is too small to hold the proof: try again with more memory")]
    Lost,
    /// The system does not start a thread.
    #[error("a thread cannot be started: {0}")]
    Thread(io::ErrorKind),
}

/// The search for one player's win, which can be stopped and continued.
pub struct Prover {
    question: Question,
    search: Box<dyn Attempt + Send + Sync>,
}

impl fmt::Debug for Prover {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let mut text = f.debug_struct("Prover");
        text.field("question", &self.question)
            .finish_non_exhaustive()
    }
}

impl Prover {
    /// Returns a search that has not begun, with a table of at most `bytes`.
    ///
    /// # Errors
    /// If the system does not give so much memory.
    pub fn new(question: Question, bytes: u64) -> io::Result<Prover> {
        let most = if question.within.is_some() { 36 } else { 40 };
        let search: Box<dyn Attempt + Send + Sync> = if question.start.board().squares() <= most {
            Box::new(Attempted::<u64>::new(question, bytes)?)
        } else {
            Box::new(Attempted::<u128>::new(question, bytes)?)
        };
        Ok(Prover { question, search })
    }

    /// The question.
    pub fn question(&self) -> &Question {
        &self.question
    }

    /// The expansions so far.
    pub fn expansions(&self) -> u64 {
        self.search.expansions()
    }

    /// Searches for at most about so many more expansions.
    ///
    /// # Errors
    /// If the system does not start a thread.
    pub fn search(
        &mut self,
        expansions: u64,
        threads: usize,
        watch: &dyn Watch,
    ) -> io::Result<Verdict> {
        let search = &mut self.search;
        on_a_deep_stack(|| search.search(expansions, threads, watch))?
    }

    /// Returns the certificate of a win that has been proved.
    ///
    /// # Errors
    /// If the watch stops the work, the table is too small, or the system does not start a
    /// thread.
    pub fn certificate(&self, watch: &dyn Watch) -> Result<Certificate, ExtractError> {
        on_a_deep_stack(|| self.search.certificate(watch))
            .map_err(|error| ExtractError::Thread(error.kind()))?
    }

    /// Writes everything that is needed to continue later.
    ///
    /// # Errors
    /// If writing fails.
    pub fn save(&self, to: &mut dyn Write) -> io::Result<()> {
        dump::write(to, &self.question, self.expansions(), self.search.table())
    }

    /// Continues a search for the same question that has been saved.
    ///
    /// # Errors
    /// If reading fails, or the bytes are damaged or belong to another question.
    pub fn restore(&mut self, from: &mut dyn BufRead) -> io::Result<()> {
        let expansions = dump::read(from, &self.question, self.search.table_mut())?;
        self.search.count(expansions);
        Ok(())
    }
}

/// Runs work that recurses as deep as games are long.
fn on_a_deep_stack<T: Send>(work: impl FnOnce() -> T + Send) -> io::Result<T> {
    thread::scope(|scope| {
        let joined = start_deep(scope, work)?.join();
        Ok(joined.unwrap_or_else(|panic| std::panic::resume_unwind(panic)))
    })
}

/// Starts a thread whose stack is as deep as games are long.
fn start_deep<'scope, T: Send + 'scope>(
    scope: &'scope thread::Scope<'scope, '_>,
    work: impl FnOnce() -> T + Send + 'scope,
) -> io::Result<ScopedJoinHandle<'scope, T>> {
    const STACK: usize = 1 << 28;
    let started = thread::Builder::new().stack_size(STACK);
    started.spawn_scoped(scope, work).map_err(|error| {
        io::Error::new(error.kind(), format!("a thread cannot be started: {error}"))
    })
}

/// A search with keys of some width.
trait Attempt {
    fn search(&mut self, expansions: u64, threads: usize, watch: &dyn Watch)
    -> io::Result<Verdict>;
    fn certificate(&self, watch: &dyn Watch) -> Result<Certificate, ExtractError>;
    fn expansions(&self) -> u64;
    fn count(&self, expansions: u64);
    fn table(&self) -> &Table;
    fn table_mut(&mut self) -> &mut Table;
}

struct Attempted<K> {
    question: Question,
    game: Game<K>,
    root: Node<K>,
    table: Table,
    shared: Shared,
    /// The wins found when the search last ended without a proof.
    wins_at_end: Option<u64>,
}

impl<K: Key> Attempted<K> {
    fn new(question: Question, bytes: u64) -> io::Result<Attempted<K>> {
        let Question {
            start,
            rules,
            winner,
            within,
        } = question;
        let game = Game::new(start.board(), rules, within.is_some());
        let left = within.map_or(UNBOUNDED, |plies| plies.min(Question::MOST_PLIES).into());
        let (side, stones) = if start.turn() == winner {
            (ATTACKER, [start.us().0, start.them().0])
        } else {
            (DEFENDER, [start.them().0, start.us().0])
        };
        Ok(Attempted {
            question,
            root: game.node(stones, side, left),
            table: Table::small(game.key_bits(), bytes)?,
            game,
            shared: Shared::new(winner),
            wins_at_end: None,
        })
    }

    /// Returns the verdict if it takes no search.
    fn at_once(&self) -> Option<Verdict> {
        let Node { stones, side, .. } = self.root;
        if self.root.left == 0 || self.game.event(stones, side ^ 1) != Event::GoesOn {
            return Some(Verdict::NotProved);
        }
        self.game
            .succeeds_anyhow(stones, side)
            .then_some(match side {
                ATTACKER => Verdict::Proved,
                _ => Verdict::NotProved,
            })
    }

    /// Searches until the start's numbers are certain, or a repetition is in the way
    /// everywhere, or all threads and runs have spent `budget` expansions, or the table
    /// should grow, which it cannot do under a search. Returns the attacker's proof number
    /// of the start.
    fn search_once(&self, budget: u64, threads: usize, watch: &dyn Watch) -> io::Result<u32> {
        let watch = &UntilCrowded {
            watch,
            table: &self.table,
        };
        let stopped = AtomicBool::new(false);
        let one = || {
            let mut search = Search::new(&self.game, &self.table, &self.shared, watch, &stopped);
            search.set_budget(budget);
            search.set_threads(threads);
            let visit = search.run(&self.root);
            let (number, _) = visit.numbers.of_attacker(self.root.side == ATTACKER);
            if number == 0 || number >= REPEATED {
                stopped.store(true, Relaxed);
            }
            number
        };
        if threads <= 1 {
            return Ok(one());
        }
        thread::scope(|scope| {
            let started: io::Result<Vec<_>> =
                (0..threads).map(|_| start_deep(scope, one)).collect();
            let handles = started.inspect_err(|_| stopped.store(true, Relaxed))?;
            let numbers = handles.into_iter().filter_map(|handle| handle.join().ok());
            let numbers: Vec<u32> = numbers.collect();
            if numbers.contains(&0) {
                return Ok(0);
            }
            Ok(numbers.into_iter().max().unwrap_or(1))
        })
    }

    fn extract(&self, watch: &dyn Watch) -> Result<Certificate, Gap> {
        let stopped = AtomicBool::new(false);
        let mut search = Search::new(&self.game, &self.table, &self.shared, watch, &stopped);
        search.set_budget(u64::MAX);
        let mut strategy = Strategy::new(&self.game, &self.table, &mut search);
        if self.root.side == ATTACKER {
            strategy.answer(&self.root)?;
        } else {
            strategy.rank(&self.root)?;
        }
        let encoded = encode(&self.game, &strategy.ranks, &self.root);
        let encoded = encoded.map_err(|Uncovered| Gap::Unproved)?;
        let Question {
            start,
            rules,
            winner,
            ..
        } = self.question;
        Ok(Certificate::new((rules, start, winner), &encoded))
    }
}

/// A watch that also stops a search when the table is crowded.
struct UntilCrowded<'a> {
    watch: &'a dyn Watch,
    table: &'a Table,
}

impl Watch for UntilCrowded<'_> {
    fn goes_on(&self, progress: &Progress) -> bool {
        self.watch.goes_on(progress) && !self.table.is_crowded()
    }
}

impl<K: Key> Attempt for Attempted<K> {
    fn search(
        &mut self,
        expansions: u64,
        threads: usize,
        watch: &dyn Watch,
    ) -> io::Result<Verdict> {
        if let Some(verdict) = self.at_once() {
            return Ok(verdict);
        }
        let budget = self.expansions().saturating_add(expansions);
        loop {
            match self.search_once(budget, threads, watch)? {
                0 => return Ok(Verdict::Proved),
                INFINITE => return Ok(Verdict::NotProved),
                REPEATED.. => {}
                _ if self.table.is_crowded() => {
                    self.table.grow();
                    continue;
                }
                _ => return Ok(Verdict::Open),
            }
            let wins = self.shared.wins.load(Relaxed);
            if self.wins_at_end == Some(wins) {
                return Ok(Verdict::NotProved);
            }
            // A repetition that was in the way on one path need not be so on another, and
            // what has been proved since may lead around it.
            self.wins_at_end = Some(wins);
            self.table.forget_repeated();
        }
    }

    fn certificate(&self, watch: &dyn Watch) -> Result<Certificate, ExtractError> {
        self.extract(watch).map_err(|gap| match gap {
            Gap::Stopped => ExtractError::Stopped,
            Gap::Unproved | Gap::Circle => ExtractError::Lost,
        })
    }

    fn expansions(&self) -> u64 {
        self.shared.expansions.load(Relaxed)
    }

    fn count(&self, expansions: u64) {
        self.shared.expansions.store(expansions, Relaxed);
    }

    fn table(&self) -> &Table {
        &self.table
    }

    fn table_mut(&mut self) -> &mut Table {
        &mut self.table
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::game::position::Color;
    use crate::proof::goal::RuleSet;

    #[test]
    fn a_line_whose_answers_all_lead_back_is_left_to_an_earlier_answer() {
        let board: crate::game::board::Board = "5x5".parse().unwrap();
        let question = Question::new(board.start(), RuleSet::NORMAL, Color::Black);
        let mut attempted = Attempted::<u64>::new(question, 1 << 22).unwrap();
        let verdict = attempted.search(u64::MAX, 1, &());
        assert_eq!(verdict.unwrap(), Verdict::Proved);
        let (game, root, stopped) = (&attempted.game, &attempted.root, AtomicBool::new(false));
        let (table, shared) = (&attempted.table, &attempted.shared);
        let mut search = Search::new(game, table, shared, &(), &stopped);
        let mut strategy = Strategy::new(game, table, &mut search);
        let (us, them) = (root.stones[ATTACKER], root.stones[DEFENDER]);
        game.geometry.for_each_move(us, them, |step| {
            let child = game.child(root, step);
            strategy.open.insert(game.key(&child).wide());
        });
        assert_eq!(strategy.answer(root).unwrap_err(), Gap::Circle);
        strategy.open.clear();
        assert!(strategy.answer(root).is_ok());
    }
}
