//! The properties that boardspace.net writes in SGF: `P0` and `P1` for names and moves.

use super::tree::{Property, PropertyValue, Tree, TreeNode};

pub(super) const BLACK: &str = "P0";
pub(super) const WHITE: &str = "P1";

/// Words that boardspace.net writes as moves although they move nothing.
const NO_MOVES: [&str; 11] = [
    "acceptdraw",
    "declinedraw",
    "done",
    "edit",
    "id",
    "name",
    "offerdraw",
    "ok",
    "select",
    "start",
    "time",
];

/// Returns whether a value in lower case is a numbered word that moves nothing.
pub(super) fn is_no_move(plain: &str) -> bool {
    word(plain).is_some_and(|word| NO_MOVES.contains(&word))
}

/// Returns whether a value in lower case says that the position was edited, or that the players
/// agreed to a draw.
pub(super) fn changes_the_game(plain: &str) -> bool {
    ["acceptdraw", "edit"].map(Some).contains(&word(plain))
}

/// Returns whether a value in lower case says that its side has won because the other side lost on
/// time.
pub(super) fn wins_on_time(plain: &str) -> bool {
    word(plain) == Some("winontime")
}

fn word(plain: &str) -> Option<&str> {
    unnumbered(plain).split_whitespace().next()
}

fn unnumbered(text: &str) -> &str {
    text.trim_start_matches(|c: char| c.is_ascii_digit()).trim_start()
}

/// Moves names and moves into the standard properties.
pub(super) fn translate(tree: &mut Tree) {
    for node in &mut tree.nodes {
        for (of, name, moves) in [(BLACK, "PB", "B"), (WHITE, "PW", "W")] {
            if node.property(of).is_some() {
                translate_node(node, of, name, moves);
            }
        }
    }
}

fn translate_node(node: &mut TreeNode, of: &str, name: &str, moves: &str) {
    let mut translated: Vec<Property> = Vec::new();
    for property in node.properties.drain(..) {
        if property.name != of {
            translated.push(property);
            continue;
        }
        for value in property.values {
            let (to, value) = match translation(&value) {
                Some(Known::Name(text)) => (name, value.with_text(&text)),
                Some(Known::Move(text)) => (moves, value.with_text(&text)),
                None => (of, value),
            };
            translated.push(Property { name: to.to_owned(), values: vec![value] });
        }
    }
    node.properties = translated;
}

enum Known {
    Name(String),
    Move(String),
}

/// Returns the name in `id "guest"`, the move in `7 Move c 1 c 3`, or a move in its usual form.
fn translation(value: &PropertyValue) -> Option<Known> {
    let text = value.text();
    let text = unnumbered(text.trim());
    if let Some(name) = text.strip_prefix("id ") {
        return Some(Known::Name(name.trim().trim_matches('"').to_owned()));
    }
    let plain = text.to_ascii_lowercase();
    if is_no_move(&plain) {
        return None;
    }
    let words: Vec<&str> = plain.split_whitespace().collect();
    Some(Known::Move(match words.as_slice() {
        ["move", file, rank, rest @ ..] => format!("{file}{rank}-{}", rest.concat()),
        ["move", squares @ ..] => squares.concat(),
        // Marks and spaces may follow the word.
        [end, ..] if ["forfeit", "resign", "winontime"].contains(end) => (*end).to_owned(),
        _ => text.to_owned(),
    }))
}
