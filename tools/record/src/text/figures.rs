//! Numbers and names in the form that people read.

use loa_solver::Color;

/// Returns a number with its digits in groups of three, such as 1,574,767,656.
pub fn grouped(number: u64) -> String {
    let digits = number.to_string();
    let mut grouped = String::with_capacity(digits.len() + digits.len() / 3);
    for (place, digit) in digits.char_indices() {
        if place > 0 && (digits.len() - place).is_multiple_of(3) {
            grouped.push(',');
        }
        grouped.push(digit);
    }
    grouped
}

/// Returns a number with the noun it counts, such as "1 table" or "9 tables".
pub fn counted(number: u64, noun: &str) -> String {
    let ending = if number == 1 { "" } else { "s" };
    format!("{} {noun}{ending}", grouped(number))
}

/// Returns items as `a`, `a and b`, or `a, b and c`, with `word` instead of `and`.
pub fn listed(items: impl IntoIterator<Item = impl std::fmt::Display>, word: &str) -> String {
    let mut items: Vec<String> = items.into_iter().map(|item| item.to_string()).collect();
    let last = items.pop().unwrap_or_default();
    if items.is_empty() { last } else { format!("{} {word} {last}", items.join(", ")) }
}

/// Returns the name of a colour in sentences: `Black` or `White`.
pub fn color_name(color: Color) -> &'static str {
    match color {
        Color::Black => "Black",
        Color::White => "White",
    }
}

/// Returns a number of plies, such as "1 ply" or "9 plies".
pub fn plies(number: u64) -> String {
    if number == 1 { "1 ply".to_owned() } else { format!("{} plies", grouped(number)) }
}

/// Returns the preposition before the plies to the end, which are the distance or a bound on it.
pub fn within(is_distance: bool) -> &'static str {
    if is_distance { "in" } else { "within" }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn digits_stand_in_groups_of_three() {
        for (number, text) in [
            (0, "0"),
            (999, "999"),
            (1000, "1,000"),
            (12_345, "12,345"),
            (1_574_767_656, "1,574,767,656"),
            (u64::MAX, "18,446,744,073,709,551,615"),
        ] {
            assert_eq!(grouped(number), text);
        }
        assert_eq!(counted(1, "table"), "1 table");
        assert_eq!(counted(1000, "table"), "1,000 tables");
        assert_eq!(plies(1), "1 ply");
        assert_eq!(plies(1000), "1,000 plies");
    }
}
