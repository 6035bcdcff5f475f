//! `loa proof`: reads and checks certificates of start positions with a crate that shares no code
//! with the solver.

use std::path::{Path, PathBuf};
use std::time::Instant;

use clap::{Args, Subcommand};
use loa_api::{AnsweredReply, ProofCheckReport, ProofLineReport, RankedPosition, WonPosition};
use loa_checker::{Board, CheckError, Color, Ids, Move, Proof, Stones, ending};
use loa_judge::StageWatch;
use loa_solver::{ParseMoveError, WrittenMove};

use crate::common::CommonOption::*;
use crate::common::{Common, listed};
use crate::failure::{Failure, Status, failure};
use crate::interruption::heed_signals;
use crate::output;
use crate::paths::name_of;
use crate::progress::StageProgress;
use crate::proof_file::{failure_of, open, read_proof};

#[derive(Args, Debug)]
#[command(
    after_help = "In the browser: loa serve --proof FILE shows the moves of a certificate at /#/board, from its start."
)]
pub(crate) struct ProofArgs {
    #[command(subcommand)]
    action: Action,
}

#[derive(Subcommand, Debug)]
enum Action {
    /// Check that a certificate proves its claim
    #[command(args = listed([Json, Quiet, Threads]))]
    Check(Check),
    /// Print every position after a move of the certificate, with its rank
    #[command(args = listed([Json, Threads]))]
    Positions(Positions),
    /// Print the winner's reply and the bound after given moves
    #[command(args = listed([Json, Threads]))]
    Line(Line),
    /// Write a certificate in Coq's language
    #[command(args = listed([Threads]))]
    Coq(Coq),
}

pub(crate) fn run(common: &Common, proof: &ProofArgs) -> Result<(), Failure> {
    match &proof.action {
        Action::Check(args) => check(common, args),
        Action::Positions(args) => positions(common, args),
        Action::Line(args) => line(common, args),
        Action::Coq(args) => coq(args),
    }
}

fn check_failure(file: &Path, error: &CheckError) -> Failure {
    match error {
        CheckError::Invalid { .. } => {
            Failure::new(Status::Wrong, format!("{}: {error}", name_of(file)))
        }
        _ => failure_of(file, error),
    }
}

/// Check that a certificate proves its claim
///
/// The checker follows every move of the loser and every move of the certificate: all games must
/// end with the win within the plies that the certificate states. The checker shares no code with
/// the search that made the certificate. Exit status 3: the proof has a gap; 4: the file is
/// damaged.
#[derive(Args, Debug)]
struct Check {
    /// The certificate; - for standard input
    file: PathBuf,
}

fn check(common: &Common, args: &Check) -> Result<(), Failure> {
    heed_signals()?;
    let began = Instant::now();
    let certificate = open(&args.file)?;
    let claim = certificate.claim();
    let progress = StageProgress::new(common.quiet || common.json);
    progress.begin("checking", claim.moves as usize);
    let checked = loa_checker::check(&certificate, &progress);
    progress.display.finish();
    checked.map_err(|error| check_failure(&args.file, &error))?;
    let seconds = began.elapsed().as_secs_f64();
    common.show(&ProofCheckReport::new(&certificate, seconds))
}

#[derive(Args, Debug)]
struct Positions {
    /// The certificate; - for standard input
    file: PathBuf,
}

fn positions(common: &Common, args: &Positions) -> Result<(), Failure> {
    for (position, rank) in read_proof(&args.file)?.positions() {
        common.show(&RankedPosition { position, rank })?;
    }
    Ok(())
}

/// Write a certificate in Coq's language to standard output
///
/// The file contains the winner's moves and the theorem that they prove. Its readers are the
/// checker in tools/verified, which is proved correct in Coq, and the program extracted from that
/// checker.
#[derive(Args, Debug)]
struct Coq {
    /// The certificate; - for standard input
    file: PathBuf,
}

fn coq(args: &Coq) -> Result<(), Failure> {
    let guide = read_proof(&args.file)?;
    let text = guide.proof().coq();
    let text = text.map_err(|error| failure!(Outside, "{}: {error}", name_of(&args.file)))?;
    output::text(&text)
}

/// Print the winner's reply and the bound after given moves
///
/// If the loser is to move, the command prints each move of the loser with the reply. A bound is
/// the number of plies within which the winner wins.
#[derive(Args, Debug)]
struct Line {
    /// The certificate; - for standard input
    file: PathBuf,
    /// The moves of both sides from the start of the certificate, such as b1-b3
    moves: Vec<String>,
    /// One of the certificate's rules ids, instead of all of them together
    #[arg(long, value_name = "ID")]
    id: Option<String>,
}

/// A position of the game on the board, and the side to move.
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

fn line(common: &Common, args: &Line) -> Result<(), Failure> {
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
        return common.show(&ProofLineReport::Over { position, over });
    }
    let unproved = || {
        failure!(
            Outside,
            "{}: the certificate proves nothing about {} under {} together",
            name_of(&args.file),
            place.text(),
            proof.ids()
        )
    };
    if place.to_move == claim.winner {
        let answer = proof.answer(place.stones).ok_or_else(unproved)?;
        let won = WonPosition::new(place.text(), proof.ids(), claim, answer.plies);
        return common.show(&ProofLineReport::Answer {
            won,
            r#move: place.move_text(answer.played),
            after: place.after(answer.after).text(),
            checked: true,
        });
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
    // The bound counts a reply of the winner, even if no move leaves one.
    let most = replies.iter().map(|reply| reply.plies).max();
    let bound = most.filter(|&most| most == 1).unwrap_or(bound);
    let won = WonPosition::new(place.text(), proof.ids(), claim, bound);
    let checked = true;
    common.show(&ProofLineReport::Replies { won, replies, checked })
}

/// Returns the proof under one of its ids.
fn claimed(name: &str, proof: &Proof) -> Result<Proof, Failure> {
    let under = Ids::named(name).and_then(|id| proof.under(id));
    under.ok_or_else(|| {
        failure!(Rules, "'{name}' is not one of the certificate's rules ids: {}", proof.ids())
    })
}

/// Plays a move that must be legal.
fn play<'a>(proof: &Proof, place: &Place<'a>, text: &str) -> Result<Place<'a>, Failure> {
    let over = !proof.ids().and(ending(place.board, place.stones).over).is_empty();
    let mut legal = proof.moves(place.stones);
    let squares = |text: &str| Ok(text.parse::<WrittenMove>()?.squares());
    let meant =
        squares(text).map_err(|error: ParseMoveError| Failure::new(Status::Usage, error))?;
    let is_meant = |played: Move| squares(&place.move_text(played)) == Ok(meant);
    match legal.find(|&(played, _)| !over && is_meant(played)) {
        Some((_, after)) => Ok(place.after(after)),
        None => {
            let why = if over { "the game is over in" } else { "it is not a legal move in" };
            Err(failure!(Usage, "'{text}': {why} {}", place.text()))
        }
    }
}
