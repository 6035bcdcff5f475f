//! Messages: values on their way to the block they belong to.
//!
//! A value is found in a block of the waiting side's squares and belongs to a
//! block of the mover's. A message carries such values to one shard of an array,
//! and it is bytes: the same in memory, in the log and on a wire. They are
//! 32-bit words, little-endian:
//!
//! | word | holds |
//! | --- | --- |
//! | 0, 1 | `LOAM`, and the version of this form |
//! | 2 | stones of the side to move, of the other, bits of a place within a part: a byte each |
//! | 3 | the shard |
//! | 4 | the longest distance in plies |
//! | 5, 6 | how many sections, how many distant values |
//! | 7, 8 | positions of the whole array, the low word first |
//! | 2 a section | the part it is for, how many values |
//! | 1 a value | its place within the part and eight bits for its code, section by section |
//! | 2 a distant value | the low half of its place; 16 bits of the rest and its code |
//!
//! A part is a run of places, a power of two long. Values are sorted by part
//! because applying them one part after the other stays within a cache.

use std::fmt;
use std::ops::Range;

use super::cell::Cell;
use crate::game::material::Material;

/// Parts of an array, at least if it is large.
const PARTS: usize = 128;
/// The smallest part worth telling apart, as a power of two.
const SMALLEST_PART: u32 = 14;
/// The largest: a place within it leaves room for a code in 32 bits.
pub(crate) const LARGEST_PART: u32 = 24;

const MAGIC: u32 = u32::from_le_bytes(*b"LOAM");
const VERSION: u32 = 1;
/// Words before the sections.
const HEADER: usize = 9;

/// Bytes that are no message.
#[derive(Clone, Copy, PartialEq, Eq, Debug, thiserror::Error)]
#[non_exhaustive]
pub enum MessageFault {
    /// They do not begin as a message does.
    #[error("it is not a message")]
    NotAMessage,
    /// Another version of this program wrote it.
    #[error("the message is of version {found}, not {VERSION}")]
    Version {
        /// The version it claims.
        found: u32,
    },
    /// There are more or fewer bytes than it says.
    #[error("the message has {found} words where {expected} belong")]
    Length {
        /// Words that belong there.
        expected: u64,
        /// Words there are.
        found: u64,
    },
    /// It is for an array of another size, or of other stones.
    #[error("the message is for another array")]
    OtherArray,
    /// A value has a place outside the array.
    #[error("a value has a place outside the array")]
    Outside,
    /// A value has the code of no value.
    #[error("the message has a place without a value")]
    NoValue,
    /// A value has a longer distance than the message states.
    #[error("a value has a longer distance than its message states")]
    Longer,
}

/// Values for one shard of an array, as bytes.
#[derive(Clone, PartialEq, Eq)]
pub struct Message {
    /// Each in little-endian order.
    words: Vec<u32>,
}

impl Message {
    /// Reads a message, and checks all that it says.
    ///
    /// # Errors
    /// When it is none, or not whole, or holds values that no array has.
    pub fn from_bytes(bytes: &[u8]) -> Result<Message, MessageFault> {
        let mut words = vec![0; bytes.len().div_ceil(size_of::<u32>())];
        bytemuck::cast_slice_mut(&mut words)[..bytes.len()].copy_from_slice(bytes);
        let message = Message { words };
        message.check(bytes.len())?;
        Ok(message)
    }

    /// The message as bytes.
    pub fn as_bytes(&self) -> &[u8] {
        bytemuck::cast_slice(&self.words)
    }

    /// The material whose array the values belong to, the side to move first.
    pub fn material(&self) -> Material {
        let [us, them, _, _] = self.word(2).to_le_bytes();
        Material::new(us.into(), them.into())
    }

    /// The number of the shard of that array.
    pub fn shard(&self) -> u32 {
        self.word(3)
    }

    /// The longest distance among its values, in plies.
    pub fn longest(&self) -> u16 {
        self.word(4) as u16
    }

    /// How many positions the whole array has.
    pub fn positions(&self) -> u64 {
        u64::from(self.word(7)) | u64::from(self.word(8)) << 32
    }

    /// Every value with its place in the whole array.
    pub fn values(&self) -> impl Iterator<Item = (u64, Cell)> {
        let near = self.sections().flat_map(|(first, values)| {
            let near = values.iter().map(|&value| near(value));
            near.map(move |(within, code)| (first + within as u64, Cell::from_code(code.into())))
        });
        near.chain(self.distant())
    }

    /// As a power of two, how many places a part has.
    pub(crate) fn part_shift(&self) -> u32 {
        self.word(2) >> 16
    }

    /// Values by part: its first place, and what [`near`] reads.
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

    /// Values whose code takes more than eight bits.
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
            return Err(MessageFault::NotAMessage);
        }
        if self.word(1) != VERSION {
            return Err(MessageFault::Version {
                found: self.word(1),
            });
        }
        let count = self.word(5) as usize;
        let heads = self.words[HEADER..].as_chunks::<2>().0;
        let heads = heads.get(..count).unwrap_or_default();
        let lens = heads.iter().map(|&[_, len]| u64::from(u32::from_le(len)));
        let pairs = count as u64 + u64::from(self.word(6));
        let expected = HEADER as u64 + 2 * pairs + lens.sum::<u64>();
        let found = self.words.len() as u64;
        if heads.len() != count || found != expected || bytes as u64 != 4 * found {
            return Err(MessageFault::Length { expected, found });
        }
        let positions = self.positions();
        if self.part_shift() != part_shift(positions) {
            return Err(MessageFault::OtherArray);
        }
        if u64::from(self.word(4)) > u64::from(Cell::LONGEST) {
            return Err(MessageFault::Longer);
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
            return Err(MessageFault::Outside);
        }
        if cell == Cell::OPEN {
            return Err(MessageFault::NoValue);
        }
        match cell.plies() <= self.longest() {
            true => Ok(()),
            false => Err(MessageFault::Longer),
        }
    }
}

/// Reads a value of a section: its place within the part, and its code.
#[inline(always)]
pub(crate) fn near(value: u32) -> (usize, u8) {
    let value = u32::from_le(value);
    ((value >> 8) as usize, value as u8)
}

/// Returns the size of the parts of an array of so many positions, as a power of two.
fn part_shift(positions: u64) -> u32 {
    let shift = 64 - (positions / PARTS as u64).leading_zeros();
    shift.clamp(SMALLEST_PART, LARGEST_PART)
}

/// Values that wait for their message.
pub(crate) struct Draft {
    material: Material,
    positions: u64,
    part_shift: u32,
    parts: Vec<Vec<u32>>,
    distant: Vec<(u64, Cell)>,
}

impl Draft {
    /// An empty one for the array of a material with so many positions.
    pub(crate) fn new(material: Material, positions: u64) -> Draft {
        let part_shift = part_shift(positions);
        let parts = (positions >> part_shift) as usize + 1;
        Draft {
            material,
            positions,
            part_shift,
            parts: vec![Vec::new(); parts],
            distant: Vec::new(),
        }
    }

    /// Adds a value.
    #[inline(always)]
    pub(crate) fn push(&mut self, place: u64, cell: Cell) {
        if let Ok(code) = u8::try_from(cell.code()) {
            let within = place as u32 & ((1 << self.part_shift) - 1);
            let part = &mut self.parts[(place >> self.part_shift) as usize];
            part.push((within << 8 | u32::from(code)).to_le());
        } else {
            self.distant.push((place, cell));
        }
    }

    /// Makes a message for each shard that values belong to, given the first
    /// place of every shard, ascending from 0.
    pub(crate) fn seal(mut self, shards: &[u64]) -> Vec<Message> {
        let ends = shards[1..].iter().copied().chain([self.positions]);
        let shards = (0..).zip(shards.iter().copied().zip(ends));
        let messages = shards.filter_map(|(shard, (first, end))| self.seal_one(shard, first..end));
        messages.collect()
    }

    /// Takes out the values for the places of one shard, all before which are
    /// taken.
    fn seal_one(&mut self, shard: u32, places: Range<u64>) -> Option<Message> {
        if places.is_empty() {
            return None;
        }
        let shift = self.part_shift;
        let parts = (places.start >> shift) as usize..=((places.end - 1) >> shift) as usize;
        let mut sections = Vec::new();
        for (number, part) in self.parts.iter_mut().enumerate() {
            if !parts.contains(&number) || part.is_empty() {
                continue;
            }
            let first = (number as u64) << shift;
            let is_in = |&mut value: &mut u32| near(value).0 as u64 + first < places.end;
            let section = if first + (1 << shift) <= places.end {
                std::mem::take(part)
            } else {
                part.extract_if(.., is_in).collect()
            };
            if !section.is_empty() {
                sections.push((number as u32, section));
            }
        }
        let distant = self
            .distant
            .extract_if(.., |(place, _)| places.contains(place));
        let distant: Vec<_> = distant.collect();
        if sections.is_empty() && distant.is_empty() {
            return None;
        }
        let near_code = |&value: &u32| u16::from(near(value).1);
        let near_codes = sections
            .iter()
            .flat_map(|(_, values)| values)
            .map(near_code);
        let codes = near_codes.chain(distant.iter().map(|(_, cell)| cell.code()));
        let longest = codes.max().map_or(0, |code| Cell::from_code(code).plies());
        let near: usize = sections.iter().map(|(_, values)| values.len()).sum();
        let words = HEADER + 2 * (sections.len() + distant.len()) + near;
        let mut message = Message {
            words: Vec::with_capacity(words),
        };
        message.extend([
            MAGIC,
            VERSION,
            self.material.us() | self.material.them() << 8 | shift << 16,
            shard,
            longest.into(),
            sections.len() as u32,
            distant.len() as u32,
            self.positions as u32,
            (self.positions >> 32) as u32,
        ]);
        for (part, values) in &sections {
            message.extend([*part, values.len() as u32]);
        }
        for (_, values) in sections {
            message.words.extend(values);
        }
        for (place, cell) in distant {
            let code = u32::from(cell.code());
            message.extend([place as u32, (place >> 32) as u32 | code << 16]);
        }
        Some(message)
    }
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

impl Message {
    fn extend<const N: usize>(&mut self, words: [u32; N]) {
        self.words.extend(words.map(u32::to_le));
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const MATERIAL: Material = Material::new(3, 2);
    const POSITIONS: u64 = 5 << SMALLEST_PART;

    /// Values of all distances, all over the array.
    fn values() -> Vec<(u64, Cell)> {
        let value = |sent: u64| {
            let code = if sent.is_multiple_of(7) {
                2 * sent
            } else {
                sent % 255 + 1
            };
            (sent * sent % POSITIONS, Cell::from_code(code as u16))
        };
        (1..9_000).map(value).collect()
    }

    fn messages(shards: &[u64]) -> Vec<Message> {
        let mut draft = Draft::new(MATERIAL, POSITIONS);
        for (place, cell) in values() {
            draft.push(place, cell);
        }
        draft.seal(shards)
    }

    #[test]
    fn every_value_travels_to_its_shard() {
        let mut expected = values();
        expected.sort_unstable();
        for shards in [
            vec![0],
            vec![0, 1, 40_000, 40_000, 65_536],
            vec![0, 0, POSITIONS - 1],
        ] {
            let mut found = Vec::new();
            for message in messages(&shards) {
                let back = Message::from_bytes(message.as_bytes()).unwrap();
                assert!(back == message);
                assert_eq!((back.material(), back.positions()), (MATERIAL, POSITIONS));
                let shard = back.shard() as usize;
                let end = shards.get(shard + 1).copied().unwrap_or(POSITIONS);
                let values: Vec<_> = back.values().collect();
                assert!(
                    values
                        .iter()
                        .all(|(place, _)| (shards[shard]..end).contains(place))
                );
                let longest = values.iter().map(|(_, cell)| cell.plies()).max();
                assert_eq!(longest, Some(back.longest()));
                found.extend(values);
            }
            found.sort_unstable();
            assert!(found == expected, "{shards:?}");
        }
    }

    /// The words of a message for an array of 990 positions.
    fn bytes(sections: &[u32], values: &[u32], distant: &[u32], longest: u32) -> Vec<u8> {
        let (heads, far) = (sections.len() as u32 / 2, distant.len() as u32 / 2);
        let material = 3 | 2 << 8 | SMALLEST_PART << 16;
        let header = [MAGIC, VERSION, material, 0, longest, heads, far, 990, 0];
        let words = [&header, sections, values, distant].concat();
        words.iter().flat_map(|word| word.to_le_bytes()).collect()
    }

    #[test]
    fn the_form_of_a_message_is_fixed() {
        let mut draft = Draft::new(MATERIAL, 990);
        draft.push(7, Cell::loss(3));
        draft.push(989, Cell::win(300));
        let [message] = &draft.seal(&[0])[..] else {
            panic!("one message")
        };
        let expected = bytes(&[0, 1], &[7 << 8 | 8], &[989, 601 << 16], 300);
        assert_eq!(message.as_bytes(), expected);
    }

    #[test]
    fn bytes_that_are_no_message_are_refused() {
        use MessageFault::*;
        let sound = bytes(&[0, 1], &[989 << 8 | 255], &[989, 601 << 16], 300);
        assert!(Message::from_bytes(&sound).is_ok());
        for len in 0..sound.len() {
            assert!(Message::from_bytes(&sound[..len]).is_err());
        }
        for (wild, fault) in [
            (bytes(&[0, 1], &[990 << 8 | 3], &[], 1), Outside),
            (bytes(&[0, 1], &[0xffff_ff03], &[], 1), Outside),
            (bytes(&[u32::MAX, 1], &[3], &[], 1), Outside),
            (bytes(&[], &[], &[990, 3 << 16], 1), Outside),
            (bytes(&[], &[], &[989, 3 << 16 | 1], 1), Outside),
            (bytes(&[0, 1], &[5 << 8], &[], 1), NoValue),
            (bytes(&[], &[], &[5, 0], 1), NoValue),
            (bytes(&[0, 1], &[5 << 8 | 9], &[], 3), Longer),
            (bytes(&[0, 1], &[5 << 8 | 9], &[], 40_000), Longer),
        ] {
            let found = Message::from_bytes(&wild).unwrap_err();
            assert_eq!(found, fault);
        }
        for (at, word, fault) in [
            (0, 1, NotAMessage),
            (1, 7, Version { found: 7 }),
            (2, 1, OtherArray),
        ] {
            let mut wild = sound.clone();
            wild[4 * at..4 * at + 4].copy_from_slice(&u32::to_le_bytes(word));
            assert_eq!(Message::from_bytes(&wild), Err(fault));
        }
        for at in [5, 6, 10] {
            let mut wild = sound.clone();
            wild[4 * at..4 * at + 4].copy_from_slice(&u32::MAX.to_le_bytes());
            assert!(matches!(Message::from_bytes(&wild), Err(Length { .. })));
        }
    }
}
