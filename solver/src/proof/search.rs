//! Depth-first proof-number search.
//!
//! A node is visited until its numbers reach given limits, always through the child that looks
//! cheapest. Two plies are examined when a node is made, so that a node whose side to move reaches
//! its goal immediately is never entered.
//!
//! A repetition counts as a failure of the attacker. Proofs are then sound whatever the table
//! loses. Only disproofs can be wrong, and no disproof is reported: moves that a repetition
//! prevented on one path are tried again while new positions are proved. If a win is bounded by a
//! number of plies, the remaining plies are part of a node, no node recurs on a path, and disproofs
//! are sound too.

use std::sync::atomic::{AtomicBool, Ordering::Relaxed};

use super::game::{Node, SearchGame};
use super::geometry::Step;
use super::goal::{ATTACKER, DEFENDER};
use super::net::Net;
use super::numbers::{INFINITE, ProofNumbers, REPEATED};
use super::shared::SharedProgress;
use super::summary::{ChildSummary, summarise};
use super::table::{SearchTable, StoredResult, TablePlace};
use super::watch::{Progress, SearchStage, Watch};

/// A child of a node on the path.
#[derive(Clone, Copy)]
pub(super) struct Child {
    pub(super) key: u128,
    pub(super) step: Step,
    /// The place in the table, unless the numbers are already known.
    pub(super) place: TablePlace,
    pub(super) numbers: ProofNumbers,
    pub(super) distance: u32,
}

/// The result of a visit.
#[derive(Clone, Copy, Debug)]
pub(super) struct Visit {
    pub(super) numbers: ProofNumbers,
    /// A number of plies that suffices to reach the end, if the numbers are certain.
    pub(super) distance: u32,
    /// Expansions spent.
    pub(super) work: u64,
    /// The minimum depth that a repetition below led to, from 1 for the start; 0 for a repetition
    /// on an earlier path, and `usize::MAX` without a repetition.
    lowest: usize,
}

/// A child's delta looks greater by 1 / `THREAD_PENALTY` for each thread below it. A larger share
/// would spread the threads over worse children.
const THREAD_PENALTY: u64 = 32;

/// Skews the search order of process k so that processes do not repeat each other's work: a child's
/// delta looks greater by up to 1 / `SKEW`, depending on the child and the process. The first
/// process is not skewed.
const SKEW: u64 = 4;

/// The maximum number of positions on a path: more than any game needs, but little enough for the
/// stack. Only a table with false entries leads this deep.
const DEEPEST: usize = if cfg!(target_family = "wasm") { 256 } else { 1 << 16 };

/// Other processes receive the numbers of a node, open or certain, if its visit took this many
/// expansions.
pub(super) const SENT_WORK: u64 = 8;
const CERTAIN_SENT_WORK: u64 = 2;

/// A search: what its threads share, and when it ends.
#[derive(Clone, Copy)]
pub(super) struct SearchTask<'a> {
    pub(super) table: &'a SearchTable,
    pub(super) shared: &'a SharedProgress,
    /// The net that corrects first numbers; `None` for no correction.
    pub(super) net: Option<&'a Net>,
    pub(super) watch: Watch<'a>,
    /// The total number of expansions of all threads and runs at which the search stops.
    pub(super) budget: u64,
    pub(super) threads: usize,
    /// The rank of this process; `None` if no others search.
    pub(super) rank: Option<usize>,
}

impl<'a> SearchTask<'a> {
    /// Returns the search of one thread without a net or an end.
    pub(super) fn new(
        table: &'a SearchTable,
        shared: &'a SharedProgress,
        watch: Watch<'a>,
    ) -> SearchTask<'a> {
        SearchTask { table, shared, net: None, watch, budget: u64::MAX, threads: 1, rank: None }
    }
}

/// One thread's search.
pub(super) struct ThreadSearch<'a> {
    pub(super) game: &'a SearchGame,
    pub(super) task: SearchTask<'a>,
    /// The stage that is reported to the watch.
    stage: SearchStage,
    /// Set when another thread has finished.
    finished: &'a AtomicBool,
    /// The children of all nodes on the path, the last node's at the end.
    pub(super) children: Vec<Child>,
    /// The canonical keys and sides of the nodes being visited.
    path: Vec<(u128, usize)>,
    /// Expansions not yet added to the total of all threads.
    uncounted: u64,
    /// Nodes found to be won for the attacker, not yet added either.
    uncounted_wins: u64,
    /// True if other threads search too.
    together: bool,
    /// The positions to send to other processes, not yet added to those of all threads.
    to_send: Vec<(u128, bool)>,
    /// True if the watch or the budget has stopped the search.
    pub(super) stopped: bool,
}

impl<'a> ThreadSearch<'a> {
    pub(super) fn new(
        game: &'a SearchGame,
        task: SearchTask<'a>,
        finished: &'a AtomicBool,
    ) -> ThreadSearch<'a> {
        ThreadSearch {
            game,
            task,
            stage: SearchStage::Search,
            finished,
            children: Vec::new(),
            path: Vec::new(),
            uncounted: 0,
            uncounted_wins: 0,
            together: task.threads > 1,
            to_send: Vec::new(),
            stopped: false,
        }
    }

    /// Returns a search with another table that stops when this one does.
    pub(super) fn with_table<'b>(&self, table: &'b SearchTable) -> ThreadSearch<'b>
    where
        'a: 'b,
    {
        let task = SearchTask { table, ..self.task };
        ThreadSearch { stage: self.stage, ..ThreadSearch::new(self.game, task, self.finished) }
    }

    /// Reports the stage to the watch. `true` if the search continues.
    pub(super) fn enters(&mut self, stage: SearchStage) -> bool {
        self.stage = stage;
        self.report();
        !self.stopped
    }

    /// Searches a node from which no move ends the game, until its numbers are certain or only a
    /// repetition is left.
    pub(super) fn run(&mut self, node: &Node) -> Visit {
        let limits = ProofNumbers { phi: REPEATED, delta: REPEATED };
        let visit = self.visit(node, self.game.key(node), limits);
        self.report();
        visit
    }

    /// Proves again a node that the table calls won, with the attacker to move. No line may lead to
    /// a position of `excluded`, with the defender to move.
    pub(super) fn prove_again<'k>(
        &mut self,
        node: &Node,
        excluded: impl IntoIterator<Item = &'k u128>,
    ) -> bool {
        let keys = excluded.into_iter().map(|&key| (key, DEFENDER));
        self.path.extend(keys);
        let visit = self.run(node);
        self.path.clear();
        visit.numbers.phi == 0
    }

    fn visit(&mut self, node: &Node, key: u128, limits: ProofNumbers) -> Visit {
        let (base, depth) = (self.children.len(), self.path.len());
        self.count();
        let mut visit =
            Visit { numbers: ProofNumbers::LOST, distance: 0, work: 1, lowest: usize::MAX };
        let known = self.expand(node);
        visit.lowest = self.lowest_of_stored(base);
        self.path.push((key, node.side));
        loop {
            let summary = summarise(self.children[base..].iter().map(|child| child.numbers));
            visit.numbers = summary.numbers();
            if summary.phi >= limits.phi || summary.delta >= limits.delta || self.stopped {
                break;
            }
            if depth == 0 {
                self.note(node, visit.numbers, base);
            }
            let goes_own_way = self.together || self.task.rank > Some(0);
            let summary = if goes_own_way { self.skewed(summary, base, limits) } else { summary };
            let place = base + summary.best;
            let Child { key, step, .. } = self.children[place];
            let child = self.game.child(node, step);
            if let Some(lowest) = self.leads_back(key, child.side) {
                visit.lowest = visit.lowest.min(lowest);
                self.children[place].numbers = repeated(child.side);
                continue;
            }
            let limits = summary.limits_of_best(self.children[place].numbers, limits);
            let below = self.visit_child(place, &child, limits);
            visit.work += below.work;
            visit.lowest = visit.lowest.min(below.lowest);
            let child = &mut self.children[place];
            (child.numbers, child.distance) = (below.numbers, below.distance);
            if self.together {
                self.refresh(base);
                visit.lowest = visit.lowest.min(self.lowest_of_stored(base));
            }
        }
        if depth == 0 {
            self.note(node, visit.numbers, base);
        }
        self.path.pop();
        self.finish(node, key, base, depth, known, &mut visit);
        visit
    }

    fn visit_child(&mut self, place: usize, node: &Node, limits: ProofNumbers) -> Visit {
        let child = self.children[place];
        if !self.together {
            return self.visit(node, child.key, limits);
        }
        let busy = self.task.shared.busy(child.place);
        busy.fetch_add(1, Relaxed);
        let visit = self.visit(node, child.key, limits);
        busy.fetch_sub(1, Relaxed);
        visit
    }

    /// Returns the summary for choosing the best child. A child's delta looks greater for each
    /// thread below it, and by the skew of this process.
    fn skewed(&self, mut summary: ChildSummary, base: usize, limits: ProofNumbers) -> ChildSummary {
        let (mut least, mut next, mut best) = (u64::MAX, u64::MAX, summary.best);
        for (place, child) in self.children[base..].iter().enumerate() {
            let threads = u64::from(self.task.shared.busy(child.place).load(Relaxed));
            let delta = u64::from(child.numbers.delta);
            if child.numbers.delta >= limits.phi {
                continue;
            }
            let virtually = delta + delta * threads / THREAD_PENALTY + self.skew(child);
            if virtually < least {
                (next, least, best) = (least, virtually, place);
            } else {
                next = next.min(virtually);
            }
        }
        summary.best = best;
        summary.next = next.min(INFINITE.into()) as u32;
        summary
    }

    /// Returns the amount that this process adds to a child's delta.
    fn skew(&self, child: &Child) -> u64 {
        let Some(rank @ 1..) = self.task.rank else {
            return 0;
        };
        let key = child.key;
        let seed =
            (rank as u64).wrapping_mul(0x1234_5678_9abc_def1) ^ key as u64 ^ (key >> 64) as u64;
        let share = seed.wrapping_mul(0x9e37_79b9_7f4a_7c15) >> 54;
        u64::from(child.numbers.delta) * share / (SKEW << 10)
    }

    /// Reads the results of other threads for the children.
    fn refresh(&mut self, base: usize) {
        for child in &mut self.children[base..] {
            if child.numbers.is_certain() {
                continue;
            }
            if let Some(entry) = self.task.table.get(child.place) {
                (child.numbers, child.distance) = (entry.numbers, entry.distance);
            }
        }
    }

    /// Returns 0 if the table has a repetition for some child, which depends on an unknown path.
    fn lowest_of_stored(&self, base: usize) -> usize {
        let mut children = self.children[base..].iter();
        if children.any(|child| child.numbers.is_repeated()) { 0 } else { usize::MAX }
    }

    /// Notes the numbers of the start.
    fn note(&self, node: &Node, numbers: ProofNumbers, base: usize) {
        let children = &self.children[base..];
        let settled = children.iter().filter(|child| child.numbers.is_certain());
        let attacks = node.side == ATTACKER;
        self.task.shared.note(numbers, attacks, settled.count(), children.len());
    }

    /// Stores a node and removes its children.
    fn finish(
        &mut self,
        node: &Node,
        key: u128,
        base: usize,
        depth: usize,
        known: Option<u32>,
        visit: &mut Visit,
    ) {
        let attacks = node.side == ATTACKER;
        let (pn, dn) = visit.numbers.of_attacker(attacks);
        if pn >= REPEATED && dn > 0 {
            // The attacker fails by a repetition. This is certain if the whole repetition lies
            // below this node.
            let certain = visit.lowest != usize::MAX && visit.lowest > depth;
            visit.numbers = match (certain, attacks) {
                (true, true) => ProofNumbers::LOST,
                (true, false) => ProofNumbers::WON,
                (false, _) => repeated(node.side),
            };
        }
        self.uncounted_wins += u64::from(pn == 0);
        if visit.numbers.is_certain() {
            visit.distance = 1 + distance(&self.children[base..], known, visit.numbers.phi == 0);
        }
        self.children.truncate(base);
        let entry = StoredResult { numbers: visit.numbers, distance: visit.distance };
        self.task.table.put(self.task.table.place(key, attacks), entry, visit.work);
        let least = if visit.numbers.is_certain() { CERTAIN_SENT_WORK } else { SENT_WORK };
        if self.task.rank.is_some() && visit.work >= least {
            self.to_send.push((key, attacks));
        }
    }

    fn count(&mut self) {
        self.uncounted += 1;
        if self.uncounted == 1024 {
            self.report();
        }
    }

    /// Adds the expansions to the total of all threads. Stops if the budget is spent or the watch
    /// stops the search.
    fn report(&mut self) {
        let uncounted = std::mem::take(&mut self.uncounted);
        let wins = std::mem::take(&mut self.uncounted_wins);
        self.task.shared.wins.fetch_add(wins, Relaxed);
        self.task.shared.add_to_send(&mut self.to_send);
        let progress = self.task.shared.progress(uncounted, self.path.len(), self.task.table);
        let progress = Progress { stage: self.stage, ..progress };
        self.stopped |= progress.expansions >= self.task.budget || self.finished.load(Relaxed);
        self.stopped |= !(self.task.watch)(&progress);
    }

    /// Returns the depth, from 1 for the start, that a repetition leads to, if the position is on
    /// the path; 0 if the path is too long for another node.
    fn leads_back(&self, key: u128, side: usize) -> Option<usize> {
        if self.path.len() == DEEPEST {
            return Some(0);
        }
        self.path.iter().rposition(|&node| node == (key, side)).map(|earlier| earlier + 1)
    }
}

/// Returns the numbers of a repeated position with `side` to move.
fn repeated(side: usize) -> ProofNumbers {
    if side == ATTACKER {
        ProofNumbers { phi: REPEATED, delta: 1 }
    } else {
        ProofNumbers { phi: 1, delta: REPEATED }
    }
}

/// Returns the distance of the child that decides: the nearest loss for a win, the farthest win for
/// a loss.
fn distance(children: &[Child], known: Option<u32>, won: bool) -> u32 {
    if won {
        let lost = children.iter().filter(|child| child.numbers.delta == 0);
        lost.map(|child| child.distance).min().unwrap_or(0)
    } else {
        let distances = children.iter().map(|child| child.distance);
        distances.max().unwrap_or(0).max(known.unwrap_or(0))
    }
}
