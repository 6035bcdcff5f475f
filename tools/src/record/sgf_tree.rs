//! The text of SGF as nodes of properties, along the main line.
//!
//! The main line takes the first of several variations, so it ends with the first
//! `)`: what follows is other variations and other games.

use super::RecordError;
use super::place::{Cursor, Place};

pub(super) type Node = Vec<Property>;

/// A name such as `AB`, with its values.
#[derive(Debug, PartialEq, Eq)]
pub(super) struct Property {
    pub(super) name: String,
    pub(super) values: Vec<Value>,
}

/// What stands between `[` and `]`, with nothing escaped any more.
#[derive(Debug, PartialEq, Eq)]
pub(super) struct Value {
    pub(super) text: String,
    pub(super) place: Place,
}

/// The nodes of the first game's main line.
pub(super) fn main_line(text: &str) -> Result<Vec<Node>, RecordError> {
    let mut cursor = Cursor::new(text);
    // Files may have mail headers and the like before the game.
    cursor.take_while(|c| c != '(');
    if cursor.next().is_none() {
        return Err(cursor.unexpected("( to begin the game"));
    }
    let mut nodes: Vec<Node> = Vec::new();
    loop {
        cursor.skip_space();
        match (cursor.peek(), nodes.last_mut()) {
            (Some(';'), _) => {
                cursor.next();
                nodes.push(Node::new());
            }
            (Some('('), Some(_)) => {
                cursor.next();
            }
            (Some(')'), Some(_)) => return Ok(nodes),
            (Some(c), Some(node)) if c.is_ascii_alphabetic() => node.push(property(&mut cursor)?),
            (_, None) => return Err(cursor.unexpected("; to begin a node")),
            _ => return Err(cursor.unexpected("a property, ; to begin a node, ( or )")),
        }
    }
}

fn property(cursor: &mut Cursor) -> Result<Property, RecordError> {
    let name = cursor.take_while(|c| c.is_ascii_alphanumeric());
    // Before FF[4] names could be spelt out, as in `PlayerBlack`: only the
    // capital letters count.
    let capitals: String = name.chars().filter(|c| !c.is_ascii_lowercase()).collect();
    let name = match capitals.is_empty() {
        true => name.to_ascii_uppercase(),
        false => capitals,
    };
    let mut values = Vec::new();
    loop {
        cursor.skip_space();
        if cursor.peek() != Some('[') {
            break;
        }
        values.push(value(cursor)?);
    }
    if values.is_empty() {
        return Err(cursor.unexpected("[ to begin a value"));
    }
    Ok(Property { name, values })
}

fn value(cursor: &mut Cursor) -> Result<Value, RecordError> {
    cursor.next();
    let place = cursor.place();
    let mut text = String::new();
    loop {
        match cursor.next() {
            Some(']') => return Ok(Value { text, place }),
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

/// A text with what would end a value escaped, on one line.
pub(super) fn escaped(text: &str) -> String {
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

    fn told(text: &str) -> String {
        let nodes = main_line(text).unwrap();
        let node = |node: &Node| -> String {
            let properties = node.iter().map(|property| {
                let values = property.values.iter().map(|value| value.text.as_str());
                format!("{}={}", property.name, values.collect::<Vec<_>>().join("|"))
            });
            properties.collect::<Vec<_>>().join(" ")
        };
        nodes.iter().map(node).collect::<Vec<_>>().join("; ")
    }

    #[test]
    fn the_main_line_is_the_first_of_the_variations() {
        let text =
            "From: a@b.c\n(;GM[9] SZ[8]\n ;B[a](;W[b];B[c](;W[d])(;W[e]))(;W[f];B[g]))(;X[y])";
        assert_eq!(told(text), "GM=9 SZ=8; B=a; W=b; B=c; W=d");
        assert_eq!(
            told("(;AB[a1] [b2]\n[c3]PlayerBlack[x]b[e1-e3])"),
            "AB=a1|b2|c3 PB=x B=e1-e3"
        );
    }

    #[test]
    fn escaped_texts_come_back() {
        for text in [
            "plain",
            "a]b[c",
            "back\\slash\\",
            "]]\\]",
            "();B[x]",
            "naïve ü",
        ] {
            let sgf = format!("(;C[{}]N[after])", escaped(text));
            assert_eq!(told(&sgf), format!("C={text} N=after"));
        }
        assert_eq!(told("(;C[two\\\nlines])"), "C=twolines");
        assert_eq!(escaped("two\nlines\t"), "two lines ");
    }

    #[test]
    fn errors_say_where_and_what_was_expected() {
        let error = |text: &str| main_line(text).unwrap_err().to_string();
        assert_eq!(
            error("none"),
            "the text ends at line 1, character 5: expected ( to begin the game"
        );
        assert_eq!(
            error("(B[e1-e3])"),
            "line 1, character 2 is 'B': expected ; to begin a node"
        );
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
