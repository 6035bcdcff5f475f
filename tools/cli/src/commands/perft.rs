//! `loa perft`: counts sequences of moves.

use loa_solver::perft;
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
