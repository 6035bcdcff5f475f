//! The commands, a file each.

mod census;
mod check;
mod engine;
mod fit;
mod info;
mod judge;
mod line;
mod moves;
mod pack;
mod perft;
mod plan;
mod play;
mod probe;
mod proof;
mod prove;
mod questions;
mod review;
mod solve;
mod suite;
mod svg;
mod verify;

pub(crate) use engine::Engine;
pub(crate) use judge::Judge;
pub(crate) use line::Line;
pub(crate) use play::Play;
pub(crate) use probe::{Probe, note_on_draw};
pub(crate) use proof::Proof;
pub(crate) use prove::Prove;
pub(crate) use review::Review;
pub(crate) use suite::Suite;

use loa_solver::Move;
use loa_tablebase::{Answer, MoveValue};
use serde_json::{Value as Json, json};

use crate::args::{Args, Command};
use crate::failure::{Failure, Status};

/// Runs the command.
pub(crate) fn run(args: &Args) -> Result<(), Failure> {
    let common = &args.common;
    // A plan counts threads and starts none.
    let started = !matches!(args.command, Command::Plan(_));
    if let Some(threads) = common.threads.filter(|_| started) {
        let pool = rayon::ThreadPoolBuilder::new().num_threads(threads.into());
        let built = pool.build_global();
        built.map_err(|error| Failure::new(Status::Failed, error))?;
    }
    if common.has_all_normal_rules() && !matches!(args.command, Command::Prove(_)) {
        let message = "--rules normal stands for nine rules ids, which only prove takes";
        return Err(Failure::new(Status::Usage, message));
    }
    match &args.command {
        Command::Solve(solve) => solve::run(common, solve),
        Command::Plan(args) => plan::run(common, args),
        Command::Verify(verify) => verify::run(common, verify),
        Command::Check(files) => check::run(common, files),
        Command::Info(files) => info::run(common, files),
        Command::Probe(question) => probe::run(common, question),
        Command::Line(line) => line::run(common, line),
        Command::Moves(question) => moves::run(common, question),
        Command::Perft(perft) => perft::run(common, perft),
        Command::Census(census) => census::run(common, census),
        Command::Pack(args) => pack::run(common, args),
        Command::Play(play) => play::run(common, play),
        Command::Review(review) => review::run(common, review),
        Command::Judge(args) => judge::run(common, args),
        Command::Suite(suite) => suite::run(common, suite),
        Command::Prove(args) => prove::run(common, args),
        Command::Proof(args) => proof::run(common, args),
        Command::Engine(arguments) => engine::run(common, arguments),
    }
}

/// A move as JSON has it, with its value to the side that makes it; plies are null
/// for a draw, and where tables do not tell.
pub(crate) fn move_json(played: Move, value: Answer) -> Json {
    json!({
        "move": played.to_string(),
        "capture": played.is_capture(),
        "category": value.wdl().name(),
        "plies": value.plies(),
    })
}

/// The same with the position that it leads to.
fn step_json(step: &MoveValue) -> Json {
    let mut json = move_json(step.played, step.value);
    json["position"] = step.position.to_string().into();
    json
}
