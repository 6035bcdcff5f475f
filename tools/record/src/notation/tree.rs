//! A game with its variations: nodes with properties, as in SGF.

use std::fmt::Write;

use loa_solver::{Board, Color, Illegality, Position, Preset};

use super::claims::Claim;
use super::entry::{Entry, concession_text, letter, move_text};
use super::error::{Location, MOST_MOVES, RecordError, UnplayableMove};
use super::notice::Notice;
use crate::end::End;
use crate::game::{Game, Refusal};

/// A value of a property.
#[derive(Clone, Debug)]
pub(super) struct PropertyValue {
    /// The text between `[` and `]`, including its escapes.
    pub(super) raw: String,
    pub(super) location: Location,
}

/// Values are equal wherever they stand.
impl PartialEq for PropertyValue {
    fn eq(&self, other: &PropertyValue) -> bool {
        self.raw == other.raw
    }
}

impl PropertyValue {
    /// Returns a value whose text is escaped.
    pub(super) fn new(text: &str, location: Location) -> PropertyValue {
        PropertyValue { raw: escaped(text), location }
    }
}

/// Escapes the characters that would end a value. Line breaks stay; other control characters become
/// spaces.
pub(super) fn escaped(text: &str) -> String {
    let mut escaped = String::new();
    for c in text.chars() {
        if c == '\\' || c == ']' {
            escaped.push('\\');
        }
        escaped.push(if c.is_control() && c != '\n' { ' ' } else { c });
    }
    escaped
}

/// A property with its values.
#[derive(Clone, Debug, PartialEq)]
pub(super) struct Property {
    /// The name, such as `AB`.
    pub(super) name: String,
    pub(super) values: Vec<PropertyValue>,
}

impl Property {
    /// Returns the text of all values.
    pub(super) fn text(&self) -> String {
        self.values.iter().map(PropertyValue::text).collect()
    }

    fn is_move(&self) -> bool {
        self.name == "B" || self.name == "W"
    }

    pub(super) fn write(&self, to: &mut String) {
        to.push_str(&self.name);
        for value in &self.values {
            let _ = write!(to, "[{}]", value.raw);
        }
    }
}

/// A node of a tree.
#[derive(Clone, Debug, Default)]
pub(super) struct Node {
    pub(super) before: Option<usize>,
    /// The next nodes: the first belongs to the main line, the others begin variations.
    pub(super) next: Vec<usize>,
    pub(super) properties: Vec<Property>,
}

/// The properties that follow from a game, its players' names, its comments and its writer.
pub(super) const OF_GAME: [&str; 16] =
    ["AB", "AE", "AP", "AW", "B", "C", "CA", "FF", "GM", "PB", "PL", "PW", "RU", "SU", "SZ", "W"];

impl Node {
    /// Returns a node with one property.
    pub(super) fn of(name: &str, text: &str) -> Node {
        let mut node = Node::default();
        node.set(name, text);
        node
    }

    /// Returns the property with a name.
    pub(super) fn property(&self, name: &str) -> Option<&Property> {
        self.properties.iter().find(|property| property.name == name)
    }

    /// Sets a property to one value, whose text is escaped.
    pub(super) fn set(&mut self, name: &str, text: &str) {
        *self.values(name) = vec![PropertyValue::new(text, Location::START)];
    }

    /// Returns the values of a property, which is added if the node lacks it.
    pub(super) fn values(&mut self, name: &str) -> &mut Vec<PropertyValue> {
        let at = self.properties.iter().position(|property| property.name == name);
        let at = at.unwrap_or_else(|| {
            self.properties.push(Property { name: name.to_owned(), values: Vec::new() });
            self.properties.len() - 1
        });
        &mut self.properties[at].values
    }

    /// Adds a line to the comment, unless the comment already ends with it.
    pub(super) fn note(&mut self, text: &str) {
        let line = PropertyValue::new(text, Location::START);
        match self.values("C").first_mut() {
            Some(comment) if comment.raw.trim_end().ends_with(&line.raw) => {}
            Some(comment) => comment.raw = format!("{}\n{}", comment.raw.trim_end(), line.raw),
            None => self.values("C").push(line),
        }
    }

    /// Removes a property.
    pub(super) fn remove(&mut self, name: &str) {
        self.properties.retain(|property| property.name != name);
    }

    /// Writes the known names of the players.
    pub(super) fn set_players(&mut self, players: &Players) {
        for (property, name) in [("PB", &players.black), ("PW", &players.white)] {
            if !name.is_empty() {
                self.set(property, name);
            }
        }
    }

    /// Returns whether another node has the same move or, if neither has a move, the same
    /// properties.
    fn is_same(&self, other: &Node) -> bool {
        let [one, two] = [self, other].map(|node| node.properties.iter().find(|it| it.is_move()));
        match (one, two) {
            (None, None) => self.properties == other.properties,
            (one, two) => one == two,
        }
    }

    /// `true` if the node is a move and nothing else.
    fn is_plain(&self) -> bool {
        matches!(&*self.properties, [it] if it.is_move() && it.text() != "resign")
    }

    /// Returns the properties that neither a game nor its comments contain.
    pub(super) fn others(&self) -> Vec<Property> {
        let others = self.properties.iter().filter(|other| !OF_GAME.contains(&&*other.name));
        others.cloned().collect()
    }
}

/// The names of the players, empty if unknown.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct Players {
    /// The name of the player who moves first.
    pub black: String,
    /// The name of the other player.
    pub white: String,
}

/// A game with its variations, comments, dates and unknown properties, as written: its moves need
/// not be legal.
///
/// # Examples
///
/// ```
/// use loa_record::notation::read;
///
/// let tree = read("(;GM[9]SZ[4]EV[Cup];B[b1-b3]C[good](;W[a2-a4])(;W[d2-b2]))")?;
/// let (game, _) = tree.replay("club".parse()?);
/// let mut copy = tree.with(&game);
/// copy.note(1, "the only win");
/// let sgf = copy.to_sgf();
/// assert!(sgf.contains("EV[Cup]") && sgf.contains(";W[d2-b2]"));
/// assert!(sgf.contains("C[good\nthe only win]"));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Debug)]
#[non_exhaustive]
pub struct GameTree {
    /// The position before the first move.
    pub start: Position,
    /// The rules that the record names; `None` if they are unknown.
    pub preset: Option<Preset>,
    /// The names of the players.
    pub players: Players,
    /// The result that the record claims, as written.
    pub result: Option<String>,
    /// The root, then nodes that follow nodes before them.
    pub(super) nodes: Vec<Node>,
    /// The error after the main line at which reading stopped.
    pub(super) fault: Option<RecordError>,
    /// The moves of the main line, as read.
    pub(super) entries: Vec<Entry>,
    /// All results that the record claims.
    pub(super) claims: Vec<Claim>,
    /// The notices from reading.
    pub(super) notices: Vec<Notice>,
    /// True for a list of moves.
    pub(super) is_list: bool,
    /// The nodes of the start and of the position after each move of the game that is written;
    /// `None` for an omitted pass.
    pub(super) played: Vec<Option<usize>>,
}

/// An empty record, whose game begins at the start of 8x8.
impl Default for GameTree {
    fn default() -> GameTree {
        GameTree {
            start: Board::default().start(),
            preset: None,
            players: Players::default(),
            result: None,
            nodes: vec![Node::default()],
            fault: None,
            entries: Vec::new(),
            claims: Vec::new(),
            notices: Vec::new(),
            is_list: false,
            played: vec![Some(0)],
        }
    }
}

impl GameTree {
    /// Returns a tree without moves.
    pub fn new(start: &Position, preset: Option<Preset>, players: &Players) -> GameTree {
        let mut tree = GameTree { start: *start, ..GameTree::default() };
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
        root.set_players(players);
        tree
    }

    /// Returns the tree of a game that was not read from a record.
    pub fn of(game: &Game, players: &Players) -> GameTree {
        GameTree::new(game.start(), Some(game.preset()), players).with(game)
    }

    /// Returns the tree of a game that began as this record: the whole record, in UTF-8, and the
    /// moves played after it. Moves of the record that the game took back are omitted. If the game
    /// played others instead, they become a variation.
    pub fn with(&self, game: &Game) -> GameTree {
        let mut tree = self.clone();
        let root = &mut tree.nodes[0];
        // The record's own name of the rules stays as written, unless the game has other rules.
        let is_named = self.preset.unwrap_or_default() == game.preset();
        for (name, text, stays) in [
            ("FF", "4", true),
            ("GM", "9", true),
            ("CA", "UTF-8", false),
            ("RU", game.preset().name, is_named),
        ] {
            if !stays || root.property(name).is_none() {
                root.set(name, text);
            }
        }
        // The entries that the game shares, and the nodes after its moves.
        let mut replayed = Game::new(game.preset(), self.start);
        let (mut known, mut played) = (0, vec![Some(0)]);
        for entry in &self.entries {
            let before = replayed.moves().len();
            let is_played = entry.play(&mut replayed).is_ok();
            let moves = replayed.moves();
            if !is_played
                || game.moves().get(before..moves.len()) != Some(&moves[before..])
                || replayed.conceded().is_some() && replayed != *game
            {
                break;
            }
            known += 1;
            if let (false, Some(&last)) = (entry.is_concession(), moves.last()) {
                // A pass may have been omitted.
                played.resize(moves.len(), None);
                played.push(Some(entry.node));
                if self.is_list {
                    tree.nodes[entry.node].set(letter(entry.color), &entry.text_of(last));
                }
            }
        }
        if *game != replayed {
            tree.nodes[0].remove("RE");
            tree.branch(game, known, &mut played);
        }
        played.resize(game.moves().len() + 1, None);
        tree.played = played;
        let root = &mut tree.nodes[0];
        if let (Some(end), None) = (game.end(), root.property("RE")) {
            root.set("RE", &result(end));
        }
        tree
    }

    /// Writes the moves of a game after the `known` entries of the record. Adds their nodes to
    /// those of the moves before them.
    fn branch(&mut self, game: &Game, known: usize, played: &mut Vec<Option<usize>>) {
        let next = self.entries.get(known).map(|entry| entry.node);
        // Nodes without moves may precede the next move or follow the last.
        let last = next.map_or(self.main_line().last(), |next| self.nodes[next].before);
        let last = last.unwrap_or_default();
        let mut node = last;
        let moves = game.positions().iter().zip(game.moves()).skip(played.len() - 1);
        for (position, &made) in moves {
            node = self.push(node, Node::of(letter(position.turn()), &move_text(made)));
            played.push(Some(node));
        }
        if let Some((color, how)) = game.conceded() {
            node = self.push(node, Node::of(letter(color), concession_text(how)));
        }
        if node == last {
            // Other variations there remain variations.
            self.nodes[last].next.retain(|&node| Some(node) != next);
            if self.nodes[last].next.is_empty() {
                return;
            }
            self.push(last, Node::default());
        }
        self.nodes[last].next.rotate_right(1);
    }

    /// Adds a node after another, and returns it.
    pub(super) fn push(&mut self, before: usize, node: Node) -> usize {
        push(&mut self.nodes, Some(before), node)
    }

    /// Returns the node after another that is the same as `new`, which is added if it is missing.
    pub(super) fn join(&mut self, before: usize, new: Node) -> usize {
        let next = self.nodes[before].next.iter().copied();
        let known = next.into_iter().find(|&known| self.nodes[known].is_same(&new));
        known.unwrap_or_else(|| self.push(before, new))
    }

    /// Returns the trees of games with the same start as one: the first, with the others as
    /// variations. `None` without trees.
    pub fn joined(trees: impl IntoIterator<Item = GameTree>) -> Option<GameTree> {
        let mut trees = trees.into_iter();
        let mut joined = trees.next()?;
        for tree in trees {
            let mut places = vec![0];
            for node in tree.nodes.into_iter().skip(1) {
                let before = places[node.before.unwrap_or_default()];
                let place = joined.join(before, node.clone());
                for property in node.properties {
                    if joined.nodes[place].property(&property.name).is_none() {
                        joined.nodes[place].properties.push(property);
                    }
                }
                places.push(place);
            }
        }
        Some(joined)
    }

    /// Returns the nodes of the main line.
    fn main_line(&self) -> impl Iterator<Item = usize> {
        std::iter::successors(Some(0), |&node| self.nodes[node].next.first().copied())
    }

    /// Writes the known names of the players.
    pub fn set_players(&mut self, players: &Players) {
        self.nodes[0].set_players(players);
    }

    /// Sets a property after a number of moves of the game.
    pub fn set(&mut self, moves: usize, property: &str, text: &str) {
        self.mark(moves, &[], property, text);
    }

    /// Sets a property after a number of moves, unless the node has one of `kind`.
    pub fn mark(&mut self, moves: usize, kind: &[&str], property: &str, text: &str) {
        let node = self.node_after(moves);
        let is_free = |node: &&mut Node| kind.iter().all(|name| node.property(name).is_none());
        if let Some(node) = node.filter(is_free) {
            node.set(property, text);
        }
    }

    /// Adds a line to the comment after a number of moves, unless the comment already ends with it.
    pub fn note(&mut self, moves: usize, text: &str) {
        if let Some(node) = self.node_after(moves) {
            node.note(text);
        }
    }

    fn node_after(&mut self, moves: usize) -> Option<&mut Node> {
        let node = self.played.get(moves).copied().flatten()?;
        Some(&mut self.nodes[node])
    }

    /// `true` if the record has a move or a resignation.
    pub fn has_moves(&self) -> bool {
        !self.entries.is_empty()
    }

    /// Returns the text of a property of the whole game, such as `EV` or `RO`; `None` without one.
    pub fn property(&self, name: &str) -> Option<String> {
        self.nodes.first()?.property(name).map(Property::text)
    }

    /// Appends a move to those of the main line.
    pub(super) fn enter(&mut self, entry: Entry) -> Result<(), RecordError> {
        if self.entries.len() == MOST_MOVES {
            return Err(RecordError::TooMany { location: entry.location });
        }
        self.entries.push(entry);
        Ok(())
    }

    /// Plays the moves of the main line under the rules of `preset`, up to the first that cannot be
    /// played.
    pub fn replay(&self, preset: Preset) -> (Game, Option<UnplayableMove>) {
        self.replay_with(preset, |_, _| {})
    }

    /// Plays the moves, and passes each to `visit` with the game before it.
    pub(super) fn replay_with(
        &self,
        preset: Preset,
        mut visit: impl FnMut(&Entry, &Game),
    ) -> (Game, Option<UnplayableMove>) {
        let mut game = Game::new(preset, self.start);
        for entry in &self.entries {
            visit(entry, &game);
            if let Err(cause) = entry.play(&mut game) {
                let is_of_other_side = matches!(
                    cause,
                    Refusal::NotLegal { why: Illegality::OtherSide { .. }, .. }
                        | Refusal::OtherSide { .. }
                );
                let stop = UnplayableMove {
                    may_name_side: is_of_other_side && self.is_list && game.moves().is_empty(),
                    number: game.moves().len() + 1,
                    text: entry.text.clone(),
                    location: entry.location,
                    position: *game.position(),
                    cause,
                };
                return (game, Some(stop));
            }
        }
        (game, None)
    }

    /// Returns the tree as SGF.
    pub fn to_sgf(&self) -> String {
        const NODES_A_LINE: usize = 8;
        let (mut sgf, mut on_line) = ("(".to_owned(), 0);
        // Nodes, or signs between them.
        let mut left = vec![Ok(0)];
        while let Some(part) = left.pop() {
            let place = match part {
                Ok(place) => place,
                Err(sign) => {
                    sgf.push_str(sign);
                    on_line = 0;
                    continue;
                }
            };
            let node = &self.nodes[place];
            if !sgf.ends_with('(') && (on_line % NODES_A_LINE == 0 || !node.is_plain()) {
                sgf.push('\n');
            }
            on_line += usize::from(place != 0);
            sgf.push(';');
            node.properties.iter().for_each(|property| property.write(&mut sgf));
            match node.next.as_slice() {
                &[only] => left.push(Ok(only)),
                several => {
                    let parts = |&node| [Err(")"), Ok(node), Err("\n(")];
                    left.extend(several.iter().rev().flat_map(parts));
                }
            }
        }
        sgf.push_str(")\n");
        sgf
    }
}

/// Adds a node after another, unless it is the root, and returns its place.
pub(super) fn push(nodes: &mut Vec<Node>, before: Option<usize>, node: Node) -> usize {
    let place = nodes.len();
    nodes.push(Node { before, next: Vec::new(), ..node });
    if let Some(before) = before {
        nodes[before].next.push(place);
    }
    place
}

fn size(board: Board) -> String {
    match board.is_square() {
        true => board.files().to_string(),
        false => format!("{}:{}", board.files(), board.ranks()),
    }
}

fn set_up(root: &mut Node, start: &Position) {
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
            root.values(name).push(PropertyValue::new(&square.to_string(), Location::START));
        }
    }
    root.set("PL", letter(start.turn()));
}

/// Returns the text of a result.
pub(super) fn result(end: End) -> String {
    let Some(winner) = end.winner else {
        return "Draw".to_owned();
    };
    let how = match end.reason() {
        "resignation" => "Resign",
        "forfeit" => "Forfeit",
        "time" => "Time",
        _ => "",
    };
    format!("{}+{how}", letter(winner))
}
