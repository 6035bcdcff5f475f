//! Messages: values on their way to their block.
//!
//! A value is found in a block of the waiting side's squares and belongs to a block of the mover's.
//! A message carries such values to one shard of an array. It is a sequence of bytes: the same in
//! memory, in the log and between processes. They are 32-bit words, little-endian:
//!
//! | word | contents |
//! | --- | --- |
//! | 0, 1 | `LOAM`, and the version of this format |
//! | 2 | stones of the side to move, stones of the other side, bits of a place within a part: one
//! byte each |
//! | 3 | the shard |
//! | 4 | the longest distance in plies |
//! | 5, 6 | the number of sections, the number of distant values |
//! | 7, 8 | positions of the whole array, the low word first |
//! | 2 for each section | its part, the number of its values |
//! | 1 for each value | its place within the part and eight bits for its code, section by section |
//! | 2 for each distant value | the low half of its place; 16 bits for the rest of the place and
//! its code |
//!
//! A part is a run of places; its length is a power of two. Values are sorted by part because
//! applying them part by part stays within a cache.

use std::fmt;

use super::cell::Cell;
use crate::game::material::Material;

/// Parts of an array, if it is large.
const PARTS: usize = 128;
/// Log2 of the smallest part size.
pub(super) const SMALLEST_PART: u32 = 14;
/// Log2 of the largest part size: a place in such a part leaves eight of 32 bits for a code.
pub(crate) const LARGEST_PART: u32 = 24;

pub(super) const MAGIC: u32 = u32::from_le_bytes(*b"LOAM");
pub(super) const VERSION: u32 = 1;
/// Words before the sections.
pub(crate) const HEADER: usize = 9;

/// The reason why bytes are not a message.
#[derive(Clone, Copy, PartialEq, Eq, Debug, thiserror::Error)]
#[error("{0}")]
pub(crate) struct MessageFault(&'static str);

impl MessageFault {
    pub(crate) const NOT_A_MESSAGE: MessageFault = MessageFault("it is not a message");
    pub(super) const VERSION: MessageFault = MessageFault("the message is of another version");
    pub(super) const LENGTH: MessageFault = MessageFault("the message has another length");
    /// The array has another size or other stones.
    pub(super) const OTHER_ARRAY: MessageFault = MessageFault("the message is for another array");
    pub(super) const OUTSIDE: MessageFault = MessageFault("a value has a place outside the array");
    pub(super) const NO_VALUE: MessageFault =
        MessageFault("the message has a place without a value");
    pub(super) const LONGER: MessageFault =
        MessageFault("a value has a longer distance than its message states");
}

/// Values for one shard of an array, as bytes.
#[derive(Clone, PartialEq, Eq)]
pub(crate) struct Message {
    /// Words in little-endian order.
    words: Vec<u32>,
}

impl Message {
    /// Returns the message with these words, which must be valid.
    pub(super) const fn of_words(words: Vec<u32>) -> Message {
        Message { words }
    }

    /// Reads a message and checks all of its contents.
    ///
    /// # Errors
    /// If the bytes are not a complete message, or contain values that no array has.
    pub(crate) fn from_bytes(bytes: &[u8]) -> Result<Message, MessageFault> {
        let mut words = vec![0; bytes.len().div_ceil(size_of::<u32>())];
        bytemuck::cast_slice_mut(&mut words)[..bytes.len()].copy_from_slice(bytes);
        let message = Message { words };
        message.check(bytes.len())?;
        Ok(message)
    }

    /// Reads a message from its words and checks all of its contents.
    pub(crate) fn from_words(words: Vec<u32>) -> Result<Message, MessageFault> {
        let message = Message { words };
        message.check(size_of_val(&message.words[..]))?;
        Ok(message)
    }

    /// Returns the message as bytes.
    pub(crate) fn as_bytes(&self) -> &[u8] {
        bytemuck::cast_slice(&self.words)
    }

    /// Returns the material whose array the values belong to, the side to move first.
    pub(crate) fn material(&self) -> Material {
        let [us, them, _, _] = self.word(2).to_le_bytes();
        Material::new(us.into(), them.into())
    }

    /// Returns the destination shard of that array.
    pub(crate) fn shard(&self) -> u32 {
        self.word(3)
    }

    /// Returns the longest distance among its values, in plies.
    pub(crate) fn longest(&self) -> u16 {
        self.word(4) as u16
    }

    /// Counts the positions of the whole array.
    pub(crate) fn positions(&self) -> u64 {
        u64::from(self.word(7)) | u64::from(self.word(8)) << 32
    }

    /// Returns every value with its place in the whole array.
    pub(crate) fn values(&self) -> impl Iterator<Item = (u64, Cell)> {
        let near = self.sections().flat_map(|(first, values)| {
            let near = values.iter().map(|&value| near(value));
            near.map(move |(within, code)| (first + within as u64, Cell::from_code(code.into())))
        });
        near.chain(self.distant())
    }

    /// Returns log2 of the places in a part.
    pub(crate) fn part_shift(&self) -> u32 {
        self.word(2) >> 16
    }

    /// Returns the first place of each part with its values: see [`near`].
    pub(crate) fn sections(&self) -> impl Iterator<Item = (u64, &[u32])> {
        let count = self.word(5) as usize;
        let (heads, mut values) = self.words[HEADER..].split_at(2 * count);
        let shift = self.part_shift();
        heads.as_chunks::<2>().0.iter().map(move |&[part, len]| {
            let section;
            (section, values) = values.split_at(u32::from_le(len) as usize);
            (u64::from(u32::from_le(part)) << shift, section)
        })
    }

    /// Returns the values whose code takes more than eight bits.
    pub(crate) fn distant(&self) -> impl Iterator<Item = (u64, Cell)> {
        let from = self.words.len() - 2 * self.word(6) as usize;
        self.words[from..].as_chunks::<2>().0.iter().map(|words| {
            let [low, high] = words.map(u32::from_le);
            let place = u64::from(low) | u64::from(high & 0xffff) << 32;
            (place, Cell::from_code((high >> 16) as u16))
        })
    }

    fn word(&self, at: usize) -> u32 {
        u32::from_le(self.words[at])
    }

    fn check(&self, bytes: usize) -> Result<(), MessageFault> {
        if self.words.len() < HEADER || self.word(0) != MAGIC {
            return Err(MessageFault::NOT_A_MESSAGE);
        }
        if self.word(1) != VERSION {
            return Err(MessageFault::VERSION);
        }
        let count = self.word(5) as usize;
        let heads = self.words[HEADER..].as_chunks::<2>().0.get(..count).unwrap_or_default();
        let lens = heads.iter().map(|&[_, len]| u64::from(u32::from_le(len)));
        let pairs = count as u64 + u64::from(self.word(6));
        let expected = HEADER as u64 + 2 * pairs + lens.sum::<u64>();
        let found = self.words.len() as u64;
        if heads.len() != count || found != expected || bytes as u64 != 4 * found {
            return Err(MessageFault::LENGTH);
        }
        let positions = self.positions();
        if self.part_shift() != part_shift(positions) {
            return Err(MessageFault::OTHER_ARRAY);
        }
        if u64::from(self.word(4)) > u64::from(Cell::LONGEST) {
            return Err(MessageFault::LONGER);
        }
        for (first, values) in self.sections() {
            let places = positions.saturating_sub(first).min(1 << self.part_shift());
            for (within, code) in values.iter().map(|&value| near(value)) {
                self.check_value(within as u64 >= places, Cell::from_code(code.into()))?;
            }
        }
        let mut distant = self.distant();
        distant.try_for_each(|(place, cell)| self.check_value(place >= positions, cell))
    }

    fn check_value(&self, is_outside: bool, cell: Cell) -> Result<(), MessageFault> {
        if is_outside {
            return Err(MessageFault::OUTSIDE);
        }
        if cell == Cell::OPEN {
            return Err(MessageFault::NO_VALUE);
        }
        if cell.plies() > self.longest() {
            return Err(MessageFault::LONGER);
        }
        Ok(())
    }
}

/// Reads a value of a section: its place within the part, and its code.
#[inline(always)]
pub(crate) fn near(value: u32) -> (usize, u8) {
    let value = u32::from_le(value);
    ((value >> 8) as usize, value as u8)
}

/// Returns log2 of the part size of an array of `positions`.
pub(super) fn part_shift(positions: u64) -> u32 {
    let shift = 64 - (positions / PARTS as u64).leading_zeros();
    shift.clamp(SMALLEST_PART, LARGEST_PART)
}

impl fmt::Debug for Message {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Message")
            .field("material", &self.material())
            .field("shard", &self.shard())
            .field("longest", &self.longest())
            .field("bytes", &self.as_bytes().len())
            .finish_non_exhaustive()
    }
}
