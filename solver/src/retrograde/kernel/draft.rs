//! Values that are collected into messages.

use std::ops::Range;

use super::cell::Cell;
use super::message::{HEADER, MAGIC, Message, VERSION, near, part_shift};
use crate::game::material::Material;

/// Values that have not been put into a message yet.
pub(crate) struct Draft {
    material: Material,
    positions: u64,
    part_shift: u32,
    parts: Vec<Vec<u32>>,
    distant: Vec<(u64, Cell)>,
}

impl Draft {
    /// Returns an empty draft for the array of a material with `positions` positions.
    pub(crate) fn new(material: Material, positions: u64) -> Draft {
        let part_shift = part_shift(positions);
        let parts = (positions >> part_shift) as usize + 1;
        Draft {
            material,
            positions,
            part_shift,
            parts: (0..parts).map(|_| Vec::with_capacity(512)).collect(),
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

    /// Returns a message for each shard that values belong to, given the first place of every
    /// shard, ascending from 0.
    pub(crate) fn seal(mut self, shards: &[u64]) -> Vec<Message> {
        let ends = shards[1..].iter().copied().chain([self.positions]);
        let shards = (0..).zip(shards.iter().copied().zip(ends));
        let messages = shards.filter_map(|(shard, (first, end))| self.seal_one(shard, first..end));
        messages.collect()
    }

    /// Takes the values for the places of one shard. The values for earlier places must have been
    /// taken.
    fn seal_one(&mut self, shard: u32, places: Range<u64>) -> Option<Message> {
        if places.is_empty() {
            return None;
        }
        let shift = self.part_shift;
        let parts = (places.start >> shift) as usize..=((places.end - 1) >> shift) as usize;
        let mut sections = Vec::new();
        for number in parts {
            let part = &mut self.parts[number];
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
        let distant: Vec<_> =
            self.distant.extract_if(.., |(place, _)| places.contains(place)).collect();
        if sections.is_empty() && distant.is_empty() {
            return None;
        }
        let near_code = |&value: &u32| u16::from(near(value).1);
        let near_codes = sections.iter().flat_map(|(_, values)| values).map(near_code);
        let codes = near_codes.chain(distant.iter().map(|(_, cell)| cell.code()));
        let longest = codes.max().map_or(0, |code| Cell::from_code(code).plies());
        let near: usize = sections.iter().map(|(_, values)| values.len()).sum();
        let mut words = Vec::with_capacity(HEADER + 2 * (sections.len() + distant.len()) + near);
        extend(
            &mut words,
            [
                MAGIC,
                VERSION,
                self.material.us() | self.material.them() << 8 | shift << 16,
                shard,
                longest.into(),
                sections.len() as u32,
                distant.len() as u32,
                self.positions as u32,
                (self.positions >> 32) as u32,
            ],
        );
        for (part, values) in &sections {
            extend(&mut words, [*part, values.len() as u32]);
        }
        for (_, values) in sections {
            words.extend(values);
        }
        for (place, cell) in distant {
            let code = u32::from(cell.code());
            extend(&mut words, [place as u32, (place >> 32) as u32 | code << 16]);
        }
        Some(Message::of_words(words))
    }
}

/// Appends words in little-endian order.
fn extend<const N: usize>(all: &mut Vec<u32>, words: [u32; N]) {
    all.extend(words.map(u32::to_le));
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::retrograde::kernel::message::{MessageFault, SMALLEST_PART};

    const MATERIAL: Material = Material::new(3, 2);
    const POSITIONS: u64 = 5 << SMALLEST_PART;

    /// Values of all distances, all over the array.
    fn values() -> Vec<(u64, Cell)> {
        let value = |sent: u64| {
            let code = if sent.is_multiple_of(7) { 2 * sent } else { sent % 255 + 1 };
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
        for shards in [vec![0], vec![0, 1, 40_000, 40_000, 65_536], vec![0, 0, POSITIONS - 1]] {
            let mut found = Vec::new();
            for message in messages(&shards) {
                let back = Message::from_bytes(message.as_bytes()).unwrap();
                assert!(back == message);
                assert_eq!((back.material(), back.positions()), (MATERIAL, POSITIONS));
                let shard = back.shard() as usize;
                let end = shards.get(shard + 1).copied().unwrap_or(POSITIONS);
                let values: Vec<_> = back.values().collect();
                assert!(values.iter().all(|(place, _)| (shards[shard]..end).contains(place)));
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
        let [message] = &draft.seal(&[0])[..] else { panic!("one message") };
        let expected = bytes(&[0, 1], &[7 << 8 | 8], &[989, 601 << 16], 300);
        assert_eq!(message.as_bytes(), expected);
    }

    #[test]
    fn bytes_that_are_no_message_are_refused() {
        let sound = bytes(&[0, 1], &[989 << 8 | 255], &[989, 601 << 16], 300);
        assert!(Message::from_bytes(&sound).is_ok());
        for len in 0..sound.len() {
            assert!(Message::from_bytes(&sound[..len]).is_err());
        }
        for (wild, fault) in [
            (bytes(&[0, 1], &[990 << 8 | 3], &[], 1), MessageFault::OUTSIDE),
            (bytes(&[0, 1], &[0xffff_ff03], &[], 1), MessageFault::OUTSIDE),
            (bytes(&[u32::MAX, 1], &[3], &[], 1), MessageFault::OUTSIDE),
            (bytes(&[], &[], &[990, 3 << 16], 1), MessageFault::OUTSIDE),
            (bytes(&[], &[], &[989, 3 << 16 | 1], 1), MessageFault::OUTSIDE),
            (bytes(&[0, 1], &[5 << 8], &[], 1), MessageFault::NO_VALUE),
            (bytes(&[], &[], &[5, 0], 1), MessageFault::NO_VALUE),
            (bytes(&[0, 1], &[5 << 8 | 9], &[], 3), MessageFault::LONGER),
            (bytes(&[0, 1], &[5 << 8 | 9], &[], 40_000), MessageFault::LONGER),
        ] {
            let found = Message::from_bytes(&wild).unwrap_err();
            assert_eq!(found, fault);
        }
        for (at, word, fault) in [
            (0, 1, MessageFault::NOT_A_MESSAGE),
            (1, 7, MessageFault::VERSION),
            (2, 1, MessageFault::OTHER_ARRAY),
        ] {
            let mut wild = sound.clone();
            wild[4 * at..4 * at + 4].copy_from_slice(&u32::to_le_bytes(word));
            assert_eq!(Message::from_bytes(&wild), Err(fault));
        }
        for at in [5, 6, 10] {
            let mut wild = sound.clone();
            wild[4 * at..4 * at + 4].copy_from_slice(&u32::MAX.to_le_bytes());
            assert_eq!(Message::from_bytes(&wild), Err(MessageFault::LENGTH));
        }
    }
}
