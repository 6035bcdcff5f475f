//! Writes games as SGF.

use loa_solver::{Board, Color, Move, Position, Preset, WrittenMove};

use super::entry::{CONCESSIONS, MoveAction, RecordedMove};
use super::record::{Players, Record};
use super::tree::{Tree, TreeNode};
use crate::end::{Concession, End};
use crate::game::Game;

/// A game to write as SGF: with everything in the record that it was read from, and with additions.
///
/// # Examples
///
/// ```
/// use loa_record::notation::read;
///
/// let record = read("(;GM[9]SZ[4]EV[Cup];B[b1-b3]C[good](;W[a2-a4])(;W[d2-b2]))")?;
/// let (game, _) = record.replay("club".parse()?);
/// let mut sheet = record.score_sheet(&game);
/// sheet.comment(1, "the only win");
/// let sgf = sheet.to_sgf();
/// assert!(sgf.contains("EV[Cup]") && sgf.contains(";W[d2-b2]"));
/// assert!(sgf.contains("C[good\nthe only win]"));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Debug)]
pub struct ScoreSheet {
    tree: Tree,
    /// The nodes of the start and of the position after each move; `None` for an omitted pass.
    nodes: Vec<Option<usize>>,
}

/// Returns a game as SGF.
pub fn to_sgf(game: &Game, players: &Players) -> String {
    ScoreSheet::new(game, players).to_sgf()
}

/// Returns games with the same start as SGF: the first, with the others as variations.
pub fn write_lines(lines: impl IntoIterator<Item = ScoreSheet>) -> String {
    let mut lines = lines.into_iter();
    let Some(mut first) = lines.next() else {
        return String::new();
    };
    lines.for_each(|line| first.tree.merge(&line.tree));
    first.to_sgf()
}

impl ScoreSheet {
    /// Returns the sheet of a game that was not read from a record.
    pub fn new(game: &Game, players: &Players) -> ScoreSheet {
        let tree = root_of(game.start(), Some(game.preset()));
        let mut sheet = ScoreSheet { tree, nodes: vec![Some(0)] };
        sheet.set_players(players);
        if let Some(end) = game.end() {
            sheet.tree.nodes[0].set("RE", result(end));
        }
        sheet.add_moves(game, (0, 0), |tree, last| tree.add(Some(last)));
        sheet
    }

    /// Writes the known names of the players.
    pub fn set_players(&mut self, players: &Players) {
        set_players(&mut self.tree.nodes[0], players);
    }

    /// Sets a property after a number of moves.
    pub fn set(&mut self, moves: usize, property: &str, text: &str) {
        if let Some(node) = self.node(moves) {
            node.set(property, text);
        }
    }

    /// Sets a property after a number of moves, unless the node has one of `kind`.
    #[cfg(feature = "review")]
    pub(crate) fn mark(&mut self, moves: usize, kind: &[&str], property: &str, text: &str) {
        let node = self.node(moves);
        let is_free = |node: &&mut TreeNode| kind.iter().all(|name| node.property(name).is_none());
        if let Some(node) = node.filter(is_free) {
            node.set(property, text);
        }
    }

    /// Adds a line to the comment after a number of moves, unless the comment already ends with it.
    pub fn comment(&mut self, moves: usize, text: &str) {
        if let Some(node) = self.node(moves) {
            node.comment(text);
        }
    }

    /// Returns the sheet as SGF.
    pub fn to_sgf(&self) -> String {
        self.tree.write()
    }

    fn node(&mut self, moves: usize) -> Option<&mut TreeNode> {
        let node = self.nodes.get(moves).copied().flatten()?;
        Some(&mut self.tree.nodes[node])
    }

    /// Adds the moves of a game after the first `known`, and its resignation, below the node
    /// `last`. `add` adds the first node.
    fn add_moves(
        &mut self,
        game: &Game,
        (known, mut last): (usize, usize),
        add: impl FnOnce(&mut Tree, usize) -> usize,
    ) {
        let mut add = Some(add);
        let mut next = |tree: &mut Tree, color: Color, text: &str| {
            last = match add.take() {
                Some(add) => add(tree, last),
                None => tree.add(Some(last)),
            };
            tree.nodes[last].set(letter(color), text);
            last
        };
        self.nodes.truncate(known + 1);
        for (position, played) in game.positions().iter().zip(game.moves()).skip(known) {
            let node = next(&mut self.tree, position.turn(), &move_text(*played));
            self.nodes.push(Some(node));
        }
        if let Some((color, how)) = game.conceded() {
            next(&mut self.tree, color, concession_text(how));
        }
    }
}

impl Record {
    /// Returns the sheet of a game that began as this record: the whole record, in UTF-8, and the
    /// moves played after it. Moves of the record that the game took back are omitted. If the game
    /// played others instead, they become a variation.
    pub fn score_sheet(&self, game: &Game) -> ScoreSheet {
        let tree = match self.has_variations {
            true => (*self.tree).clone(),
            false => self.tree.line_alone(self.line),
        };
        let (replayed, _) = self.replay(game.preset());
        let moves = self.moves_after_entries(&replayed);
        let same =
            game.moves().iter().zip(replayed.moves()).take_while(|(one, other)| one == other);
        let same = same.count();
        // The number of entries that the game shares.
        let mut known = moves.partition_point(|&moves| moves <= same) - 1;
        if game.conceded() != replayed.conceded() {
            let concessions = self.entries[..known].iter().rev();
            known -= concessions.take_while(|entry| entry.is_concession()).count();
        }
        let mut sheet = ScoreSheet { tree, nodes: vec![None; moves[known] + 1] };
        sheet.nodes[0] = Some(0);
        for (entry, &moves) in self.entries.iter().zip(&moves[1..=known]) {
            if !entry.is_concession() {
                sheet.nodes[moves] = Some(entry.node);
            }
        }
        sheet.complete_root(self.preset, game.preset());
        self.name_moves(&mut sheet.tree, &replayed, &moves);
        let is_whole = *game == replayed;
        if !is_whole {
            self.branch(&mut sheet, game, (known, moves[known]));
            sheet.tree.nodes[0].remove("RE");
        }
        sheet.nodes.resize(game.moves().len() + 1, None);
        let root = &mut sheet.tree.nodes[0];
        if let (Some(end), None) = (game.end(), root.property("RE")) {
            root.set("RE", result(end));
        }
        sheet
    }

    /// Writes the moves of a game after the `known` entries of the record, which are `moves` moves.
    fn branch(&self, sheet: &mut ScoreSheet, game: &Game, (known, moves): (usize, usize)) {
        let is_longer = game.moves().len() > moves || game.conceded().is_some();
        let next = self.entries.get(known).map(|entry| entry.node);
        // Nodes without moves may precede the next move or follow the last.
        let last = match next {
            Some(next) => sheet.tree.before(next).unwrap_or_default(),
            None => sheet.tree.end(self.line),
        };
        if !is_longer {
            if let Some(next) = next {
                sheet.tree.cut(next);
            }
            return;
        }
        sheet.add_moves(game, (moves, last), Tree::add_first);
    }

    /// Writes the moves of a list into its nodes, which have no moves yet.
    fn name_moves(&self, tree: &mut Tree, game: &Game, moves: &[usize]) {
        let mut turn = game.position().turn();
        for (number, entry) in self.entries.iter().enumerate() {
            let node = &mut tree.nodes[entry.node];
            if ["B", "W"].iter().any(|name| node.property(name).is_some()) {
                continue;
            }
            let played = moves.get(number + 1).and_then(|&after| after.checked_sub(1));
            match played.and_then(|at| Some((game.positions()[at].turn(), game.moves().get(at)?))) {
                Some((color, &played)) if !entry.is_concession() => {
                    node.set_move(letter(color), &(move_text(played) + marks(entry)));
                }
                _ => {
                    node.set_move(letter(entry.color.unwrap_or(turn)), &entry_text(entry));
                    turn = turn.other();
                }
            }
        }
    }
}

/// Returns the marks after the squares of a move, except the capture sign.
fn marks(entry: &RecordedMove) -> &str {
    let is_stone = matches!(entry.action, MoveAction::Move(WrittenMove::Stone { .. }));
    let mut parts = entry.text.rsplit(|c: char| c.is_ascii_digit());
    let marks = parts.next().filter(|_| is_stone).unwrap_or_default();
    marks.trim_start_matches(['x', 'X'])
}

fn entry_text(entry: &RecordedMove) -> String {
    match entry.action {
        MoveAction::Move(WrittenMove::Stone { from, to, claims_capture }) => {
            let sign = if claims_capture { ':' } else { '-' };
            format!("{from}{sign}{to}{}", marks(entry))
        }
        MoveAction::Move(WrittenMove::Pass) => Move::Pass.to_string(),
        MoveAction::Concede(how) => concession_text(how).to_owned(),
    }
}

fn concession_text(how: Concession) -> &'static str {
    CONCESSIONS.iter().find(|(_, known)| *known == how).map_or("resign", |(name, _)| name)
}

impl ScoreSheet {
    /// Adds the properties that every record needs: its format, game, encoding and rules.
    fn complete_root(&mut self, named: Option<Preset>, preset: Preset) {
        for node in &mut self.tree.nodes {
            if node.property("CA").is_some() {
                node.set("CA", "UTF-8");
            }
        }
        let root = &mut self.tree.nodes[0];
        for (name, text) in [("FF", "4"), ("GM", "9"), ("CA", "UTF-8"), ("RU", preset.name)] {
            if root.property(name).is_none() {
                root.set(name, text);
            }
        }
        // The record's own name of the rules stays as written, unless the game has other rules.
        if named.unwrap_or_default() != preset {
            root.set("RU", preset.name);
        }
    }
}

/// Returns a tree with only a root, which names the start of the game and, if given, its rules.
pub(super) fn root_of(start: &Position, preset: Option<Preset>) -> Tree {
    let mut tree = Tree::new();
    let root = &mut tree.nodes[0];
    for (name, text) in [
        ("FF", "4"),
        ("GM", "9"),
        ("CA", "UTF-8"),
        ("AP", concat!("loa:", env!("CARGO_PKG_VERSION"))),
        ("SZ", &size(start.board())),
    ] {
        root.set(name, text);
    }
    if let Some(preset) = preset {
        root.set("RU", preset.name);
    }
    set_up(root, start);
    tree
}

/// Writes the known names of the players into a root.
pub(super) fn set_players(root: &mut TreeNode, players: &Players) {
    for (property, name) in [("PB", &players.black), ("PW", &players.white)] {
        if !name.is_empty() {
            root.set(property, name);
        }
    }
}

pub(super) const fn letter(color: Color) -> &'static str {
    match color {
        Color::Black => "B",
        Color::White => "W",
    }
}

/// Returns the text of a move, with `:` between the squares of a capture.
pub(super) fn move_text(played: Move) -> String {
    played.to_string().replace('x', ":")
}

fn size(board: Board) -> String {
    if board.is_square() {
        board.files().to_string()
    } else {
        format!("{}:{}", board.files(), board.ranks())
    }
}

fn set_up(root: &mut TreeNode, start: &Position) {
    let board = start.board();
    if *start == board.start() {
        return root.set("SU", "Standard");
    }
    if *start == board.scrambled() {
        return root.set("SU", "Scrambled-eggs");
    }
    root.set("SU", "Custom");
    for (color, name) in [(Color::Black, "AB"), (Color::White, "AW")] {
        let squares = board.mask().into_iter();
        for square in squares.filter(|&square| start.stone(square) == Some(color)) {
            root.add(name, &square.to_string());
        }
    }
    root.set("PL", letter(start.turn()));
}

fn result(end: End) -> &'static str {
    match (end.winner, end.reason()) {
        (Some(Color::Black), "resignation") => "B+Resign",
        (Some(Color::White), "resignation") => "W+Resign",
        (Some(Color::Black), "forfeit") => "B+Forfeit",
        (Some(Color::White), "forfeit") => "W+Forfeit",
        (Some(Color::Black), "time") => "B+Time",
        (Some(Color::White), "time") => "W+Time",
        (Some(Color::Black), _) => "B+",
        (Some(Color::White), _) => "W+",
        (None, _) => "Draw",
    }
}
