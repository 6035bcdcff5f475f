//! The characters of other programs, and those that cannot be seen.

use std::borrow::Cow;

/// Returns a text without space and invisible characters around it.
pub(crate) fn trimmed(text: &str) -> &str {
    text.trim_matches(|c: char| c.is_whitespace() || plain(c).is_none())
}

/// Returns the character that another one stands for in moves and positions: `-` for every dash,
/// `x` for `×`, and ASCII for its full-width form. `None` for characters that cannot be seen: those
/// of Unicode's category Cf, and others that change only the look of their neighbours.
pub(crate) const fn plain(c: char) -> Option<char> {
    match c {
        '\0'..='\x7f' => Some(c),
        '\u{ad}'
        | '\u{34f}'
        | '\u{115f}'
        | '\u{1160}'
        | '\u{17b4}'
        | '\u{17b5}'
        | '\u{3164}'
        | '\u{ffa0}'
        | '\u{600}'..='\u{605}'
        | '\u{61c}'
        | '\u{6dd}'
        | '\u{70f}'
        | '\u{890}'
        | '\u{891}'
        | '\u{8e2}'
        | '\u{180b}'..='\u{180f}'
        | '\u{200b}'..='\u{200f}'
        | '\u{202a}'..='\u{202e}'
        | '\u{2060}'..='\u{206f}'
        | '\u{fe00}'..='\u{fe0f}'
        | '\u{feff}'
        | '\u{fff9}'..='\u{fffb}'
        | '\u{110bd}'
        | '\u{110cd}'
        | '\u{13430}'..='\u{1343f}'
        | '\u{1bca0}'..='\u{1bca3}'
        | '\u{1d173}'..='\u{1d17a}'
        | '\u{e0000}'..='\u{e0fff}' => None,
        '\u{58a}'
        | '\u{5be}'
        | '\u{1400}'
        | '\u{1806}'
        | '\u{2010}'..='\u{2015}'
        | '\u{207b}'
        | '\u{208b}'
        | '\u{2212}'
        | '\u{2e17}'
        | '\u{2e1a}'
        | '\u{2e3a}'
        | '\u{2e3b}'
        | '\u{2e40}'
        | '\u{2e5d}'
        | '\u{301c}'
        | '\u{3030}'
        | '\u{30a0}'
        | '\u{fe31}'
        | '\u{fe32}'
        | '\u{fe58}'
        | '\u{fe63}'
        | '\u{10ead}' => Some('-'),
        '×' => Some('x'),
        '\u{ff01}'..='\u{ff5e}' => Some((c as u32 - 0xfee0) as u8 as char),
        _ => Some(c),
    }
}

/// Returns a text with the characters that readers of moves and positions see: `-` for every dash,
/// `x` for `×`, ASCII for full-width forms, and no characters that cannot be seen.
///
/// # Examples
/// ```
/// assert_eq!(loa_solver::plain_text("b1\u{200b}\u{2011}ｄ3"), "b1-d3");
/// ```
pub fn plain_text(text: &str) -> Cow<'_, str> {
    match text.is_ascii() {
        true => Cow::Borrowed(text),
        false => Cow::Owned(text.chars().filter_map(plain).collect()),
    }
}

/// Returns a text for a message, with escapes instead of characters that cannot be seen.
pub(crate) fn visible(text: &str) -> String {
    let mut shown = String::with_capacity(text.len());
    for c in text.chars() {
        match c {
            '\'' | '"' | '\\' => shown.push(c),
            c => shown.extend(c.escape_debug()),
        }
    }
    shown
}
