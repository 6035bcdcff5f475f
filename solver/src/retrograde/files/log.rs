//! The log of a shard: the messages for it since its values were last written.
//!
//! Values are found all over the array: after a few seconds of the first plies hardly a page is
//! unchanged. So checkpoints write the messages, and the values only when many messages have
//! accumulated. Messages for a shard that is on disk wait in its log. When the shard is read again,
//! all messages of the log are applied. Applying a message twice does no harm (S2).
//!
//! The log stores each message in packed form: its size, its digest, and its bytes. A kill can
//! truncate only messages that no checkpoint has flushed, and the record says how many bytes are
//! complete.
//!
//! Packing reduces a message to about a third. The values of a section are ordered by their places,
//! and the gap before each place is written instead of the place.
//!
//! | bytes | contents |
//! | --- | --- |
//! | 4 each | the words of the message before its values |
//! | 4 for each section | the number of bytes of the gaps |
//! | 1 or more for each value | the gap, seven bits in a byte, the lowest first |
//! | compressed | the codes, and the next section |
//! | 8 each | the distant values |

use std::ops::Range;

use rayon::prelude::*;
use xxhash_rust::xxh3::xxh3_64;

use super::compression::{compress, decompress, number};
use super::work_file::{Label, RunFiles, WorkFile};
use crate::retrograde::error::{SolveError, WorkFault};
use crate::retrograde::kernel::message::{HEADER, Message, MessageFault};

/// The log of one shard, based on one file of its values.
#[derive(Debug)]
pub(crate) struct Log {
    label: Label,
    bytes: u64,
    /// Bytes flushed to disk.
    synced: u64,
}

impl Log {
    /// Creates an empty file.
    pub(crate) fn create(files: &RunFiles, label: &Label) -> Result<Log, SolveError> {
        files.create(label)?;
        Ok(Log { label: *label, bytes: 0, synced: 0 })
    }

    /// Opens a file whose first `recorded` bytes a record names. The rest counts as not written.
    pub(crate) fn open(files: &RunFiles, label: &Label, recorded: u64) -> Result<Log, SolveError> {
        let file = files.open(label)?;
        let found = file.len()?;
        if found < recorded {
            let what = format!("only {found} of {recorded} bytes exist");
            return Err(WorkFault::damaged(file.path(), what).into());
        }
        Ok(Log { label: *label, bytes: recorded, synced: recorded })
    }

    /// Returns the size of all messages in bytes.
    pub(crate) const fn bytes(&self) -> u64 {
        self.bytes
    }

    /// Reads all messages in batches, which all threads unpack. The messages are for an array of
    /// `positions` with distances up to `longest`, and all their values for the shard's `places`.
    pub(crate) fn read(
        &self,
        files: &RunFiles,
        positions: u64,
        longest: u16,
        places: &Range<u64>,
        mut take: impl FnMut(&[Message]),
    ) -> Result<(), SolveError> {
        let file = files.open(&self.label)?;
        let mut at = 0;
        while at < self.bytes {
            let (mut entries, first) = (Vec::new(), at);
            while at < self.bytes && at - first < AT_A_TIME {
                let entry = self.read_entry(&file, at, positions)?;
                at += ENTRY + entry.1.len() as u64;
                entries.push(entry);
            }
            let messages = entries.into_par_iter().map(|(digest, packed)| {
                let message = self.message(digest, &packed, positions, longest, places);
                message.map_err(|what| WorkFault::damaged(file.path(), what))
            });
            take(&messages.collect::<Result<Vec<_>, _>>()?);
        }
        Ok(())
    }

    /// Appends messages.
    pub(crate) fn append(
        &mut self,
        files: &RunFiles,
        messages: &[&Message],
    ) -> Result<(), SolveError> {
        let mut all = Vec::new();
        for message in messages {
            let start = all.len();
            all.extend([0; ENTRY as usize]);
            pack(message, &mut all);
            let (header, packed) = all[start..].split_at_mut(ENTRY as usize);
            let numbers = [packed.len() as u64, xxh3_64(packed)].map(u64::to_le);
            header.copy_from_slice(bytemuck::cast_slice(&numbers));
        }
        files.open(&self.label)?.write_at(self.bytes, &all)?;
        self.bytes += all.len() as u64;
        Ok(())
    }

    /// Flushes the log to disk.
    pub(crate) fn sync(&mut self, files: &RunFiles) -> Result<(), SolveError> {
        if self.synced != self.bytes {
            files.open(&self.label)?.sync()?;
            self.synced = self.bytes;
        }
        Ok(())
    }

    /// Reads a packed message at an offset of the file, and its digest.
    fn read_entry(
        &self,
        file: &WorkFile,
        at: u64,
        positions: u64,
    ) -> Result<(u64, Vec<u8>), SolveError> {
        let not_whole = || {
            let what = format!("{at} of {} bytes are whole", self.bytes);
            WorkFault::damaged(file.path(), what)
        };
        let left = self.bytes.checked_sub(at + ENTRY).ok_or_else(not_whole)?;
        let mut header = [0u64; 2];
        file.read_at(at, bytemuck::cast_slice_mut(&mut header))?;
        let [len, digest] = header.map(u64::from_le);
        if len == 0 || len > left.min(most_bytes(positions)) {
            return Err(not_whole().into());
        }
        let mut packed = vec![0; len as usize];
        file.read_at(at + ENTRY, &mut packed)?;
        Ok((digest, packed))
    }

    /// Unpacks a message and checks that it is for this shard.
    fn message(
        &self,
        digest: u64,
        packed: &[u8],
        positions: u64,
        longest: u16,
        places: &Range<u64>,
    ) -> Result<Message, String> {
        if xxh3_64(packed) != digest {
            return Err("the digest of a message does not match".to_owned());
        }
        let message = unpack(packed).map_err(|fault| fault.to_string())?;
        let address = (message.material(), message.shard(), message.positions());
        if address != (self.label.material, self.label.shard, positions) {
            return Err("a message is for another shard".to_owned());
        }
        if message.longest() > longest {
            return Err("a distance is longer than values of this width can have".to_owned());
        }
        if !is_within(&message, places) {
            return Err("a value is for another shard".to_owned());
        }
        Ok(message)
    }
}

fn is_within(message: &Message, places: &Range<u64>) -> bool {
    message.values().all(|(place, _)| places.contains(&place))
}

/// Bytes of messages in a batch. Unpacked they take up to four times as much.
const AT_A_TIME: u64 = 1 << 19;

/// Bytes before a message.
const ENTRY: u64 = size_of::<[u64; 2]>() as u64;

/// More bytes than any message has: a value for each image of every position, and the rest of the
/// message. The check matters because a sparse file may be longer than the disk.
const fn most_bytes(positions: u64) -> u64 {
    (1 << 26) + positions.saturating_mul(64)
}

/// Appends the packed form of a message.
pub(crate) fn pack(message: &Message, packed: &mut Vec<u8>) {
    let bytes = message.as_bytes();
    let near_bytes: usize = message.sections().map(|(_, values)| size_of_val(values)).sum();
    let distant_bytes = 8 * message.distant().count();
    let (head, distant) = bytes.split_at(bytes.len() - near_bytes - distant_bytes);
    packed.extend_from_slice(head);
    for (_, values) in message.sections() {
        pack_section(values, packed);
    }
    packed.extend_from_slice(&distant[near_bytes..]);
}

fn pack_section(values: &[u32], packed: &mut Vec<u8>) {
    let mut values: Vec<u32> = values.iter().map(|&value| u32::from_le(value)).collect();
    values.sort_unstable();
    let (mut before, mut gaps) = (0, Vec::with_capacity(2 * values.len()));
    for &value in &values {
        let place = value >> 8;
        let mut gap = place - before;
        before = place;
        while gap > 0x7f {
            gaps.push(gap as u8 | 0x80);
            gap >>= 7;
        }
        gaps.push(gap as u8);
    }
    packed.extend((gaps.len() as u32).to_le_bytes());
    packed.extend(gaps);
    let codes: Vec<u8> = values.iter().map(|&value| value as u8).collect();
    compress(&codes, packed);
}

/// Reads the packed form of a message.
fn unpack(packed: &[u8]) -> Result<Message, MessageFault> {
    Message::from_words(unpacked_words(packed).ok_or(MessageFault::NOT_A_MESSAGE)?)
}

fn unpacked_words(mut packed: &[u8]) -> Option<Vec<u32>> {
    let all = packed.len();
    let mut words = read_words(&mut packed, HEADER)?;
    let [sections, distant] = [5, 6].map(|at: usize| u32::from_le(words[at]));
    let heads = read_words(&mut packed, 2 * sections as usize)?;
    words.extend_from_slice(&heads);
    let heads = heads.as_chunks::<2>().0.iter();
    let lens = heads.map(|&[_, len]| u32::from_le(len) as usize);
    // A value takes at least one byte.
    words.reserve(lens.clone().sum::<usize>().min(all));
    for len in lens {
        unpack_section(&mut packed, len, &mut words)?;
    }
    words.extend(read_words(&mut packed, 2 * distant as usize)?);
    packed.is_empty().then_some(words)
}

fn unpack_section(packed: &mut &[u8], len: usize, words: &mut Vec<u32>) -> Option<()> {
    let gap_bytes = number(packed)?;
    let mut gaps = packed.split_off(..gap_bytes)?;
    if len > gaps.len() {
        return None;
    }
    let mut codes = vec![0; len];
    if !decompress(packed, &mut codes) {
        return None;
    }
    let mut place = 0u32;
    for code in codes {
        let (mut gap, mut bits) = (0, 0);
        loop {
            let byte = *gaps.split_off_first()?;
            gap |= u32::from(byte & 0x7f).checked_shl(bits)?;
            bits += 7;
            if byte & 0x80 == 0 {
                break;
            }
        }
        place = place.checked_add(gap)?;
        words.push((place << 8 | u32::from(code)).to_le());
    }
    gaps.is_empty().then_some(())
}

/// Reads `count` words without changing the order of their bytes.
fn read_words(packed: &mut &[u8], count: usize) -> Option<Vec<u32>> {
    let bytes = packed.split_off(..count.checked_mul(4)?)?;
    Some(bytemuck::pod_collect_to_vec(bytes))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::game::material::Material;
    use crate::retrograde::kernel::cell::Cell;
    use crate::retrograde::kernel::draft::Draft;

    /// Returns a message of `values` values for an array.
    fn message(values: u64, positions: u64) -> Message {
        let mut draft = Draft::new(Material::new(3, 2), positions);
        for sent in 0..values {
            let place = sent.wrapping_mul(0x9e37_79b9_7f4a_7c15) % positions;
            let code = if sent % 97 == 5 { 2 * sent } else { sent * sent % 7 };
            // Many values for one place.
            let place = if sent % 5 == 0 { 77 } else { place };
            draft.push(place, Cell::from_code(code as u16 + 1));
        }
        let [message] = &draft.seal(&[0])[..] else {
            panic!("one message");
        };
        message.clone()
    }

    fn sorted(message: &Message) -> Vec<(u64, Cell)> {
        let mut values: Vec<_> = message.values().collect();
        values.sort_unstable();
        values
    }

    #[test]
    fn messages_come_back() {
        for (values, positions) in
            [(1, 990), (5_000, 990), (20_000, 70_000), (3_000, 5_000_000), (9_000, 3 << 31)]
        {
            let message = message(values, positions);
            let mut packed = Vec::new();
            pack(&message, &mut packed);
            let back = unpack(&packed).unwrap();
            assert_eq!(sorted(&back), sorted(&message), "{values} {positions}");
            assert_eq!(back.as_bytes().len(), message.as_bytes().len());
        }
    }

    #[test]
    fn values_outside_a_shard_are_found() {
        let message = message(300, 990);
        assert!(is_within(&message, &(0..990)));
        let last = message.values().map(|(place, _)| place).max().unwrap();
        let first = message.values().map(|(place, _)| place).min().unwrap();
        assert!(is_within(&message, &(first..last + 1)));
        assert!(!is_within(&message, &(first..last)));
        assert!(!is_within(&message, &(first + 1..990)));
    }

    #[test]
    fn messages_shrink() {
        let message = message(30_000, 100_000);
        let mut packed = Vec::new();
        pack(&message, &mut packed);
        assert!(packed.len() < message.as_bytes().len() / 2);
    }

    /// Damaged bytes may be another valid message, which digests detect.
    #[test]
    fn damaged_bytes_are_refused_or_another_message() {
        let mut packed = Vec::new();
        pack(&message(300, 990), &mut packed);
        for len in 0..packed.len() {
            assert!(unpack(&packed[..len]).is_err());
        }
        for at in 0..packed.len() {
            for flip in [1, 0x80, 0xff] {
                let mut wild = packed.clone();
                wild[at] ^= flip;
                let _ = unpack(&wild);
            }
        }
    }
}
