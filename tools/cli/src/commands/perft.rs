//! `loa perft`: counts sequences of moves.

use std::time::Instant;

use loa_solver::{Move, Position, Rules, perft};
use serde_json::json;

use crate::common::Common;
use crate::failure::{Failure, Status};
use crate::output;
use crate::position_argument::read_position;

#[derive(clap::Args, Debug)]
#[command(override_usage = "loa perft [OPTIONS] <POSITION> <DEPTH>")]
pub(crate) struct PerftArgs {
    /// A position such as "1xx1/o2o/o2o/1xx1 x", or: start BOARD, or:
    /// scrambled BOARD; then the depth in plies
    #[arg(required = true, num_args = 2..=3, value_names = ["POSITION", "DEPTH"])]
    pub(crate) words: Vec<String>,
    /// Also count what follows each move, and print time and speed
    #[arg(long)]
    pub(crate) divide: bool,
}

pub(crate) fn run(common: &Common, args: &PerftArgs) -> Result<(), Failure> {
    // The grammar takes two or three words only.
    let Some((depth, position)) = args.words.split_last() else {
        return Err(Failure::new(
            Status::Usage,
            "expected a position and a depth",
        ));
    };
    let plies = depth.parse::<u32>().ok().filter(|&plies| plies <= 100);
    let plies = plies.ok_or_else(|| {
        let message = format!("'{depth}' is not a depth: expected plies from 0 to 100");
        Failure::new(Status::Usage, message)
    })?;
    let position = read_position(&position.join(" "))?;
    let began = Instant::now();
    let divided = match args.divide {
        true => divide(common.rules.rules, &position, plies),
        false => Vec::new(),
    };
    let nodes = match args.divide && plies > 0 {
        true => divided.iter().map(|(_, nodes)| nodes).sum(),
        false => perft(common.rules.rules, &position, plies),
    };
    let seconds = began.elapsed().as_secs_f64();
    if common.json {
        let mut json = json!({
            "position": position.to_string(),
            "depth": plies,
            "nodes": nodes,
        });
        if args.divide {
            let count = |(played, nodes): &(Move, u64)| json!({ "move": played.to_string(), "nodes": nodes });
            json["seconds"] = seconds.into();
            json["moves"] = divided.iter().map(count).collect();
        }
        return output::json(&json);
    }
    for (played, nodes) in &divided {
        output::line(format!("{played:<6} {nodes}", played = played.to_string()))?;
    }
    if !args.divide {
        return output::line(nodes);
    }
    let millions = nodes as f64 / seconds.max(1e-9) / 1e6;
    output::line(format!(
        "{nodes} in {seconds:.2} s, {millions:.1} million/s"
    ))
}

/// Returns the number of sequences that begin with each move; none where the game is
/// over or there is no depth.
fn divide(rules: Rules, position: &Position, plies: u32) -> Vec<(Move, u64)> {
    if plies == 0 || rules.termination(position).is_some() {
        return Vec::new();
    }
    // A pass is not counted, as in all of the counts.
    let mut moves: Vec<Move> = position.stone_moves().collect();
    moves.sort_unstable();
    let count = |played| {
        (
            played,
            perft(rules, &position.play_unchecked(played), plies - 1),
        )
    };
    moves.into_iter().map(count).collect()
}
