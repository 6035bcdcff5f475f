//! A certificate as a page: a tree of the loser's replies and the winner's answers.
//!
//! A position is unfolded where it comes first. Elsewhere a link leads there, also from
//! its mirror images and turns, which the certificate does not tell apart.

use std::collections::{BTreeMap, HashMap};

use loa_record::text::counted;
use loa_solver::proof::{Certificate, Fault, Guide, RuleSet};
use loa_solver::{Color, Move, Position, Rules};
use maud::{Markup, html};

use crate::page::{board, page};

/// The most stored positions of a certificate that is shown.
const MOST: usize = 1000;

const STYLE: &str = "
section { margin: .5rem 0 1rem }
section section { border-left: 2px solid var(--line); padding-left: min(1rem, 1.5vw) }
section:target { outline: 2px solid; outline-offset: .3rem }
figure { margin: .5rem 0; display: flex; flex-wrap: wrap; gap: 1rem; align-items: end }
figure svg { width: 14rem }
ul { padding-left: min(1.2rem, 4vw) } li { margin: .2rem 0 }
";

/// A reason why a certificate is not shown.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum ProofPageError {
    /// More positions than a page shows.
    #[error("a page shows at most {most} stored positions, and the certificate has {positions}")]
    TooLarge {
        /// The stored positions.
        positions: usize,
        /// The most that a page shows.
        most: usize,
    },
    /// A certificate that is not valid.
    #[error(transparent)]
    Fault(#[from] Fault),
}

/// Returns a certificate as a page that needs no other file.
///
/// # Errors
/// When the certificate is too large or not valid.
pub fn proof_page(certificate: &Certificate) -> Result<String, ProofPageError> {
    let positions = certificate.positions.len();
    if positions > MOST {
        let most = MOST;
        return Err(ProofPageError::TooLarge { positions, most });
    }
    certificate.check()?;
    let mut tree = Tree {
        certificate,
        guides: HashMap::new(),
        unfolded: HashMap::new(),
    };
    let (start, rules) = (certificate.start, certificate.rules);
    let (winner, loser) = (name(certificate.winner), name(certificate.winner.other()));
    let body = html! {
        p {
            "A proof from " code { (start) } ". Its " (counted(positions as u64, "stored position"))
            " and those that are lost in two plies are drawn, " (loser) " to move in each. "
            "Under it stands every reply of " (loser) ": a loss at once, or one to be unfolded, "
            "with the answer of " (winner) ". In a drawing with an arrow the answer is to be played."
        }
        @match certificate.first_move {
            Some(first) => {
                figure { (board(&start, &[first])) figcaption { (winner) " begins with " (first) "." } }
                (tree.after(&start.play_unchecked(first), rules))
            }
            None => (tree.position(&start, rules)),
        }
        (tree.others())
    };
    let title = format!(
        "{} under {rules}: {winner} wins within {} plies",
        start.board(),
        certificate.plies
    );
    Ok(page(&title, STYLE, &body))
}

fn name(color: Color) -> &'static str {
    match color {
        Color::Black => "Black",
        Color::White => "White",
    }
}

/// The part of the tree that has been written.
struct Tree<'a> {
    certificate: &'a Certificate,
    /// The guides by their rules ids, a bit each.
    guides: HashMap<u16, Guide>,
    /// The numbers of the positions that are unfolded, by key and rules ids.
    unfolded: HashMap<(u128, u16), usize>,
}

impl Tree<'_> {
    fn guide(&mut self, ids: RuleSet) -> &Guide {
        let certificate = self.certificate;
        self.guides.entry(ids.bits()).or_insert_with(|| {
            let guide = Guide::new(certificate.clone(), ids);
            guide.expect("the ids are among those of the certificate")
        })
    }

    /// Returns a position after a move of the winner, under the ids that have led there.
    fn after(&mut self, position: &Position, ids: RuleSet) -> Markup {
        let Some(open) = open(position, ids) else {
            return html! { "That wins." };
        };
        match self
            .unfolded
            .get(&(self.certificate.key(position), open.bits()))
        {
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
        let key = (self.certificate.key(position), ids.bits());
        self.unfolded.insert(key, number);
        let bound = self.guide(ids).bound(position).ok().flatten();
        let (loser, winner) = (name(position.turn()), name(self.certificate.winner));
        html! {
            section id=(format!("p{number}")) {
                figure {
                    (board(position, &[]))
                    figcaption {
                        "Position " (number) ": "
                        @if let Some(plies) = bound { (winner) " wins within " (plies) " plies" }
                        (under(ids, self.certificate.rules)) "."
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
        html! { @for (ids, answer) in self.answers(&turn, open) { (self.answer(&turn, (reply, answer), ids)) } }
    }

    fn answer(&mut self, turn: &Position, (reply, answer): (Move, Move), ids: RuleSet) -> Markup {
        let after = turn.play_unchecked(answer);
        let under = under(ids, self.certificate.rules);
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

    /// Returns the answers in a position with the winner to move: one for all ids where
    /// there is one, or else one for each id, ids with the same answer together.
    fn answers(&mut self, turn: &Position, ids: RuleSet) -> Vec<(RuleSet, Move)> {
        if let Ok(Some(answer)) = self.guide(ids).answer(turn) {
            return vec![(ids, answer.played)];
        }
        let mut answers: BTreeMap<Move, u16> = BTreeMap::new();
        for id in ids.iter() {
            let id = RuleSet::one(id);
            if let Ok(Some(answer)) = self.guide(id).answer(turn) {
                *answers.entry(answer.played).or_default() |= id.bits();
            }
        }
        let answers = answers.into_iter();
        answers
            .filter_map(|(played, ids)| Some((RuleSet::from_bits(ids)?, played)))
            .collect()
    }

    /// Returns the stored positions to which no answer of the tree leads.
    fn others(&mut self) -> Markup {
        let certificate = self.certificate;
        let mut others = Vec::new();
        for (position, _) in certificate.iter() {
            let Some(open) = open(&position, certificate.rules) else {
                continue;
            };
            let key = (certificate.key(&position), open.bits());
            if !self.unfolded.contains_key(&key) {
                others.push(self.position(&position, open));
            }
        }
        html! {
            @if !others.is_empty() {
                h2 { "Stored positions that the lines above do not reach" }
                @for other in others { (other) }
            }
        }
    }
}

/// Returns those of `ids` under which the game goes on.
fn open(position: &Position, ids: RuleSet) -> Option<RuleSet> {
    let open = ids
        .iter()
        .filter(|rules| rules.termination(position).is_none());
    RuleSet::from_bits(open.fold(0, |bits, rules| bits | RuleSet::one(rules).bits()))
}

/// Returns the moves of a position at which the game goes on under `ids`.
fn replies(position: &Position, ids: RuleSet) -> Vec<Move> {
    let rules: Option<Rules> = ids.iter().next();
    rules.map_or_else(Vec::new, |rules| rules.moves(position))
}

/// Returns which ids a statement is about, unless it is about all.
fn under(ids: RuleSet, all: RuleSet) -> String {
    match ids == all {
        true => String::new(),
        false => format!(" under {ids}"),
    }
}

#[cfg(test)]
mod tests {
    use std::collections::HashSet;

    use roxmltree::Document;

    use super::*;

    fn shipped(board: &str) -> Certificate {
        let folder = concat!(env!("CARGO_MANIFEST_DIR"), "/../../data/proofs");
        let bytes = std::fs::read(format!("{folder}/{board}.proof")).unwrap();
        Certificate::from_bytes(&bytes).unwrap()
    }

    #[test]
    fn every_stored_position_is_drawn_and_every_link_leads_somewhere() {
        let certificate = shipped("5x5");
        let page = proof_page(&certificate).unwrap();
        let (_, body) = page.split_once("<body>").unwrap();
        let (body, _) = body.split_once("</body>").unwrap();
        let body = format!("<body>{}</body>", body.replace("<br>", "<br/>"));
        let document = Document::parse(&body).unwrap();
        let nodes = |name: &'static str| {
            let nodes = document.descendants();
            nodes.filter(move |node| node.has_tag_name(name))
        };
        let (mut ids, mut keys) = (HashSet::new(), HashSet::new());
        for section in nodes("section") {
            assert!(
                ids.insert(section.attribute("id").unwrap()),
                "ids are unique"
            );
            let figure = section.first_element_child().unwrap();
            let part = |name: &str| figure.descendants().find(|node| node.has_tag_name(name));
            let position: Position = part("code").unwrap().text().unwrap().parse().unwrap();
            assert_eq!(position.turn(), certificate.winner.other());
            let drawn = part("title").unwrap().text().unwrap();
            assert!(drawn.starts_with(&position.to_string()), "{drawn}");
            keys.insert(certificate.key(&position));
        }
        for stored in &certificate.positions {
            assert!(keys.contains(&stored.key), "{}", stored.key);
        }
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
    fn large_and_wrong_certificates_are_not_shown() {
        let large = proof_page(&shipped("5x8")).unwrap_err();
        assert!(
            matches!(large, ProofPageError::TooLarge { most: MOST, .. }),
            "{large}"
        );
        let mut wrong = shipped("5x5");
        wrong.positions.clear();
        assert!(matches!(proof_page(&wrong), Err(ProofPageError::Fault(_))));
    }
}
