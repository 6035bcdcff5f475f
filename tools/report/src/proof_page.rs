//! A certificate as a page: a tree of the loser's replies and the winner's answers.
//!
//! A position is unfolded where it comes first. Elsewhere a link leads there, also from
//! its mirror images and turns, which the certificate does not tell apart.

use std::collections::HashMap;

use loa_checker::Claim;
use loa_engine::Guide;
use loa_solver::proof::RuleSet;
use loa_solver::{Move, Position, Rules};
use maud::{Markup, html};

use crate::page::{board, color_name, page};

/// The most moves of a certificate that is shown.
const MOST: u64 = 1000;

/// A certificate with more moves than a page shows.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("a page shows at most {MOST} moves, and the certificate has {positions}")]
pub struct ProofTooLarge {
    /// The moves of the certificate.
    pub positions: u64,
}

impl ProofTooLarge {
    /// Refuses a certificate that is too large, by its claim.
    ///
    /// # Errors
    /// When it is.
    pub fn refuse(claim: &Claim) -> Result<(), ProofTooLarge> {
        let positions = claim.moves;
        if positions > MOST { Err(ProofTooLarge { positions }) } else { Ok(()) }
    }
}

/// Returns a certificate as a page that needs no other file.
///
/// # Errors
/// When the certificate is too large.
pub fn proof_page(guide: &Guide) -> Result<String, ProofTooLarge> {
    ProofTooLarge::refuse(guide.proof().claim())?;
    let mut tree = Tree { guide, unfolded: HashMap::new() };
    let (start, rules) = (guide.start(), guide.rules());
    let (winner, loser) = (color_name(guide.winner()), color_name(guide.winner().other()));
    let first = guide.answer(&start);
    let body = html! {
        p {
            "A proof from " code { (start) } ". The positions after the answers of " (winner)
            " are drawn, " (loser) " to move in each. Under it stands every reply of " (loser)
            ": a loss at once, or one to be unfolded, "
            "with the answer of " (winner) ". In a drawing with an arrow the answer is to be played."
        }
        @match first {
            Some(first) => {
                figure { (board(&start, &[first.played])) figcaption { (winner) " begins with " (first.played) "." } }
                (tree.after(&start.play_unchecked(first.played), rules))
            }
            None => (tree.position(&start, rules)),
        }
    };
    let title =
        format!("{} under {rules}: {winner} wins within {} plies", start.board(), guide.plies());
    Ok(page(&title, &html! { div.proof { (body) } }))
}

/// The part of the tree that has been written.
struct Tree<'a> {
    guide: &'a Guide,
    /// The numbers of the positions that are unfolded, by their least image and rules ids.
    unfolded: HashMap<([u64; 2], u16), usize>,
}

impl Tree<'_> {
    /// Returns a position after a move of the winner, under the ids that have led there.
    fn after(&mut self, position: &Position, ids: RuleSet) -> Markup {
        let Some(open) = open(position, ids) else {
            return html! { "That wins." };
        };
        match self.unfolded.get(&(least_image(position), open.bits())) {
            Some(number) => html! {
                "It goes on as in "
                a href=(format!("#p{number}")) { "position " (number) }
                " or its mirror image."
            },
            None => self.position(position, open),
        }
    }

    /// Returns a position with the loser to move, and every reply.
    fn position(&mut self, position: &Position, ids: RuleSet) -> Markup {
        let number = self.unfolded.len() + 1;
        let key = (least_image(position), ids.bits());
        self.unfolded.insert(key, number);
        let bound = self.guide.under(ids).and_then(|guide| guide.bound(position));
        let (loser, winner) = (color_name(position.turn()), color_name(self.guide.winner()));
        html! {
            section id=(format!("p{number}")) {
                figure {
                    (board(position, &[]))
                    figcaption {
                        "Position " (number) ": "
                        @if let Some(plies) = bound { (winner) " wins within " (plies) " plies" }
                        (under(ids, self.guide.rules())) "."
                        br; code { (position) }
                    }
                }
                ul aria-label=(format!("replies of {loser}")) {
                    @for reply in replies(position, ids) { (self.reply(position, reply, ids)) }
                }
            }
        }
    }

    fn reply(&mut self, position: &Position, reply: Move, ids: RuleSet) -> Markup {
        let turn = position.play_unchecked(reply);
        let Some(open) = open(&turn, ids) else {
            return html! { li { (reply) " loses at once." } };
        };
        let guide = self.guide.under(open);
        match guide.and_then(|guide| guide.answer(&turn)) {
            Some(answer) => self.answer(&turn, (reply, answer.played), open),
            None => html! {},
        }
    }

    fn answer(&mut self, turn: &Position, (reply, answer): (Move, Move), ids: RuleSet) -> Markup {
        let after = turn.play_unchecked(answer);
        let under = under(ids, self.guide.rules());
        if open(&after, ids).is_none() {
            return html! { li { (reply) " is answered by " (answer) ", which wins" (under) "." } };
        }
        html! {
            li {
                details {
                    summary { (reply) ", answered by " (answer) (under) }
                    figure { (board(turn, &[answer])) figcaption { code { (turn) } } }
                    (self.after(&after, ids))
                }
            }
        }
    }
}

/// Returns the stones of the same image of a position for all its mirror images and turns.
fn least_image(position: &Position) -> [u64; 2] {
    let images = position.images().map(|image| [image.us().0, image.them().0]);
    images.min().unwrap_or_default()
}

/// Returns those of `ids` under which the game goes on.
fn open(position: &Position, ids: RuleSet) -> Option<RuleSet> {
    let open = ids.iter().filter(|rules| rules.termination(position).is_none());
    RuleSet::from_bits(open.fold(0, |bits, rules| bits | RuleSet::one(rules).bits()))
}

/// Returns the moves of a position at which the game goes on under `ids`.
fn replies(position: &Position, ids: RuleSet) -> Vec<Move> {
    let rules: Option<Rules> = ids.iter().next();
    rules.map_or_else(Vec::new, |rules| rules.moves(position))
}

/// Returns which ids a statement is about, unless it is about all.
fn under(ids: RuleSet, all: RuleSet) -> String {
    if ids == all { String::new() } else { format!(" under {ids}") }
}

#[cfg(test)]
mod tests {
    use std::collections::HashSet;

    use roxmltree::Document;

    use super::*;

    fn shipped(board: &str) -> Guide {
        let folder = concat!(env!("CARGO_MANIFEST_DIR"), "/../../data/proofs");
        let bytes = std::fs::read(format!("{folder}/{board}.proof")).unwrap();
        Guide::read(bytes).unwrap()
    }

    #[test]
    fn every_position_drawn_is_proved_and_every_link_leads_somewhere() {
        let guide = shipped("5x5");
        let page = proof_page(&guide).unwrap();
        let (_, body) = page.split_once("<body class=\"report\">").unwrap();
        let (body, _) = body.split_once("</body>").unwrap();
        let body = format!("<body>{}</body>", body.replace("<br>", "<br/>"));
        let document = Document::parse(&body).unwrap();
        let nodes = |name: &'static str| {
            let nodes = document.descendants();
            nodes.filter(move |node| node.has_tag_name(name))
        };
        let (mut ids, mut drawn_positions) = (HashSet::new(), 0);
        for section in nodes("section") {
            assert!(ids.insert(section.attribute("id").unwrap()), "ids are unique");
            let figure = section.first_element_child().unwrap();
            let part = |name: &str| figure.descendants().find(|node| node.has_tag_name(name));
            let position: Position = part("code").unwrap().text().unwrap().parse().unwrap();
            assert_eq!(position.turn(), guide.winner().other());
            let drawn = part("title").unwrap().text().unwrap();
            assert!(drawn.starts_with(&position.to_string()), "{drawn}");
            assert!(guide.bound(&position).is_some(), "{position}");
            drawn_positions += 1;
        }
        assert!(drawn_positions > 30, "{drawn_positions}");
        let mut links = 0;
        for link in nodes("a") {
            let target = link.attribute("href").unwrap().strip_prefix('#').unwrap();
            assert!(ids.contains(target), "{target}");
            links += 1;
        }
        assert!(links > 10 && nodes("details").count() > 70, "{links}");
        assert_eq!(nodes("script").count(), 0);
    }

    #[test]
    fn large_certificates_are_not_shown() {
        let large = proof_page(&shipped("5x8")).unwrap_err();
        assert_eq!(large, ProofTooLarge { positions: 2059 });
    }
}
