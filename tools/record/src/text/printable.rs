//! Makes external text safe for terminals and pages.

/// Returns `text` with escapes instead of the characters that a terminal or a page would obey: C0
/// and C1 controls, including line ends, and characters that change the direction of writing.
pub fn printable(text: &str) -> String {
    let mut shown = String::with_capacity(text.len());
    for character in text.chars() {
        if is_obeyed(character) {
            shown.extend(character.escape_default());
        } else {
            shown.push(character);
        }
    }
    shown
}

/// Returns whether a character changes how others are shown.
fn is_obeyed(character: char) -> bool {
    let turns_direction = matches!(character, '\u{61c}' | '\u{200e}' | '\u{200f}'
        | '\u{202a}'..='\u{202e}' | '\u{2066}'..='\u{2069}');
    let ends_line = matches!(character, '\u{2028}' | '\u{2029}');
    character.is_control() || turns_direction || ends_line
}

/// Returns the beginning of `text` in quotes, on one line.
pub fn shortened(text: &str) -> String {
    let mut beginning: String = text.chars().take(40).collect();
    if beginning.len() < text.len() {
        beginning.push_str("...");
    }
    format!("{beginning:?}")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_characters_that_are_obeyed_are_replaced() {
        for (text, shown) in [
            ("", ""),
            ("Zoë 'X' \\ <b>&", "Zoë 'X' \\ <b>&"),
            ("日本語 👩‍🚀", "日本語 👩‍🚀"),
            ("\u{1b}[31mred\u{1b}[0m", "\\u{1b}[31mred\\u{1b}[0m"),
            ("\u{1b}]0;title\u{7}", "\\u{1b}]0;title\\u{7}"),
            ("a\tb\r\nc\0", "a\\tb\\r\\nc\\u{0}"),
            ("\u{7f}\u{80}\u{9b}31m\u{9f}", "\\u{7f}\\u{80}\\u{9b}31m\\u{9f}"),
            ("a\u{202e}fdp.exe", "a\\u{202e}fdp.exe"),
            ("\u{202a}\u{202b}\u{202c}\u{202d}", "\\u{202a}\\u{202b}\\u{202c}\\u{202d}"),
            ("\u{2066}\u{2067}\u{2068}\u{2069}", "\\u{2066}\\u{2067}\\u{2068}\\u{2069}"),
            ("\u{200e}\u{200f}\u{61c}", "\\u{200e}\\u{200f}\\u{61c}"),
            ("\u{2028}\u{2029}", "\\u{2028}\\u{2029}"),
        ] {
            assert_eq!(printable(text), shown);
        }
    }
}
