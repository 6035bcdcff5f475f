//! Messages as the bytes that travel between two processes, and their slices.

use std::io;

use loa_solver::retrograde::Message;

/// Returns messages as bytes: each with its length before it, in eight bytes,
/// little-endian.
pub(crate) fn to_bytes(messages: &[Message]) -> Vec<u8> {
    let lens = messages.iter().map(|message| 8 + message.as_bytes().len());
    let mut bytes = Vec::with_capacity(lens.sum());
    for message in messages {
        let message = message.as_bytes();
        bytes.extend((message.len() as u64).to_le_bytes());
        bytes.extend(message);
    }
    bytes
}

/// Reads messages from bytes.
pub(crate) fn from_bytes(mut bytes: &[u8]) -> io::Result<Vec<Message>> {
    let mut messages = Vec::new();
    while let Some((len, rest)) = bytes.split_first_chunk() {
        let len = usize::try_from(u64::from_le_bytes(*len)).unwrap_or(usize::MAX);
        let (message, rest) = rest.split_at_checked(len).ok_or_else(cut_off)?;
        messages.push(Message::from_bytes(message).map_err(io::Error::other)?);
        bytes = rest;
    }
    match bytes {
        [] => Ok(messages),
        _ => Err(cut_off()),
    }
}

fn cut_off() -> io::Error {
    io::Error::other("messages are cut off")
}

/// A slice of the bytes for or from every process, one after the other.
#[derive(PartialEq, Eq, Debug)]
pub(crate) struct Slice {
    /// The bytes of each process.
    pub(crate) counts: Vec<i32>,
    /// The place in the slice where they begin.
    pub(crate) starts: Vec<i32>,
}

impl Slice {
    /// The slice that begins `first` bytes into the bytes of every process, of which
    /// there are `lens`, and takes at most `most` of each. The sum must fit 31 bits.
    pub(crate) fn new(lens: &[u64], first: u64, most: u64) -> Slice {
        let left = lens.iter().map(|len| len.saturating_sub(first).min(most));
        let counts: Vec<i32> = left.map(|left| left as i32).collect();
        let starts = counts.iter().scan(0, |next, count| {
            let start = *next;
            *next += count;
            Some(start)
        });
        let starts = starts.collect();
        Slice { counts, starts }
    }

    /// Returns the number of bytes of the whole slice.
    pub(crate) fn len(&self) -> usize {
        self.counts.iter().map(|&count| count as usize).sum()
    }

    /// Returns the part of the slice that belongs to a process.
    pub(crate) fn part<'b>(&self, bytes: &'b [u8], rank: usize) -> &'b [u8] {
        let start = self.starts[rank] as usize;
        &bytes[start..start + self.counts[rank] as usize]
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn slices_take_every_byte_once() {
        let lens = [7, 0, 12, 5];
        let slices = [0, 5, 10, 15].map(|first| Slice::new(&lens, first, 5));
        assert_eq!(slices[0].counts, [5, 0, 5, 5]);
        assert_eq!(slices[0].starts, [0, 5, 5, 10]);
        assert_eq!(slices[2].counts, [0, 0, 2, 0]);
        assert_eq!(slices[3].len(), 0);
        for (rank, len) in lens.iter().enumerate() {
            let counts = slices.iter().map(|slice| slice.counts[rank] as u64);
            assert_eq!(counts.sum::<u64>(), *len);
        }
        assert_eq!(slices[1].part(b"abcdefg", 2), b"cdefg");
    }

    /// A message without values.
    fn message(shard: u32) -> Message {
        let loam = u32::from_le_bytes(*b"LOAM");
        let words = [loam, 1, 4 | 3 << 8 | 14 << 16, shard, 0, 0, 0, 1 << 14, 0];
        let bytes: Vec<u8> = words
            .iter()
            .flat_map(|word: &u32| word.to_le_bytes())
            .collect();
        Message::from_bytes(&bytes).unwrap()
    }

    #[test]
    fn messages_come_back() {
        for count in 0..3 {
            let messages: Vec<Message> = (0..count).map(message).collect();
            assert_eq!(from_bytes(&to_bytes(&messages)).unwrap(), messages);
        }
    }

    #[test]
    fn bytes_that_are_cut_off_are_refused() {
        let bytes = to_bytes(&[message(0), message(1)]);
        for len in 1..bytes.len() {
            assert_eq!(from_bytes(&bytes[..len]).is_ok(), len == bytes.len() / 2);
        }
        assert!(from_bytes(&u64::MAX.to_le_bytes()).is_err());
        assert!(from_bytes(&0u64.to_le_bytes()).is_err());
    }
}
