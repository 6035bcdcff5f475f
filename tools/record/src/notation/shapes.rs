//! Circles and arrows on the board: in SGF `CR` has circles and `AR` arrows, in a
//! [`Line`](super::Line) both are words such as `c3` and `b1-d3`.

use loa_solver::Square;

use super::error::{Location, RecordError};
use super::tree::{Node, Property, PropertyValue};

/// Returns the word of a value, `None` if it is neither a circle nor an arrow.
fn word(name: &str, value: &PropertyValue) -> Option<String> {
    let text = value.text().to_ascii_lowercase();
    let square = |text: &str| text.trim().parse::<Square>().ok();
    match name {
        "CR" => Some(square(&text)?.to_string()),
        "AR" => {
            let (from, to) = text.split_once(':')?;
            let (from, to) = (square(from)?, square(to)?);
            (from != to).then(|| format!("{from}-{to}"))
        }
        _ => None,
    }
}

/// Takes the circles and arrows out of properties, and returns their words. Rectangles of circles
/// stay, since a few letters would become many.
pub(super) fn take(properties: &mut Vec<Property>) -> String {
    let mut taken = Vec::new();
    for Property { name, values } in properties.iter_mut() {
        values.retain(|value| word(name, value).map(|word| taken.push(word)).is_none());
    }
    properties.retain(|property| !property.values.is_empty());
    taken.join(" ")
}

/// Adds the circles and arrows of a text to a node that lacks them.
///
/// # Errors
/// If a word is neither a square nor two.
pub(super) fn add(node: &mut Node, text: &str) -> Result<(), RecordError> {
    for word in text.split_ascii_whitespace() {
        let name = if word.contains('-') { "AR" } else { "CR" };
        let value = PropertyValue::new(&word.replace('-', ":"), Location::START);
        if self::word(name, &value).is_none() || word.contains(':') {
            let (location, text) = (Location::START, word.to_owned());
            let expected = "a square such as c3 or an arrow such as b1-d3";
            return Err(RecordError::Value { location, text, expected });
        }
        let values = node.values(name);
        if !values.contains(&value) {
            values.push(value);
        }
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use crate::notation::{GameTree, Line};

    #[test]
    fn words_that_are_no_squares_or_arrows_are_refused() {
        for word in ["i1", "a1-a1", "a1-b2-c3", "a1:b2", "-", "a1]LB[b2"] {
            let line = Line { shapes: vec![(0, word.into())], ..Line::default() };
            let error = GameTree::default().add(&line).unwrap_err().to_string();
            assert!(error.contains("is not a square such as c3"), "{error}");
        }
    }
}
