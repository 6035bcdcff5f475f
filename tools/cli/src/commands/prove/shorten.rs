//! Shorter wins than the one that was proved first.

use loa_solver::proof::{Prover, Question, Verdict};

use super::extract::{Found, extract};
use super::watch::SearchWatch;
use crate::failure::{Failure, Status};

/// The shortest win that was proved.
pub(super) struct Shortened {
    pub(super) found: Found,
    /// The distance of the start, if no shorter win exists.
    pub(super) exact: Option<u32>,
    /// The expansions of all searches for shorter wins.
    pub(super) expansions: u64,
}

/// Searches for a win within a ply less, again and again, until there is none or the
/// watch ends the search.
pub(super) fn shorten(
    first: Found,
    (bytes, threads): (u64, usize),
    watch: &SearchWatch,
) -> Result<Shortened, Failure> {
    let guide = &first.guide;
    let (start, rules, winner) = (guide.start(), guide.rules(), guide.winner());
    let mut most = guide.plies().min(u32::from(Question::MOST_PLIES) + 1);
    let mut shortest = Shortened { found: first, exact: None, expansions: 0 };
    loop {
        let question = Question::new(start, rules, winner).within((most - 1) as u8);
        let mut prover = Prover::new(question, bytes)
            .map_err(|error| Failure::new(Status::Failed, format!("--hash: {error}")))?;
        let mut verdict = Verdict::Open;
        while verdict == Verdict::Open && !watch.is_over() {
            verdict = prover.search(u64::MAX, threads, watch)?;
            // A search for a shorter win is not saved.
            watch.saved();
        }
        shortest.expansions += prover.expansions();
        if verdict == Verdict::NotProved {
            shortest.exact = Some(most);
        }
        if verdict != Verdict::Proved {
            return Ok(shortest);
        }
        match extract(&prover, watch, None) {
            Ok(found) => {
                most = (most - 1).min(found.guide.plies());
                // A certificate counts whole rounds, and may state a ply more than asked.
                if found.guide.plies() < shortest.found.guide.plies() {
                    shortest.found = found;
                }
            }
            Err(Some(failure)) => return Err(failure),
            Err(None) => return Ok(shortest),
        }
    }
}
