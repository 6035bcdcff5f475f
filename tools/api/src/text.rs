//! Values as text.

use std::fmt::{self, Display};

use loa_engine::{Failed, LastWords};
use loa_record::text::printable;

/// The number of quoted lines of an engine's standard output before a failure. All known lines of
/// its standard error are quoted.
const SAID: usize = 6;

/// The maximum number of failures that a report lists individually.
const FAILURES: usize = 4;

/// Writes a line for each of the first failures of engines, with their last words, and the number
/// of all others.
pub(crate) fn failures<'a>(
    f: &mut fmt::Formatter<'_>,
    all: impl Iterator<Item = (String, &'a Failed)> + Clone,
) -> fmt::Result {
    for (line, failed) in all.clone().take(FAILURES) {
        write!(f, "\n  {}", printable(&line))?;
        last_words(f, &failed.words)?;
    }
    match all.skip(FAILURES).count() {
        0 => Ok(()),
        more => write!(f, "\n  and {more} more"),
    }
}

/// Writes the last lines of a failed engine.
fn last_words(f: &mut impl fmt::Write, words: &LastWords) -> fmt::Result {
    for line in words.output.iter().skip(words.output.len().saturating_sub(SAID)) {
        write!(f, "\n    said: {}", printable(line))?;
    }
    words.errors.iter().try_for_each(|line| write!(f, "\n    complained: {}", printable(line)))
}

/// Returns the fault of an engine, followed by the last lines of the engine.
pub(crate) fn with_last_words(failed: &Failed) -> String {
    let mut text = failed.to_string();
    // Writing to a string cannot fail.
    let _ = last_words(&mut text, &failed.words);
    text
}

/// Returns the texts joined with a separator.
pub(crate) fn joined(values: impl IntoIterator<Item = impl Display>, separator: &str) -> String {
    let texts = values.into_iter().map(|value| value.to_string());
    texts.collect::<Vec<_>>().join(separator)
}
