//! A turn of CodinGame's Lines of Action, as its referee tells it to a player.
//!
//! Eight rows from the top, of `b`, `w` and `.`; the last move, or `null`; the
//! number of legal moves; and these, sorted, one a line. The order is that of
//! the public referee, <https://github.com/darkhorse64/CG_LinesOfAction>
//! (`Referee.java`, `config/statement_en.html`).

use std::fmt;
use std::io::{self, BufRead};

use loa_solver::{Bitboard, Board, Color, Move, ParsePositionError, Position, Square};

use crate::lines::{self, TooLong};
use crate::record::shortened;

/// What stands for the last move where there was none.
pub(crate) const NO_LAST_MOVE: &str = "null";
/// The move of a player without a legal one.
pub(crate) const PASS: &str = "pass";

/// A move as CodinGame writes it: `e2e3`, also where it captures.
pub(crate) fn move_text(played: Move) -> String {
    played.to_string().replace(['-', 'x'], "")
}

/// A colour as CodinGame writes it.
const fn letter(color: Color) -> char {
    match color {
        Color::Black => 'b',
        Color::White => 'w',
    }
}

/// What a player is told when it is to move.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Turn {
    /// The player's colour, told before its first turn only.
    pub(crate) color: Option<Color>,
    /// From the top, of `b`, `w` and `.`.
    pub(crate) rows: Vec<String>,
    /// The opponent's move, or [`NO_LAST_MOVE`].
    pub(crate) last: String,
    /// The legal moves, or [`PASS`] alone.
    pub(crate) moves: Vec<String>,
}

/// Why a turn cannot be read.
#[derive(Debug, thiserror::Error)]
pub(crate) enum TurnError {
    #[error(transparent)]
    Io(#[from] io::Error),
    #[error("the input ends within a turn: expected {0}")]
    Ends(&'static str),
    #[error(transparent)]
    TooLong(#[from] TooLong),
    #[error("{} stands where {expected} should", shortened(.found))]
    Line {
        found: String,
        expected: &'static str,
    },
    #[error("the rows are not a position: {0}")]
    Position(#[from] ParsePositionError),
}

const ROW: &str = "a row of b, w and .";

/// The most rows of a board, and the most moves: eight for each of 64 stones.
const MOST_ROWS: usize = 8;
const MOST_MOVES: u16 = 512;

impl Turn {
    /// What the player whose turn it is is told; its colour if this is its first.
    pub(crate) fn of(position: &Position, first: bool, last: Option<Move>, legal: &[Move]) -> Turn {
        let board = position.board();
        let stone = |square| position.stone(square).map_or('.', letter);
        let row = |rank| {
            (0..board.files())
                .map(|file| stone(Square::new(file, rank)))
                .collect()
        };
        let mut moves: Vec<String> = legal.iter().copied().map(move_text).collect();
        moves.sort_unstable();
        Turn {
            color: first.then_some(position.turn()),
            rows: (0..board.ranks()).rev().map(row).collect(),
            last: last.map_or_else(|| NO_LAST_MOVE.to_owned(), move_text),
            moves,
        }
    }

    /// Reads the next turn; `None` where the input ends before it. Empty lines
    /// and spaces round a line are skipped.
    ///
    /// # Errors
    /// When the input fails, ends within the turn, or a line is out of place.
    pub(crate) fn read(input: &mut impl BufRead) -> Result<Option<Turn>, TurnError> {
        let Some(mut line) = next_line(input)? else {
            return Ok(None);
        };
        let color = match line.as_str() {
            "b" => Some(Color::Black),
            "w" => Some(Color::White),
            _ => None,
        };
        if color.is_some() {
            line = expect_line(input, ROW)?;
        }
        let mut rows = Vec::new();
        while line.bytes().all(|byte| b"bw.".contains(&byte)) {
            if rows.len() == MOST_ROWS {
                return Err(TurnError::Line {
                    found: line,
                    expected: "the last move, after eight rows,",
                });
            }
            rows.push(line);
            line = expect_line(input, "the last move")?;
        }
        if rows.is_empty() {
            return Err(TurnError::Line {
                found: line,
                expected: ROW,
            });
        }
        let last = line;
        let expected = "the number of legal moves";
        let number = expect_line(input, expected)?;
        let parsed = number.parse().ok().filter(|&number| number <= MOST_MOVES);
        let Some(number) = parsed else {
            return Err(TurnError::Line {
                found: number,
                expected,
            });
        };
        let moves = (0..number).map(|_| expect_line(input, "a legal move"));
        let moves = moves.collect::<Result<Vec<String>, TurnError>>()?;
        Ok(Some(Turn {
            color,
            rows,
            last,
            moves,
        }))
    }

    /// The position, with `turn` to move.
    ///
    /// # Errors
    /// When the rows are no board with stones of both colours.
    pub(crate) fn position(&self, turn: Color) -> Result<Position, TurnError> {
        let (files, ranks) = (self.rows[0].len(), self.rows.len());
        let board = Board::new(files, ranks).map_err(ParsePositionError::from)?;
        let (mut black, mut white) = (Bitboard::EMPTY, Bitboard::EMPTY);
        for (rank, row) in (0..).zip(self.rows.iter().rev()) {
            if row.len() != files {
                return Err(TurnError::Line {
                    found: row.clone(),
                    expected: "a row as long as the first",
                });
            }
            for (file, stone) in (0..).zip(row.bytes()) {
                let square = Square::new(file, rank);
                match stone {
                    b'b' => black |= square.into(),
                    b'w' => white |= square.into(),
                    _ => {}
                }
            }
        }
        let (us, them) = match turn {
            Color::Black => (black, white),
            Color::White => (white, black),
        };
        Ok(Position::new(board, us, them, turn).map_err(ParsePositionError::from)?)
    }
}

/// The next line that is not empty, without the spaces round it.
fn next_line(input: &mut impl BufRead) -> Result<Option<String>, TurnError> {
    while let Some(line) = lines::next_line(input)? {
        let line = line?;
        let text = line.trim();
        if !text.is_empty() {
            return Ok(Some(text.to_owned()));
        }
    }
    Ok(None)
}

fn expect_line(input: &mut impl BufRead, expected: &'static str) -> Result<String, TurnError> {
    next_line(input)?.ok_or(TurnError::Ends(expected))
}

impl fmt::Display for Turn {
    /// The lines as the referee sends them, each with its end.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if let Some(color) = self.color {
            writeln!(f, "{}", letter(color))?;
        }
        for row in &self.rows {
            writeln!(f, "{row}")?;
        }
        writeln!(f, "{}", self.last)?;
        writeln!(f, "{}", self.moves.len())?;
        for text in &self.moves {
            writeln!(f, "{text}")?;
        }
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use loa_solver::Rules;

    use super::*;

    #[test]
    fn the_first_turn_reads_as_the_referee_writes_it() {
        let start = Board::new(8, 8).unwrap().start();
        let told = Turn::of(&start, true, None, &Rules::default().moves(&start)).to_string();
        let lines: Vec<&str> = told.lines().collect();
        assert_eq!(
            lines[..11],
            [
                "b", ".bbbbbb.", "w......w", "w......w", "w......w", "w......w", "w......w",
                "w......w", ".bbbbbb.", "null", "36"
            ]
        );
        assert_eq!(lines.len(), 47);
        assert_eq!(lines[11..15], ["b1b3", "b1d3", "b1h1", "b8b6"]);
    }

    #[test]
    fn a_side_that_cannot_move_is_told_to_pass() {
        // The white stone in the corner is shut in by black ones.
        let position: Position = "8/8/8/8/8/8/xx6/ox6 o".parse().unwrap();
        let legal = Rules::default().moves(&position);
        let told = Turn::of(&position, false, Some(Move::Pass), &legal).to_string();
        let lines: Vec<&str> = told.lines().skip(6).collect();
        assert_eq!(lines, ["bb......", "wb......", PASS, "1", PASS]);
    }

    #[test]
    fn turns_come_back_on_every_board() {
        for board in Board::all() {
            for first in [true, false] {
                let position = board.start();
                let moves = Rules::default().moves(&position);
                let turn = Turn::of(&position, first, None, &moves);
                let text = turn.to_string();
                let read = Turn::read(&mut text.as_bytes()).unwrap().unwrap();
                assert_eq!(read, turn);
                assert_eq!(read.position(Color::Black).unwrap(), position);
                assert_eq!(read.color, first.then_some(Color::Black));
            }
        }
    }

    #[test]
    fn spaces_and_empty_lines_are_skipped() {
        let text = "\r\nw\r\n\n .b. \r\nw.w\r\n.b.\r\n\na1a2\r\n1\r\na2a1\r\n";
        let turn = Turn::read(&mut text.as_bytes()).unwrap().unwrap();
        let position = turn.position(Color::White).unwrap();
        assert_eq!(position.to_string(), "1x1/o1o/1x1 o");
        assert_eq!(
            (turn.last.as_str(), turn.moves),
            ("a1a2", vec!["a2a1".to_owned()])
        );
    }

    #[test]
    fn what_is_no_turn_is_told() {
        let error = |text: &str| match Turn::read(&mut text.as_bytes()) {
            Ok(Some(turn)) => turn.position(Color::Black).unwrap_err().to_string(),
            Ok(None) => panic!("{text}"),
            Err(error) => error.to_string(),
        };
        assert!(error("b\n").contains("ends"));
        assert!(error("hello\n").contains("\"hello\""));
        assert!(error(".b.\nw.w\n.b.\nnull\nmany\n").contains("\"many\""));
        assert!(error(".b.\nw.w\n.b.\nnull\n2\na1a2\n").contains("ends"));
        assert!(error(".b.\nw.w\n.b\nnull\n0\n").contains("\".b\""));
        assert!(error(".b.\nw.w\nnull\n0\n").contains("3x2"));
        assert!(error("...\nw.w\n...\nnull\n0\n").contains("x has no stones"));
        let rows = "bw.\n".repeat(9);
        assert!(error(&rows).contains("after eight rows"));
        assert!(error(".b.\nw.w\n.b.\nnull\n513\n").contains("\"513\""));
        assert!(error(&"b".repeat(70_000)).contains("longer than 65536 bytes"));
        assert!(Turn::read(&mut "\n \n".as_bytes()).unwrap().is_none());
    }
}
