//! Reads games from plain lists of moves, `1. b1-b3 a2xc2 2. ..`, with or without numbers. A line
//! before them names the start or a diagram shows it, unless it is the start of 8x8. Tags such as
//! `[White "Anna"]` may precede the moves, as on littlegolem.net and in chess programs. A game ends
//! at a result or at the tags of the next game.

use loa_solver::{Board, Color, Position, comment_start, plain_text};

use super::cursor::{Cursor, CursorPlace, Section};
use super::entry::{Entry, MoveAction, NULL_MOVE, is_null_move, letter};
use super::error::{Location, RecordError};
use super::facts::position;
use super::tags::{Tag, Tags};
use super::tree::{GameTree, Node, Players};
use crate::link::WrittenPosition;

/// The results that may end a game.
const RESULTS: [&str; 6] = ["1-0", "0-1", "1/2-1/2", "*", "½-½", "1/2"];

fn is_result(word: &str) -> bool {
    RESULTS.contains(&&*plain_text(word))
}

/// A part of a list of moves.
enum Token<'a> {
    Tag(Tag),
    /// A remark in `{}` or `()`, or from `#` or `;` to the end of the line.
    Remark(&'a str),
    /// A line that names the start, or a diagram of it.
    Start(&'a str),
    Result(&'a str),
    /// The number of a move, or dots.
    Number,
    /// The side that makes the next move, as in `Black: b1-b3`.
    Side(Color),
    Move(&'a str),
}

/// The parts of a list, each with its place.
struct Tokens<'a> {
    cursor: Cursor<'a>,
    /// True if the next part is the first on its line.
    begins_line: bool,
}

/// True for a character that only separates parts.
fn separates(c: char) -> bool {
    c.is_whitespace() || ",;→".contains(c)
}

/// True for a character that cannot be seen.
fn is_invisible(c: char) -> bool {
    plain_text(c.encode_utf8(&mut [0; 4])).is_empty()
}

/// Returns whether a character ends a move.
fn ends_move(c: char) -> bool {
    separates(c) || "()[]{}".contains(c)
}

impl<'a> Tokens<'a> {
    fn new(cursor: Cursor<'a>) -> Tokens<'a> {
        let begins_line = cursor.location().character == Location::START.character;
        Tokens { cursor, begins_line }
    }

    /// Skips separators and characters that cannot be seen.
    fn skip(&mut self) {
        let mut is_apart = self.begins_line;
        loop {
            match self.cursor.peek() {
                Some('\n') => (self.begins_line, is_apart) = (true, true),
                Some(';') if is_apart && begins_remark(self.cursor.rest()) => return,
                Some(c) if separates(c) => is_apart |= c.is_whitespace(),
                Some(c) if !c.is_ascii() && is_invisible(c) => {}
                Some('-') if self.cursor.rest().starts_with("->") => {
                    self.cursor.next();
                }
                _ => return,
            }
            self.cursor.next();
        }
    }

    fn next(&mut self) -> Result<Option<(Token<'a>, CursorPlace)>, RecordError> {
        self.skip();
        let cursor = &mut self.cursor;
        let place = cursor.place();
        let begins_line = std::mem::take(&mut self.begins_line);
        let token = match cursor.peek() {
            None => return Ok(None),
            Some('[') => Token::Tag(Tag::read(cursor)?),
            // Other semicolons are skipped.
            Some('#' | ';') => {
                cursor.next();
                Token::Remark(cursor.take_while(|c| c != '\n'))
            }
            Some('{') => {
                cursor.next();
                let remark = cursor.take_while(|c| c != '}');
                if !cursor.skip('}') {
                    return Err(cursor.unexpected("} to end the remark"));
                }
                Token::Remark(remark)
            }
            Some(_) => {
                let rest = cursor.rest();
                if let Some(start) = begins_line.then(|| start(rest)).flatten() {
                    cursor.skip_bytes(start.len());
                    Token::Start(start)
                } else if let Some(remark) = in_parentheses(rest) {
                    cursor.skip_bytes(remark.len() + "()".len());
                    Token::Remark(remark)
                } else {
                    self.take_word()?
                }
            }
        };
        Ok(Some((token, place)))
    }

    /// Takes a result, a number, or a move.
    fn take_word(&mut self) -> Result<Token<'a>, RecordError> {
        let cursor = &mut self.cursor;
        let rest = cursor.rest();
        let (token, length) = if let Some(result) = of_kind(short_word(rest), is_result) {
            (Token::Result(result), result.len())
        } else if let Some((color, length)) = side(rest) {
            (Token::Side(color), length)
        } else if let length @ 1.. = number(rest) {
            (Token::Number, length)
        } else {
            let found = moved(rest).unwrap_or_else(|| word(rest));
            (Token::Move(found), found.len())
        };
        if length == 0 {
            return Err(cursor.unexpected("a move, a tag, or a remark in {}"));
        }
        cursor.skip_bytes(length);
        Ok(token)
    }
}

/// Returns the word at the beginning of a text.
fn word(text: &str) -> &str {
    let mut ends = text.char_indices().map(|(end, _)| end);
    let end = ends.find(|&end| text[end..].starts_with(ends_move) || text[end..].starts_with("->"));
    &text[..end.unwrap_or(text.len())]
}

/// Returns the word at the beginning of a text, cut to a length that results, sides and null moves
/// do not reach. The bound keeps the time linear.
fn short_word(text: &str) -> &str {
    const MOST_CHARACTERS: usize = 20;
    let end = text.char_indices().nth(MOST_CHARACTERS);
    word(&text[..end.map_or(text.len(), |(end, _)| end)])
}

/// Returns a word of a kind, or the part of it before one of its first invisible characters, if
/// that is of the kind: concatenated files have a byte order mark between them.
fn of_kind(word: &str, is_of_kind: impl Fn(&str) -> bool) -> Option<&str> {
    const MOST_SIGNS: usize = 8;
    let ends = word.char_indices().filter(|&(_, c)| !c.is_ascii() && is_invisible(c));
    let parts = ends.take(MOST_SIGNS).map(|(end, _)| &word[..end]);
    std::iter::once(word).chain(parts).find(|part| is_of_kind(part))
}

/// Returns the move at the beginning of a text: a word, or two squares with blanks or an arrow
/// between them, as in `b1 - b3`.
fn moved(text: &str) -> Option<&str> {
    const MOST_WORDS: usize = 3;
    let is_move = |text: &str| MoveAction::read(text).is_some();
    let first = word(text);
    if let Some(found) = of_kind(first, is_move) {
        return Some(found);
    }
    let mut end = first.len();
    for _ in 1..MOST_WORDS {
        let blank = |c: char| c.is_whitespace() && c != '\n' || c == '→';
        let rest = text[end..].trim_start_matches(blank);
        let rest = rest.strip_prefix("->").unwrap_or(rest).trim_start_matches(blank);
        end = text.len() - rest.len() + word(rest).len();
        if is_move(&text[..end]) {
            return Some(&text[..end]);
        }
    }
    None
}

/// Returns the side that a text names before a move, and the length of its name.
fn side(text: &str) -> Option<(Color, usize)> {
    let word = short_word(text);
    let (name, sign) = word.split_at(word.find(':').unwrap_or(word.len()));
    let color = match plain_text(name).to_ascii_lowercase().as_str() {
        "black" => Color::Black,
        "white" => Color::White,
        "x" | "b" if !sign.is_empty() => Color::Black,
        "o" | "w" if !sign.is_empty() => Color::White,
        _ => return None,
    };
    Some((color, name.len() + sign.chars().take(1).count()))
}

/// True if a semicolon begins a remark: a word without digits follows, which is no move.
fn begins_remark(text: &str) -> bool {
    let text = text[1..].trim_start_matches([' ', '\t']);
    let first = word(text);
    let has_letter = first.chars().any(char::is_alphabetic);
    let is_number = first.chars().any(|c| c.is_ascii_digit());
    has_letter && !is_number && MoveAction::read(first).is_none() && side(text).is_none()
}

/// Returns the text between the parentheses at the beginning of a line, such as a time. `None` if
/// it contains a square, because that may be a variation.
fn in_parentheses(text: &str) -> Option<&str> {
    const MOST_BYTES: usize = 200;
    let text = text.strip_prefix('(')?;
    let end = text.bytes().take(MOST_BYTES).position(|byte| byte == b')' || byte == b'\n')?;
    let inner = &text.as_bytes()[..end];
    let is_square = |two: &[u8]| matches!(two, [b'a'..=b'h' | b'A'..=b'H', b'1'..=b'8']);
    (text.as_bytes()[end] == b')' && !inner.windows(2).any(is_square)).then_some(&text[..end])
}

/// Returns the length of the number at the beginning of a text.
fn number(text: &str) -> usize {
    if is_null_move(short_word(text)) {
        return 0;
    }
    let unnumbered = text.trim_start_matches(|c: char| c.is_ascii_digit());
    // Dots may represent the other side's move, as in 8... or before a move without a number.
    let signs: &[char] =
        if unnumbered.len() < text.len() { &['.', '…', ')', ':'] } else { &['.', '…'] };
    text.len() - unnumbered.trim_start_matches(signs).len()
}

/// Returns the line that names a start, or the diagram, at the beginning of a text.
fn start(text: &str) -> Option<&str> {
    let line = text.lines().next().unwrap_or_default();
    let first = line.split_whitespace().next().unwrap_or_default();
    // Only positions have slashes, except for a drawn result.
    let is_position = first.contains('/') && !is_result(word(first));
    if is_position || ["start", "scrambled"].contains(&first) {
        return Some(line[..comment_start(line)].trim_end());
    }
    diagram(text)
}

/// Returns the diagram at the beginning of a text: three ranks or more, optionally below the names
/// of the files, and all lines after them up to the first line of moves, tags or remarks.
fn diagram(text: &str) -> Option<&str> {
    /// The lines up to the third rank: names of files and empty lines.
    const MOST_LINES: usize = 12;
    let is_of = |line: &str, signs: &str| {
        let line = plain_text(line);
        line.chars().all(|c| c.is_whitespace() || signs.contains(c.to_ascii_lowercase()))
    };
    // A bound keeps the time linear in a text of nothing but such names.
    let mut lines = text.lines().take(MOST_LINES).filter(|line| !is_of(line, "abcdefgh"));
    if !(0..3).all(|_| lines.next().is_some_and(|line| is_of(line, "xo.-_12345678"))) {
        return None;
    }
    let lines = text.split_inclusive('\n').take_while(|line| !begins_moves(line));
    Some(text[..lines.map(str::len).sum()].trim_end())
}

/// Returns whether a line begins with a move, a result, a tag or a remark.
fn begins_moves(line: &str) -> bool {
    let line = line.trim_start();
    let line = line.trim_start_matches(is_invisible);
    let unnumbered = line[number(line)..].trim_start();
    let unnamed = side(unnumbered).map_or(unnumbered, |(_, length)| &unnumbered[length..]);
    moved(unnamed.trim_start()).is_some()
        || is_result(short_word(line))
        || line.starts_with(['[', '{', '#'])
}

/// Returns whether a text begins as only a list does: with a tag, a remark in `{}`, a start or a
/// move, perhaps below lines of remarks. Text before a game in SGF begins with words.
pub(super) fn begins_list(text: &str) -> bool {
    let is_passed_over = |line: &&str| line.trim().is_empty() || line.starts_with('#');
    let before: usize = text.split_inclusive('\n').take_while(is_passed_over).map(str::len).sum();
    let text = text[before..].trim_start();
    match text.chars().next() {
        Some('[') => Tag::read(&mut Cursor::new(text)).is_ok(),
        _ => {
            start(text).is_some_and(|start| start.parse::<WrittenPosition>().is_ok())
                || begins_moves(text.lines().next().unwrap_or_default())
        }
    }
}

/// Returns the part of a text with the next game.
pub(super) fn next_game(text: &str, from: CursorPlace) -> Section {
    let mut tokens = Tokens::new(Cursor::at(text, from));
    // The parts of the game seen so far.
    let (mut has_start, mut has_moves, mut is_over) = (false, false, false);
    let end = loop {
        tokens.skip();
        let begins_tag = tokens.cursor.peek() == Some('[');
        let place = tokens.cursor.place();
        let token = match tokens.next() {
            Ok(Some((token, _))) => token,
            Ok(None) => break place,
            Err(_) if begins_tag && (has_moves || is_over) => break place,
            // Reading the game reports this error. The next game may begin after the line.
            Err(_) => {
                tokens.cursor.take_while(|c| c != '\n');
                has_moves = true;
                continue;
            }
        };
        let begins = match token {
            Token::Remark(_) => false,
            Token::Tag(_) => has_moves || is_over,
            Token::Start(_) => has_start || has_moves || is_over,
            Token::Result(_) | Token::Number | Token::Side(_) | Token::Move(_) => is_over,
        };
        if begins {
            break place;
        }
        has_start |= matches!(token, Token::Start(_));
        has_moves |= matches!(token, Token::Move(_));
        is_over |= matches!(token, Token::Result(_));
    };
    from..end
}

/// Reads a game.
pub(super) fn read(text: &str, section: Section) -> Result<GameTree, RecordError> {
    let mut list = List::default();
    let mut tokens = Tokens::new(Cursor::over(text, section));
    while let Some((token, place)) = tokens.next()? {
        list.take(token, place.location)?;
    }
    list.tree()
}

/// Returns the error for a word that is not a move, or only begins with one.
fn not_a_move(word: &str, location: Location) -> RecordError {
    if let Some(length) = MoveAction::beginning(word)
        && let Some(found) = word.chars().nth(length)
    {
        let location = Location { character: location.character + length, ..location };
        let expected = "white space or a comma after the move";
        return RecordError::Character { location, found, expected };
    }
    let expected = match is_null_move(word) {
        true => NULL_MOVE,
        false => "a move such as b1-b3 or a2xc2, pass or resign",
    };
    RecordError::Value { location, text: word.to_owned(), expected }
}

/// The part of the game read so far.
#[derive(Default)]
struct List<'a> {
    tags: Tags,
    start: Option<(Position, Location)>,
    /// The side that the text names before the next move.
    side: Option<Color>,
    result: Option<&'a str>,
    /// The moves as written, each with the side that the text names.
    moves: Vec<(&'a str, MoveAction, Location, Option<Color>)>,
    /// The remarks, each with the number of moves before it.
    remarks: Vec<(usize, &'a str)>,
}

impl<'a> List<'a> {
    fn take(&mut self, token: Token<'a>, location: Location) -> Result<(), RecordError> {
        match token {
            Token::Tag(tag) => self.tags.0.push(tag),
            Token::Remark(text) => self.remarks.push((self.moves.len(), text.trim())),
            Token::Start(line) => {
                let read = line.parse::<WrittenPosition>();
                let read = read.map_err(|source| RecordError::Position { location, source })?;
                self.start = Some((read.position, location));
            }
            Token::Result(result) => self.result = Some(result),
            Token::Number => {}
            Token::Side(color) => self.side = Some(color),
            Token::Move(word) => {
                let action = MoveAction::read(word).ok_or_else(|| not_a_move(word, location))?;
                self.moves.push((word, action, location, self.side.take()));
            }
        }
        Ok(())
    }

    fn tree(self) -> Result<GameTree, RecordError> {
        let is_empty = self.tags.0.is_empty() && self.start.is_none() && self.result.is_none();
        if is_empty && self.moves.is_empty() {
            return Err(RecordError::Empty);
        }
        let mut notices = Vec::new();
        let start = self.tags.start(self.start, &mut notices)?;
        let start = start.unwrap_or_else(|| {
            let start = Board::default().start();
            // The first move may name its side.
            let turn = self.moves.first().and_then(|&(.., side)| side).unwrap_or(start.turn());
            position(start.board(), [start.us(), start.them()], turn).unwrap_or(start)
        });
        let mut tree = GameTree::new(&start, None, &Players::default());
        tree.notices = notices;
        tree.is_list = true;
        self.tags.write(&mut tree);
        self.tags.claim(self.result, &mut tree);
        let (mut node, mut turn) = (0, start.turn());
        for &(word, action, location, side) in &self.moves {
            let (color, text) = (side.unwrap_or(turn), word.to_owned());
            let mut entry = Entry { color, action, text, location, node: 0 };
            node = tree.push(node, Node::of(letter(color), &entry.usual_text()));
            entry.node = node;
            tree.enter(entry)?;
            turn = color.other();
        }
        // The root comes first, then a node for each move.
        for (node, text) in self.remarks.into_iter().filter(|(_, text)| !text.is_empty()) {
            tree.nodes[node].note(text);
        }
        Ok(tree)
    }
}
