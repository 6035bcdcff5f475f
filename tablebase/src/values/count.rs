//! The census of values: counted over all placements, or compared with them.

use std::io;
use std::ops::Range;

use loa_solver::internal::{Cell, dispatch};
use loa_solver::retrograde::{Exchange, all_succeed};
use loa_solver::{Index, NoMove, Rules};
use rayon::prelude::*;

use super::codes::Codes;
use crate::format::tally::Tally;

impl Tally {
    /// Returns the tally of all values. Every process counts its share, on the threads of the
    /// current rayon pool.
    ///
    /// # Errors
    /// If the values cannot be read, or another process fails.
    pub(crate) fn of(
        codes: &impl Codes,
        rules: Rules,
        exchange: &mut dyn Exchange,
    ) -> io::Result<Tally> {
        let blocks = exchange.share(codes.index().blocks());
        let mine = all_succeed(exchange, Tally::of_blocks(codes, rules, blocks))?;
        let mut sum = Tally::default();
        for bytes in exchange.all_gather(&mine.encode())? {
            sum = sum.with(Tally::read(&bytes).map_err(io::Error::other)?);
        }
        Ok(sum)
    }

    fn of_blocks(codes: &impl Codes, rules: Rules, blocks: Range<u64>) -> io::Result<Tally> {
        let index = codes.index();
        let blocks = blocks.into_par_iter().map_init(
            || vec![0; index.block_len() as usize],
            |room, orbit| {
                codes.read_codes(orbit * index.block_len(), room)?;
                Ok(dispatch!(Tally::of_block(room, index, rules, orbit)))
            },
        );
        blocks.try_reduce(Tally::default, |sum, tally| Ok(sum.with(tally)))
    }

    #[inline(always)]
    fn of_block(codes: &[u16], index: &Index, rules: Rules, orbit: u64) -> Tally {
        let first = orbit * index.block_len();
        let mut tally = Tally::default();
        let counts = histogram(codes);
        for (longest, wins) in tally.longest.iter_mut().zip([true, false]) {
            let is_met = |&code: &u16| {
                let cell = Cell::from_code(code);
                counts[usize::from(code)] > 0 && if wins { cell.is_win() } else { cell.is_loss() }
            };
            if let Some(code) = (0..counts.len() as u16).rev().find(is_met)
                && let Some(at) = codes.iter().position(|&met| met == code)
            {
                *longest = Some((Cell::from_code(code).plies(), first + at as u64));
            }
        }
        let ended: Vec<u64> = (0..)
            .zip(counts.iter().take(3))
            .map(|(code, &count)| ended(codes, (code, count), index, rules, orbit))
            .collect();
        let others = counts.iter().zip(ended.iter().copied().chain(std::iter::repeat(0)));
        tally.by_code = [others.map(|(count, ended)| count - ended).collect(), ended];
        tally.by_code.iter_mut().for_each(trim);
        for count in tally.by_code.iter_mut().flatten() {
            *count *= index.weight(orbit);
        }
        tally
    }

    /// `true` if the tally counts these values. Every process counts its share.
    ///
    /// # Errors
    /// If the values cannot be read, or another process fails.
    pub(crate) fn agrees(
        &self,
        values: &impl Codes,
        rules: Rules,
        exchange: &mut dyn Exchange,
    ) -> io::Result<bool> {
        for (longest, wins) in self.longest.iter().zip([true, false]) {
            if let &Some((plies, at)) = longest {
                let mut code = [0];
                values.read_codes(at, &mut code)?;
                let cell = Cell::from_code(code[0]);
                if (cell.is_win(), cell.plies()) != (wins, plies) {
                    return Ok(false);
                }
            }
        }
        Ok(Tally::of(values, rules, exchange)?.by_code == self.by_code)
    }
}

/// Returns how many of the positions with a code were ended by a connection. The code is a draw or
/// has distance 0.
fn ended(codes: &[u16], (code, count): (u16, u64), index: &Index, rules: Rules, orbit: u64) -> u64 {
    let us_connected = index.leaders().representative(orbit).is_connected();
    let is_end = |them| {
        let end = rules.connected_value(us_connected, them);
        end.is_some_and(|end| Cell::from(end).code() == code)
    };
    match [false, true].map(is_end) {
        [false, false] => 0,
        [true, true] => count,
        // A win or loss in 0 has no other cause, unless a player without a move loses.
        _ if code > 0 && rules.no_move() != NoMove::Loss => count,
        [_, by_them] => {
            let entries = codes.iter().zip(index.followers(orbit));
            let met = entries.filter(|&(&met, _)| met == code);
            met.filter(|(_, them)| them.is_connected() == by_them).count() as u64
        }
    }
}

/// Counts how often each code occurs. Codes of one byte are counted in four tables, because the
/// same code often follows itself.
#[inline(always)]
fn histogram(codes: &[u16]) -> Vec<u64> {
    let (mut near, mut counts) = ([[0u32; 256]; 4], vec![0; 256]);
    let mut count = |table: usize, code: u16| match near[table].get_mut(usize::from(code)) {
        Some(count) => *count += 1,
        None => {
            counts.resize(counts.len().max(usize::from(code) + 1), 0);
            counts[usize::from(code)] += 1;
        }
    };
    let (fours, rest) = codes.as_chunks::<4>();
    for four in fours {
        (0..4).for_each(|table| count(table, four[table]));
    }
    rest.iter().for_each(|&code| count(0, code));
    for near in &near {
        counts.iter_mut().zip(near).for_each(|(count, &near)| *count += u64::from(near));
    }
    trim(&mut counts);
    counts
}

/// Removes trailing zeros.
fn trim(counts: &mut Vec<u64>) {
    counts.truncate(counts.iter().rposition(|&count| count > 0).map_or(0, |last| last + 1));
}
