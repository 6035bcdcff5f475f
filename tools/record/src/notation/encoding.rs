//! Decodes the bytes of records.

use encoding_rs::{Encoding, REPLACEMENT, UTF_8, UTF_16BE, UTF_16LE};

use crate::text::decoded;

const UTF_8_MARK: &[u8] = b"\xef\xbb\xbf";

/// Returns the text of a record: [`decoded`], except that SGF may name its encoding in `CA`,
/// separately for each game of a file. A byte order mark takes precedence.
///
/// # Examples
///
/// ```
/// use loa_record::notation::decode;
///
/// assert_eq!(decode(b"(;CA[ISO-8859-1]PB[Ren\xe9e])".to_vec()), "(;CA[ISO-8859-1]PB[Renée])");
/// assert_eq!(decode(b"(;CA[koi8-r]PB[\xe1\xce\xce\xc1])".to_vec()), "(;CA[koi8-r]PB[Анна])");
/// assert_eq!(decode("(;PB[Renée])".into()), "(;PB[Renée])");
/// ```
pub fn decode(bytes: Vec<u8>) -> String {
    let mut searched = 0;
    let mut next_name = || {
        let (begin, after, named) = next_name(&bytes, searched)?;
        searched = after;
        Some((begin, named))
    };
    // In UTF-16 a zero follows each letter, so no name can be found.
    let Some((begin, mut encoding)) = next_name().filter(|_| !bytes.starts_with(UTF_8_MARK)) else {
        return decoded(bytes);
    };
    let (mut text, mut at) = (decoded(bytes[..begin].to_vec()), begin);
    while let Some((begin, named)) = next_name() {
        text.push_str(&decoded_as(&bytes[at..begin], encoding));
        (at, encoding) = (begin, named);
    }
    text.push_str(&decoded_as(&bytes[at..], encoding));
    text
}

/// Returns the start of the next game that names an encoding after `from`, the position after the
/// name, and the encoding if it is known.
fn next_name(bytes: &[u8], mut from: usize) -> Option<(usize, usize, Option<&'static Encoding>)> {
    const NAME: &[u8] = b"CA[";
    const LONGEST_NAME: usize = 64;
    loop {
        let found = bytes[from..].windows(NAME.len()).position(|window| window == NAME)?;
        let after = from + found + NAME.len();
        let game = bytes[from..after].windows(2).rposition(|window| window == b"(;");
        if let Some(begin) = game {
            let name = &bytes[after..bytes.len().min(after + LONGEST_NAME)];
            let name = name.split(|&byte| byte == b']').next().unwrap_or_default();
            // Text in UTF-16 would not contain the name in this form.
            let known = Encoding::for_label(name)
                .filter(|known| ![UTF_16LE, UTF_16BE, REPLACEMENT].contains(known));
            return Some((from + begin, after, known));
        }
        // A second name in one game is part of a remark.
        from = after;
    }
}

/// Decodes bytes that name their encoding.
fn decoded_as(bytes: &[u8], named: Option<&'static Encoding>) -> String {
    let Some(named) = named.filter(|&named| named != UTF_8) else {
        return decoded(bytes.to_vec());
    };
    // If the bytes are valid UTF-8, a program rewrote the file but kept the name: text in a
    // single-byte encoding practically never looks like UTF-8.
    match std::str::from_utf8(bytes) {
        Ok(text) if named.is_single_byte() => text.to_owned(),
        _ => named.decode_without_bom_handling(bytes).0.into_owned(),
    }
}

#[cfg(test)]
mod tests {
    fn decode(bytes: &[u8]) -> String {
        super::decode(bytes.to_vec())
    }

    #[test]
    fn every_game_of_a_file_has_its_own_encoding() {
        let latin = b"(;GM[9]CA[iso-8859-1]PB[J\xfcrg];C[\xe9])\n".as_slice();
        let utf_8 = "(;GM[9]CA[UTF-8]PB[Jürg])\n".as_bytes();
        let greek = b"(;CA[ISO-8859-7]PW[\xc1])".as_slice();
        let text = decode(&[latin, utf_8, greek].concat());
        let expected = "(;GM[9]CA[iso-8859-1]PB[Jürg];C[é])\n(;GM[9]CA[UTF-8]PB[Jürg])\n\
                        (;CA[ISO-8859-7]PW[Α])";
        assert_eq!(text, expected);
        // A bracket that is the second byte of a character ends no value.
        let japanese = b"(;CA[Shift_JIS]PB[\x83\x5d]C[\x95\x5c])";
        assert_eq!(decode(japanese), "(;CA[Shift_JIS]PB[ゾ]C[表])");
    }

    #[test]
    fn text_without_a_name_or_with_a_wrong_one_loses_nothing() {
        assert_eq!(decode(b""), "");
        assert_eq!(decode(b"{J\xfcrg}"), "{Jürg}");
        assert_eq!(decode("{Jürg}".as_bytes()), "{Jürg}");
        for name in ["UTF-8", "UTF-16", "klingon", "", "no end"] {
            let sgf = [b"(;CA[", name.as_bytes(), b"]PB[J\xfcrg])"].concat();
            assert_eq!(decode(&sgf), format!("(;CA[{name}]PB[Jürg])"));
        }
        assert_eq!(decode(b"(;CA["), "(;CA[");
        let anew = "(;CA[ISO-8859-1]PB[Jürg])";
        assert_eq!(decode(anew.as_bytes()), anew);
        assert_eq!(decode(b"\xef\xbb\xbf(;CA[ISO-8859-1]PB[\xc3\xa9])"), "(;CA[ISO-8859-1]PB[é])");
        let wide: Vec<u8> = "\u{feff}b1-b3 é".encode_utf16().flat_map(u16::to_le_bytes).collect();
        assert_eq!(decode(&wide), "b1-b3 é");
    }
}
