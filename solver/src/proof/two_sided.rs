//! The searches for both players' wins, in turns.

use std::io::{self, BufRead, Write};

#[cfg(feature = "save")]
use super::dump::of_another;
use super::goal::RuleSet;
use super::prover::Prover;
use super::question::{Question, Verdict};
use super::watch::Watch;
use crate::exchange::Exchange;
use crate::game::position::{Color, Position};

/// The searches for the win of one player or of either.
///
/// A search for a win that does not exist may never end, so two searches take turns. Each turn is
/// as long as all earlier turns of the same search. Together they take at most about four times as
/// long as the search that succeeds.
#[derive(Debug)]
pub struct TwoSidedSearch {
    provers: Vec<Prover>,
    /// The searches that have ended without a proof.
    ended: Vec<bool>,
}

/// The state of the searches.
#[derive(Debug)]
pub enum TwoSidedResult<'a> {
    /// The search with a proved win of its player.
    Proved(&'a Prover),
    /// No proof, and every search has ended.
    NotProved,
    /// The watch stopped the search.
    Stopped,
}

/// Expansions in the first turn.
const FIRST_TURN: u64 = 1 << 16;

impl TwoSidedSearch {
    /// Returns new searches: for the win of `winner`, or else of the side to move first and then of
    /// the other side; within a number of plies, if given. Their tables take up to `bytes`
    /// together.
    ///
    /// # Errors
    /// If the memory is not available.
    pub fn new(
        start: Position,
        rules: RuleSet,
        winner: Option<Color>,
        within: Option<u8>,
        bytes: u64,
    ) -> io::Result<TwoSidedSearch> {
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
        Ok(TwoSidedSearch { provers, ended })
    }

    /// Disables training in all searches; see [`Prover::stop_learning`].
    pub fn stop_learning(&mut self) {
        self.provers.iter_mut().for_each(Prover::stop_learning);
    }

    /// Counts the expansions of all searches.
    pub fn expansions(&self) -> u64 {
        self.provers.iter().map(Prover::expansions).sum()
    }

    /// Searches until a win is proved, all searches have ended, or the watch stops them, together
    /// with other processes that have the same questions and the same amount of memory; see
    /// [`Prover::search_with`].
    ///
    /// # Errors
    /// If the system cannot start a thread, or another process has left.
    pub fn search_with(
        &mut self,
        exchange: &mut dyn Exchange,
        threads: usize,
        watch: Watch<'_>,
    ) -> io::Result<TwoSidedResult<'_>> {
        loop {
            let open = (0..self.provers.len()).filter(|&place| !self.ended[place]);
            let Some(next) = open.min_by_key(|&place| self.provers[place].expansions()) else {
                return Ok(TwoSidedResult::NotProved);
            };
            let prover = &mut self.provers[next];
            let turn = prover.expansions().max(FIRST_TURN);
            let end = prover.expansions().saturating_add(turn);
            match prover.search_with(exchange, turn, threads, watch)? {
                Verdict::Proved => return Ok(TwoSidedResult::Proved(&self.provers[next])),
                Verdict::NotProved => self.ended[next] = true,
                Verdict::Open if prover.expansions() < end => return Ok(TwoSidedResult::Stopped),
                Verdict::Open => {}
            }
        }
    }

    /// Writes the state for continuing later: all of the searches, or about `most` bytes with the
    /// entries that took the most work; see [`Prover::save`].
    ///
    /// # Errors
    /// If writing fails.
    #[cfg(feature = "save")]
    pub fn save(&self, to: &mut dyn Write, most: Option<u64>) -> io::Result<()> {
        let share = most.map(|bytes| bytes / self.provers.len() as u64);
        self.provers.iter().try_for_each(|prover| prover.save(to, share))
    }

    /// Continues saved searches for the same questions. The amount of memory may differ.
    ///
    /// # Errors
    /// If reading fails or the bytes are damaged; [`io::ErrorKind::InvalidInput`] if they belong to
    /// other questions.
    #[cfg(feature = "save")]
    pub fn restore(&mut self, from: &mut dyn BufRead) -> io::Result<()> {
        for (place, prover) in self.provers.iter_mut().enumerate() {
            if place > 0 && from.fill_buf()?.is_empty() {
                return Err(of_another("it is a search for a win of one player, not of either"));
            }
            prover.restore(from)?;
        }
        match from.fill_buf()? {
            [] => Ok(()),
            _ => Err(of_another("it is a search for a win of either player, not of one")),
        }
    }
}
