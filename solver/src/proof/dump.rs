//! Searches on disk, to be continued another day.
//!
//! A dump has the question as text and, in a zstd frame, the number of expansions so far and
//! of those at which the search learns next, the number of the net's weights, 0 if there is no
//! net, and the weights; the number of the table's words, the words and a checksum of
//! everything. Only this program reads dumps.

use std::io::{self, BufRead, Read, Write};
use std::sync::atomic::Ordering::Relaxed;

use xxhash_rust::xxh3::Xxh3;

use super::learn::Learning;
use super::net::WEIGHTS;
use super::question::Question;
use super::table::{Table, WORDS};

/// The first bytes of a dump; they change with the meaning of the table's words.
const MAGIC: &[u8; 8] = b"LOASEEK5";
/// The number of buckets that are read or written together.
const CHUNK: usize = 1 << 10;
/// The level of compression: most of a young table is zeros, and no level makes the rest much
/// smaller.
const LEVEL: i32 = 1;

/// Returns the first bytes, which must agree for a search to be continued.
fn heading(question: &Question) -> Vec<u8> {
    let mut heading = MAGIC.to_vec();
    let Question { start, rules, winner, within } = question;
    let mut text = format!("{start} {} {}", rules.bits(), winner.letter());
    if let Some(plies) = within {
        text += &format!(" within {plies}");
    }
    heading.extend((text.len() as u64).to_le_bytes());
    heading.extend(text.bytes());
    heading
}

pub(super) fn write(
    to: &mut dyn Write,
    question: &Question,
    (expansions, learning): (u64, &Learning),
    table: &Table,
) -> io::Result<()> {
    let heading = heading(question);
    to.write_all(&heading)?;
    let mut sum = Xxh3::new();
    sum.update(&heading);
    let mut frame = zstd::Encoder::new(to, LEVEL)?;
    let mut write = |bytes: &[u8]| {
        sum.update(bytes);
        frame.write_all(bytes)
    };
    write(&expansions.to_le_bytes())?;
    write(&learning.next.to_le_bytes())?;
    let weights = learning.weights.as_deref().map_or(&[][..], |weights| weights);
    write(&(weights.len() as u64).to_le_bytes())?;
    for weight in weights {
        write(&weight.to_le_bytes())?;
    }
    write(&table.word_count().to_le_bytes())?;
    let mut words = table.words().map(|word| word.load(Relaxed)).peekable();
    while words.peek().is_some() {
        let chunk: Vec<u8> =
            words.by_ref().take(CHUNK * WORDS).flat_map(u64::to_le_bytes).collect();
        write(&chunk)?;
    }
    let sum = sum.digest();
    frame.write_all(&sum.to_le_bytes())?;
    frame.finish().map(drop)
}

/// Reads a dump into an empty table of any size, and returns the number of expansions and what
/// was learned.
pub(super) fn read(
    from: &mut dyn BufRead,
    question: &Question,
    table: &mut Table,
) -> io::Result<(u64, Learning)> {
    let wanted = heading(question);
    let mut found = vec![0; wanted.len()];
    from.read_exact(&mut found)?;
    if found != wanted {
        return Err(invalid("it is of a search with another question or version"));
    }
    let mut sum = Xxh3::new();
    sum.update(&wanted);
    let mut frame = zstd::Decoder::with_buffer(from)?.single_frame();
    let mut read = |bytes: &mut [u8]| -> io::Result<()> {
        frame.read_exact(bytes)?;
        sum.update(bytes);
        Ok(())
    };
    let mut number = [0; 8];
    read(&mut number)?;
    let expansions = u64::from_le_bytes(number);
    read(&mut number)?;
    let next = u64::from_le_bytes(number);
    read(&mut number)?;
    let weights = match u64::from_le_bytes(number) {
        0 => None,
        count if count == WEIGHTS as u64 => {
            let mut weights = Box::new([0; WEIGHTS]);
            for weight in weights.iter_mut() {
                let mut bytes = [0; 2];
                read(&mut bytes)?;
                *weight = i16::from_le_bytes(bytes);
            }
            Some(weights)
        }
        _ => return Err(invalid("no net of this program has so many weights")),
    };
    read(&mut number)?;
    let Some(buckets) = table.prepare_for(u64::from_le_bytes(number)) else {
        return Err(invalid("no table of this search has so many words"));
    };
    let mut chunk = Vec::new();
    for first in (0..buckets).step_by(CHUNK) {
        let count = (buckets - first).min(CHUNK as u64) as usize;
        chunk.resize(8 * WORDS * count, 0);
        read(&mut chunk)?;
        let (words, _) = chunk.as_chunks();
        let words: Vec<u64> = words.iter().copied().map(u64::from_le_bytes).collect();
        let mut adopted = (first..).zip(words.as_chunks().0);
        if !adopted.all(|(bucket, words)| table.adopt(bucket, buckets, words)) {
            return Err(invalid("an entry is not where its key belongs"));
        }
    }
    let sum = sum.digest();
    frame.read_exact(&mut number)?;
    if u64::from_le_bytes(number) != sum {
        return Err(invalid("its checksum is wrong"));
    }
    // The end of the frame.
    match frame.read(&mut number)? {
        0 => Ok((expansions, Learning { weights, next })),
        _ => Err(invalid("it goes on after its checksum")),
    }
}

fn invalid(what: &str) -> io::Error {
    io::Error::new(io::ErrorKind::InvalidData, what)
}
