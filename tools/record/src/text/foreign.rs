//! Names files that contain no plain text.

const ARCHIVE: &str = "a compressed file: unpack it first";
const DOCUMENT: &str = "a document with formatting: save it as plain text first";
const PAGE: &str = "a web page: copy the text from it, or save it as plain text";

/// The beginnings of files of other kinds, in lower case.
const KINDS: [(&str, &str); 12] = [
    ("\u{1f}\u{8b}", ARCHIVE),
    ("pk\u{3}\u{4}", ARCHIVE),
    ("bzh", ARCHIVE),
    ("\u{fd}7zxz", ARCHIVE),
    ("(\u{b5}/\u{fd}", ARCHIVE),
    ("7z\u{bc}\u{af}", ARCHIVE),
    ("{\\rtf", DOCUMENT),
    ("%pdf", DOCUMENT),
    ("<!doctype", PAGE),
    ("<html", PAGE),
    ("<?xml", PAGE),
    ("<head", PAGE),
];

/// Returns what a text is, and what to do with it, if it is the content of a compressed file, a
/// document or a web page, as [`decoded`](super::decoded) gives it.
///
/// # Examples
/// ```
/// use loa_record::text::{decoded, foreign};
///
/// let gzip = decoded(b"\x1f\x8b\x08\x00".to_vec());
/// assert_eq!(foreign(&gzip), Some("a compressed file: unpack it first"));
/// assert_eq!(foreign("start 4x4"), None);
/// ```
pub fn foreign(text: &str) -> Option<&'static str> {
    let text = text.trim_start_matches(|c: char| c.is_whitespace() || c == '\u{feff}');
    let beginning: String = text.chars().take(10).collect();
    let beginning = beginning.to_lowercase();
    let known = KINDS.iter().find(|(begins, _)| beginning.starts_with(begins));
    known.map(|(_, kind)| *kind)
}
