//! Decodes external bytes.

/// The encoding of a text.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Encoding {
    /// UTF-8, or Latin-1 if it is not valid UTF-8.
    Bytes,
    Utf16LittleEndian,
    Utf16BigEndian,
}

const UTF8_MARK: &[u8] = b"\xef\xbb\xbf";
const LITTLE_ENDIAN_MARK: &[u8] = b"\xff\xfe";
const BIG_ENDIAN_MARK: &[u8] = b"\xfe\xff";

impl Encoding {
    /// Returns the encoding of a text that begins with these bytes, and its byte order mark. UTF-16
    /// is recognized by its first character, which must be ASCII: otherwise random bytes on a pipe
    /// could look like an endless line.
    pub(super) fn of(start: &[u8]) -> (Encoding, &[u8]) {
        let marks = [UTF8_MARK, LITTLE_ENDIAN_MARK, BIG_ENDIAN_MARK, &[]];
        let mark = marks.into_iter().find(|mark| start.starts_with(mark)).unwrap_or_default();
        let encoding = match &start[mark.len()..] {
            _ if mark == UTF8_MARK => Encoding::Bytes,
            [] | [_] if mark == LITTLE_ENDIAN_MARK => Encoding::Utf16LittleEndian,
            [] | [_] if mark == BIG_ENDIAN_MARK => Encoding::Utf16BigEndian,
            [first, 0, ..] if *first != 0 && mark != BIG_ENDIAN_MARK => Encoding::Utf16LittleEndian,
            [0, second, ..] if *second != 0 && mark != LITTLE_ENDIAN_MARK => {
                Encoding::Utf16BigEndian
            }
            _ => return (Encoding::Bytes, &[]),
        };
        (encoding, mark)
    }

    /// Returns the number of bytes in a line end.
    pub(super) const fn unit(self) -> usize {
        match self {
            Encoding::Bytes => 1,
            Encoding::Utf16LittleEndian | Encoding::Utf16BigEndian => 2,
        }
    }

    /// Decodes bytes that do not begin with a byte order mark.
    pub(super) fn decoded(self, bytes: Vec<u8>) -> String {
        let units = |unit: fn([u8; 2]) -> u16| {
            let pairs = bytes.chunks_exact(2).map(|pair| unit([pair[0], pair[1]]));
            char::decode_utf16(pairs).map(|c| c.unwrap_or(char::REPLACEMENT_CHARACTER)).collect()
        };
        match self {
            Encoding::Utf16LittleEndian => units(u16::from_le_bytes),
            Encoding::Utf16BigEndian => units(u16::from_be_bytes),
            Encoding::Bytes => match String::from_utf8(bytes) {
                Ok(text) => text,
                Err(error) => error.as_bytes().iter().map(|&byte| char::from(byte)).collect(),
            },
        }
    }
}

/// Decodes a whole file or message: UTF-8, or UTF-16 with or without a byte order mark, or else
/// Latin-1.
///
/// # Examples
/// ```
/// use loa_record::text::decoded;
///
/// assert_eq!(decoded(b"\xef\xbb\xbfstart 4x4".to_vec()), "start 4x4");
/// assert_eq!(decoded(b"\xff\xfeb\x001\x00".to_vec()), "b1");
/// assert_eq!(decoded(b"J\xfcrg".to_vec()), "Jürg");
/// ```
pub fn decoded(mut bytes: Vec<u8>) -> String {
    let (encoding, mark) = Encoding::of(&bytes);
    let mark = mark.len();
    bytes.drain(..mark);
    encoding.decoded(bytes)
}

#[cfg(test)]
pub(super) mod tests {
    use super::*;

    /// Returns the bytes of a text in each encoding, after the mark that they may begin with.
    pub(in crate::text) fn encodings(text: &str) -> [(&'static [u8], Vec<u8>); 6] {
        let units = || text.encode_utf16();
        let little: Vec<u8> = units().flat_map(u16::to_le_bytes).collect();
        let big: Vec<u8> = units().flat_map(u16::to_be_bytes).collect();
        [
            (&[], text.into()),
            (b"\xef\xbb\xbf", text.into()),
            (&[], little.clone()),
            (b"\xff\xfe", little),
            (&[], big.clone()),
            (b"\xfe\xff", big),
        ]
    }

    #[test]
    fn text_is_the_same_in_every_encoding() {
        for text in ["", "start 4x4\r\nb1-b3\n", "Zoë 日本 👩‍🚀 a2-a4", "x"] {
            for (mark, bytes) in encodings(text) {
                assert_eq!(decoded([mark, &bytes].concat()), text, "{mark:?} {bytes:?}");
            }
        }
        assert_eq!(decoded(b"\xff\xfea\0\0".to_vec()), "a", "half a character is left out");
        assert_eq!(decoded(b"\xff\xfea\0\0\xd8b\0".to_vec()), "a\u{fffd}b");
        assert_eq!(decoded(b"\xff\xfe\0 nonsense\n".to_vec()), "ÿþ\0 nonsense\n");
        assert_eq!(decoded(b"\0\0\0".to_vec()), "\0\0\0");
        assert_eq!(decoded(b"\xff".to_vec()), "ÿ");
    }
}
