//! The census of values: counted over all placements, or compared with them.

use loa_solver::cpu::dispatch;
use loa_solver::retrograde::Cell;
use loa_solver::{Index, Rules};
use rayon::prelude::*;

use super::codes::{Cells, Codes};
use crate::format::tally::Tally;

impl Tally {
    /// Returns the tally of all values, counted on the threads of the current rayon
    /// pool.
    pub(crate) fn of(codes: &impl Codes, rules: Rules) -> Tally {
        let index = codes.index();
        let blocks = (0..index.blocks()).into_par_iter().map_init(
            || vec![0; index.block_len() as usize],
            |room, orbit| {
                codes.read_codes(orbit * index.block_len(), room);
                dispatch(
                    #[inline(always)]
                    || Tally::of_block(room, index, rules, orbit),
                )
            },
        );
        blocks.reduce(Tally::default, Tally::with)
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
                && rules
                    .connected_value(us_connected, them.is_connected())
                    .is_some();
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
    pub(crate) fn agrees(&self, values: &impl Cells, rules: Rules) -> bool {
        let longest = self.longest.iter().zip([true, false]);
        let mut longest = longest.filter_map(|(longest, wins)| Some(((*longest)?, wins)));
        longest.all(|((plies, at), wins)| {
            let cell = values.get(at);
            (cell.is_win(), cell.plies()) == (wins, plies)
        }) && Tally::of(values, rules).by_code == self.by_code
    }
}
