//! `loa proof line`: how the winner wins, from the certificate alone.

use std::path::PathBuf;

use clap::Args;
use loa_checker::{Board, Color, Ids, Move, Proof, Stones, ending};
use loa_report::{AnsweredReply, ProofLineReport, WonPosition};

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
        Place { stones, to_move: self.to_move.other(), ..*self }
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
    let mut place = Place { board: &claim.board, stones: claim.start(), to_move: claim.to_move };
    for text in &args.moves {
        place = play(&proof, &place, text)?;
    }
    let over = ending(place.board, place.stones).over;
    if !proof.ids().and(over).is_empty() {
        let (position, over) = (place.text(), over.names().collect());
        return output::show(common, &ProofLineReport::Over { position, over });
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
        let won = WonPosition::new(place.text(), proof.ids(), claim, answer.plies);
        return output::show(
            common,
            &ProofLineReport::Answer {
                won,
                r#move: place.move_text(answer.played),
                after: place.after(answer.after).text(),
                checked: true,
            },
        );
    }
    let bound = proof.bound(place.stones).ok_or_else(unproved)?;
    let mut replies = Vec::new();
    for (reply, after) in proof.moves(place.stones) {
        let over = !proof.ids().and(ending(place.board, after).over).is_empty();
        let answer = if over { None } else { proof.answer(after) };
        let after = place.after(after);
        replies.push(AnsweredReply {
            r#move: place.move_text(reply),
            over,
            plies: answer.map_or(1, |answer| answer.plies + 1),
            answer: answer.map(|answer| after.move_text(answer.played)),
        });
    }
    let won = WonPosition::new(place.text(), proof.ids(), claim, bound);
    let checked = true;
    output::show(common, &ProofLineReport::Replies { won, replies, checked })
}

/// Returns the proof under one of its ids.
fn claimed(name: &str, proof: &Proof) -> Result<Proof, Failure> {
    let under = Ids::named(name).and_then(|id| proof.under(id));
    under.ok_or_else(|| {
        let message = format!("'{name}' is none of the certificate's rules ids: {}", proof.ids());
        Failure::new(Status::Rules, message)
    })
}

/// Plays a move that must be legal.
fn play<'a>(proof: &Proof, place: &Place<'a>, text: &str) -> Result<Place<'a>, Failure> {
    let over = !proof.ids().and(ending(place.board, place.stones).over).is_empty();
    let mut legal = proof.moves(place.stones);
    let wanted = place.board.read_move(text);
    match legal.find(|&(played, _)| !over && Some(played) == wanted) {
        Some((_, after)) => Ok(place.after(after)),
        None => {
            let why = if over { "the game is over in" } else { "it is no legal move in" };
            let message = format!("'{text}': {why} {}", place.text());
            Err(Failure::new(Status::Usage, message))
        }
    }
}
