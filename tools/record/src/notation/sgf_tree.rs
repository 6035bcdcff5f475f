//! The text of SGF as values of properties, along the main line.
//!
//! The main line takes the first of several variations, so it ends with the first
//! `)`: what follows is other variations and other games.

use super::cursor::Cursor;
use super::error::{Location, RecordError};

/// The text between `[` and `]`, without escapes.
#[derive(Debug, PartialEq, Eq)]
pub(super) struct Value {
    pub(super) text: String,
    pub(super) location: Location,
}

/// Passes to `take` every value of the first game's main line, with the number of its node
/// and the name of its property, such as `AB`.
pub(super) fn main_line(
    text: &str,
    mut take: impl FnMut(usize, &str, Value) -> Result<(), RecordError>,
) -> Result<(), RecordError> {
    let mut cursor = Cursor::new(text);
    // Files may have mail headers and the like before the game.
    cursor.skip_while(|c| c != '(');
    if cursor.next().is_none() {
        return Err(cursor.unexpected("( to begin the game"));
    }
    let mut nodes = 0;
    loop {
        cursor.skip_space();
        match (cursor.peek(), nodes) {
            (Some(';'), _) => {
                cursor.next();
                nodes += 1;
            }
            (_, 0) => return Err(cursor.unexpected("; to begin a node")),
            (Some('('), _) => {
                cursor.next();
            }
            (Some(')'), _) => return Ok(()),
            (Some(c), _) if c.is_ascii_alphabetic() => {
                property(&mut cursor, |name, value| take(nodes, name, value))?;
            }
            _ => return Err(cursor.unexpected("a property, ; to begin a node, ( or )")),
        }
    }
}

/// Passes to `take` every value of a property with its name.
fn property(
    cursor: &mut Cursor,
    mut take: impl FnMut(&str, Value) -> Result<(), RecordError>,
) -> Result<(), RecordError> {
    let name = cursor.take_while(|c| c.is_ascii_alphanumeric());
    // Before FF[4] names could be spelt out, as in `PlayerBlack`: only the
    // capital letters count.
    let capitals: String = name.chars().filter(|c| !c.is_ascii_lowercase()).collect();
    let name = if capitals.is_empty() { name.to_ascii_uppercase() } else { capitals };
    let mut values = 0;
    loop {
        cursor.skip_space();
        if cursor.peek() != Some('[') {
            break;
        }
        take(&name, value(cursor)?)?;
        values += 1;
    }
    match values {
        0 => Err(cursor.unexpected("[ to begin a value")),
        _ => Ok(()),
    }
}

fn value(cursor: &mut Cursor) -> Result<Value, RecordError> {
    cursor.next();
    let location = cursor.location();
    let mut text = String::new();
    loop {
        match cursor.next() {
            Some(']') => return Ok(Value { text, location }),
            // A line break that is escaped is none.
            Some('\\') if cursor.peek() == Some('\n') => {
                cursor.next();
            }
            Some('\\') => text.extend(cursor.next()),
            Some(c) => text.push(c),
            None => return Err(cursor.unexpected("] to end the value")),
        }
    }
}

/// Returns a text on one line, with escapes for characters that would end a value.
pub fn escaped(text: &str) -> String {
    let mut escaped = String::new();
    for c in text.chars() {
        if c == '\\' || c == ']' {
            escaped.push('\\');
        }
        escaped.push(if c.is_control() { ' ' } else { c });
    }
    escaped
}

#[cfg(test)]
mod tests {
    use super::*;

    fn read_back(text: &str) -> String {
        let (mut read_back, mut before) = (String::new(), (0, String::new()));
        let take = |node: usize, name: &str, value: Value| {
            let sign = match &before {
                (0, _) => "",
                (last, _) if *last < node => "; ",
                (_, last) if last != name => " ",
                _ => "|",
            };
            let name_once = if sign == "|" { String::new() } else { format!("{name}=") };
            read_back.push_str(&format!("{sign}{name_once}{}", value.text));
            before = (node, name.to_owned());
            Ok(())
        };
        main_line(text, take).unwrap();
        read_back
    }

    #[test]
    fn the_main_line_is_the_first_of_the_variations() {
        let text =
            "From: a@b.c\n(;GM[9] SZ[8]\n ;B[a](;W[b];B[c](;W[d])(;W[e]))(;W[f];B[g]))(;X[y])";
        assert_eq!(read_back(text), "GM=9 SZ=8; B=a; W=b; B=c; W=d");
        assert_eq!(
            read_back("(;AB[a1] [b2]\n[c3]PlayerBlack[x]b[e1-e3])"),
            "AB=a1|b2|c3 PB=x B=e1-e3"
        );
    }

    #[test]
    fn escaped_texts_come_back() {
        for text in ["plain", "a]b[c", "back\\slash\\", "]]\\]", "();B[x]", "naïve ü"] {
            let sgf = format!("(;C[{}]N[after])", escaped(text));
            assert_eq!(read_back(&sgf), format!("C={text} N=after"));
        }
        assert_eq!(read_back("(;C[two\\\nlines])"), "C=twolines");
        assert_eq!(escaped("two\nlines\t"), "two lines ");
    }

    #[test]
    fn errors_say_where_and_what_was_expected() {
        let error = |text: &str| main_line(text, |_, _, _| Ok(())).unwrap_err().to_string();
        assert_eq!(
            error("none"),
            "the text ends at line 1, character 5: expected ( to begin the game"
        );
        assert_eq!(error("(B[e1-e3])"), "line 1, character 2 is 'B': expected ; to begin a node");
        assert_eq!(
            error("(;GM[9]\n;B e1)"),
            "line 2, character 4 is 'e': expected [ to begin a value"
        );
        assert_eq!(
            error("(;C[open"),
            "the text ends at line 1, character 9: expected ] to end the value"
        );
        assert!(error("(;C[open\\").contains("expected ] to end the value"));
        assert!(error("(;B[e1-e3]").contains("the text ends at line 1, character 11"));
        assert!(error("(;B[e1-e3]]").contains("is ']': expected a property"));
    }
}
