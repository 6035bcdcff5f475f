//! Tags of lists of moves, such as `[White "Anna"]`.

use std::fmt;

use loa_solver::{Board, Color, Position, Preset};

use super::claims::Claim;
use super::cursor::Cursor;
use super::error::{Location, RecordError};
use super::notice::{Notice, add_name};
use super::record::Players;
use super::tree::TreeNode;
use crate::link::WrittenPosition;

/// A tag, `[Name "value"]`.
pub(super) struct Tag {
    name: String,
    value: String,
    /// The location of the value.
    location: Location,
}

impl Tag {
    /// Reads a tag. In its value a backslash precedes a quotation mark or another backslash.
    pub(super) fn read(cursor: &mut Cursor<'_>) -> Result<Tag, RecordError> {
        const EXPECTED: &str = "a tag such as [White \"Anna\"]";
        cursor.next();
        cursor.skip_space();
        let name = cursor.take_while(|c| c.is_alphanumeric() || c == '_').to_owned();
        cursor.skip_space();
        if cursor.peek() != Some('"') {
            return Err(cursor.unexpected(EXPECTED));
        }
        cursor.next();
        let location = cursor.location();
        let mut value = String::new();
        while let Some(c) = cursor.peek().filter(|&c| c != '"' && c != '\n') {
            cursor.next();
            let escaped = cursor.peek().filter(|&next| c == '\\' && (next == '"' || next == '\\'));
            value.push(escaped.unwrap_or(c));
            if escaped.is_some() {
                cursor.next();
            }
        }
        if cursor.peek() != Some('"') {
            return Err(cursor.unexpected(EXPECTED));
        }
        cursor.next();
        cursor.skip_space();
        if cursor.peek() != Some(']') {
            return Err(cursor.unexpected(EXPECTED));
        }
        cursor.next();
        Ok(Tag { name, value, location })
    }

    /// Returns whether the tag has a name, in upper or lower case.
    fn is(&self, name: &str) -> bool {
        self.name.eq_ignore_ascii_case(name)
    }

    fn notice(&self) -> Notice {
        let (location, name, text) = (self.location, self.name.clone(), self.value.clone());
        Notice::Unused { location, name, text }
    }
}

impl fmt::Display for Tag {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let value = self.value.replace('\\', "\\\\").replace('"', "\\\"");
        write!(f, "[{} \"{value}\"]", self.name)
    }
}

/// Tags that have an SGF property. The others are kept in the comment on the game.
const PROPERTIES: [(&str, &str); 9] = [
    ("Annotator", "AN"),
    ("Copyright", "CP"),
    ("Date", "DT"),
    ("Event", "EV"),
    ("Opening", "ON"),
    ("Round", "RO"),
    ("Site", "PC"),
    ("Source", "SO"),
    ("TimeControl", "TM"),
];

/// Returns a date such as 2013.07.02 in SGF's form, if all of it is known.
fn date(text: &str) -> String {
    let is_known = text.chars().all(|c| c.is_ascii_digit() || c == '.');
    if is_known { text.replace('.', "-") } else { text.to_owned() }
}

/// Tags that determine the start, the rules or the players.
const USED: [&str; 7] = ["Black", "FEN", "Result", "Rules", "SetUp", "Variant", "White"];

/// Tags of other programs that may set up a game.
const OTHER_SETUPS: [&str; 5] = ["Board", "BoardSize", "Position", "Size", "Start"];

/// Other tags of chess programs that only describe the game, and beginnings of such tags.
const REMARKS: [&str; 14] = [
    "Black",
    "Date",
    "ECO",
    "Event",
    "Game",
    "Mode",
    "NIC",
    "PlyCount",
    "Section",
    "Stage",
    "Termination",
    "Time",
    "UTC",
    "White",
];

/// The tags of a game.
#[derive(Default)]
pub(super) struct Tags(Vec<Tag>);

/// A start or rules named by the tag `Variant`.
enum Variant {
    Standard,
    Scrambled,
    Rules(Preset),
    Unknown,
}

impl Tags {
    pub(super) fn add(&mut self, tag: Tag) {
        self.0.push(tag);
    }

    pub(super) fn is_empty(&self) -> bool {
        self.0.is_empty()
    }

    fn find(&self, name: &str) -> Option<&Tag> {
        self.0.iter().find(|tag| tag.is(name) && !tag.value.trim().is_empty())
    }

    fn value(&self, name: &str) -> &str {
        self.find(name).map_or("", |tag| tag.value.trim())
    }

    /// Returns the start that tags or a line of the list name; `None` if they name none.
    pub(super) fn start(
        &self,
        line: Option<(Position, Location)>,
        notices: &mut Vec<Notice>,
    ) -> Result<Option<Position>, RecordError> {
        let by_tag = self.find("FEN").map(|tag| {
            let position = tag.value.parse::<WrittenPosition>();
            position.map(|written| written.position).map_err(|source| RecordError::Tag {
                location: tag.location,
                name: tag.name.clone(),
                source,
            })
        });
        let by_tag = by_tag.transpose()?;
        if let (Some(position), Some((other, location))) = (by_tag, line)
            && position != other
        {
            let (text, expected) = (other.to_string(), "the start that the tag FEN names");
            return Err(RecordError::Value { location, text, expected });
        }
        let named = by_tag.or(line.map(|(position, _)| position));
        let set_up = self.find("SetUp").filter(|tag| tag.value.trim() != "0");
        let variant = self.find("Variant").filter(|tag| tag.is_scrambled());
        let start = match (variant, named) {
            (Some(_), None) => Some(Board::default().scrambled()),
            (Some(_), Some(start)) if by_tag.is_none() && start == start.board().start() => {
                Some(start.board().scrambled())
            }
            (_, named) => named,
        };
        if start.is_none() {
            notices.extend(set_up.map(Tag::notice));
        }
        // The tag FEN takes precedence over the name of a start.
        if start.is_some_and(|start| start == start.board().start()) {
            notices.extend(variant.map(Tag::notice));
        }
        Ok(start)
    }

    /// Returns the rules that tags name; `None` if they are missing or unknown.
    pub(super) fn preset(&self, notices: &mut Vec<Notice>) -> Option<Preset> {
        let by_variant = self.find("Variant").and_then(|tag| match tag.variant() {
            Variant::Rules(preset) => Some(preset),
            Variant::Unknown => {
                notices.push(tag.notice());
                None
            }
            Variant::Standard | Variant::Scrambled => None,
        });
        let Some(tag) = self.find("Rules") else {
            return by_variant;
        };
        let preset = tag.value.trim().to_ascii_lowercase().parse();
        if preset.is_err() {
            let (location, text) = (tag.location, tag.value.clone());
            notices.push(Notice::UnknownRules { location, text });
        }
        preset.ok().or(by_variant)
    }

    /// Adds a notice for each ignored tag that may set up the game, and one for all that are not
    /// known.
    pub(super) fn unused(&self, notices: &mut Vec<Notice>) {
        let may_set_up = |tag: &&Tag| {
            let is_named = OTHER_SETUPS.iter().any(|name| tag.is(name));
            is_named || tag.value.parse::<WrittenPosition>().is_ok()
        };
        let mut names = Vec::new();
        for tag in self.0.iter().filter(|tag| !USED.iter().any(|name| tag.is(name))) {
            let is_property = PROPERTIES.iter().any(|(name, _)| tag.is(name));
            if may_set_up(&tag) {
                notices.push(tag.notice());
            } else if !is_property && !REMARKS.iter().any(|name| tag.name.starts_with(name)) {
                add_name(&mut names, &tag.name);
            }
        }
        if !names.is_empty() {
            notices.push(Notice::UnknownNames { names });
        }
    }

    /// Returns the players. Little Golem calls the player who moves first White, although that
    /// player has the stones that are Black elsewhere.
    pub(super) fn players(&self) -> Players {
        let [white, black] = ["White", "Black"].map(|name| self.value(name).to_owned());
        if self.is_of_little_golem() {
            Players { black: white, white: black }
        } else {
            Players { black, white }
        }
    }

    /// Returns the result of the game, by its moves or else by a tag, and all claims of it.
    pub(super) fn result(
        &self,
        of_moves: Option<String>,
        notices: &mut Vec<Notice>,
    ) -> (Option<String>, Vec<Claim>) {
        let names_players = self.find("White").or(self.find("Black")).is_some();
        let white = if self.is_of_little_golem() { Color::Black } else { Color::White };
        let claim = |source, text: &str| Claim::new(source, text, names_players.then_some(white));
        let by_tag = self.find("Result");
        let of_tag = by_tag.map(|tag| claim("the tag Result", &tag.value));
        let of_moves = of_moves.map(|text| claim("the end of the moves", &text));
        let claims: Vec<Claim> = of_moves.into_iter().chain(of_tag).collect();
        // The sign for an unknown result is less than any other.
        let used = claims.iter().find(|claim| claim.text != "*").or(claims.first());
        let result = used.map(|claim| claim.text.clone());
        if let Some(tag) = by_tag.filter(|tag| result.as_deref() != Some(tag.value.trim()))
            && claims.last().is_some_and(Claim::is_unread)
        {
            notices.push(tag.notice());
        }
        (result, claims)
    }

    fn is_of_little_golem(&self) -> bool {
        self.value("Site").contains("littlegolem")
    }

    /// Writes the tags as properties.
    pub(super) fn write(&self, root: &mut TreeNode) {
        let players = self.players();
        for (name, player) in [("PB", &players.black), ("PW", &players.white)] {
            if !player.is_empty() {
                root.set(name, player);
            }
        }
        let mut others = String::new();
        for tag in &self.0 {
            let property = PROPERTIES.iter().find(|(name, _)| tag.is(name));
            match property {
                Some(("Date", _)) => root.set("DT", &date(&tag.value)),
                Some((_, property)) if root.property(property).is_none() => {
                    root.set(property, &tag.value);
                }
                None if tag.is("Rules") => root.set("RU", tag.value.trim()),
                // The start and the players are written as other properties.
                None if ["FEN", "SetUp", "White", "Black", "Result"]
                    .iter()
                    .any(|name| tag.is(name)) => {}
                _ => others.push_str(&format!("{tag}\n")),
            }
        }
        if !others.is_empty() {
            root.set("GC", others.trim_end());
        }
    }
}

impl Tag {
    fn is_scrambled(&self) -> bool {
        matches!(self.variant(), Variant::Scrambled)
    }

    fn variant(&self) -> Variant {
        let value = self.value.to_ascii_lowercase();
        let name: String = value.chars().filter(|c| c.is_ascii_alphanumeric()).collect();
        match name.as_str() {
            "linesofaction" | "loa" | "standard" | "normal" | "fromposition" => Variant::Standard,
            name if name.contains("scrambled") => Variant::Scrambled,
            _ => value.trim().parse().map_or(Variant::Unknown, Variant::Rules),
        }
    }
}
