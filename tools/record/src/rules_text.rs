//! The rules of the game, worded for people.

use std::iter;

use loa_solver::{Connection, NoMove, Preset, Repetition};

use crate::repetition::occurrences_to_end;
use crate::text::wrapped;

/// The start of 8x8, with c1 and its moves marked.
const DRAWING: [&str; 9] = [
    " 8  . x x x x x x .",
    " 7  o . . . . . . o",
    " 6  o . . . . . . o",
    " 5  o . . . . . . o",
    " 4  o . . . . . . o",
    " 3 (o). + . + . . o",
    " 2  o . . . . . . o",
    " 1  . x[x]x x x x .",
    "    a b c d e f g h",
];

/// The rules that all presets share: who begins, how stones move, an example, and when stones are
/// connected. The example is c1 at the start of 8x8, with its legal moves.
pub const SHARED: [&str; 4] = [
    "Black, x, moves first, and then the sides take turns.",
    "A stone moves along a rank, file or diagonal by exactly as many squares as stones of both \
     sides stand on that whole line, itself included. It may pass over stones of the same side, \
     not over the enemy's. It lands on an empty square or on an enemy, which is taken, never on \
     its own side.",
    "c1 stands on a file of two stones: c1-c3; on a diagonal of two: c1-e3; on another of two: \
     it takes a3, c1xa3; and on a rank of six, where no square is six away.",
    "The stones of a side are connected when all of them form one group, the eight neighbours \
     of a square counted. One stone alone is connected.",
];

/// A sentence of the rules that depends on the preset.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize))]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct Article {
    /// The sentence.
    pub text: &'static str,
    /// True if the default rules have a different sentence.
    #[cfg_attr(feature = "serde", serde(rename = "special"))]
    pub is_special: bool,
}

/// Returns the sentences that depend on the preset: the result of a connection, then players
/// without a move, then repetition.
pub fn articles(preset: Preset) -> [Article; 3] {
    let (here, usual) = (texts(preset), texts(Preset::default()));
    [0, 1, 2].map(|place| Article { text: here[place], is_special: here[place] != usual[place] })
}

fn texts(preset: Preset) -> [&'static str; 3] {
    let rules = preset.rules;
    let connection = match (rules.connection(), rules.is_misere()) {
        (Connection::Mover, false) => {
            "The side whose stones are connected after a move wins. If both sides are, the \
             side that has moved wins."
        }
        (Connection::Mover, true) => {
            "The side whose stones are connected after a move loses. If both sides are, the \
             side that has moved loses."
        }
        (Connection::Draw, false) => {
            "The side whose stones are connected after a move wins. If both sides are, the \
             game is drawn."
        }
        (Connection::Draw, true) => {
            "The side whose stones are connected after a move loses. If both sides are, the \
             game is drawn."
        }
        (Connection::Own, _) => {
            "The side that has moved wins if its stones are connected. Stones that the \
             enemy's capture connects win only when their side moves and they still are."
        }
    };
    let no_move = match rules.no_move() {
        NoMove::Pass => {
            "A side without a move passes, and only such a side. If neither side can move, the \
             game is drawn."
        }
        NoMove::Loss => "A side without a move loses.",
        NoMove::Draw => "If the side to move has no move, the game is drawn.",
    };
    const _: () = assert!(occurrences_to_end(Repetition::Draw) == 3);
    const _: () = assert!(occurrences_to_end(Repetition::BoardDraw) == 2);
    const _: () = assert!(occurrences_to_end(Repetition::Loss) == 2);
    let repetition = match preset.repetition {
        Repetition::Draw => {
            "A position that occurs for the third time with the same side to move ends the game \
             in a draw."
        }
        Repetition::BoardDraw => {
            "A board that occurs for the second time, whichever side is to move, ends the game \
             in a draw."
        }
        Repetition::Loss => {
            "The side whose move brings back a position, with the same side to move, loses."
        }
    };
    [connection, no_move, repetition]
}

/// Returns the name of the rules of a game: the rules id, as in its tables, with the preset if it
/// says more than the id, such as `mover-pass` or `own-loss (soucie)`.
pub fn rules_name(preset: Preset) -> String {
    let id = preset.rules.id();
    match preset.repetition {
        Repetition::Draw => id.to_owned(),
        Repetition::BoardDraw | Repetition::Loss => format!("{id} ({})", preset.name),
    }
}

/// Returns the rules of a preset as lines that fit in 80 columns and on a screen.
pub fn rules_lines(preset: Preset) -> Vec<String> {
    let id = preset.rules.id();
    let mut title = format!("Lines of Action: {}", preset.name);
    if preset.name != id {
        title.push_str(&format!(" (rules id {id})"));
    }
    let articles = articles(preset);
    if articles.iter().any(|article| article.is_special) {
        title.push_str(&format!("; * is unlike {}", Preset::default().name));
    }
    let mut lines = vec![title, String::new()];
    let [beside @ .., below] = SHARED;
    let words = beside.map(|text| wrapped(text, COLUMNS - BESIDE)).join(&String::new());
    let drawing = DRAWING.into_iter().chain(iter::repeat(""));
    let drawn = words.iter().zip(drawing).map(|(words, row)| format!("{row:BESIDE$}{words}"));
    lines.extend(drawn.map(|line| line.trim_end().to_owned()));
    lines.push(String::new());
    lines.extend(wrapped(below, COLUMNS));
    for article in articles {
        let sign = if article.is_special { "* " } else { "- " };
        let text = wrapped(article.text, COLUMNS - 2).join("\n  ");
        lines.extend(format!("{sign}{text}").lines().map(str::to_owned));
    }
    lines
}

const COLUMNS: usize = 80;
/// The width of the drawing, which has text beside it.
const BESIDE: usize = 22;

#[cfg(test)]
mod tests {
    use loa_solver::{Position, Rules};

    use super::*;

    fn all() -> Vec<Preset> {
        let ids = Rules::all().map(|rules| rules.id().parse().unwrap());
        Preset::ALL.into_iter().chain(ids).collect()
    }

    #[test]
    fn the_rules_fit_a_screen() {
        for preset in all() {
            let lines = rules_lines(preset);
            assert!(lines.len() <= 23, "{}: {}", preset.name, lines.len());
            let longest = lines.iter().map(String::len).max();
            assert!(longest <= Some(COLUMNS), "{}: {lines:#?}", preset.name);
        }
    }

    #[test]
    fn different_rules_read_differently() {
        for one in all() {
            for other in all() {
                let same = (one.rules, one.repetition) == (other.rules, other.repetition);
                assert_eq!(articles(one).map(|a| a.text) == articles(other).map(|a| a.text), same);
            }
            let usual = Preset::default();
            let is_usual = (one.rules, one.repetition) == (usual.rules, usual.repetition);
            assert_eq!(articles(one).iter().all(|a| !a.is_special), is_usual);
        }
    }

    #[test]
    fn the_drawn_example_is_right() {
        let drawn: Vec<Vec<char>> = DRAWING.iter().map(|line| line.chars().collect()).collect();
        let start: Position = "start 8x8".parse().unwrap();
        let legal = Rules::default().moves(&start);
        for row in 0..8 {
            for file in 0..8 {
                let square = loa_solver::Square::new(file, 7 - row);
                let line = &drawn[row as usize];
                let place = 4 + 2 * file as usize;
                let stone = start.stone(square).map_or('.', |color| color.letter());
                let from_c1 = |sign: char| format!("c1{sign}{square}");
                let is_move = |text: String| legal.iter().any(|played| played.to_string() == text);
                let expected = if is_move(from_c1('-')) { '+' } else { stone };
                assert_eq!(line[place], expected, "{square}");
                assert_eq!(line[place - 1] == '(', is_move(from_c1('x')), "{square}");
                assert_eq!(line[place - 1] == '[', square.to_string() == "c1");
            }
        }
        let of_c1 = legal.iter().filter(|played| played.to_string().starts_with("c1"));
        assert_eq!(of_c1.count(), 3);
    }
}
