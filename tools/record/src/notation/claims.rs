//! The results that a record claims.

use loa_solver::{Color, plain_text};

use super::notice::Notice;
use crate::end::End;

/// A result as a record claims it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Claim {
    /// The part of the record that claims it.
    pub(super) source: &'static str,
    pub(super) text: String,
    said: Option<Said>,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Said {
    Draw,
    Won(Color),
    /// `1-0` or `0-1`, the first being true, in a record that does not tell whose number is first.
    Number(bool),
}

impl Claim {
    /// Reads a claim. `white` is the colour of the player whose number is first in `1-0`.
    pub(super) fn new(source: &'static str, text: &str, white: Option<Color>) -> Claim {
        let plain = plain_text(text.trim()).to_ascii_lowercase();
        let number = |first: bool| match white {
            Some(white) => Said::Won(if first { white } else { white.other() }),
            None => Said::Number(first),
        };
        let said = match plain.as_str() {
            "1-0" => Some(number(true)),
            "0-1" => Some(number(false)),
            "0" | "draw" | "drawn" | "jigo" | "1/2-1/2" | "½-½" | "1/2" => Some(Said::Draw),
            _ if plain.starts_with("b+") || plain.starts_with("black w") => {
                Some(Said::Won(Color::Black))
            }
            _ if plain.starts_with("w+") || plain.starts_with("white w") => {
                Some(Said::Won(Color::White))
            }
            _ => None,
        };
        Claim { source, text: text.trim().to_owned(), said }
    }

    /// Returns whether the claim is text that names no winner and is more than a sign for an
    /// unknown result.
    pub(super) fn is_unread(&self) -> bool {
        self.said.is_none() && !["", "*", "?"].contains(&&*self.text)
    }
}

fn disagree(one: Said, other: Said) -> bool {
    match (one, other) {
        (Said::Won(_), Said::Number(_)) | (Said::Number(_), Said::Won(_)) => false,
        (one, other) => one != other,
    }
}

/// Returns a notice of all claims if two of them contradict each other, or if one contradicts the
/// end of the game as played.
pub(super) fn contradiction(end: Option<End>, claims: &[Claim]) -> Option<Notice> {
    let played = end.map(|end| end.winner.map_or(Said::Draw, Said::Won));
    let said: Vec<Said> =
        played.into_iter().chain(claims.iter().filter_map(|claim| claim.said)).collect();
    if !said.iter().any(|&one| said.iter().any(|&other| disagree(one, other))) {
        return None;
    }
    let claims = claims.iter().filter(|claim| claim.said.is_some());
    let claims = claims.map(|claim| (claim.source, claim.text.clone())).collect();
    Some(Notice::Contradiction { end, claims })
}
