//! Breaks text into lines.

/// Returns a text broken at spaces into lines of up to `columns` characters. A longer word gets its
/// own line.
pub fn wrapped(text: &str, columns: usize) -> Vec<String> {
    let mut lines: Vec<String> = Vec::new();
    for word in text.split(' ') {
        match lines.last_mut() {
            Some(line) if line.chars().count() + 1 + word.chars().count() <= columns => {
                line.push(' ');
                line.push_str(word);
            }
            _ => lines.push(word.to_owned()),
        }
    }
    lines
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn lines_break_at_spaces_and_lose_none_but_these() {
        assert_eq!(wrapped("", 5), [""]);
        assert_eq!(wrapped("one two", 7), ["one two"]);
        assert_eq!(wrapped("one two", 6), ["one", "two"]);
        assert_eq!(wrapped("a longer-word b", 4), ["a", "longer-word", "b"]);
        // Characters are counted, not bytes, and an indent stays.
        assert_eq!(wrapped("é é é", 5), ["é é é"]);
        assert_eq!(wrapped("  a  table", 10), ["  a  table"]);
    }
}
