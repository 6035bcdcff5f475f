//! Reads what the nodes of a game say: its start, rules, players, moves and result.
//!
//! Unknown properties are kept, moves may have marks and numbers, and values may be in upper or
//! lower case (which the format does not specify: red-bean.com/sgf/loa.html). The stones of the
//! start are those of the setup that `SU` names, changed by `AB`, `AW` and `AE`. If stones are
//! added but no setup is named, the board begins empty.

use loa_solver::{
    Bitboard, Board, Color, ParsePositionError, Position, Square, WrittenMove, plain_text,
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
        let has_begun = self.tree.has_moves();
        match name {
            "GM" if plain != "9" && plain != "loa" => {
                return Err(wrong(value, "9, the number of Lines of Action"));
            }
            "AB" => self.edit(Some(Color::Black), value, &plain)?,
            "AW" => self.edit(Some(Color::White), value, &plain)?,
            "AE" => self.edit(None, value, &plain)?,
            // After moves the side must be the one that is to move.
            "PL" if has_begun => {
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
        if self.tree.has_moves() {
            return Err(wrong(value, "possible after a move: stones are set before"));
        }
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
            "" => Some(MoveAction::Move(WrittenMove::Pass)),
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

#[cfg(test)]
mod tests {
    use loa_solver::Preset;

    use super::*;
    use crate::notation::{read, to_sgf};

    fn start(sgf: &str) -> String {
        read(sgf).unwrap().start.to_string()
    }

    #[test]
    fn starts_are_read_in_every_form() {
        let standard = "1xxxxxx1/o6o/o6o/o6o/o6o/o6o/o6o/1xxxxxx1";
        assert_eq!(start("(;GM[9])"), format!("{standard} x"));
        assert_eq!(start("(;GM[LOA]SU[standard])"), format!("{standard} x"));
        assert_eq!(start("(;PL[W])"), format!("{standard} o"));
        assert_eq!(start("(;FF[4];W[a2-c2])"), format!("{standard} o"));
        assert_eq!(start("(;SZ[4])"), "1xx1/o2o/o2o/1xx1 x");
        assert_eq!(start("(;SZ[3:5])"), "1x1/o1o/o1o/o1o/1x1 x");
        assert_eq!(start("(;SU[Scrambled-Eggs])"), "1oxoxox1/x6o/o6x/x6o/o6x/x6o/o6x/1xoxoxo1 x");
        let custom = "(;AB[a1:b2][D4]AW[c4]AE[a1]SZ[4]PL[white])";
        assert_eq!(start(custom), "2ox/4/xx2/1x2 o");
        assert_eq!(start("(;SU[Standard]SZ[4]AE[b4]AW[b1])"), "2x1/o2o/o2o/1ox1 x");
    }

    #[test]
    fn records_of_boardspace_are_read() {
        let sgf = "(;GM[9]VV[1]SU[Standard]P0[0 id \"one\"]P1[id \"two\"];P0[0 Start P0]\
                   ;P0[1 Move c 1 c 3];P1[2 Move a 2 c 2];P0[3 Resign])";
        let record = read(sgf).unwrap();
        assert_eq!(record.players.black, "one");
        assert_eq!(record.players.white, "two");
        let (game, stop) = record.replay("club".parse().unwrap());
        assert_eq!(stop, None);
        let moves: Vec<String> = game.moves().iter().map(ToString::to_string).collect();
        assert_eq!(moves, ["c1-c3", "a2-c2"]);
        assert_eq!(game.conceded(), Some((Color::Black, Concession::Resignation)));
        assert!(read("(;GM[9];P0[1 Move c 9 c 3])").is_err());
        for (end, said) in [
            ("P0[3 Resign]", "white wins: black resigns"),
            ("P0[3 Forfeit]", "white wins: black forfeits"),
            ("P1[3 forfeit ]", "black wins: white forfeits"),
            ("P1[3 winontime]", "white wins: black loses on time"),
            ("P0[WinOnTime]", "black wins: white loses on time"),
            ("B[forfeits]", "white wins: black forfeits"),
            ("W[timeout]", "black wins: white loses on time"),
        ] {
            let text = format!("(;GM[9];P0[1 B1-B3  ];P1[2 A2-C2  ];{end})");
            let record = read(&text).unwrap();
            let (game, stop) = record.replay(Preset::default());
            assert_eq!((stop, game.end().unwrap().to_string().as_str()), (None, said), "{end}");
            // Also in copies, of the record and of the game alone.
            for sgf in [record.with(&game).to_sgf(), to_sgf(&game, &record.players)] {
                let again = read(&sgf).unwrap();
                assert_eq!(again.replay(Preset::default()).0, game, "{sgf}");
                assert_eq!(again.notices(Preset::default()), [], "{sgf}");
            }
        }
    }

    #[test]
    fn comments_stand_after_moves_also_where_passes_are_left_out() {
        let lines = |text: &str| {
            let (lines, notices) = read(text).unwrap().lines(Preset::default());
            let notes = lines.into_iter().map(|line| line.notes);
            (notes.collect::<Vec<Vec<(usize, String)>>>(), notices.len())
        };
        let stuck = "AB[h8][a1]AW[g8][g7][h7][a2][b2][b1]PL[B]C[start]";
        let (notes, _) = lines(&format!("(;GM[9]{stuck};W[g8-e8]C[first];B[h8-h6]C[never])"));
        assert_eq!(notes, [[(0, "start".to_owned()), (2, "first".to_owned())]]);
        let text = r"(;GM[9]C[a](;B[b1-b3]C[b])(;B[b1-b9])(;B[c1-c3]C[d\]])";
        let (notes, notices) = lines(text);
        assert_eq!(format!("{notes:?}"), r#"[[(0, "a"), (1, "b")], [(1, "d]")]]"#);
        assert_eq!(notices, 2, "a variation and the rest are left out");
    }

    #[test]
    fn moves_are_read_in_every_form() {
        let sgf = "(;GM[9];B[1 B1-H1   ];W[2 Time 0:01];W[C2:C5++!];B[e1xe3];W[a1b2];B[];W[Pass];B[Resigns])";
        let record = read(sgf).unwrap();
        let actions: Vec<MoveAction> = record.entries.iter().map(|entry| entry.action).collect();
        let expected = ["b1-h1", "c2:c5", "e1xe3", "a1-b2", "pass", "pass"]
            .map(|text| MoveAction::Move(text.parse().unwrap()));
        let expected = [&expected[..], &[MoveAction::Concede(Concession::Resignation)]].concat();
        assert_eq!(actions, expected);
        assert_eq!(record.entries[1].text, "C2:C5++!");
    }

    #[test]
    fn errors_say_where_and_what_was_expected() {
        let error = |text: &str| read(text).unwrap_err().to_string();
        assert_eq!(
            error("(;GM[1])"),
            "line 1, character 6: \"1\" is not 9, the number of Lines of Action"
        );
        assert_eq!(
            error("(;GM[9]\n;B[e1-e9])"),
            "line 2, character 4: \"e1-e9\" is not a move such as e1-e3, pass or resign"
        );
        assert!(error("(;SZ[19])").contains("a board of 19x19 is not supported"));
        assert!(error("(;SZ[x])").contains("\"x\" is not a size such as 8 or 5:4"));
        assert!(error("(;SU[Gemma])").contains("is not a setup that is known"));
        assert!(error("(;SZ[4]AB[e5]AW[a1])").contains("outside the board"));
        assert!(error("(;SZ[4]AB[a1])").contains("o has no stones"));
        assert_eq!(
            error("(;GM[9]SU[Standard]\n;X0[0 id Anna]\n;X0[1 Move c 1 c 3])"),
            "no moves found: \"X0\" at line 2, character 5 is not understood; \
             moves belong in B and W, as in ;B[b1-b3]"
        );
        assert!(read("(;GM[9];C[no move yet])").is_ok());
        let long = format!("(;{})", ";B[a1a2]".repeat(10_001));
        assert!(error(&long).ends_with("more than 10000 moves"));
        assert!(error("(;AB[a9])").contains("\"a9\" is not a point such as c3"));
        assert!(error("(;B[b1-b3];AB[a1])").contains("stones are set before"));
        assert!(error("(;PL[x])").contains("\"x\" is not B or W"));
        let long = format!("(;B[{}])", "long\n".repeat(100));
        let message = error(&long);
        assert!(message.len() < 200 && !message.contains('\n'), "{message}");
    }
}
