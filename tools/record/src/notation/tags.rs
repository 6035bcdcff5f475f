//! Tags of lists of moves, such as `[White "Anna"]`.

use std::fmt;

use loa_solver::{Board, Color, Position, Preset};

use super::claims::Claim;
use super::cursor::Cursor;
use super::error::{Location, RecordError};
use super::notice::{Notice, add_name};
use super::tree::GameTree;
use crate::link::WrittenPosition;

/// A tag, `[Name "value"]`.
pub(super) struct Tag {
    name: String,
    value: String,
    /// The location of the value.
    location: Location,
}

/// A start or rules named by the tag `Variant`.
enum Variant {
    Standard,
    Scrambled,
    Rules(Preset),
    Unknown,
}

impl Tag {
    /// Reads a tag. In its value a backslash precedes a quotation mark or another backslash.
    pub(super) fn read(cursor: &mut Cursor<'_>) -> Result<Tag, RecordError> {
        let expect = |cursor: &mut Cursor<'_>, c: char| {
            cursor.skip_space();
            let is_there = cursor.skip(c);
            is_there
                .then_some(())
                .ok_or_else(|| cursor.unexpected("a tag such as [White \"Anna\"]"))
        };
        expect(cursor, '[')?;
        cursor.skip_space();
        let name = cursor.take_while(|c| c.is_alphanumeric() || c == '_').to_owned();
        expect(cursor, '"')?;
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
        if !cursor.skip('"') {
            return Err(cursor.unexpected("a tag such as [White \"Anna\"]"));
        }
        expect(cursor, ']')?;
        Ok(Tag { name, value, location })
    }

    /// Returns whether the tag has one of these names, in upper or lower case.
    fn is(&self, names: &[&str]) -> bool {
        names.iter().any(|name| self.name.eq_ignore_ascii_case(name))
    }

    fn notice(&self) -> Notice {
        let (location, name, text) = (self.location, self.name.clone(), self.value.clone());
        Notice::Unused { location, name, text }
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

    /// Returns the property with the content of the tag, if there is one.
    fn property(&self) -> Option<&'static str> {
        PROPERTIES.iter().find(|(name, _)| self.is(&[name])).map(|&(_, property)| property)
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

/// Tags whose content is written as other properties.
const WRITTEN: [&str; 6] = ["Black", "FEN", "Result", "Rules", "SetUp", "White"];

/// Tags of other programs that may set up a game.
const OTHER_SETUPS: [&str; 5] = ["Board", "BoardSize", "Position", "Size", "Start"];

/// Other tags of chess programs that only describe the game, and beginnings of such tags.
const REMARKS: &str =
    "Black Date ECO Event Game Mode NIC PlyCount Section Stage Termination Time UTC White";

/// The tags of a game.
#[derive(Default)]
pub(super) struct Tags(pub(super) Vec<Tag>);

impl Tags {
    fn find(&self, name: &str) -> Option<&Tag> {
        self.0.iter().find(|tag| tag.is(&[name]) && !tag.value.trim().is_empty())
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
            let (location, name) = (tag.location, tag.name.clone());
            let read = tag.value.parse::<WrittenPosition>();
            read.map_err(|source| RecordError::Tag { location, name, source })
        });
        let by_tag = by_tag.transpose()?.map(|read| read.position);
        if let (Some(position), Some((other, location))) = (by_tag, line)
            && position != other
        {
            let (text, expected) = (other.to_string(), "the start that the tag FEN names");
            return Err(RecordError::Value { location, text, expected });
        }
        let is_usual = |start: &Position| *start == start.board().start();
        let is_scrambled = |tag: &&Tag| matches!(tag.variant(), Variant::Scrambled);
        let variant = self.find("Variant").filter(is_scrambled);
        let mut start = by_tag.or(line.map(|(position, _)| position));
        if variant.is_some() && by_tag.is_none() && start.as_ref().is_none_or(is_usual) {
            start = Some(start.map_or_else(Board::default, |start| start.board()).scrambled());
        }
        if start.is_none() {
            let set_up = self.find("SetUp").filter(|tag| tag.value.trim() != "0");
            notices.extend(set_up.map(Tag::notice));
        }
        // The tag FEN takes precedence over the name of a start.
        if start.as_ref().is_some_and(is_usual) {
            notices.extend(variant.map(Tag::notice));
        }
        Ok(start)
    }

    /// Returns the rules that tags name; `None` if they are missing or unknown.
    fn preset(&self, notices: &mut Vec<Notice>) -> Option<Preset> {
        let mut named = None;
        match self.find("Variant").map(|tag| (tag.variant(), tag)) {
            Some((Variant::Rules(preset), _)) => named = Some(preset),
            Some((Variant::Unknown, tag)) => notices.push(tag.notice()),
            _ => {}
        }
        if let Some(Tag { value, location, .. }) = self.find("Rules") {
            match value.trim().to_ascii_lowercase().parse() {
                Ok(preset) => named = Some(preset),
                Err(_) => {
                    let (location, text) = (*location, value.clone());
                    notices.push(Notice::UnknownRules { location, text });
                }
            }
        }
        named
    }

    fn is_of_little_golem(&self) -> bool {
        self.value("Site").contains("littlegolem")
    }

    /// Writes the tags as properties, except the result. Adds a notice for each ignored tag that
    /// may set up the game, and one for all that are not known.
    pub(super) fn write(&self, tree: &mut GameTree) {
        tree.preset = self.preset(&mut tree.notices);
        let players = &mut tree.players;
        [players.black, players.white] = ["Black", "White"].map(|name| self.value(name).to_owned());
        // Little Golem calls the player who moves first White, although that player has the stones
        // that are Black elsewhere.
        if self.is_of_little_golem() {
            std::mem::swap(&mut players.black, &mut players.white);
        }
        let root = &mut tree.nodes[0];
        root.set_players(players);
        let (mut others, mut unknown) = (String::new(), Vec::new());
        for tag in &self.0 {
            match tag.property() {
                Some("DT") => root.set("DT", &date(&tag.value)),
                Some(property) if root.property(property).is_none() => {
                    root.set(property, &tag.value);
                }
                None if tag.is(&["Rules"]) => root.set("RU", tag.value.trim()),
                None if tag.is(&WRITTEN) => {}
                _ => others.push_str(&format!("{tag}\n")),
            }
            if tag.is(&WRITTEN) || tag.is(&["Variant"]) {
                continue;
            }
            if tag.is(&OTHER_SETUPS) || tag.value.parse::<WrittenPosition>().is_ok() {
                tree.notices.push(tag.notice());
            } else if tag.property().is_none()
                && !REMARKS.split(' ').any(|name| tag.name.starts_with(name))
            {
                add_name(&mut unknown, &tag.name);
            }
        }
        if !others.is_empty() {
            root.set("GC", others.trim_end());
        }
        if !unknown.is_empty() {
            tree.notices.push(Notice::UnknownNames { names: unknown });
        }
    }

    /// Writes the result of the game, by its moves or else by a tag, and all claims of it.
    pub(super) fn claim(&self, of_moves: Option<&str>, tree: &mut GameTree) {
        let names_players = self.find("White").or(self.find("Black")).is_some();
        let white = if self.is_of_little_golem() { Color::Black } else { Color::White };
        let claim = |source, text: &str| Claim::new(source, text, names_players.then_some(white));
        let by_tag = self.find("Result");
        let of_tag = by_tag.map(|tag| claim("the tag Result", &tag.value));
        let of_moves = of_moves.map(|text| claim("the end of the moves", text));
        tree.claims = of_moves.into_iter().chain(of_tag).collect();
        // The sign for an unknown result is less than any other.
        let used = tree.claims.iter().find(|claim| claim.text != "*").or(tree.claims.first());
        tree.result = used.map(|claim| claim.text.clone());
        if let Some(tag) = by_tag.filter(|tag| tree.result.as_deref() != Some(tag.value.trim()))
            && tree.claims.last().is_some_and(Claim::is_unread)
        {
            tree.notices.push(tag.notice());
        }
        if let Some(result) = &tree.result {
            tree.nodes[0].set("RE", result);
        }
    }
}

/// Returns a date such as 2013.07.02 in SGF's form, if all of it is known.
fn date(text: &str) -> String {
    let is_known = text.chars().all(|c| c.is_ascii_digit() || c == '.');
    if is_known { text.replace('.', "-") } else { text.to_owned() }
}
