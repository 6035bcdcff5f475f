//! Reads lines of bounded length from input that may not be text.

use std::io::{self, BufRead, Read};

use super::encoding::Encoding;

/// The maximum length of a line in bytes, without its end.
pub const MOST_LINE_BYTES: usize = 64 << 10;

/// A line longer than [`MOST_LINE_BYTES`].
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[error("the line is longer than {MOST_LINE_BYTES} bytes")]
pub struct LineTooLong;

/// The lines of a reader, read on demand: UTF-8 or UTF-16, with or without a byte order mark. A
/// line of other bytes is Latin-1.
#[derive(Debug)]
pub struct Lines<R> {
    input: R,
    /// `None` until the first line is read.
    encoding: Option<Encoding>,
}

impl<R: BufRead> Lines<R> {
    /// Returns the lines of a reader that is at the beginning of its text.
    pub fn new(input: R) -> Lines<R> {
        Lines { input, encoding: None }
    }

    /// Returns the next line without its end, or `None` at the end of the input. Memory use is
    /// limited: a longer line is skipped, and the next call returns the line after it.
    ///
    /// # Errors
    /// If reading fails.
    pub fn next_line(&mut self) -> io::Result<Option<Result<String, LineTooLong>>> {
        let line = self.beginning(MOST_LINE_BYTES)?;
        Ok(line.map(|(line, is_whole)| if is_whole { Ok(line) } else { Err(LineTooLong) }))
    }

    /// Returns the next line without its end, cut to an even number of bytes, and whether it is
    /// complete; `None` at the end of the input.
    ///
    /// # Errors
    /// If reading fails.
    pub fn beginning(&mut self, most: usize) -> io::Result<Option<(String, bool)>> {
        let mut bytes = Vec::new();
        let mut has_end = self.read_part(&mut bytes, most)?;
        let Some(encoding) = self.encoding.filter(|_| !bytes.is_empty()) else {
            return Ok(None);
        };
        let end = if has_end { encoding.unit() } else { 0 };
        let is_whole = bytes.len() - end <= most;
        bytes.truncate(bytes.len() - end);
        if !is_whole {
            bytes.truncate(most);
            // Drops the incomplete last character.
            while bytes.pop_if(|byte| *byte & 0xc0 == 0x80).is_some() {}
            bytes.pop_if(|byte| *byte >= 0xc0);
        }
        while !has_end && !is_whole {
            let mut rest = Vec::new();
            has_end = self.read_part(&mut rest, most)? || rest.is_empty();
        }
        let mut line = encoding.decoded(bytes);
        if line.ends_with('\r') {
            line.pop();
        }
        Ok(Some((line, is_whole)))
    }

    /// Reads to the end of a line, or little more than `most` bytes, and returns whether the end
    /// was read. Units of UTF-16 are never split.
    fn read_part(&mut self, bytes: &mut Vec<u8>, most: usize) -> io::Result<bool> {
        loop {
            let room = (most + 2 - bytes.len()) as u64;
            if self.input.by_ref().take(room).read_until(b'\n', bytes)? == 0 {
                return Ok(false);
            }
            let encoding = *self.encoding.get_or_insert_with(|| {
                let (encoding, mark) = Encoding::of(bytes);
                let mark = mark.len();
                bytes.drain(..mark);
                encoding
            });
            if bytes.last() != Some(&b'\n') {
                continue;
            }
            let is_odd = bytes.len() % 2 == 1;
            match encoding {
                Encoding::Bytes => return Ok(true),
                Encoding::Utf16BigEndian if !is_odd && bytes[bytes.len() - 2] == 0 => {
                    return Ok(true);
                }
                Encoding::Utf16LittleEndian if is_odd => {
                    let read = self.input.by_ref().take(1).read_to_end(bytes)?;
                    if read == 0 || bytes.last() == Some(&0) {
                        return Ok(read > 0);
                    }
                }
                _ => {}
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::text::encoding::tests::encodings;

    fn lines(input: &[u8]) -> Vec<Result<String, LineTooLong>> {
        // Like a pipe that delivers one byte at a time.
        let mut input = Lines::new(io::BufReader::with_capacity(1, input));
        std::iter::from_fn(|| input.next_line().unwrap()).collect()
    }

    #[test]
    fn lines_come_without_their_ends_in_every_encoding() {
        let text = "one\n\r\ntöo\r\nĊ਀Ȋ\nthree";
        let expected = ["one", "", "töo", "Ċ਀Ȋ", "three"].map(|line| Ok(line.to_owned()));
        for (mark, bytes) in encodings(text) {
            let bytes = [mark, &bytes].concat();
            assert_eq!(lines(&bytes), expected, "{bytes:?}");
            assert_eq!(lines(&[&bytes[..], &bytes[mark.len()..]].concat()).len(), 9);
        }
        assert_eq!(lines(b"t\xffo\nu"), ["tÿo", "u"].map(|line| Ok(line.to_owned())));
        assert!(lines(b"").is_empty() && lines(b"\xef\xbb\xbf").is_empty());
        assert_eq!(lines(b"\xff\xfe\n"), [Ok(String::new())], "half a character is left out");
        let nonsense = ["ÿþ\0 nonsense", "uci"].map(|line| Ok(line.to_owned()));
        assert_eq!(lines(b"\xff\xfe\0 nonsense\r\nuci\n"), nonsense);
    }

    #[test]
    fn a_line_that_is_too_long_costs_that_line() {
        let longest = "a".repeat(MOST_LINE_BYTES);
        let text = format!("{longest}\nb{longest}\nnext\n{longest}{longest}{longest}");
        let expected =
            [Ok(longest.clone()), Err(LineTooLong), Ok("next".to_owned()), Err(LineTooLong)];
        assert_eq!(lines(text.as_bytes()), expected);
        let wide = format!("{longest}ਊ\nnext");
        let bytes: Vec<u8> = wide.encode_utf16().flat_map(u16::to_le_bytes).collect();
        assert_eq!(lines(&bytes), [Err(LineTooLong), Ok("next".to_owned())]);
    }

    #[test]
    fn a_line_may_be_cut_and_the_next_is_whole() {
        let text = format!("{}\nnext\n", "é".repeat(100));
        let mut input = Lines::new(text.as_bytes());
        let mut next = || input.beginning(20).unwrap();
        assert_eq!(next(), Some(("é".repeat(9), false)));
        assert_eq!(next(), Some(("next".to_owned(), true)));
        assert_eq!(next(), None);
    }
}
