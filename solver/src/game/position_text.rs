//! Positions as text.
//!
//! The program writes one form, such as `1xx1/o2o/o2o/1xx1 x`: the ranks from the top with `/`
//! between them, `x` and `o` for stones, digits for runs of empty squares, a space, and the side to
//! move. The size of the board follows from the ranks. People also write `.` or `-` for each empty
//! square, `_` for the space, diagrams with one rank on each line, and comments. PlayStrategy writes
//! `1LL1/l2l/l2l/1LL1 w - - 0 1`.

use std::borrow::Cow;
use std::fmt;
use std::str::FromStr;

use crate::game::bitboard::Bitboard;
use crate::game::board::{Board, BoardSizeError, ParseBoardError};
use crate::game::position::{Color, Position, PositionError};
use crate::game::signs::{plain, plain_text, trimmed, visible};
use crate::game::square::{Square, write_ascii};

/// An error in the text of a position.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum ParsePositionError {
    /// A character that has no meaning in its place.
    #[error(
        "not a position: character {at} is '{}': expected {expected}", visible(&.found.to_string())
    )]
    Character {
        /// The position of the character in the text, from 1.
        at: usize,
        /// The character.
        found: char,
        /// The characters that would be valid there.
        expected: &'static str,
    },
    /// Text that ends before the side to move.
    #[error("not a position: the text ends after character {at}: expected {expected}")]
    Ends {
        /// Length of the text in characters.
        at: usize,
        /// The missing part.
        expected: &'static str,
    },
    /// Ranks of different lengths.
    #[error(
        "not a position: rank {rank}, which ends at character {at}, has {found} squares where the top rank has {expected}"
    )]
    Ragged {
        /// The rank as moves number it: 1 is the last in the text.
        rank: usize,
        /// The position in the text where the rank ends.
        at: usize,
        /// Squares in this rank.
        found: usize,
        /// Squares in the top rank.
        expected: usize,
    },
    /// A board outside 3x3 to 8x8.
    #[error(transparent)]
    Board(#[from] BoardSizeError),
    /// Squares that do not form a position.
    #[error("not a position: {0}")]
    Stones(#[from] PositionError),
    /// The name of a start position without a board.
    #[error("{0} of which board? Such as: {0} 5x5")]
    NoBoard(String),
    /// The name of a start position, followed by text that is not a board.
    #[error(transparent)]
    Start(#[from] ParseBoardError),
}

impl ParsePositionError {
    /// Returns the position of the first wrong character, from 1; `None` for other errors.
    pub const fn character(&self) -> Option<usize> {
        match self {
            ParsePositionError::Character { at, .. }
            | ParsePositionError::Ends { at, .. }
            | ParsePositionError::Ragged { at, .. } => Some(*at),
            _ => None,
        }
    }
}

impl fmt::Display for Position {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        // Calling the formatter for each character is slower than filling a buffer.
        let (mut text, mut length) = ([0; LONGEST_TEXT], 0);
        for rank in (0..self.board.ranks()).rev() {
            for file in 0..self.board.files() {
                match (self.stone(Square::new(file, rank)), &mut text[..length]) {
                    (None, [.., empty @ b'1'..=b'7']) => {
                        *empty += 1;
                        continue;
                    }
                    (None, _) => text[length] = b'1',
                    (Some(color), _) => text[length] = color.letter() as u8,
                }
                length += 1;
            }
            text[length] = if rank > 0 { b'/' } else { b' ' };
            length += 1;
        }
        text[length] = self.turn.letter() as u8;
        write_ascii(f, &text[..=length])
    }
}

/// The length of a text of 64 stones: each, the ends of 8 ranks, and the side to move.
const LONGEST_TEXT: usize = 64 + 8 + 1;

/// The squares of one rank of text, `None` for an empty square.
type RankSquares = Vec<Option<Color>>;

/// A character and its position in the text, from 1.
type TextPlace = (usize, char);

const IN_RANK: &str = "x, o, a digit from 1 to 8, / or a space";
const TURN: &str = "the side to move, x or o";

/// Reads a position's text, a diagram, `start BOARD` or `BOARD` alone, or `scrambled BOARD`.
///
/// A diagram has one rank on each line, or `/` between ranks, the top rank first. Spaces may stand
/// between the squares, and rank numbers before them. A line may name the files. The side to move
/// follows the last rank, or stands on a line such as `x to move`.
///
/// # Examples
/// ```
/// use loa_solver::{ParsePositionError, Position};
///
/// let start: Position = "start 4x4".parse()?;
/// for text in [
///     "4x4",
///     "1xx1/o2o/o2o/1xx1 x",
///     ".xx./o..o/o..o/.xx._x",
///     "4 . x x .\n3 o . . o\n2 o . . o\n1 . x x .\n  a b c d\nblack to move",
/// ] {
///     assert_eq!(text.parse::<Position>()?, start);
/// }
/// assert!("start".parse::<Position>().is_err());
/// # Ok::<(), ParsePositionError>(())
/// ```
impl FromStr for Position {
    type Err = ParsePositionError;

    fn from_str(text: &str) -> Result<Position, ParsePositionError> {
        let text = uncommented(text);
        if let Some(start) = read_start(&plain_text(&text)) {
            return start;
        }
        let mut text = Text::new(&text);
        if text.characters.iter().any(|&(_, c)| is_line_end(c)) {
            return text.diagram();
        }
        text.translate();
        text.line().or_else(|fault| text.diagram().map_err(|_| fault))
    }
}

/// Returns the index at which the comment of a line with a position begins, or the length of the
/// line. A comment begins with `#` or `;`, but in a link these signs have another meaning.
///
/// # Examples
/// ```
/// assert_eq!(loa_solver::comment_start("start 4x4 # empty"), 10);
/// assert_eq!(loa_solver::comment_start("#/board?board=4x4&lines=b1-b3;c1-c3"), 35);
/// ```
pub fn comment_start(line: &str) -> usize {
    let mut is_link = false;
    let begin = line.char_indices().find(|&(at, c)| {
        is_link = c == '?' || is_link && !c.is_whitespace();
        c == '#' && !line[at..].starts_with("#/") || c == ';' && !is_link
    });
    begin.map_or(line.len(), |(at, _)| at)
}

/// Returns a text with a space for each character of its comments.
fn uncommented(text: &str) -> Cow<'_, str> {
    if !text.contains(['#', ';']) {
        return Cow::Borrowed(text);
    }
    let lines = text.split_inclusive(is_line_end).flat_map(|line| {
        let (line, comment) = line.split_at(comment_start(line));
        line.chars().chain(comment.chars().map(|c| if is_line_end(c) { c } else { ' ' }))
    });
    Cow::Owned(lines.collect())
}

/// Reads the name of a start position; `None` if the text does not begin with one.
fn read_start(text: &str) -> Option<Result<Position, ParsePositionError>> {
    let text = trimmed(text);
    let (name, board) = text.split_once(is_blank).unwrap_or((text, ""));
    let board = board.trim();
    let name = name.to_ascii_lowercase();
    let of = |start: fn(Board) -> Position| match board {
        "" => Err(ParsePositionError::NoBoard(name.clone())),
        board => Ok(start(board.parse()?)),
    };
    match name.as_str() {
        "start" => Some(of(Board::start)),
        "scrambled" => Some(of(Board::scrambled)),
        // A single word is never a position, which needs the side to move: it may be a board.
        _ if board.is_empty() => match text.parse::<Board>() {
            Ok(board) => Some(Ok(board.start())),
            Err(ParseBoardError::Size(error)) => Some(Err(error.into())),
            Err(ParseBoardError::Form(_)) => None,
        },
        _ => None,
    }
}

fn is_blank(c: char) -> bool {
    c.is_whitespace() || c == '_'
}

fn is_line_end(c: char) -> bool {
    matches!(c, '\n' | '\r')
}

/// A text without blanks at its ends.
struct Text {
    characters: Vec<TextPlace>,
    /// The position of the last character.
    end: usize,
}

impl Text {
    fn new(text: &str) -> Text {
        let seen = (1..).zip(text.chars()).filter_map(|(at, c)| Some((at, plain(c)?)));
        let characters = trim(&seen.collect::<Vec<TextPlace>>()).to_vec();
        let end = characters.last().map_or(0, |&(at, _)| at);
        Text { characters, end }
    }

    /// Translates the notation of PlayStrategy: `L` and `w` are the player who moves first, `l` and
    /// `b` the other. Chess's castling rights and counts of moves may follow.
    /// (github.com/Mind-Sports-Games/stratops, `src/variants/linesofaction/LinesOfAction.ts`)
    fn translate(&mut self) {
        let length = self.characters.iter().take_while(|&&(_, c)| !is_blank(c)).count();
        let (placement, rest) = self.characters.split_at_mut(length);
        let has = |stones: &str| placement.iter().any(|&(_, c)| stones.contains(c));
        if !has("Ll") || has("XxOo") {
            return;
        }
        for (_, c) in placement.iter_mut().filter(|(_, c)| "Ll".contains(*c)) {
            *c = if *c == 'L' { 'x' } else { 'o' };
        }
        let Some(turn) = rest.iter().position(|&(_, c)| !is_blank(c)) else { return };
        match &mut rest[turn].1 {
            c @ 'w' => *c = 'x',
            c @ 'b' => *c = 'o',
            _ => return,
        }
        let mut counts = rest[turn + 1..].iter().map(|&(_, c)| c);
        if counts.clone().next().is_none_or(is_blank)
            && counts.all(|c| is_blank(c) || "-0123456789".contains(c))
        {
            self.characters.truncate(length + turn + 1);
        }
    }

    /// Reads ranks with `/` between them, then the side to move.
    fn line(&self) -> Result<Position, ParsePositionError> {
        let blank = self.characters.iter().position(|&(_, c)| is_blank(c));
        let (placement, turn) = self.characters.split_at(blank.unwrap_or(self.characters.len()));
        let ranks: Vec<&[TextPlace]> = placement.split(|&(_, c)| c == '/').collect();
        let mut at = placement.first().map_or(0, |&(at, _)| at - 1);
        let mut rows: Vec<RankSquares> = Vec::with_capacity(ranks.len());
        for (below, rank) in (1..=ranks.len()).rev().zip(&ranks) {
            rows.push(read_row(rank)?);
            at += rank.len();
            if blank.is_some() || below > 1 {
                check_row(&rows, below, at)?;
            }
            at += 1;
        }
        let Some(blank) = blank else {
            let expected = "a space and the side to move, x or o";
            return Err(ParsePositionError::Ends { at: self.end, expected });
        };
        place(&rows, read_turn(trim(turn), self.characters[blank].0)?)
    }

    /// Reads ranks on a line each.
    fn diagram(&self) -> Result<Position, ParsePositionError> {
        let (mut ranks, mut files, mut turn) = (Vec::new(), None, None);
        for line in self.characters.split(|&(_, c)| is_line_end(c) || c == '/').map(trim) {
            let Some(&(at, found)) = line.first() else { continue };
            let wrong = |expected| ParsePositionError::Character { at, found, expected };
            let text: String = line.iter().map(|&(_, c)| c.to_ascii_lowercase()).collect();
            match (files_of(&text), turn_of(&text)) {
                (Some(named), _) => files = Some((named, wrong("the names of the files"))),
                (None, Some(side)) if turn.is_some_and(|turn| turn != side) => {
                    return Err(wrong("one side to move"));
                }
                (None, Some(side)) => turn = Some(side),
                // A line without another meaning is a rank.
                (None, None) => ranks.push(line),
            }
        }
        if ranks.is_empty() {
            let expected = "ranks, one on each line";
            return Err(ParsePositionError::Ends { at: self.end, expected });
        }
        let (mut rows, behind) = read_ranks(&ranks)?;
        if let Some(((count, from_right), wrong)) = files {
            if count != rows[0].len() {
                return Err(wrong);
            }
            if from_right {
                rows.iter_mut().for_each(|row| row.reverse());
            }
        }
        let missing = ParsePositionError::Ends { at: self.end, expected: TURN };
        place(&rows, behind.or(turn).ok_or(missing)?)
    }
}

/// Words that may surround the side to move, as in `Current player: x`.
const TURN_WORDS: [&str; 8] = ["to", "move", "moves", "current", "player", "turn", "side", "next"];

/// Returns the number of files that a line in lower case names, and whether they are named from the
/// right; `None` if the line is another.
fn files_of(line: &str) -> Option<(usize, bool)> {
    let named: String = line.chars().filter(|&c| !is_blank(c)).collect();
    let from_left = &"abcdefgh"[..named.len().min(8)];
    let from_right = from_left.chars().rev().eq(named.chars());
    (named.len() > 1 && (from_right || named == from_left)).then_some((named.len(), from_right))
}

/// Returns the side to move that a line in lower case names. A rank names none, even with a wrong
/// character.
fn turn_of(line: &str) -> Option<Color> {
    let is_of_rank = |c: char| is_blank(c) || "xo.-[]12345678".contains(c);
    let is_of_words = |c: char| c.is_alphanumeric() || is_blank(c) || "():,.".contains(c);
    if line.len() > 1 && line.chars().all(is_of_rank) || !line.chars().all(is_of_words) {
        return None;
    }
    let mut turn = None;
    let words = line.split(|c: char| !c.is_alphanumeric()).filter(|word| !word.is_empty());
    for word in words {
        let side = match word {
            "x" | "black" => Color::Black,
            "o" | "white" => Color::White,
            _ if TURN_WORDS.contains(&word) => continue,
            _ => return None,
        };
        if turn.is_some_and(|turn| turn != side) {
            return None;
        }
        turn = Some(side);
    }
    turn
}

/// The ranks of a diagram, the top one first, and the side to move if it follows them.
type DiagramRanks = (Vec<RankSquares>, Option<Color>);

/// Reads the ranks of a diagram, with or without numbers.
fn read_ranks(ranks: &[&[TextPlace]]) -> Result<DiagramRanks, ParsePositionError> {
    let plain = read_unnumbered(ranks);
    // If the ranks are equally long with the digits, the digits count empty squares.
    let Some(numbers) = numbers(ranks).filter(|_| plain.is_err()) else {
        return plain;
    };
    let (mut rows, turn) = read_unnumbered(&cut(ranks, &numbers))?;
    if numbers[0] == '1' {
        rows.reverse();
    }
    Ok((rows, turn))
}

fn read_unnumbered(ranks: &[&[TextPlace]]) -> Result<DiagramRanks, ParsePositionError> {
    let (mut rows, mut turn) = (Vec::with_capacity(ranks.len()), None);
    for (below, rank) in (1..=ranks.len()).rev().zip(ranks) {
        let is_square = |&(_, c): &TextPlace| !is_blank(c) && !"[]".contains(c);
        let squares: Vec<TextPlace> = rank.iter().copied().filter(is_square).collect();
        rows.push(read_row(&squares)?);
        let is_apart = matches!(rank, [.., (_, before), _] if is_blank(*before));
        if below == 1 && is_apart && rows[rows.len() - 1].len() == rows[0].len() + 1 {
            turn = rows.last_mut().and_then(RankSquares::pop).flatten();
        }
        check_row(&rows, below, rank.last().map_or(0, |&(at, _)| at))?;
    }
    Ok((rows, turn))
}

/// Returns the rank numbers if every rank begins with one, in order.
fn numbers(ranks: &[&[TextPlace]]) -> Option<Vec<char>> {
    let numbers: Vec<char> = ranks.iter().map(|rank| rank[0].1).collect();
    let in_order: Vec<char> = ('1'..='8').take(numbers.len()).collect();
    (numbers == in_order || numbers.iter().rev().eq(&in_order)).then_some(numbers)
}

/// Returns ranks without their numbers, which may also follow the squares.
fn cut<'a>(ranks: &[&'a [TextPlace]], numbers: &[char]) -> Vec<&'a [TextPlace]> {
    let is_last = |(rank, number): (&&[TextPlace], &char)| matches!(rank, [_, .., (_, before), (_, last)] if is_blank(*before) && last == number);
    let are_behind = ranks.iter().zip(numbers).all(is_last);
    let end = |rank: &[TextPlace]| rank.len() - usize::from(are_behind);
    ranks.iter().map(|rank| trim(&rank[1..end(rank)])).collect()
}

/// Removes blanks at the ends of a line.
fn trim(mut line: &[TextPlace]) -> &[TextPlace] {
    while let [(_, c), rest @ ..] = line
        && is_blank(*c)
    {
        line = rest;
    }
    while let [rest @ .., (_, c)] = line
        && is_blank(*c)
    {
        line = rest;
    }
    line
}

fn read_row(rank: &[TextPlace]) -> Result<RankSquares, ParsePositionError> {
    let mut row = RankSquares::new();
    for &(at, found) in rank {
        match found {
            'x' | 'X' => row.push(Some(Color::Black)),
            'o' | 'O' => row.push(Some(Color::White)),
            '.' | '-' => row.push(None),
            '1'..='8' => row.extend((0..found as u32 - '0' as u32).map(|_| None)),
            _ => return Err(ParsePositionError::Character { at, found, expected: IN_RANK }),
        }
    }
    Ok(row)
}

/// Checks that the last row, which ends at position `at`, is as long as the first.
fn check_row(rows: &[RankSquares], rank: usize, at: usize) -> Result<(), ParsePositionError> {
    let (found, expected) = (rows[rows.len() - 1].len(), rows[0].len());
    if found != expected {
        return Err(ParsePositionError::Ragged { rank, at, found, expected });
    }
    Ok(())
}

/// Reads the side to move after the blank at a position.
fn read_turn(text: &[TextPlace], blank: usize) -> Result<Color, ParsePositionError> {
    let turn = match text.first() {
        Some((_, 'x' | 'X')) => Color::Black,
        Some((_, 'o' | 'O')) => Color::White,
        Some(&(at, found)) => {
            return Err(ParsePositionError::Character { at, found, expected: TURN });
        }
        None => return Err(ParsePositionError::Ends { at: blank, expected: TURN }),
    };
    match text.get(1) {
        None => Ok(turn),
        Some(&(at, found)) => {
            let expected = "nothing after the side to move";
            Err(ParsePositionError::Character { at, found, expected })
        }
    }
}

fn place(rows: &[RankSquares], turn: Color) -> Result<Position, ParsePositionError> {
    let board = Board::new(rows[0].len(), rows.len())?;
    let (mut us, mut them) = (Bitboard::EMPTY, Bitboard::EMPTY);
    for (rank, row) in (0..).zip(rows.iter().rev()) {
        for (file, stone) in (0..).zip(row) {
            let square = Bitboard::from_square(Square::new(file, rank));
            match stone {
                Some(color) if *color == turn => us |= square,
                Some(_) => them |= square,
                None => {}
            }
        }
    }
    Ok(Position::new(board, us, them, turn)?)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn text_comes_back() {
        for text in ["1xx1/o2o/o2o/1xx1 x", "8/8/1x6/6x1/5o2/8/6o1/8 o", "xo1/3/oox o"] {
            assert_eq!(text.parse::<Position>().unwrap().to_string(), text);
        }
        let spread = " 11x1/o2o/o2o/1xx1   o ".parse::<Position>().unwrap();
        assert_eq!(spread.to_string(), "2x1/o2o/o2o/1xx1 o");
        let capitals = "1XX1/O2o/o2O/1xX1 X".parse::<Position>().unwrap();
        assert_eq!(capitals.to_string(), "1xx1/o2o/o2o/1xx1 x");
    }

    /// Reads the diagrams of other programs and of this one, without each optional part.
    #[test]
    fn diagrams_are_read() {
        let texts = [
            ".ox./o..o/x..o/..x. o",
            "-ox-/o--o/x--o/--x-_o",
            "1ox1/o2o/x2o/2x1_o",
            "1OX1/O2o/x2o/2X1\tO\n",
            "\u{feff}.ox./o..o/x..o/..x. o",
            "\u{2011}ox\u{2212}/o\u{2013}\u{2014}o/ｘ\u{ff0d}－ｏ／２×．\u{200b}\u{3000}ｏ\u{200e}",
            "1ox1/o2o/x2o/2x1 o # a comment; and another",
            "1ox1/o2o/x2o/2x1 o;x",
            "; a comment\n.ox. # top\no..o\n# between\nx..o\n..x.\no ; to move",
            ".ox.\no..o\nx..o\n..x. o",
            ".ox.\r\no..o\r\nx..o\r\n..x.\r\no\r\n",
            "1ox1/\no2o/\nx2o/\n2x1 o",
            "1ox1\no2o\nx2o\n2x1\nwhite to move",
            ". o x .\no . . o\nx . . o\n. . x . o",
            "o to move\n. o x .\no . . o\n\nx . . o\n. . x .",
            "4.ox.\n3o..o\n2x..o\n1..x.\n abcd\n\n\nCurrent player: o",
            "  4  . o[x].\n  3  o . . o\n  2  x . . o\n  1  . . x .\n     a b c d\nwhite (o) to move",
            "  1  . x . .\n  2  o . . x\n  3  o . . o\n  4  . x o .\n     d c b a\nwhite (o) to move",
            "  a b c d\n4 . o x . 4\n3 o . . o 3\n2 x . . o 2\n1 . . x . 1\n  a b c d\no",
            "4 1ox1\n3 o2o\n2 x2o\n1 2x1 o",
            "4 . o x . / 3 o . . o / 2 x . . o / 1 . . x . / o to move",
            "1lL1/l2l/L2l/2L1 b - - 0 1",
            "1lL1/l2l/L2l/2L1_b_12_7",
            "1lL1/l2l/L2l/2L1 b",
        ];
        // These digits are not rank numbers.
        let digits = [
            ("3\n2x\n1xo\nx", "3/2x/1xo x"),
            ("4\n3x\n2o1\n1x2\nx", "4/3x/2o1/1x2 x"),
            ("3 .x.\n2 o.o\n1 .x.\nx", "1x1/o1o/1x1 x"),
            ("1 .x.\n2 o.o\n3 oxx\nx", "oxx/o1o/1x1 x"),
        ];
        let texts = texts.map(|text| (text, "1ox1/o2o/x2o/2x1 o"));
        for (text, position) in texts.into_iter().chain(digits) {
            assert_eq!(
                text.parse::<Position>().map(|read| read.to_string()),
                Ok(position.into()),
                "{text}"
            );
        }
    }

    #[test]
    fn errors_say_which_character_and_why() {
        let error = |text: &str| text.parse::<Position>().unwrap_err().to_string();
        for (text, expected) in [
            ("1xx1/o2q/o2o/1xx1 x", "not a position: character 8 is 'q'"),
            ("1xx1/o2o/o2o/1xx1 z", "not a position: character 19 is 'z'"),
            ("1xx1/o2o/o2o/1xx1 xo", "not a position: character 20 is 'o'"),
            ("1xx1/o2o/o2o/1xx1", "not a position: the text ends after character 17"),
            ("1xx1/o2o/o3o/1xx1 x", "rank 2, which ends at character 12, has 5"),
            ("1xx1/o2o/o2o/1xx2 x", "rank 1, which ends at character 17, has 5"),
            ("9/o x", "not a position: character 1 is '9'"),
            ("81/81/81 x", "a board of 9x3"),
            ("", "not a position: the text ends after character 0"),
            ("ü x", "not a position: character 1 is 'ü'"),
            ("1LL1/l2x/l2l/1LL1 w", "not a position: character 2 is 'L'"),
            ("1LL1/l2l/l2l/1LL1 w KQ 0", "character 20 is ' '"),
            ("1LL1/l2l/l2l/1LL1 w1", "character 20 is '1'"),
            ("1LL1/l2l/l2l/1LL1", "ends after character 17"),
            // Diagrams.
            (
                ".xx.\no..o\no..o\n.xx.",
                "the text ends after character 19: expected the side to move",
            ),
            (".xx.\no.q.o\no..o\n.xx. x", "character 8 is 'q'"),
            (".xx.\no.o\no..o\n.xx. x", "rank 3, which ends at character 8, has 3 squares"),
            ("4.xx.\n3o.o\n2o..o\n1.xx.\nx", "rank 3, which ends at character 10, has 3 squares"),
            ("x to move\n.xx.\no..o\no..o\n.xx.\no", "is 'o': expected one side to move"),
            (".xx.\no..o\no..o\n.xx.\nabc\nx", "is 'a': expected the names of the files"),
            (".bb.\nw..w\nw..w\n.bb.\nb", "character 2 is 'b'"),
            ("x to move\nabcd", "the text ends after character 14: expected ranks"),
            (".xx.\no..o\no\u{7}.o\n.xx. x", "character 12 is '\\u{7}'"),
            (".xx.\no\u{200b}..o\no\u{e000}.o\n.xx. x", "character 13 is '\\u{e000}'"),
        ] {
            assert!(error(text).contains(expected), "{}", error(text));
        }
        for text in ["1xx1/4/4/1xx1 x", "1xx1/4/4/1xx1 o"] {
            assert_eq!(error(text), "not a position: o has no stones: each side needs one");
        }
    }
}
