//! Reads what the nodes of a game say: its start, rules, players, moves and result.
//!
//! Unknown properties are kept, moves may have marks and numbers, and values may be in upper or
//! lower case (which the format does not specify: red-bean.com/sgf/loa.html). The stones of the
//! start are those of the setup that `SU` names, changed by `AB`, `AW` and `AE`. If stones are
//! added but no setup is named, the board begins empty.

use loa_solver::{
    Bitboard, Board, Color, Move, ParsePositionError, Position, Square, WrittenMove, plain_text,
};

use super::boardspace;
use super::claims::Claim;
use super::entry::{Entry, MoveAction, NULL_MOVE, is_null_move};
use super::error::{Location, RecordError};
use super::notice::{Notice, add_name};
use super::tree::{GameTree, Node, PropertyValue};
use crate::end::Concession;
use crate::link::WrittenPosition;
use crate::text::shortened;

/// A start of a board.
type Start = fn(Board) -> Position;

/// The facts that a tree names about its start, as far as it has been read.
#[derive(Default)]
struct Facts {
    /// The tree, with everything else that has been read.
    tree: GameTree,
    board: Option<Board>,
    /// The named position whose stones are the first, or none.
    setup: Option<Option<Start>>,
    /// The edited squares, and those of them that have a black and a white stone.
    edits: [Bitboard; 3],
    /// The location of the last edit in the text.
    edited: Option<Location>,
    turn: Option<Color>,
    /// The names of properties without a known meaning.
    unknown: Vec<String>,
    /// The first unknown property after those of the whole game.
    unread: Option<(String, Location)>,
}

/// Properties that say nothing about the start, the rules or the moves.
const REMARKS: &str = " AN AP AR AS BENGINE BL BM BR BS BT CA CH CP CR DD DM DO DT EV FF FG GB GC GE GM GN GW \
                       HA HO ID IP IT IY KM KO LB LN LT MA MATCH MN OB OM ON OP OT OV OW PC PM RG RO SC \
                       SE SI SL SO SQ ST TB TC TE TM TR TW UC US V VV VW WENGINE WL WR WS WT ";

/// Properties of other programs that set up a game.
const OTHER_SETUPS: [&str; 6] = ["BOARD", "FEN", "POSITION", "RULES", "START", "VARIANT"];

/// Reads the main line of a game.
pub(super) fn read(nodes: Vec<Node>) -> Result<GameTree, RecordError> {
    let mut facts = Facts::default();
    let mut next = Some(0);
    while let Some(node) = next {
        // A comment is no part of the game.
        for property in nodes[node].properties.iter().filter(|property| property.name != "C") {
            for value in &property.values {
                facts.take(node, &property.name, value)?;
            }
        }
        next = nodes[node].next.first().copied();
    }
    facts.tree.nodes = nodes;
    facts.finish()
}

/// Returns a position with these stones.
pub(super) fn position(
    board: Board,
    [black, white]: [Bitboard; 2],
    turn: Color,
) -> Result<Position, ParsePositionError> {
    let (us, them) = if turn == Color::Black { (black, white) } else { (white, black) };
    Ok(Position::new(board, us, them, turn)?)
}

impl Facts {
    fn take(&mut self, node: usize, name: &str, value: &PropertyValue) -> Result<(), RecordError> {
        let text = value.text();
        let plain = plain_text(text.trim()).trim().to_ascii_lowercase();
        // What the first node says of the start may follow its move.
        let has_begun = node > 0 && self.tree.has_moves();
        match name {
            "GM" if plain != "9" && plain != "loa" => {
                return Err(wrong(value, "9, the number of Lines of Action"));
            }
            "AB" | "AW" | "AE" if has_begun => {
                return Err(wrong(value, "possible after a move: stones are set before"));
            }
            "AB" => self.edit(Some(Color::Black), value, &plain)?,
            "AW" => self.edit(Some(Color::White), value, &plain)?,
            "AE" => self.edit(None, value, &plain)?,
            // After moves the side must be the one that is to move.
            "PL" if self.tree.has_moves() => {
                let turn = color(value, &plain)?;
                if self.tree.entries.last().is_some_and(|last| last.color == turn) {
                    self.unused("PL", value);
                }
            }
            "SZ" | "SU" | "RU" if has_begun => self.unused(name, value),
            "SZ" => self.board = Some(size(value, &plain)?),
            "SU" => self.setup = Some(setup(value, &plain)?),
            "PL" => self.turn = Some(color(value, &plain)?),
            "RU" => match plain.parse() {
                Ok(preset) => self.tree.preset = Some(preset),
                Err(_) if plain.is_empty() => {}
                Err(_) => {
                    self.tree.notices.push(Notice::UnknownRules { location: value.location, text });
                }
            },
            "PB" => self.tree.players.black = simple(&text),
            "PW" => self.tree.players.white = simple(&text),
            "RE" if plain.is_empty() => {}
            "RE" => {
                self.tree.result = Some(simple(&text));
                self.tree.claims.push(Claim::new("RE", &text, None));
            }
            "B" => self.enter(Color::Black, node, value, &plain)?,
            "W" => self.enter(Color::White, node, value, &plain)?,
            "N" => {}
            _ if OTHER_SETUPS.contains(&name) || text.parse::<WrittenPosition>().is_ok() => {
                self.unused(name, value);
            }
            boardspace::BLACK | boardspace::WHITE => {
                if boardspace::changes_the_game(&plain) {
                    self.unused(name, value);
                }
            }
            _ => {
                if node > 0 {
                    self.unread.get_or_insert_with(|| (shortened(name), value.location));
                }
                if !REMARKS.contains(&format!(" {name} ")) {
                    add_name(&mut self.unknown, name);
                }
            }
        }
        Ok(())
    }

    fn unused(&mut self, name: &str, value: &PropertyValue) {
        let (location, name, text) = (value.location, name.to_owned(), value.text());
        self.tree.notices.push(Notice::Unused { location, name, text });
    }

    fn edit(
        &mut self,
        color: Option<Color>,
        value: &PropertyValue,
        plain: &str,
    ) -> Result<(), RecordError> {
        let squares = squares(plain).ok_or_else(|| wrong(value, "a point such as c3"))?;
        let [all, black, white] = self.edits;
        let of = |side| if color == Some(side) { squares } else { Bitboard::EMPTY };
        let (black, white) = (black - squares, white - squares);
        self.edits = [all | squares, black | of(Color::Black), white | of(Color::White)];
        self.edited = Some(value.location);
        Ok(())
    }

    fn enter(
        &mut self,
        color: Color,
        node: usize,
        value: &PropertyValue,
        plain: &str,
    ) -> Result<(), RecordError> {
        if boardspace::is_no_move(plain) {
            return Ok(());
        }
        // boardspace.net writes a number before each move.
        let plain = boardspace::unnumbered(plain);
        let wins_on_time = boardspace::wins_on_time(plain);
        let color = if wins_on_time { color.other() } else { color };
        let action = match plain {
            "" => Some(MoveAction::Move(WrittenMove(Move::Pass))),
            _ if wins_on_time => Some(MoveAction::Concede(Concession::Time)),
            // A remark may follow the move, as in `a1-b3 (good)`.
            plain if plain.ends_with(')') => plain.split('(').next().and_then(MoveAction::read),
            plain => MoveAction::read(plain),
        };
        let expected =
            if is_null_move(plain) { NULL_MOVE } else { "a move such as e1-e3, pass or resign" };
        let action = action.ok_or_else(|| wrong(value, expected))?;
        let (text, location) = (value.text().trim().to_owned(), value.location);
        self.tree.enter(Entry { color, action, text, location, node })
    }

    fn finish(mut self) -> Result<GameTree, RecordError> {
        self.tree.start = self.start()?;
        let mut tree = self.tree;
        if !self.unknown.is_empty() {
            tree.notices.push(Notice::UnknownNames { names: self.unknown });
        }
        if let (false, Some((property, location))) = (tree.has_moves(), self.unread) {
            return Err(RecordError::NoMoves { location, property });
        }
        Ok(tree)
    }

    fn start(&self) -> Result<Position, RecordError> {
        let board = self.board.unwrap_or_default();
        let unnamed = self.edited.is_none().then_some(Board::start as Start);
        let setup = self.setup.unwrap_or(unnamed).map(|setup| setup(board));
        let stones = setup.map(|start| [start.us(), start.them()]);
        let [black, white] = stones.unwrap_or([Bitboard::EMPTY; 2]);
        let [edited, more_black, more_white] = self.edits;
        let stones = [(black - edited) | more_black, (white - edited) | more_white];
        let first = self.tree.entries.first().map(|entry| entry.color);
        let turn = self.turn.or(first).unwrap_or(Color::Black);
        let location = self.edited.unwrap_or(Location::START);
        position(board, stones, turn)
            .map_err(|source| RecordError::Position { location, source: source.into() })
    }
}

fn wrong(value: &PropertyValue, expected: &'static str) -> RecordError {
    RecordError::Value { location: value.location, text: value.text(), expected }
}

/// Returns a text as one line.
fn simple(text: &str) -> String {
    text.replace(char::is_whitespace, " ").trim().to_owned()
}

/// Reads a size such as `8` or, files first, `5:4`.
fn size(value: &PropertyValue, plain: &str) -> Result<Board, RecordError> {
    let number = |text: &str| {
        let number = text.trim().parse::<usize>();
        number.map_err(|_| wrong(value, "a size such as 8 or 5:4"))
    };
    let (files, ranks) = plain.split_once(':').unwrap_or((plain, plain));
    let board = Board::new(number(files)?, number(ranks)?);
    let location = value.location;
    let refused = |source| ParsePositionError::from(source).into();
    board.map_err(|source| RecordError::Position { location, source: refused(source) })
}

fn setup(value: &PropertyValue, plain: &str) -> Result<Option<Start>, RecordError> {
    match plain.replace([' ', '-', '_'], "").as_str() {
        "standard" | "loa" | "" => Ok(Some(Board::start)),
        "scrambledeggs" | "scrambled" => Ok(Some(Board::scrambled)),
        "custom" => Ok(None),
        _ => Err(wrong(value, "a setup that is known: Standard, Scrambled-eggs or Custom")),
    }
}

fn color(value: &PropertyValue, plain: &str) -> Result<Color, RecordError> {
    match plain {
        "b" | "black" | "1" => Ok(Color::Black),
        "w" | "white" | "2" => Ok(Color::White),
        _ => Err(wrong(value, "B or W")),
    }
}

/// Returns the squares of a point such as `c3`, or of a rectangle such as `a1:c3`.
fn squares(plain: &str) -> Option<Bitboard> {
    let point = |text: &str| text.trim().parse::<Square>().ok();
    let (one, other) = plain.split_once(':').unwrap_or((plain, plain));
    let (one, other) = (point(one)?, point(other)?);
    let files = one.file().min(other.file())..=one.file().max(other.file());
    let ranks = one.rank().min(other.rank())..=one.rank().max(other.rank());
    let squares = ranks.flat_map(|rank| files.clone().map(move |file| Square::new(file, rank)));
    Some(squares.collect())
}
