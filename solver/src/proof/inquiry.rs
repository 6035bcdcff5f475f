//! The searches for both players' wins, in turns.

use std::io::{self, BufRead, Write};

use super::goal::RuleSet;
use super::prover::{Prover, Verdict};
use super::question::Question;
use super::watch::Watch;
use crate::exchange::{Exchange, Local};
use crate::game::position::{Color, Position};

/// The searches for the win of one player or of either.
///
/// A search for a win that does not exist need not end, so the two take turns, each
/// turn as long as all turns of the search before: together they take at most about
/// four times as long as the one that succeeds.
#[derive(Debug)]
pub struct Inquiry {
    provers: Vec<Prover>,
    /// Which of the searches have ended without a proof.
    ended: Vec<bool>,
}

/// The state of an inquiry.
#[derive(Debug)]
pub enum Answer<'a> {
    /// A proved win of this search's player.
    Proved(&'a Prover),
    /// No proof, and every search has ended.
    NotProved,
    /// Stopped by the watch.
    Stopped,
}

/// The expansions of the first turn.
const FIRST_TURN: u64 = 1 << 16;

impl Inquiry {
    /// Returns searches that have not begun: for the win of `winner`, or of the side to
    /// move first and then of the other; within a number of plies, if one is given. Their
    /// tables take at most `bytes` together.
    ///
    /// # Errors
    /// If the system does not give so much memory.
    pub fn new(
        start: Position,
        rules: RuleSet,
        winner: Option<Color>,
        within: Option<u8>,
        bytes: u64,
    ) -> io::Result<Inquiry> {
        let winners = match winner {
            Some(winner) => vec![winner],
            None => vec![start.turn(), start.turn().other()],
        };
        let share = bytes / winners.len() as u64;
        let question = |winner| {
            let question = Question::new(start, rules, winner);
            within.map_or(question, |plies| question.within(plies))
        };
        let provers = winners
            .into_iter()
            .map(|winner| Prover::new(question(winner), share))
            .collect::<io::Result<Vec<Prover>>>()?;
        let ended = vec![false; provers.len()];
        Ok(Inquiry { provers, ended })
    }

    /// Makes the searches such that learn nothing; see [`Prover::stop_learning`].
    pub fn stop_learning(&mut self) {
        self.provers.iter_mut().for_each(Prover::stop_learning);
    }

    /// The expansions of all searches.
    pub fn expansions(&self) -> u64 {
        self.provers.iter().map(Prover::expansions).sum()
    }

    /// Searches until a win is proved, all searches have ended, or the watch stops them.
    ///
    /// # Errors
    /// If the system does not start a thread.
    pub fn search(&mut self, threads: usize, watch: &dyn Watch) -> io::Result<Answer<'_>> {
        self.search_with(&mut Local, threads, watch)
    }

    /// Searches together with other processes that have the same questions and as much memory; see
    /// [`Prover::search_with`].
    ///
    /// # Errors
    /// If the system does not start a thread, or another process has left.
    pub fn search_with(
        &mut self,
        exchange: &mut dyn Exchange,
        threads: usize,
        watch: &dyn Watch,
    ) -> io::Result<Answer<'_>> {
        loop {
            let open = (0..self.provers.len()).filter(|&place| !self.ended[place]);
            let Some(next) = open.min_by_key(|&place| self.provers[place].expansions()) else {
                return Ok(Answer::NotProved);
            };
            let prover = &mut self.provers[next];
            let turn = prover.expansions().max(FIRST_TURN);
            let end = prover.expansions().saturating_add(turn);
            match prover.search_with(exchange, turn, threads, watch)? {
                Verdict::Proved => return Ok(Answer::Proved(&self.provers[next])),
                Verdict::NotProved => self.ended[next] = true,
                Verdict::Open if prover.expansions() < end => return Ok(Answer::Stopped),
                Verdict::Open => {}
            }
        }
    }

    /// Writes what is needed to continue later: all of the searches, or about `most` bytes of
    /// what took most work; see [`Prover::save`].
    ///
    /// # Errors
    /// If writing fails.
    #[cfg(feature = "save")]
    pub fn save(&self, to: &mut dyn Write, most: Option<u64>) -> io::Result<()> {
        let share = most.map(|bytes| bytes / self.provers.len() as u64);
        self.provers.iter().try_for_each(|prover| prover.save(to, share))
    }

    /// Continues an inquiry with the same questions that has been saved, with more memory or
    /// less than it had.
    ///
    /// # Errors
    /// If reading fails, or the bytes are damaged or belong to another inquiry.
    #[cfg(feature = "save")]
    pub fn restore(&mut self, from: &mut dyn BufRead) -> io::Result<()> {
        self.provers.iter_mut().try_for_each(|prover| prover.restore(from))
    }
}
