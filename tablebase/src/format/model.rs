//! The frequencies of outcomes and distances in their contexts, counted over a table and stored in
//! its file. They sum to 2^14.
//!
//! Distances have *tokens*. The 63 most frequent distances of a table are tokens 0 .. 62 in
//! ascending order. Token 63 means any other distance, which follows as two bytes, the lower first,
//! each a symbol of frequency 2^6.
//!
//! Bytes, all numbers little-endian:
//!
//! | bytes | contents |
//! | --- | --- |
//! | 1, 2 each | the number of tokens; their distances in plies |
//! | 2 | the number of outcome contexts that follow; in all others no position is lost |
//! | 2, 2 each | context; frequency of positions that are not lost, below 2^14 |
//! | 2 | the number of distance contexts that follow; no others occur |
//! | 2, 1, 1, 2 .. each | context; first token; the number of tokens; their frequencies |

use loa_solver::Rules;

use super::contexts::{CLASS_CONTEXTS, CLASSES, DISTANCE_CONTEXTS, never_lost};
use super::rans::WHOLE;

/// Contexts of outcomes.
pub(super) const OUTCOME_CONTEXTS: usize = CLASSES * CLASS_CONTEXTS;
/// The token of distances without a token.
pub(crate) const ESCAPE: u8 = 63;
/// Tokens, including the escape.
pub(super) const TOKENS: usize = 64;
/// Entries in a row: the sum before each token, and the whole.
pub(crate) const ROW: usize = TOKENS + 1;
/// Marks a context without a row of frequencies.
const NONE: u32 = u32::MAX;

/// The model of a table: its tokens and all frequencies.
#[derive(PartialEq, Eq, Debug)]
pub(crate) struct Model {
    tokens: Vec<u16>,
    /// Frequencies of positions that are not lost, by context.
    pub(super) others: Vec<u16>,
    /// Classes in whose contexts no position is lost.
    skips: [bool; CLASSES],
    /// The start of the row of a context of distances in `sums`.
    rows: Vec<u32>,
    /// Rows of 65: the sums of the frequencies before each token, and the whole.
    sums: Vec<u16>,
}

impl Model {
    pub(super) fn empty(tokens: Vec<u16>) -> Model {
        Model {
            tokens,
            others: vec![WHOLE as u16; OUTCOME_CONTEXTS],
            skips: [false; CLASSES],
            rows: vec![NONE; DISTANCE_CONTEXTS],
            sums: Vec::new(),
        }
    }

    pub(super) fn add_row(&mut self, context: usize, frequencies: &[u16; TOKENS]) {
        self.rows[context] = self.sums.len() as u32;
        let mut sum = 0;
        self.sums.push(sum);
        for frequency in frequencies {
            sum += frequency;
            self.sums.push(sum);
        }
    }

    pub(super) fn find_skips(&mut self) {
        let classes = self.others.chunks_exact(CLASS_CONTEXTS);
        for (skips, others) in self.skips.iter_mut().zip(classes) {
            *skips = others.iter().all(|&other| u32::from(other) == WHOLE);
        }
    }

    /// `true` if no position of a class is lost.
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

    /// Reads the model of a table under these rules.
    ///
    /// # Errors
    /// The fault.
    pub(crate) fn decode(mut bytes: &[u8], rules: Rules) -> Result<Model, &'static str> {
        let bytes = &mut bytes;
        let count = take::<1>(bytes)?[0];
        if count > ESCAPE {
            return Err("it has too many tokens");
        }
        let tokens: Vec<u16> = (0..count).map(|_| number(bytes)).collect::<Result<_, _>>()?;
        if !tokens.is_sorted_by(|a, b| a < b) {
            return Err("its distances are out of order");
        }
        let mut model = Model::empty(tokens);
        for _ in 0..number(bytes)? {
            let (context, other) = (number(bytes)?, number(bytes)?);
            let place =
                model.others.get_mut(usize::from(context)).ok_or("it has an unknown context")?;
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
            let places = frequencies.get_mut(range).ok_or("it has an unknown token")?;
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

/// The part of a model used for writing.
#[cfg(feature = "build")]
impl Model {
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
        let lost: Vec<_> =
            self.others.iter().zip(0..).filter(|&(&other, _)| u32::from(other) < WHOLE).collect();
        put(lost.len() as u16);
        for (&other, context) in lost {
            put(context);
            put(other);
        }
        let contexts = 0..DISTANCE_CONTEXTS;
        let rows: Vec<_> =
            contexts.filter_map(|context| Some((context as u16, self.row(context)?))).collect();
        put(rows.len() as u16);
        for (context, row) in rows {
            let met = |token: &usize| row[*token] != row[*token + 1];
            let first = (0..TOKENS).find(met).unwrap_or_default();
            let last = (0..TOKENS).rev().find(met).unwrap_or_default();
            bytes.extend(context.to_le_bytes());
            bytes.extend([first as u8, (last - first + 1) as u8]);
            for token in first..=last {
                bytes.extend((row[token + 1] - row[token]).to_le_bytes());
            }
        }
        bytes
    }
}

fn take<const N: usize>(bytes: &mut &[u8]) -> Result<[u8; N], &'static str> {
    let (taken, rest) = bytes.split_first_chunk().ok_or("it ends early")?;
    *bytes = rest;
    Ok(*taken)
}

fn number(bytes: &mut &[u8]) -> Result<u16, &'static str> {
    take(bytes).map(u16::from_le_bytes)
}
