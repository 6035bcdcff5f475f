//! The frequencies of outcomes and distances in their contexts: counted over a table
//! and stored in its file, 2^14 being the whole.
//!
//! Distances have *tokens*: the 63 most frequent ones of a table, ascending,
//! are tokens 0 .. 62, and 63 stands for any other, which follows as two bytes,
//! the lower first, each a symbol of frequency 2^6 of its own.
//!
//! Bytes, all numbers little endian:
//!
//! | bytes | what |
//! | --- | --- |
//! | 1, 2 each | how many tokens there are; their distances in plies |
//! | 2 | how many contexts of outcomes follow; in all others nothing is lost |
//! | 2, 2 each | context; frequency of what is not lost, below 2^14 |
//! | 2 | how many contexts of distances follow; no others occur |
//! | 2, 1, 1, 2 .. each | context; first token; how many tokens; their frequencies |

use super::contexts::{CLASS_CONTEXTS, CLASSES, DISTANCE_CONTEXTS, never_lost};
use super::rans::WHOLE;
use loa_solver::Rules;

/// Contexts of outcomes.
const OUTCOME_CONTEXTS: usize = CLASSES * CLASS_CONTEXTS;
/// The token of distances without a token.
pub(crate) const ESCAPE: u8 = 63;
/// Tokens, the escape included.
const TOKENS: usize = 64;
/// The sums before each token, and the whole.
pub(crate) const ROW: usize = TOKENS + 1;
/// No row of frequencies.
const NONE: u32 = u32::MAX;

/// Counts of outcomes and distances by context.
pub(crate) struct Counts {
    outcomes: Vec<[u64; 2]>,
    distances: Vec<[u64; TOKENS]>,
}

impl Default for Counts {
    fn default() -> Counts {
        Counts {
            outcomes: vec![[0; 2]; OUTCOME_CONTEXTS],
            distances: vec![[0; TOKENS]; DISTANCE_CONTEXTS],
        }
    }
}

impl Counts {
    #[inline]
    pub(crate) fn outcome(&mut self, context: usize, lost: bool) {
        self.outcomes[context][usize::from(lost)] += 1;
    }

    #[inline]
    pub(crate) fn distance(&mut self, context: usize, token: u8) {
        self.distances[context][usize::from(token)] += 1;
    }

    /// Returns the counts of a sample as if everything that may occur had been met once
    /// more: then what the sample has missed can be packed.
    pub(crate) fn smoothed(mut self, rules: Rules, tokens: usize) -> Counts {
        for (class, outcomes) in self.outcomes.chunks_exact_mut(CLASS_CONTEXTS).enumerate() {
            if !never_lost(rules, class) {
                outcomes
                    .iter_mut()
                    .for_each(|counts| add_each(counts, &[1, 1]));
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

    /// Returns all counts, as numbers.
    pub(crate) fn to_numbers(&self) -> Vec<u64> {
        let outcomes = self.outcomes.as_flattened().iter();
        outcomes
            .chain(self.distances.as_flattened())
            .copied()
            .collect()
    }

    /// Adds counts made by [`Counts::to_numbers`].
    pub(crate) fn add_numbers(&mut self, numbers: &[u64]) {
        let outcomes = self.outcomes.as_flattened_mut();
        let (first, second) = numbers.split_at(outcomes.len().min(numbers.len()));
        add_each(outcomes, first);
        add_each(self.distances.as_flattened_mut(), second);
    }

    /// Returns the sum with other counts.
    pub(crate) fn with(mut self, other: &Counts) -> Counts {
        let outcomes = self.outcomes.iter_mut().zip(&other.outcomes);
        outcomes.for_each(|(sum, more)| add_each(sum, more));
        let distances = self.distances.iter_mut().zip(&other.distances);
        distances.for_each(|(sum, more)| add_each(sum, more));
        self
    }
}

fn add_each(sums: &mut [u64], more: &[u64]) {
    for (sum, more) in sums.iter_mut().zip(more) {
        *sum += more;
    }
}

/// Returns the distances of a table that get tokens, given how often each occurs.
pub(crate) fn choose_tokens(occurrences: &[u64]) -> Vec<u16> {
    let all = (0..=u16::MAX).zip(occurrences);
    let mut met: Vec<_> = all.filter(|&(_, &count)| count > 0).collect();
    met.sort_by_key(|&(plies, count)| (std::cmp::Reverse(count), plies));
    let mut tokens: Vec<u16> = met.iter().map(|&(plies, _)| plies).collect();
    tokens.truncate(usize::from(ESCAPE));
    tokens.sort_unstable();
    tokens
}

/// The model of a table: its tokens and all frequencies.
#[derive(PartialEq, Eq, Debug)]
pub(crate) struct Model {
    tokens: Vec<u16>,
    /// Frequencies of positions that are not lost, by context.
    others: Vec<u16>,
    /// Classes in whose contexts nothing is lost.
    skips: [bool; CLASSES],
    /// The start of the row of a context of distances in `sums`.
    rows: Vec<u32>,
    /// Rows of 65: sums of the frequencies before each token, and the whole.
    sums: Vec<u16>,
}

impl Model {
    /// Returns the model of what was counted with these tokens.
    pub(crate) fn new(tokens: Vec<u16>, counts: &Counts) -> Model {
        let mut model = Model::empty(tokens);
        for (other, &[others, lost]) in model.others.iter_mut().zip(&counts.outcomes) {
            if lost > 0 {
                let share = scaled(others, others + lost);
                *other = share.clamp(u32::from(others > 0), WHOLE - 1) as u16;
            }
        }
        for (context, counts) in counts.distances.iter().enumerate() {
            if counts.iter().any(|&count| count > 0) {
                model.add_row(context, &frequencies(counts));
            }
        }
        model.find_skips();
        model
    }

    fn empty(tokens: Vec<u16>) -> Model {
        Model {
            tokens,
            others: vec![WHOLE as u16; OUTCOME_CONTEXTS],
            skips: [false; CLASSES],
            rows: vec![NONE; DISTANCE_CONTEXTS],
            sums: Vec::new(),
        }
    }

    fn add_row(&mut self, context: usize, frequencies: &[u16; TOKENS]) {
        self.rows[context] = self.sums.len() as u32;
        let mut sum = 0;
        self.sums.push(sum);
        for frequency in frequencies {
            sum += frequency;
            self.sums.push(sum);
        }
    }

    fn find_skips(&mut self) {
        let classes = self.others.chunks_exact(CLASS_CONTEXTS);
        for (skips, others) in self.skips.iter_mut().zip(classes) {
            *skips = others.iter().all(|&other| u32::from(other) == WHOLE);
        }
    }

    /// Returns whether no position of a class is lost.
    #[inline]
    pub(crate) fn skips(&self, class: usize) -> bool {
        self.skips[class]
    }

    /// Returns the frequency of positions that are not lost in a context.
    #[inline(always)]
    pub(crate) fn others(&self, context: usize) -> u32 {
        self.others[context].into()
    }

    /// Returns the sums of the frequencies before each token of a context.
    #[inline(always)]
    pub(crate) fn row(&self, context: usize) -> Option<&[u16; ROW]> {
        let start = self.rows[context] as usize;
        self.sums.get(start..)?.first_chunk()
    }

    /// Returns the distance of a token.
    #[inline(always)]
    pub(crate) fn plies(&self, token: u8) -> Option<u16> {
        self.tokens.get(usize::from(token)).copied()
    }

    /// Returns the distances that have tokens.
    pub(crate) fn into_tokens(self) -> Vec<u16> {
        self.tokens
    }

    /// Returns the token of every distance up to `longest`.
    pub(crate) fn tokens_up_to(&self, longest: u16) -> Vec<u8> {
        let token = |plies| match self.tokens.binary_search(&plies) {
            Ok(token) => token as u8,
            Err(_) => ESCAPE,
        };
        (0..=longest).map(token).collect()
    }

    /// Returns the model as bytes of a file.
    pub(crate) fn encode(&self) -> Vec<u8> {
        let mut bytes = vec![self.tokens.len() as u8];
        let mut put = |number: u16| bytes.extend(number.to_le_bytes());
        self.tokens.iter().for_each(|&plies| put(plies));
        let lost = self.others.iter().zip(0..);
        let lost: Vec<_> = lost
            .filter(|&(&other, _)| u32::from(other) < WHOLE)
            .collect();
        put(lost.len() as u16);
        for (&other, context) in lost {
            put(context);
            put(other);
        }
        let rows = (0..).zip(&self.rows).filter(|&(_, &row)| row != NONE);
        let rows: Vec<_> = rows.map(|(context, _)| context).collect();
        put(rows.len() as u16);
        for context in rows {
            let row = self.row(context).unwrap_or(&[0; ROW]);
            let met = |token: &usize| row[*token] != row[*token + 1];
            let first = (0..TOKENS).find(met).unwrap_or_default();
            let last = (0..TOKENS).rev().find(met).unwrap_or_default();
            bytes.extend((context as u16).to_le_bytes());
            bytes.extend([first as u8, (last - first + 1) as u8]);
            for token in first..=last {
                bytes.extend((row[token + 1] - row[token]).to_le_bytes());
            }
        }
        bytes
    }

    /// Reads a model of a table of these rules.
    ///
    /// # Errors
    /// The fault.
    pub(crate) fn decode(mut bytes: &[u8], rules: Rules) -> Result<Model, &'static str> {
        let bytes = &mut bytes;
        let count = take::<1>(bytes)?[0];
        if count > ESCAPE {
            return Err("it has too many tokens");
        }
        let tokens: Vec<u16> = (0..count)
            .map(|_| number(bytes))
            .collect::<Result<_, _>>()?;
        if !tokens.is_sorted_by(|a, b| a < b) {
            return Err("its distances are out of order");
        }
        let mut model = Model::empty(tokens);
        for _ in 0..number(bytes)? {
            let (context, other) = (number(bytes)?, number(bytes)?);
            let place = model.others.get_mut(usize::from(context));
            let place = place.ok_or("it has an unknown context")?;
            if u32::from(other) >= WHOLE {
                return Err("a frequency is too large");
            }
            *place = other;
        }
        for _ in 0..number(bytes)? {
            let context = usize::from(number(bytes)?);
            if model.rows.get(context) != Some(&NONE) {
                return Err("it has an unknown context");
            }
            let [first, count] = take(bytes)?;
            let mut frequencies = [0; TOKENS];
            let range = usize::from(first)..usize::from(first) + usize::from(count);
            let places = frequencies
                .get_mut(range)
                .ok_or("it has an unknown token")?;
            for place in places {
                *place = number(bytes)?;
            }
            if frequencies.iter().map(|&f| u32::from(f)).sum::<u32>() != WHOLE {
                return Err("frequencies do not add up");
            }
            model.add_row(context, &frequencies);
        }
        if !bytes.is_empty() {
            return Err("it has bytes to spare");
        }
        model.find_skips();
        if (0..CLASSES).any(|class| never_lost(rules, class) && !model.skips(class)) {
            return Err("it has losses where the side to move can connect");
        }
        Ok(model)
    }
}

/// Returns a share of a total, of [`WHOLE`], rounded.
fn scaled(part: u64, total: u64) -> u32 {
    let (part, total) = (u128::from(part), u128::from(total));
    ((part * u128::from(WHOLE) + total / 2) / total) as u32
}

/// Returns frequencies that sum to the whole, none 0 of what was met: rounded, and the
/// largest takes up the difference.
fn frequencies(counts: &[u64; TOKENS]) -> [u16; TOKENS] {
    let total = counts.iter().sum();
    let mut frequencies = counts.map(|count| match count {
        0 => 0,
        _ => scaled(count, total).max(1) as u16,
    });
    let largest = (0..TOKENS)
        .max_by_key(|&token| counts[token])
        .unwrap_or_default();
    // The largest is at least 1/64 of the whole, 256, and all others together
    // are rounded up by less than 64.
    let others: u16 = frequencies.iter().sum::<u16>() - frequencies[largest];
    frequencies[largest] = WHOLE as u16 - others;
    frequencies
}

fn take<const N: usize>(bytes: &mut &[u8]) -> Result<[u8; N], &'static str> {
    let (taken, rest) = bytes.split_first_chunk().ok_or("it ends early")?;
    *bytes = rest;
    Ok(*taken)
}

fn number(bytes: &mut &[u8]) -> Result<u16, &'static str> {
    take(bytes).map(u16::from_le_bytes)
}
