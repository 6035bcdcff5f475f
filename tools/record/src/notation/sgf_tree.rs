//! The text of SGF as the nodes of a tree, with the values of their properties.

use super::cursor::Cursor;
use super::error::{Location, RecordError};

/// The text between `[` and `]`, without escapes.
#[derive(Debug, PartialEq, Eq)]
pub(super) struct Value {
    pub(super) text: String,
    pub(super) location: Location,
}

/// A node of a tree.
#[derive(Debug, Default)]
struct Node {
    before: Option<usize>,
    /// The values, each with the name of its property, such as `AB`.
    values: Vec<(String, Value)>,
}

/// The nodes of the first game of a text.
#[derive(Debug, Default)]
pub(super) struct Tree {
    nodes: Vec<Node>,
    /// The last node of every line. The first line, which takes the first of several
    /// variations, is the main line.
    ends: Vec<usize>,
    /// The fault after the main line with which the tree ends.
    pub(super) fault: Option<RecordError>,
}

impl Tree {
    /// Reads the first game of a text.
    ///
    /// # Errors
    /// When its main line is no SGF.
    pub(super) fn read(text: &str) -> Result<Tree, RecordError> {
        let mut tree = Tree::default();
        match tree.grow(&mut Cursor::new(text)) {
            Err(error) if tree.ends.is_empty() => return Err(error),
            grown => tree.fault = grown.err(),
        }
        Ok(tree)
    }

    fn grow(&mut self, cursor: &mut Cursor) -> Result<(), RecordError> {
        // Files may have mail headers and the like before the game.
        cursor.skip_while(|c| c != '(');
        if cursor.next().is_none() {
            return Err(cursor.unexpected("( to begin the game"));
        }
        let (mut branches, mut last, mut is_end) = (vec![None], None, false);
        loop {
            cursor.skip_space();
            match (cursor.peek(), last) {
                (Some(';'), before) => {
                    cursor.next();
                    self.nodes.push(Node { before, values: Vec::new() });
                    (last, is_end) = (Some(self.nodes.len() - 1), true);
                }
                (_, None) => return Err(cursor.unexpected("; to begin a node")),
                (Some('('), _) => {
                    cursor.next();
                    branches.push(last);
                }
                (Some(')'), Some(node)) => {
                    cursor.next();
                    if is_end {
                        self.ends.push(node);
                    }
                    (last, is_end) = (branches.pop().flatten(), false);
                    if branches.is_empty() {
                        return Ok(());
                    }
                }
                (Some(c), Some(node)) if c.is_ascii_alphabetic() => {
                    let values = &mut self.nodes[node].values;
                    property(cursor, |name, value| values.push((name.to_owned(), value)))?;
                }
                _ => return Err(cursor.unexpected("a property, ; to begin a node, ( or )")),
            }
        }
    }

    /// Returns the number of lines.
    pub(super) const fn count(&self) -> usize {
        self.ends.len()
    }

    /// Returns the values of every node of a line. Line 0 is the main line.
    pub(super) fn line(&self, number: usize) -> Vec<&[(String, Value)]> {
        let before = |&node: &usize| self.nodes[node].before;
        let mut line: Vec<_> = std::iter::successors(Some(self.ends[number]), before)
            .map(|node| self.nodes[node].values.as_slice())
            .collect();
        line.reverse();
        line
    }
}

/// Passes to `take` every value of a property with its name.
fn property(cursor: &mut Cursor, mut take: impl FnMut(&str, Value)) -> Result<(), RecordError> {
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
        take(&name, value(cursor)?);
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

    /// Returns a line as text, its nodes with `; ` between them.
    fn text_of(line: Vec<&[(String, Value)]>) -> String {
        let nodes = line.into_iter().map(|values| {
            let values = values.iter().map(|(name, value)| format!("{name}={}", value.text));
            values.collect::<Vec<_>>().join(" ")
        });
        nodes.collect::<Vec<_>>().join("; ")
    }

    fn lines(text: &str) -> Vec<String> {
        texts(&Tree::read(text).unwrap())
    }

    fn texts(tree: &Tree) -> Vec<String> {
        (0..tree.count()).map(|number| text_of(tree.line(number))).collect()
    }

    fn read_back(text: &str) -> String {
        lines(text).swap_remove(0)
    }

    #[test]
    fn the_main_line_is_the_first_of_the_variations() {
        let text =
            "From: a@b.c\n(;GM[9] SZ[8]\n ;B[a](;W[b];B[c](;W[d])(;W[e]))(;W[f];B[g]))(;X[y])";
        let begin = "GM=9 SZ=8; B=a; W=b; B=c";
        assert_eq!(
            lines(text),
            [
                format!("{begin}; W=d"),
                format!("{begin}; W=e"),
                "GM=9 SZ=8; B=a; W=f; B=g".to_owned()
            ]
        );
        assert_eq!(
            read_back("(;AB[a1] [b2]\n[c3]PlayerBlack[x]b[e1-e3])"),
            "AB=a1 AB=b2 AB=c3 PB=x B=e1-e3"
        );
    }

    #[test]
    fn what_is_wrong_after_the_main_line_ends_the_tree() {
        for text in ["(;B[a](;W[b])(;W[c", "(;B[a](;W[b])(;W[c];1)(;W[d]))", "(;B[a](;W[b])"] {
            let tree = Tree::read(text).unwrap();
            assert!(tree.fault.is_some());
            assert_eq!(texts(&tree), ["B=a; W=b"], "{text}");
        }
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
        let error = |text: &str| Tree::read(text).unwrap_err().to_string();
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
