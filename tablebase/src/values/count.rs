//! The census of values: counted over all placements, or compared with them.

use std::io;
use std::ops::Range;

use loa_solver::internal::{Cell, dispatch};
use loa_solver::{Index, Rules};
use rayon::prelude::*;

use super::codes::Codes;
use crate::format::tally::Tally;

impl Tally {
    /// Returns the tally of all values, counted on the threads of the current rayon
    /// pool.
    ///
    /// # Errors
    /// When the values cannot be read.
    pub(crate) fn of(codes: &impl Codes, rules: Rules) -> io::Result<Tally> {
        Tally::of_blocks(codes, rules, 0..codes.index().blocks())
    }

    /// Returns the tally of the values of some blocks.
    ///
    /// # Errors
    /// When the values cannot be read.
    pub(crate) fn of_blocks(
        codes: &impl Codes,
        rules: Rules,
        blocks: Range<u64>,
    ) -> io::Result<Tally> {
        let index = codes.index();
        let blocks = blocks.into_par_iter().map_init(
            || vec![0; index.block_len() as usize],
            |room, orbit| {
                codes.read_codes(orbit * index.block_len(), room)?;
                Ok(dispatch(
                    #[inline(always)]
                    || Tally::of_block(room, index, rules, orbit),
                ))
            },
        );
        blocks.try_reduce(Tally::default, |sum, tally| Ok(sum.with(tally)))
    }

    #[inline(always)]
    fn of_block(codes: &[u16], index: &Index, rules: Rules, orbit: u64) -> Tally {
        let us_connected = index.leaders().representative(orbit).is_connected();
        let mut tally = Tally::default();
        let entries = codes.iter().zip(index.followers(orbit));
        for (at, (&code, them)) in (orbit * index.block_len()..).zip(entries) {
            let cell = Cell::from_code(code);
            // A position that a connection has ended is a draw or has distance 0.
            let ended = cell.plies() == 0
                && rules.connected_value(us_connected, them.is_connected()).is_some();
            let counts = &mut tally.by_code[usize::from(ended)];
            if counts.len() <= usize::from(code) {
                counts.resize(usize::from(code) + 1, 0);
            }
            counts[usize::from(code)] += 1;
            if cell != Cell::OPEN {
                let longest = &mut tally.longest[usize::from(!cell.is_win())];
                if longest.is_none_or(|(plies, _)| cell.plies() > plies) {
                    *longest = Some((cell.plies(), at));
                }
            }
        }
        for count in tally.by_code.iter_mut().flatten() {
            *count *= index.weight(orbit);
        }
        tally
    }

    /// Returns whether these are the counts of such values.
    ///
    /// # Errors
    /// When the values cannot be read.
    pub(crate) fn agrees(&self, values: &impl Codes, rules: Rules) -> io::Result<bool> {
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
        Ok(Tally::of(values, rules)?.by_code == self.by_code)
    }
}
