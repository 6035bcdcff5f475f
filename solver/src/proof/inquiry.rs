//! Who wins: the searches for both players' wins, in turns.

use std::io::{self, Read, Write};
use std::sync::atomic::{AtomicBool, Ordering::Relaxed};

use super::goal::RuleSet;
use super::prover::{Prover, Verdict};
use super::question::Question;
use super::watch::{Progress, Watch};
use crate::game::position::{Color, Position};

/// The searches for the win of one player or of either.
///
/// A search for a win that is not there need not end, so the two take turns,
/// each as long as all its turns before: together they take at most about four
/// times as long as the one that succeeds.
#[derive(Debug)]
pub struct Inquiry {
    provers: Vec<Prover>,
    /// Which have ended without a proof.
    ended: Vec<bool>,
}

/// Where an inquiry has got to.
#[derive(Debug)]
pub enum Answer<'a> {
    /// The win of this search's player is proved.
    Proved(&'a Prover),
    /// Every search has ended without a proof.
    NotProved,
    /// The watch has stopped it.
    Stopped,
}

/// Expansions of the first turn.
const FIRST_TURN: u64 = 1 << 16;

impl Inquiry {
    /// Searches that have not begun: for the win of `winner`, or, first, of the
    /// side to move and then of the other. Their tables take at most `bytes`
    /// together.
    ///
    /// # Errors
    /// When the system does not give so much memory.
    pub fn new(
        start: Position,
        rules: RuleSet,
        winner: Option<Color>,
        bytes: u64,
    ) -> io::Result<Inquiry> {
        let winners = match winner {
            Some(winner) => vec![winner],
            None => vec![start.turn(), start.turn().other()],
        };
        let share = bytes / winners.len() as u64;
        let question = |winner| Question {
            start,
            rules,
            winner,
        };
        let provers = winners
            .into_iter()
            .map(|winner| Prover::new(question(winner), share));
        let provers = provers.collect::<io::Result<Vec<Prover>>>()?;
        let ended = vec![false; provers.len()];
        Ok(Inquiry { provers, ended })
    }

    /// Expansions of all searches.
    pub fn expansions(&self) -> u64 {
        self.provers.iter().map(Prover::expansions).sum()
    }

    /// Goes on until a win is proved, or all searches have ended, or the watch
    /// stops them.
    pub fn search(&mut self, threads: usize, watch: &dyn Watch) -> Answer<'_> {
        let watch = Noting {
            watch,
            stopped: AtomicBool::new(false),
        };
        loop {
            let open = (0..self.provers.len()).filter(|&place| !self.ended[place]);
            let Some(next) = open.min_by_key(|&place| self.provers[place].expansions()) else {
                return Answer::NotProved;
            };
            let prover = &mut self.provers[next];
            let turn = prover.expansions().max(FIRST_TURN);
            match prover.search(turn, threads, &watch) {
                Verdict::Proved => return Answer::Proved(&self.provers[next]),
                Verdict::NotProved => self.ended[next] = true,
                Verdict::Open if watch.stopped.load(Relaxed) => return Answer::Stopped,
                Verdict::Open => {}
            }
        }
    }

    /// Writes all that is needed to go on later.
    ///
    /// # Errors
    /// When writing fails.
    pub fn save(&self, to: &mut dyn Write) -> io::Result<()> {
        self.provers.iter().try_for_each(|prover| prover.save(to))
    }

    /// Takes up what an inquiry with the same questions and memory has saved.
    ///
    /// # Errors
    /// When reading fails, or what is read is damaged or of another inquiry.
    pub fn restore(&mut self, from: &mut dyn Read) -> io::Result<()> {
        self.provers
            .iter_mut()
            .try_for_each(|prover| prover.restore(from))
    }
}

/// A watch, and whether it has stopped a search.
struct Noting<'a> {
    watch: &'a dyn Watch,
    stopped: AtomicBool,
}

impl Watch for Noting<'_> {
    fn goes_on(&self, progress: &Progress) -> bool {
        let goes_on = self.watch.goes_on(progress);
        self.stopped.fetch_or(!goes_on, Relaxed);
        goes_on
    }
}
