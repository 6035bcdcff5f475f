//! Lines of bounded length from readers whose bytes may not be text.

use std::io::{self, BufRead, Read};

/// The most bytes of a line, without its end.
pub const MOST_LINE_BYTES: usize = 64 << 10;

/// A line longer than [`MOST_LINE_BYTES`].
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[error("the line is longer than {MOST_LINE_BYTES} bytes")]
pub struct LineTooLong;

/// Returns the next line without its end, or `None` at the end of the input. Bytes
/// that are not UTF-8 become U+FFFD. No more than the limit is held in memory; a
/// longer line is skipped, and the next call returns the line after it.
///
/// # Errors
/// When reading fails.
pub fn next_line(input: &mut impl BufRead) -> io::Result<Option<Result<String, LineTooLong>>> {
    let mut bytes = Vec::new();
    let most = MOST_LINE_BYTES as u64 + 1;
    input.by_ref().take(most).read_until(b'\n', &mut bytes)?;
    if bytes.is_empty() {
        return Ok(None);
    }
    if bytes.last() == Some(&b'\n') {
        bytes.pop();
    } else if bytes.len() > MOST_LINE_BYTES {
        input.skip_until(b'\n')?;
        return Ok(Some(Err(LineTooLong)));
    }
    if bytes.last() == Some(&b'\r') {
        bytes.pop();
    }
    Ok(Some(Ok(String::from_utf8_lossy(&bytes).into_owned())))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn lines(mut input: &[u8]) -> Vec<Result<String, LineTooLong>> {
        let mut lines = Vec::new();
        while let Some(line) = next_line(&mut input).unwrap() {
            lines.push(line);
        }
        lines
    }

    #[test]
    fn lines_come_without_their_ends_and_bad_bytes_cost_themselves_alone() {
        let line = |text: &str| Ok(text.to_owned());
        let expected = [line("one"), line(""), line("t\u{fffd}o"), line("three")];
        assert_eq!(lines(b"one\n\r\nt\xffo\r\nthree"), expected);
        assert!(lines(b"").is_empty());
    }

    #[test]
    fn a_line_that_is_too_long_costs_that_line() {
        let longest = "a".repeat(MOST_LINE_BYTES);
        let text = format!("{longest}\nb{longest}\nnext\n{longest}{longest}{longest}");
        let expected =
            [Ok(longest.clone()), Err(LineTooLong), Ok("next".to_owned()), Err(LineTooLong)];
        assert_eq!(lines(text.as_bytes()), expected);
    }
}
