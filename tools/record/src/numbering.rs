//! Move numbers as people write them: one number for a move of both sides.

use loa_solver::Color;

/// Returns the number of a move as in game records: `3.` for a move of Black, `3...` for a move of
/// White. `ply` counts the moves of both sides from 1, and `color` made this one.
///
/// # Examples
///
/// ```
/// use loa_record::move_number;
/// use loa_solver::Color;
///
/// assert_eq!(move_number(4, Color::White), "2...");
/// // White began.
/// assert_eq!(move_number(4, Color::Black), "3.");
/// ```
pub fn move_number(ply: usize, color: Color) -> String {
    let black_began = (ply % 2 == 1) == (color == Color::Black);
    let number = if black_began { ply.div_ceil(2) } else { ply / 2 + 1 };
    match color {
        Color::Black => format!("{number}."),
        Color::White => format!("{number}..."),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn both_sides_share_a_number_whoever_begins() {
        let numbers = |first: Color| -> Vec<String> {
            let sides = [first, first.other()];
            let plies = (1..=4).zip(sides.into_iter().cycle());
            plies.map(|(ply, color)| move_number(ply, color)).collect()
        };
        assert_eq!(numbers(Color::Black), ["1.", "1...", "2.", "2..."]);
        assert_eq!(numbers(Color::White), ["1...", "2.", "2...", "3."]);
    }
}
