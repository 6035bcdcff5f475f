//! `loa perft`: counts sequences of moves.

use loa_solver::perft;
use serde_json::json;

use crate::args::{Common, Perft, read_position};
use crate::failure::{Failure, Status};
use crate::output;

pub(super) fn run(common: &Common, perft_args: &Perft) -> Result<(), Failure> {
    // Clap sees to it that there are two or three words.
    let Some((depth, position)) = perft_args.words.split_last() else {
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
    let nodes = perft(common.rules.rules, &position, plies);
    if common.json {
        return output::json(&json!({
            "position": position.to_string(),
            "depth": plies,
            "nodes": nodes,
        }));
    }
    output::line(nodes)
}
