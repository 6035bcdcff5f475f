//! One move of a record, as written.

use loa_solver::{Color, Move, ParseMoveError, WrittenMove, plain_text};

use super::error::Location;
use crate::end::Concession;
use crate::game::{Game, Refusal};

/// A move, a pass or a resignation in a record.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Entry {
    pub(super) color: Color,
    pub(super) action: MoveAction,
    /// The text of the move, as written.
    pub(super) text: String,
    pub(super) location: Location,
    /// The node with the move.
    pub(super) node: usize,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum MoveAction {
    Move(WrittenMove),
    Concede(Concession),
}

/// The words for the ends of a game, in the form that is written first.
pub(super) const CONCESSIONS: [(&str, Concession); 5] = [
    ("resign", Concession::Resignation),
    ("forfeit", Concession::Forfeit),
    ("timeout", Concession::Time),
    ("resigns", Concession::Resignation),
    ("forfeits", Concession::Forfeit),
];

/// The description of a move to which a null move does not fit, for messages.
pub(super) const NULL_MOVE: &str = "a move here: a turn passes only if no stone can move, as pass";

/// True for the null moves of other games.
pub(super) fn is_null_move(text: &str) -> bool {
    ["0000", "--", "null", "@@@@", "z0"].contains(&&*plain_text(text).to_ascii_lowercase())
}

impl MoveAction {
    /// Reads a move in any form of a [`WrittenMove`], or `pass`, `resign`, `forfeit` or `timeout`.
    pub(super) fn read(text: &str) -> Option<MoveAction> {
        let plain = plain_text(text.trim());
        let concession = CONCESSIONS.iter().find(|(name, _)| plain.eq_ignore_ascii_case(name));
        match concession {
            Some(&(_, how)) => Some(MoveAction::Concede(how)),
            None => text.parse().ok().map(MoveAction::Move),
        }
    }

    /// Returns the length in characters of the move at the beginning of a longer text.
    pub(super) fn beginning(text: &str) -> Option<usize> {
        let Err(ParseMoveError::Form { at, .. }) = text.parse::<WrittenMove>() else {
            return None;
        };
        let beginning: String = text.chars().take(at - 1).collect();
        MoveAction::read(&beginning).map(|_| at - 1)
    }
}

/// Returns the property with the moves of a side.
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

pub(super) fn concession_text(how: Concession) -> &'static str {
    CONCESSIONS.iter().find(|(_, known)| *known == how).map_or("resign", |(name, _)| name)
}

impl Entry {
    /// Returns the text of the entry in its usual form, with its marks.
    pub(super) fn usual_text(&self) -> String {
        match self.action {
            MoveAction::Move(written) => self.text_of(written.into()),
            MoveAction::Concede(how) => concession_text(how).to_owned(),
        }
    }

    /// Returns the text of a move with the marks of this entry, except the capture sign.
    pub(super) fn text_of(&self, played: Move) -> String {
        let is_stone = matches!(played, Move::Stone { .. });
        let mut parts = self.text.rsplit(|c: char| c.is_ascii_digit());
        let marks = parts.next().filter(|_| is_stone).unwrap_or_default();
        move_text(played) + marks.trim_start_matches(['x', 'X'])
    }

    /// True if the entry ends the game without a move.
    pub(super) fn is_concession(&self) -> bool {
        matches!(self.action, MoveAction::Concede(_))
    }

    /// Returns whether the entry is marked as a capture but takes nothing in a game.
    pub(super) fn takes_nothing(&self, game: &Game) -> bool {
        match self.action {
            MoveAction::Move(WrittenMove(Move::Stone { to, capture, .. })) => {
                capture && !game.position().them().contains(to)
            }
            _ => false,
        }
    }

    /// Plays the entry.
    pub(super) fn play(&self, game: &mut Game) -> Result<(), Refusal> {
        if let Some(end) = game.end() {
            return Err(Refusal::Over(end));
        }
        let turn = game.position().turn();
        let written = match self.action {
            MoveAction::Move(written) => written,
            MoveAction::Concede(how) => return game.concede(self.color, how),
        };
        if self.color != turn {
            // A pass is forced, and some programs omit it.
            let must_pass = game.preset().rules.moves(game.position()) == [Move::Pass];
            if !must_pass {
                return Err(Refusal::OtherSide { position: Box::new(*game.position()) });
            }
            game.play(Move::Pass)?;
        }
        game.play(written.of(game.position()))
    }
}
