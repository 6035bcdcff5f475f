//! Reads SGF as nodes with properties, and finds the games of a text.

use super::boardspace;
use super::cursor::{Cursor, CursorPlace, Section};
use super::error::{Location, RecordError};
use super::facts;
use super::tree::{GameTree, Node, OF_GAME, Property, PropertyValue, push};

impl PropertyValue {
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
                Some('\r') if characters.peek() == Some(&'\n') => drop(characters.next()),
                Some('\n') => {}
                escaped => text.extend(escaped),
            }
        }
        text
    }
}

/// Returns the part of a text with the next game. A first part without a game is returned too:
/// reading it gives the error.
pub(super) fn next_game(text: &str, from: CursorPlace) -> Option<Section> {
    let mut cursor = Cursor::at(text, from);
    if !find_game(&mut cursor) {
        return (from.location == Location::START).then_some(from..cursor.place());
    }
    let begin = cursor.place();
    skip_game(&mut cursor);
    Some(begin..cursor.place())
}

/// Reads a game.
///
/// # Errors
/// If its main line cannot be read.
pub(super) fn read(text: &str, section: Section) -> Result<GameTree, RecordError> {
    let (mut nodes, fault) = read_nodes(&mut Cursor::over(text, section))?;
    if nodes.iter().all(|node| node.properties.is_empty()) {
        return Err(RecordError::Empty);
    }
    nodes.iter_mut().for_each(boardspace::translate);
    Ok(GameTree { fault, ..facts::read(nodes)? })
}

/// Reads the nodes of a game, up to the error after its main line, if any.
fn read_nodes(cursor: &mut Cursor<'_>) -> Result<(Vec<Node>, Option<RecordError>), RecordError> {
    let (mut nodes, mut has_line) = (Vec::new(), false);
    let fault = match grow(&mut nodes, &mut has_line, cursor) {
        Err(error) if !has_line => return Err(error),
        grown => grown.err(),
    };
    // Nothing of the last node may have been read.
    if fault.is_some()
        && let Some(node) = nodes.pop_if(|node| node.properties.is_empty())
        && let Some(before) = node.before
    {
        nodes[before].next.pop();
    }
    Ok((nodes, fault))
}

fn grow(
    nodes: &mut Vec<Node>,
    has_line: &mut bool,
    cursor: &mut Cursor<'_>,
) -> Result<(), RecordError> {
    cursor.take_while(|c| c != '(');
    if !cursor.skip('(') {
        return Err(cursor.unexpected("( to begin the game"));
    }
    let (mut branches, mut last) = (vec![None], None);
    loop {
        cursor.skip_space();
        match (cursor.peek(), last) {
            (Some(';'), before) => {
                cursor.next();
                last = Some(push(nodes, before, Node::default()));
            }
            (_, None) => return Err(cursor.unexpected("; to begin a node")),
            (Some('('), _) => {
                cursor.next();
                branches.push(last);
            }
            (Some(')'), _) => {
                cursor.next();
                *has_line = true;
                last = branches.pop().flatten();
                if branches.is_empty() {
                    return Ok(());
                }
            }
            (Some(c), Some(node)) if c.is_ascii_alphabetic() => {
                nodes[node].properties.push(property(cursor)?);
            }
            _ => return Err(cursor.unexpected("a property, ; to begin a node, ( or )")),
        }
    }
}

fn property(cursor: &mut Cursor<'_>) -> Result<Property, RecordError> {
    let name = cursor.take_while(|c| c.is_ascii_alphanumeric());
    // Before FF[4] names could be spelt out, as in `PlayerBlack`: only the capital letters count.
    let capitals: String = name.chars().filter(|c| !c.is_ascii_lowercase()).collect();
    let name = if capitals.is_empty() { name.to_ascii_uppercase() } else { capitals };
    let mut values = Vec::new();
    loop {
        cursor.skip_space();
        if !cursor.skip('[') {
            break;
        }
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
            Some('\\') => drop(cursor.next()),
            Some(_) => {}
            None => return Err(cursor.unexpected("] to end the value")),
        }
    }
}

/// Reads properties that neither a game nor its comments contain. Those of the same name become one
/// property, without values that repeat another.
pub(super) fn other_properties(text: &str) -> Result<Vec<Property>, RecordError> {
    const MOST_NAMES: usize = 1000;
    let mut cursor = Cursor::new(text);
    let mut node = Node::default();
    let mut known = std::collections::HashSet::new();
    loop {
        cursor.skip_space();
        let location = cursor.location();
        match cursor.peek() {
            None => return Ok(node.properties),
            Some(c) if c.is_ascii_alphabetic() => {}
            Some(_) => return Err(cursor.unexpected("a property")),
        }
        if node.properties.len() > MOST_NAMES {
            return Err(cursor.unexpected("fewer properties"));
        }
        let Property { name, mut values } = property(&mut cursor)?;
        if OF_GAME.contains(&&*name) {
            let expected = "a property beside the moves, the set-up, the players and the comments";
            return Err(RecordError::Value { location, text: name, expected });
        }
        values.retain(|value| known.insert((name.clone(), value.raw.clone())));
        node.values(&name).extend(values);
    }
}

/// Moves a cursor to the next `(` that begins a game. Returns whether it exists.
fn find_game(cursor: &mut Cursor<'_>) -> bool {
    loop {
        // Files may have other text before a game, such as mail headers.
        cursor.take_while(|c| c != '(');
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
fn skip_game(cursor: &mut Cursor<'_>) {
    let mut depth = 0usize;
    while depth == 0 || !begins_game(cursor.rest()) {
        match cursor.next() {
            None => return,
            Some('(') => depth += 1,
            Some(')') if depth == 1 => return,
            Some(')') => depth -= 1,
            Some('[') => drop(skip_value(cursor)),
            Some(_) => {}
        }
    }
}

/// Returns whether an inner parenthesis begins a game. The first property of a root shows it;
/// variations do not have these properties.
fn begins_game(text: &str) -> bool {
    let node = text.strip_prefix('(').and_then(|node| node.trim_start().strip_prefix(';'));
    let node = node.map_or("", str::trim_start);
    ["GM", "FF", "CA", "AP", "SZ"].iter().any(|name| {
        node.strip_prefix(name).is_some_and(|values| values.trim_start().starts_with('['))
    })
}
