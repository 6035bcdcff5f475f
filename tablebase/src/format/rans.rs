//! Entropy coding with given frequencies: range asymmetric numeral systems
//! (Duda, 2013).
//!
//! The state x is a number of 2^16 <= x < 2^32. A symbol of frequency f out of M = 2^14, preceded
//! by symbols of total frequency c, is put into the state by
//!
//! > x' = M (x div f) + x mod f + c
//!
//! which multiplies x by about M / f. It is taken out by
//!
//! > x = f (x' div M) + x' mod M - c
//!
//! where the symbol is the one with c <= x' mod M < c + f. Before a symbol would raise the state to
//! 2^32 or more, its low 16 bits are written. After a symbol has been taken and the state is below
//! 2^16, 16 bits are read back. The symbol put last comes out first, so symbols are put in reverse.

/// The sum of the frequencies of an alphabet.
pub(crate) const WHOLE: u32 = 1 << SCALE;
const SCALE: u32 = 14;
/// The frequency of a byte that has no frequency in the model.
pub(crate) const BYTE: u32 = WHOLE / 256;
const LOWEST: u32 = 1 << 16;

/// A symbol: its frequency, and the total frequency of the symbols before it.
#[cfg(feature = "build")]
#[derive(Clone, Copy, Debug)]
pub(crate) struct Symbol {
    pub(crate) before: u16,
    pub(crate) frequency: u16,
}

/// Packs symbols so that the first is taken first: the last state, then the words written, last to
/// first. An empty list packs into no bytes.
#[cfg(feature = "build")]
pub(crate) fn pack(symbols: &[Symbol]) -> Vec<u8> {
    if symbols.is_empty() {
        return Vec::new();
    }
    let mut words = Vec::new();
    let mut state = LOWEST;
    for symbol in symbols.iter().rev() {
        let frequency = u32::from(symbol.frequency);
        if u64::from(state) >= u64::from(frequency) << (32 - SCALE) {
            words.push(state as u16);
            state >>= 16;
        }
        state = ((state / frequency) << SCALE) + state % frequency + u32::from(symbol.before);
    }
    let mut bytes = state.to_le_bytes().to_vec();
    bytes.extend(words.iter().rev().flat_map(|word| word.to_le_bytes()));
    bytes
}

/// Takes symbols out of packed bytes.
pub(crate) struct Unpacker<'a> {
    state: u32,
    bytes: &'a [u8],
}

impl<'a> Unpacker<'a> {
    pub(crate) fn new(bytes: &'a [u8]) -> Result<Unpacker<'a>, PackedFault> {
        if bytes.is_empty() {
            let state = LOWEST;
            return Ok(Unpacker { state, bytes });
        }
        let (state, bytes) = bytes.split_first_chunk().ok_or(PackedFault::TooShort)?;
        let state = u32::from_le_bytes(*state);
        if state < LOWEST {
            return Err(PackedFault::FirstState);
        }
        Ok(Unpacker { state, bytes })
    }

    /// Returns a number below [`WHOLE`] that lies in the range of the next symbol.
    #[inline]
    pub(crate) const fn slot(&self) -> u32 {
        self.state & (WHOLE - 1)
    }

    /// Takes the next symbol; the slot must lie in its range.
    #[inline]
    pub(crate) fn take(&mut self, before: u32, frequency: u32) -> Result<(), PackedFault> {
        self.state = frequency * (self.state >> SCALE) + self.slot() - before;
        if self.state < LOWEST {
            let (word, rest) = self.bytes.split_first_chunk().ok_or(PackedFault::EndsEarly)?;
            self.state = self.state << 16 | u32::from(u16::from_le_bytes(*word));
            self.bytes = rest;
        }
        Ok(())
    }

    /// Checks that everything has been taken: the state is as before the first symbol was put, and
    /// no bytes remain.
    pub(crate) fn finish(self) -> Result<(), PackedFault> {
        if self.state == LOWEST && self.bytes.is_empty() {
            Ok(())
        } else {
            Err(PackedFault::Unfinished)
        }
    }
}

/// A fault in packed values.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
pub(crate) enum PackedFault {
    /// The first state needs more bytes.
    #[error("it is too short")]
    TooShort,
    /// The first state is too small.
    #[error("its first number is too small")]
    FirstState,
    /// Bytes are missing.
    #[error("it ends early")]
    EndsEarly,
    /// Bytes follow the last value, or the last state is not the first one.
    #[error("it does not end with its last value")]
    Unfinished,
    /// A value is lost in a context in which the model has no losses.
    #[error("it has a loss where the model has none")]
    Loss,
    /// The token of a distance has no distance.
    #[error("it has a distance that the model lacks")]
    Distance,
    /// A distance exceeds the longest distance of the table.
    #[error("it has more plies than the header says")]
    TooLong,
}

#[cfg(feature = "build")]
#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn symbols_come_back() {
        let alphabet = [(0, 1), (1, 9000), (9001, 7000), (16001, 383)];
        for length in [0, 1, 2, 5000u64] {
            let picks: Vec<usize> = (0..length)
                .map(|i| (i.wrapping_mul(0x9e37_79b9_7f4a_7c15) >> 62) as usize)
                .collect();
            let symbol =
                |&pick: &usize| Symbol { before: alphabet[pick].0, frequency: alphabet[pick].1 };
            let bytes = pack(&picks.iter().map(symbol).collect::<Vec<_>>());
            let mut unpacker = Unpacker::new(&bytes).unwrap();
            for &pick in &picks {
                let (before, frequency) = alphabet[pick];
                let range = u32::from(before)..u32::from(before + frequency);
                assert!(range.contains(&unpacker.slot()));
                unpacker.take(before.into(), frequency.into()).unwrap();
            }
            unpacker.finish().unwrap();
        }
    }

    #[test]
    fn a_certain_symbol_costs_nothing() {
        let certain = Symbol { before: 0, frequency: WHOLE as u16 };
        assert_eq!(pack(&[certain; 1000]).len(), 4);
    }
}
