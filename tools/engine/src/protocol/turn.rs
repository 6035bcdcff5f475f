//! A turn of CodinGame's Lines of Action, as its referee sends it to a player.
//!
//! The message has eight rows from the top, of `b`, `w` and `.`; the last move, or `null`; the
//! number of legal moves; and the moves, sorted, one on each line. This is what the
//! public referee sends: <https://github.com/darkhorse64/CG_LinesOfAction> (`Referee.java`,
//! `config/statement_en.html`).

use std::fmt;
use std::io::{self, BufRead};

use loa_record::text::{LineTooLong, Lines, shortened};
use loa_solver::{Bitboard, Board, Color, Move, ParsePositionError, Position, Square};

/// Sent instead of the last move before the first move.
pub const NO_LAST_MOVE: &str = "null";
/// The move of a player without a legal move.
pub const PASS: &str = "pass";

/// Returns a move in CodinGame's form: `e2e3`, including captures.
pub fn move_text(played: Move) -> String {
    played.to_string().replace(['-', 'x'], "")
}

/// Returns a colour in CodinGame's form.
const fn letter(color: Color) -> char {
    match color {
        Color::Black => 'b',
        Color::White => 'w',
    }
}

/// The referee's message to the player to move.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct RefereeTurn {
    /// The player's colour, which is sent only before its first turn.
    pub color: Option<Color>,
    /// The rows from the top, of `b`, `w` and `.`.
    pub rows: Vec<String>,
    /// The opponent's move, or [`NO_LAST_MOVE`].
    pub last: String,
    /// The legal moves, or only [`PASS`].
    pub moves: Vec<String>,
}

/// Input that is not a turn.
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub enum TurnError {
    /// Reading failed.
    #[error(transparent)]
    Io(#[from] io::Error),
    /// The input ends within a turn.
    #[error("the input ends within a turn: expected {0}")]
    Ends(&'static str),
    /// A line is too long.
    #[error(transparent)]
    TooLong(#[from] LineTooLong),
    /// A line is out of place.
    #[error("{} stands where {expected} should", shortened(.found))]
    Line {
        /// The line.
        found: String,
        /// A description of the expected line.
        expected: &'static str,
    },
    /// The rows are not a position.
    #[error(transparent)]
    Position(#[from] ParsePositionError),
}

const ROW: &str = "a row of b, w and .";
const LAST: &str = "the last move, such as e2e3, or null";
const MOVE: &str = "a legal move such as e2e3";

/// The maximum number of rows of a board, and of moves: eight for each of 64 stones.
const MOST_ROWS: usize = 8;
const MOST_MOVES: u16 = 512;

impl RefereeTurn {
    /// Returns the message to the player to move, with its colour if this is its first turn.
    pub fn of(position: &Position, first: bool, last: Option<Move>, legal: &[Move]) -> RefereeTurn {
        let board = position.board();
        let stone = |square| position.stone(square).map_or('.', letter);
        let row = |rank| (0..board.files()).map(|file| stone(Square::new(file, rank))).collect();
        let mut moves: Vec<String> = legal.iter().copied().map(move_text).collect();
        moves.sort_unstable();
        RefereeTurn {
            color: first.then_some(position.turn()),
            rows: (0..board.ranks()).rev().map(row).collect(),
            last: last.map_or_else(|| NO_LAST_MOVE.to_owned(), move_text),
            moves,
        }
    }

    /// Reads the next turn; `None` at the end of the input. Empty lines and spaces round a line are
    /// skipped.
    ///
    /// # Errors
    /// If the input fails, ends within the turn, or has a line out of place.
    pub fn read(input: &mut Lines<impl BufRead>) -> Result<Option<RefereeTurn>, TurnError> {
        let Some(mut line) = text_line(input)? else {
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
            line = expect_line(input, LAST)?;
        }
        if rows.is_empty() {
            return Err(TurnError::Line { found: line, expected: ROW });
        }
        let last = line;
        if last != NO_LAST_MOVE && !is_move(&last) {
            return Err(TurnError::Line { found: last, expected: LAST });
        }
        let expected = "the number of legal moves";
        let number = expect_line(input, expected)?;
        let parsed = number.parse().ok().filter(|&number| number <= MOST_MOVES);
        let Some(number) = parsed else {
            return Err(TurnError::Line { found: number, expected });
        };
        let moves = (0..number)
            .map(|_| match expect_line(input, MOVE)? {
                found if !is_move(&found) => Err(TurnError::Line { found, expected: MOVE }),
                played => Ok(played),
            })
            .collect::<Result<Vec<String>, TurnError>>()?;
        Ok(Some(RefereeTurn { color, rows, last, moves }))
    }

    /// Returns the position, with `turn` to move.
    ///
    /// # Errors
    /// If the rows are not a board with stones of both colours.
    pub fn position(&self, turn: Color) -> Result<Position, TurnError> {
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

/// True if a word is a move as [`move_text`] writes it.
fn is_move(word: &str) -> bool {
    let is_square = |square: &[u8]| matches!(square, [b'a'..=b'h', b'1'..=b'8']);
    word == PASS || word.len() == 4 && word.as_bytes().chunks(2).all(is_square)
}

/// Returns the next nonempty line, without the spaces round it.
fn text_line(input: &mut Lines<impl BufRead>) -> Result<Option<String>, TurnError> {
    while let Some(line) = input.next_line()? {
        let line = line?;
        let text = line.trim();
        if !text.is_empty() {
            return Ok(Some(text.to_owned()));
        }
    }
    Ok(None)
}

fn expect_line(
    input: &mut Lines<impl BufRead>,
    expected: &'static str,
) -> Result<String, TurnError> {
    text_line(input)?.ok_or(TurnError::Ends(expected))
}

impl fmt::Display for RefereeTurn {
    /// Writes the lines in the referee's form, each with its end.
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
        let sent = RefereeTurn::of(&start, true, None, &Rules::default().moves(&start)).to_string();
        let lines: Vec<&str> = sent.lines().collect();
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
    fn a_side_that_cannot_move_gets_a_pass() {
        // Black stones block the white stone in the corner.
        let position: Position = "8/8/8/8/8/8/xx6/ox6 o".parse().unwrap();
        let legal = Rules::default().moves(&position);
        let sent = RefereeTurn::of(&position, false, Some(Move::Pass), &legal).to_string();
        let lines: Vec<&str> = sent.lines().skip(6).collect();
        assert_eq!(lines, ["bb......", "wb......", PASS, "1", PASS]);
    }

    #[test]
    fn turns_come_back_on_every_board() {
        for board in Board::all() {
            for first in [true, false] {
                let position = board.start();
                let moves = Rules::default().moves(&position);
                let turn = RefereeTurn::of(&position, first, None, &moves);
                let text = turn.to_string();
                let read = RefereeTurn::read(&mut Lines::new(text.as_bytes())).unwrap().unwrap();
                assert_eq!(read, turn);
                assert_eq!(read.position(Color::Black).unwrap(), position);
                assert_eq!(read.color, first.then_some(Color::Black));
            }
        }
    }

    #[test]
    fn spaces_and_empty_lines_are_skipped() {
        let text = "\r\nw\r\n\n .b. \r\nw.w\r\n.b.\r\n\na1a2\r\n1\r\na2a1\r\n";
        let turn = RefereeTurn::read(&mut Lines::new(text.as_bytes())).unwrap().unwrap();
        let position = turn.position(Color::White).unwrap();
        assert_eq!(position.to_string(), "1x1/o1o/1x1 o");
        assert_eq!((turn.last.as_str(), turn.moves), ("a1a2", vec!["a2a1".to_owned()]));
    }

    #[test]
    fn errors_name_the_line_that_is_wrong() {
        let error = |text: &str| match RefereeTurn::read(&mut Lines::new(text.as_bytes())) {
            Ok(Some(turn)) => turn.position(Color::Black).unwrap_err().to_string(),
            Ok(None) => panic!("{text}"),
            Err(error) => error.to_string(),
        };
        assert!(error("b\n").contains("ends"));
        assert!(error("hello\n").contains("\"hello\""));
        assert!(error(".b.\nw.w\n.b.\nnull\nmany\n").contains("\"many\""));
        assert!(error(".b.\nw.w\n.b.\nnull\n2\na1a2\n").contains("ends"));
        assert!(error(".b.\nw.w\n.b.\nnil\n").contains("\"nil\" stands where the last move"));
        assert!(error(".b.\nw.w\n.b.\nnull\n1\na1-a2\n").contains("\"a1-a2\""));
        assert!(error(".b.\nw.w\n.b\nnull\n0\n").contains("\".b\""));
        assert!(error(".b.\nw.w\nnull\n0\n").contains("3x2"));
        assert!(error("...\nw.w\n...\nnull\n0\n").contains("x has no stones"));
        let rows = "bw.\n".repeat(9);
        assert!(error(&rows).contains("after eight rows"));
        assert!(error(".b.\nw.w\n.b.\nnull\n513\n").contains("\"513\""));
        assert!(error(&"b".repeat(70_000)).contains("longer than 65536 bytes"));
        assert!(RefereeTurn::read(&mut Lines::new("\n \n".as_bytes())).unwrap().is_none());
    }
}
