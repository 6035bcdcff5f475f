//! Random texts of positions: each is read or refused, and a board is read however it is drawn.

use loa_solver::Position;

use super::support::{fuzz, mangled, of_parts};

const PARTS: [&str; 20] = [
    "x", "o", "L", "l", ".", "1", "2", "4", "/", "/", " ", "\n", "_", "[", "a", "b", "d", "t", "w",
    "-",
];

#[test]
fn any_text_is_a_position_or_an_error() {
    fuzz(|chance| {
        let text = match chance.below(4) {
            0 => of_parts(chance, &PARTS, 41),
            1 => mangled(chance, ".xx.\no..o\no..o\n.xx.\nx", &PARTS),
            _ => mangled(chance, "1xx1/o2o/o2o/1xx1 x", &PARTS),
        };
        match text.parse::<Position>() {
            Ok(position) => assert_eq!(position.to_string().parse(), Ok(position), "{text:?}"),
            Err(error) => assert!(!error.to_string().is_empty()),
        }
    });
}

#[test]
fn a_board_is_read_however_it_is_drawn() {
    fuzz(|chance| {
        let mut row = || (0..5).filter_map(|_| chance.pick(&["x", "o", "."])).copied().collect();
        let rows: [String; 4] = [(); 4].map(|()| row());
        let Ok(position) = format!("{} o", rows.join("/")).parse::<Position>() else {
            // A side without stones.
            return;
        };
        let [spaced, numbered, named, flipped] = [(); 4].map(|()| chance.below(2) == 0);
        let drawn = |row: &str| {
            let mut squares: Vec<String> = row.chars().map(String::from).collect();
            if flipped {
                squares.reverse();
            }
            squares.join(if spaced { " " } else { "" })
        };
        let line = |(row, from_top): (&String, usize)| match numbered || flipped {
            true => format!("{}{}", 5 - from_top, drawn(row)),
            false => drawn(row),
        };
        let mut lines: Vec<String> = rows.iter().zip(1..).map(line).collect();
        if flipped {
            lines.reverse();
        }
        if named || flipped {
            lines.push(drawn("abcde"));
        }
        lines.push("o to move".to_owned());
        let end = chance.pick(&["\n", "\r\n", "/", " /", "/ ", " / "]).unwrap();
        assert_eq!(lines.join(end).parse(), Ok(position), "{lines:?}");
    });
}
