//! The game of a question, searched from its start.

use std::io;
use std::sync::atomic::{AtomicBool, Ordering::Relaxed};
use std::thread::{self, ScopedJoinHandle};

use super::encode::{Encoded, encode};
use super::game::{Node, SearchGame, UNBOUNDED};
use super::goal::{ATTACKER, AttackerOutcome, DEFENDER};
use super::learn::SeededRandom;
use super::numbers::{agreed, ends_search};
use super::question::{Question, Verdict};
use super::search::{SearchTask, ThreadSearch};
use super::strategy::{ExtractError, Strategy};
use super::watch::SearchStage;

/// The game of a question, and its start.
pub(super) struct RootedGame {
    pub(super) game: SearchGame,
    pub(super) start: Node,
}

/// The maximum number of expansions for reading a strategy from the table: as a multiple of the
/// search's expansions, and the minimum of this limit.
const AGAIN: u64 = 4;
pub(super) const LEAST_AGAIN: u64 = 1 << 18;

impl RootedGame {
    pub(super) fn new(question: &Question) -> RootedGame {
        let &Question { start, rules, winner, within } = question;
        let game = SearchGame::new(start.board(), rules, within.is_some());
        let left = within.map_or(UNBOUNDED, |plies| plies.min(Question::MOST_PLIES).into());
        let (side, stones) = if start.turn() == winner {
            (ATTACKER, [start.us().0, start.them().0])
        } else {
            (DEFENDER, [start.them().0, start.us().0])
        };
        RootedGame { start: game.node(stones, side, left), game }
    }

    /// Returns the verdict if it needs no search.
    pub(super) fn immediate_verdict(&self) -> Option<Verdict> {
        let Node { stones, side, left, .. } = self.start;
        if left == 0 || self.game.outcome(stones, side ^ 1) != AttackerOutcome::GoesOn {
            return Some(Verdict::NotProved);
        }
        self.game.succeeds_anyhow(stones, side).then_some(match side {
            ATTACKER => Verdict::Proved,
            _ => Verdict::NotProved,
        })
    }

    /// Returns a node reached from the start by random moves, or the start if games end too early.
    fn random_node(&self, random: &mut SeededRandom) -> Node {
        for _ in 0..1000 {
            let (mut node, plies) = (self.start, 2 + random.below(16));
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
        self.start
    }

    /// Searches from the start, or from a random position near it, until the attacker's proof number
    /// ends the search or `task` does. Returns the number.
    ///
    /// # Errors
    /// If the system cannot start a thread.
    pub(super) fn search(
        &self,
        task: SearchTask<'_>,
        random: Option<&mut SeededRandom>,
    ) -> io::Result<u32> {
        let start = random.map_or(self.start, |random| self.random_node(random));
        let finished = AtomicBool::new(false);
        let numbers = on_deep_stacks(task.threads, &finished, || {
            let visit = ThreadSearch::new(&self.game, task, &finished).run(&start);
            let (number, _) = visit.numbers.of_attacker(start.side == ATTACKER);
            finished.fetch_or(ends_search(number), Relaxed);
            number
        });
        Ok(agreed(numbers?.into_iter()))
    }

    /// Reads the moves of a certificate out of the table.
    ///
    /// # Errors
    /// If the watch stops the work, the table is too small, the work exceeds its bound
    /// ([`ExtractError::Lost`]), or the system cannot start a thread.
    pub(super) fn extract(&self, task: SearchTask<'_>) -> Result<Encoded, ExtractError> {
        let expansions = || task.shared.expansions.load(Relaxed);
        let most = expansions().saturating_mul(AGAIN).max(LEAST_AGAIN);
        let budget = expansions().saturating_add(most);
        let (task, finished) = (SearchTask { budget, ..task }, AtomicBool::new(false));
        let read = || {
            let mut search = ThreadSearch::new(&self.game, task, &finished);
            search.enters(SearchStage::ReadOut { positions: 0 });
            let mut strategy = Strategy::new(&mut search, most);
            let rank = match self.start.side {
                ATTACKER => strategy.answer(&self.start),
                _ => strategy.rank(&self.start),
            };
            match rank {
                Err(ExtractError::Stopped) if expansions() >= budget => Err(ExtractError::Lost),
                Ok(Some(_)) => encode(&self.game, &strategy.known, &self.start),
                rank => Err(rank.err().unwrap_or(ExtractError::Lost)),
            }
        };
        let read = on_deep_stacks(1, &finished, read);
        read.map_err(|error| ExtractError::Thread(error.kind()))?.swap_remove(0)
    }
}

/// Runs work on threads whose stacks are deep enough for the longest games. Sets `finished`, which
/// ends the work, if a thread cannot be started. Browsers have no threads; there the work runs in
/// place, and paths are shorter.
fn on_deep_stacks<T: Send>(
    threads: usize,
    finished: &AtomicBool,
    work: impl Fn() -> T + Sync,
) -> io::Result<Vec<T>> {
    const STACK: usize = 1 << 28;
    if cfg!(target_family = "wasm") {
        return Ok(vec![work()]);
    }
    thread::scope(|scope| {
        let start = |_| thread::Builder::new().stack_size(STACK).spawn_scoped(scope, &work);
        let started: io::Result<Vec<_>> = (0..threads.max(1)).map(start).collect();
        let threads = started.inspect_err(|_| finished.store(true, Relaxed))?.into_iter();
        let joined = threads.map(ScopedJoinHandle::join);
        Ok(joined
            .map(|joined| joined.unwrap_or_else(|panic| std::panic::resume_unwind(panic)))
            .collect())
    })
}
