//! `loa perft`: counts move sequences.

use std::time::Instant;

use loa_api::{Divided, DividedMove, PerftReport};
use loa_solver::{Move, Position, Rules, perft};

use crate::common::Common;
use crate::failure::{Failure, bail, failure};
use crate::position_argument::read_position;

#[derive(clap::Args, Debug)]
#[command(override_usage = "loa perft [OPTIONS] <POSITION> <DEPTH>")]
pub(crate) struct PerftArgs {
    /// A position such as "1xx1/o2o/o2o/1xx1 x", or: start BOARD, or:
    /// scrambled BOARD; then the depth in plies
    #[arg(required = true, num_args = 2..=3, value_names = ["POSITION", "DEPTH"])]
    pub(crate) words: Vec<String>,
    /// Also print the count after each move, with time and speed
    #[arg(long)]
    pub(crate) divide: bool,
}

pub(crate) fn run(common: &Common, args: &PerftArgs) -> Result<(), Failure> {
    // The grammar allows only two or three words.
    let Some((depth, position)) = args.words.split_last() else {
        bail!(Usage, "expected a position and a depth");
    };
    let plies = depth.parse::<u32>().ok().filter(|&plies| plies <= 100);
    let plies = plies.ok_or_else(|| {
        let whole = args.words.join(" ");
        match read_position(common, &whole) {
            Ok(_) => failure!(Usage, "the depth in plies is missing: loa perft {whole} DEPTH"),
            Err(_) => failure!(Usage, "'{depth}' is not a depth: expected plies from 0 to 100"),
        }
    })?;
    let (position, preset) = read_position(common, &position.join(" "))?;
    let began = Instant::now();
    let divided = args.divide.then(|| divide(preset.rules, &position, plies));
    let nodes = match &divided {
        Some(moves) if plies > 0 => moves.iter().map(|divided| divided.nodes).sum(),
        _ => perft(preset.rules, &position, plies),
    };
    let seconds = began.elapsed().as_secs_f64();
    let divided = divided.map(|moves| Divided { seconds, moves });
    common.show(&PerftReport { position, depth: plies, nodes, divided })
}

/// Counts the sequences that begin with each move. The list is empty if the game is over or the
/// depth is zero.
fn divide(rules: Rules, position: &Position, plies: u32) -> Vec<DividedMove> {
    if plies == 0 || rules.termination(position).is_some() {
        return Vec::new();
    }
    // Like all counts, this one omits passes.
    let mut moves: Vec<Move> = position.stone_moves().collect();
    moves.sort_unstable();
    let count = |played| DividedMove {
        r#move: played,
        nodes: perft(rules, &position.play_unchecked(played), plies - 1),
    };
    moves.into_iter().map(count).collect()
}
