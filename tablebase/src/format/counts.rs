//! The counts from which a model is made.

use loa_solver::Rules;

use super::contexts::{CLASS_CONTEXTS, DISTANCE_CONTEXTS, never_lost};
use super::model::{ESCAPE, Model, OUTCOME_CONTEXTS, TOKENS};
use super::rans::WHOLE;

/// Counts of outcomes and distances by context.
pub(crate) struct ContextCounts {
    outcomes: Vec<[u64; 2]>,
    distances: Vec<[u64; TOKENS]>,
}

impl Default for ContextCounts {
    fn default() -> ContextCounts {
        ContextCounts {
            outcomes: vec![[0; 2]; OUTCOME_CONTEXTS],
            distances: vec![[0; TOKENS]; DISTANCE_CONTEXTS],
        }
    }
}

impl ContextCounts {
    #[inline]
    pub(crate) fn outcome(&mut self, context: usize, lost: bool) {
        self.outcomes[context][usize::from(lost)] += 1;
    }

    #[inline]
    pub(crate) fn distance(&mut self, context: usize, token: u8) {
        self.distances[context][usize::from(token)] += 1;
    }

    /// Returns the counts of a sample, with one more of everything that may occur, so that values
    /// which the sample has missed can be packed.
    pub(crate) fn smoothed(mut self, rules: Rules, tokens: usize) -> ContextCounts {
        for (class, outcomes) in self.outcomes.chunks_exact_mut(CLASS_CONTEXTS).enumerate() {
            if !never_lost(rules, class) {
                outcomes.iter_mut().for_each(|counts| add_each(counts, &[1, 1]));
            }
        }
        if tokens > 0 {
            for counts in &mut self.distances {
                add_each(&mut counts[..tokens], &[1; TOKENS]);
                counts[usize::from(ESCAPE)] += 1;
            }
        }
        self
    }

    /// Returns the model of these counts with these tokens.
    pub(crate) fn model(&self, tokens: Vec<u16>) -> Model {
        let mut model = Model::empty(tokens);
        for (other, &[others, lost]) in model.others.iter_mut().zip(&self.outcomes) {
            if lost > 0 {
                let share = scaled(others, others + lost);
                *other = share.clamp(u32::from(others > 0), WHOLE - 1) as u16;
            }
        }
        for (context, counts) in self.distances.iter().enumerate() {
            if counts.iter().any(|&count| count > 0) {
                model.add_row(context, &frequencies(counts));
            }
        }
        model.find_skips();
        model
    }

    /// Returns all counts, as numbers.
    pub(crate) fn to_numbers(&self) -> Vec<u64> {
        let outcomes = self.outcomes.as_flattened().iter();
        outcomes.chain(self.distances.as_flattened()).copied().collect()
    }

    /// Adds counts made by [`ContextCounts::to_numbers`].
    pub(crate) fn add_numbers(&mut self, numbers: &[u64]) {
        let outcomes = self.outcomes.as_flattened_mut();
        let (first, second) = numbers.split_at(outcomes.len().min(numbers.len()));
        add_each(outcomes, first);
        add_each(self.distances.as_flattened_mut(), second);
    }

    /// Returns the sum with other counts.
    pub(crate) fn with(mut self, other: &ContextCounts) -> ContextCounts {
        add_each(self.outcomes.as_flattened_mut(), other.outcomes.as_flattened());
        add_each(self.distances.as_flattened_mut(), other.distances.as_flattened());
        self
    }
}

fn add_each(sums: &mut [u64], more: &[u64]) {
    for (sum, more) in sums.iter_mut().zip(more) {
        *sum += more;
    }
}

/// Returns the distances of a table that get tokens, given the number of occurrences of each.
pub(crate) fn choose_tokens(occurrences: &[u64]) -> Vec<u16> {
    let all = (0..=u16::MAX).zip(occurrences);
    let mut met: Vec<_> = all.filter(|&(_, &count)| count > 0).collect();
    met.sort_by_key(|&(plies, count)| (std::cmp::Reverse(count), plies));
    let mut tokens: Vec<u16> = met.iter().map(|&(plies, _)| plies).collect();
    tokens.truncate(usize::from(ESCAPE));
    tokens.sort_unstable();
    tokens
}

/// Returns `part` of `total`, scaled to [`WHOLE`] and rounded.
fn scaled(part: u64, total: u64) -> u32 {
    let (part, total) = (u128::from(part), u128::from(total));
    ((part * u128::from(WHOLE) + total / 2) / total) as u32
}

/// Returns frequencies that sum to the whole, none of them 0 for a token that occurs: each is
/// rounded, and the largest absorbs the difference.
fn frequencies(counts: &[u64; TOKENS]) -> [u16; TOKENS] {
    let total = counts.iter().sum();
    let mut frequencies = counts.map(|count| match count {
        0 => 0,
        _ => scaled(count, total).max(1) as u16,
    });
    let largest = (0..TOKENS).max_by_key(|&token| counts[token]).unwrap_or_default();
    // The largest is at least 1/64 of the whole, 256, and rounding up adds less than 64 to all
    // others together.
    let others: u16 = frequencies.iter().sum::<u16>() - frequencies[largest];
    frequencies[largest] = WHOLE as u16 - others;
    frequencies
}
