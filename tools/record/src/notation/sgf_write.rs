//! Writes a game as SGF.

use std::fmt::Write;

use loa_solver::{Board, Color, Move, Position};

use super::record::Players;
use super::sgf_tree::escaped;
use crate::end::End;
use crate::game::Game;

/// Moves on a line of text.
const MOVES_A_LINE: usize = 8;

/// Returns a game as SGF.
pub fn to_sgf(game: &Game, players: &Players) -> String {
    to_sgf_with(game, players, |_| String::new())
}

/// Returns a game as SGF with further `properties` of the start, which is number 0, and of
/// each move, from 1.
pub fn to_sgf_with(game: &Game, players: &Players, properties: impl Fn(usize) -> String) -> String {
    let mut sgf = format!(
        "(;FF[4]GM[9]CA[UTF-8]AP[loa:{}]{}RU[{}]{}",
        env!("CARGO_PKG_VERSION"),
        size(game.start().board()),
        game.preset().name,
        setup(game.start()),
    );
    for (property, name) in [("PB", &players.black), ("PW", &players.white)] {
        if !name.is_empty() {
            let _ = write!(sgf, "{property}[{}]", escaped(name));
        }
    }
    if let Some(end) = game.end() {
        let _ = write!(sgf, "RE[{}]", result(end));
    }
    sgf.push_str(&properties(0));
    for (number, (position, played)) in game.positions().iter().zip(game.moves()).enumerate() {
        let more = properties(number + 1);
        if number % MOVES_A_LINE == 0 || !more.is_empty() {
            sgf.push('\n');
        }
        let _ = write!(sgf, ";{}[{}]{more}", letter(position.turn()), move_text(*played));
    }
    if let Some(color) = game.resigned() {
        let _ = write!(sgf, "\n;{}[resign]", letter(color));
    }
    sgf.push_str(")\n");
    sgf
}

const fn letter(color: Color) -> char {
    match color {
        Color::Black => 'B',
        Color::White => 'W',
    }
}

/// Returns a move with `:` between the squares of a capture.
fn move_text(played: Move) -> String {
    played.to_string().replace('x', ":")
}

fn size(board: Board) -> String {
    if board.is_square() {
        format!("SZ[{}]", board.files())
    } else {
        format!("SZ[{}:{}]", board.files(), board.ranks())
    }
}

fn setup(start: &Position) -> String {
    let board = start.board();
    if *start == board.start() {
        return "SU[Standard]".to_owned();
    }
    if *start == board.scrambled() {
        return "SU[Scrambled-eggs]".to_owned();
    }
    let mut setup = "SU[Custom]".to_owned();
    for color in [Color::Black, Color::White] {
        let _ = write!(setup, "A{}", letter(color));
        let squares = board.mask().into_iter();
        for square in squares.filter(|&square| start.stone(square) == Some(color)) {
            let _ = write!(setup, "[{square}]");
        }
    }
    let _ = write!(setup, "PL[{}]", letter(start.turn()));
    setup
}

fn result(end: End) -> String {
    let manner = match end.reason() {
        "resignation" => "Resign",
        _ => "",
    };
    match end.winner {
        Some(color) => format!("{}+{manner}", letter(color)),
        None => "Draw".to_owned(),
    }
}

#[cfg(test)]
mod tests {
    use loa_solver::{Bitboard, Preset};
    use proptest::prelude::*;

    use super::*;
    use crate::notation::read;

    /// Returns a game of moves chosen by numbers.
    fn game(preset: Preset, start: Position, choices: &[usize], resigns: bool) -> Game {
        let mut game = Game::new(preset, start);
        for choice in choices {
            let legal = preset.rules.moves(game.position());
            if game.end().is_some() || legal.is_empty() {
                break;
            }
            game.play(legal[choice % legal.len()]).unwrap();
        }
        if resigns && game.end().is_none() {
            game.resign(game.position().turn()).unwrap();
        }
        game
    }

    #[test]
    fn a_game_is_written_as_others_write_it() {
        let start = Board::new(5, 4).unwrap().start();
        let mut game = Game::new(Preset::default(), start);
        for text in ["b1-b3", "a2xd2"] {
            if let Ok(m) = Preset::default().rules.parse_move(game.position(), text) {
                game.play(m).unwrap();
            }
        }
        game.resign(Color::White).unwrap();
        let players = Players { black: "me]".to_owned(), white: String::new() };
        let sgf = to_sgf(&game, &players);
        assert!(sgf.starts_with("(;FF[4]GM[9]CA[UTF-8]AP[loa:"), "{sgf}");
        assert!(
            sgf.contains("]SZ[5:4]RU[club]SU[Standard]PB[me\\]]RE[B+Resign]\n;B[b1-b3]"),
            "{sgf}"
        );
        assert!(sgf.ends_with(";W[resign])\n"), "{sgf}");
    }

    fn presets() -> impl Strategy<Value = Preset> {
        let names = ["club", "tournament", "soucie", "misere", "own-draw"];
        prop::sample::select(names.to_vec()).prop_map(|name| name.parse().unwrap())
    }

    fn starts() -> impl Strategy<Value = Position> {
        (3usize..=8, 3usize..=8, 0..3, any::<u64>(), any::<u64>()).prop_filter_map(
            "a side without stones",
            |(files, ranks, kind, black, white)| {
                let board = Board::new(files, ranks).ok()?;
                match kind {
                    0 => Some(board.start()),
                    1 => Some(board.scrambled()),
                    _ => {
                        let black = Bitboard(black) & board.mask();
                        let white = (Bitboard(white) & board.mask()) - black;
                        Position::new(board, white, black, Color::White).ok()
                    }
                }
            },
        )
    }

    proptest! {
        #[test]
        fn games_come_back(
            preset in presets(),
            start in starts(),
            choices in prop::collection::vec(0usize..1000, 0..40),
            resigns: bool,
            black in "[^\\p{C}\\p{Z}]{0,12}",
        ) {
            let game = game(preset, start, &choices, resigns);
            let players = Players { black, white: "w [\\".to_owned() };
            let sgf = to_sgf(&game, &players);
            let record = read(&sgf).unwrap();
            prop_assert_eq!(&record.players, &players);
            let (replayed, stop) = record.replay(record.preset.unwrap());
            prop_assert_eq!(stop, None);
            prop_assert_eq!(&replayed, &game);
            prop_assert_eq!(to_sgf(&replayed, &players), sgf);
            let mut list = start.to_string();
            for (number, played) in game.moves().iter().enumerate() {
                list.push_str(&format!("\n{}. {played}", number + 1));
            }
            let (replayed, stop) = read(&list).unwrap().replay(preset);
            prop_assert_eq!(stop, None);
            prop_assert_eq!(replayed.positions(), game.positions());
        }

        #[test]
        fn mangled_records_are_read_or_refused(
            choices in prop::collection::vec(0usize..1000, 0..20),
            cuts in prop::collection::vec((any::<prop::sample::Index>(), "[\\PC\n]{0,3}"), 1..4),
        ) {
            let start = Board::new(6, 5).unwrap().start();
            let game = game(Preset::default(), start, &choices, true);
            let mut characters: Vec<char> = to_sgf(&game, &Players::default()).chars().collect();
            for (place, patch) in cuts {
                let at = place.index(characters.len());
                let end = (at + 2).min(characters.len());
                characters.splice(at..end, patch.chars());
                if characters.is_empty() {
                    break;
                }
            }
            let text: String = characters.into_iter().collect();
            if let Ok(record) = read(&text) {
                record.replay(Preset::default());
            }
        }

        #[test]
        fn any_text_is_read_or_refused(text in "\\PC{0,60}", lines in "[(;BWASZ\\[\\]a-h1-8x:\\\\\n -]{0,60}") {
            for text in [text, lines] {
                if let Ok(record) = read(&text) {
                    record.replay(Preset::default());
                }
            }
        }
    }
}
