//! `loa proof line`: how the winner wins, from the certificate alone.

use std::path::PathBuf;

use clap::Args;
use loa_checker::{Board, Color, Ids, Move, Proof, Stones, ending};
use serde_json::{Value as Json, json};

use super::ids_json;
use crate::common::Common;
use crate::failure::{Failure, Status};
use crate::output;
use crate::proof_file::read_proof;

/// Print the winner's reply and the bound after some moves
///
/// If the loser is to move, every move of the loser is printed with the reply
/// to it. A bound counts the plies after which the winner has won at the latest.
#[derive(Args, Debug)]
pub(super) struct Line {
    /// The certificate
    file: PathBuf,
    /// The moves of both sides from the start of the certificate, such as b1-b3
    moves: Vec<String>,
    /// One of the certificate's rules ids, instead of all of them at once
    #[arg(long, value_name = "ID")]
    id: Option<String>,
}

/// A position of the game on the board, and who is to move.
struct Place<'a> {
    board: &'a Board,
    stones: Stones,
    to_move: Color,
}

impl Place<'_> {
    fn text(&self) -> String {
        self.board.position_text(self.stones, self.to_move)
    }

    fn move_text(&self, played: Move) -> String {
        self.board.move_text(self.stones, played)
    }

    fn after(&self, stones: Stones) -> Self {
        Place {
            stones,
            to_move: self.to_move.other(),
            ..*self
        }
    }
}

pub(super) fn run(common: &Common, args: &Line) -> Result<(), Failure> {
    let guide = read_proof(&args.file)?;
    let all = guide.proof();
    let claim = all.claim();
    let proof = match &args.id {
        None => all.clone(),
        Some(name) => claimed(name, all)?,
    };
    let mut place = Place {
        board: &claim.board,
        stones: claim.start(),
        to_move: claim.to_move,
    };
    for text in &args.moves {
        place = play(&proof, &place, text)?;
    }
    let over = ending(place.board, place.stones).over;
    if !proof.ids().and(over).is_empty() {
        return print_over(common, &place, over);
    }
    let unproved = || {
        let message = format!(
            "{}: the certificate proves nothing of {} under {} at once",
            args.file.display(),
            place.text(),
            proof.ids()
        );
        Failure::new(Status::Outside, message)
    };
    if place.to_move == claim.winner {
        let answer = proof.answer(place.stones).ok_or_else(unproved)?;
        let after = place.after(answer.after).text();
        let played = place.move_text(answer.played);
        if common.json {
            return output::json(&json!({
                "position": place.text(),
                "rules": ids_json(proof.ids()),
                "winner": claim.winner.to_string(),
                "plies": answer.plies,
                "move": played,
                "after": after,
                "checked": true,
            }));
        }
        output::line(format!(
            "{}  {} wins within {}",
            place.text(),
            claim.winner,
            plies(answer.plies)
        ))?;
        return output::line(format!("  {played}  {after}"));
    }
    let bound = proof.bound(place.stones).ok_or_else(unproved)?;
    let mut replies = Vec::new();
    for (reply, after) in proof.moves(place.stones) {
        let over = !proof.ids().and(ending(place.board, after).over).is_empty();
        let answer = match over {
            true => None,
            false => proof.answer(after),
        };
        let after = place.after(after);
        let answered = answer.map(|answer| (after.move_text(answer.played), answer.plies + 1));
        replies.push((place.move_text(reply), over, answered));
    }
    if common.json {
        let replies: Vec<Json> = replies
            .iter()
            .map(|(reply, over, answered)| {
                json!({
                    "move": reply,
                    "over": over,
                    "answer": answered.as_ref().map(|(text, _)| text),
                    "plies": answered.as_ref().map_or(1, |&(_, plies)| plies),
                })
            })
            .collect();
        return output::json(&json!({
            "position": place.text(),
            "rules": ids_json(proof.ids()),
            "winner": claim.winner.to_string(),
            "plies": bound,
            "replies": replies,
            "checked": true,
        }));
    }
    output::line(format!(
        "{}  {} wins within {}",
        place.text(),
        claim.winner,
        plies(bound)
    ))?;
    for (reply, over, answered) in replies {
        let answer = match (over, answered) {
            (true, _) => "loses at once".to_owned(),
            (_, Some((text, bound))) => format!("{text}  within {}", plies(bound)),
            // The bound was found, so there is an answer under each id.
            (_, None) => "answered by another move under each id".to_owned(),
        };
        output::line(format!("  {reply}  {answer}"))?;
    }
    Ok(())
}

fn plies(count: u32) -> String {
    match count {
        1 => "1 ply".to_owned(),
        _ => format!("{count} plies"),
    }
}

/// Returns the proof under one of its ids.
fn claimed(name: &str, proof: &Proof) -> Result<Proof, Failure> {
    let under = Ids::named(name).and_then(|id| proof.under(id));
    under.ok_or_else(|| {
        let message = format!(
            "'{name}' is none of the certificate's rules ids: {}",
            proof.ids()
        );
        Failure::new(Status::Rules, message)
    })
}

/// Plays a move that must be legal.
fn play<'a>(proof: &Proof, place: &Place<'a>, text: &str) -> Result<Place<'a>, Failure> {
    let over = !proof
        .ids()
        .and(ending(place.board, place.stones).over)
        .is_empty();
    let mut legal = proof.moves(place.stones);
    let wanted = place.board.read_move(text);
    match legal.find(|&(played, _)| !over && Some(played) == wanted) {
        Some((_, after)) => Ok(place.after(after)),
        None => {
            let why = if over {
                "the game is over in"
            } else {
                "it is no legal move in"
            };
            let message = format!("'{text}': {why} {}", place.text());
            Err(Failure::new(Status::Usage, message))
        }
    }
}

fn print_over(common: &Common, place: &Place<'_>, over: Ids) -> Result<(), Failure> {
    match common.json {
        true => output::json(&json!({ "position": place.text(), "over": ids_json(over) })),
        false => output::line(format!("{}  the game is over", place.text())),
    }
}
