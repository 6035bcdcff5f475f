//! The properties that boardspace.net writes in SGF: `P0` and `P1` for names and moves.

use super::tree::{Node, Property, PropertyValue};

pub(super) const BLACK: &str = "P0";
pub(super) const WHITE: &str = "P1";

/// Words that boardspace.net writes as moves although they move nothing.
const NO_MOVES: &str = "acceptdraw declinedraw done edit id name offerdraw ok select start time";

/// Returns whether a value in lower case is a numbered word that moves nothing.
pub(super) fn is_no_move(plain: &str) -> bool {
    word(plain).is_some_and(|word| NO_MOVES.split(' ').any(|known| known == word))
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

/// Returns a text without the number before it.
pub(super) fn unnumbered(text: &str) -> &str {
    text.trim_start_matches(|c: char| c.is_ascii_digit()).trim_start()
}

/// Moves names and moves into the standard properties.
pub(super) fn translate(node: &mut Node) {
    if node.property(BLACK).or(node.property(WHITE)).is_none() {
        return;
    }
    for Property { name, values } in std::mem::take(&mut node.properties) {
        let known = match &*name {
            BLACK => ["PB", "B"],
            WHITE => ["PW", "W"],
            _ => {
                node.properties.push(Property { name, values });
                continue;
            }
        };
        for value in values {
            let (name, value) = translation(&value, known).unwrap_or((&name, value));
            node.properties.push(Property { name: name.to_owned(), values: vec![value] });
        }
    }
}

/// Returns the name in `id "guest"`, the move in `7 Move c 1 c 3`, or a move in its usual form, with
/// its property.
fn translation(
    value: &PropertyValue,
    [of_name, of_move]: [&'static str; 2],
) -> Option<(&'static str, PropertyValue)> {
    let text = value.text();
    let text = unnumbered(text.trim());
    let translated =
        |property, text: &str| Some((property, PropertyValue::new(text, value.location)));
    if let Some(name) = text.strip_prefix("id ") {
        return translated(of_name, name.trim().trim_matches('"'));
    }
    let plain = text.to_ascii_lowercase();
    if is_no_move(&plain) {
        return None;
    }
    let words: Vec<&str> = plain.split_whitespace().collect();
    match words.as_slice() {
        ["move", file, rank, rest @ ..] => {
            translated(of_move, &format!("{file}{rank}-{}", rest.concat()))
        }
        ["move", squares @ ..] => translated(of_move, &squares.concat()),
        // Marks and spaces may follow the word.
        [end @ ("forfeit" | "resign" | "winontime"), ..] => translated(of_move, end),
        _ => translated(of_move, text),
    }
}
