//! Searches on disk, to be continued another day.
//!
//! A dump has the question as text, the number of expansions so far, the table's words
//! as they are, and a checksum. Only this program reads dumps.

use std::io::{self, Read, Write};
use std::sync::atomic::{AtomicU64, Ordering::Relaxed};

use xxhash_rust::xxh3::Xxh3;

use super::question::Question;
use super::table::Table;

/// The first bytes of a dump; they change with the meaning of the table's words.
const MAGIC: &[u8; 8] = b"LOASEEK1";
/// The number of words that are read or written together.
const CHUNK: usize = 1 << 13;

/// Returns the first bytes, which must agree for a search to be continued.
fn heading(question: &Question, words: u64) -> Vec<u8> {
    let mut heading = MAGIC.to_vec();
    let Question {
        start,
        rules,
        winner,
        within,
    } = question;
    let mut text = format!("{start} {} {}", rules.bits(), winner.letter());
    if let Some(plies) = within {
        text += &format!(" within {plies}");
    }
    heading.extend((text.len() as u64).to_le_bytes());
    heading.extend(text.bytes());
    heading.extend(words.to_le_bytes());
    heading
}

pub(super) fn write(
    to: &mut dyn Write,
    question: &Question,
    expansions: u64,
    table: &Table,
) -> io::Result<()> {
    let mut sum = Xxh3::new();
    let mut write = |bytes: &[u8]| {
        sum.update(bytes);
        to.write_all(bytes)
    };
    write(&heading(question, table.word_count()))?;
    write(&expansions.to_le_bytes())?;
    let mut words = table.words().map(|word| word.load(Relaxed)).peekable();
    while words.peek().is_some() {
        let chunk: Vec<u8> = words
            .by_ref()
            .take(CHUNK)
            .flat_map(u64::to_le_bytes)
            .collect();
        write(&chunk)?;
    }
    let sum = sum.digest();
    to.write_all(&sum.to_le_bytes())
}

/// Reads a dump into an empty table, and returns the number of expansions.
pub(super) fn read(from: &mut dyn Read, question: &Question, table: &Table) -> io::Result<u64> {
    let mut sum = Xxh3::new();
    let mut read = |bytes: &mut [u8]| -> io::Result<()> {
        from.read_exact(bytes)?;
        sum.update(bytes);
        Ok(())
    };
    let wanted = heading(question, table.word_count());
    let mut found = vec![0; wanted.len()];
    read(&mut found)?;
    if found != wanted {
        return Err(invalid(
            "it is of a search with another question, size of table or version",
        ));
    }
    let mut number = [0; 8];
    read(&mut number)?;
    let expansions = u64::from_le_bytes(number);
    let mut words = table.words().peekable();
    let mut chunk = Vec::new();
    while words.peek().is_some() {
        let some: Vec<&AtomicU64> = words.by_ref().take(CHUNK).collect();
        chunk.resize(8 * some.len(), 0);
        read(&mut chunk)?;
        for (word, bytes) in some.into_iter().zip(chunk.as_chunks().0) {
            word.store(u64::from_le_bytes(*bytes), Relaxed);
        }
    }
    let sum = sum.digest();
    from.read_exact(&mut number)?;
    if u64::from_le_bytes(number) != sum {
        return Err(invalid("its checksum is wrong"));
    }
    Ok(expansions)
}

fn invalid(what: &str) -> io::Error {
    io::Error::new(io::ErrorKind::InvalidData, what)
}
