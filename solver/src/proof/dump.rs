//! Searches saved on disk, to continue later.
//!
//! A dump begins with the question as text. A zstd frame follows. It has the expansions so far, and
//! those after which the search trains next; the count of the net's weights (0 without a net) and
//! the weights; the counts of the table's buckets and entries, and the entries; and a checksum of
//! everything. Only this program reads dumps.
//!
//! A dump may lack entries: the search expands their positions again.

use std::array;
use std::io::{self, BufRead, Read, Write};

use xxhash_rust::xxh3::Xxh3;

use super::goal::RuleSet;
use super::learn::Learning;
use super::net::{Net, WEIGHT_COUNT};
use super::question::Question;
use super::table::SearchTable;
use crate::game::position::{Color, Position};

/// The first bytes of a dump. They change with the meaning of the table's words.
const MAGIC: &[u8; 8] = b"LOASEEK6";
/// Entries that are read or written together: all first bytes, then all second bytes and so on,
/// because those are similar.
const CHUNK: usize = 1 << 14;
/// Bytes of an entry: the low half of its key and a word; see [`SearchTable::heaviest`].
const BYTES: usize = 4 + 16;
/// The maximum number of expansions in a saved search: more than any search makes, and far below
/// 2^64.
const MOST_EXPANSIONS: u64 = 1 << 56;
/// The level of compression: no level reduces keys, which look random, much further.
const LEVEL: i32 = 1;

/// The maximum length of a question as text.
const MOST_TEXT: u64 = 256;

/// Returns a question as text.
fn text_of(question: &Question) -> String {
    let Question { start, rules, winner, within } = question;
    let mut text = format!("{start} {} {}", rules.bits(), winner.letter());
    if let Some(plies) = within {
        text += &format!(" within {plies}");
    }
    text
}

/// Returns the header of a saved search. A search continues only from a save with the same header.
fn heading(question: &Question) -> Vec<u8> {
    let text = text_of(question);
    [MAGIC, &(text.len() as u64).to_le_bytes(), text.as_bytes()].concat()
}

/// Reads the heading of a dump.
fn read_heading(from: &mut dyn BufRead, question: &Question) -> io::Result<()> {
    let (mut magic, mut length) = ([0; MAGIC.len()], [0; 8]);
    from.read_exact(&mut magic)?;
    if magic != *MAGIC {
        return Err(invalid("another version of the program has saved it"));
    }
    from.read_exact(&mut length)?;
    let mut text = Vec::new();
    Read::take(&mut *from, u64::from_le_bytes(length).min(MOST_TEXT)).read_to_end(&mut text)?;
    match text == text_of(question).as_bytes() {
        true => Ok(()),
        false => Err(difference(&String::from_utf8_lossy(&text), question)),
    }
}

/// Returns the first respect in which the question of a dump differs from another.
fn difference(found: &str, question: &Question) -> io::Error {
    let Question { start, rules, winner, within } = question;
    let read = || {
        let mut words = found.split(' ');
        let position = format!("{} {}", words.next()?, words.next()?).parse::<Position>().ok()?;
        let set = RuleSet::from_bits(words.next()?.parse().ok()?)?;
        let player = if words.next()? == "x" { Color::Black } else { Color::White };
        let bound = |plies: Option<u8>| {
            plies.map_or("any number of plies".to_owned(), |plies| format!("{plies} plies"))
        };
        let plies = words.nth(1).and_then(|plies| plies.parse().ok());
        Some(if position != *start {
            format!("it is a search from {position}, not from {start}")
        } else if set != *rules {
            format!("it is a search under {set}, not under {rules}")
        } else if player != *winner {
            format!("it is a search for a win of {}, not of {}", player.letter(), winner.letter())
        } else {
            let [plies, within] = [plies, *within].map(bound);
            format!("it is a search for a win within {plies}, not within {within}")
        })
    };
    read().map_or_else(|| invalid("its question cannot be read"), |what| of_another(&what))
}

/// Writes a dump with up to `most` entries: those that took the most work.
pub(super) fn write(
    to: &mut dyn Write,
    question: &Question,
    (expansions, learning): (u64, &Learning),
    (table, most): (&SearchTable, u64),
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
    let count = if learning.net.is_some() { WEIGHT_COUNT } else { 0 };
    write(&(count as u64).to_le_bytes())?;
    write(&Net::to_bytes(learning.net.as_ref()))?;
    let (count, mut entries) = table.heaviest(most);
    write(&table.buckets_for(count).to_le_bytes())?;
    write(&count.to_le_bytes())?;
    for first in (0..count).step_by(CHUNK) {
        let size = (count - first).min(CHUNK as u64) as usize;
        let mut columns = vec![0; BYTES * size];
        for (at, (low, word)) in entries.by_ref().take(size).enumerate() {
            let bytes = low.to_le_bytes().into_iter().chain(word.to_le_bytes());
            bytes.enumerate().for_each(|(column, byte)| columns[column * size + at] = byte);
        }
        write(&columns)?;
    }
    let sum = sum.digest();
    frame.write_all(&sum.to_le_bytes())?;
    frame.finish().map(drop)
}

/// Reads a dump into an empty table of any size. Returns the expansions and the training state.
pub(super) fn read(
    from: &mut dyn BufRead,
    question: &Question,
    table: &mut SearchTable,
) -> io::Result<(u64, Learning)> {
    read_heading(from, question)?;
    let mut sum = Xxh3::new();
    sum.update(&heading(question));
    let mut frame = zstd::Decoder::with_buffer(from)?.single_frame();
    let mut read = |bytes: &mut [u8]| -> io::Result<()> {
        frame.read_exact(bytes)?;
        sum.update(bytes);
        Ok(())
    };
    let mut number = [0; 8];
    read(&mut number)?;
    let expansions = u64::from_le_bytes(number);
    if expansions > MOST_EXPANSIONS {
        return Err(invalid("its number of expansions is impossible"));
    }
    read(&mut number)?;
    let next = u64::from_le_bytes(number);
    read(&mut number)?;
    let net = match u64::from_le_bytes(number) {
        0 => None,
        count if count == WEIGHT_COUNT as u64 => {
            let mut weights = [0; Net::BYTES];
            read(&mut weights)?;
            Some(Net::of_bytes(&weights))
        }
        _ => return Err(invalid("its net has the wrong number of weights")),
    };
    read(&mut number)?;
    table.use_buckets(u64::from_le_bytes(number));
    read(&mut number)?;
    let count = u64::from_le_bytes(number);
    for first in (0..count).step_by(CHUNK) {
        let size = (count - first).min(CHUNK as u64) as usize;
        let mut columns = vec![0; BYTES * size];
        read(&mut columns)?;
        for at in 0..size {
            let byte = |column: usize| columns[column * size + at];
            let low = u32::from_le_bytes(array::from_fn(byte));
            table.adopt(low, u128::from_le_bytes(array::from_fn(|column| byte(4 + column))));
        }
    }
    let sum = sum.digest();
    frame.read_exact(&mut number)?;
    if u64::from_le_bytes(number) != sum {
        return Err(invalid("its checksum is wrong"));
    }
    // The end of the frame.
    match frame.read(&mut number)? {
        0 => Ok((expansions, Learning { net, next })),
        _ => Err(invalid("bytes follow its checksum")),
    }
}

fn invalid(what: &str) -> io::Error {
    io::Error::new(io::ErrorKind::InvalidData, what)
}

/// Returns the error of a dump of another question. Only its heading has been read.
pub(super) fn of_another(what: &str) -> io::Error {
    io::Error::new(io::ErrorKind::InvalidInput, what)
}
