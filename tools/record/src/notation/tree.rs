//! The text of SGF as a tree of nodes, whose properties keep their values as written.

use std::collections::{HashMap, HashSet};
use std::fmt::Write;

use super::cursor::{Cursor, CursorPlace};
use super::error::{Location, RecordError};

/// A value of a property.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct PropertyValue {
    /// The text between `[` and `]`, including its escapes.
    raw: String,
    pub(super) location: Location,
}

impl PropertyValue {
    /// Returns a new value, whose text is escaped.
    fn new(text: &str) -> PropertyValue {
        PropertyValue { raw: escaped(text), location: Location::START }
    }

    /// Returns the value with another text.
    pub(super) fn with_text(&self, text: &str) -> PropertyValue {
        PropertyValue { raw: escaped(text), location: self.location }
    }

    /// Returns the text without escapes and without escaped line breaks.
    pub(super) fn text(&self) -> String {
        let mut text = String::with_capacity(self.raw.len());
        let mut characters = self.raw.chars().peekable();
        while let Some(c) = characters.next() {
            if c != '\\' {
                text.push(c);
                continue;
            }
            match characters.next() {
                Some('\r') if characters.peek() == Some(&'\n') => {
                    characters.next();
                }
                Some('\n') => {}
                escaped => text.extend(escaped),
            }
        }
        text
    }
}

/// A property with its values.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Property {
    /// The name, such as `AB`.
    pub(super) name: String,
    pub(super) values: Vec<PropertyValue>,
}

impl Property {
    /// Returns the text of all values.
    pub(super) fn text(&self) -> String {
        self.values.iter().map(PropertyValue::text).collect()
    }

    fn write(&self, to: &mut String) {
        to.push_str(&self.name);
        for value in &self.values {
            let _ = write!(to, "[{}]", value.raw);
        }
    }
}

/// A node of a tree.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(super) struct TreeNode {
    before: Option<usize>,
    /// The next nodes: the first belongs to the main line, the others begin variations.
    next: Vec<usize>,
    pub(super) properties: Vec<Property>,
}

impl TreeNode {
    /// Returns the property with a name.
    pub(super) fn property(&self, name: &str) -> Option<&Property> {
        self.properties.iter().find(|property| property.name == name)
    }

    /// Sets a property to one value, whose text is escaped.
    pub(super) fn set(&mut self, name: &str, text: &str) {
        *self.values(name) = vec![PropertyValue::new(text)];
    }

    /// Sets the move of a node without a move.
    pub(super) fn set_move(&mut self, name: &str, text: &str) {
        let (name, values) = (name.to_owned(), vec![PropertyValue::new(text)]);
        self.properties.insert(0, Property { name, values });
    }

    /// Adds a value to a property.
    pub(super) fn add(&mut self, name: &str, text: &str) {
        self.values(name).push(PropertyValue::new(text));
    }

    /// Returns the values of a property, which is added if the node lacks it.
    fn values(&mut self, name: &str) -> &mut Vec<PropertyValue> {
        let at = self.properties.iter().position(|property| property.name == name);
        let at = at.unwrap_or_else(|| {
            self.properties.push(Property { name: name.to_owned(), values: Vec::new() });
            self.properties.len() - 1
        });
        &mut self.properties[at].values
    }

    /// Adds a line to the comment, unless the comment already ends with it.
    pub(super) fn comment(&mut self, text: &str) {
        let line = PropertyValue::new(text);
        match self.values("C").first_mut() {
            Some(comment) if comment.raw.trim_end().ends_with(&line.raw) => {}
            Some(comment) => comment.raw = format!("{}\n{}", comment.raw.trim_end(), line.raw),
            None => self.values("C").push(line),
        }
    }

    /// Removes a property.
    pub(super) fn remove(&mut self, name: &str) {
        self.properties.retain(|property| property.name != name);
    }

    /// Returns whether another node has the same move or, if neither has a move, the same
    /// properties.
    fn is_same_move(&self, other: &TreeNode) -> bool {
        let of = |node: &TreeNode| {
            let moves = ["B", "W"].map(|name| node.property(name).map(|known| known.text()));
            moves.iter().any(Option::is_some).then_some(moves)
        };
        match (of(self), of(other)) {
            (None, None) => self.properties == other.properties,
            (one, other) => one == other,
        }
    }

    /// Returns whether the node is a move and nothing else.
    fn is_plain(&self) -> bool {
        let [property] = self.properties.as_slice() else {
            return false;
        };
        let is_resignation = property.values.iter().any(|value| value.raw == "resign");
        ["B", "W"].contains(&&*property.name) && !is_resignation
    }

    fn write(&self, to: &mut String) {
        self.properties.iter().for_each(|property| property.write(to));
    }

    /// Writes the properties that neither a game nor its comments contain.
    pub(super) fn write_others(&self, to: &mut String) {
        let others = self.properties.iter().filter(|other| !OF_GAME.contains(&&*other.name));
        others.for_each(|property| property.write(to));
    }
}

/// The nodes of a game, the root first.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Tree {
    pub(super) nodes: Vec<TreeNode>,
    /// The last node of every line. The first line, which takes the first variation everywhere, is
    /// the main line.
    ends: Vec<usize>,
    /// The error after the main line at which reading stopped.
    pub(super) fault: Option<RecordError>,
}

/// The properties that follow from a game, its players' names, its comments and its writer.
const OF_GAME: [&str; 16] =
    ["AB", "AE", "AP", "AW", "B", "C", "CA", "FF", "GM", "PB", "PL", "PW", "RU", "SU", "SZ", "W"];

/// The number of nodes on a line of text.
const NODES_A_LINE: usize = 8;

impl Tree {
    /// Returns a tree with only a root without properties.
    pub(super) fn new() -> Tree {
        Tree { nodes: vec![TreeNode::default()], ends: vec![0], fault: None }
    }

    /// Adds a node at the end of a tree with one line, and returns it.
    pub(super) fn push(&mut self) -> usize {
        let node = self.add(self.ends.first().copied());
        self.ends = vec![node];
        node
    }

    /// Reads a game.
    ///
    /// # Errors
    /// If its main line is not SGF.
    pub(super) fn read(cursor: &mut Cursor<'_>) -> Result<Tree, RecordError> {
        let mut tree = Tree { nodes: Vec::new(), ends: Vec::new(), fault: None };
        match tree.grow(cursor) {
            Err(error) if tree.ends.is_empty() => return Err(error),
            Err(fault) => tree.end_at(fault),
            Ok(()) => {}
        }
        Ok(tree)
    }

    /// Ends the tree with an error, and removes the last node if nothing of it could be read.
    fn end_at(&mut self, fault: RecordError) {
        self.fault = Some(fault);
        let last = self.nodes.len() - 1;
        let TreeNode { before: Some(before), properties, next } = &self.nodes[last] else {
            return;
        };
        if properties.is_empty() && next.is_empty() && self.ends.last() != Some(&last) {
            let before = *before;
            self.nodes[before].next.pop();
            self.nodes.pop();
        }
    }

    fn grow(&mut self, cursor: &mut Cursor<'_>) -> Result<(), RecordError> {
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
                    (last, is_end) = (Some(self.add(before)), true);
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
                    self.nodes[node].properties.push(property(cursor)?);
                }
                _ => return Err(cursor.unexpected("a property, ; to begin a node, ( or )")),
            }
        }
    }

    /// Adds a node after another, and returns it.
    pub(super) fn add(&mut self, before: Option<usize>) -> usize {
        let node = self.nodes.len();
        self.nodes.push(TreeNode { before, ..TreeNode::default() });
        if let Some(before) = before {
            self.nodes[before].next.push(node);
        }
        node
    }

    /// Adds a node to the main line after another, and returns it.
    pub(super) fn add_first(&mut self, before: usize) -> usize {
        let node = self.add(Some(before));
        self.nodes[before].next.rotate_right(1);
        node
    }

    /// Removes a node and everything after it. Other variations there remain variations.
    pub(super) fn cut(&mut self, node: usize) {
        if let Some(before) = self.nodes[node].before {
            self.nodes[before].next.retain(|&next| next != node);
            if !self.nodes[before].next.is_empty() {
                self.add_first(before);
            }
        }
    }

    pub(super) fn before(&self, node: usize) -> Option<usize> {
        self.nodes[node].before
    }

    /// Returns the number of lines.
    pub(super) const fn count(&self) -> usize {
        self.ends.len()
    }

    /// Returns the nodes of a line. Line 0 is the main line.
    pub(super) fn line(&self, number: usize) -> Vec<usize> {
        let before = |&node: &usize| self.nodes[node].before;
        let mut line: Vec<_> = std::iter::successors(Some(self.ends[number]), before).collect();
        line.reverse();
        line
    }

    /// Returns the last node of a line.
    pub(super) fn end(&self, number: usize) -> usize {
        self.ends[number]
    }

    /// Returns the tree with only one line.
    pub(super) fn line_alone(&self, number: usize) -> Tree {
        let mut alone = self.clone();
        for pair in self.line(number).windows(2) {
            alone.nodes[pair[0]].next = vec![pair[1]];
        }
        alone
    }

    /// Adds the nodes of another tree that this one lacks.
    pub(super) fn merge(&mut self, other: &Tree) {
        let mut left = vec![(0, 0)];
        while let Some((from, to)) = left.pop() {
            for &node in &other.nodes[from].next {
                let new = &other.nodes[node];
                let same = |&known: &usize| self.nodes[known].is_same_move(new);
                let known = self.nodes[to].next.iter().copied().find(same);
                let known = known.unwrap_or_else(|| self.add(Some(to)));
                for property in &new.properties {
                    if self.nodes[known].property(&property.name).is_none() {
                        self.nodes[known].properties.push(property.clone());
                    }
                }
                left.push((node, known));
            }
        }
    }

    /// Returns the tree as SGF.
    pub(super) fn write(&self) -> String {
        let mut sgf = "(".to_owned();
        let (mut left, mut on_line) = (vec![TreePart::Node(0)], 0);
        while let Some(part) = left.pop() {
            let node = match part {
                TreePart::Node(node) => node,
                TreePart::Begin => {
                    sgf.push_str("\n(");
                    on_line = 0;
                    continue;
                }
                TreePart::End => {
                    sgf.push(')');
                    on_line = NODES_A_LINE;
                    continue;
                }
            };
            let TreeNode { next, .. } = &self.nodes[node];
            let is_first = node == 0 || sgf.ends_with('(');
            if !is_first && (on_line % NODES_A_LINE == 0 || !self.nodes[node].is_plain()) {
                sgf.push('\n');
            }
            on_line += usize::from(node != 0);
            sgf.push(';');
            self.nodes[node].write(&mut sgf);
            match next.as_slice() {
                &[only] => left.push(TreePart::Node(only)),
                several => {
                    let parts = |&node| [TreePart::End, TreePart::Node(node), TreePart::Begin];
                    left.extend(several.iter().rev().flat_map(parts));
                }
            }
        }
        sgf.push_str(")\n");
        sgf
    }
}

/// A part of a tree to write.
enum TreePart {
    Begin,
    Node(usize),
    End,
}

/// Returns whether an inner parenthesis begins a game. The first property of a root shows it;
/// variations do not have these properties.
fn begins_game(text: &str) -> bool {
    let Some(node) = text.strip_prefix('(').map(str::trim_start) else {
        return false;
    };
    let node = node.strip_prefix(';').map_or("", str::trim_start);
    ["GM", "FF", "CA", "AP", "SZ"].iter().any(|name| {
        node.strip_prefix(name).is_some_and(|values| values.trim_start().starts_with('['))
    })
}

/// Moves a cursor to the next `(` that begins a game. Returns whether it exists.
pub(super) fn find_game(cursor: &mut Cursor<'_>) -> bool {
    loop {
        // Files may have other text before a game, such as mail headers.
        cursor.skip_while(|c| c != '(');
        let Some(node) = cursor.rest().strip_prefix('(') else {
            return false;
        };
        if node.trim_start().starts_with(';') {
            return true;
        }
        cursor.next();
    }
}

/// Moves a cursor from the `(` of a game past its `)`. A game without an end stops at the beginning
/// of the next.
pub(super) fn skip_game(cursor: &mut Cursor<'_>) {
    let mut depth = 0usize;
    loop {
        if depth > 0 && begins_game(cursor.rest()) {
            return;
        }
        match cursor.next() {
            None => return,
            Some('(') => depth += 1,
            Some(')') if depth == 1 => return,
            Some(')') => depth -= 1,
            Some('[') => {
                let _ = skip_value(cursor);
            }
            Some(_) => {}
        }
    }
}

/// Reads properties that neither a game nor its comments contain.
pub(super) fn other_properties(text: &str) -> Result<Vec<Property>, RecordError> {
    let mut cursor = Cursor::at(text, CursorPlace::START);
    let mut properties = Vec::new();
    loop {
        cursor.skip_space();
        let location = cursor.location();
        match cursor.peek() {
            None => return Ok(joined(properties)),
            Some(c) if c.is_ascii_alphabetic() => {}
            Some(_) => return Err(cursor.unexpected("a property")),
        }
        let other = property(&mut cursor)?;
        if OF_GAME.contains(&&*other.name) {
            let expected = "a property beside the moves, the set-up, the players and the comments";
            return Err(RecordError::Value { location, text: other.name, expected });
        }
        properties.push(other);
    }
}

/// Joins properties of the same name, because a node has a name only once, and drops values that
/// repeat another.
fn joined(properties: Vec<Property>) -> Vec<Property> {
    let mut joined: Vec<Property> = Vec::new();
    let (mut places, mut known) = (HashMap::new(), HashSet::new());
    for Property { name, values } in properties {
        let place = *places.entry(name.clone()).or_insert(joined.len());
        if place == joined.len() {
            joined.push(Property { name, values: Vec::new() });
        }
        let is_new = |value: &PropertyValue| known.insert((place, value.raw.clone()));
        joined[place].values.extend(values.into_iter().filter(is_new));
    }
    joined
}

fn property(cursor: &mut Cursor<'_>) -> Result<Property, RecordError> {
    let name = cursor.take_while(|c| c.is_ascii_alphanumeric());
    // Before FF[4] names could be spelt out, as in `PlayerBlack`: only the capital letters count.
    let capitals: String = name.chars().filter(|c| !c.is_ascii_lowercase()).collect();
    let name = if capitals.is_empty() { name.to_ascii_uppercase() } else { capitals };
    let mut values = Vec::new();
    loop {
        cursor.skip_space();
        if cursor.peek() != Some('[') {
            break;
        }
        cursor.next();
        let location = cursor.location();
        values.push(PropertyValue { raw: skip_value(cursor)?.to_owned(), location });
    }
    if values.is_empty() {
        return Err(cursor.unexpected("[ to begin a value"));
    }
    Ok(Property { name, values })
}

/// Moves a cursor past the `]` of a value, and returns the text before it.
fn skip_value<'a>(cursor: &mut Cursor<'a>) -> Result<&'a str, RecordError> {
    let (text, begin) = (cursor.rest(), cursor.place().offset);
    loop {
        let end = cursor.place().offset - begin;
        match cursor.next() {
            Some(']') => return Ok(&text[..end]),
            Some('\\') => {
                cursor.next();
            }
            Some(_) => {}
            None => return Err(cursor.unexpected("] to end the value")),
        }
    }
}

/// Escapes the characters that would end a value. Line breaks stay; other control characters become
/// spaces.
fn escaped(text: &str) -> String {
    let mut escaped = String::new();
    for c in text.chars() {
        if c == '\\' || c == ']' {
            escaped.push('\\');
        }
        escaped.push(if c.is_control() && c != '\n' { ' ' } else { c });
    }
    escaped
}

#[cfg(test)]
mod tests {
    use super::*;

    fn read(text: &str) -> Result<Tree, RecordError> {
        Tree::read(&mut Cursor::new(text))
    }

    /// Returns a line as text, with `; ` between its nodes.
    fn text_of(tree: &Tree, line: usize) -> String {
        let nodes = tree.line(line).into_iter().map(|node| {
            let properties = tree.nodes[node].properties.iter();
            let values = properties.flat_map(|Property { name, values }| {
                values.iter().map(move |value| format!("{name}={}", value.text()))
            });
            values.collect::<Vec<_>>().join(" ")
        });
        nodes.collect::<Vec<_>>().join("; ")
    }

    fn texts(tree: &Tree) -> Vec<String> {
        (0..tree.count()).map(|number| text_of(tree, number)).collect()
    }

    fn read_back(text: &str) -> String {
        text_of(&read(text).unwrap(), 0)
    }

    #[test]
    fn the_main_line_is_the_first_of_the_variations() {
        let text =
            "From: a@b.c\n(;GM[9] SZ[8]\n ;B[a](;W[b];B[c](;W[d])(;W[e]))(;W[f];B[g]))(;X[y])";
        let begin = "GM=9 SZ=8; B=a; W=b; B=c";
        assert_eq!(
            texts(&read(text).unwrap()),
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
        for text in [
            "(;B[a](;W[b])(;W[c",
            "(;B[a](;W[b])(;",
            "(;B[a](;W[b])(;W[c];1)(;W[d]))",
            "(;B[a](;W[b])",
        ] {
            let tree = read(text).unwrap();
            assert!(tree.fault.is_some());
            assert_eq!(texts(&tree), ["B=a; W=b"], "{text}");
            assert!(!tree.write().contains("(;)"), "{text}");
        }
    }

    #[test]
    fn trees_are_written_as_they_were_read() {
        for text in [
            "(;GM[9])\n",
            "(;GM[9]C[a\\]b]\n;B[a];W[b])\n",
            "(;GM[9]XX[a][b:c]\n(;B[a]\n;W[b]C[two\nlines])\n(;B[c]\n(;W[d])\n(;W[e])))\n",
        ] {
            assert_eq!(read(text).unwrap().write(), text);
        }
        let long = "(;GM[9]".to_owned() + &";B[a];W[b]".repeat(10_000) + ")";
        let written = read(&long).unwrap().write();
        assert_eq!(written.lines().count(), 1 + 20_000 / NODES_A_LINE);
        let deep = "(;B[a]".repeat(10_000) + &")".repeat(10_000);
        assert_eq!(read(&deep).unwrap().write().matches(";B[a]").count(), 10_000);
    }

    #[test]
    fn escaped_texts_come_back() {
        for text in ["plain", "a]b[c", "back\\slash\\", "]]\\]", "();B[x]", "naïve ü", "a\nb"] {
            let sgf = format!("(;C[{}]N[after])", escaped(text));
            assert_eq!(read_back(&sgf), format!("C={text} N=after"));
        }
        assert_eq!(read_back("(;C[two\\\nlines]N[\\\r\n])"), "C=twolines N=");
        assert_eq!(escaped("two\nlines\t"), "two\nlines ");
    }

    #[test]
    fn errors_say_where_and_what_was_expected() {
        let error = |text: &str| read(text).unwrap_err().to_string();
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
